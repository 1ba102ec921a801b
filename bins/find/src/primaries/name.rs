//! -name, -path and their kin: shell patterns, as libc's fnmatch(3) understands them, and without it where the
//! answer is the same.
//!
//! A `*` before, within or behind a literal text makes a comparison of bytes: in a single-byte character set characters are bytes,
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

    /// Whether it is compared without libc.
    pub(crate) fn is_quick(&self) -> bool {
        self.literal.is_some()
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
    let mut pieces = pieces(pattern)?;
    let is_plain = |text: &Vec<u8>| match charset {
        Charset::Single | Charset::Utf8 if fold => text.is_ascii(),
        Charset::Single => true,
        Charset::Utf8 => std::str::from_utf8(text).is_ok(),
        Charset::Other => false,
    };
    if !pieces.iter().all(is_plain) || fold && !glob::folds_as_ascii() {
        return None;
    }
    if fold {
        pieces.iter_mut().for_each(|piece| piece.make_ascii_lowercase());
    }
    Literal::between_stars(&pieces)
}

/// What stands before, between and behind the stars of a pattern; `None` where it has other special characters, or ends
/// in the middle of an escape.
fn pieces(pattern: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut pieces = vec![Vec::new()];
    let mut rest = pattern;
    while let [byte, after @ ..] = rest {
        rest = after;
        let literal = match byte {
            b'*' => {
                rest = &after[after.iter().take_while(|&&byte| byte == b'*').count()..];
                pieces.push(Vec::new());
                continue;
            }
            b'?' | b'[' => return None,
            b'\\' => {
                let (escaped, behind) = after.split_first()?;
                rest = behind;
                escaped
            }
            _ => byte,
        };
        pieces.last_mut()?.push(*literal);
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [&CStr; 30] = [
        c"*", c"**", c"", c"a", c"abc", c"a*", c"*a", c"*a*", c"**bc**", c"a*c", c"?", c"a?c", c"[ab]*",
        c"[", c"a\\*", c"\\a\\b", c"a\\", c"*\\", c"*.c", c"*.C", c"\xff*", c"*\xff", c"AB*", c"*Bc", c"*B*",
        c".*", c"ab*ca", c"ab*bc", c"a**a", c"A*C",
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
