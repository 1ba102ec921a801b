//! What else a tool can reach from a directory, one plain call at a time: whether this process may use an entry, its
//! security context and capabilities, a place for programs.

use std::{
    any::Any,
    ffi::CStr,
    os::fd::{AsRawFd, OwnedFd},
    sync::Arc,
};

use super::{dir::Dir, node::Node};
pub use crate::sys::file::Use;
use crate::sys::{
    Errno, Meta, Name,
    fd::CWD,
    file::{self, How},
    meta::{self, Mask},
    xattrs,
};

impl Dir<'_> {
    /// Whether the real user may use an entry so, access(2); through a link.
    pub fn may(&self, name: Name<'_>, intent: Use) -> bool {
        self.raw_fd().is_ok_and(|fd| file::may(fd, name, intent))
    }

    /// The security context of an entry, `security.selinux`; of a link itself unless `follow` is set.
    pub fn context(&self, name: Name<'_>, follow: bool) -> Result<Vec<u8>, Errno> {
        xattrs::value(self.raw_fd()?, name, c"security.selinux", follow)
    }

    /// The names of the extended attributes of an entry, each with a NUL behind it, listxattr(2); of a link itself unless
    /// `follow` is set.
    pub fn attributes(&self, name: Name<'_>, follow: bool) -> Result<Vec<u8>, Errno> {
        xattrs::names(self.raw_fd()?, name, follow)
    }

    /// Whether an entry has capabilities, `security.capability`; through a link.
    pub fn has_capabilities(&self, name: Name<'_>) -> bool {
        self.raw_fd().is_ok_and(|fd| xattrs::value(fd, name, c"security.capability", true).is_ok())
    }

    /// What the tool keeps of this directory for those below it, as long as one of them is under way: made, of what is kept
    /// of the parent, when it is first asked for. `None` for a detached directory.
    pub fn keep<T: Any + Send + Sync>(&self, make: impl FnOnce(Option<Arc<T>>) -> Arc<T>) -> Option<Arc<T>> {
        let (node, _) = self.place?;
        let kept = |node: &Node| node.heirloom.get().cloned().and_then(|kept| kept.downcast().ok());
        if let Some(kept) = kept(node) {
            return Some(kept);
        }
        let made = make(node.parent.as_deref().and_then(kept));
        Some(node.heirloom.get_or_init(|| made).clone()).and_then(|kept| kept.downcast().ok())
    }

    /// The content of a regular file of up to `most` bytes, by the names that lead to it; through no link. EINVAL for what
    /// is no regular file, EFBIG for a longer one.
    pub fn read_file(&self, names: &[&CStr], most: u64) -> Result<Vec<u8>, Errno> {
        let (below, last) = lead(self.raw_fd()?, names)?;
        let dir = below.as_ref().map_or(self.raw_fd()?, |fd| fd.as_raw_fd());
        file::read(dir, last.into(), false, most, |_| true)
    }

    /// The directory above.
    pub fn above(&self) -> Result<Held, Errno> {
        file::hold(self.raw_fd()?, c"..".into(), false).map(Held)
    }

    /// A directory below this one, `.` for itself, to start a program in; through links.
    pub fn place(&self, name: &CStr) -> Result<OwnedFd, Errno> {
        file::open_dir(self.raw_fd()?, name.into(), How::Follow)
    }

    fn raw_fd(&self) -> Result<i32, Errno> {
        self.fd.map(|fd| fd.as_raw_fd())
    }
}

/// A directory above a starting point, by an O_PATH descriptor.
#[derive(Debug)]
pub struct Held(OwnedFd);

impl Held {
    /// The directory above; the top is its own.
    pub fn above(&self) -> Result<Held, Errno> {
        file::hold(self.0.as_raw_fd(), c"..".into(), false).map(Held)
    }

    /// Metadata of an entry, of a link itself.
    pub fn stat(&self, name: &CStr) -> Result<Meta, Errno> {
        meta::statx(self.0.as_raw_fd(), name.into(), false, Mask::BASIC)
    }

    /// As [`Dir::read_file`]; EINVAL for a file too of whose owner `is_trusted` does not hold.
    pub fn read_file(
        &self,
        names: &[&CStr],
        most: u64,
        is_trusted: impl Fn(u32) -> bool,
    ) -> Result<Vec<u8>, Errno> {
        let (below, last) = lead(self.0.as_raw_fd(), names)?;
        let dir = below.as_ref().unwrap_or(&self.0).as_raw_fd();
        file::read(dir, last.into(), false, most, is_trusted)
    }
}

/// The content of a regular file of up to `most` bytes that the user has chosen by its path: through links.
pub fn read_chosen(path: &CStr, most: u64) -> Result<Vec<u8>, Errno> {
    file::read(CWD.as_raw_fd(), path.into(), true, most, |_| true)
}

/// The directory that all but the last of some names lead to, if there are more, and the last; through no link.
fn lead<'n>(dir: i32, names: &[&'n CStr]) -> Result<(Option<OwnedFd>, &'n CStr), Errno> {
    let Some((last, before)) = names.split_last() else { return Err(Errno::NOENT) };
    let mut below: Option<OwnedFd> = None;
    for name in before {
        let dir = below.as_ref().map_or(dir, |fd| fd.as_raw_fd());
        below = Some(file::open_dir(dir, (*name).into(), How::NoFollow)?);
    }
    Ok((below, last))
}
