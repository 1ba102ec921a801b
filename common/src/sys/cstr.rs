//! C strings inside of larger blocks of memory.

use std::ffi::CStr;

/// A name that ends with a NUL: cheaper than a `CStr` to make, since its length is known. A listing can hold one with
/// another NUL inside, if a file system in user space puts it there; a call takes what comes before that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Name<'a>(&'a [u8]);

impl<'a> Name<'a> {
    /// The name that `bytes` hold up to their last byte, which is a NUL; the empty name where it is none.
    pub(crate) fn from_bytes_with_nul(bytes: &'a [u8]) -> Name<'a> {
        debug_assert_eq!(bytes.last(), Some(&0));
        Name(if bytes.ends_with(b"\0") { bytes } else { b"\0" })
    }

    /// For a call: a pointer to bytes that end with a NUL.
    pub(crate) fn as_ptr(self) -> *const libc::c_char {
        self.0.as_ptr().cast()
    }

    /// The name.
    pub fn to_bytes(self) -> &'a [u8] {
        &self.0[..self.0.len() - 1]
    }

    /// The name and its NUL.
    pub fn to_bytes_with_nul(self) -> &'a [u8] {
        self.0
    }

    /// The name as far as a call takes it.
    pub fn c_str(self) -> &'a CStr {
        until_nul(self.0)
    }
}

impl<'a> From<&'a CStr> for Name<'a> {
    fn from(name: &'a CStr) -> Name<'a> {
        Name(name.to_bytes_with_nul())
    }
}

/// The string that begins `bytes` and ends at its first NUL; the empty string where there is none. As
/// `CStr::from_bytes_until_nul`, with a search for the NUL that is several times faster: listing a directory does
/// little else.
pub fn until_nul(bytes: &[u8]) -> &CStr {
    match memchr::memchr(0, bytes) {
        // SAFETY: the slice ends with the first NUL of `bytes`, so it has one at its end and none before.
        Some(end) => unsafe { CStr::from_bytes_with_nul_unchecked(&bytes[..=end]) },
        None => c"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_at_the_first_nul() {
        assert_eq!(until_nul(b"a\0b\0"), c"a");
        assert_eq!(until_nul(b"\0"), c"");
        assert_eq!(until_nul(b"open"), c"");
    }
}
