//! What a command line asks for, after later options have overridden earlier ones. `cli` fills it in; `plan` settles
//! it against the environment and the terminal.

use std::ffi::CString;

use ringutils::{
    args::When,
    sys::{Meta, Time, meta::Mask},
    text::{block::BlockSize, quote::Style},
    walk::means::Means,
};

/// What was asked for.
#[derive(Default, Debug)]
pub struct Choices {
    /// How lines are laid out; `None` leaves it to whether stdout is a terminal.
    pub format: Option<Format>,
    /// Which names are left out.
    pub hidden: Hidden,
    /// Whether names that end in a tilde are left out.
    pub no_backups: bool,
    /// Patterns of names that are left out.
    pub ignored: Vec<CString>,
    /// Patterns of names that are left out unless hidden ones are shown.
    pub hidden_too: Vec<CString>,
    /// The order of names; `None` leaves it to the other options.
    pub sort: Option<Sort>,
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
    /// The unit that sizes are shown in; `None` leaves it to the environment.
    pub unit: Option<BlockSize>,
    /// Whether allocated sizes are in KiB where no unit was asked for.
    pub kibibytes: bool,
    /// Whether users and groups are shown as numbers.
    pub numeric: bool,
    /// Whether owners are left out of long lines.
    pub no_owner: bool,
    /// Whether groups are left out of long lines.
    pub no_group: bool,
    /// Whether long lines show the author.
    pub author: bool,
    /// Whether security contexts are shown.
    pub context: bool,
    /// Which links are followed; `None` leaves it to the other options.
    pub follow: Option<Follow>,
    /// By which means files are got at.
    pub means: Means,
    /// Whether names are coloured.
    pub color: When,
    /// Whether names are hyperlinks.
    pub hyperlink: When,
    /// Whether positions of names are told to Emacs.
    pub dired: bool,
    /// How names are quoted; `None` leaves it to the environment and the terminal.
    pub quoting: Option<Style>,
    /// Whether what cannot be shown becomes a question mark; `None` leaves it to the terminal.
    pub hide_controls: Option<bool>,
    /// How many levels below operands are shown as a tree, if one is.
    pub tree: Option<u32>,
    /// Whether lines are JSON objects, whatever the format.
    pub json: bool,
    /// Whether lines end in a NUL.
    pub zero: bool,
    /// The width of a line, 0 for any; `None` leaves it to the terminal and the environment.
    pub line: Option<usize>,
    /// The distance of tab stops, 0 for no tabs; `None` leaves it to the environment.
    pub tab: Option<usize>,
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
    /// The same, as JSON objects.
    Json,
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
    /// By what stands behind the last dot.
    Extension,
    /// The narrowest first.
    Width,
    /// By name, numbers in it by their value.
    Version,
    /// The largest first.
    Size,
    /// The newest first.
    Time,
    /// As the directory has them.
    None,
}

/// Which characters are put behind names: more with each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
pub enum Indicator {
    /// None.
    #[default]
    None,
    /// A slash behind directories.
    Slash,
    /// One for every type that is not a regular file.
    FileType,
    /// One for every type that is not a regular file, and for programs.
    Classify,
}

/// Which links are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    /// Those that are operands and lead to a directory.
    OperandDirs,
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

    /// What is fetched for it.
    pub fn mask(self) -> Mask {
        match self {
            Clock::Access => Mask::ATIME,
            Clock::Change => Mask::CTIME,
            Clock::Modification => Mask::MTIME,
            Clock::Birth => Mask::BTIME,
        }
    }
}
