//! Regular expressions by libc's re_match(3) family, the engine of GNU's tools.
//!
//! Does not set the locale, and does not decide which syntax is meant.

use std::{
    ffi::{CStr, c_char, c_int, c_ulong, c_void},
    mem::MaybeUninit,
    ptr,
    sync::{Mutex, PoisonError},
};

use super::clib::{self, Ctype};

unsafe extern "C" {
    fn re_set_syntax(syntax: c_ulong) -> c_ulong;
    fn re_compile_pattern(pattern: *const c_char, len: usize, to: *mut libc::regex_t) -> *const c_char;
    fn re_match(
        pattern: *mut libc::regex_t,
        text: *const c_char,
        len: c_int,
        start: c_int,
        groups: *mut c_void,
    ) -> c_int;
}

/// How a pattern is written: a set of the bits in regex.h.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syntax(c_ulong);

impl Syntax {
    /// RE_SYNTAX_EMACS
    pub const EMACS: Syntax = Syntax(0);
    /// RE_SYNTAX_AWK
    pub const AWK: Syntax = Syntax(0xb_e0cd);
    /// RE_SYNTAX_GNU_AWK
    pub const GNU_AWK: Syntax = Syntax(0x23_b24d);
    /// RE_SYNTAX_POSIX_AWK
    pub const POSIX_AWK: Syntax = Syntax(0x2b_b2fd);
    /// RE_SYNTAX_GREP
    pub const GREP: Syntax = Syntax(0x1_0a46);
    /// RE_SYNTAX_EGREP
    pub const EGREP: Syntax = Syntax(0x23_ba5c);
    /// RE_SYNTAX_POSIX_BASIC, which is that of ed and sed, too
    pub const POSIX_BASIC: Syntax = Syntax(0x101_02c6);
    /// RE_SYNTAX_POSIX_MINIMAL_BASIC
    pub const POSIX_MINIMAL_BASIC: Syntax = Syntax(0x1_06c4);
    /// RE_SYNTAX_POSIX_EXTENDED
    pub const POSIX_EXTENDED: Syntax = Syntax(0x3_b2fc);

    /// With a dot that matches a newline, RE_DOT_NEWLINE.
    pub const fn dot_newline(self) -> Syntax {
        Syntax(self.0 | 0x40)
    }

    /// Without regard to case, RE_ICASE.
    pub const fn fold_case(self) -> Syntax {
        Syntax(self.0 | 0x40_0000)
    }
}

/// A compiled pattern. Matching takes a lock in it, so that threads that share one would wait for each other.
pub struct Compiled(Box<libc::regex_t>);

/// The syntax of the next compilation is a global variable of libc's.
static COMPILING: Mutex<()> = Mutex::new(());

impl Compiled {
    /// Compiles a pattern. What is wrong with one is said by libc.
    pub fn new(ctype: Option<&Ctype>, pattern: &[u8], syntax: Syntax) -> Result<Compiled, Vec<u8>> {
        // SAFETY: regex_t is plain data; re_compile_pattern wants its pointers to be null, which zeroes are.
        let mut compiled: Box<libc::regex_t> = Box::new(unsafe { MaybeUninit::zeroed().assume_init() });
        let lock = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
        let error = clib::within(ctype, || {
            // SAFETY: the lock is held, and nothing else in this process uses the variable.
            unsafe { re_set_syntax(syntax.0) };
            // SAFETY: the pattern's length is passed, and `compiled` is empty.
            unsafe { re_compile_pattern(pattern.as_ptr().cast(), pattern.len(), &raw mut *compiled) }
        });
        drop(lock);
        if error.is_null() {
            return Ok(Compiled(compiled));
        }
        // SAFETY: the message is a string of libc's that stays.
        Err(unsafe { CStr::from_ptr(error) }.to_bytes().to_vec())
    }

    /// How many bytes from the front of `text` match, as many as possible; `None` for no match, nor where memory lacks.
    pub fn matches(&mut self, ctype: Option<&Ctype>, text: &[u8]) -> Option<usize> {
        let len = c_int::try_from(text.len()).ok()?;
        // SAFETY: the pattern is compiled, the text's length is passed, and no groups are asked for.
        let matched = clib::within(ctype, || unsafe {
            re_match(&raw mut *self.0, text.as_ptr().cast(), len, 0, ptr::null_mut())
        });
        usize::try_from(matched).ok()
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: the pattern is compiled, and not used after this.
        unsafe { libc::regfree(&raw mut *self.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_their_syntax_says() {
        let check = |syntax: Syntax, pattern: &str, text: &str, expected: Option<usize>| {
            let mut compiled = Compiled::new(None, pattern.as_bytes(), syntax).unwrap();
            assert_eq!(compiled.matches(None, text.as_bytes()), expected, "{pattern} {text}");
        };
        check(Syntax::EMACS, "a\\|ab", "abc", Some(2));
        check(Syntax::EMACS, "a+", "aab", Some(2));
        check(Syntax::EMACS, "b", "ab", None);
        check(Syntax::EMACS, ".*", "a\nb", Some(1));
        check(Syntax::EMACS.dot_newline(), ".*", "a\nb", Some(3));
        check(Syntax::POSIX_BASIC, "a+", "aab", None);
        check(Syntax::POSIX_EXTENDED, "(a)\\1", "aab", Some(2));
        check(Syntax::POSIX_EXTENDED, "[[:alpha:]]{2}", "aab", Some(2));
        check(Syntax::POSIX_EXTENDED.fold_case(), "AB", "ab", Some(2));
        check(Syntax::EMACS, "", "ab", Some(0));
        let wrong = Compiled::new(None, b"(", Syntax::POSIX_EXTENDED).err();
        assert_eq!(wrong.as_deref(), Some(b"Unmatched ( or \\(".as_slice()));
    }
}
