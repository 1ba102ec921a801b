//! All three tools where something is scarce: descriptors, processes, memory, room on the disk, readers; and how
//! many system calls they make.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod calls;
mod languages;
mod memory;
mod order;
mod promptness;
mod scarcity;
mod signals;
mod streams;

use ringutils_tests::{Case, Tool};

/// A case of that tool.
fn case(tool: Tool, argv: &[&str]) -> Case {
    Case::new(tool, argv)
}

/// A tree with something to say on both streams, for the ordinary user at least.
const BOTH: &str = "
d a
f a/1 size=5
d a/b 000
d a/c
f a/c/2
d a/d 644
f a/d/3
l a/l -> 1
";

/// Commands on that tree, that read it only.
const READERS: [(Tool, &[&str]); 10] = [
    (Tool::Find, &["a"]),
    (Tool::Find, &["a", "missing", "a/c"]),
    (Tool::Find, &["a", "-size", "-9"]),
    (Tool::Find, &["a", "-exec", "echo", "{}", ";"]),
    (Tool::Find, &["-nonsense"]),
    (Tool::Ls, &["-R", "a"]),
    (Tool::Ls, &["-l", "a", "missing", "a/c"]),
    (Tool::Ls, &["missing"]),
    (Tool::Ls, &["-j"]),
    (Tool::Ls, &["-C", "a/d"]),
];

/// Commands on that tree that change it.
const WRITERS: [(Tool, &[&str]); 6] = [
    (Tool::Chmod, &["-R", "-v", "755", "a", "missing"]),
    (Tool::Chmod, &["-R", "a-r", "a"]),
    (Tool::Chmod, &["-c", "700", "missing", "a"]),
    (Tool::Chmod, &["q", "a"]),
    (Tool::Find, &["a", "-delete"]),
    (Tool::Find, &["a", "-print", "-type", "f", "-delete"]),
];

/// All of these commands as cases.
fn all() -> impl Iterator<Item = Case> {
    let readers = READERS.iter().map(|&(tool, argv)| case(tool, argv));
    readers.chain(WRITERS.iter().map(|&(tool, argv)| case(tool, argv).changes()))
}
