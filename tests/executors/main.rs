//! Each executor gives GNU's bytes, whatever is short or refused, and `--io-stats` tells what was done. The suites of the
//! tools run with each executor too, where the environment of the tests says so.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod options;
mod scarcity;
mod stats;

use ringutils_tests::{Case, Place, Tool, Tree};

/// Executors, and how many operations are to be in flight: given, so that even a small tree is worth it.
const EXECUTORS: [(&str, &str); 6] =
    [("plain", "auto"), ("threads", "1"), ("threads", "6"), ("ring", "1"), ("ring", "6"), ("ring", "64")];

/// Commands that read the tree `t`.
const READERS: [(Tool, &[&str]); 9] = [
    (Tool::Find, &["t"]),
    (Tool::Find, &["t", "-depth", "-size", "-9"]),
    (Tool::Find, &["-L", "t", "-size", "-9"]),
    (Tool::Find, &["t", "-name", "d3", "-prune", "-o", "-printf", "%p %s %l\\n"]),
    (Tool::Find, &["t", "-type", "d", "-exec", "echo", "{}", "+"]),
    (Tool::Find, &["t", "-path", "*7/b", "-print", "-quit"]),
    (Tool::Ls, &["-R", "t", "missing"]),
    (Tool::Ls, &["-lR", "t"]),
    (Tool::Ls, &["-F", "t/d0", "t/d1"]),
];

/// Commands that change it.
const WRITERS: [(Tool, &[&str]); 5] = [
    (Tool::Chmod, &["-R", "700", "t"]),
    (Tool::Chmod, &["-R", "0", "t"]),
    (Tool::Chmod, &["-Rv", "u=rwX,go=", "t", "missing"]),
    (Tool::Chmod, &["-RLv", "g=u", "t"]),
    (Tool::Find, &["t", "-type", "f", "-delete"]),
];

/// A tree `t` with directories in directories, on a tmpfs, where it is quickly made again.
fn tree(directories: usize) -> Tree {
    let mut text = String::from("d t\n");
    for number in 0..directories {
        text.push_str(&format!(
            "d t/d{number}\nf t/d{number}/a size=5\nd t/d{number}/e 750\nf t/d{number}/e/b\nl t/d{number}/l -> a\n\
             p t/d{number}/p\n"
        ));
    }
    Tree::at(Place::Memory, &text).unwrap_or_else(|| Tree::new(&text))
}

/// The case with each executor.
fn with_each(case: &Case) -> impl Iterator<Item = Case> {
    let case = case.clone().locale("C");
    EXECUTORS
        .into_iter()
        .map(move |(io, depth)| case.clone().env("RINGUTILS_IO", io).env("RINGUTILS_IO_DEPTH", depth))
}

#[test]
fn same_answers() {
    let tree = tree(30);
    for (tool, argv) in READERS {
        with_each(&Case::new(tool, argv)).for_each(|case| case.check(&tree));
    }
    for (tool, argv) in WRITERS {
        with_each(&Case::new(tool, argv).changes()).for_each(|case| case.check(&tree));
    }
}

/// One directory with many files: questions about it are shared, or many in flight at once.
#[test]
fn many_questions() {
    let text = "many t 3000\n";
    let tree = Tree::at(Place::Memory, text).unwrap_or_else(|| Tree::new(text));
    for (tool, argv) in
        [(Tool::Find, &["t", "-size", "-9"][..]), (Tool::Ls, &["-l", "t"]), (Tool::Ls, &["-s", "t"])]
    {
        with_each(&Case::new(tool, argv).apart()).for_each(|case| case.check(&tree));
    }
    let case = Case::new(Tool::Chmod, &["-Rc", "640", "t"]).apart().changes();
    with_each(&case).for_each(|case| case.check(&tree));
}
