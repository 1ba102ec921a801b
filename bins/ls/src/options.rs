//! The option table of ls. The generator of man page and completions includes this file by its path, so it imports
//! nothing but the table's types.

use ringutils::args::{
    Row, Table,
    means::{self, Setting},
    opt,
};

/// What an option means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Id {
    /// Leave no name out.
    All,
    /// Leave out `.` and `..` only.
    AlmostAll,
    /// In columns, across.
    Across,
    /// The author in long lines.
    Author,
    /// Leave out names that end in a tilde.
    Backups,
    /// The unit of sizes.
    BlockSize,
    /// The time of the last change of the inode.
    Changed,
    /// Characters behind names for all types.
    Classify,
    /// Colours.
    Color,
    /// In columns, downwards.
    Columns,
    /// With commas.
    Commas,
    /// Security contexts.
    Context,
    /// Directories themselves.
    Directory,
    /// Positions of names for Emacs.
    Dired,
    /// Directories before all else.
    DirsFirst,
    /// Names as in a string of C, without the quotation marks.
    Escape,
    /// Every name, unsorted.
    Everything,
    /// Characters behind names for all types but programs.
    FileType,
    /// Follow all links.
    FollowAll,
    /// Follow links among the operands that lead to directories.
    FollowOperandDirs,
    /// Follow links among the operands.
    FollowOperands,
    /// The layout, by its name.
    Format,
    /// Long, with whole times.
    FullTime,
    /// Show help.
    Help,
    /// Leave out names by a pattern, unless hidden ones are shown.
    Hide,
    /// A question mark for what cannot be shown.
    HideControls,
    /// Sizes in units for people.
    Human,
    /// Names as hyperlinks.
    Hyperlink,
    /// Leave out names by a pattern.
    Ignore,
    /// Characters behind names, by the name of a style.
    IndicatorStyle,
    /// Inode numbers.
    Inode,
    /// Allocated sizes in KiB.
    Kibibytes,
    /// Names as they are.
    Literal,
    /// Long.
    Long,
    /// How files are got at.
    Means(Setting),
    /// No group in long lines.
    NoGroup,
    /// Long, without the group.
    NoGroupLong,
    /// Long, without the owner.
    NoOwner,
    /// Long, with numbers for owners.
    Numeric,
    /// Names as strings of C.
    QuoteName,
    /// The quoting of names, by the name of a style.
    QuotingStyle,
    /// Directories below too.
    Recursive,
    /// The other way round.
    Reverse,
    /// What cannot be shown as it is.
    ShowControls,
    /// Sizes in decimal units for people.
    Si,
    /// One name a line.
    Single,
    /// Allocated sizes.
    Size,
    /// A slash behind directories.
    Slash,
    /// The order, by its name.
    Sort,
    /// By extension.
    SortExtension,
    /// By size.
    SortSize,
    /// By time.
    SortTime,
    /// By version.
    SortVersion,
    /// The distance of tab stops.
    TabSize,
    /// Which time is shown and sorted by.
    Time,
    /// The style of times.
    TimeStyle,
    /// JSON objects.
    Json,
    /// A tree.
    Tree,
    /// As the directory has them.
    Unsorted,
    /// The time of the last access.
    Used,
    /// Show the version.
    Version,
    /// The width of a line.
    Width,
    /// A NUL at the end of lines.
    Zero,
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
            "Sizes",
            "A number of bytes, a unit, or both: K, M, G, T, P, E for powers of 1024, also as KiB; kB, MB and so on for \
             powers of 1000; human-readable and si for what fits. A quotation mark in front groups digits. The \
             variables LS_BLOCK_SIZE, BLOCK_SIZE and BLOCKSIZE set the default.",
        ),
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
const NAMES: &str = "Names";
const LOOK: &str = "Links";
const OURS: &str = "Beyond GNU ls";
const OTHER: &str = "Other";

/// In the order in which GNU ls lists the possible meanings of an ambiguous option.
static ROWS: &[Row<Id>] = &[
    opt(Id::All, "a", "all").help(WHICH, "List every name, those that begin with a dot too"),
    opt(Id::Escape, "b", "escape").help(NAMES, "Show names as in C, without quotation marks: \\n, \\001"),
    opt(Id::Directory, "d", "directory").help(WHICH, "List directories themselves, not what they hold"),
    opt(Id::Dired, "D", "dired").help(FORM, "As -l, with the positions of names at the end, for Emacs"),
    opt(Id::FullTime, "", "full-time").help(WHAT, "As -l with --time-style=full-iso"),
    opt(Id::DirsFirst, "", "group-directories-first").help(ORDER, "Put directories before all else"),
    opt(Id::Human, "h", "human-readable").help(WHAT, "With -l and -s, show sizes as 1.5K, 23M, 4.2G"),
    opt(Id::Inode, "i", "inode").help(WHAT, "Show each file's inode number"),
    opt(Id::Kibibytes, "k", "kibibytes")
        .help(WHAT, "Show allocated sizes in KiB, whatever the environment says"),
    opt(Id::Numeric, "n", "numeric-uid-gid").help(FORM, "As -l, with numbers for users and groups"),
    opt(Id::NoGroup, "G", "no-group").help(WHAT, "With -l, leave out groups"),
    opt(Id::HideControls, "q", "hide-control-chars")
        .help(NAMES, "Show a question mark for what cannot be shown"),
    opt(Id::Reverse, "r", "reverse").help(ORDER, "Turn the order round"),
    opt(Id::Size, "s", "size").help(WHAT, "Show how much each file takes on disk"),
    opt(Id::Width, "w", "width").takes("COLS").help(FORM, "The width of a line, 0 for any"),
    opt(Id::AlmostAll, "A", "almost-all").help(WHICH, "List every name but . and .."),
    opt(Id::Backups, "B", "ignore-backups").help(WHICH, "Leave out names that end in ~"),
    opt(Id::Classify, "F", "").help(WHAT, "Put one of */=@| behind names, by the type of the file"),
    opt(Id::Classify, "", "classify").may_take("WHEN").words(&["always", "auto", "never"]),
    opt(Id::Slash, "p", "").help(WHAT, "Put a slash behind the names of directories"),
    opt(Id::FileType, "", "file-type").help(WHAT, "As -F, without the * behind programs"),
    opt(Id::Si, "", "si").help(WHAT, "As -h, with powers of 1000"),
    opt(Id::FollowOperands, "H", "dereference-command-line").help(LOOK, "Follow links that are operands"),
    opt(Id::FollowOperandDirs, "", "dereference-command-line-symlink-to-dir")
        .help(LOOK, "Follow links that are operands and lead to directories"),
    opt(Id::Hide, "", "hide")
        .takes("PATTERN")
        .help(WHICH, "Leave out names that match, unless -a or -A is given"),
    opt(Id::Ignore, "I", "ignore").takes("PATTERN").help(WHICH, "Leave out names that match"),
    opt(Id::IndicatorStyle, "", "indicator-style")
        .takes("STYLE")
        .words(&["none", "slash", "file-type", "classify"])
        .help(WHAT, "Which characters are put behind names"),
    opt(Id::FollowAll, "L", "dereference").help(LOOK, "Show what links lead to, not the links"),
    opt(Id::Literal, "N", "literal").help(NAMES, "Show names as they are"),
    opt(Id::QuoteName, "Q", "quote-name").help(NAMES, "Show names as strings of C"),
    opt(Id::QuotingStyle, "", "quoting-style")
        .takes("STYLE")
        .words(&[
            "literal",
            "shell",
            "shell-always",
            "shell-escape",
            "shell-escape-always",
            "c",
            "c-maybe",
            "escape",
            "locale",
            "clocale",
        ])
        .help(NAMES, "How names are quoted"),
    opt(Id::Recursive, "R", "recursive").help(WHICH, "List directories below as well, one after another"),
    opt(Id::Format, "", "format")
        .takes("LAYOUT")
        .words(&["verbose", "long", "commas", "horizontal", "across", "vertical", "single-column"])
        .help(FORM, "The layout by its name"),
    opt(Id::ShowControls, "", "show-control-chars").help(NAMES, "Show what cannot be shown as it is"),
    opt(Id::Sort, "", "sort")
        .takes("KEY")
        .words(&["none", "size", "time", "version", "extension", "name", "width"])
        .help(ORDER, "The order by its name"),
    opt(Id::TabSize, "T", "tabsize").takes("COLS").help(FORM, "The distance of tab stops, 0 for no tabs"),
    opt(Id::Time, "", "time")
        .takes("WORD")
        .words(&["atime", "access", "use", "ctime", "status", "mtime", "modification", "birth", "creation"])
        .help(WHAT, "Show and sort by this time, not the last modification; without -l, sort by it"),
    opt(Id::TimeStyle, "", "time-style")
        .takes("STYLE")
        .words(&["full-iso", "long-iso", "iso", "locale", "+FORMAT"])
        .help(WHAT, "With -l, how times are shown"),
    opt(Id::Zero, "", "zero").help(FORM, "End lines with a NUL, and show names as they are, one a line"),
    opt(Id::Color, "", "color")
        .may_take("WHEN")
        .words(&["always", "auto", "never"])
        .help(WHAT, "Colour names by type, as LS_COLORS says"),
    opt(Id::Hyperlink, "", "hyperlink")
        .may_take("WHEN")
        .words(&["always", "auto", "never"])
        .help(NAMES, "Make names links that a terminal can open"),
    opt(Id::BlockSize, "", "block-size").takes("SIZE").help(WHAT, "The unit of sizes: 512, K, MB, '1, si"),
    opt(Id::Context, "Z", "context").help(WHAT, "Show security contexts"),
    opt(Id::Author, "", "author").help(WHAT, "With -l, show the author, who is the owner on Linux"),
    opt(Id::Single, "1", "").help(FORM, "One name a line"),
    opt(Id::Columns, "C", "").help(FORM, "In columns, sorted downwards"),
    opt(Id::Across, "x", "").help(FORM, "In columns, sorted across"),
    opt(Id::Commas, "m", "").help(FORM, "Names behind each other, with commas between"),
    opt(Id::Long, "l", "").help(FORM, "One file a line: mode, links, owner, group, size, time, name"),
    opt(Id::NoOwner, "g", "").help(FORM, "As -l, without owners"),
    opt(Id::NoGroupLong, "o", "").help(FORM, "As -l, without groups"),
    opt(Id::Everything, "f", "").help(ORDER, "As -a and -U together"),
    opt(Id::SortSize, "S", "").help(ORDER, "The largest first"),
    opt(Id::SortTime, "t", "").help(ORDER, "The newest first"),
    opt(Id::SortVersion, "v", "").help(ORDER, "By name, numbers within by their value"),
    opt(Id::SortExtension, "X", "").help(ORDER, "By what stands behind the last dot"),
    opt(Id::Unsorted, "U", "").help(ORDER, "As the directory has them"),
    opt(Id::Changed, "c", "").help(WHAT, "As --time=ctime"),
    opt(Id::Used, "u", "").help(WHAT, "As --time=atime"),
    opt(Id::Json, "", "json")
        .help(OURS, "One file a line as a JSON object, with all that is known of it; raw bytes in base 64")
        .ours(),
    opt(Id::Tree, "", "tree")
        .may_take("DEPTH")
        .help(OURS, "List directories below as a tree, DEPTH levels of it, one name a line or as -l has it")
        .ours(),
    means::row(Setting::Io, Id::Means(Setting::Io)),
    means::row(Setting::Depth, Id::Means(Setting::Depth)),
    means::row(Setting::Cpus, Id::Means(Setting::Cpus)),
    means::row(Setting::Stats, Id::Means(Setting::Stats)),
    means::row(Setting::Ops, Id::Means(Setting::Ops)),
    opt(Id::Help, "", "help").help(OTHER, "Print this and leave"),
    opt(Id::Version, "", "version").help(OTHER, "Print the version and leave"),
];
