//! How many columns a text takes on a terminal.

use super::locale;
use crate::sys::clib::{self, Char};

/// The width of `text` in columns. Control characters take none, a byte that belongs to no character takes one, or
/// none where the locale has no characters beyond ASCII.
pub fn of(text: &[u8]) -> usize {
    if text.iter().all(|byte| (0x20..0x7f).contains(byte)) {
        return text.len();
    }
    if text.is_ascii() || !locale::is_multibyte() {
        return text.iter().filter(|byte| (0x20..0x7f).contains(*byte)).count();
    }
    let mut width = 0;
    clib::each_char(locale::ctype(), text, |_, found| {
        width += match found {
            Char::Shown(_, width) => width,
            Char::Hidden(_, control) => usize::from(!control),
            Char::Invalid | Char::Cut => 1,
        };
        true
    });
    width
}

/// The width of `text` in columns, or `None` where it has something that cannot be shown. Where each character is one
/// byte, what cannot be shown takes none.
pub fn if_shown(text: &[u8]) -> Option<usize> {
    if text.iter().all(|byte| (0x20..0x7f).contains(byte)) {
        return Some(text.len());
    }
    if !locale::is_multibyte() {
        return Some(of(text));
    }
    let single = locale::is_single_byte();
    let mut width = Some(0);
    clib::each_char(locale::ctype(), text, |_, found| {
        width = match found {
            Char::Shown(_, columns) => width.map(|sum| sum + columns),
            Char::Hidden(..) | Char::Invalid | Char::Cut if single => width,
            Char::Hidden(..) | Char::Invalid | Char::Cut => None,
        };
        width.is_some()
    });
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_c() {
        let check = |text: &[u8], expected| assert_eq!(of(text), expected, "{text:?}");
        check(b"", 0);
        check(b"abc", 3);
        check(b"a\nb\x7f", 2);
        check(b"\xc3\xa9x", 1);
        assert_eq!(if_shown(b"a\n\xc3x"), Some(2));
    }
}
