//! -json: a file as a JSON object with all that formats can show of it.
//!
//! Bytes are a string where they are UTF-8, and an object `{"base64":"…"}` where they are not: the one is never the other.
//! Numbers are numbers, times are objects of seconds and nanoseconds, and what a file does not have is null. The writer
//! is 60 lines; serde_json would build a tree of values for each file, or need as many lines to describe one.

use std::sync::OnceLock;

use ringutils::{
    sys::{Kind, Meta, Time},
    text::{mode, names, num},
};

use super::{
    Subject,
    field::{below, letter, sparseness, target_letter},
};
use crate::{
    message::failed,
    paths::{base, parent},
    primaries::of_device,
    selinux,
};

/// Appends the object; what there is to complain about comes behind that.
pub(super) fn push(out: &mut Vec<u8>, subject: &Subject<'_>) -> Result<(), Vec<u8>> {
    let Subject { dir, name, path, .. } = *subject;
    let zero = Meta::default();
    let meta = subject.meta.unwrap_or(&zero);
    let (target, mut complaint) = target_letter(subject);
    let link = match subject.kind {
        Kind::Link => match dir.read_link(name) {
            Ok(text) => Some(text),
            Err(errno) => {
                complaint.get_or_insert(failed(path, errno));
                None
            }
        },
        _ => None,
    };
    let context = if has_contexts() { dir.context(name, subject.follows).ok() } else { None };
    let mut object = Object { out, empty: true };
    object.text("path", Some(path));
    object.text("name", Some(if dir.is_roots() { base(path) } else { name.to_bytes() }));
    object.text("parent", Some(parent(path)));
    object.text("root", Some(if dir.is_roots() { path } else { dir.root() }));
    object.text("relative", Some(below(subject)));
    object.number("depth", dir.entry_depth().into());
    object.text("type", Some(&[letter(subject.kind)]));
    object.text("target_type", Some(&[target]));
    object.text("link", link.as_deref());
    object.number("inode", meta.ino);
    object.number("device", meta.dev);
    object.text("fstype", Some(of_device(meta.dev)));
    object.number("mode", u64::from(meta.mode & 0o7777));
    object.text("permissions", Some(&mode::text(meta.mode)));
    object.number("links", meta.nlink.into());
    object.text("user", names::USERS.get(meta.uid));
    object.number("uid", meta.uid.into());
    object.text("group", names::GROUPS.get(meta.gid));
    object.number("gid", meta.gid.into());
    object.number("size", meta.size);
    object.number("blocks", meta.blocks);
    object.number("kilobytes", meta.blocks.div_ceil(2));
    object.fraction("sparseness", sparseness(meta));
    object.time("atime", Some(meta.atime));
    object.time("btime", meta.btime);
    object.time("ctime", Some(meta.ctime));
    object.time("mtime", Some(meta.mtime));
    object.text("context", context.as_deref());
    object.out.push(b'}');
    complaint.map_or(Ok(()), Err)
}

/// An object that is being written.
struct Object<'a> {
    /// Where it goes.
    out: &'a mut Vec<u8>,
    /// Whether it has no member yet.
    empty: bool,
}

impl Object<'_> {
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

    fn text(&mut self, key: &str, text: Option<&[u8]>) {
        self.key(key);
        match text {
            Some(text) => push_bytes(self.out, text),
            None => self.null(),
        }
    }

    fn number(&mut self, key: &str, number: u64) {
        self.key(key);
        num::push(self.out, number);
    }

    /// A number that may have a fraction; null where it is infinite, which JSON does not know.
    fn fraction(&mut self, key: &str, number: f64) {
        self.key(key);
        match number.is_finite() {
            true => self.out.extend_from_slice(number.to_string().as_bytes()),
            false => self.null(),
        }
    }

    fn time(&mut self, key: &str, time: Option<Time>) {
        self.key(key);
        let Some(Time { sec, nsec }) = time else { return self.null() };
        self.out.extend_from_slice(format!("{{\"sec\":{sec},\"nsec\":{nsec}}}").as_bytes());
    }
}

/// Whether files have security contexts here, found out once.
fn has_contexts() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(selinux::is_enabled)
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
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend_from_slice(&[b'\\', letter as u8]),
            '\n' => out.extend_from_slice(b"\\n"),
            '\t' => out.extend_from_slice(b"\\t"),
            _ if letter.is_control() => {
                out.extend_from_slice(format!("\\u{:04x}", u32::from(letter)).as_bytes());
            }
            _ => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
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
