//! The words of an expression and the options before the paths: the source of the parser, `--help`, the man page and
//! the completions.
//!
//! Imports the table's types alone, since the generator of man pages and completions includes this file.

use ringutils::args::{Row, Table, opt};

/// What a word of the table means. The parenthesis, `!` and the comma are no rows: they have no dash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    FollowNever,
    FollowAlways,
    FollowRoots,
    Not,
    And,
    Or,
    Depth,
    Help,
    MaxDepth,
    MinDepth,
    Version,
    XDev,
    Accessed,
    AccessedMinutes,
    AccessedSince,
    Changed,
    ChangedMinutes,
    ChangedSince,
    Empty,
    False,
    Gid,
    Group,
    Inum,
    IName,
    IPath,
    Links,
    Modified,
    ModifiedMinutes,
    ModifiedSince,
    Name,
    NoGroup,
    NoUser,
    Path,
    Perm,
    SameFile,
    Size,
    True,
    Type,
    Uid,
    User,
    Delete,
    Exec,
    Print,
    Print0,
    Prune,
    Quit,
}

const BEFORE: &str = "Symbolic links (before the paths; the last one counts)";
const OPERATORS: &str = "Operators (beside `( EXPR )`, `! EXPR` and `EXPR1 , EXPR2`)";
const GLOBAL: &str = "Options (they hold for the whole walk; put them first)";
const TESTS: &str = "Tests (a number N may be +N for more than N, -N for less)";
const ACTIONS: &str = "Actions";

/// A word of an expression without an argument.
const fn word(id: Word, name: &'static str) -> Row<Word> {
    opt(id, "", name)
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
        word(Word::Not, "not").help(OPERATORS, "The opposite of the expression that follows; also `!`"),
        word(Word::And, "a")
            .help(OPERATORS, "Both; the second is evaluated only if the first is true. Implied"),
        word(Word::And, "and"),
        word(Word::Or, "o").help(OPERATORS, "Either; the second is evaluated only if the first is false"),
        word(Word::Or, "or"),
        word(Word::Depth, "depth").help(GLOBAL, "Visit what a directory holds before the directory itself"),
        word(Word::Depth, "d"),
        word(Word::Help, "help").help(GLOBAL, "Show this help and exit"),
        word(Word::Help, "-help"),
        word(Word::MaxDepth, "maxdepth").takes("N").help(GLOBAL, "Go at most N levels below the paths given"),
        word(Word::MinDepth, "mindepth").takes("N").help(GLOBAL, "Evaluate nothing less than N levels down"),
        word(Word::Version, "version").help(GLOBAL, "Show the version and exit"),
        word(Word::Version, "-version"),
        word(Word::XDev, "xdev").help(GLOBAL, "Stay on the file system of each path given"),
        word(Word::XDev, "mount"),
        word(Word::AccessedMinutes, "amin").takes("N").help(TESTS, "Read N minutes ago"),
        word(Word::AccessedSince, "anewer").takes("FILE").help(TESTS, "Read later than FILE was modified"),
        word(Word::Accessed, "atime").takes("N").help(TESTS, "Read N days ago"),
        word(Word::ChangedMinutes, "cmin").takes("N").help(TESTS, "Status changed N minutes ago"),
        word(Word::ChangedSince, "cnewer")
            .takes("FILE")
            .help(TESTS, "Status changed later than FILE was modified"),
        word(Word::Changed, "ctime").takes("N").help(TESTS, "Status changed N days ago"),
        word(Word::Empty, "empty").help(TESTS, "A directory without entries or a file without content"),
        word(Word::False, "false").help(TESTS, "Never true"),
        word(Word::Gid, "gid").takes("N").help(TESTS, "Group ID is N"),
        word(Word::Group, "group").takes("NAME").help(TESTS, "Belongs to the group, given by name or ID"),
        word(Word::IName, "iname").takes("PATTERN").help(TESTS, "As -name, upper and lower case alike"),
        word(Word::Inum, "inum").takes("N").help(TESTS, "Inode number is N"),
        word(Word::IPath, "ipath").takes("PATTERN").help(TESTS, "As -path, upper and lower case alike"),
        word(Word::IPath, "iwholename").takes("PATTERN"),
        word(Word::Links, "links").takes("N").help(TESTS, "Has N hard links"),
        word(Word::ModifiedMinutes, "mmin").takes("N").help(TESTS, "Modified N minutes ago"),
        word(Word::Modified, "mtime").takes("N").help(TESTS, "Modified N days ago"),
        word(Word::Name, "name")
            .takes("PATTERN")
            .help(TESTS, "The last part of the path matches the shell pattern"),
        word(Word::ModifiedSince, "newer").takes("FILE").help(TESTS, "Modified later than FILE"),
        word(Word::NoGroup, "nogroup").help(TESTS, "No group has its group ID"),
        word(Word::NoUser, "nouser").help(TESTS, "No user has its user ID"),
        word(Word::Path, "path").takes("PATTERN").help(TESTS, "The whole path matches the shell pattern"),
        word(Word::Path, "wholename").takes("PATTERN"),
        word(Word::Perm, "perm")
            .takes("[-/]MODE")
            .help(TESTS, "Mode is MODE; has all bits of -MODE; has any of /MODE"),
        word(Word::SameFile, "samefile").takes("FILE").help(TESTS, "The same inode as FILE"),
        word(Word::Size, "size")
            .takes("N[bcwkMG]")
            .help(TESTS, "Size is N, in units of 512 bytes (b), bytes, 2 bytes, KiB, MiB or GiB, rounded up"),
        word(Word::True, "true").help(TESTS, "Always true"),
        word(Word::Type, "type")
            .takes("[bcdpfls]")
            .help(TESTS, "Block or character device, directory, pipe, file, link, socket; a list has commas"),
        word(Word::Uid, "uid").takes("N").help(TESTS, "User ID is N"),
        word(Word::User, "user").takes("NAME").help(TESTS, "Belongs to the user, given by name or ID"),
        word(Word::Delete, "delete").help(ACTIONS, "Remove the file or empty directory; implies -depth"),
        word(Word::Exec, "exec")
            .takes("COMMAND")
            .help(ACTIONS, "Run COMMAND up to `;` with {} as the path, or up to `{} +` with many paths"),
        word(Word::Print, "print").help(ACTIONS, "Print the path and a newline"),
        word(Word::Print0, "print0").help(ACTIONS, "Print the path and a NUL"),
        word(Word::Prune, "prune").help(ACTIONS, "Do not enter the directory"),
        word(Word::Quit, "quit").help(ACTIONS, "End at once"),
    ],
    notes: &[("Exit status", "0 if all files were visited without an error, 1 otherwise.")],
};

/// The row of a word as it was typed, with its dash.
pub(crate) fn find(typed: &[u8]) -> Option<&'static Row<Word>> {
    let name = typed.strip_prefix(b"-")?;
    TABLE.rows[OPERATORS_FROM..].iter().find(|row| row.long.as_bytes() == name)
}

/// Where the words of expressions begin: the options before them have meaning only before the paths.
const OPERATORS_FROM: usize = 3;

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
        check("--name", None);
        check("name", None);
        check("-H", None);
        check("-", None);
    }

    #[test]
    fn no_word_stands_twice() {
        for (index, row) in TABLE.rows.iter().enumerate() {
            assert!(TABLE.rows[..index].iter().all(|other| other.long != row.long), "{}", row.long);
        }
    }
}
