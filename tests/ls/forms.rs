//! Layouts by name, what -l leaves out or adds, line ends, positions for Emacs, widths and tabs, units of sizes.

use super::{ZOO, case, each, quick};
use ringutils_tests::{Tree, is_root, not_run};
use rustix::fs::{XattrFlags, lsetxattr};

#[test]
fn by_name() {
    let tree = Tree::new(ZOO);
    for format in
        ["verbose", "long", "commas", "horizontal", "across", "vertical", "single-column", "ver", "l"]
    {
        let format = format!("--format={format}");
        for more in ["-1", "-l", "-C", "-s", "-a"] {
            quick(&[&format, more, "a"]).check(&tree);
            quick(&[more, &format, "a"]).check(&tree);
        }
    }
    each(
        &tree,
        "-m\n-m a\n-m a a/b\n-ms a\n-mi a\n-mis a a/b\n-mF a\n-mw0 a\n-mw1 a\n-mw7 a\n-mR\n-mZ a\n-mw40 --color=always a",
    );
    case(&["-m", "a"]).env("COLUMNS", "30").check(&tree);
    case(&["-m", "a"]).terminal(50).check(&tree);
}

#[test]
fn owners() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -g a
        -o a
        -G a
        -lG a
        -gG a
        -go a
        -gn a
        -on a
        -n --author a
        -l --author a other
        -g --author a
        -o --author a
        -go --author a
        --author a
        -gC a
        -oC a
        -gGi a
        -gGs --color=always a
        -go --color=always -w20 a
        -l --color=always -w20 a
        -g --full-time a
        -o -1 a
        -gL a/b
        -go missing a/b/dangling -L
        -lL --author a/b
        ",
    );
}

#[test]
fn line_ends() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --zero
        --zero a
        --zero -l a
        -l --zero a
        --zero -C a
        -C --zero a
        --zero -Cw9 a
        --zero -x a
        --zero -m a
        --zero -mw9 a
        --zero -Q a
        -Q --zero a
        --zero -q a
        -q --zero a
        --zero --color=always a
        --color=always --zero a
        --zero -R
        --zero -lR a cafe
        --zero -s a
        --zero --full-time a
        --zero -1U a
        --zero -F a/b
        ",
    );
    case(&["--zero", "a"]).terminal(40).check(&tree);
    case(&["--zero", "--color=auto", "-C", "a"]).terminal(40).check(&tree);
}

#[test]
fn positions() {
    let tree = Tree::new(ZOO);
    let commands = "
        -D
        -D a
        -lD a a/b
        --dired -R
        -DR a cafe missing
        -D -C a
        -C -D a
        -D -1 a
        -1 -D a
        -D -m a
        -Db a
        -DQ a
        -D --quoting-style=shell a a/b
        -D --quoting-style=locale a
        -DF a
        -Dis a
        -Dh a
        -D --color=always a a/b
        -DR --color=always
        -D missing
        -D cafe
        -Dd a cafe
        -D a/empty
        -D a/empty a/b
        -DZ a
        -DL a/b
        -Dg a
        -D --full-time a
        ";
    each(&tree, commands);
    for colors in ["no=5:di=4", "no=5:lc=<:rc=>", "rs=0:ec=E:di=1"] {
        case(&["-D", "--color=always", "a", "a/b"]).env("LS_COLORS", colors).check(&tree);
        case(&["-DR", "--color=always"]).env("LS_COLORS", colors).check(&tree);
    }
    case(&["-D", "a"]).terminal(40).check(&tree);
    // More than a page.
    let tree = Tree::new("many d 3000\nmany e 20000\nd f\nf f/g\n");
    case(&["-DR"]).apart().locale("C").check(&tree);
}

#[test]
fn widths() {
    let tree = Tree::new(ZOO);
    for width in ["0", "1", "2", "3", "10", "33", "80", "300", "99999999999999999999"] {
        for format in ["-C", "-x", "-m", "-CF", "-Cs"] {
            quick(&["-w", width, format, "a"]).check(&tree);
        }
        quick(&["-w", width, "--color=always", "-l", "a"]).check(&tree);
        case(&["-w", width, "a"]).terminal(80).check(&tree);
    }
    for tab in ["0", "1", "2", "3", "5", "8", "16", "1000"] {
        for format in ["-C", "-x", "-w200"] {
            quick(&["-T", tab, format, "-C", "a"]).check(&tree);
        }
        case(&["-T", tab, "a"]).terminal(100).check(&tree);
    }
}

#[test]
fn units() {
    let tree = Tree::new(
        "d d\nf d/0\nf d/1 size=1\nf d/1023 size=1023\nf d/1024 size=1024\nf d/9999 size=9999\nf d/10000 size=10000\nf d/m size=1048577\n\
         f d/big size=123456789\n",
    );
    for size in [
        "1",
        "512",
        "1K",
        "K",
        "k",
        "KB",
        "kB",
        "KiB",
        "M",
        "MB",
        "1M",
        "G",
        "GiB",
        "E",
        "8E",
        "'1",
        "'512",
        "'K",
        "'h",
        "h",
        "human",
        "human-readable",
        "si",
        "'si",
        "0x400",
        "010",
        "+7",
        "7",
        "KD",
        "P",
    ] {
        let size = format!("--block-size={size}");
        for more in [&["-ls"][..], &["-s"], &["-Cs"], &["-ms"], &["-lsk"], &["-lh", "--si"]] {
            quick(&[&["d", &size], more].concat()).check(&tree);
            quick(&[more, &[&size, "d"]].concat()).check(&tree);
        }
    }
    let cases: &[&[&str]] =
        &[&["-lsk"], &["-lskh"], &["-ls"], &["-sk"], &["-k"], &["-ls", "--block-size=512", "-k"]];
    for argv in cases {
        for (name, value) in [
            ("POSIXLY_CORRECT", "1"),
            ("BLOCKSIZE", "M"),
            ("BLOCK_SIZE", "M"),
            ("LS_BLOCK_SIZE", "'2"),
            ("LS_BLOCK_SIZE", "x"),
            ("BLOCK_SIZE", "h"),
        ] {
            quick(&[*argv, &["d"]].concat()).env(name, value).check(&tree);
        }
    }
}

/// Security contexts, where files can have them without a security module.
#[test]
fn contexts() {
    let tree =
        Tree::new("d d\nf d/a\nf d/b\nl d/link -> a\nl d/dangling -> no\nd d/sub\nf d/sub/in\nf d/plain\n");
    let commands = "
        -Z d
        --context d
        -lZ d
        -Z d/a d/link
        -ZC d
        -Zx d
        -Zm d
        -Zs d
        -Zis d
        -ZF d
        -ZL d
        -lZL d
        -ZH d/link
        -Zd d d/link
        -ZR
        -1UZ d
        -fZ d
        -gGZ d
        -gGZ --color=always -w20 d
        --author -lZ d
        -nZ d
        -l d
        -lL d
        -Z missing
        ";
    each(&tree, commands);
    if !is_root() {
        return not_run("ls forms::contexts", "the tests do not run as root");
    }
    for (name, context) in [
        ("d/a", &b"unconfined_u:object_r:user_home_t:s0\0"[..]),
        ("d/link", b"l\0"),
        ("d/sub", b"system_u:x"),
    ] {
        let set = lsetxattr(tree.top().join(name), "security.selinux", context, XattrFlags::empty());
        if let Err(why) = set {
            return not_run("ls forms::contexts", &format!("files cannot have them here: {why}"));
        }
    }
    each(&tree, commands);
    case(&["-Z", "d"]).terminal(100).check(&tree);
}
