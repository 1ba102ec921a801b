//! User and group IDs by name, and whether an ID has a name, from the system's databases (NSS: files, LDAP, SSSD).
//!
//! Does not cache, and does not give names: see `text::names`.

use std::{
    ffi::{CStr, c_char},
    mem::MaybeUninit,
    ptr,
};

/// Whether the process has more rights than who started it, AT_SECURE: then the environment is not to be trusted.
pub fn has_more_rights() -> bool {
    // SAFETY: getauxval takes any number.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Bytes that a record may take at first; doubled while the database says ERANGE.
const ROOM: usize = 1024;

/// The user ID of a login name, getpwnam_r(3).
pub fn user(name: &CStr) -> Option<u32> {
    // SAFETY: the arguments are those of the call, and the record is read only when it was filled.
    look_up(|record, room, len, found| unsafe { libc::getpwnam_r(name.as_ptr(), record, room, len, found) })
        .map(|record: libc::passwd| record.pw_uid)
}

/// The group ID of a group's name, getgrnam_r(3).
pub fn group(name: &CStr) -> Option<u32> {
    // SAFETY: as in `user`.
    look_up(|record, room, len, found| unsafe { libc::getgrnam_r(name.as_ptr(), record, room, len, found) })
        .map(|record: libc::group| record.gr_gid)
}

/// Whether some user has this ID, getpwuid_r(3).
pub fn is_user(uid: u32) -> bool {
    // SAFETY: as in `user`.
    look_up(|record, room, len, found| unsafe { libc::getpwuid_r(uid, record, room, len, found) })
        .is_some_and(|_: libc::passwd| true)
}

/// Whether some group has this ID, getgrgid_r(3).
pub fn is_group(gid: u32) -> bool {
    // SAFETY: as in `user`.
    look_up(|record, room, len, found| unsafe { libc::getgrgid_r(gid, record, room, len, found) })
        .is_some_and(|_: libc::group| true)
}

/// The user ID that file access is checked for. The kernel has told it at the start, and nobody here changes it.
pub fn effective_user() -> u32 {
    // SAFETY: getauxval takes any number.
    unsafe { libc::getauxval(libc::AT_EUID) as u32 }
}

/// Calls one of the database's functions with more and more room. The texts of the record are gone when this
/// returns; its numbers stay.
fn look_up<R: Copy>(call: impl Fn(*mut R, *mut c_char, usize, *mut *mut R) -> i32) -> Option<R> {
    let mut room = vec![0; ROOM];
    loop {
        let mut record = MaybeUninit::<R>::uninit();
        let mut found = ptr::null_mut();
        let error = call(record.as_mut_ptr(), room.as_mut_ptr(), room.len(), &raw mut found);
        if error == libc::ERANGE {
            room.resize(room.len() * 2, 0);
            continue;
        }
        if error != 0 || found.is_null() {
            return None;
        }
        // SAFETY: the call succeeded and `found` says that it filled the record.
        return Some(unsafe { record.assume_init() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_is_known_and_nonsense_is_not() {
        assert_eq!(user(c"root"), Some(0));
        assert_eq!(group(c"root"), Some(0));
        assert_eq!(user(c"no such user"), None);
        assert!(is_user(0) && is_group(0));
        assert!(!is_user(0xffff_fff0) && !is_group(0xffff_fff0));
    }
}
