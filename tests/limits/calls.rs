//! How many system calls the tools make, counted by strace: the bars.

use std::{collections::BTreeMap, fs, process::Command};

use ringutils_tests::{
    Place, Tool, Tree, not_run,
    programs::{Side, binary, is_root},
};

/// Directories of the tree below, its top among them.
const DIRECTORIES: usize = 1 + 20 + 20 * 5;

/// Its files.
const FILES: usize = 20 * 5 * 3;

/// Files that a process reads about itself, once: its status.
const ABOUT_ITSELF: usize = 1;

/// A tree of three levels.
fn tree() -> Tree {
    let mut text = String::from("d d\n");
    for i in 0..20 {
        text.push_str(&format!("d d/{i}\n"));
        for j in 0..5 {
            text.push_str(&format!("d d/{i}/{j}\nf d/{i}/{j}/a size=9\nf d/{i}/{j}/b\nf d/{i}/{j}/c\n"));
        }
    }
    Tree::new(&text)
}

/// Calls by name that a tool makes on a tree. None where strace does not work.
fn calls(tool: Tool, argv: &[&str], limit: &str, tree: &Tree) -> Option<BTreeMap<String, usize>> {
    trace(&format!("{limit} exec strace"), tool, argv, tree).map(|lines| count(&lines))
}

/// The same for the ordinary user.
fn calls_of_user(tool: Tool, argv: &[&str], tree: &Tree) -> Option<BTreeMap<String, usize>> {
    let strace = if is_root() { "exec strace -u nobody" } else { "exec strace" };
    trace(strace, tool, argv, tree).map(|lines| count(&lines))
}

/// The calls that a tool makes on a tree, a line each; those before it first names the tree are left out, since they are
/// the loader's and libc's, and what a process reads about itself is another matter.
fn trace(strace: &str, tool: Tool, argv: &[&str], tree: &Tree) -> Option<Vec<String>> {
    let log = tree.top().with_file_name("log");
    let answer = Command::new("bash")
        .args(["-c", &format!("{strace} -f -qq -o \"$@\"")])
        .arg("bash")
        .arg(&log)
        .arg(binary(tool, Side::Ours))
        .args(argv)
        .env("LC_ALL", "C")
        // A call that is traced waits, as one for a device does.
        .env("RINGUTILS_IO", "plain")
        .current_dir(tree.top())
        .output();
    let Ok(text) = fs::read(&log) else {
        not_run("limits calls", &format!("strace does not work: {answer:?}"));
        return None;
    };
    let _ = fs::remove_file(&log);
    let text = String::from_utf8_lossy(&text).into_owned();
    let begin = text
        .lines()
        .position(|line| line.contains("\"d\"") && !line.contains("execve"))
        .expect("the tree is named");
    let about_files = |line: &&str| !line.contains("\"/proc/self/status\"");
    Some(text.lines().skip(begin).filter(about_files).map(str::to_owned).collect())
}

/// How often each call is among the lines.
fn count(lines: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in lines {
        // "PID call(arguments) = result"; a call that is resumed has been counted.
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let name = line.split_once('(').map_or("", |(name, _)| name);
        if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            *counts.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    counts
}

/// Calls among `counts` with one of these names.
fn sum(counts: &BTreeMap<String, usize>, names: &[&str]) -> usize {
    names.iter().filter_map(|name| counts.get(*name)).sum()
}

/// Calls that ask for an inode.
const STATS: [&str; 7] = ["stat", "lstat", "fstat", "newfstatat", "statx", "readlink", "readlinkat"];

/// Calls that list attributes; strace 6.1 does not know listxattrat.
const LISTS: [&str; 5] = ["listxattr", "llistxattr", "flistxattr", "listxattrat", "syscall_0x1d1"];

/// Calls that open.
const OPENS: [&str; 3] = ["open", "openat", "openat2"];

/// Calls that change a mode; strace 6.1 does not know fchmodat2.
const CHMODS: [&str; 5] = ["chmod", "fchmod", "fchmodat", "fchmodat2", "syscall_0x1c4"];

/// A file system that is mounted when it is asked for stays where it is, as with stat(2): statx(2) is told so each time.
#[test]
fn no_look_mounts_anything() {
    let tree = Tree::new("d d\nd d/a\nf d/a/f size=9\nl d/to -> a\nl d/gone -> nope\n");
    for (tool, argv) in [
        (Tool::Ls, &["-l", "d"][..]),
        (Tool::Ls, &["-lL", "d"]),
        (Tool::Ls, &["-RF", "--color", "d", "d/to"]),
        (Tool::Ls, &["-lH", "d", "d/to", "d/gone"]),
        (Tool::Find, &["d", "-size", "+0"]),
        (Tool::Find, &["-L", "d", "-size", "+0", "-xtype", "f"]),
        (Tool::Chmod, &["-R", "u=rwX", "d"]),
        (Tool::Chmod, &["-RLv", "u=rwX", "d"]),
    ] {
        let Some(lines) = trace("exec strace", tool, argv, &tree) else { return };
        for line in lines.iter().filter(|line| line.contains("statx(")) {
            let told = ["AT_NO_AUTOMOUNT", "AT_EMPTY_PATH"].iter().any(|flag| line.contains(flag));
            assert!(told, "{tool:?} {argv:?}: {line}");
        }
    }
}

#[test]
fn find_stats_nothing() {
    let tree = tree();
    for argv in [
        &["d"][..],
        &["d", "-name", "*a*"],
        &["d", "-type", "f"],
        &["d", "-path", "*b*", "-prune", "-o", "-print"],
    ] {
        let Some(counts) = calls(Tool::Find, argv, "", &tree) else { return };
        let Some(user) = calls_of_user(Tool::Find, argv, &tree) else { return };
        // The root itself must be looked at, by an ordinary user for being searchable too; a new device would be seen by
        // fstat. A user may not be able to go back to where the search began, and is told so in the end.
        for (counts, stats, moves) in [(counts, 3, 0), (user, 4, 1)] {
            assert!(sum(&counts, &STATS) <= stats, "{argv:?}: {counts:?}");
            assert!(sum(&counts, &OPENS) <= DIRECTORIES + 1, "{argv:?}: {counts:?}");
            assert!(sum(&counts, &["close"]) <= DIRECTORIES + 3 + ABOUT_ITSELF, "{argv:?}: {counts:?}");
            assert!(sum(&counts, &["getdents64"]) <= 2 * DIRECTORIES, "{argv:?}: {counts:?}");
            assert_eq!(sum(&counts, &["chdir", "access", "faccessat"]), 0, "{argv:?}: {counts:?}");
            assert!(sum(&counts, &["fchdir"]) <= moves, "{argv:?}: {counts:?}");
        }
    }
}

#[test]
fn find_stats_what_it_must() {
    let tree = tree();
    let Some(counts) = calls(Tool::Find, &["d", "-type", "f", "-size", "+1k"], "", &tree) else { return };
    assert!(sum(&counts, &STATS) <= FILES + 3, "{counts:?}");
    let counts = calls(Tool::Find, &["d", "-name", "a", "-size", "+0"], "", &tree).unwrap();
    assert!(sum(&counts, &STATS) <= FILES / 3 + 3, "{counts:?}");
}

#[test]
fn find_asks_what_costs_least_first() {
    let tree = tree();
    let entries = DIRECTORIES - 1 + FILES;
    // Stats, and questions about access: exactly so many, beside the few of the start.
    for (words, stats, accesses) in [
        ("d -readable -type d", 0, DIRECTORIES),
        ("d -type d -readable", 0, DIRECTORIES),
        ("-O0 d -readable -type d", 0, entries + 1),
        ("d -readable -name a", 0, FILES / 3),
        ("d -readable -name [a]", 0, FILES / 3),
        ("d -size -9 -name a", FILES / 3, 0),
        // What is stat'ed may be missed, which is told: nothing is taken before it but what GNU's find takes.
        ("d -size +9 -type f", entries, 0),
        ("d -size +0 -readable -links +99", entries, 0),
        ("d -name a -size +0 -o -readable -name b", FILES / 3, FILES / 3),
    ] {
        let argv: Vec<&str> = words.split(' ').collect();
        let Some(counts) = calls(Tool::Find, &argv, "", &tree) else { return };
        let made = sum(&counts, &STATS);
        assert!((stats..stats + 4).contains(&made), "{words}: {made}, not {stats}: {counts:?}");
        assert_eq!(sum(&counts, &["access", "faccessat", "faccessat2"]), accesses, "{words}: {counts:?}");
    }
}

#[test]
fn plain_ls_stats_its_argument_only() {
    let tree = tree();
    for argv in [&["d"][..], &["-a", "d"], &["-U", "d"], &["-f", "d"], &["-C", "d"]] {
        let Some(counts) = calls(Tool::Ls, argv, "", &tree) else { return };
        assert!(sum(&counts, &STATS) <= 3, "{argv:?}: {counts:?}");
        assert!(sum(&counts, &["getdents64"]) <= 2, "{argv:?}: {counts:?}");
    }
    let counts = calls(Tool::Ls, &["-R", "d"], "", &tree).unwrap();
    assert!(sum(&counts, &STATS) <= DIRECTORIES + 3, "-R: {counts:?}");
}

/// As many looks and lists as files, and a constant beside.
#[test]
fn long_listings_ask_once() {
    let tree = Tree::new("many d 300\n");
    for argv in [&["-l", "d"][..], &["-la", "d"], &["-lt", "d"]] {
        let Some(counts) = calls(Tool::Ls, argv, "", &tree) else { return };
        assert!(sum(&counts, &["statx"]) <= 300 + 3, "{argv:?}: {counts:?}");
        assert!(sum(&counts, &LISTS) <= 300 + 3, "{argv:?}: {counts:?}");
        assert!(sum(&counts, &["getdents64"]) <= 2, "{argv:?}: {counts:?}");
        // Those of the user database are among them.
        assert!(sum(&counts, &OPENS) <= 12 && sum(&counts, &STATS) <= 300 + 20, "{argv:?}: {counts:?}");
    }
}

#[test]
fn numeric_modes_cost_one_call_a_file() {
    let tree = tree();
    for mode in ["755", "0644", "700"] {
        let Some(counts) = calls(Tool::Chmod, &["-R", mode, "d"], "", &tree) else { return };
        assert!(sum(&counts, &CHMODS) <= FILES + DIRECTORIES, "{mode}: {counts:?}");
        // A directory keeps its set-group-ID bit, and is compared with the one that was changed.
        assert!(sum(&counts, &STATS) <= 3 * DIRECTORIES, "{mode}: {counts:?}");
        assert!(sum(&counts, &OPENS) <= DIRECTORIES + 3, "{mode}: {counts:?}");
    }
}

/// A small run creates no thread and no ring, and asks nothing that it does not need.
#[test]
fn small_runs_set_nothing_up() {
    let tree = Tree::new("d d\nf d/a\nf d/b\n");
    for (tool, argv) in [
        (Tool::Find, &["d"][..]),
        (Tool::Ls, &["d"]),
        (Tool::Ls, &["-al", "d"]),
        (Tool::Chmod, &["755", "d"]),
    ] {
        let Some(counts) = calls(tool, argv, "", &tree) else { return };
        let many = ["clone", "clone3", "io_uring_setup", "sched_getaffinity", "eventfd2", "epoll_create1"];
        assert_eq!(sum(&counts, &many), 0, "{tool:?} {argv:?}: {counts:?}");
    }
}

/// A comb of 5,000 levels with 64 descriptors: opens at most 4 times the directories.
#[test]
fn a_comb_is_not_opened_over_and_over() {
    let text = "comb d 5000\n";
    let tree = Tree::at(Place::Memory, text).unwrap_or_else(|| Tree::new(text));
    for (tool, argv) in [
        (Tool::Find, &["d", "-name", "c"][..]),
        (Tool::Find, &["d", "-depth", "-name", "c"]),
        (Tool::Chmod, &["-R", "755", "d"]),
    ] {
        let Some(counts) = calls(tool, argv, "ulimit -n 64;", &tree) else { return };
        assert!(sum(&counts, &OPENS) <= 4 * 15_001, "{tool:?}: {counts:?}");
    }
}
