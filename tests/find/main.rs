//! What `ufind` does, held against GNU's `find`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod actions;
mod attributes;
mod beyond;
mod colors;
mod effects;
mod expressions;
mod german;
mod gitignore;
mod globs;
mod hardship;
mod json;
mod levels;
mod links;
mod mistakes;
mod options;
mod patterns;
mod places;
mod primaries;
mod printing;
mod random;
mod regex;
mod shards;
mod spellings;
mod status;
mod times;

use ringutils_tests::{Case, Tool, Tree, check_each};

/// A case, for what the two functions below do not say.
fn case(argv: &[&str]) -> Case {
    Case::new(Tool::Find, argv)
}

/// Compares one command on one tree.
fn check(tree: &Tree, argv: &[&str]) {
    case(argv).check(tree);
}

/// Compares one command a line; none of their words may hold a space.
fn each(tree: &Tree, commands: &str) {
    check_each(Tool::Find, tree, commands, |case| case);
}

/// Compares where neither the locale nor the order of the streams can matter.
fn quick(tree: &Tree, argv: &[&str]) {
    case(argv).locale("C").apart().check(tree);
}

/// A tree with some of everything that find tells apart.
const ZOO: &str = r"
d a
f a/one.txt size=5
f a/Two.TXT size=2000 mtime=-3d
d a/empty
d a/b
f a/b/three size=513 mtime=-90m
f a/b/big size=1048577 mtime=-1d
f a/b/block size=512 mtime=-59m
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
f a/none 000
d a/sticky 1777
f a/sticky/theirs owner=0 600
f a/sticky/group owner=65534:0 664
f a/new\nline
f a/\xff\xfe
f a/sp\sace
f a/tab\there
f a/quo'te
f a/back\\slash
f a/*
f a/[x]
f -dash
f caf\xc3\xa9
d caf\xc3\xa9s
f caf\xc3\xa9s/\xe2\x82\xac
f other owner=12345:54321 640
d theirs owner=0
f theirs/file owner=0
";
