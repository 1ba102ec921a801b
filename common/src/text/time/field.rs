//! A directive of a format of date(1): how it is written. What it shows of a moment is for `show` to say.

use super::Item;
use crate::{sys::clib, text::num};

/// Conversions, and those that may stand behind `E` and `O`.
const PLAIN: &[u8] = b"%aAbBcCdDeFgGhHIjklmMnNpPqrRsStTuUVwWxXyYzZ";
const BEHIND_E: &[u8] = b"cCnpPqrRstTuxXyYzZ";
const BEHIND_O: &[u8] = b"bBCdeGghHIjklmMnNpPqrRsStTuUVwWyzZ";
/// No directive is wider; with this width its text is too long already.
const WIDEST: usize = 4_096;

/// A directive, `%` flags width colons modifier conversion.
#[derive(Clone, Copy, Default)]
pub(super) struct Field {
    /// The conversion's letter.
    pub conversion: u8,
    /// `E` or `O`, or 0.
    pub modifier: u8,
    /// How it is filled up: `-` not at all, `_` with blanks, `0` or `+` with zeros; 0 as the conversion has it.
    pub fill: u8,
    /// Whether letters become capitals, `^`.
    pub upper: bool,
    /// Whether letters change their case, `#`.
    pub swap: bool,
    /// The least width, where given.
    pub width: Option<usize>,
    /// Colons before the conversion `z`.
    pub colons: usize,
    /// Whether it means what it means to strftime(3).
    pub libc: bool,
}

impl Field {
    /// A letter behind `%`, as strftime(3) has it.
    pub(super) fn of_libc(conversion: u8) -> Field {
        Field { conversion, libc: true, ..Field::default() }
    }

    /// Reads a directive after its `%`, and says how long it is. One that is none becomes text: what was written.
    pub(super) fn parse(text: &[u8]) -> (Item, usize) {
        let mut field = Field::default();
        let mut at = 0;
        while let Some(flag) = text.get(at).filter(|byte| b"-_0+^#".contains(byte)) {
            match flag {
                b'^' => field.upper = true,
                b'#' => field.swap = true,
                fill => field.fill = *fill,
            }
            at += 1;
        }
        while let Some(digit) = text.get(at).filter(|byte| byte.is_ascii_digit()) {
            let width = field.width.unwrap_or(0) * 10 + usize::from(digit - b'0');
            field.width = Some(width.min(WIDEST));
            at += 1;
        }
        let colons = text[at..].iter().take_while(|byte| **byte == b':').count();
        if colons > 0 && text.get(at + colons) != Some(&b'z') {
            // What is behind the first colon stands for itself.
            return (field.text(&[b"%", &text[..=at]].concat()), at + 1);
        }
        field.colons = colons;
        at += colons;
        if let Some(modifier) = text.get(at).filter(|byte| matches!(byte, b'E' | b'O')) {
            field.modifier = *modifier;
            at += 1;
        }
        // A percent sign behind all that begins a directive of its own.
        let conversion = text.get(at).copied().filter(|byte| *byte != b'%' || at == 0);
        let len = at + usize::from(conversion.is_some());
        let known: &[u8] = match field.modifier {
            _ if colons > 3 => b"",
            0 => PLAIN,
            b'E' => BEHIND_E,
            _ => BEHIND_O,
        };
        let item = match conversion.filter(|conversion| known.contains(conversion)) {
            Some(b'%') => field.text(b"%"),
            Some(b'n') => field.text(b"\n"),
            Some(b't') => field.text(b"\t"),
            Some(conversion) => Item::Field(Field { conversion, ..field }),
            None => {
                // GNU's changes the case of these two before it finds that no E may stand there.
                field.upper |= field.swap && matches!(conversion, Some(b'b' | b'h'));
                field.text(&[b"%", &text[..len]].concat())
            }
        };
        (item, len)
    }

    /// A text in its case, filled up.
    fn text(&self, text: &[u8]) -> Item {
        let mut shown = Vec::new();
        self.push_text(&mut shown, text, |text| {
            if self.upper {
                clib::to_upper(text)
            }
        });
        Item::Text(shown)
    }

    /// Appends a text, filled up on its left, with `change` made to it.
    pub(super) fn push_text(&self, out: &mut Vec<u8>, text: &[u8], change: impl FnOnce(&mut [u8])) {
        if self.fill != b'-' {
            let missing = self.width.unwrap_or(0).saturating_sub(text.len());
            num::pad(out, missing, if matches!(self.fill, b'0' | b'+') { b'0' } else { b' ' });
        }
        let from = out.len();
        out.extend_from_slice(text);
        change(&mut out[from..]);
    }

    /// Appends a number, filled up on its left: between sign and digits where it is with zeros.
    pub(super) fn push_number(
        &self,
        out: &mut Vec<u8>,
        sign: Option<u8>,
        digits: &[u8],
        own_fill: u8,
        own_width: usize,
    ) {
        let len = digits.len() + usize::from(sign.is_some());
        let missing = self.width.unwrap_or(own_width).saturating_sub(len);
        match if self.fill == 0 { own_fill } else { self.fill } {
            b'-' => out.extend(sign),
            b'_' => {
                num::pad(out, missing, b' ');
                out.extend(sign);
            }
            _ => {
                out.extend(sign);
                num::pad(out, missing, b'0');
            }
        }
        out.extend_from_slice(digits);
    }
}
