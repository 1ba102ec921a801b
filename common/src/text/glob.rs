//! Shell patterns by the characters of the run's locale.

use std::ffi::CStr;

use super::locale;
use crate::sys::{clib, glob};

/// How the locale writes characters, as far as comparing texts byte by byte depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// One byte a character; ASCII in the lower half.
    Single,
    /// UTF-8: no character's bytes stand within another's.
    Utf8,
    /// Several bytes a character, which may contain those of another.
    Other,
}

/// The character set of the locale.
pub fn charset() -> Charset {
    if locale::is_utf8() {
        return Charset::Utf8;
    }
    if !locale::is_multibyte() {
        return Charset::Single;
    }
    let name = clib::charset(None);
    let single =
        [b"ANSI_X3.4-1968".as_slice(), b"ISO-8859-", b"KOI8-"].iter().any(|set| name.starts_with(set));
    if single { Charset::Single } else { Charset::Other }
}

/// Whether the other case of each letter of ASCII is the one that ASCII gives it. In Turkish that of `i` is not `I`.
pub fn folds_as_ascii() -> bool {
    (b'a'..=b'z').all(|letter| {
        let (lower, upper) = ([letter, 0], [letter.to_ascii_uppercase(), 0]);
        let [lower, upper] = [&lower, &upper].map(|text| CStr::from_bytes_with_nul(text).unwrap_or_default());
        matches(lower, upper, true) && matches(upper, lower, true)
    })
}

/// Whether `text` as a whole matches the shell pattern, fnmatch(3): `*` and `?` match a slash or a leading dot as well.
pub fn matches(pattern: &CStr, text: &CStr, fold_case: bool) -> bool {
    glob::matches(locale::ctype(), pattern, text, fold_case)
}
