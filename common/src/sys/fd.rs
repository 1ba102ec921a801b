//! Descriptors: the standard ones at start, the working directory, writing.

use std::os::fd::{AsRawFd, BorrowedFd};

use super::{
    errno::{Errno, check},
    leave,
};

/// The working directory, AT_FDCWD.
// SAFETY: AT_FDCWD is always valid for the *at calls and is not -1.
pub const CWD: BorrowedFd<'static> = unsafe { BorrowedFd::borrow_raw(libc::AT_FDCWD) };

/// Fills each of descriptors 0, 1 and 2 that is closed, so that no later open can land there. Each gets /dev/null in
/// the direction that fails: a write to a closed standard output must answer EBADF, as it does in GNU's tools.
pub fn fill_standard() {
    for fd in 0..=2 {
        // SAFETY: F_GETFD only looks.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } < 0 {
            let direction = if fd == 0 { libc::O_WRONLY } else { libc::O_RDONLY };
            // SAFETY: the path is NUL-terminated; the lowest free descriptor is `fd`, since lower ones are filled.
            unsafe { libc::open(c"/dev/null".as_ptr(), direction) };
        }
    }
}

/// write(2), once: how many bytes the kernel took.
fn write(fd: i32, bytes: &[u8]) -> Result<usize, Errno> {
    // SAFETY: the pointer and length are those of a live slice.
    let written = unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) };
    usize::try_from(written).map_err(|_| Errno::last())
}

/// Writes all of `bytes`, however often the kernel takes less or a signal interrupts it.
pub fn write_all(fd: i32, mut bytes: &[u8]) -> Result<(), Errno> {
    if let Some(done) = (fd == 1).then(|| leave::write_all(bytes, |part| write(1, part))).flatten() {
        return done;
    }
    while !bytes.is_empty() {
        match write(fd, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

/// Whether it is a terminal, isatty(3).
pub fn is_terminal(fd: i32) -> bool {
    // SAFETY: isatty takes any number.
    unsafe { libc::isatty(fd) == 1 }
}

/// The magic number of the file system that a descriptor is on, and its ID, 0 where it has none, statfs(2).
pub fn file_system(fd: BorrowedFd<'_>) -> Result<(i64, u64), Errno> {
    let mut buf = std::mem::MaybeUninit::<libc::statfs>::uninit();
    // SAFETY: buf has room for the answer.
    check(unsafe { libc::fstatfs(fd.as_raw_fd(), buf.as_mut_ptr()) })?;
    // SAFETY: fstatfs succeeded.
    let buf = unsafe { buf.assume_init() };
    // SAFETY: an ID is two ints, and any bits are a number.
    Ok((buf.f_type, unsafe { std::mem::transmute::<libc::fsid_t, u64>(buf.f_fsid) }))
}
