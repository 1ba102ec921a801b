//! The words of an expression and the options before the paths: the source of the parser, `--help`, the man page and
//! the completions. This is a table.
//!
//! Imports the table's types alone, since the generator of man pages and completions includes this file.

use ringutils::args::{
    Row, Table, Value,
    means::{self, Setting},
    opt,
};

/// What a word of the table means. The parenthesis, `!` and the comma are no rows: they have no dash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    FollowNever,
    FollowAlways,
    FollowRoots,
    Debug,
    Optimize,
    Means(Setting),
    Not,
    And,
    Or,
    DayStart,
    Follow,
    NoWarn,
    RegexType,
    Warn,
    Depth,
    Files0From,
    Help,
    IgnoreRace,
    MaxDepth,
    MinDepth,
    NoIgnoreRace,
    NoLeaf,
    Version,
    Shard,
    XDev,
    Beyond(Beyond),
    Accessed,
    AccessedMinutes,
    AccessedSince,
    Changed,
    ChangedMinutes,
    ChangedSince,
    Context,
    Empty,
    Executable,
    False,
    FsType,
    Gid,
    Group,
    ILName,
    Inum,
    IName,
    IPath,
    IRegex,
    Links,
    LName,
    Modified,
    ModifiedMinutes,
    ModifiedSince,
    Name,
    NewerXY,
    NoGroup,
    NoUser,
    Path,
    Perm,
    Readable,
    Regex,
    SameFile,
    Size,
    True,
    Type,
    Uid,
    Used,
    User,
    Writable,
    XType,
    Delete,
    Exec,
    ExecDir,
    FLs,
    FPrint,
    FPrint0,
    FPrintF,
    Ls,
    Ok,
    OkDir,
    Print,
    Print0,
    PrintF,
    Prune,
    Quit,
}

/// Words that GNU's find does not have, but for options of ours that other tools have too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beyond {
    Acl,
    Capable,
    Color,
    Exclude,
    Extended,
    Flags,
    GitIgnore,
    Hidden,
    Jobs,
    Json,
    Limit,
    NoColor,
    NoError,
    NoHidden,
    SinceAccessed,
    SinceBorn,
    SinceChanged,
    SinceModified,
    Sorted,
    Sparse,
    Status,
    Strategy,
    Unique,
    XAttr,
    XAttrName,
}

const BEFORE: &str = "Before the paths (of -P, -L and -H the last counts)";
const OPERATORS: &str = "Operators (beside `( EXPR )`, `! EXPR` and `EXPR1 , EXPR2`)";
const POSITIONAL: &str = "Options for what stands behind them";
const GLOBAL: &str = "Options (they hold for the whole walk; put them first)";
const TESTS: &str = "Tests (a number N may be +N for more than N, -N for less)";
const ACTIONS: &str = "Actions";

const OPTIONS_BEYOND: &str =
    "Options that GNU find does not have (those of one letter may stand before the paths)";
const TESTS_BEYOND: &str = "Tests that GNU find does not have";
const ACTIONS_BEYOND: &str = "Actions that GNU find does not have";

/// Orders of a walk.
pub(crate) const STRATEGIES: [&str; 2] = ["bfs", "dfs"];

/// A word of an expression without an argument.
const fn word(id: Word, name: &'static str) -> Row<Word> {
    opt(id, "", name)
}

/// The same, of those that GNU's find does not have.
const fn beyond(id: Beyond, name: &'static str) -> Row<Word> {
    word(Word::Beyond(id), name)
}

/// All words.
pub(crate) static TABLE: Table<Word> = Table {
    tool: "find",
    suite: "findutils",
    version: "4.10.0",
    about: "Walk directory trees and evaluate an expression for every file; print its path where nothing else is asked.",
    usage: &["[-H] [-L] [-P] [PATH]... [EXPRESSION]"],
    dashes: "-",
    rows: &[
        word(Word::FollowNever, "P").help(BEFORE, "Never follow symbolic links (the default)"),
        word(Word::FollowAlways, "L").help(BEFORE, "Follow all symbolic links"),
        word(Word::FollowRoots, "H").help(BEFORE, "Follow only the links among the paths given"),
        word(Word::Debug, "D")
            .takes("FLAG,...")
            .help(BEFORE, "Accepted for the sake of scripts; see `-D help`"),
        word(Word::Optimize, "O3").help(BEFORE, "Accepted, as any level is; -O0 takes no short cuts"),
        means::row(Setting::Io, Word::Means(Setting::Io)),
        means::row(Setting::Depth, Word::Means(Setting::Depth)),
        means::row(Setting::Cpus, Word::Means(Setting::Cpus)),
        means::row(Setting::Stats, Word::Means(Setting::Stats)),
        means::row(Setting::Ops, Word::Means(Setting::Ops)),
        word(Word::Not, "not").help(OPERATORS, "The opposite of the expression that follows; also `!`"),
        word(Word::And, "a")
            .help(OPERATORS, "Both; the second is evaluated only if the first is true. Implied"),
        word(Word::And, "and"),
        word(Word::Or, "o").help(OPERATORS, "Either; the second is evaluated only if the first is false"),
        word(Word::Or, "or"),
        word(Word::DayStart, "daystart").help(POSITIONAL, "Count ages from the end of today"),
        word(Word::Follow, "follow").help(POSITIONAL, "As -L, and for the files that tests name behind it"),
        word(Word::NoWarn, "nowarn").help(POSITIONAL, "Give no warnings about usage, even at a terminal"),
        word(Word::RegexType, "regextype")
            .takes("TYPE")
            .words(&[
                "findutils-default",
                "ed",
                "emacs",
                "gnu-awk",
                "grep",
                "posix-awk",
                "awk",
                "posix-basic",
                "posix-egrep",
                "egrep",
                "posix-extended",
                "posix-minimal-basic",
                "sed",
            ])
            .help(POSITIONAL, "How -regex is written: emacs, grep, posix-extended, and so on"),
        word(Word::Warn, "warn").help(POSITIONAL, "Give warnings about usage, even away from a terminal"),
        word(Word::Depth, "depth").help(
            GLOBAL,
            "Visit what a directory holds before the directory itself; with a number N behind it, which GNU find refuses, \
             a test: N levels below the path given",
        ),
        word(Word::Depth, "d"),
        word(Word::Files0From, "files0-from")
            .takes("FILE")
            .help(GLOBAL, "Take the paths from FILE, each ended by a NUL; from standard input for -"),
        word(Word::Help, "help").help(GLOBAL, "Show this help and exit"),
        word(Word::Help, "-help"),
        word(Word::IgnoreRace, "ignore_readdir_race")
            .help(GLOBAL, "Say nothing of files that vanish meanwhile"),
        word(Word::MaxDepth, "maxdepth").takes("N").help(GLOBAL, "Go at most N levels below the paths given"),
        word(Word::MinDepth, "mindepth").takes("N").help(GLOBAL, "Evaluate nothing less than N levels down"),
        word(Word::NoIgnoreRace, "noignore_readdir_race")
            .help(GLOBAL, "Report files that vanish meanwhile (the default)"),
        word(Word::NoLeaf, "noleaf").help(GLOBAL, "Accepted; directories' link counts are never relied upon"),
        word(Word::Shard, "shard").ours().takes("K/N").help(
            GLOBAL,
            "Evaluate only what is in part K of N of the directories, which are told apart by their paths: N processes \
             with the same paths and each its own K evaluate everything once. GNU find does not have it",
        ),
        word(Word::Shard, "-shard").ours().takes("K/N"),
        word(Word::Version, "version").help(GLOBAL, "Show the version and exit"),
        word(Word::Version, "-version"),
        word(Word::XDev, "xdev").help(GLOBAL, "Stay on the file system of each path given"),
        word(Word::XDev, "mount"),
        word(Word::XDev, "x"),
        word(Word::AccessedMinutes, "amin").takes("N").help(TESTS, "Read N minutes ago"),
        word(Word::AccessedSince, "anewer").takes("FILE").help(TESTS, "Read later than FILE was modified"),
        word(Word::Accessed, "atime").takes("N").help(TESTS, "Read N days ago"),
        word(Word::ChangedMinutes, "cmin").takes("N").help(TESTS, "Status changed N minutes ago"),
        word(Word::ChangedSince, "cnewer")
            .takes("FILE")
            .help(TESTS, "Status changed later than FILE was modified"),
        word(Word::Changed, "ctime").takes("N").help(TESTS, "Status changed N days ago"),
        word(Word::Context, "context")
            .takes("PATTERN")
            .help(TESTS, "The security context matches the shell pattern"),
        word(Word::Empty, "empty").help(TESTS, "A directory without entries or a file without content"),
        word(Word::Executable, "executable").help(TESTS, "This user may execute it, or search the directory"),
        word(Word::False, "false").help(TESTS, "Never true"),
        word(Word::FsType, "fstype").takes("TYPE").help(TESTS, "On a file system of this type"),
        word(Word::Gid, "gid").takes("N").help(TESTS, "Group ID is N"),
        word(Word::Group, "group").takes("NAME").help(TESTS, "Belongs to the group, given by name or ID"),
        word(Word::ILName, "ilname").takes("PATTERN").help(TESTS, "As -lname, upper and lower case alike"),
        word(Word::IName, "iname").takes("PATTERN").help(TESTS, "As -name, upper and lower case alike"),
        word(Word::Inum, "inum").takes("N").help(TESTS, "Inode number is N"),
        word(Word::IPath, "ipath").takes("PATTERN").help(TESTS, "As -path, upper and lower case alike"),
        word(Word::IPath, "iwholename").takes("PATTERN"),
        word(Word::IRegex, "iregex").takes("PATTERN").help(TESTS, "As -regex, upper and lower case alike"),
        word(Word::Links, "links").takes("N").help(TESTS, "Has N hard links"),
        word(Word::LName, "lname")
            .takes("PATTERN")
            .help(TESTS, "A link whose text matches the shell pattern"),
        word(Word::ModifiedMinutes, "mmin").takes("N").help(TESTS, "Modified N minutes ago"),
        word(Word::Modified, "mtime").takes("N").help(TESTS, "Modified N days ago"),
        word(Word::Name, "name")
            .takes("PATTERN")
            .help(TESTS, "The last part of the path matches the shell pattern"),
        word(Word::ModifiedSince, "newer").takes("FILE").help(TESTS, "Modified later than FILE"),
        word(Word::NewerXY, "newerXY").takes("FILE").help(
            TESTS,
            "Time X is later than time Y of FILE: a read, B born, c status changed, m modified; for t, FILE is a moment",
        ),
        word(Word::NoGroup, "nogroup").help(TESTS, "No group has its group ID"),
        word(Word::NoUser, "nouser").help(TESTS, "No user has its user ID"),
        word(Word::Path, "path").takes("PATTERN").help(TESTS, "The whole path matches the shell pattern"),
        word(Word::Path, "wholename").takes("PATTERN"),
        word(Word::Perm, "perm")
            .takes("[-/]MODE")
            .help(TESTS, "Mode is MODE; has all bits of -MODE; has any of /MODE"),
        word(Word::Readable, "readable").help(TESTS, "This user may read it"),
        word(Word::Regex, "regex")
            .takes("PATTERN")
            .help(TESTS, "The whole path matches the regular expression"),
        word(Word::SameFile, "samefile").takes("FILE").help(TESTS, "The same inode as FILE"),
        word(Word::Size, "size")
            .takes("N[bcwkMG]")
            .help(TESTS, "Size is N, in units of 512 bytes (b), bytes, 2 bytes, KiB, MiB or GiB, rounded up"),
        word(Word::True, "true").help(TESTS, "Always true"),
        word(Word::Type, "type")
            .takes("[bcdpfls]")
            .help(TESTS, "Block or character device, directory, pipe, file, link, socket; a list has commas"),
        word(Word::Uid, "uid").takes("N").help(TESTS, "User ID is N"),
        word(Word::Used, "used").takes("N").help(TESTS, "Read N days after its status changed"),
        word(Word::User, "user").takes("NAME").help(TESTS, "Belongs to the user, given by name or ID"),
        word(Word::Writable, "writable").help(TESTS, "This user may write it"),
        word(Word::XType, "xtype")
            .takes("[bcdpfls]")
            .help(TESTS, "As -type, but of what a link leads to; under -L of the link itself"),
        word(Word::Delete, "delete").help(ACTIONS, "Remove the file or empty directory; implies -depth"),
        word(Word::Exec, "exec")
            .takes("COMMAND")
            .help(ACTIONS, "Run COMMAND up to `;` with {} as the path, or up to `{} +` with many paths"),
        word(Word::ExecDir, "execdir")
            .takes("COMMAND")
            .help(ACTIONS, "As -exec, in the directory of the file, with ./NAME as the path"),
        word(Word::FLs, "fls").takes("FILE").help(ACTIONS, "As -ls, to FILE"),
        word(Word::FPrint, "fprint").takes("FILE").help(ACTIONS, "As -print, to FILE"),
        word(Word::FPrint0, "fprint0").takes("FILE").help(ACTIONS, "As -print0, to FILE"),
        word(Word::FPrintF, "fprintf").takes("FILE FORMAT").help(ACTIONS, "As -printf, to FILE"),
        word(Word::Ls, "ls").help(ACTIONS, "Print a line as of `ls -dils`"),
        word(Word::Ok, "ok").takes("COMMAND").help(ACTIONS, "As -exec up to `;`, but ask first"),
        word(Word::OkDir, "okdir").takes("COMMAND").help(ACTIONS, "As -execdir up to `;`, but ask first"),
        word(Word::Print, "print").help(ACTIONS, "Print the path and a newline"),
        word(Word::Print0, "print0").help(ACTIONS, "Print the path and a NUL"),
        word(Word::PrintF, "printf")
            .takes("FORMAT")
            .help(ACTIONS, "Print what FORMAT says, with escapes as \\n and directives as %p"),
        word(Word::Prune, "prune").help(ACTIONS, "Do not enter the directory"),
        word(Word::Quit, "quit").help(ACTIONS, "End at once"),
        beyond(Beyond::Color, "color")
            .help(OPTIONS_BEYOND, "Print paths in the colours of LS_COLORS, where -print writes them to standard output"),
        beyond(Beyond::Extended, "E").help(OPTIONS_BEYOND, "As -regextype posix-extended"),
        beyond(Beyond::Exclude, "exclude").takes("EXPR").help(
            OPTIONS_BEYOND,
            "Leave out what the test or parenthesis that follows holds for, at any depth, with all that is below it",
        ),
        beyond(Beyond::GitIgnore, "gitignore").help(
            OPTIONS_BEYOND,
            "Leave out what .gitignore, .ignore, .git/info/exclude and git's own list of excludes say; hidden files are visited",
        ),
        beyond(Beyond::Jobs, "j").takes("N").help(OPTIONS_BEYOND, "As --io-cpus=N; also -jN"),
        beyond(Beyond::NoColor, "nocolor").help(OPTIONS_BEYOND, "Print paths as they are (the default)"),
        beyond(Beyond::NoError, "noerror").help(
            OPTIONS_BEYOND,
            "Say nothing of files below the paths given that cannot be looked at or read, and do not fail for them",
        ),
        beyond(Beyond::NoHidden, "nohidden").help(OPTIONS_BEYOND, "As -exclude -hidden"),
        beyond(Beyond::Sorted, "s").help(OPTIONS_BEYOND, "Visit the entries of each directory in the order of their names"),
        beyond(Beyond::Status, "status").help(
            OPTIONS_BEYOND,
            "Show on standard error how far the search is, at a terminal and in its foreground, and a line for each SIGUSR1",
        ),
        beyond(Beyond::Strategy, "S").takes("ORDER").words(&STRATEGIES).help(
            OPTIONS_BEYOND,
            "Visit what is in a directory right behind it (dfs, the default), or all that is one level below the paths given \
             before all that is two levels below them, and so on (bfs, which does not go with -depth and -delete)",
        ),
        beyond(Beyond::Unique, "unique")
            .help(OPTIONS_BEYOND, "Visit each file once, by device and inode number, under whichever name comes first"),
        beyond(Beyond::Acl, "acl").help(TESTS_BEYOND, "Has an access control list beyond its mode, or a default one"),
        beyond(Beyond::SinceAccessed, "asince").takes("TIME").help(TESTS_BEYOND, "Read later than TIME; as -newerat"),
        beyond(Beyond::SinceBorn, "Bsince").takes("TIME").help(TESTS_BEYOND, "Created later than TIME; as -newerBt"),
        beyond(Beyond::Capable, "capable").help(TESTS_BEYOND, "Has capabilities"),
        beyond(Beyond::SinceChanged, "csince")
            .takes("TIME")
            .help(TESTS_BEYOND, "Status changed later than TIME; as -newerct"),
        beyond(Beyond::Flags, "flags").takes("[-+]FLAG,...").help(
            TESTS_BEYOND,
            "Has the attributes append, compressed, dax, encrypted, immutable, nodump, verity, and not those with no \
             before their names: exactly so; at least so for -; or at all so for +",
        ),
        beyond(Beyond::Hidden, "hidden").help(TESTS_BEYOND, "The last part of the path begins with a dot"),
        beyond(Beyond::SinceModified, "since").takes("TIME").help(TESTS_BEYOND, "Modified later than TIME; as -newermt"),
        beyond(Beyond::SinceModified, "msince").takes("TIME"),
        beyond(Beyond::Sparse, "sparse").help(TESTS_BEYOND, "Takes fewer blocks than its size would"),
        beyond(Beyond::XAttr, "xattr").help(TESTS_BEYOND, "Has extended attributes"),
        beyond(Beyond::XAttrName, "xattrname").takes("NAME").help(TESTS_BEYOND, "Has the extended attribute NAME"),
        beyond(Beyond::Json, "json").help(
            ACTIONS_BEYOND,
            "Print a line with a JSON object of all that -printf can show; what is no UTF-8 is {\"base64\": ...}",
        ),
        beyond(Beyond::Limit, "limit")
            .takes("N")
            .help(ACTIONS_BEYOND, "End behind the N-th file for which this is evaluated; always true"),
    ],
    notes: &[("Exit status", "0 if all files were visited without an error, 1 otherwise.")],
};

/// The row of a word as it was typed, with its dash. The row of -newerXY stands for all that are as long, and that of -j
/// for those with a number attached.
pub(crate) fn find(typed: &[u8]) -> Option<&'static Row<Word>> {
    let name: &[u8] = match typed.strip_prefix(b"-")? {
        [b'n', b'e', b'w', b'e', b'r', _, _] => b"newerXY",
        [b'j', b'0'..=b'9', ..] => b"j",
        name => name,
    };
    TABLE.rows[OPERATORS_FROM..].iter().find(|row| row.long.as_bytes() == name)
}

/// Whether a word of an expression may stand before the paths too, as in other people's finds, and whether it takes the
/// word behind it.
pub(crate) fn comes_early(typed: &[u8]) -> Option<bool> {
    let row = find(typed).filter(|row| row.long.len() == 1)?;
    match row.id {
        Word::XDev | Word::Beyond(_) => Some(row.value != Value::None && typed.len() == 2),
        _ => None,
    }
}

/// The option of ours that stands before the paths under that name, with two dashes.
pub(crate) fn setting(name: &[u8]) -> Option<(&'static Row<Word>, Setting)> {
    TABLE.rows[..OPERATORS_FROM].iter().find_map(|row| match row.id {
        Word::Means(setting) if row.long.as_bytes() == name => Some((row, setting)),
        _ => None,
    })
}

/// Where the words of expressions begin: the options before them have meaning only before the paths.
const OPERATORS_FROM: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_typed() {
        let check = |typed: &str, expected: Option<Word>| {
            assert_eq!(find(typed.as_bytes()).map(|row| row.id), expected, "{typed}");
        };
        check("-name", Some(Word::Name));
        check("--help", Some(Word::Help));
        check("-help", Some(Word::Help));
        check("-newer", Some(Word::ModifiedSince));
        check("-newerat", Some(Word::NewerXY));
        check("-newera", None);
        check("-neweratx", None);
        check("-j", Some(Word::Beyond(Beyond::Jobs)));
        check("-j12", Some(Word::Beyond(Beyond::Jobs)));
        check("-jx", None);
        check("-D", None);
        check("--name", None);
        check("name", None);
        check("-H", None);
        check("-", None);
    }

    #[test]
    fn letters_may_come_early() {
        let check = |typed: &str, expected| assert_eq!(comes_early(typed.as_bytes()), expected, "{typed}");
        check("-x", Some(false));
        check("-E", Some(false));
        check("-S", Some(true));
        check("-j", Some(true));
        check("-j4", Some(false));
        check("-d", None);
        check("-a", None);
        check("-xdev", None);
        check("-color", None);
    }

    /// Options of ours are no words of an expression, and words are none of them.
    #[test]
    fn settings_are_found_by_their_names() {
        let check = |name: &str, expected: Option<Setting>| {
            assert_eq!(setting(name.as_bytes()).map(|found| found.1), expected, "{name}");
            assert_eq!(find(format!("-{name}").as_bytes()).map(|row| row.id), None, "{name}");
        };
        check("io", Some(Setting::Io));
        check("io-depth", Some(Setting::Depth));
        check("io-d", None);
        check("P", None);
    }

    #[test]
    fn no_word_stands_twice() {
        for (index, row) in TABLE.rows.iter().enumerate() {
            assert!(TABLE.rows[..index].iter().all(|other| other.long != row.long), "{}", row.long);
        }
    }
}
