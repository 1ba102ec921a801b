//! Numbers as libc reads them, for arguments whose grammar is libc's.

use std::{
    ffi::{CStr, c_char},
    ptr,
};

use super::errno::Errno;

/// The error of a number that its type can't hold.
pub const OUT_OF_RANGE: Errno = Errno(libc::ERANGE);

/// strtod(3) of a whole text: leading white space, hexadecimal, `inf` and `nan` count, and the decimal point is the
/// locale's. `None` where something is left over or nothing was there.
pub fn float(text: &CStr) -> Option<f64> {
    let mut end: *mut c_char = ptr::null_mut();
    // SAFETY: text is NUL-terminated, and end is set to a place within it.
    let value = unsafe { libc::strtod(text.as_ptr(), &raw mut end) };
    // SAFETY: see above; the byte at end exists, since it is at most the NUL.
    let rest = unsafe { *end };
    (rest == 0 && !ptr::eq(end, text.as_ptr())).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_texts_are_numbers() {
        let check = |text: &CStr, expected: Option<f64>| assert_eq!(float(text), expected, "{text:?}");
        check(c"1", Some(1.0));
        check(c" 1.5", Some(1.5));
        check(c"-0x10", Some(-16.0));
        check(c"1e2", Some(100.0));
        check(c"inf", Some(f64::INFINITY));
        check(c"", None);
        check(c"1 ", None);
        check(c"x", None);
    }
}
