//! The tools under seccomp filters: what is forbidden is not needed, and where a filter kills, what it kills is not
//! called.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod refused;
mod small;
mod strict;

use std::process::Command;

use ringutils_tests::{Place, Tool, Tree, programs::aid};

/// Commands that read the tree `t`.
const READERS: [(Tool, &[&str]); 9] = [
    (Tool::Find, &["t"]),
    (Tool::Find, &["t", "-size", "-9"]),
    (Tool::Find, &["t", "-depth", "-name", "*1*"]),
    (Tool::Find, &["-L", "t", "-size", "-9"]),
    (Tool::Ls, &["t"]),
    (Tool::Ls, &["-al", "t"]),
    (Tool::Ls, &["-R", "t"]),
    (Tool::Ls, &["-lR", "t"]),
    (Tool::Ls, &["-sC", "t", "missing"]),
];

/// Commands that change it.
const WRITERS: [(Tool, &[&str]); 5] = [
    (Tool::Chmod, &["700", "t"]),
    (Tool::Chmod, &["-R", "700", "t"]),
    (Tool::Chmod, &["-Rv", "u=rwX,go=", "t", "missing"]),
    (Tool::Chmod, &["-Rh", "a+x", "t"]),
    (Tool::Find, &["t", "-type", "f", "-delete"]),
];

/// A tree `t` of so many directories with three entries each, on a tmpfs, where it is quickly made again.
fn tree(directories: usize) -> Tree {
    let mut text = String::from("d t\n");
    for number in 0..directories {
        text.push_str(&format!(
            "d t/d{number}\nf t/d{number}/a size=5\nf t/d{number}/b\nl t/d{number}/l -> a\n"
        ));
    }
    Tree::at(Place::Memory, &text).unwrap_or_else(|| Tree::new(&text))
}

/// Each action does what it says.
#[test]
fn filters_filter() {
    let run = |rules: &[&str], script: &str| {
        let answer =
            Command::new(aid("filter")).args(rules).args(["--", "sh", "/bin/sh", "-c", script]).output();
        let answer = answer.unwrap();
        (answer.status.to_string(), String::from_utf8_lossy(&answer.stderr).into_owned())
    };
    let starts = "/bin/true; echo \"$?\" >&2";
    assert_eq!(run(&["kill:io_uring_setup"], starts), ("exit status: 0".to_owned(), "0\n".to_owned()));
    let (status, _) = run(&["kill:clone,clone3,57,58"], starts);
    assert!(status.starts_with("signal: 31"), "{status}");
    let (_, err) = run(&["EPERM:clone,clone3,57,58"], starts);
    assert!(err.contains("ork"), "a shell that cannot fork says so: {err}");
    // Not even the loader's calls are allowed.
    let (status, _) = run(&["only:execve"], starts);
    assert!(status.starts_with("signal: 31"), "{status}");
    assert_eq!(run(&["hush:clone"], "").0, "exit status: 125");
}
