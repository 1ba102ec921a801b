//! Loops: directories that are their own ancestors, through bind mounts or, where links are followed, through links.
//!
//! Only an entry across a mount point or through a link can begin a loop, so only those are compared, and what is below
//! a mount of a device that an ancestor is on.

use std::{
    ffi::OsString, iter::once, os::fd::BorrowedFd, os::unix::ffi::OsStringExt, path::PathBuf, sync::Arc,
};

use super::{
    handles::{self, Io},
    node::{Id, Node},
};
use crate::sys::Errno;

/// The path of the directory with this identity, if it is `node`, which is open as `fd`, or one of its ancestors. An
/// ancestor that can't be looked at is an error: it could be the one.
pub(crate) fn with_identity(
    node: &Arc<Node>,
    fd: BorrowedFd<'_>,
    id: Id,
    io: Io<'_>,
) -> Result<Option<PathBuf>, Errno> {
    if node.depth < 0 {
        return Ok(None);
    }
    handles::identify_line(node, fd, io)?;
    let found = once(node).chain(node.ancestors()).find(|node| node.handle().id == Some(id));
    Ok(found.map(|node| {
        let mut path = Vec::new();
        node.write_path(&mut path, None);
        PathBuf::from(OsString::from_vec(path))
    }))
}
