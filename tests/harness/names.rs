//! Escapes for names that are no text: `\n`, `\t`, `\s` for a space, `\\`, and `\xHH` for any byte.

use std::{os::unix::ffi::OsStrExt as _, path::Path};

/// The bytes that an escaped word stands for.
pub fn unescape(word: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b's') => out.push(b' '),
            Some(b'\\') => out.push(b'\\'),
            Some(b'x') => {
                let digits = [rest.next().expect("two digits"), rest.next().expect("two digits")];
                let digits = std::str::from_utf8(&digits).expect("two digits");
                out.push(u8::from_str_radix(digits, 16).expect("hexadecimal digits"));
            }
            other => panic!("no such escape: {other:?} in {word:?}"),
        }
    }
    out
}

/// A word that [`unescape`] turns into `bytes`.
pub fn escape(bytes: &[u8]) -> String {
    let mut out = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b' ' => out.push_str("\\s"),
            b'\\' => out.push_str("\\\\"),
            0x21..=0x7e => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out
}

/// The line that a person would type into bash for this command.
pub fn shell_line<'a>(words: impl IntoIterator<Item = &'a [u8]>) -> String {
    let quoted = words.into_iter().map(|word| match std::str::from_utf8(word) {
        Ok(text)
            if !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./,:=+%@".contains(&b)) =>
        {
            text.to_owned()
        }
        Ok(text) if !text.contains(|c: char| c == '\'' || c.is_control()) => format!("'{text}'"),
        _ => {
            let inner: String = word
                .iter()
                .map(|&b| match b {
                    b'\'' | b'\\' => format!("\\{}", char::from(b)),
                    0x20..=0x7e => char::from(b).to_string(),
                    _ => format!("\\x{b:02x}"),
                })
                .collect();
            format!("$'{inner}'")
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// A path as a word of bash.
pub fn quoted(path: &Path) -> String {
    shell_line([path.as_os_str().as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_go_both_ways() {
        for (word, bytes) in [
            ("plain", &b"plain"[..]),
            ("a\\nb", b"a\nb"),
            ("\\xff\\x00", b"\xff\x00"),
            ("two\\swords\\\\", b"two words\\"),
        ] {
            assert_eq!(unescape(word), bytes);
            assert_eq!(escape(bytes), word);
        }
    }

    #[test]
    fn words_are_quoted_for_bash() {
        let words: [&[u8]; 5] = [b"find", b"(", b"a b", b"it's", b"\xff"];
        assert_eq!(shell_line(words), "find '(' 'a b' $'it\\'s' $'\\xff'");
    }
}
