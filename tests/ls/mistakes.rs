//! Usage errors: GNU's words, GNU's status.

use super::{ZOO, case, each};
use ringutils_tests::{Outcome, Tree};

#[test]
fn wrong_commands() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -j
        -aj
        -e
        --nonsense
        --nonsense=1
        --al=1
        --time-style
        --time-style=nonsense
        -l --time-style=nonsense
        --color=nonsense
        --group-directories-first=1
        --full-time=x
        --full a
        --group a
        --g a
        --colo a
        --time=
        --time=x
        --time=m
        --time
        --tim=use
        -l --time-st=iso a/b
        -
        ---
        - a
        -1 -- -l
        a -l
        a -- -l
        --color=always --color=never a
        ",
    );
    case(&["a", "missing", "-l"]).env("POSIXLY_CORRECT", "1").check(&tree);
}

/// G10: run-time errors begin with the last part of the name that the tool was started under, usage errors with all
/// of it.
#[test]
fn a_path_as_name() {
    let tree = Tree::new(ZOO);
    case(&["missing"]).called("./some/where/ls").check(&tree);
    case(&["-j"]).called("./some/where/ls").check(&tree);
    case(&["--nonsense"]).called("my-ls").check(&tree);
}

/// Texts of our own, which name GNU's package and end with its version where scripts look for them.
#[test]
fn help_and_version() {
    let tree = Tree::new("d a\n");
    let version = "ls (ringutils 0.1.0, GNU coreutils compatible) 9.7\n\
         License: MIT or Apache-2.0, at your option.\n\
         This is not a GNU program; it shares no code with GNU coreutils.\n";
    case(&["--version"]).pin(&tree, &Outcome::new(0, version, ""));
    let line = "Lists files and what directories hold, sorted by name unless an option says\n";
    case(&["--help"]).shell("TOOL | sed -n 2p").pin(&tree, &Outcome::new(0, line, ""));
}

/// Options that are not there yet are refused as one that never was: none is ignored.
#[test]
fn options_that_are_not_there_yet() {
    let tree = Tree::new("d a\n");
    for letter in "bBcDgGIkNoqQTuvwXZ".chars() {
        let err = format!("ls: invalid option -- '{letter}'\nTry 'ls --help' for more information.\n");
        case(&[&format!("-{letter}"), "a", "a"]).pin(&tree, &Outcome::new(2, "", err));
    }
    for option in [
        "--author",
        "--block-size=1",
        "--context",
        "--dereference-command-line-symlink-to-dir",
        "--dired",
        "--escape",
        "--file-type",
        "--format=long",
        "--hide-control-chars",
        "--hide=x",
        "--hyperlink=always",
        "--ignore-backups",
        "--ignore=x",
        "--indicator-style=slash",
        "--kibibytes",
        "--literal",
        "--no-group",
        "--quote-name",
        "--quoting-style=c",
        "--show-control-chars",
        "--sort=size",
        "--tabsize=1",
        "--width=9",
        "--zero",
    ] {
        let err = format!("ls: unrecognized option '{option}'\nTry 'ls --help' for more information.\n");
        case(&[option, "a"]).pin(&tree, &Outcome::new(2, "", err));
    }
}

/// Abbreviations are resolved among the options that are there.
#[test]
fn abbreviations() {
    let tree = Tree::new("d a\n");
    for option in ["--h", "--fu", "--q", "--si", "--s", "--t=x", "--ti=ctime", "--dereference-command", "--a"]
    {
        case(&[option, "a"]).check(&tree);
    }
}
