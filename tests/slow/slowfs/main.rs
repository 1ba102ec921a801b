//! A synthetic file system that is slow in a known way, to stand in for NFS, a busy disk, or a server that fails.
//!
//! ```text
//! slowfs [OPTION]... MOUNTPOINT [-- COMMAND...]
//!
//! --latency=1ms            what a request takes, in us, ms or s
//! --at-once=N              N requests at a time; others wait for their turn, without a limit otherwise
//! --tree=FANOUT,LEVELS,FILES
//!                          each directory has FILES files f0, f1 and so on, and FANOUT directories d0, d1 and so
//!                          on, down to that level; 8,3,8 by default: 585 directories, 4,680 files
//! --fail=ON:PATH:ERROR     a request fails, as EIO, EACCES, ENOENT, ENOMEM or ESTALE
//! --hang=ON:PATH           it is answered only if the caller is interrupted
//! --die=ON:PATH            the server ends there
//! --quiet                  no counts at the end
//! ```
//!
//! ON is one of lookup, getattr, open, read, rest (reading on) and chmod; PATH leads to the entry from the file system's root, as `d1/f0`,
//! and is `.` for the root itself. With a COMMAND it is mounted while that runs, and exits as it does; else it serves
//! until it is unmounted. Then it tells how many requests there were, and how many at most were in flight. It must run
//! as root; every user may enter.
//!
//! | module    | what it is                                                       |
//! |-----------|------------------------------------------------------------------|
//! | `options` | the command line                                                 |
//! | `shape`   | the tree: which names there are, and their numbers               |
//! | `wire`    | the kernel's requests and our answers, as bytes                  |
//! | `server`  | when each request is answered, and how: start here               |
//!
//! One thread serves everything: a request that waits costs a place in a queue, so that hundreds of them can be in
//! flight on a machine with two CPUs. Nothing is cached by the kernel, and what it need not wait for (forgetting,
//! closing) has no latency and is not counted.
// This is test code: it may panic, and does so with a message.
#![allow(clippy::expect_used)]

mod options;
mod server;
mod shape;
mod wire;

use std::{
    ffi::OsString,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::process::ExitStatusExt as _,
    },
    path::Path,
    process::{Command, ExitCode, ExitStatus, Stdio},
    thread,
};

use rustix::{
    fs::{Mode, OFlags, open},
    mount::{MountFlags, mount},
};

use options::Options;
use server::Server;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(why) => return complain(&why),
    };
    // Not blocking, since the server waits for requests and for the next answer's time at once; and closed in the
    // command, since the connection lives as long as somebody has it open.
    let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let device = match open("/dev/fuse", flags, Mode::empty()) {
        Ok(device) => device,
        Err(why) => return complain(&format!("/dev/fuse: {why}")),
    };
    if let Err(why) = attach(&device, &options.mountpoint) {
        return complain(&format!("cannot mount: {why}"));
    }
    let command = (!options.command.is_empty()).then(|| {
        let (words, mountpoint) = (options.command.clone(), options.mountpoint.clone());
        thread::spawn(move || run(&words, &mountpoint))
    });
    let counts = Server::new(device, &options).serve();
    let status = command.map_or(ExitCode::SUCCESS, |command| command.join().expect("the command ran"));
    if !options.quiet {
        eprintln!("slowfs: {counts}");
    }
    status
}

/// Says what is wrong; the status to exit with.
fn complain(why: &str) -> ExitCode {
    eprintln!("slowfs: {why}");
    ExitCode::from(125)
}

/// Mounts the file system that `device` serves.
fn attach(device: &OwnedFd, mountpoint: &Path) -> rustix::io::Result<()> {
    let data =
        format!("fd={},rootmode=40000,user_id=0,group_id=0,allow_other\0", device.as_raw_fd()).into_bytes();
    let data = std::ffi::CString::from_vec_with_nul(data).expect("no NUL in numbers");
    mount("slowfs", mountpoint, "fuse.slowfs", MountFlags::NOSUID | MountFlags::NODEV, data.as_c_str())
}

/// Runs the command and unmounts. A shell does the latter, which outlives us if we are killed.
fn run(words: &[OsString], mountpoint: &Path) -> ExitCode {
    let ward = Command::new("sh")
        .args(["-c", "trap '' INT TERM HUP; read -r _; exec umount -l -- \"$0\""])
        .arg(mountpoint)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    let mut ward = ward.expect("a shell that unmounts");
    let status = Command::new(&words[0]).args(&words[1..]).status();
    drop(ward.stdin.take());
    let unmounted = ward.wait().expect("a child of ours");
    assert!(unmounted.success(), "cannot unmount {}", mountpoint.display());
    match status {
        Ok(status) => as_a_shell_tells(status),
        Err(why) => complain(&format!("{}: {why}", words[0].to_string_lossy())),
    }
}

/// The status of a command that a signal may have ended.
fn as_a_shell_tells(status: ExitStatus) -> ExitCode {
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(255);
    ExitCode::from(u8::try_from(code).unwrap_or(255))
}
