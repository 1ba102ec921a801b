//! Security contexts of files, and whether this system gives them any.

use std::path::Path;

use ringutils::{
    sys::{Errno, Name},
    walk::dir::Dir,
};

/// Whether SELinux is there: its file system is mounted.
pub(crate) fn is_enabled() -> bool {
    Path::new("/sys/fs/selinux/enforce").exists()
}

/// The context of a file; of what it leads to where `follows` is set, unless that does not exist.
pub(crate) fn context(dir: &Dir<'_>, name: Name<'_>, follows: bool) -> Result<Vec<u8>, Errno> {
    match dir.context(name, follows) {
        Err(Errno::NOENT) if follows => dir.context(name, false),
        answer => answer,
    }
}
