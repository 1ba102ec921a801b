//! The option table of ls. The generator of man page and completions includes this file by its path, so it imports
//! nothing but the table's types.

use ringutils::args::{Row, Table, opt};

/// What an option means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Id {
    /// An option of GNU's that is not there yet.
    Absent,
    /// Leave no name out.
    All,
    /// Leave out `.` and `..` only.
    AlmostAll,
    /// In columns, across.
    Across,
    /// Characters behind names for all types.
    Classify,
    /// Colours.
    Color,
    /// In columns, downwards.
    Columns,
    /// With commas.
    Commas,
    /// Directories themselves.
    Directory,
    /// Directories before all else.
    DirsFirst,
    /// Every name, unsorted.
    Everything,
    /// Follow all links.
    FollowAll,
    /// Follow links among the operands.
    FollowOperands,
    /// Long, with whole times.
    FullTime,
    /// Show help.
    Help,
    /// Sizes in units for people.
    Human,
    /// Inode numbers.
    Inode,
    /// Long.
    Long,
    /// Long, with numbers for owners.
    Numeric,
    /// Directories below too.
    Recursive,
    /// The other way round.
    Reverse,
    /// One name a line.
    Single,
    /// Sizes in decimal units for people.
    Si,
    /// Allocated sizes.
    Size,
    /// A slash behind directories.
    Slash,
    /// By size.
    SortSize,
    /// By time.
    SortTime,
    /// Which time is shown and sorted by.
    Time,
    /// The style of times.
    TimeStyle,
    /// As the directory has them.
    Unsorted,
    /// Show the version.
    Version,
}

/// The options of ls.
pub(crate) static TABLE: Table<Id> = Table {
    tool: "ls",
    suite: "coreutils",
    version: "9.7",
    about: "Lists files and what directories hold, sorted by name unless an option says otherwise.",
    usage: &["[OPTION]... [FILE]..."],
    dashes: "--",
    rows: ROWS,
    notes: &[
        (
            "Time styles",
            "full-iso, long-iso, iso and locale, or + and a format of date(1). Two formats with a newline between are \
             for files older and younger than six months. The variable TIME_STYLE sets the default.",
        ),
        (
            "Exit status",
            "0 if all went well, 1 if something below an operand could not be listed, 2 if an operand could not, or \
             the command line was wrong.",
        ),
    ],
};

const WHICH: &str = "Which names";
const ORDER: &str = "Order";
const FORM: &str = "Layout";
const WHAT: &str = "What is shown";
const LOOK: &str = "Links";
const OTHER: &str = "Other";

/// In the order in which GNU ls lists the possible meanings of an ambiguous option.
static ROWS: &[Row<Id>] = &[
    opt(Id::All, "a", "all").help(WHICH, "List every name, those that begin with a dot too"),
    opt(Id::Absent, "", "escape").absent(),
    opt(Id::Directory, "d", "directory").help(WHICH, "List directories themselves, not what they hold"),
    opt(Id::Absent, "", "dired").absent(),
    opt(Id::FullTime, "", "full-time").help(WHAT, "As -l with --time-style=full-iso"),
    opt(Id::DirsFirst, "", "group-directories-first").help(ORDER, "Put directories before all else"),
    opt(Id::Human, "h", "human-readable").help(WHAT, "With -l and -s, show sizes as 1.5K, 23M, 4.2G"),
    opt(Id::Inode, "i", "inode").help(WHAT, "Show each file's inode number"),
    opt(Id::Absent, "", "kibibytes").absent(),
    opt(Id::Numeric, "n", "numeric-uid-gid").help(FORM, "As -l, with numbers for users and groups"),
    opt(Id::Absent, "", "no-group").absent(),
    opt(Id::Absent, "", "hide-control-chars").absent(),
    opt(Id::Reverse, "r", "reverse").help(ORDER, "Turn the order round"),
    opt(Id::Size, "s", "size").help(WHAT, "Show how many KiB each file takes on disk"),
    opt(Id::Absent, "", "width").absent(),
    opt(Id::AlmostAll, "A", "almost-all").help(WHICH, "List every name but . and .."),
    opt(Id::Absent, "", "ignore-backups").absent(),
    opt(Id::Classify, "F", "").help(WHAT, "Put one of */=@| behind names, by the type of the file"),
    opt(Id::Classify, "", "classify").may_take("WHEN").words(&["always", "auto", "never"]),
    opt(Id::Slash, "p", "").help(WHAT, "Put a slash behind the names of directories"),
    opt(Id::Absent, "", "file-type").absent(),
    opt(Id::Si, "", "si").help(WHAT, "As -h, with powers of 1000"),
    opt(Id::FollowOperands, "H", "dereference-command-line").help(LOOK, "Follow links that are operands"),
    opt(Id::Absent, "", "dereference-command-line-symlink-to-dir").absent(),
    opt(Id::Absent, "", "hide").absent(),
    opt(Id::Absent, "", "ignore").absent(),
    opt(Id::Absent, "", "indicator-style").absent(),
    opt(Id::FollowAll, "L", "dereference").help(LOOK, "Show what links lead to, not the links"),
    opt(Id::Absent, "", "literal").absent(),
    opt(Id::Absent, "", "quote-name").absent(),
    opt(Id::Absent, "", "quoting-style").absent(),
    opt(Id::Recursive, "R", "recursive").help(WHICH, "List directories below as well, one after another"),
    opt(Id::Absent, "", "format").absent(),
    opt(Id::Absent, "", "show-control-chars").absent(),
    opt(Id::Absent, "", "sort").absent(),
    opt(Id::Absent, "", "tabsize").absent(),
    opt(Id::Time, "", "time")
        .takes("WORD")
        .words(&["atime", "access", "use", "ctime", "status", "mtime", "modification", "birth", "creation"])
        .help(WHAT, "Show and sort by this time, not the last modification; without -l, sort by it"),
    opt(Id::TimeStyle, "", "time-style")
        .takes("STYLE")
        .words(&["full-iso", "long-iso", "iso", "locale", "+FORMAT"])
        .help(WHAT, "With -l, how times are shown"),
    opt(Id::Absent, "", "zero").absent(),
    opt(Id::Color, "", "color")
        .may_take("WHEN")
        .words(&["always", "auto", "never"])
        .help(WHAT, "Colour names by type, as LS_COLORS says"),
    opt(Id::Absent, "", "hyperlink").absent(),
    opt(Id::Absent, "", "block-size").absent(),
    opt(Id::Absent, "", "context").absent(),
    opt(Id::Absent, "", "author").absent(),
    opt(Id::Single, "1", "").help(FORM, "One name a line"),
    opt(Id::Columns, "C", "").help(FORM, "In columns, sorted downwards"),
    opt(Id::Across, "x", "").help(FORM, "In columns, sorted across"),
    opt(Id::Commas, "m", "").help(FORM, "Names behind each other, with commas between"),
    opt(Id::Long, "l", "").help(FORM, "One file a line: mode, links, owner, group, size, time, name"),
    opt(Id::Everything, "f", "").help(ORDER, "As -a and -U together"),
    opt(Id::SortSize, "S", "").help(ORDER, "The largest first"),
    opt(Id::SortTime, "t", "").help(ORDER, "The newest first"),
    opt(Id::Unsorted, "U", "").help(ORDER, "As the directory has them"),
    opt(Id::Help, "", "help").help(OTHER, "Print this and leave"),
    opt(Id::Version, "", "version").help(OTHER, "Print the version and leave"),
];
