//! What `uls` does, held against GNU's `ls`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod beyond;
mod color;
mod forms;
mod german;
mod hardship;
mod layout;
mod links;
mod long;
mod mistakes;
mod names;
mod random;
mod signals;
mod sort;
mod terminal;
mod times;

use ringutils_tests::{Case, Tool, Tree, Who, check_each};

/// A case, for what the two functions below do not say.
fn case(argv: &[&str]) -> Case {
    Case::new(Tool::Ls, argv)
}

/// Compares one command on one tree.
fn check(tree: &Tree, argv: &[&str]) {
    case(argv).check(tree);
}

/// A case of a long list in which nobody's permissions matter: as an ordinary user, with the streams apart.
fn quick(argv: &[&str]) -> Case {
    case(argv).only(Who::User).apart()
}

/// Compares one command a line; none of their words may hold a space.
fn each(tree: &Tree, commands: &str) {
    check_each(Tool::Ls, tree, commands, |case| case);
}

/// A tree with some of everything that ls tells apart.
const ZOO: &str = r"
d a
f a/one.txt size=5
f a/Two.TXT size=2000 mtime=-3d
d a/empty
d a/b
f a/b/three size=513 mtime=-90m
f a/b/big size=1048577 mtime=-1d
l a/b/link -> ../one.txt
l a/b/dangling -> nowhere
h a/b/hard = a/one.txt
l a/dirlink -> b
p a/fifo 600
s a/socket
f a/.hidden
d a/.config
f a/.config/x size=1024
f a/x.sh 755 mtime=+1d
f a/setid 6755
f a/setgid 2644
f a/setuid 4644
f a/none 000
d a/sticky 1777
d a/sticky-only 1755
d a/others-write 777
f a/sticky/theirs owner=0 600
f a/new\nline
f a/\xff\xfe
f a/sp\sace
f a/tab\there
f a/quo'te
f a/dou\x22ble
f a/back\\slash
f a/*
f a/#hash
f a/~tilde
f a/a=b
f a/t.tar
f a/t.tar.gz
f a/t.jpg
f -dash
f caf\xc3\xa9
f cafe
f caff
f Cafe
f \xe6\x97\xa5\xe6\x9c\xac
f e\xcc\x81
f _under
f 10
f 9
f 1.b
f .dot
d theirs owner=0
f theirs/file owner=0
f other owner=12345:54321 640 size=123456
f far mtime=@-86400.5
f future mtime=@4102444800
l tolink -> a/b/link
";
