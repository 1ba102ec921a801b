//! Error numbers of the kernel as values.

use std::{ffi::CStr, fmt};

/// An error number, errno(3).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Errno(pub i32);

impl Errno {
    /// Operation not permitted.
    pub const PERM: Errno = Errno(libc::EPERM);
    /// No such file or directory.
    pub const NOENT: Errno = Errno(libc::ENOENT);
    /// Interrupted by a signal.
    pub const INTR: Errno = Errno(libc::EINTR);
    /// Bad file descriptor.
    pub const BADF: Errno = Errno(libc::EBADF);
    /// Permission denied.
    pub const ACCES: Errno = Errno(libc::EACCES);
    /// Invalid cross-device link; from openat2(2): the path would cross a mount point.
    pub const XDEV: Errno = Errno(libc::EXDEV);
    /// Not a directory.
    pub const NOTDIR: Errno = Errno(libc::ENOTDIR);
    /// Invalid argument.
    pub const INVAL: Errno = Errno(libc::EINVAL);
    /// Too many open files in this process.
    pub const MFILE: Errno = Errno(libc::EMFILE);
    /// Broken pipe.
    pub const PIPE: Errno = Errno(libc::EPIPE);
    /// Function not implemented.
    pub const NOSYS: Errno = Errno(libc::ENOSYS);
    /// Too many levels of symbolic links.
    pub const LOOP: Errno = Errno(libc::ELOOP);
    /// Value too large for defined data type.
    pub const OVERFLOW: Errno = Errno(libc::EOVERFLOW);
    /// Operation not supported.
    pub const NOTSUP: Errno = Errno(libc::ENOTSUP);
    /// Operation canceled; the walk uses it for what is not done any more because a signal ends it.
    pub const CANCELED: Errno = Errno(libc::ECANCELED);
    /// Stale file handle; the walk uses it for a directory that is no longer the one it was.
    pub const STALE: Errno = Errno(libc::ESTALE);

    /// The error of the libc call that just failed on this thread.
    pub fn last() -> Errno {
        // SAFETY: glibc's errno is thread-local and always valid.
        Errno(unsafe { *libc::__errno_location() })
    }

    /// Makes it that of the libc call that failed last on this thread, for a handler that has made calls of its own.
    pub(super) fn put_back(self) {
        // SAFETY: glibc's errno is thread-local and always valid.
        unsafe { *libc::__errno_location() = self.0 };
    }

    /// What strerror(3) says of it in the locale that setlocale(3) chose, without a newline.
    pub fn message(self) -> Vec<u8> {
        let mut buf = [0u8; 256];
        // SAFETY: libc's strerror_r is the XSI one, writes at most buf.len() bytes and ends them with a NUL.
        unsafe { libc::strerror_r(self.0, buf.as_mut_ptr().cast(), buf.len()) };
        CStr::from_bytes_until_nul(&buf).map_or_else(|_| Vec::new(), |message| message.to_bytes().to_vec())
    }
}

impl fmt::Debug for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Errno({}: {})", self.0, String::from_utf8_lossy(&self.message()))
    }
}

/// Turns the -1 of a libc call into the thread's error number.
pub(crate) fn check(returned: i32) -> Result<i32, Errno> {
    if returned < 0 { Err(Errno::last()) } else { Ok(returned) }
}
