//! Lines for standard error, in the words of GNU's tools. Whole texts come in the reader's language from `wording`.

use super::{quote, wording};
use crate::sys::Errno;

/// Appends `PROGRAM: cannot DO 'NAME': REASON` and a newline, in the reader's language.
pub fn cannot(out: &mut Vec<u8>, program: &[u8], what: &str, name: &[u8], errno: Errno) {
    failed(out, program, &["cannot ", what].concat(), name, errno);
}

/// Appends `PROGRAM: WHAT 'NAME': REASON` and a newline, for what is not said to be impossible; in the reader's language.
pub fn failed(out: &mut Vec<u8>, program: &[u8], what: &str, name: &[u8], errno: Errno) {
    out.extend_from_slice(program);
    out.extend_from_slice(b": ");
    wording::push(out, &[what, " %s"].concat(), &[&quote::always(name)]);
    out.extend_from_slice(b": ");
    out.extend_from_slice(&errno.message());
    out.push(b'\n');
}

/// Appends `PROGRAM: NAME: TEXT` and a newline.
pub fn about(out: &mut Vec<u8>, program: &[u8], name: &[u8], text: &str) {
    out.extend_from_slice(program);
    out.extend_from_slice(b": ");
    quote::push_in_front(out, name);
    out.extend_from_slice(b": ");
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// Appends `PROGRAM: TEXT` and a newline.
pub fn note(out: &mut Vec<u8>, program: &[u8], text: &[u8]) {
    out.extend_from_slice(program);
    out.extend_from_slice(b": ");
    out.extend_from_slice(text);
    out.push(b'\n');
}

/// The last part of a path: what run-time messages call the program.
pub fn base_name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let mut out = Vec::new();
        cannot(&mut out, base_name(b"/bin/ls"), "access", b"a b", Errno::NOENT);
        failed(&mut out, b"ls", "reading directory", b"x", Errno::ACCES);
        about(&mut out, b"ls", b"a:b", "gone");
        note(&mut out, b"ls", b"told");
        let expected = "ls: cannot access 'a b': No such file or directory\n\
            ls: reading directory 'x': Permission denied\nls: 'a:b': gone\nls: told\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}
