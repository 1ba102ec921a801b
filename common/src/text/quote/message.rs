//! Names and words as messages show them.

use super::{Quoting, Style};

/// Appends a name as error messages with `cannot` show it: for a shell, always between marks.
pub fn push_always(out: &mut Vec<u8>, name: &[u8]) {
    // Nearly every name can stand as it is, and a verbose run shows one a line.
    if name.iter().all(|byte| (0x20..0x7f).contains(byte) && *byte != b'\'') {
        out.push(b'\'');
        out.extend_from_slice(name);
        out.push(b'\'');
        return;
    }
    Quoting::new(Style::ShellEscapeAlways).push(out, name);
}

/// The same as a text of its own.
pub fn always(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len() + 8);
    push_always(&mut out, name);
    out
}

/// Appends a name as error messages show it in front: for a shell, between marks where needed, or where it has a
/// colon, since one follows.
pub fn push_in_front(out: &mut Vec<u8>, name: &[u8]) {
    Quoting::new(Style::ShellEscape).also(b":").push(out, name);
}

/// Appends a word between the locale's marks.
pub fn push_locale(out: &mut Vec<u8>, word: &[u8]) {
    Quoting::new(Style::Locale).push(out, word);
}

/// A word between the locale's marks.
pub fn marked(word: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(word.len() + 8);
    push_locale(&mut out, word);
    out
}
