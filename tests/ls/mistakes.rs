//! Usage errors: GNU's words, GNU's status.

use super::{ZOO, case, each, quick};
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

/// Words and numbers that make no sense, each with GNU's words and status.
#[test]
fn wrong_values() {
    let tree = Tree::new(ZOO);
    for option in ["--sort", "--format", "--indicator-style", "--quoting-style", "--hyperlink", "--classify"]
    {
        for word in ["x", "", "s", "v", "a"] {
            quick(&[&format!("{option}={word}"), "cafe"]).check(&tree);
        }
    }
    for number in ["", "x", "-1", "+5", "5k", "08", "010", "0x10", " 7", "7 ", "9223372036854775807"] {
        quick(&["-C", "-w", number, "a"]).check(&tree);
        quick(&["-C", "-T", number, "a"]).check(&tree);
    }
    for number in ["9223372036854775808", "18446744073709551615", "18446744073709551616"] {
        quick(&["-C", &format!("--width={number}"), "a"]).check(&tree);
        quick(&["-C", &format!("--tabsize={number}"), "a"]).check(&tree);
        quick(&["-C", "a"]).env("TABSIZE", number).check(&tree);
        quick(&["-C", "a"]).env("COLUMNS", number).check(&tree);
    }
    for size in [
        "",
        "x",
        "0",
        "0K",
        "0kk",
        "-1",
        "'",
        "''1",
        "1x",
        "1kk",
        "Ki",
        "p",
        "1p",
        "R",
        "1R",
        "Z",
        "1Y",
        "16E",
        "16Ex",
        "99999999999999999999",
        "99999999999999999999b",
        "six",
        "si ",
        "1 ",
        "1.5",
    ] {
        quick(&[&format!("--block-size={size}"), "-s", "cafe"]).check(&tree);
    }
    each(
        &tree,
        "-D --zero\n--zero -lD a\n-D --zero -C\n-w\n-I\n--hide\n--block-size\n--author=x\n--zero=x\n--time=c",
    );
    case(&["--zero", "-D", "--time-style=nonsense"]).env("TABSIZE", "x").env("COLUMNS", "y").check(&tree);
    case(&["-C", "--color=always", "a"])
        .env("COLUMNS", "y")
        .env("QUOTING_STYLE", "z")
        .env("TABSIZE", "x")
        .check(&tree);
    case(&["-CN", "-w9", "-T4", "a"])
        .env("COLUMNS", "y")
        .env("QUOTING_STYLE", "z")
        .env("TABSIZE", "x")
        .check(&tree);
}

/// Every beginning of every option of GNU's means what it means at GNU's, or is as ambiguous.
#[test]
fn abbreviations() {
    let tree = Tree::new("d a\n");
    let mut beginnings: Vec<&str> = Vec::new();
    for option in [
        "--all",
        "--almost-all",
        "--author",
        "--block-size",
        "--classify",
        "--color",
        "--context",
        "--dereference-command-line-symlink-to-dir",
        "--directory",
        "--dired",
        "--escape",
        "--file-type",
        "--format",
        "--full-time",
        "--group-directories-first",
        "--hide",
        "--hide-control-chars",
        "--human-readable",
        "--hyperlink",
        "--ignore",
        "--ignore-backups",
        "--indicator-style",
        "--inode",
        "--kibibytes",
        "--literal",
        "--no-group",
        "--numeric-uid-gid",
        "--quote-name",
        "--quoting-style",
        "--recursive",
        "--reverse",
        "--show-control-chars",
        "--si",
        "--size",
        "--sort",
        "--tabsize",
        "--time",
        "--time-style",
        "--width",
        "--zero",
    ] {
        beginnings.extend((3..=option.len()).map(|end| &option[..end]));
    }
    beginnings.sort_unstable();
    beginnings.dedup();
    for beginning in beginnings {
        // Its value, if it takes one, is wrong or an operand that is not there.
        quick(&[beginning, "a"]).locale("C").check(&tree);
    }
}

/// What can't be said is serious, whatever it is.
#[test]
fn lost_messages() {
    let tree = Tree::new("f a\n");
    for argv in
        [&["--sort=x"][..], &["--nonsense"], &["missing"], &["-Tx"], &["-l", "--time-style=x"], &["a"]]
    {
        case(argv).shell("TOOL 2>/dev/full").check(&tree);
        case(argv).shell("TOOL 2>&-").check(&tree);
    }
    for (name, value) in [("COLUMNS", "x"), ("LS_COLORS", "x"), ("TABSIZE", "x"), ("QUOTING_STYLE", "x")] {
        case(&["-C", "--color=always"]).env(name, value).shell("TOOL 2>/dev/full").check(&tree);
    }
}
