//! Messages in the reader's language, as the catalogues of GNU's tools have them.
//!
//! A catalogue knows a text by its English wording, which here is the whole of a message's format. It is opened when
//! something is said, and never where the language is English: those catalogues would say what the formats say.

use std::{ffi::CString, sync::OnceLock};

use super::locale;
use crate::sys::{
    catalogue::{self, Category},
    clib,
};

/// Whose catalogue has a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The tool's, see [`locale::start`].
    Tool,
    /// gnulib's, or the tool's where there is none or it looks for none: quotation marks, wrong values, lost output.
    Shared,
    /// libc's, which has what getopt_long(3) says.
    Libc,
}

/// Appends a message: `format` in the reader's language, with each of its directives replaced by one of `parts`. Those
/// are `%s` and the like, for the parts in order, and `%2$s` for the second. A text without parts has no directives.
pub fn push(out: &mut Vec<u8>, format: &str, parts: &[&[u8]]) {
    push_of(Source::Tool, out, format, parts);
}

/// The same for a text of a certain catalogue.
pub fn push_of(source: Source, out: &mut Vec<u8>, format: &str, parts: &[&[u8]]) {
    fill(out, translated(source, Category::Messages, format).unwrap_or(format.as_bytes()), parts);
}

/// A message as a text of its own.
pub fn text(format: &str, parts: &[&[u8]]) -> Vec<u8> {
    text_of(Source::Tool, format, parts)
}

/// The same for a text of a certain catalogue.
pub fn text_of(source: Source, format: &str, parts: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    push_of(source, &mut out, format, parts);
    out
}

/// A format of times, in the language in which times are wanted.
pub fn time_format(format: &'static str) -> &'static [u8] {
    translated(Source::Tool, Category::Times, format).unwrap_or(format.as_bytes())
}

/// The locale's quotation marks: those of its language, or of its characters; `double` tells which ones in `C`.
pub fn marks(double: bool) -> (&'static [u8], &'static [u8]) {
    type Marks = Option<(&'static [u8], &'static [u8])>;
    static MARKS: OnceLock<Marks> = OnceLock::new();
    let translated = *MARKS.get_or_init(|| {
        let mark = |text| translated(Source::Shared, Category::Messages, text);
        Some((mark("`")?, mark("'").unwrap_or(b"'")))
    });
    match (translated, locale::is_utf8(), double) {
        (Some(marks), _, _) => marks,
        (None, true, _) => ("\u{2018}".as_bytes(), "\u{2019}".as_bytes()),
        (None, false, false) => (b"'", b"'"),
        (None, false, true) => (b"\"", b"\""),
    }
}

/// Whether an answer, up to its first NUL, says yes in the reader's language.
pub fn is_yes(answer: Vec<u8>) -> bool {
    let end = answer.iter().position(|byte| *byte == 0).unwrap_or(answer.len());
    CString::new(&answer[..end]).is_ok_and(|answer| clib::affirms(&answer))
}

fn translated(source: Source, category: Category, text: &str) -> Option<&'static [u8]> {
    if locale::is_english(category) {
        return None;
    }
    let text = CString::new(text).ok()?;
    let domains = locale::domains()?;
    let tools = || catalogue::look_up(domains.tool, &text, category);
    match source {
        Source::Tool => tools(),
        Source::Shared => {
            domains.gnulib.and_then(|gnulib| catalogue::look_up(gnulib, &text, category)).or_else(tools)
        }
        Source::Libc => catalogue::look_up(c"libc", &text, category),
    }
}

/// Appends `format` with its directives replaced, if there are parts. One that asks for a part which is not there stands for nothing.
fn fill(out: &mut Vec<u8>, format: &[u8], parts: &[&[u8]]) {
    let mut next = 0;
    let mut rest = format;
    while let Some(at) = memchr::memchr(b'%', rest).filter(|_| !parts.is_empty()) {
        let (before, directive) = rest.split_at(at);
        out.extend_from_slice(before);
        let digits = directive[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = &directive[1..=digits];
        let numbered = digits > 0 && directive.get(1 + digits) == Some(&b'$');
        let begin = if numbered { 2 + digits } else { 1 };
        let len =
            directive[begin..].iter().take_while(|byte| b"-+ #'0123456789.hlqjzt".contains(byte)).count();
        match directive.get(begin + len) {
            None => return,
            Some(b'%') => out.push(b'%'),
            Some(_) => {
                let digit =
                    |n: usize, byte: &u8| n.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
                let part = if numbered { number.iter().fold(0, digit).wrapping_sub(1) } else { next };
                next += 1;
                out.extend_from_slice(parts.get(part).copied().unwrap_or_default());
            }
        }
        rest = &directive[begin + len + 1..];
    }
    out.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_replaced() {
        let check = |format: &str, parts: &[&[u8]], expected: &str| {
            let mut out = Vec::new();
            fill(&mut out, format.as_bytes(), parts);
            assert_eq!(String::from_utf8_lossy(&out), expected, "{format}");
        };
        check("no directive: %H:%M", &[], "no directive: %H:%M");
        check("cannot access %s", &[b"'a%s'"], "cannot access 'a%s'");
        check("%s: invalid option -- '%c'\n", &[b"ls", b"y"], "ls: invalid option -- 'y'\n");
        check("Argument „%3$s“ für %1$s%2$s", &[b"--", b"w", b"x"], "Argument „x“ für --w");
        check("100%% %s%%", &[b"x"], "100% x%");
        check("from %04lo to %2$-5s", &[b"0644", b"x"], "from 0644 to x");
        check("%s %s", &[b"x"], "x ");
        check("%9$s|%0$s|%", &[b"x"], "||");
        check("%", &[b"x"], "");
    }
}
