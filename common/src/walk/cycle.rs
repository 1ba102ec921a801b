//! Loops: directories that are their own ancestors, through bind mounts or, where links are followed, through links.
//!
//! Only an entry across a mount point or through a link can close a loop, so only those are compared.

use std::{ffi::OsString, os::unix::ffi::OsStringExt, path::PathBuf, sync::Arc};

use super::{
    handles::{self, Io},
    node::{Id, Node},
};

/// The path of the first of these directories that has this identity, if one has.
pub(crate) fn with_identity<'a>(
    mut among: impl Iterator<Item = &'a Arc<Node>>,
    id: Id,
    io: Io<'_>,
) -> Option<PathBuf> {
    let found = among.find(|node| handles::identity(node, io).is_ok_and(|other| other == id))?;
    let mut path = Vec::new();
    found.write_path(&mut path, None);
    Some(PathBuf::from(OsString::from_vec(path)))
}
