//! Reading formats: escapes, directives, and what is said of those that make no sense.

use ringutils::{sys::number::Shape, text::wording};

use super::{Item, Layout, What};
use crate::primaries::Field;

/// Why a text is no format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoFormat {
    /// It ends with a lone `%`.
    Open,
    /// It has a directive that GNU's find keeps for later, or ends within one (a NUL).
    Reserved(u8),
}

/// The parts of a format. What is unknown stands for itself, with a warning.
pub(super) fn items(text: &[u8], warnings: &mut Vec<Vec<u8>>) -> Result<Vec<Item>, NoFormat> {
    let mut items = Items { items: Vec::new(), text: Vec::new() };
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            b'\\' => match escape(after, &mut items.text, warnings) {
                Some(rest) => rest,
                None => break,
            },
            b'%' => directive(rest, &mut items, warnings)?,
            _ => {
                items.text.push(byte);
                after
            }
        };
    }
    items.end_text();
    Ok(items.items)
}

/// Parts, as they are gathered.
struct Items {
    /// Those that are finished.
    items: Vec<Item>,
    /// Bytes behind them.
    text: Vec<u8>,
}

impl Items {
    fn push(&mut self, what: What, shape: Shape) {
        self.end_text();
        self.items.push(Item::Fact(what, shape));
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.items.push(Item::Text(std::mem::take(&mut self.text)));
        }
    }
}

/// An escape behind its backslash; gives what follows it, and `None` for the one that ends the output.
fn escape<'a>(after: &'a [u8], out: &mut Vec<u8>, warnings: &mut Vec<Vec<u8>>) -> Option<&'a [u8]> {
    let Some((&letter, mut rest)) = after.split_first() else {
        warnings.push(wording::text("warning: escape `\\' followed by nothing at all", &[]));
        out.push(b'\\');
        return Some(after);
    };
    let byte = match letter {
        b'a' => 7,
        b'b' => 8,
        b'c' => return None,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'\\' => b'\\',
        b'0'..=b'7' => {
            let mut byte = 0u8;
            rest = after;
            for _ in 0..3 {
                let Some((digit @ b'0'..=b'7', next)) = rest.split_first() else { break };
                byte = byte.wrapping_mul(8).wrapping_add(digit - b'0');
                rest = next;
            }
            byte
        }
        other => {
            warnings.push(wording::text("warning: unrecognized escape `\\%c'", &[&[other]]));
            out.push(b'\\');
            other
        }
    };
    out.push(byte);
    Some(rest)
}

/// A directive, its `%` included; gives what follows it.
fn directive<'a>(
    text: &'a [u8],
    items: &mut Items,
    warnings: &mut Vec<Vec<u8>>,
) -> Result<&'a [u8], NoFormat> {
    if text.len() == 1 {
        return Err(NoFormat::Open);
    }
    let (shape, at) = shape(text);
    let letter = *text.get(at).ok_or(NoFormat::Reserved(0))?;
    let rest = &text[at + 1..];
    let field = match letter {
        b'{' | b'[' | b'(' => return Err(NoFormat::Reserved(letter)),
        b'%' => {
            // Behind flags it is the flags that are shown.
            items.text.extend_from_slice(if at == 1 { b"%" } else { &text[..at] });
            return Ok(rest);
        }
        b'A' => Field::Accessed,
        b'B' => Field::Born,
        b'C' => Field::Changed,
        b'T' => Field::Modified,
        _ => {
            match What::of(letter) {
                Some(what) => items.push(what, shape),
                None => {
                    warnings
                        .push(wording::text("warning: unrecognized format directive `%%%c'", &[&[letter]]));
                    items.text.extend_from_slice(&text[..=at]);
                }
            }
            return Ok(rest);
        }
    };
    let Some((&letter, behind)) = rest.split_first() else {
        warnings.push(wording::text(
            "warning: format directive `%%%c' should be followed by another character",
            &[&[letter]],
        ));
        items.text.extend_from_slice(text);
        return Ok(rest);
    };
    items.push(What::Time(field, Layout::of(letter)), shape);
    Ok(behind)
}

/// Flags, width and precision behind a `%`, and where they end.
fn shape(text: &[u8]) -> (Shape, usize) {
    let mut shape = Shape::default();
    let mut at = 1;
    while let Some(flag) = text.get(at) {
        match flag {
            b'-' => shape.left = true,
            b'+' => shape.plus = true,
            b' ' => shape.space = true,
            b'#' => shape.alternate = true,
            b'0' => shape.zero = true,
            _ => break,
        }
        at += 1;
    }
    shape.width = digits(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        shape.precision = Some(digits(text, &mut at));
    }
    (shape, at)
}

/// The number at `at`, or the largest there is.
fn digits(text: &[u8], at: &mut usize) -> u32 {
    let mut number = 0u32;
    while let Some(digit @ b'0'..=b'9') = text.get(*at) {
        number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        *at += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Result<Vec<Item>, NoFormat>, Vec<String>) {
        let mut warnings = Vec::new();
        let items = items(text.as_bytes(), &mut warnings);
        (items, warnings.iter().map(|warning| String::from_utf8_lossy(warning).into_owned()).collect())
    }

    #[test]
    fn texts_and_facts() {
        let plain = Shape::default();
        let text = |text: &[u8]| Item::Text(text.to_vec());
        let check = |format: &str, expected: Vec<Item>| {
            assert_eq!(read(format), (Ok(expected), Vec::new()), "{format}");
        };
        check("", vec![]);
        check("a\\n%%", vec![text(b"a\n%")]);
        check("%p\\0", vec![Item::Fact(What::Path, plain), text(b"\0")]);
        check("\\101\\1234\\400\\08", vec![text(b"AS4\0\08")]);
        check("x\\c%", vec![text(b"x")]);
        check("%5%%-3%", vec![text(b"%5%-3")]);
        let shape = Shape { left: true, zero: true, width: 12, precision: Some(3), ..plain };
        check("%0-12.3f", vec![Item::Fact(What::Base, shape)]);
        check("%.f", vec![Item::Fact(What::Base, Shape { precision: Some(0), ..plain })]);
        check("%T@", vec![Item::Fact(What::Time(Field::Modified, Layout::Seconds), plain)]);
    }

    #[test]
    fn what_stands_for_itself() {
        let check = |format: &str, shown: &str, warning: &str| {
            let expected = (Ok(vec![Item::Text(shown.into())]), vec![format!("warning: {warning}")]);
            assert_eq!(read(format), expected, "{format}");
        };
        check("%5z|", "%5z|", "unrecognized format directive `%z'");
        check("%1-d", "%1-d", "unrecognized format directive `%-'");
        check("\\q", "\\q", "unrecognized escape `\\q'");
        check("\\", "\\", "escape `\\' followed by nothing at all");
        check("%5A", "%5A", "format directive `%A' should be followed by another character");
    }

    #[test]
    fn what_is_no_format() {
        let check = |format: &str, expected| assert_eq!(read(format).0, Err(expected), "{format}");
        check("a%", NoFormat::Open);
        check("%-5.", NoFormat::Reserved(0));
        check("%5{", NoFormat::Reserved(b'{'));
        check("%(", NoFormat::Reserved(b'('));
    }
}
