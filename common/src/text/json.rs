//! JSON objects, a line each.
//!
//! Bytes are a string where they are UTF-8, and an object `{"base64":"…"}` where they are not: the one is never the other.
//! Numbers are numbers, times are objects of seconds and nanoseconds, and what a file does not have is null. The writer
//! is 90 lines; serde_json would build a tree of values for each file, or need as many lines to describe one.

use super::{mode, names, num};
use crate::sys::{Meta, Time};

/// An object that is being written.
pub struct Object<'a> {
    /// Where it goes.
    out: &'a mut Vec<u8>,
    /// Whether it has no member yet.
    empty: bool,
}

impl<'a> Object<'a> {
    /// An object without members.
    pub fn begin(out: &'a mut Vec<u8>) -> Object<'a> {
        Object { out, empty: true }
    }

    /// Ends it.
    pub fn end(self) {
        self.out.extend_from_slice(if self.empty { b"{}" } else { b"}" });
    }

    /// The beginning of a member.
    fn key(&mut self, key: &str) {
        self.out.push(if self.empty { b'{' } else { b',' });
        self.empty = false;
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    fn null(&mut self) {
        self.out.extend_from_slice(b"null");
    }

    /// Bytes, or null.
    pub fn text(&mut self, key: &str, text: Option<&[u8]>) {
        self.key(key);
        match text {
            Some(text) => push_bytes(self.out, text),
            None => self.null(),
        }
    }

    /// A number.
    pub fn number(&mut self, key: &str, number: u64) {
        self.key(key);
        num::push(self.out, number);
    }

    /// A number that may have a fraction; null where it is infinite, which JSON does not know.
    pub fn fraction(&mut self, key: &str, number: f64) {
        self.key(key);
        match number.is_finite() {
            true => self.out.extend_from_slice(number.to_string().as_bytes()),
            false => self.null(),
        }
    }

    /// A time, or null.
    pub fn time(&mut self, key: &str, time: Option<Time>) {
        self.key(key);
        let Some(Time { sec, nsec }) = time else { return self.null() };
        self.out.extend_from_slice(format!("{{\"sec\":{sec},\"nsec\":{nsec}}}").as_bytes());
    }
}

/// What an inode tells, the same members wherever files are objects.
impl Object<'_> {
    /// From its mode to its blocks.
    pub fn inode(&mut self, meta: &Meta) {
        self.number("mode", u64::from(meta.mode & 0o7777));
        self.text("permissions", Some(&mode::text(meta.mode)));
        self.number("links", meta.nlink.into());
        self.text("user", names::USERS.get(meta.uid));
        self.number("uid", meta.uid.into());
        self.text("group", names::GROUPS.get(meta.gid));
        self.number("gid", meta.gid.into());
        self.number("size", meta.size);
        self.number("blocks", meta.blocks);
    }

    /// Its times.
    pub fn times(&mut self, meta: &Meta) {
        self.time("atime", Some(meta.atime));
        self.time("btime", meta.btime);
        self.time("ctime", Some(meta.ctime));
        self.time("mtime", Some(meta.mtime));
    }
}

/// Appends bytes: as a string where they are UTF-8, else in base 64.
fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    match std::str::from_utf8(bytes) {
        Ok(text) => push_string(out, text),
        Err(_) => {
            out.extend_from_slice(b"{\"base64\":\"");
            push_base64(out, bytes);
            out.extend_from_slice(b"\"}");
        }
    }
}

/// Appends a string. Control characters are escapes, those that JSON would take as they are too, since a terminal may be
/// what reads them.
fn push_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut plain = 0;
    for (at, letter) in text.char_indices() {
        if !matches!(letter, '"' | '\\') && !letter.is_control() {
            continue;
        }
        out.extend_from_slice(&text.as_bytes()[plain..at]);
        plain = at + letter.len_utf8();
        match letter {
            '\n' => out.extend_from_slice(b"\\n"),
            '\t' => out.extend_from_slice(b"\\t"),
            '"' | '\\' => out.extend_from_slice(&[b'\\', letter as u8]),
            _ => out.extend_from_slice(format!("\\u{:04x}", u32::from(letter)).as_bytes()),
        }
    }
    out.extend_from_slice(&text.as_bytes()[plain..]);
    out.push(b'"');
}

/// Appends bytes as RFC 4648 has them in section 4, padded.
fn push_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, at| number << 8 | usize::from(*group.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let letter = LETTERS[number >> (18 - 6 * at) & 63];
            out.push(if at <= group.len() { letter } else { b'=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_strings_or_base64() {
        let check = |bytes: &[u8], expected: &str| {
            let mut out = Vec::new();
            push_bytes(&mut out, bytes);
            assert_eq!(String::from_utf8_lossy(&out), expected, "{bytes:?}");
        };
        check(b"", "\"\"");
        check("caf\u{e9} \u{1f600}".as_bytes(), "\"caf\u{e9} \u{1f600}\"");
        check(b"a\"b\\c\nd\te/", "\"a\\\"b\\\\c\\nd\\te/\"");
        check(b"\x01\x1b\x7f\xc2\x9b", "\"\\u0001\\u001b\\u007f\\u009b\"");
        // What is written as an object can't be a name that looks like one.
        check(b"{\"base64\":\"/w==\"}", "\"{\\\"base64\\\":\\\"/w==\\\"}\"");
        check(b"\xff", "{\"base64\":\"/w==\"}");
        check(b"\xff\xfe", "{\"base64\":\"//4=\"}");
        check(b"f\xffo", "{\"base64\":\"Zv9v\"}");
        check(b"\xed\xa0\x80x", "{\"base64\":\"7aCAeA==\"}");
    }
}
