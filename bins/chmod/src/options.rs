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
    /// Tell, and change nothing.
    DryRun,
    /// Take operands from a file.
    FilesFrom,
    /// Leave other file systems alone.
    OneFileSystem,
    /// Show how far the run is.
    Progress,
    /// Change one part of the tree.
    Shard,
    /// Leave files alone whose mode is right.
    SkipUnchanged,
    /// Undo what a log has.
    Undo,
    /// Log changes so that they can be undone.
    UndoLog,
    /// How files are got at.
    Means(Setting),
    /// Print help.
    Help,
    /// Print the version.
    Version,
}

const WHICH: &str = "Which files are changed";
const HOW: &str = "How links are treated with -R; the last one given counts";
const OURS: &str = "What GNU chmod does not have; these names cannot be shortened";
const SAY: &str = "What is reported";

/// In the order in which GNU chmod lists the meanings of an ambiguous option.
pub(crate) static TABLE: Table<Id> = Table {
    tool: "chmod",
    suite: "coreutils",
    version: "9.7",
    about: "Gives each FILE the permissions that MODE describes, or those of RFILE.",
    usage: &[
        "[OPTION]... MODE[,MODE]... FILE...",
        "[OPTION]... --reference=RFILE FILE...",
        "[OPTION]... --undo=LOG",
    ],
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
        opt(Id::DryRun, "", "dry-run").ours().help(
            OURS,
            "Change nothing, and print what -v would print, or -c if it is given, if no change were refused. All is told \
             as it is now: a directory that the mode would open is closed, and a file met twice has its old mode",
        ),
        opt(Id::FilesFrom, "", "files0-from").ours().takes("F").help(
            OURS,
            "Take the files from F, or from standard input if it is -, where each name ends with a NUL",
        ),
        opt(Id::OneFileSystem, "", "one-file-system")
            .ours()
            .help(OURS, "With -R, leave alone what is on other file systems than the FILE that it is below"),
        opt(Id::Progress, "", "progress").ours().may_take("WHEN").words(&["always", "never", "auto"]).help(
            OURS,
            "Show how many files are done, how many a second, and where, on standard error; SIGUSR1 asks for a line \
             of it. WHEN is auto, if it is a terminal, where it is left out",
        ),
        opt(Id::Shard, "", "shard").ours().takes("K/N").help(
            OURS,
            "Change only what is in part K of N of the directories, which are told apart by their paths: N processes, \
             maybe on as many hosts, with the same FILEs and each its own K, change everything once. Who comes to a directory before another \
             has opened it says so, and is to be run again",
        ),
        opt(Id::SkipUnchanged, "", "skip-unchanged")
            .ours()
            .help(OURS, "Leave files alone whose mode is right already, so that their time of change stays"),
        opt(Id::Undo, "", "undo").ours().takes("LOG").help(
            OURS,
            "Give back the modes that LOG has to the files that are still the same and still have the mode that they \
             were given, and report the others",
        ),
        opt(Id::UndoLog, "", "undo-log").ours().takes("LOG").help(
            OURS,
            "Note the mode of each file in LOG, a new file, before changing it; a file that cannot be noted is not \
             changed",
        ),
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
