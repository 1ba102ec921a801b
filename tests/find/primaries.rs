//! Each test, with its usual and its odd arguments.

use super::{ZOO, case, check, each, quick};
use ringutils_tests::{Outcome, Tree, is_root, not_run};

#[test]
fn starting_points() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        .
        a
        a/
        a//
        ./a/b//
        a/b a/one.txt a/b
        a/b/link
        a/b/dangling
        a/dirlink
        a/dirlink/
        a/one.txt/
        missing
        missing a/b nowhere/either
        ..//t/a/b
        -dash
        ./-dash
        -- a/b
        -P -- a/b
        ",
    );
    check(&tree, &[]);
    check(&tree, &[""]);
    check(&tree, &["a/sp ace", "a/new\nline", "caf\u{e9}"]);
}

#[test]
fn depth_options() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -maxdepth 0
        . -maxdepth 1
        a a/b -maxdepth 1
        . -mindepth 1
        . -mindepth 2 -maxdepth 2
        . -mindepth 3 -maxdepth 2
        . -mindepth 9
        . -depth
        . -depth -mindepth 1 -maxdepth 1
        a/one.txt -depth -mindepth 1
        a -maxdepth 00
        . -xdev
        . -depth -xdev -name b
        ",
    );
}

#[test]
fn names() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        r"
        . -name *.txt
        . -iname *.txt
        . -name *
        . -name ?
        . -name .*
        . -name [a-c]*
        . -name [!a-c]*
        . -name [^a-c]*
        . -name [[:upper:]]*
        . -iname [[:upper:]]*
        . -name [[:alpha:]]
        . -name \*
        . -name [*]
        . -name \[x]
        . -name back\\slash
        . -name back\slash
        . -name [
        . -name [x
        . -name [x]
        . -name [[]x]
        . -name café*
        . -iname CAFÉ*
        . -name caf?
        . -name caf??
        . -name €
        . -name .
        a/ -name a
        a// -name a
        a/ -name a/
        / -maxdepth 0 -name /
        ./ -maxdepth 0 -name .
        a/b/. -maxdepth 0 -name .
        a/b/.. -maxdepth 0 -name ..
        . -name a/b
        . -name */b
        ",
    );
    check(&tree, &[".", "-name", ""]);
    check(&tree, &[".", "-name", "new\nline"]);
    check(&tree, &[".", "-name", "sp *"]);
    check(&tree, &[".", "-name", "trailing\\"]);
    for bytes in [&b"\xff*"[..], b"\xff\xfe", b"?\xfe", b"[\xff]*", b"caf\xc3*"] {
        ringutils_tests::Case::new(ringutils_tests::Tool::Find, &[b".".as_slice(), b"-name", bytes])
            .check(&tree);
    }
}

#[test]
fn paths() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        r"
        . -path ./a/b
        . -path a/b
        a -path a/b
        a/ -path a/b
        a// -path a//b
        . -path *b*
        . -path ./a/*
        . -path ./*
        . -path */.config*
        . -path */[a-c]
        . -path */b/
        . -path .
        ",
    );
}

#[test]
fn types() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -type f
        . -type d
        . -type l
        . -type p
        . -type s
        . -type b
        . -type c
        . -type f,d
        . -type l,p,s
        -L . -type l
        -L . -type f
        -H a/dirlink -type d
        a/dirlink -type l
        ",
    );
}

#[test]
fn devices() {
    if !is_root() {
        return not_run("find primaries::devices", "devices are made by root only");
    }
    let tree = Tree::new("c null 1,3\nb loop 7,200 600 owner=0\nd d\n");
    each(&tree, ". -type c\n. -type b\n. -type c,b\n. ! -type d -size 0");
}

#[test]
fn sizes() {
    let tree = Tree::new(
        "f s0\nf s1 size=1\nf s511 size=511\nf s512 size=512\nf s513 size=513\nf s1023 size=1023\nf s1024 size=1024\n\
         f s1025 size=1025\nf s1m size=1048576\nf s1m1 size=1048577\nf s3g size=3221225473\nd d\nl l -> s513\n",
    );
    for number in ["0", "1", "2", "3", "1024", "2049", "18446744073709551615"] {
        for sign in ["", "+", "-"] {
            for unit in ["", "c", "w", "b", "k", "M", "G"] {
                quick(&tree, &[".", "-size", &format!("{sign}{number}{unit}")]);
            }
        }
    }
    each(&tree, "-L . -size 2\n. -size +1 -size -4");
}

#[test]
fn emptiness() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        ". -empty\n. -empty -type d\n-L . -empty\n. ! -empty\na/empty -empty\na/one.txt -empty\n. -depth -empty",
    );
}

#[test]
fn permissions() {
    let tree = Tree::new(ZOO);
    for mode in [
        "0",
        "644",
        "755",
        "0644",
        "6000",
        "7777",
        "2000",
        "u=rw,g=r,o=r",
        "a=r",
        "u+x",
        "g=u",
        "+t",
        "a+s",
        "u=rwxs",
        "o+w",
        "=",
        "a=",
        "u=rw,u+x",
        "g+w,o+w",
    ] {
        for sign in ["", "-", "/"] {
            quick(&tree, &[".", "-perm", &format!("{sign}{mode}")]);
        }
    }
    each(&tree, ". -perm +222\n. -perm -+x\n. -perm -u+w,g+w -type d\n-L . -perm 644");
}

#[test]
fn owners() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -user root
        . -user 0
        . -user nobody
        . -user 65534
        . -user 12345
        . ! -user root -type f
        . -user +0
        ",
    );
}

#[test]
fn another_name_and_environment() {
    let tree = Tree::new(ZOO);
    case(&["a", "missing"]).called("./some/where/find").check(&tree);
    case(&["a", "-nonsense"]).called("gfind").check(&tree);
    case(&["a", "missing", "-name", "*"]).env("POSIXLY_CORRECT", "1").check(&tree);
}

#[test]
fn the_same_pipe() {
    let tree = Tree::new("p pipe\nh another = pipe\nf file");
    let command = ["another", "file", "pipe", "-samefile", "pipe"];
    case(&command).patience(2).pin(&tree, &Outcome::new(0, "another\npipe\n", ""));
}
