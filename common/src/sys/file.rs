//! Calls that open, change and remove files, each on a descriptor and a name.

use std::{
    ffi::CString,
    fs,
    io::{self, Read},
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    cstr::Name,
    dents::{Dents, getdents},
    errno::{Errno, check},
    meta::{self, Kind, Meta},
    supervision,
};

/// Bytes of a path, with the NUL at its end, that a system call takes at most.
pub const PATH_MAX: usize = libc::PATH_MAX as usize;

/// Flags of every directory that is opened: O_NONBLOCK and O_NOCTTY so that nothing swapped in can stall or take over.
const DIRECTORY: i32 =
    libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC | libc::O_NONBLOCK | libc::O_NOCTTY;

/// How a directory is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Not through a link, and not across a mount point, which answers EXDEV (openat2(2), RESOLVE_NO_XDEV). Where the
    /// kernel or a filter lacks openat2: see [`open_dir`].
    Within,
    /// As `Within`, and only a directory that can be searched too: by its name with `/.` behind it, for which nothing but
    /// its own permission is looked at once more. EACCES where it can't be, ELOOP for a link.
    Search,
    /// Not through a link.
    NoFollow,
    /// Through links too.
    Follow,
}

impl How {
    /// Flags for openat(2) and openat2(2).
    pub(crate) fn flags(self) -> i32 {
        match self {
            How::Within | How::Search | How::NoFollow => DIRECTORY | libc::O_NOFOLLOW,
            How::Follow => DIRECTORY,
        }
    }

    /// How names are resolved, for openat2(2).
    pub(crate) fn resolve(self) -> u64 {
        match self {
            How::Within => libc::RESOLVE_NO_XDEV,
            // The name is not the last component, so that O_NOFOLLOW alone would let it be a link.
            How::Search => libc::RESOLVE_NO_XDEV | libc::RESOLVE_NO_SYMLINKS,
            How::NoFollow | How::Follow => 0,
        }
    }

    /// Writes the path that `name` is opened by, and a NUL behind it.
    pub(crate) fn path(self, name: Name<'_>, into: &mut Vec<u8>) {
        into.clear();
        into.extend_from_slice(name.c_str().to_bytes());
        into.extend_from_slice(if self == How::Search { b"/.\0" } else { b"\0" });
    }
}

/// Whether openat2(2) has been refused once as a whole (ENOSYS, or EPERM from a filter).
static NO_OPENAT2: AtomicBool = AtomicBool::new(false);

/// Opens a directory for reading. For `How::Within` and `How::Search` the answer is ENOSYS where openat2(2) can't be had; the caller
/// then opens with `NoFollow` and compares devices itself.
pub fn open_dir(dir: i32, name: Name<'_>, how: How) -> Result<OwnedFd, Errno> {
    let fd = match how {
        How::Within => openat2(dir, name, how)?,
        How::Search => {
            let mut path = Vec::new();
            how.path(name, &mut path);
            openat2(dir, Name::from_bytes_with_nul(&path), how)?
        }
        // SAFETY: name is NUL-terminated.
        How::NoFollow | How::Follow => check(unsafe { libc::openat(dir, name.as_ptr(), how.flags()) })?,
    };
    // SAFETY: the kernel just gave us this descriptor.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn openat2(dir: i32, name: Name<'_>, asked: How) -> Result<i32, Errno> {
    if NO_OPENAT2.load(Ordering::Relaxed) || supervision::is_strict() {
        return Err(Errno::NOSYS);
    }
    // SAFETY: open_how is plain data for which all zeroes are valid.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = asked.flags() as u64;
    how.resolve = asked.resolve();
    let size = size_of::<libc::open_how>();
    // SAFETY: name is NUL-terminated, `how` lives through the call and `size` is its size.
    let fd = unsafe { libc::syscall(libc::SYS_openat2, dir, name.as_ptr(), &raw const how, size) };
    if fd >= 0 {
        return Ok(fd as i32);
    }
    match Errno::last() {
        // A directory never answers EPERM to a plain open: it is a filter that speaks.
        Errno::NOSYS | Errno::PERM => {
            NO_OPENAT2.store(true, Ordering::Relaxed);
            Err(Errno::NOSYS)
        }
        errno => Err(errno),
    }
}

/// The text of a symbolic link, readlinkat(2), of any length.
pub fn readlink(dir: i32, name: Name<'_>) -> Result<Vec<u8>, Errno> {
    let mut text = vec![0u8; 128];
    loop {
        // SAFETY: name is NUL-terminated and the buffer has the length that is passed.
        let got = unsafe { libc::readlinkat(dir, name.as_ptr(), text.as_mut_ptr().cast(), text.len()) };
        let got = usize::try_from(got).map_err(|_| Errno::last())?;
        if got < text.len() {
            text.truncate(got);
            return Ok(text);
        }
        // The answer may have been cut off.
        text.resize(text.len() * 4, 0);
    }
}

/// What a file is to be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// To be read.
    Read,
    /// To be written.
    Write,
    /// To be executed or, if it is a directory, searched.
    Execute,
}

/// Whether the real user may use a file so, access(2). Links are followed.
pub fn may(dir: i32, name: Name<'_>, intent: Use) -> bool {
    let mode = match intent {
        Use::Read => libc::R_OK,
        Use::Write => libc::W_OK,
        Use::Execute => libc::X_OK,
    };
    // SAFETY: name is NUL-terminated.
    unsafe { libc::faccessat(dir, name.as_ptr(), mode, 0) == 0 }
}

/// The content of a regular file of up to `most` bytes, through links only where `follow` is set. EINVAL for what is no
/// regular file, as it may never end, and for one of whose owner `is_trusted` does not hold; EFBIG for a longer one. What is
/// there is looked at before it is opened, so that no device ever is, and once more when it has been.
pub fn read(
    dir: i32,
    name: Name<'_>,
    follow: bool,
    most: u64,
    is_trusted: impl Fn(u32) -> bool,
) -> Result<Vec<u8>, Errno> {
    let mask = meta::Mask::BASIC;
    let is_fit = |meta: Meta| meta.kind() == Kind::File && is_trusted(meta.uid);
    if !is_fit(meta::statx(dir, name, follow, mask)?) {
        return Err(Errno::INVAL);
    }
    let flags = libc::O_RDONLY | libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
    let flags = flags | if follow { 0 } else { libc::O_NOFOLLOW };
    // SAFETY: name is NUL-terminated.
    let fd = check(unsafe { libc::openat(dir, name.as_ptr(), flags) })?;
    // SAFETY: openat gave a descriptor that nobody else has.
    let file = fs::File::from(unsafe { OwnedFd::from_raw_fd(fd) });
    if !is_fit(meta::fstatx(fd, mask)?) {
        return Err(Errno::INVAL);
    }
    let mut content = Vec::new();
    let failed = |error: io::Error| Errno(error.raw_os_error().unwrap_or(libc::ENOMEM));
    file.take(most + 1).read_to_end(&mut content).map_err(failed)?;
    if content.len() as u64 > most { Err(Errno(libc::EFBIG)) } else { Ok(content) }
}

/// Removes a name: unlinkat(2), with AT_REMOVEDIR where `directory` is set.
pub fn unlink(dir: i32, name: Name<'_>, directory: bool) -> Result<(), Errno> {
    let flags = if directory { libc::AT_REMOVEDIR } else { 0 };
    // SAFETY: name is NUL-terminated.
    check(unsafe { libc::unlinkat(dir, name.as_ptr(), flags) }).map(drop)
}

/// Whether a directory has no entries.
pub fn is_empty_dir(dir: i32, name: Name<'_>) -> Result<bool, Errno> {
    let fd = open_dir(dir, name, How::NoFollow)?;
    let mut buf = vec![0u8; 4096];
    loop {
        let got = getdents(fd.as_raw_fd(), &mut buf)?;
        if got == 0 {
            return Ok(true);
        }
        if Dents::new(&buf[..got]).any(|dent| dent.name != b"." && dent.name != b"..") {
            return Ok(false);
        }
    }
}

/// fchmodat2(2), Linux 6.6; the kernel headers that libc follows may not name it yet.
const SYS_FCHMODAT2: libc::c_long = 452;

/// Whether fchmodat2(2) has been refused once as a whole.
static NO_FCHMODAT2: AtomicBool = AtomicBool::new(false);

/// Changes the permission bits of a file by name. Where `follow` is not set a symbolic link is never followed, in one
/// call where the kernel has fchmodat2(2); on older ones through an O_PATH descriptor and /proc/self/fd, which fails
/// with ENOTSUP for a link and, without /proc, for any file.
pub fn chmod(dir: i32, name: Name<'_>, mode: u32, follow: bool) -> Result<(), Errno> {
    if follow {
        // SAFETY: name is NUL-terminated.
        return check(unsafe { libc::fchmodat(dir, name.as_ptr(), mode, 0) }).map(drop);
    }
    if supervision::is_strict() {
        // What libc makes of it is what GNU's chmod makes of it.
        let flags = libc::AT_SYMLINK_NOFOLLOW;
        // SAFETY: name is NUL-terminated.
        return check(unsafe { libc::fchmodat(dir, name.as_ptr(), mode, flags) }).map(drop);
    }
    match fchmodat2(dir, name, mode, libc::AT_SYMLINK_NOFOLLOW) {
        Some(done) => done,
        None => chmod_through_proc(&hold(dir, name, false)?, mode),
    }
}

/// Changes the permission bits of an open file, fchmod(2).
pub fn fchmod(fd: i32, mode: u32) -> Result<(), Errno> {
    // SAFETY: fchmod takes any number.
    check(unsafe { libc::fchmod(fd, mode) }).map(drop)
}

/// A new file without a name that lives in memory, memfd_create(2).
pub fn nameless() -> Result<OwnedFd, Errno> {
    // SAFETY: the name, which is for debugging only, is NUL-terminated.
    let fd = check(unsafe { libc::memfd_create(c"ringutils".as_ptr(), libc::MFD_CLOEXEC) })?;
    // SAFETY: the kernel just gave us this descriptor.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Takes hold of a file of any type, O_PATH of open(2): nobody notices, and nothing can be read from it.
pub fn hold(dir: i32, name: Name<'_>, follow: bool) -> Result<OwnedFd, Errno> {
    let flags = libc::O_PATH | libc::O_CLOEXEC | if follow { 0 } else { libc::O_NOFOLLOW };
    // SAFETY: name is NUL-terminated.
    let fd = check(unsafe { libc::openat(dir, name.as_ptr(), flags) })?;
    // SAFETY: the kernel just gave us this descriptor.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Takes hold of a directory, through links too, whose path may be longer than a call takes: piece by piece then.
pub fn hold_dir(mut path: &[u8]) -> Result<OwnedFd, Errno> {
    let mut dir = None;
    loop {
        let piece = if path.len() < PATH_MAX {
            path
        } else {
            let slash = path[..PATH_MAX - 1].iter().rposition(|&byte| byte == b'/');
            &path[..slash.filter(|&at| at > 0).ok_or(Errno(libc::ENAMETOOLONG))?]
        };
        let name = CString::new(piece).map_err(|_| Errno::INVAL)?;
        let next =
            hold(dir.as_ref().map_or(libc::AT_FDCWD, OwnedFd::as_raw_fd), name.as_c_str().into(), true)?;
        path = &path[piece.len()..];
        path = path.strip_prefix(b"/").unwrap_or(path);
        if path.is_empty() {
            return Ok(next);
        }
        dir = Some(next);
    }
}

/// Changes the permission bits of a file that is held: the very one, whatever its name has become. Fails with ENOTSUP
/// for a link and, before Linux 6.6 and without /proc, for any file.
pub fn chmod_held(fd: &OwnedFd, mode: u32) -> Result<(), Errno> {
    match fchmodat2(fd.as_raw_fd(), c"".into(), mode, libc::AT_EMPTY_PATH) {
        Some(done) => done,
        None => chmod_through_proc(fd, mode),
    }
}

/// fchmodat2(2); `None` where it is not to be had, and where EPERM may be a filter's word for that and not the kernel's
/// for a file of others: the rest of the ladder gives the same answer to the latter.
fn fchmodat2(dir: i32, name: Name<'_>, mode: u32, flags: i32) -> Option<Result<(), Errno>> {
    if NO_FCHMODAT2.load(Ordering::Relaxed) || supervision::is_strict() {
        return None;
    }
    // SAFETY: name is NUL-terminated; the call takes four arguments.
    if unsafe { libc::syscall(SYS_FCHMODAT2, dir, name.as_ptr(), mode, flags) } == 0 {
        return Some(Ok(()));
    }
    match Errno::last() {
        Errno::NOSYS => {
            NO_FCHMODAT2.store(true, Ordering::Relaxed);
            None
        }
        Errno::PERM => None,
        errno => Some(Err(errno)),
    }
}

fn chmod_through_proc(fd: &OwnedFd, mode: u32) -> Result<(), Errno> {
    if super::meta::fstatx(fd.as_raw_fd(), super::meta::Mask::MODE)?.kind() == super::Kind::Link {
        return Err(Errno::NOTSUP);
    }
    let path = CString::new(format!("/proc/self/fd/{}", fd.as_raw_fd())).unwrap_or_default();
    // SAFETY: path is NUL-terminated.
    match check(unsafe { libc::chmod(path.as_ptr(), mode) }) {
        // The file is there, since it is open: it is /proc that lacks.
        Err(Errno::NOENT) => Err(Errno::NOTSUP),
        other => other.map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_never_searched() {
        let top = std::env::temp_dir().join(format!("ringutils-search-{}", std::process::id()));
        std::fs::create_dir_all(top.join("dir")).unwrap();
        std::os::unix::fs::symlink("dir", top.join("link")).unwrap();
        std::fs::write(top.join("file"), "").unwrap();
        let dir = std::fs::File::open(&top).unwrap();
        let open = |name: &std::ffi::CStr| open_dir(dir.as_raw_fd(), name.into(), How::Search).map(drop);
        if open(c"dir") != Err(Errno::NOSYS) {
            assert_eq!(open(c"dir"), Ok(()));
            assert_eq!(open(c"link"), Err(Errno::LOOP));
            assert_eq!(open(c"file"), Err(Errno::NOTDIR));
        }
        std::fs::remove_dir_all(&top).unwrap();
    }
}
