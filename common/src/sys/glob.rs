//! Shell patterns by libc's fnmatch(3), which knows the locale's characters, classes and case.
//!
//! Does not set the locale, and does not decide when a cheaper comparison would give the same answer.

use std::ffi::{CStr, c_char, c_int};

use super::clib::{self, Ctype};

/// GNU's flag for a comparison without regard to case.
const FNM_CASEFOLD: c_int = 1 << 4;

unsafe extern "C" {
    fn fnmatch(pattern: *const c_char, text: *const c_char, flags: c_int) -> c_int;
}

/// Whether `text` as a whole matches the shell pattern: `*` and `?` match a slash or a leading dot as well. Characters
/// are those of `ctype`, or of the process' locale.
pub fn matches(ctype: Option<&Ctype>, pattern: &CStr, text: &CStr, fold_case: bool) -> bool {
    let flags = if fold_case { FNM_CASEFOLD } else { 0 };
    // SAFETY: both are NUL-terminated and fnmatch only reads them.
    clib::within(ctype, || unsafe { fnmatch(pattern.as_ptr(), text.as_ptr(), flags) == 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnmatch_is_called_with_finds_flags() {
        let check = |pattern: &CStr, text: &CStr, fold: bool, expected: bool| {
            assert_eq!(matches(None, pattern, text, fold), expected, "{pattern:?} {text:?} {fold}");
        };
        check(c"a*", c"abc", false, true);
        check(c"*", c".hidden", false, true);
        check(c"*", c"a/b", false, true);
        check(c"A*", c"abc", false, false);
        check(c"A*", c"abc", true, true);
        check(c"[!a]", c"a", false, false);
        check(c"\\*", c"*", false, true);
    }
}
