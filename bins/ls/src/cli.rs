//! The command line: the option table, and what the options mean together. Touches no file and asks no terminal;
//! what depends on the environment is `plan`'s.

use std::ffi::{CString, OsString};

use ringutils::{
    args::{
        Arg, Complaint, Parser, Program, WHEN, When, choose,
        means::{self, Setting},
    },
    sys::Errno,
    text::{
        block::{BlockSize, Flaw},
        num, quote,
        size::Scale,
        wording::{self, Source},
    },
};

use crate::{
    choices::{Choices, Clock, Follow, Format, Hidden, Indicator, Sort},
    options::{Id, TABLE},
    words::{CLOCK, FORMAT, INDICATOR, SORT},
};

/// What the command line comes to.
#[derive(Debug)]
pub enum Request {
    /// List.
    List(Box<Choices>),
    /// Print this on stdout and leave.
    Say(Vec<u8>),
}

/// A command line that cannot be obeyed.
#[derive(Debug)]
pub struct Refusal {
    /// Why.
    pub complaint: Complaint,
    /// The exit status.
    pub status: u8,
}

impl From<Complaint> for Refusal {
    fn from(complaint: Complaint) -> Refusal {
        Refusal { complaint, status: crate::TROUBLE }
    }
}

/// Makes sense of the arguments after argv[0].
pub fn parse(program: &Program, args: &[OsString]) -> Result<Request, Refusal> {
    let mut choices = Choices { means: means::from_environment(), ..Choices::default() };
    let mut parser = Parser::new(program, &TABLE, args);
    while let Some(arg) = parser.next()? {
        let (id, value) = match arg {
            Arg::Operand(operand) => {
                // Arguments come from C strings, so none has a NUL.
                choices.operands.extend(CString::new(operand));
                continue;
            }
            Arg::Option(id, value) => (id, value),
        };
        let word = value.unwrap_or_default();
        match id {
            Id::All => choices.hidden = Hidden::Nothing,
            Id::AlmostAll => choices.hidden = Hidden::Implied,
            Id::Backups => choices.no_backups = true,
            Id::Ignore => choices.ignored.extend(CString::new(word)),
            Id::Hide => choices.hidden_too.extend(CString::new(word)),
            Id::Everything => {
                choices.hidden = Hidden::Nothing;
                choices.sort = Some(Sort::None);
            }
            Id::Single => choices.one_a_line(),
            Id::Columns => choices.format = Some(Format::Columns),
            Id::Across => choices.format = Some(Format::Across),
            Id::Commas => choices.format = Some(Format::Commas),
            Id::Long => choices.format = Some(Format::Long),
            Id::Format => choices.format = Some(one_of(program, "--format", word, &FORMAT)?),
            Id::Numeric => {
                choices.format = Some(Format::Long);
                choices.numeric = true;
            }
            Id::NoOwner => {
                choices.format = Some(Format::Long);
                choices.no_owner = true;
            }
            Id::NoGroupLong => {
                choices.format = Some(Format::Long);
                choices.no_group = true;
            }
            Id::NoGroup => choices.no_group = true,
            Id::Author => choices.author = true,
            Id::Context => choices.context = true,
            Id::Dired => {
                choices.format = Some(Format::Long);
                choices.hyperlink = When::Never;
                choices.dired = true;
            }
            Id::FullTime => {
                choices.format = Some(Format::Long);
                choices.time_style = Some(b"full-iso".to_vec());
            }
            Id::Zero => {
                choices.zero = true;
                choices.color = When::Never;
                choices.one_a_line();
                choices.quoting = Some(quote::Style::Literal);
                choices.hide_controls = Some(false);
            }
            Id::Json => choices.json = true,
            Id::Tree => choices.tree = Some(value.map_or(Ok(u32::MAX), |word| depth(program, word))?),
            Id::Time => choices.clock = Some(one_of(program, "--time", word, &CLOCK)?),
            Id::Changed => choices.clock = Some(Clock::Change),
            Id::Used => choices.clock = Some(Clock::Access),
            Id::TimeStyle => choices.time_style = Some(word.to_vec()),
            Id::Sort => choices.sort = Some(one_of(program, "--sort", word, &SORT)?),
            Id::SortSize => choices.sort = Some(Sort::Size),
            Id::SortTime => choices.sort = Some(Sort::Time),
            Id::SortVersion => choices.sort = Some(Sort::Version),
            Id::SortExtension => choices.sort = Some(Sort::Extension),
            Id::Unsorted => choices.sort = Some(Sort::None),
            Id::Reverse => choices.reverse = true,
            Id::DirsFirst => choices.dirs_first = true,
            Id::Recursive => choices.recursive = true,
            Id::Directory => choices.directory = true,
            Id::Classify => match when(program, "--classify", value)? {
                When::Always => choices.put_behind(Indicator::Classify),
                When::Never => {}
                When::Auto => choices.indicator_on_terminal = Some(Indicator::Classify),
            },
            Id::FileType => choices.put_behind(Indicator::FileType),
            Id::Slash => choices.put_behind(Indicator::Slash),
            Id::IndicatorStyle => {
                choices.put_behind(one_of(program, "--indicator-style", word, &INDICATOR)?);
            }
            Id::Inode => choices.inode = true,
            Id::Size => choices.blocks = true,
            Id::Human => choices.unit = Some(Scale::Human.into()),
            Id::Si => choices.unit = Some(Scale::Si.into()),
            Id::BlockSize => choices.unit = Some(block_size(program, word)?),
            Id::Kibibytes => choices.kibibytes = true,
            Id::Literal => choices.quoting = Some(quote::Style::Literal),
            Id::Escape => choices.quoting = Some(quote::Style::Escape),
            Id::QuoteName => choices.quoting = Some(quote::Style::C),
            Id::QuotingStyle => {
                choices.quoting = Some(one_of(program, "--quoting-style", word, &quote::STYLES)?);
            }
            Id::HideControls => choices.hide_controls = Some(true),
            Id::ShowControls => choices.hide_controls = Some(false),
            Id::Width => choices.line = Some(line_width(program, word)?),
            Id::TabSize => choices.tab = Some(tab_size(program, word)?),
            Id::FollowAll => choices.follow = Some(Follow::Everywhere),
            Id::FollowOperands => choices.follow = Some(Follow::Operands),
            Id::FollowOperandDirs => choices.follow = Some(Follow::OperandDirs),
            Id::Color => choices.color = when(program, "--color", value)?,
            Id::Hyperlink => choices.hyperlink = when(program, "--hyperlink", value)?,
            Id::Means(setting) => {
                let status = if setting == Setting::Io { 1 } else { crate::TROUBLE };
                means::set(program, setting, value, &mut choices.means)
                    .map_err(|complaint| Refusal { complaint, status })?;
            }
            Id::Help => return Ok(Request::Say(TABLE.help(program))),
            Id::Version => return Ok(Request::Say(TABLE.version())),
        }
    }
    Ok(Request::List(Box::new(choices)))
}

impl Choices {
    /// One name a line, which is what -l does already.
    fn one_a_line(&mut self) {
        if self.format != Some(Format::Long) {
            self.format = Some(Format::Single);
        }
    }

    fn put_behind(&mut self, indicator: Indicator) {
        self.indicator = indicator;
        self.indicator_on_terminal = None;
    }
}

/// The value of an option that can be `always`, which is also meant without one.
fn when(program: &Program, option: &str, value: Option<&[u8]>) -> Result<When, Refusal> {
    value.map_or(Ok(When::Always), |word| one_of(program, option, word, &WHEN))
}

/// What a word means as the value of an option.
fn one_of<T: Copy + PartialEq>(
    program: &Program,
    option: &str,
    word: &[u8],
    words: &[(&'static str, T)],
) -> Result<T, Refusal> {
    // A wrong word is the one mistake that GNU ls leaves with another status.
    choose(program, option, word, words).map_err(|complaint| Refusal { complaint, status: 1 })
}

/// The unit that `--block-size` names.
fn block_size(program: &Program, word: &[u8]) -> Result<BlockSize, Complaint> {
    BlockSize::exact(word).map_err(|flaw| {
        // GNU ls shows the word as it is, between marks that are the same in all locales.
        let format = match flaw {
            Flaw::Senseless => "invalid %s%s argument '%s'",
            Flaw::Suffix => "invalid suffix in %s%s argument '%s'",
            Flaw::TooLarge => "%s%s argument '%s' too large",
        };
        program.plain(&wording::text_of(Source::Shared, format, &[b"--", b"block-size", word]))
    })
}

/// The width of a line; 0, for any, where it is too large for a signed number.
fn line_width(program: &Program, word: &[u8]) -> Result<usize, Complaint> {
    columns(word).map(Option::unwrap_or_default).ok_or_else(|| {
        program.plain(
            &[&wording::text("invalid line width", &[]), b": ".as_slice(), &quote::marked(word)].concat(),
        )
    })
}

/// The distance of tab stops.
fn tab_size(program: &Program, word: &[u8]) -> Result<usize, Complaint> {
    let refusal =
        || [&wording::text("invalid tab size", &[]), b": ".as_slice(), &quote::marked(word)].concat();
    match columns(word) {
        Some(Some(columns)) => Ok(columns),
        Some(None) => {
            Err(program.plain(&[&refusal(), b": ".as_slice(), &Errno::OVERFLOW.message()].concat()))
        }
        None => Err(program.plain(&refusal())),
    }
}

/// How many levels `--tree` shows.
fn depth(program: &Program, word: &[u8]) -> Result<u32, Complaint> {
    match num::read(word) {
        Some((levels, b"")) if levels != Some(0) => {
            Ok(levels.and_then(|levels| levels.try_into().ok()).unwrap_or(u32::MAX))
        }
        _ => Err(program.plain(&[b"invalid depth of a tree: ", quote::marked(word).as_slice()].concat())),
    }
}

/// A number of columns; `None` inside where it is too large for a signed number.
pub fn columns(word: &[u8]) -> Option<Option<usize>> {
    match num::read(word) {
        Some((value, b"")) => Some(value.and_then(|value| isize::try_from(value).ok()?.try_into().ok())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[&str]) -> Result<Request, Refusal> {
        let args: Vec<OsString> = line.iter().map(OsString::from).collect();
        parse(&Program::new("ls"), &args)
    }

    fn choices(line: &[&str]) -> Choices {
        match parsed(line) {
            Ok(Request::List(choices)) => *choices,
            other => panic!("{line:?}: {other:?}"),
        }
    }

    #[test]
    fn later_formats_win_but_single_leaves_long() {
        let check = |line: &[&str], expected| assert_eq!(choices(line).format, expected, "{line:?}");
        check(&[], None);
        check(&["-l", "-1"], Some(Format::Long));
        check(&["-1", "-l"], Some(Format::Long));
        check(&["-lC"], Some(Format::Columns));
        check(&["-C1"], Some(Format::Single));
        check(&["-ln"], Some(Format::Long));
        check(&["--full-time", "-x"], Some(Format::Across));
        check(&["-m"], Some(Format::Commas));
    }

    #[test]
    fn later_orders_and_names_win() {
        let check = |line: &[&str], sort, hidden| {
            let got = choices(line);
            assert_eq!((got.sort.unwrap_or_default(), got.hidden), (sort, hidden), "{line:?}");
        };
        check(&["-tS"], Sort::Size, Hidden::Dotted);
        check(&["-ft"], Sort::Time, Hidden::Nothing);
        check(&["-tf", "-A"], Sort::None, Hidden::Implied);
        check(&["-Aa"], Sort::Name, Hidden::Nothing);
        check(&["-U", "x", "-S"], Sort::Size, Hidden::Dotted);
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let check = |line: &[&str], expected: &str| {
            let complaint = parsed(line).map(|_| ()).unwrap_err().complaint.to_string();
            assert_eq!(complaint.lines().next().unwrap(), expected, "{line:?}");
        };
        check(&["--nosuch"], "ls: unrecognized option '--nosuch'");
        check(&["-Y"], "ls: invalid option -- 'Y'");
        check(&["--time=never"], "ls: invalid argument 'never' for '--time'");
        check(&["--time="], "ls: ambiguous argument '' for '--time'");
        check(&["--color=sometimes"], "ls: invalid argument 'sometimes' for '--color'");
    }
}
