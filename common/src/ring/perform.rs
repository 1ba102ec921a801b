//! One operation by plain system calls: the inline executor, and what every other executor falls back to.

use std::os::fd::AsRawFd;

use super::op::{Done, Op};
use crate::sys::{
    dents, fd, file,
    meta::{self, Mask},
    xattrs,
};

/// Does it, now, on this thread.
pub fn perform(op: Op<'_>) -> Done {
    match op {
        Op::Open { dir, name, how } => Done::Opened(file::open_dir(dir.as_raw_fd(), name, how)),
        Op::Read { dir, mut buf, at } => {
            let got = dents::getdents(dir.as_raw_fd(), &mut buf[at..]);
            Done::Read(buf, got)
        }
        Op::Identify { dir } => Done::Meta(meta::fstatx(dir.as_raw_fd(), Mask::ID)),
        Op::FileSystem { dir } => Done::FileSystem(fd::file_system(dir)),
        Op::Stat { dir, name, follow, mask } => Done::Meta(meta::statx(dir.as_raw_fd(), name, follow, mask)),
        Op::Link { dir, name } => Done::Link(file::readlink(dir.as_raw_fd(), name)),
        Op::Guard { dir, name, follow } => Done::Guard(xattrs::guard(dir.as_raw_fd(), name, follow)),
        Op::Chmod { dir, name, mode, follow } => {
            Done::Changed(file::chmod(dir.as_raw_fd(), name, mode, follow))
        }
        Op::ChmodOpen { dir, mode } => Done::Changed(file::fchmod(dir.as_raw_fd(), mode)),
        Op::ChmodFile { dir, name, mode } => Done::Changed(file::chmod(dir.as_raw_fd(), name, mode, false)),
    }
}
