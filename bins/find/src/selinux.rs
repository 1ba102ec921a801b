//! Whether this system gives files security contexts.

use std::path::Path;

/// Whether SELinux is there: its file system is mounted.
pub(crate) fn is_enabled() -> bool {
    Path::new("/sys/fs/selinux/enforce").exists()
}
