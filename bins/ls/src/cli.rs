//! The command line: the option table, and what the options mean together. Touches no file and asks no terminal;
//! what depends on the environment is `plan`'s.

use std::ffi::{CString, OsString};

use ringutils::{
    args::{Arg, Complaint, Parser, Program, choose},
    sys::{Meta, Time},
    text::{quote, size::Scale},
};

use crate::options::{Id, TABLE};

/// What was asked for, after later options have overridden earlier ones.
#[derive(Default, Debug)]
pub struct Choices {
    /// How lines are laid out; `None` leaves it to whether stdout is a terminal.
    pub format: Option<Format>,
    /// Which names are left out.
    pub hidden: Hidden,
    /// The order of names.
    pub sort: Sort,
    /// Whether the order is reversed.
    pub reverse: bool,
    /// Whether directories come before all else.
    pub dirs_first: bool,
    /// Whether directories below are listed too.
    pub recursive: bool,
    /// Whether directories are listed themselves, instead of what they hold.
    pub directory: bool,
    /// Which characters are put behind names.
    pub indicator: Indicator,
    /// Which, where stdout is a terminal and it makes a difference.
    pub indicator_on_terminal: Option<Indicator>,
    /// Whether inode numbers are shown.
    pub inode: bool,
    /// Whether allocated sizes are shown.
    pub blocks: bool,
    /// The units for people that sizes are shown in, if they are.
    pub scale: Option<Scale>,
    /// Whether users and groups are shown as numbers.
    pub numeric: bool,
    /// Which links are followed; `None` leaves it to the other options.
    pub follow: Option<Follow>,
    /// Whether names are coloured.
    pub color: When,
    /// Which time of a file counts, where one was asked for.
    pub clock: Option<Clock>,
    /// How times are shown; `None` leaves it to the environment.
    pub time_style: Option<Vec<u8>>,
    /// What to list; the working directory where there is none.
    pub operands: Vec<CString>,
}

/// How lines are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One name a line.
    Single,
    /// In columns, downwards.
    Columns,
    /// In columns, across.
    Across,
    /// Behind each other, with commas.
    Commas,
    /// One file a line, with all that is known.
    Long,
}

/// Which names are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hidden {
    /// Those that begin with a dot.
    #[default]
    Dotted,
    /// `.` and `..`.
    Implied,
    /// None.
    Nothing,
}

/// The order of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// By name.
    #[default]
    Name,
    /// The largest first.
    Size,
    /// The newest first.
    Time,
    /// As the directory has them.
    None,
}

/// Which characters are put behind names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd)]
pub enum Indicator {
    /// None.
    #[default]
    None,
    /// A slash behind directories.
    Slash,
    /// One for every type that is not a regular file, and for programs.
    Classify,
}

/// Which links are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    /// Those that are operands.
    Operands,
    /// All.
    Everywhere,
}

/// Which time of a file counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// The last access.
    Access,
    /// The last change of the inode.
    Change,
    /// The last modification of the content.
    #[default]
    Modification,
    /// Creation.
    Birth,
}

/// Whether names are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// Always.
    Always,
    /// Never.
    #[default]
    Never,
    /// If stdout is a terminal.
    Auto,
}

/// What the command line comes to.
#[derive(Debug)]
pub enum Request {
    /// List.
    List(Box<Choices>),
    /// Print this on stdout and leave.
    Say(Vec<u8>),
}

const WHEN: [(&str, When); 9] = [
    ("always", When::Always),
    ("yes", When::Always),
    ("force", When::Always),
    ("never", When::Never),
    ("no", When::Never),
    ("none", When::Never),
    ("auto", When::Auto),
    ("tty", When::Auto),
    ("if-tty", When::Auto),
];

const CLOCK: [(&str, Clock); 9] = [
    ("atime", Clock::Access),
    ("access", Clock::Access),
    ("use", Clock::Access),
    ("ctime", Clock::Change),
    ("status", Clock::Change),
    ("mtime", Clock::Modification),
    ("modification", Clock::Modification),
    ("birth", Clock::Birth),
    ("creation", Clock::Birth),
];

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
    let mut choices = Choices::default();
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
        match id {
            // The parser refuses them.
            Id::Absent => {}
            Id::All => choices.hidden = Hidden::Nothing,
            Id::AlmostAll => choices.hidden = Hidden::Implied,
            Id::Everything => {
                choices.hidden = Hidden::Nothing;
                choices.sort = Sort::None;
            }
            // One name a line is what -l does already.
            Id::Single if choices.format == Some(Format::Long) => {}
            Id::Single => choices.format = Some(Format::Single),
            Id::Columns => choices.format = Some(Format::Columns),
            Id::Across => choices.format = Some(Format::Across),
            Id::Commas => choices.format = Some(Format::Commas),
            Id::Long => choices.format = Some(Format::Long),
            Id::Numeric => {
                choices.format = Some(Format::Long);
                choices.numeric = true;
            }
            Id::FullTime => {
                choices.format = Some(Format::Long);
                choices.time_style = Some(b"full-iso".to_vec());
            }
            Id::Time => {
                let word = value.unwrap_or_default();
                choices.clock = Some(one_of(program, "--time", word, &CLOCK)?);
            }
            Id::TimeStyle => choices.time_style = value.map(<[u8]>::to_vec),
            Id::SortSize => choices.sort = Sort::Size,
            Id::SortTime => choices.sort = Sort::Time,
            Id::Unsorted => choices.sort = Sort::None,
            Id::Reverse => choices.reverse = true,
            Id::DirsFirst => choices.dirs_first = true,
            Id::Recursive => choices.recursive = true,
            Id::Directory => choices.directory = true,
            Id::Classify => match when(program, "--classify", value)? {
                When::Always => choices.put_behind(Indicator::Classify),
                When::Never => {}
                When::Auto => choices.indicator_on_terminal = Some(Indicator::Classify),
            },
            Id::Slash => choices.put_behind(Indicator::Slash),
            Id::Inode => choices.inode = true,
            Id::Size => choices.blocks = true,
            Id::Human => choices.scale = Some(Scale::Human),
            Id::Si => choices.scale = Some(Scale::Si),
            Id::FollowAll => choices.follow = Some(Follow::Everywhere),
            Id::FollowOperands => choices.follow = Some(Follow::Operands),
            Id::Color => choices.color = when(program, "--color", value)?,
            Id::Help => return Ok(Request::Say(TABLE.help(program))),
            Id::Version => return Ok(Request::Say(TABLE.version())),
        }
    }
    Ok(Request::List(Box::new(choices)))
}

impl Choices {
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

impl Clock {
    /// What a file's time is by it; `None` where the file system does not keep it.
    pub fn of(self, meta: &Meta) -> Option<Time> {
        match self {
            Clock::Access => Some(meta.atime),
            Clock::Change => Some(meta.ctime),
            Clock::Modification => Some(meta.mtime),
            Clock::Birth => meta.btime,
        }
    }
}

/// What GNU ls says of a time style that it does not know.
pub fn bad_time_style(program: &Program, style: &[u8], ambiguous: bool) -> Complaint {
    let mut text = if ambiguous { b"ambiguous argument ".to_vec() } else { b"invalid argument ".to_vec() };
    quote::push_locale(&mut text, style);
    text.extend_from_slice(b" for ");
    quote::push_locale(&mut text, b"time style");
    text.extend_from_slice(
        b"\nValid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - \
          [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format",
    );
    program.misused(&text)
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
            assert_eq!((got.sort, got.hidden), (sort, hidden), "{line:?}");
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
