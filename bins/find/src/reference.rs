//! Files that the expression names to compare with: -newer FILE, -samefile FILE. They are found from the working
//! directory and looked at once, before the walk.

use std::{ffi::CStr, os::fd::AsRawFd};

use ringutils::sys::{
    Errno, Meta,
    fd::CWD,
    meta::{self, Mask},
};

/// The metadata of a file; of what it leads to where `follow` is set, unless that does not exist.
pub(crate) fn stat(name: &CStr, follow: bool) -> Result<Meta, Errno> {
    match meta::statx(CWD.as_raw_fd(), name.into(), follow, Mask::BIRTH) {
        Err(Errno::NOENT) if follow => meta::statx(CWD.as_raw_fd(), name.into(), false, Mask::BIRTH),
        result => result,
    }
}

/// Whether there is a file of this name, looked at through links.
pub(crate) fn exists(name: &CStr) -> bool {
    meta::statx(CWD.as_raw_fd(), name.into(), true, Mask::MODE).is_ok()
}
