//! Settles the choices against the environment and the terminal, before any file is touched: what `list` and the
//! layouts go by, and what the walk is to do.

use ringutils::{
    args::{Complaint, Program, When},
    sys::Time,
    text::{
        block::BlockSize,
        color::Palette,
        quote::{Quoting, Style},
        time::{self, Format as TimeFormat},
        wording,
    },
    walk::{
        means::Means,
        visit::{Arrange, Class, Look, Plan},
    },
};

use crate::{
    ask,
    choices::{Choices, Clock, Follow, Format, Indicator, Sort},
    hyperlink::Hyperlinks,
    quoting::{self, Quotings},
    screen::{self, Terminal},
    shown::Shown,
    times, units,
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
    /// Which names are shown.
    pub shown: Shown,
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
    /// How many levels below operands are shown as a tree, if one is.
    pub tree: Option<u32>,
    /// Whether directories are listed themselves.
    pub directory: bool,
    /// Which characters are put behind names.
    pub indicator: Indicator,
    /// Whether inode numbers are shown.
    pub inode: bool,
    /// Whether allocated sizes are shown.
    pub blocks: bool,
    /// Whether security contexts are shown.
    pub context: bool,
    /// Which links are followed.
    pub follow: Option<Follow>,
    /// Colours, where names are coloured.
    pub palette: Option<Palette>,
    /// What names link to, where they are hyperlinks.
    pub hyperlinks: Option<Hyperlinks>,
    /// The style of quoting to be told to Emacs with the positions of names, if it is to be told of them.
    pub dired: Option<Style>,
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
    /// What ends a line.
    pub end: u8,
    /// What -l needs besides.
    pub long: Long,
    /// Whether a note about the environment could not be put out.
    pub untold: bool,
}

/// What the long format needs.
pub struct Long {
    /// Unit of sizes in bytes.
    pub size: BlockSize,
    /// Unit of allocated sizes.
    pub blocks: BlockSize,
    /// Whether users and groups are numbers.
    pub numeric: bool,
    /// Whether the owner is shown.
    pub owner: bool,
    /// Whether the group is shown.
    pub group: bool,
    /// Whether the author is shown.
    pub author: bool,
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

    /// Whether something stands between links and size of a long line.
    pub fn shows_owners(&self) -> bool {
        self.long.owner || self.long.group || self.long.author || self.context
    }
}

/// Settles everything. Notes about the environment go to stderr at once, as they come before all output.
pub fn settle(program: &Program, choices: &Choices) -> Result<Settings, Complaint> {
    let terminal = Terminal::default();
    let tree = choices.tree.filter(|_| !choices.json);
    let format = match choices.format {
        _ if choices.json => Format::Json,
        Some(Format::Long) if tree.is_some() => Format::Long,
        _ if tree.is_some() => Format::Single,
        Some(format) => format,
        None => {
            if terminal.is() {
                Format::Columns
            } else {
                Format::Single
            }
        }
    };
    // Where a time is not shown, there is no other reason to ask for it.
    let by_time = choices.clock.is_some() && !matches!(format, Format::Long | Format::Json);
    let sort = choices.sort.unwrap_or(if by_time { Sort::Time } else { Sort::Name });
    let indicator = match choices.indicator_on_terminal {
        Some(indicator) if terminal.is() => indicator,
        _ => choices.indicator,
    };
    let is = |when| match when {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal.is(),
    };
    let bare = format == Format::Json;
    let (colored, linked) = (is(choices.color) && !bare, is(choices.hyperlink) && !bare);
    let mut notes = Vec::new();
    let many = matches!(format, Format::Columns | Format::Across | Format::Commas);
    let line = match choices.line {
        Some(line) if many || colored => line,
        None if many || colored => screen::line_width(program, &mut notes, &terminal),
        _ => 0,
    };
    let tab = match choices.tab {
        Some(tab) if many => tab,
        None if many => screen::tab_stops(program, &mut notes),
        _ => 0,
    };
    let Quotings { style, names: quoting, headings: heading } =
        quoting::settle(program, choices, indicator, &mut notes, &terminal);
    let mut untold = !tell(std::mem::take(&mut notes));
    let dired = (choices.dired && format == Format::Long && !linked && tree.is_none()).then_some(style);
    if dired.is_some() && choices.zero {
        return Err(program.plain(&wording::text("--dired and --zero are incompatible", &[])));
    }
    let long = if format == Format::Long { Long::new(program, choices)? } else { Long::plain(choices) };
    let palette = if colored { Palette::from_env(program.name(), &mut notes) } else { None };
    untold |= !tell(notes);
    let align = quoting.aligns()
        && (format == Format::Long || matches!(format, Format::Columns | Format::Across) && line > 0);
    Ok(Settings {
        program: program.name().to_vec(),
        operands: choices.operands.len().max(1),
        implied: choices.operands.is_empty() && !choices.directory && tree.is_none(),
        format,
        shown: Shown::new(choices),
        sort,
        clock: choices.clock.unwrap_or_default(),
        reverse: choices.reverse,
        dirs_first: choices.dirs_first,
        recursive: (choices.recursive || tree.is_some()) && !choices.directory,
        tree,
        directory: choices.directory,
        indicator,
        inode: choices.inode,
        blocks: choices.blocks,
        context: choices.context,
        follow: choices.follow,
        // Escape sequences would upset the tab stops.
        tab: if palette.is_some() { 0 } else { tab },
        palette,
        hyperlinks: linked.then(Hyperlinks::new),
        dired,
        quoting,
        heading,
        align,
        line,
        end: if choices.zero { 0 } else { b'\n' },
        long,
        untold,
    })
}

/// Puts notes out, if there are any. False where they could not be.
fn tell(notes: Vec<u8>) -> bool {
    notes.is_empty() || Complaint::new(notes).tell().is_ok()
}

/// What the walk is to do for these settings.
pub fn walk(settings: &Settings, means: Means) -> Plan {
    let root_look = match settings.follow {
        Some(Follow::OperandDirs) => Look::FollowIfDir,
        Some(_) => Look::Follow,
        None if settings.directory
            || ask::shows_links(settings)
            || settings.indicator == Indicator::Classify =>
        {
            Look::NoFollow
        }
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
        mask: ask::mask(settings),
        arrange: Arrange::AsRead,
        unit: if settings.streams() { 4096 } else { usize::MAX },
        dots: settings.shown.has_dots(),
        breadth_first: false,
        one_device: false,
        search: false,
        loops_within: true,
        verify: false,
        only_looks: !ask::shows_links(settings),
        alone: false,
        means,
    }
}

impl Long {
    /// As the options and the environment say.
    fn new(program: &Program, choices: &Choices) -> Result<Long, Complaint> {
        let (old, recent) = times::formats(program, choices.time_style.as_deref())?;
        Ok(Long { old, recent, now: time::now(), ..Long::plain(choices) })
    }

    /// For formats that show no times.
    fn plain(choices: &Choices) -> Long {
        let (size, blocks) = units::units(choices);
        Long {
            size,
            blocks,
            numeric: choices.numeric,
            owner: !choices.no_owner,
            group: !choices.no_group,
            author: choices.author,
            old: TimeFormat::new(b"", false),
            recent: TimeFormat::new(b"", false),
            now: Time::default(),
        }
    }
}
