//! One operation by plain system calls: the inline executor, and what every other executor falls back to.

use std::os::fd::AsRawFd;

use super::op::{Done, Op};
use crate::sys::{
    Errno, dents, fd, file,
    meta::{self, Mask},
    signals, xattrs,
};

/// Does it, now, on this thread.
pub fn perform(op: Op<'_>) -> Done {
    match op {
        Op::Open { dir, name, how } => Done::Opened(again(|| file::open_dir(dir.as_raw_fd(), name, how))),
        Op::Read { dir, mut buf, at } => {
            let got = again(|| dents::getdents(dir.as_raw_fd(), &mut buf[at..]));
            Done::Read(buf, got)
        }
        Op::Identify { dir } => Done::Meta(again(|| meta::fstatx(dir.as_raw_fd(), Mask::ID))),
        Op::FileSystem { dir } => Done::FileSystem(again(|| fd::file_system(dir))),
        Op::Stat { dir, name, follow, mask } => {
            Done::Meta(again(|| meta::statx(dir.as_raw_fd(), name, follow, mask)))
        }
        Op::Link { dir, name } => Done::Link(again(|| file::readlink(dir.as_raw_fd(), name))),
        Op::Guard { dir, name, follow } => {
            Done::Guard(again(|| xattrs::guard(dir.as_raw_fd(), name, follow)))
        }
        Op::Chmod { dir, name, mode, follow } => {
            Done::Changed(again(|| file::chmod(dir.as_raw_fd(), name, mode, follow)))
        }
        Op::ChmodOpen { dir, mode } => Done::Changed(again(|| file::fchmod(dir.as_raw_fd(), mode))),
        Op::ChmodFile { dir, name, mode } => {
            Done::Changed(again(|| file::chmod(dir.as_raw_fd(), name, mode, false)))
        }
    }
}

/// Makes a call until it is not interrupted, unless a signal is to end the run. The kernel interrupts a thread whose ring
/// goes away, too, and a slow file system then answers with EINTR.
fn again<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    loop {
        match call() {
            Err(Errno::INTR) if signals::caught().is_none() => {}
            result => return result,
        }
    }
}
