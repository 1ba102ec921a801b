//! -name, -path and their kin: shell patterns, as libc's fnmatch(3) understands them, and without it where the
//! answer is the same.
//!
//! `*` at either end of a literal text is a comparison of bytes: in a single-byte character set characters are bytes,
//! and in UTF-8 the bytes of one character never stand within another's; libc compares bytes, too, where a text is
//! not valid. Everything else, and every other character set, is left to libc.

use std::ffi::{CStr, CString};

use ringutils::text::glob::{self, Charset};

use super::literal::Literal;

/// A shell pattern.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// As given, for libc.
    text: CString,
    /// Whether upper and lower case are alike.
    fold: bool,
    /// What it comes to, where libc need not be asked; in lower case where case is folded.
    literal: Option<Literal>,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.text == other.text && self.fold == other.fold
    }
}

impl Pattern {
    /// A pattern for the character set in force.
    pub(crate) fn new(text: &CStr, fold: bool, charset: Charset) -> Pattern {
        Pattern { text: text.to_owned(), fold, literal: short(text.to_bytes(), fold, charset) }
    }

    /// Whether all of `text` matches.
    pub(crate) fn matches(&self, text: &CStr) -> bool {
        let bytes = text.to_bytes();
        match &self.literal {
            Some(literal) if !self.fold || bytes.is_ascii() => literal.holds(bytes, self.fold),
            _ => glob::matches(&self.text, text, self.fold),
        }
    }
}

/// The comparison of bytes that a pattern comes to in this character set, if it does.
fn short(pattern: &[u8], fold: bool, charset: Charset) -> Option<Literal> {
    if pattern == b"*" && charset != Charset::Other {
        return Some(Literal::Everything);
    }
    let stars_before = pattern.iter().take_while(|&&byte| byte == b'*').count();
    let (mut text, star_after) = literal(&pattern[stars_before..])?;
    let plain = match charset {
        Charset::Single => !fold || text.is_ascii(),
        Charset::Utf8 if fold => text.is_ascii(),
        Charset::Utf8 => std::str::from_utf8(&text).is_ok(),
        Charset::Other => false,
    };
    if !plain || text.is_empty() {
        return None;
    }
    if fold {
        text.make_ascii_lowercase();
    }
    Some(Literal::new(text, stars_before > 0, star_after))
}

/// The text that a pattern without leading stars stands for, and whether stars follow it; `None` where it has other
/// special characters, or ends in the middle of an escape.
fn literal(pattern: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut text = Vec::with_capacity(pattern.len());
    let mut rest = pattern;
    while let [byte, after @ ..] = rest {
        match byte {
            b'*' => return after.iter().all(|&byte| byte == b'*').then_some((text, true)),
            b'?' | b'[' => return None,
            b'\\' => {
                let (escaped, after) = after.split_first()?;
                text.push(*escaped);
                rest = after;
                continue;
            }
            _ => text.push(*byte),
        }
        rest = after;
    }
    Some((text, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [&CStr; 26] = [
        c"*", c"**", c"", c"a", c"abc", c"a*", c"*a", c"*a*", c"**bc**", c"a*c", c"?", c"a?c", c"[ab]*",
        c"[", c"a\\*", c"\\a\\b", c"a\\", c"*\\", c"*.c", c"*.C", c"\xff*", c"*\xff", c"AB*", c"*Bc", c"*B*",
        c".*",
    ];
    const TEXTS: [&CStr; 18] = [
        c"", c"a", c"abc", c"ABC", c"aBc", c"bca", c"a*", c"a\\", c"x.c", c".c", c"\xff", c"\xffa", c"a\xff",
        c"abcabc", c"[", c"b", c"a/b.c", c"*",
    ];

    #[test]
    fn short_cuts_agree_with_libc() {
        // The tests run in the C locale.
        for pattern in PATTERNS {
            for fold in [false, true] {
                let quick = Pattern::new(pattern, fold, Charset::Single);
                for text in TEXTS {
                    assert_eq!(
                        quick.matches(text),
                        glob::matches(pattern, text, fold),
                        "{pattern:?} {text:?} {fold}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_simple_patterns_are_cut_short() {
        let check = |pattern: &CStr, fold: bool, charset: Charset, short: bool| {
            let literal = Pattern::new(pattern, fold, charset).literal;
            assert_eq!(literal.is_some(), short, "{pattern:?} {charset:?}");
        };
        check(c"*.c", false, Charset::Utf8, true);
        check(c"*.c", true, Charset::Utf8, true);
        check(c"*\xc3\xa4*", false, Charset::Utf8, true);
        check(c"*\xc3\xa4*", true, Charset::Utf8, false);
        check(c"*\xff*", false, Charset::Utf8, false);
        check(c"*\xff*", false, Charset::Single, true);
        check(c"*.c", false, Charset::Other, false);
        check(c"a?", false, Charset::Single, false);
        check(c"a\\", false, Charset::Single, false);
    }
}
