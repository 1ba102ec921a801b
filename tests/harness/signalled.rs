//! A tool of ours that gets a signal in the middle of its work.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    os::unix::process::CommandExt as _,
    process::{Command, ExitStatus, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    programs::{Side, Tool, binary, is_root, ordinary},
    run::Who,
    tree::Tree,
};

/// What it said, and how it ended.
#[derive(Debug)]
pub struct Signalled {
    /// How it ended.
    pub status: ExitStatus,
    /// stdout.
    pub out: String,
    /// stderr.
    pub err: String,
}

/// Runs ours under the tool's name, and sends a signal after so many lines.
pub fn signalled(
    tool: Tool,
    tree: &Tree,
    who: Who,
    argv: &[&str],
    after: usize,
    signal: Signal,
) -> Signalled {
    // Whoever started the tests may ignore SIGINT, as a shell does for what it runs in the background.
    let mut command = Command::new("env");
    command
        .args(["--default-signal", "bash", "-c", r#"exec -a "$0" "$@""#, tool.name()])
        .arg(binary(tool, Side::Ours))
        .args(argv)
        .current_dir(tree.top())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if who == Who::User && is_root() {
        command.uid(ordinary().0).gid(ordinary().1);
    }
    let mut child = command.spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let (mut out, mut err) = (String::new(), String::new());
    for _ in 0..after {
        stdout.read_line(&mut out).unwrap();
    }
    kill_process(Pid::from_raw(child.id() as i32).unwrap(), signal).unwrap();
    stdout.read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    Signalled { status: child.wait().unwrap(), out, err }
}
