//! A directory as the visitor sees it: where it stands in the tree, and what can be asked or done below it, one
//! plain call at a time. What is wanted of many entries goes through `Visitor::wants` instead, which keeps many in flight.

use std::{
    os::fd::{AsRawFd, BorrowedFd},
    path::PathBuf,
    sync::Arc,
};

use super::{cycle, handles::Io, node::Node};
use crate::sys::{Errno, Meta, Name, file, meta};

/// One directory during its visit.
pub struct Dir<'a> {
    /// Path as it is shown: the root operand, then names, joined by single slashes.
    pub(crate) path: &'a [u8],
    /// How many bytes of `path` are the root operand.
    pub(crate) root_len: usize,
    /// 0 for a root; `None` for the list of roots itself.
    pub(crate) depth: Option<u32>,
    /// The open directory; the working directory for the list of roots; or why it is not open.
    pub(crate) fd: Result<BorrowedFd<'a>, Errno>,
    /// Its place in the tree, and what it takes to look at its ancestors; `None` for a detached one.
    pub(crate) place: Option<(&'a Arc<Node>, Io<'a>)>,
    /// Whether it could be searched when it was opened; `false` where nobody knows.
    pub(crate) searchable: bool,
    /// Whether these are the first entries of the directory that are visited.
    pub(crate) first_unit: bool,
}

impl<'a> Dir<'a> {
    /// A directory below a root `path` itself, which is not open: names can be evaluated, and no call succeeds.
    pub fn detached(path: &'a [u8]) -> Dir<'a> {
        Dir {
            path,
            root_len: path.len(),
            depth: Some(0),
            fd: Err(Errno::BADF),
            place: None,
            searchable: false,
            first_unit: true,
        }
    }

    /// Whether it is known that names can be looked up in the directory; where it is not, that may still be so. Only walks
    /// whose plan says `search` know, below the roots and apart from mount points.
    pub fn is_searchable(&self) -> bool {
        self.searchable
    }

    /// Whether this is the list of roots, whose entries' names are the operands.
    pub fn is_roots(&self) -> bool {
        self.depth.is_none()
    }

    /// Whether the entries are the directory's first unit; see `Plan::unit`.
    pub fn is_first_unit(&self) -> bool {
        self.first_unit
    }

    /// Depth of the directory's entries: 0 for roots, 1 for what a root holds.
    pub fn entry_depth(&self) -> u32 {
        self.depth.map_or(0, |depth| depth + 1)
    }

    /// The path as it is shown, without a slash added; empty for the list of roots.
    pub fn path(&self) -> &'a [u8] {
        self.path
    }

    /// The root operand below which the directory is.
    pub fn root(&self) -> &'a [u8] {
        &self.path[..self.root_len]
    }

    /// Appends what comes before an entry's name in its path: the directory's path and, where it has no slash at its
    /// end, one.
    pub fn push_prefix(&self, to: &mut Vec<u8>) {
        // The slash and most names need no second piece of memory.
        to.reserve(self.path.len() + 64);
        to.extend_from_slice(self.path);
        if !self.path.is_empty() && !self.path.ends_with(b"/") {
            to.push(b'/');
        }
    }

    /// The device and inode number of the directory itself, fstat(2).
    pub fn meta(&self) -> Result<Meta, Errno> {
        meta::fstatx(self.raw()?, meta::Mask::BASIC)
    }

    /// The device that the directory is on, fstat(2) where it is not known yet.
    pub fn device(&self) -> Result<u64, Errno> {
        let known = self.place.and_then(|(node, _)| node.handle().id);
        if let Some((device, _)) = known {
            return Ok(device);
        }
        let meta = meta::fstatx(self.raw()?, meta::Mask::ID)?;
        if let Some((node, _)) = self.place {
            node.identify(&meta);
        }
        Ok(meta.dev)
    }

    /// The directory among this one and its ancestors that has this device and inode number, by its path: an entry
    /// with the same closes a loop.
    pub fn loop_with(&self, id: (u64, u64)) -> Result<Option<PathBuf>, Errno> {
        let Some((node, io)) = self.place else { return Ok(None) };
        cycle::with_identity(node, self.fd?, id, io)
    }

    /// stat(2) or lstat(2) of an entry.
    pub fn stat(&self, name: Name<'_>, follow: bool) -> Result<Meta, Errno> {
        meta::statx(self.raw()?, name, follow, meta::Mask::BASIC)
    }

    /// The same, with the time of creation.
    pub fn stat_and_birth(&self, name: Name<'_>, follow: bool) -> Result<Meta, Errno> {
        meta::statx(self.raw()?, name, follow, meta::Mask::BIRTH)
    }

    /// The text of a symbolic link, readlink(2).
    pub fn read_link(&self, name: Name<'_>) -> Result<Vec<u8>, Errno> {
        file::readlink(self.raw()?, name)
    }

    /// Whether an entry is a directory without entries; opens and reads it, as GNU find's -empty does.
    pub fn is_empty_dir(&self, name: Name<'_>) -> Result<bool, Errno> {
        file::is_empty_dir(self.raw()?, name)
    }

    /// Removes an entry: unlink(2), or rmdir(2) where `directory` is set.
    pub fn remove(&self, name: Name<'_>, directory: bool) -> Result<(), Errno> {
        file::unlink(self.raw()?, name, directory)
    }

    /// Changes the mode of an entry. A link is followed only where `follow` is set.
    pub fn chmod(&self, name: Name<'_>, mode: u32, follow: bool) -> Result<(), Errno> {
        file::chmod(self.raw()?, name, mode, follow)
    }

    fn raw(&self) -> Result<i32, Errno> {
        self.fd.map(|fd| fd.as_raw_fd())
    }
}
