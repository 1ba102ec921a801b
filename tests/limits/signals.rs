//! A process that is stopped and goes on while it reads a large directory: a stop cuts the kernel's reads short.

use std::{
    io::Read as _,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use ringutils_tests::{
    Place, Tool, Tree, not_run,
    programs::{Side, binary},
};
use rustix::{
    fs::{AtFlags, Mode, OFlags, linkat, openat},
    process::{Pid, Signal, kill_process},
};

/// Files in the directory, fewer than a file may have names.
const FILES: usize = 40_000;

/// How often each tool is run.
const RUNS: u64 = 3;

/// Lines that a tool prints while it is stopped and let go on every few milliseconds.
fn lines(tool: Tool, argv: &[&str], tree: &Tree, run: u64) -> usize {
    let mut child = Command::new(binary(tool, Side::Ours))
        .args(argv)
        .current_dir(tree.top())
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let pid = Pid::from_raw(child.id() as i32).unwrap();
    let mut out = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut all = Vec::new();
        out.read_to_end(&mut all).expect("output");
        all.iter().filter(|&&byte| byte == b'\n').count()
    });
    for pause in 0..8 {
        thread::sleep(Duration::from_millis(1 + (run + pause) % 5));
        // Who has ended can't be stopped any more.
        if kill_process(pid, Signal::STOP).is_err() || kill_process(pid, Signal::CONT).is_err() {
            break;
        }
    }
    assert!(child.wait().unwrap().success(), "{tool:?} {argv:?}");
    reader.join().unwrap()
}

fn check(place: Place) {
    let Some(tree) = Tree::at(place, "d d\n") else {
        return not_run("limits signals", "there is no such file system");
    };
    let dir =
        openat(tree.open(), "d", OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).unwrap();
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
    openat(&dir, "f", flags, Mode::from_raw_mode(0o644)).unwrap();
    for number in 1..FILES {
        linkat(&dir, "f", &dir, format!("a-name-of-some-length-{number:06}"), AtFlags::empty()).unwrap();
    }
    for run in 0..RUNS {
        assert_eq!(lines(Tool::Find, &["d"], &tree, run), FILES + 1);
        assert_eq!(lines(Tool::Ls, &["-l", "d"], &tree, run), FILES + 1);
        assert_eq!(lines(Tool::Chmod, &["-Rv", "a+r", "d"], &tree, run), FILES + 1);
    }
}

#[test]
fn a_stop_loses_nothing_on_disk() {
    check(Place::Disk);
}

#[test]
fn a_stop_loses_nothing_in_memory() {
    check(Place::Memory);
}
