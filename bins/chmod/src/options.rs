//! The option table of chmod. The generator of man page and completions includes this file by its path, so it
//! imports nothing but the table's types.

use ringutils::args::{
    Table,
    means::{self, Setting},
    opt,
};

/// What an option means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Id {
    /// Report changes.
    Changes,
    /// Change what links lead to.
    Dereference,
    /// Leave links and what they lead to alone.
    NoDereference,
    /// Follow links among the operands.
    FollowOperands,
    /// Follow all links.
    FollowAll,
    /// Follow no links.
    FollowNone,
    /// A mode that looks like an option, or the beginning of one.
    Mode,
    /// Work on `/` like on any other directory.
    NoPreserveRoot,
    /// Refuse to work on `/` recursively.
    PreserveRoot,
    /// Say less about errors.
    Quiet,
    /// Take the mode from a file.
    Reference,
    /// Descend into directories.
    Recursive,
    /// Report every file.
    Verbose,
    /// How files are got at.
    Means(Setting),
    /// Print help.
    Help,
    /// Print the version.
    Version,
}

const WHICH: &str = "Which files are changed";
const HOW: &str = "How links are treated with -R; the last one given counts";
const SAY: &str = "What is reported";

/// In the order in which GNU chmod lists the meanings of an ambiguous option.
pub(crate) static TABLE: Table<Id> = Table {
    tool: "chmod",
    suite: "coreutils",
    version: "9.7",
    about: "Gives each FILE the permissions that MODE describes, or those of RFILE.",
    usage: &["[OPTION]... MODE[,MODE]... FILE...", "[OPTION]... --reference=RFILE FILE..."],
    dashes: "--",
    rows: &[
        opt(Id::Changes, "c", "changes").help(SAY, "Print a line for each file whose mode is changed"),
        opt(Id::Dereference, "", "dereference")
            .help(WHICH, "Change what a symbolic link leads to; below an operand this is not the default"),
        opt(Id::Recursive, "R", "recursive").help(WHICH, "Change directories and everything in them"),
        opt(Id::NoDereference, "h", "no-dereference")
            .help(WHICH, "Pass over symbolic links and leave what they lead to as it is"),
        opt(Id::NoPreserveRoot, "", "no-preserve-root")
            .help(WHICH, "Treat the root directory like any other, as is the default"),
        opt(Id::PreserveRoot, "", "preserve-root")
            .help(WHICH, "Refuse to change the root directory and what is in it with -R"),
        opt(Id::Quiet, "", "quiet"),
        opt(Id::Reference, "", "reference")
            .takes("RFILE")
            .help(WHICH, "Take the mode from RFILE, or from what it leads to if it is a link"),
        opt(Id::Quiet, "f", "silent").help(SAY, "Leave out most error messages"),
        opt(Id::Verbose, "v", "verbose").help(SAY, "Print a line for each file"),
        opt(Id::FollowOperands, "H", "").help(
            HOW,
            "Descend into an operand that is a link to a directory, but follow no other link; the default",
        ),
        opt(Id::FollowAll, "L", "").help(HOW, "Follow every link to a directory"),
        opt(Id::FollowNone, "P", "").help(HOW, "Follow no link"),
        opt(Id::Mode, "rwxXstugoa,+=01234567", "").may_take("MODE"),
        means::row(Setting::Io, Id::Means(Setting::Io)),
        means::row(Setting::Depth, Id::Means(Setting::Depth)),
        means::row(Setting::Cpus, Id::Means(Setting::Cpus)),
        means::row(Setting::Stats, Id::Means(Setting::Stats)),
        means::row(Setting::Ops, Id::Means(Setting::Ops)),
        opt(Id::Help, "", "help").help(SAY, "Print this text and exit"),
        opt(Id::Version, "", "version").help(SAY, "Print the version and exit"),
    ],
    notes: &[
        (
            "Modes",
            "An octal number of up to four digits, or clauses joined by commas: any of the letters u (owner), g (group), \
             o (others) and a (all), then one or more of + (add), - (remove) or = (set), each followed by letters out \
             of r (read), w (write), x (execute), X (execute, for directories and for what somebody may execute), \
             s (set user or group ID) and t (sticky), or by one of u, g and o to copy their permissions. Without \
             letters in front, the bits of the umask are left as they are. A number after an operator, or one of five \
             digits, also clears the set-ID bits of directories, which numbers otherwise keep.",
        ),
        ("Exit status", "0 if every file has the wanted mode, 1 otherwise."),
    ],
};
