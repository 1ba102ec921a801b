//! Settles the choices against the environment and the terminal, before any file is touched: what `list` and the
//! layouts go by, and what the walk is to do.

use std::{env, ffi::OsString, os::unix::ffi::OsStrExt};

use ringutils::{
    args::{Complaint, Program},
    sys::{Time, meta::Mask},
    text::{
        block::BlockSize,
        console, diag, locale,
        quote::{self, Quoting, STYLES, Style},
        size::Scale,
        time::{self, Format as TimeFormat},
    },
    walk::visit::{Arrange, Class, Look, Plan},
};

use crate::{
    ask,
    cli::{self, Choices, Clock, Follow, Format, Hidden, Indicator, Sort, When},
    color::Palette,
};

/// What a listing goes by.
pub struct Settings {
    /// What messages begin with.
    pub program: Vec<u8>,
    /// How many operands there are.
    pub operands: usize,
    /// Whether the operand is the working directory, listed because there is no other. It is opened without a look.
    pub implied: bool,
    /// How lines are laid out.
    pub format: Format,
    /// Which names are left out.
    pub hidden: Hidden,
    /// The order of names.
    pub sort: Sort,
    /// Which time is shown and sorted by.
    pub clock: Clock,
    /// Whether it is reversed.
    pub reverse: bool,
    /// Whether directories come first.
    pub dirs_first: bool,
    /// Whether directories below are listed too.
    pub recursive: bool,
    /// Whether directories are listed themselves.
    pub directory: bool,
    /// Which characters are put behind names.
    pub indicator: Indicator,
    /// Whether inode numbers are shown.
    pub inode: bool,
    /// Whether allocated sizes are shown.
    pub blocks: bool,
    /// Which links are followed.
    pub follow: Option<Follow>,
    /// Colours, where names are coloured.
    pub palette: Option<Palette>,
    /// How names are quoted.
    pub quoting: Quoting,
    /// How the names of directories above their listings are quoted.
    pub heading: Quoting,
    /// Whether a blank before names that are not quoted keeps them under those that are.
    pub align: bool,
    /// The width of a line, 0 for any.
    pub line: usize,
    /// The distance of tab stops, 0 for no tabs.
    pub tab: usize,
    /// What -l needs besides.
    pub long: Long,
}

/// What the long format needs.
pub struct Long {
    /// Unit of sizes in bytes.
    pub size: BlockSize,
    /// Unit of allocated sizes.
    pub blocks: BlockSize,
    /// Whether users and groups are numbers.
    pub numeric: bool,
    /// Format of times longer ago than six months, and of those to come.
    pub old: TimeFormat,
    /// Format of recent times.
    pub recent: TimeFormat,
    /// The time when the run began.
    pub now: Time,
}

impl Settings {
    /// Whether lines come in the directory's order and need not wait for its end: then they are written while it is
    /// read. GNU ls gives up the alignment of inode numbers for it.
    pub fn streams(&self) -> bool {
        self.sort == Sort::None && self.format == Format::Single && !self.recursive && !self.blocks
    }
}

/// Settles everything. Notes about the environment go to stderr at once, as they come before all output.
pub fn settle(program: &Program, choices: &Choices) -> Result<Settings, Complaint> {
    let terminal = Terminal::default();
    let format =
        choices.format.unwrap_or_else(|| if terminal.is() { Format::Columns } else { Format::Single });
    let sort = match choices.sort {
        // Where a time is not shown, there is no other reason to ask for it.
        Sort::Name if choices.clock.is_some() && format != Format::Long => Sort::Time,
        sort => sort,
    };
    let indicator = match choices.indicator_on_terminal {
        Some(indicator) if terminal.is() => indicator,
        _ => choices.indicator,
    };
    let mut notes = Vec::new();
    let many = matches!(format, Format::Columns | Format::Across | Format::Commas);
    let colored = match choices.color {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal.is(),
    };
    let line = if many || colored { line_width(program, &mut notes, &terminal) } else { 0 };
    let tab = if many { tab_stops(program, &mut notes) } else { 0 };
    let (quoting, heading) = quoting(program, indicator, &mut notes, &terminal);
    let long = if format == Format::Long { Long::new(program, choices)? } else { Long::plain(choices) };
    let palette = if colored { Palette::from_env(program.name(), &mut notes) } else { None };
    if !notes.is_empty() {
        Complaint::new(notes).tell();
    }
    let align = quoting.aligns()
        && (format == Format::Long || matches!(format, Format::Columns | Format::Across) && line > 0);
    Ok(Settings {
        program: program.name().to_vec(),
        operands: choices.operands.len().max(1),
        implied: choices.operands.is_empty() && !choices.directory,
        format,
        hidden: choices.hidden,
        sort,
        clock: choices.clock.unwrap_or_default(),
        reverse: choices.reverse,
        dirs_first: choices.dirs_first,
        recursive: choices.recursive && !choices.directory,
        directory: choices.directory,
        indicator,
        inode: choices.inode,
        blocks: choices.blocks,
        follow: choices.follow,
        // Escape sequences would upset the tab stops.
        tab: if palette.is_some() { 0 } else { tab },
        palette,
        quoting,
        heading,
        align,
        line,
        long,
    })
}

/// What the walk is to do for these settings.
pub fn walk(settings: &Settings) -> Plan {
    let long = settings.format == Format::Long;
    let root_look = match settings.follow {
        Some(_) => Look::Follow,
        None if settings.directory || long || settings.indicator == Indicator::Classify => Look::NoFollow,
        None => Look::FollowIfDir,
    };
    let look = match settings.follow {
        Some(Follow::Everywhere) => Look::Follow,
        _ => Look::NoFollow,
    };
    let kinds = settings.recursive
        || settings.palette.is_some()
        || settings.indicator != Indicator::None
        || settings.dirs_first;
    // What -R, -p and the like must know comes with the kinds.
    let asks = ask::needs_meta(settings)
        || ask::needs_targets(settings)
        || settings.palette.is_some()
        || settings.indicator == Indicator::Classify;
    Plan {
        // Marks that depend on what has been shown before are acts, which the output's order decides.
        class: Class::InStep,
        root_look,
        look,
        look_at_roots: !settings.implied,
        kinds,
        // What -R, -p and the like must know comes with the kinds.
        rounds: if asks { ask::ROUNDS } else { 0 },
        // A remote file system may know a type without a question to its server.
        mask: if settings.clock == Clock::Birth && ask::needs_meta(settings) {
            Mask::BIRTH
        } else if ask::needs_meta(settings) || settings.palette.is_some() {
            Mask::BASIC
        } else {
            Mask::MODE
        },
        arrange: Arrange::AsRead,
        unit: if settings.streams() { 4096 } else { usize::MAX },
        dots: settings.hidden == Hidden::Nothing,
        one_device: false,
        search: false,
        loops_within: true,
        verify: false,
        cpus: 0,
    }
}

/// Whether stdout is a terminal, asked once and only when it matters.
#[derive(Default)]
struct Terminal(std::cell::OnceCell<bool>);

impl Terminal {
    fn is(&self) -> bool {
        *self.0.get_or_init(console::is_terminal)
    }
}

impl Long {
    /// As the options and the environment say.
    fn new(program: &Program, choices: &Choices) -> Result<Long, Complaint> {
        let style = choices
            .time_style
            .clone()
            .or_else(|| Some(env::var_os("TIME_STYLE")?.into_encoded_bytes()))
            .unwrap_or_else(|| b"locale".to_vec());
        let (old, recent) = time_formats(program, &style)?;
        let old = TimeFormat::new(&old, true);
        let recent = TimeFormat::new(&recent, true);
        Ok(Long { old, recent, now: time::now(), ..Long::plain(choices) })
    }

    /// For formats that show no times.
    fn plain(choices: &Choices) -> Long {
        let (size, blocks) = units(choices);
        Long {
            size,
            blocks,
            numeric: choices.numeric,
            old: TimeFormat::new(b"", false),
            recent: TimeFormat::new(b"", false),
            now: Time::default(),
        }
    }
}

/// The units of sizes in bytes and of allocated sizes. The first of these variables that is set counts, were it to
/// nothing that makes sense. BLOCKSIZE, which is BSD's, is for allocated sizes only.
fn units(choices: &Choices) -> (BlockSize, BlockSize) {
    if let Some(scale) = choices.scale {
        return (scale.into(), scale.into());
    }
    let usual = if env::var_os("POSIXLY_CORRECT").is_some() { 512 } else { 1024 };
    let read = |word: OsString| BlockSize::parse(word.as_bytes(), usual);
    if let Some(word) = env::var_os("LS_BLOCK_SIZE").or_else(|| env::var_os("BLOCK_SIZE")) {
        let unit = read(word);
        return (unit, unit);
    }
    let blocks = env::var_os("BLOCKSIZE").map_or(Scale::Block(usual).into(), read);
    (Scale::Block(1).into(), blocks)
}

/// The formats of a time style, for old and for recent times.
fn time_formats(program: &Program, style: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Complaint> {
    type Formats<'a> = (&'a [u8], &'a [u8]);
    const LOCALE: Formats<'static> = (b"%b %e  %Y", b"%b %e %H:%M");
    const STYLES: [(&str, Formats<'static>); 4] = [
        ("full-iso", (b"%Y-%m-%d %H:%M:%S.%N %z", b"%Y-%m-%d %H:%M:%S.%N %z")),
        ("long-iso", (b"%Y-%m-%d %H:%M", b"%Y-%m-%d %H:%M")),
        ("iso", (b"%Y-%m-%d ", b"%m-%d %H:%M")),
        ("locale", LOCALE),
    ];
    let owned = |(old, recent): Formats<'_>| (old.to_vec(), recent.to_vec());
    let mut name = style;
    while let Some(rest) = name.strip_prefix(b"posix-") {
        if !locale::has_own_times() {
            return Ok(owned(LOCALE));
        }
        name = rest;
    }
    if let Some(format) = name.strip_prefix(b"+") {
        let mut halves = format.splitn(2, |byte| *byte == b'\n');
        let old = halves.next().unwrap_or_default();
        let recent = halves.next().unwrap_or(old);
        if recent.contains(&b'\n') {
            let mut message = b"invalid time style format ".to_vec();
            quote::push_locale(&mut message, format);
            return Err(program.plain(&message));
        }
        return Ok(owned((old, recent)));
    }
    let mut meant = STYLES.iter().filter(|(word, _)| word.as_bytes().starts_with(name));
    match (meant.next(), meant.next()) {
        (Some((_, formats)), None) => Ok(owned(*formats)),
        (Some(_), Some(_)) => Err(cli::bad_time_style(program, name, true)),
        (None, _) => Err(cli::bad_time_style(program, name, false)),
    }
}

/// The quoting of names, and that of directories above their listings.
fn quoting(
    program: &Program,
    indicator: Indicator,
    notes: &mut Vec<u8>,
    terminal: &Terminal,
) -> (Quoting, Quoting) {
    let mut style = None;
    if let Some(word) = env::var_os("QUOTING_STYLE") {
        style = STYLES.iter().find(|(name, _)| word == *name).map(|(_, style)| *style);
        if style.is_none() {
            note_invalid(
                program,
                notes,
                "ignoring invalid value of environment variable QUOTING_STYLE: ",
                &word,
            );
        }
    }
    let style = style.unwrap_or_else(|| if terminal.is() { Style::ShellEscape } else { Style::Literal });
    let mut quoting = Quoting::new(style);
    let mut heading = Quoting::new(style).also(b":");
    if style == Style::Escape {
        quoting = quoting.also(b" ");
    }
    // A name may not look as if it ended in an indicator.
    if indicator == Indicator::Classify {
        quoting = quoting.also(b"=>@|");
    }
    if matches!(style, Style::Literal | Style::Shell | Style::ShellAlways) && terminal.is() {
        quoting = quoting.hiding();
        heading = heading.hiding();
    }
    (quoting, heading)
}

fn line_width(program: &Program, notes: &mut Vec<u8>, terminal: &Terminal) -> usize {
    if let Some(width) = terminal.is().then(console::columns).flatten() {
        return width;
    }
    if let Some(word) = env::var_os("COLUMNS").filter(|word| !word.is_empty()) {
        match number(word.as_bytes()) {
            Some(width) => return width,
            None => note_invalid(
                program,
                notes,
                "ignoring invalid width in environment variable COLUMNS: ",
                &word,
            ),
        }
    }
    80
}

fn tab_stops(program: &Program, notes: &mut Vec<u8>) -> usize {
    let Some(word) = env::var_os("TABSIZE") else { return 8 };
    match number(word.as_bytes()) {
        Some(tab) => tab,
        None => {
            note_invalid(
                program,
                notes,
                "ignoring invalid tab size in environment variable TABSIZE: ",
                &word,
            );
            8
        }
    }
}

/// A number as strtol(3) reads it in base 0: decimal, 0x and hexadecimal, 0 and octal. `None` for anything else.
fn number(word: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(word).ok()?.trim_start();
    let text = text.strip_prefix('+').unwrap_or(text);
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let (digits, base) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    match i64::from_str_radix(digits, base) {
        Ok(number) => Some(number as usize),
        Err(error) if *error.kind() == std::num::IntErrorKind::PosOverflow => Some(0),
        Err(_) => None,
    }
}

fn note_invalid(program: &Program, notes: &mut Vec<u8>, what: &str, word: &OsString) {
    let mut text = what.as_bytes().to_vec();
    quote::push_locale(&mut text, word.as_bytes());
    diag::note(notes, program.name(), &text);
}
