//! Extended attributes: which ones guard a file, those that `ls -l` marks, and the values of two.

use std::{
    ffi::{CStr, CString},
    sync::atomic::{AtomicBool, Ordering},
};

use super::{cstr::Name, errno::Errno, supervision};

/// Which of the extended attributes that `ls -l` marks an entry has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// An access control list beyond the mode (`system.posix_acl_*`, NFSv4 ones too).
    pub acl: bool,
    /// A security context (`security.selinux`).
    pub context: bool,
}

/// listxattrat(2), Linux 6.13.
const SYS_LISTXATTRAT: libc::c_long = 465;

/// Whether listxattrat(2) has been refused once as a whole.
static NO_LISTXATTRAT: AtomicBool = AtomicBool::new(false);

/// Asks for the attributes of `name`, of a link itself unless `follow` is set: in a directory in one call where the kernel has
/// listxattrat(2) and by way of /proc/self/fd where it has not. The answer can be any error of listxattr(2), ENOTSUP among them.
pub fn guard(dir: i32, name: Name<'_>, follow: bool) -> Result<Guard, Errno> {
    let mut small = [0u8; 256];
    match list(dir, name, follow, &mut small) {
        Ok(got) => Ok(parse(&small[..got])),
        Err(Errno(libc::ERANGE)) => {
            // The kernel's own limit on the whole list, XATTR_LIST_MAX.
            let mut large = vec![0u8; 64 * 1024];
            list(dir, name, follow, &mut large).map(|got| parse(&large[..got]))
        }
        Err(errno) => Err(errno),
    }
}

/// The names of all attributes of `name` that this process may see, each with a NUL behind it; as [`guard`] asks for them.
pub fn names(dir: i32, name: Name<'_>, follow: bool) -> Result<Vec<u8>, Errno> {
    let mut names = vec![0u8; 256];
    let got = match list(dir, name, follow, &mut names) {
        Err(Errno(libc::ERANGE)) => {
            names.resize(64 * 1024, 0);
            list(dir, name, follow, &mut names)?
        }
        answer => answer?,
    };
    names.truncate(got);
    Ok(names)
}

fn parse(names: &[u8]) -> Guard {
    let mut guard = Guard::default();
    for name in names.split(|&byte| byte == 0) {
        match name {
            b"system.posix_acl_access"
            | b"system.posix_acl_default"
            | b"system.nfs4_acl"
            | b"system.richacl" => {
                guard.acl = true;
            }
            b"security.selinux" => guard.context = true,
            _ => {}
        }
    }
    guard
}

fn list(dir: i32, name: Name<'_>, follow: bool, buf: &mut [u8]) -> Result<usize, Errno> {
    if dir == libc::AT_FDCWD || name.to_bytes().starts_with(b"/") {
        return list_path(name.c_str(), follow, buf);
    }
    if !NO_LISTXATTRAT.load(Ordering::Relaxed) && !supervision::is_strict() {
        let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
        // SAFETY: name is NUL-terminated and the buffer's length is passed.
        let got =
            unsafe { libc::syscall(SYS_LISTXATTRAT, dir, name.as_ptr(), flags, buf.as_mut_ptr(), buf.len()) };
        match usize::try_from(got).map_err(|_| Errno::last()) {
            Err(Errno::NOSYS | Errno::PERM) => NO_LISTXATTRAT.store(true, Ordering::Relaxed),
            answer => return answer,
        }
    }
    let path = [format!("/proc/self/fd/{dir}/").as_bytes(), name.to_bytes()].concat();
    list_path(&CString::new(path).unwrap_or_default(), follow, buf)
}

fn list_path(path: &CStr, follow: bool, buf: &mut [u8]) -> Result<usize, Errno> {
    let call = if follow { libc::listxattr } else { libc::llistxattr };
    // SAFETY: path is NUL-terminated and the buffer's length is passed.
    let got = unsafe { call(path.as_ptr(), buf.as_mut_ptr().cast(), buf.len()) };
    usize::try_from(got).map_err(|_| Errno::last())
}

/// The value of one attribute of `name`, of a link itself unless `follow` is set, without NULs at its end. By way of
/// /proc/self/fd, since getxattrat(2) is young.
pub fn value(dir: i32, name: Name<'_>, attribute: &CStr, follow: bool) -> Result<Vec<u8>, Errno> {
    let path = match dir == libc::AT_FDCWD || name.to_bytes().starts_with(b"/") {
        true => name.c_str().to_owned(),
        false => CString::new([format!("/proc/self/fd/{dir}/").as_bytes(), name.to_bytes()].concat())
            .unwrap_or_default(),
    };
    let call = if follow { libc::getxattr } else { libc::lgetxattr };
    let mut value = vec![0u8; 256];
    loop {
        // SAFETY: both texts are NUL-terminated and the buffer's length is passed.
        let got = unsafe { call(path.as_ptr(), attribute.as_ptr(), value.as_mut_ptr().cast(), value.len()) };
        match usize::try_from(got).map_err(|_| Errno::last()) {
            Ok(got) => {
                let end = value[..got].iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
                value.truncate(end);
                return Ok(value);
            }
            // The kernel's own limit on a value, XATTR_SIZE_MAX.
            Err(Errno(libc::ERANGE)) if value.len() < 64 * 1024 => value.resize(64 * 1024, 0),
            Err(errno) => return Err(errno),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let check = |names: &[u8], acl, context| assert_eq!(parse(names), Guard { acl, context });
        check(b"", false, false);
        check(b"user.a\0", false, false);
        check(b"security.selinux\0", false, true);
        check(b"user.a\0system.posix_acl_access\0", true, false);
        check(b"system.posix_acl_default\0security.selinux\0", true, true);
        check(b"user.system.posix_acl_access\0", false, false);
    }
}
