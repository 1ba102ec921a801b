//! A slow file system: that it does what it says, and the tools on it against GNU's.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod failing;
mod itself;
mod tools;

use std::process::{Command, Output};

use ringutils_tests::{Tree, machine::can_mount_slow, not_run, programs::aid};

/// Runs bash text with a slow file system on the tree's directory `s`; its options are in `tests/slow/slowfs/main.rs`. None
/// where it cannot be mounted.
fn on_slow(tree: &Tree, options: &str, script: &str) -> Option<Output> {
    let output = slow(tree, options, script)?.output().expect("unshare runs");
    assert!(!output.stderr.starts_with(b"slowfs: cannot"), "{}", String::from_utf8_lossy(&output.stderr));
    Some(output)
}

/// The command that does so.
fn slow(tree: &Tree, options: &str, script: &str) -> Option<Command> {
    if !can_mount_slow() {
        not_run("on a slow file system", "FUSE cannot be mounted here");
        return None;
    }
    let mut command = Command::new("unshare");
    command.arg("-m").arg(aid("slowfs")).args(options.split_whitespace());
    command.args(["s", "--", "bash", "-c", script]).env("LC_ALL", "C").current_dir(tree.top());
    Some(command)
}

/// What slowfs counted, from the last line of its stderr.
#[derive(Debug)]
struct Counts {
    /// Requests by kind: lookup, getattr, open, read, rest, chmod.
    by_kind: Vec<(String, u64)>,
    /// Most requests in flight.
    peak: u64,
}

impl Counts {
    /// Reads `slowfs: 5 requests (lookup 2, … chmod 0), at most 1 in flight`.
    fn of(output: &Output) -> Counts {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = text.lines().last().filter(|line| line.starts_with("slowfs: ")).expect("a line of counts");
        let (inside, after) = line.split_once('(').unwrap().1.split_once(')').unwrap();
        let number = |word: &str| word.parse::<u64>().unwrap();
        let by_kind = inside.split(", ").map(|part| part.split_once(' ').unwrap());
        Counts {
            by_kind: by_kind.map(|(kind, count)| (kind.to_owned(), number(count))).collect(),
            peak: number(after.split(' ').nth(3).unwrap()),
        }
    }

    /// Requests of all kinds.
    fn sum(&self) -> u64 {
        self.by_kind.iter().map(|(_, count)| count).sum()
    }
}
