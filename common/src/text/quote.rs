//! File names made safe to show: the quoting styles of GNU's tools.
//!
//! A [`Quoting`] is made once for a run. It sorts all bytes by a table into those that may stand as they are and
//! those that need a closer look, so that an ordinary name costs one pass over its bytes and one copy.

mod message;

pub use self::message::{always, marked, push_always, push_in_front, push_locale};
use super::{locale, num, wording};
use crate::sys::clib::{self, Char};

/// How names are quoted; the names are those of `--quoting-style`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As they are.
    Literal,
    /// For a shell, where it would misread them.
    Shell,
    /// For a shell, always.
    ShellAlways,
    /// For a shell, where it would misread them or they cannot be shown: `$'\n'`.
    ShellEscape,
    /// The same, always.
    ShellEscapeAlways,
    /// As a string of C.
    C,
    /// As a string of C, where something in it cannot stand as it is.
    CMaybe,
    /// As in a string of C, without the quotation marks.
    Escape,
    /// As in a string of C, between the locale's marks; in `C` these are single quotes.
    Locale,
    /// The same, but double quotes in `C`.
    CLocale,
}

/// The words of `--quoting-style` and QUOTING_STYLE.
pub const STYLES: [(&str, Style); 10] = [
    ("literal", Style::Literal),
    ("shell", Style::Shell),
    ("shell-always", Style::ShellAlways),
    ("shell-escape", Style::ShellEscape),
    ("shell-escape-always", Style::ShellEscapeAlways),
    ("c", Style::C),
    ("c-maybe", Style::CMaybe),
    ("escape", Style::Escape),
    ("locale", Style::Locale),
    ("clocale", Style::CLocale),
];

/// A style with what a tool adds to it.
#[derive(Clone)]
pub struct Quoting {
    /// The style.
    style: Style,
    /// ASCII bytes that are quoted in addition, a bit each.
    extra: u128,
    /// Whether what cannot be shown becomes a `?` in the styles that leave it as it is.
    hide: bool,
    /// Whether a byte may stand as it is, wherever it stands but in front.
    plain: [bool; 256],
    /// Whether all may, so that nobody need look.
    raw: bool,
}

/// Bytes that a shell may misread wherever they stand.
const SHELL: &[u8] = b" !\"$&'()*;<=>?[\\^`|\t\n\r";
/// Bytes that mean something between double quotes, to a shell or in C.
const WITHIN_DOUBLE: &[u8] = b"!\"#$&()*;<=>?[\\^`{|}~";

impl Quoting {
    /// The style alone.
    pub fn new(style: Style) -> Quoting {
        Quoting { style, extra: 0, hide: false, plain: [false; 256], raw: false }.with_table()
    }

    /// Quotes these ASCII characters too.
    pub fn also(mut self, characters: &[u8]) -> Quoting {
        for character in characters {
            self.extra |= 1 << character;
        }
        self.with_table()
    }

    /// Shows a `?` for what cannot be shown, where the style would leave it as it is.
    pub fn hiding(mut self) -> Quoting {
        self.hide = true;
        self.with_table()
    }

    /// Whether names that need no quoting may stand beside quoted ones, and columns look better with a blank before
    /// them.
    pub fn aligns(&self) -> bool {
        matches!(self.style, Style::Shell | Style::ShellEscape | Style::CMaybe)
    }

    /// Whether `push` would append `name` just as it is, known from its bytes alone; false is no promise.
    pub fn is_plain(&self, name: &[u8]) -> bool {
        if self.raw {
            return true;
        }
        let front = match self.style {
            Style::Shell | Style::ShellEscape => match name {
                [] | [b'#' | b'~', ..] | [b'{' | b'}'] => return false,
                _ => true,
            },
            Style::Literal | Style::CMaybe | Style::Escape => true,
            _ => false,
        };
        front && name.iter().all(|byte| self.plain[usize::from(*byte)])
    }

    /// Whether `push` would append `name` without quoting it.
    pub fn is_bare(&self, name: &[u8]) -> bool {
        self.is_plain(name) || !self.push(&mut Vec::new(), name)
    }

    /// Appends `name`, quoted. Returns whether it looks other than the name itself, but for what is hidden.
    pub fn push(&self, out: &mut Vec<u8>, name: &[u8]) -> bool {
        if self.is_plain(name) {
            out.extend_from_slice(name);
            return false;
        }
        let from = out.len();
        match self.style {
            Style::Literal => out.extend_from_slice(name),
            Style::Shell => self.shell(out, name, false, false),
            Style::ShellAlways => self.shell(out, name, false, true),
            Style::ShellEscape => self.shell(out, name, true, false),
            Style::ShellEscapeAlways => self.shell(out, name, true, true),
            Style::C => self.c(out, name, b"\""),
            Style::CMaybe => {
                // A backslash alone is no reason for quotation marks, and within them nothing additional is quoted.
                let mut needed = false;
                each_piece(name, |piece, shown| needed |= !shown || piece == b"\"" || self.is_extra(piece));
                if needed {
                    Quoting { extra: 0, ..self.clone() }.c(out, name, b"\"");
                } else {
                    out.extend_from_slice(name);
                }
            }
            Style::Escape => self.c(out, name, b""),
            Style::Locale | Style::CLocale => {
                let (open, close) = wording::marks(self.style == Style::CLocale);
                out.extend_from_slice(open);
                self.c_body(out, name, close);
                out.extend_from_slice(close);
            }
        }
        let quoted = &out[from..] != name;
        if self.hide {
            hide(out, from);
        }
        quoted
    }

    fn with_table(mut self) -> Quoting {
        self.raw = self.style == Style::Literal && !self.hide;
        for byte in 0..=255u8 {
            let extra = byte < 128 && self.extra & (1 << byte) != 0;
            let shown = (0x20..0x7f).contains(&byte);
            self.plain[usize::from(byte)] = match self.style {
                Style::Literal => shown || !self.hide,
                Style::Shell => !extra && !SHELL.contains(&byte) && (shown || !self.hide),
                Style::ShellEscape => !extra && !SHELL.contains(&byte) && shown,
                Style::CMaybe => !extra && byte != b'"' && shown,
                _ => !extra && byte != b'\\' && shown,
            };
        }
        self
    }

    fn is_extra(&self, piece: &[u8]) -> bool {
        matches!(piece, [byte] if *byte < 128 && self.extra & (1 << byte) != 0)
    }

    fn c(&self, out: &mut Vec<u8>, name: &[u8], mark: &[u8]) {
        out.extend_from_slice(mark);
        self.c_body(out, name, mark);
        out.extend_from_slice(mark);
    }

    fn c_body(&self, out: &mut Vec<u8>, name: &[u8], close: &[u8]) {
        each_piece(name, |piece, shown| {
            if !shown {
                push_escapes(out, piece);
                return;
            }
            if piece == b"\\" || piece == close || self.is_extra(piece) {
                out.push(b'\\');
            }
            out.extend_from_slice(piece);
        });
    }

    fn shell(&self, out: &mut Vec<u8>, name: &[u8], escape: bool, always: bool) {
        let mut needed = always || matches!(name, [] | [b'#' | b'~', ..] | [b'{' | b'}']);
        let mut has_quote = false;
        let mut fits_double = true;
        // In front a shell misreads `#` and `~`, but not between double quotes.
        let mut in_front = true;
        each_piece(name, |piece, shown| {
            let special = matches!(piece, [byte] if SHELL.contains(byte));
            needed |= special || self.is_extra(piece) || escape && !shown;
            has_quote |= piece == b"'";
            let front = in_front && matches!(piece, b"#" | b"~");
            fits_double &= shown && (front || !matches!(piece, [byte] if WITHIN_DOUBLE.contains(byte)));
            in_front = false;
        });
        if !needed {
            out.extend_from_slice(name);
            return;
        }
        if has_quote && fits_double {
            out.push(b'"');
            // GNU's -always styles alone do so, though no shell takes the backslash away.
            each_piece(name, |piece, _| {
                if always && self.is_extra(piece) {
                    out.push(b'\\');
                }
                out.extend_from_slice(piece);
            });
            out.push(b'"');
            return;
        }
        let mut escaping = false;
        out.push(b'\'');
        each_piece(name, |piece, shown| {
            if escape && !shown {
                if !escaping {
                    out.extend_from_slice(b"'$'");
                    escaping = true;
                }
                push_escapes(out, piece);
            } else if piece == b"'" {
                // After an escape the first mark ends it, so that none is needed to go back.
                out.extend_from_slice(b"'\\''");
                escaping = false;
            } else {
                if escaping {
                    out.extend_from_slice(b"''");
                    escaping = false;
                }
                out.extend_from_slice(piece);
            }
        });
        out.push(b'\'');
    }
}

fn push_escapes(out: &mut Vec<u8>, bytes: &[u8]) {
    for byte in bytes {
        out.push(b'\\');
        match byte {
            7..=13 => out.push(b"abtnvfr"[usize::from(byte - 7)]),
            _ => num::push_octal(out, *byte),
        }
    }
}

/// Calls `each` with every character and whether it can be shown; what is no character comes byte by byte.
fn each_piece(name: &[u8], mut each: impl FnMut(&[u8], bool)) {
    if name.is_ascii() || !locale::is_multibyte() {
        for byte in name.chunks(1) {
            each(byte, (0x20..0x7f).contains(&byte[0]));
        }
    } else {
        clib::each_char(locale::ctype(), name, |piece, found| {
            each(piece, matches!(found, Char::Shown(..)));
            true
        });
    }
}

/// Replaces what cannot be shown, from `from` on, by one `?` a character.
fn hide(out: &mut Vec<u8>, from: usize) {
    let text = out.split_off(from);
    each_piece(&text, |piece, shown| if shown { out.extend_from_slice(piece) } else { out.push(b'?') });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(quoting: &Quoting, name: &[u8]) -> String {
        let mut out = Vec::new();
        let differs = quoting.push(&mut out, name);
        assert!(quoting.hide || differs == (out != name));
        if quoting.is_plain(name) {
            assert!(!differs);
        }
        String::from_utf8(out).unwrap()
    }

    /// What GNU ls 9.7 prints for a name in each style in the C locale.
    #[test]
    fn styles() {
        let check = |name: &[u8], expected: [&str; 7]| {
            let styles = [
                Style::Shell,
                Style::ShellEscape,
                Style::ShellEscapeAlways,
                Style::C,
                Style::CMaybe,
                Style::Escape,
                Style::Locale,
            ];
            for (style, expected) in styles.into_iter().zip(expected) {
                assert_eq!(quoted(&Quoting::new(style), name), expected, "{name:?} {style:?}");
            }
        };
        check(b"ab", ["ab", "ab", "'ab'", "\"ab\"", "ab", "ab", "'ab'"]);
        check(b"a b", ["'a b'", "'a b'", "'a b'", "\"a b\"", "a b", "a b", "'a b'"]);
        check(b"#", ["'#'", "'#'", "'#'", "\"#\"", "#", "#", "'#'"]);
        check(b"a#", ["a#", "a#", "'a#'", "\"a#\"", "a#", "a#", "'a#'"]);
        check(b"{", ["'{'", "'{'", "'{'", "\"{\"", "{", "{", "'{'"]);
        check(b"{a", ["{a", "{a", "'{a'", "\"{a\"", "{a", "{a", "'{a'"]);
        check(b"a'b", ["\"a'b\"", "\"a'b\"", "\"a'b\"", "\"a'b\"", "a'b", "a'b", "'a\\'b'"]);
        check(b"'{", ["''\\''{'", "''\\''{'", "''\\''{'", "\"'{\"", "'{", "'{", "'\\'{'"]);
        check(b"#'", ["\"#'\"", "\"#'\"", "\"#'\"", "\"#'\"", "#'", "#'", "'#\\''"]);
        check(b"a~'", ["'a~'\\'''", "'a~'\\'''", "'a~'\\'''", "\"a~'\"", "a~'", "a~'", "'a~\\''"]);
        check(b"a\"b", ["'a\"b'", "'a\"b'", "'a\"b'", "\"a\\\"b\"", "\"a\\\"b\"", "a\"b", "'a\"b'"]);
        check(b"a\\b", ["'a\\b'", "'a\\b'", "'a\\b'", "\"a\\\\b\"", "a\\b", "a\\\\b", "'a\\\\b'"]);
        check(
            b"a\n\nb",
            [
                "'a\n\nb'",
                "'a'$'\\n\\n''b'",
                "'a'$'\\n\\n''b'",
                "\"a\\n\\nb\"",
                "\"a\\n\\nb\"",
                "a\\n\\nb",
                "'a\\n\\nb'",
            ],
        );
    }

    #[test]
    fn bytes_that_are_no_text() {
        let check = |style, name: &[u8], expected: &[u8]| {
            let mut out = Vec::new();
            Quoting::new(style).push(&mut out, name);
            assert_eq!(out, expected, "{name:?} {style:?}");
        };
        check(Style::Shell, b"\xe5\\", b"'\xe5\\'");
        check(Style::Shell, b"'\xff", b"''\\''\xff'");
        check(Style::ShellEscape, b"\xe5\\", b"''$'\\345''\\'");
        check(Style::ShellEscape, b"\n'", b"''$'\\n'\\'''");
        check(Style::ShellEscape, b"a'\n'b", b"'a'\\'''$'\\n'\\''b'");
        check(Style::ShellEscape, b"\xc3\xa9 \xff", b"''$'\\303\\251'' '$'\\377'");
        check(Style::C, b"a\xffb", b"\"a\\377b\"");
        check(Style::Escape, b"\x01\x7f", b"\\001\\177");
        check(Style::CLocale, b"a\"", b"\"a\\\"\"");
    }

    #[test]
    fn additions() {
        let check =
            |quoting: Quoting, name: &[u8], expected: &str| assert_eq!(quoted(&quoting, name), expected);
        let with = |style| Quoting::new(style).also(b"=>@|");
        check(with(Style::ShellEscape), b"a@b", "'a@b'");
        check(with(Style::ShellEscape), b"a'@b", "\"a'@b\"");
        check(with(Style::ShellAlways), b"a'@b", "\"a'\\@b\"");
        check(with(Style::ShellEscapeAlways), b"a'@b", "\"a'\\@b\"");
        check(with(Style::ShellEscapeAlways), b"a@b", "'a@b'");
        check(with(Style::C), b"a@b", "\"a\\@b\"");
        check(with(Style::CMaybe), b"a@\n", "\"a@\\n\"");
        check(with(Style::CMaybe), b"a\\", "a\\");
        check(with(Style::Escape), b"*=", "*\\=");
        check(Quoting::new(Style::Escape).also(b" "), b"a b", "a\\ b");
        check(Quoting::new(Style::Literal).hiding(), b"a\xff\n", "a??");
        check(Quoting::new(Style::Shell).hiding(), b"a\nb", "'a?b'");
    }
}
