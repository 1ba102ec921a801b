//! Signals in the middle of colours: the terminal is left without any.
//!
//! Ours alone is run, since where a signal comes depends on timing; what it must lead to is what GNU's ls does.

use std::{
    fs::{self, File},
    io::Read as _,
    os::unix::process::ExitStatusExt as _,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use ringutils_tests::{
    Tool, Tree,
    programs::{Side, binary},
    run::terminal,
};
use rustix::process::{Pid, Signal, kill_process};

/// What ends a colour, where it is not that of a name.
const PLAIN: &[u8] = b"\x1b[m";

/// Starts a coloured listing that is larger than what a terminal holds.
fn start(tree: &Tree) -> (Child, File) {
    let (master, slave) = terminal(80);
    // Who runs the tests in the background may have them ignore what a terminal sends.
    let mut command = Command::new("env");
    command
        .args(["--default-signal".as_ref(), binary(Tool::Ls, Side::Ours).as_os_str()])
        .args(["-1", "--color", "d"])
        .current_dir(tree.top())
        .env("LC_ALL", "C")
        .env("LS_COLORS", "fi=01;34")
        .stdin(Stdio::null())
        .stdout(slave);
    let child = command.spawn().expect("a program that starts");
    (child, File::from(master))
}

/// All that is shown, and how the run ends, where `act` is done when something has been shown. It lets the rest be shown by
/// what it is given.
fn shown(tree: &Tree, act: impl FnOnce(Pid, &dyn Fn())) -> (Vec<u8>, ExitStatus) {
    let (mut child, mut master) = start(tree);
    let (sender, receiver) = mpsc::channel();
    let (go, gone_on) = mpsc::channel();
    let reader = thread::spawn(move || {
        let (mut all, mut part) = (Vec::new(), [0; 1000]);
        // The end of a terminal is an error.
        while let Ok(count @ 1..) = master.read(&mut part) {
            all.extend_from_slice(&part[..count]);
            // The tool is ahead, and waits.
            if all.len() == count {
                sender.send(()).unwrap();
                gone_on.recv().unwrap();
            }
            thread::sleep(Duration::from_micros(100));
        }
        all
    });
    receiver.recv().expect("output");
    act(Pid::from_raw(child.id() as i32).unwrap(), &|| go.send(()).unwrap());
    let status = child.wait().unwrap();
    (reader.join().unwrap(), status)
}

#[test]
fn colors_end_before_the_run() {
    let tree = Tree::new("many d 20000\n");
    let (whole, status) = shown(&tree, |_, go| go());
    assert!(status.success() && whole.len() > 300_000, "{status:?} {}", whole.len());
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let (part, status) = shown(&tree, |pid, go| {
            kill_process(pid, signal).unwrap();
            go();
        });
        assert_eq!(status.signal(), Some(signal.as_raw()), "{signal:?}");
        let before = part.strip_suffix(PLAIN).expect("colours end");
        assert!(whole.starts_with(before) && before.len() < whole.len(), "{signal:?}");
    }
}

#[test]
fn colors_end_before_a_stop() {
    let tree = Tree::new("many d 20000\n");
    let (whole, _) = shown(&tree, |_, go| go());
    for _ in 0..5 {
        let (all, status) = shown(&tree, |pid, go| {
            kill_process(pid, Signal::TSTP).unwrap();
            go();
            let begun = Instant::now();
            let stat = format!("/proc/{}/stat", pid.as_raw_nonzero());
            while !fs::read_to_string(&stat).unwrap().contains(") T ") {
                assert!(begun.elapsed() < Duration::from_secs(20), "it does not stop");
                thread::sleep(Duration::from_millis(1));
            }
            kill_process(pid, Signal::CONT).unwrap();
        });
        assert!(status.success());
        let at = all.windows(PLAIN.len()).position(|bytes| bytes == PLAIN).expect("colours end");
        // Not within a sequence, and all goes on behind it.
        let begun = whole[..at].iter().rposition(|byte| *byte == 0x1b).unwrap_or(0);
        assert!(whole[begun..at].contains(&b'm'), "{}", whole[begun..at].escape_ascii());
        assert_eq!([&all[..at], &all[at + PLAIN.len()..]].concat(), whole);
    }
}
