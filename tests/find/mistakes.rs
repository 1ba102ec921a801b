//! Usage errors: GNU's words, GNU's status.

use super::{ZOO, case, check, each};
use ringutils_tests::{Outcome, Tree};

/// Commands that are wrong in themselves, one a line.
pub(super) const WRONG: &str = "
    . -nonsense
    . -name
    . -iname
    . -path
    . -type
    . -type z
    . -type fd
    . -type f,
    . -type ,
    . -type f,f
    . -type f,z
    . -size
    . -size k
    . -size 1q
    . -size 1kk
    . -size x
    . -size +-1
    . -size -
    . -size 1.5k
    . -perm
    . -perm 8
    . -perm zz
    . -perm 77777
    . -perm u=z
    . -perm -
    . -perm /
    . -user
    . -user nosuchuser
    . -user -1
    . -user 99999999999
    . -newer
    . -mtime
    . -mtime x
    . -mtime 1x
    . -mtime +
    . -mmin x
    . -maxdepth
    . -maxdepth x
    . -maxdepth -1
    . -maxdepth +1
    . -maxdepth 1x
    . -mindepth x
    . -maxdepth 99999999999
    . (
    . )
    . ( )
    . ( -name a
    . -name a )
    . ( -name a ) )
    . !
    . ! !
    . -not
    . -o
    . -o -name a
    . -name a -o
    . -a
    . -name a -a
    . -name a -a -a -name b
    . -name a -o -o -name b
    . ,
    . , -name a
    . -name a ,
    . -name a , , -name b
    . -exec
    . -exec ;
    . -exec echo
    . -exec echo {}
    . -exec +
    . -exec {} +
    . -exec echo +
    . -exec echo {} {} +
    . -exec echo x{} +
    . -exec echo {} x +
    . -name a b
    . -print a
    . -print a/b/dangling
    . -name x a/b/link
    . -print /proc/1/cwd
    a -name x b -name y
    . -delete -prune
    . -prune -delete
    . -name b -prune -o -delete -name x
    -nonsense
    -L -nonsense
    --nonsense
    -X .
    . --
    -L
    -L -name b
    -maxdepth 1
    ( -name b )
    ! -name b
    , .
    ) .
";

#[test]
fn wrong_commands() {
    let tree = Tree::new(ZOO);
    each(&tree, WRONG);
    check(&tree, &[".", "-type", ""]);
    check(&tree, &[".", "-size", ""]);
    check(&tree, &[".", "-perm", ""]);
    check(&tree, &[".", "-user", ""]);
    check(&tree, &[".", "-newer", ""]);
    check(&tree, &[".", "-mtime", ""]);
    check(&tree, &[".", "-exec", "", ";"]);
    check(&tree, &[".", "", "-name", "b"]);
}

/// Texts of our own, which name GNU's package and end with its version where scripts look for them.
#[test]
fn help_and_version() {
    let tree = Tree::new("d a\n");
    let version = "find (ringutils 0.1.0, GNU findutils compatible) 4.10.0\n\
         License: MIT or Apache-2.0, at your option.\n\
         This is not a GNU program; it shares no code with GNU findutils.\n";
    case(&["--version"]).pin(&tree, &Outcome::new(0, version, ""));
    let line = "Walk directory trees and evaluate an expression for every file; print its path\n";
    case(&["--help"]).shell("TOOL | sed -n 2p").pin(&tree, &Outcome::new(0, line, ""));
}

/// GNU's find swaps the sides of a comma with -O2 and -O3, and so takes the other one's answer.
/// Of a directory that can't be read -empty complains, if it is asked.
#[test]
fn what_comes_first_without_optimization() {
    let tree = Tree::new("d b 311\nd b/c 311\nd d\n");
    for level in ["-O0", "-O1"] {
        for expression in [
            "( -empty -o -true )",
            "-empty -o -true -o -name b",
            "-empty -o -name b -o -true",
            "-empty -true -name b",
            "-empty -false",
            "! ( -empty -o -true )",
            "-print -empty -true -o -name d",
        ] {
            let words: Vec<&str> = [level, "."].into_iter().chain(expression.split(' ')).collect();
            check(&tree, &words);
        }
    }
}

#[test]
fn levels_of_optimization() {
    let tree = Tree::new("d a\nf a/b\n");
    for level in ["-O2", "-O3"] {
        case(&[level, "a", "-writable", ",", "-name", "b"]).pin(&tree, &Outcome::new(0, "a/b\n", ""));
    }
}

/// GNU's find calls standard input by the name that it quoted last.
#[test]
fn empty_names_behind_messages() {
    let said = "find: 'missing': No such file or directory\n\
        find: '(standard input)':2: invalid zero-length file name\n";
    case(&["-files0-from", "-"])
        .shell("printf 'missing\\0\\0' | TOOL")
        .pin(&Tree::new("d a\n"), &Outcome::new(1, "", said));
}

/// What GNU's find tells of its own working is its own; -D is accepted, and explains itself.
#[test]
fn debugging_says_nothing() {
    let tree = Tree::new("d a\n");
    for flag in ["tree", "opt", "search", "rates", "all", "search,foo"] {
        let err =
            if flag.ends_with("foo") { "find: Ignoring unrecognised debug flag 'search'\n" } else { "" };
        case(&["-D", flag, "a"]).pin(&tree, &Outcome::new(0, "a\n", err));
    }
    let line = "The flags of -D, of which several may be given with commas between them:\n";
    case(&["-D", "help"]).shell("TOOL | sed -n 1p").pin(&tree, &Outcome::new(0, line, ""));
}
