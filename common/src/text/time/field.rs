//! A directive of a format of date(1): how it is written, and what it shows of a moment.
//!
//! What a format puts around and between directives is its own; names of days and months come from strftime(3).

use std::ffi::CString;

use super::{Format, Item};
use crate::{
    sys::clib::LocalTime,
    text::{calendar::Moment, num},
};

/// A directive, `%` flags width modifier conversion.
#[derive(Clone, Copy, Default)]
pub(super) struct Field {
    /// The conversion's letter.
    pub conversion: u8,
    /// `E` or `O`, or 0.
    modifier: u8,
    /// How it is filled up: `-` not at all, `_` with blanks, `0` or `+` with zeros; 0 as the conversion has it.
    fill: u8,
    /// `^` for capitals, `#` for the other case, or 0.
    case: u8,
    /// The least width, where given.
    pub width: Option<usize>,
    /// Colons before the conversion `z`.
    colons: u8,
}

impl Field {
    /// Reads a directive after its `%`, and says how long it is; `None` where it is none, and the `%` stands for itself.
    pub(super) fn parse(text: &[u8]) -> Option<(Field, usize)> {
        let mut field = Field::default();
        let mut at = 0;
        while let Some(flag) = text.get(at).filter(|byte| b"-_0+^#".contains(byte)) {
            if matches!(flag, b'^' | b'#') {
                field.case = *flag
            } else {
                field.fill = *flag
            }
            at += 1;
        }
        while let Some(digit) = text.get(at).filter(|byte| byte.is_ascii_digit()) {
            let width = field.width.unwrap_or(0) * 10 + usize::from(digit - b'0');
            field.width = Some(width.min(4_096));
            at += 1;
        }
        while text.get(at) == Some(&b':') {
            field.colons += 1;
            at += 1;
        }
        if let Some(modifier) = text.get(at).filter(|byte| matches!(byte, b'E' | b'O')) {
            field.modifier = *modifier;
            at += 1;
        }
        field.conversion = *text.get(at)?;
        let known = match field.conversion {
            b'z' => field.colons <= 3,
            _ => {
                field.colons == 0 && b"aAbBcCdDeFgGhHIjklmMnNpPqrRsStTuUVwWxXyYZ%".contains(&field.conversion)
            }
        };
        known.then_some((field, at + 1))
    }

    /// Appends what it shows of a moment.
    pub(super) fn push(&self, out: &mut Vec<u8>, moment: &Moment) {
        let (fill, width) = (self.fill, self.width);
        let number = |out: &mut Vec<u8>, n: i64, own_fill: u8, own_width: usize| {
            let fill = match fill {
                0 => own_fill,
                b'_' => b' ',
                b'-' => b'-',
                _ => b'0',
            };
            push_number(out, n, fill, width.unwrap_or(own_width));
        };
        match self.conversion {
            b'Y' if self.modifier == 0 => number(out, moment.year, b'0', 1),
            b'C' if self.modifier == 0 => number(out, moment.year.div_euclid(100), b'0', 2),
            b'y' if self.modifier == 0 => number(out, moment.year.rem_euclid(100), b'0', 2),
            b'm' if self.modifier == 0 => number(out, moment.month.into(), b'0', 2),
            b'd' if self.modifier == 0 => number(out, moment.day.into(), b'0', 2),
            b'e' if self.modifier == 0 => number(out, moment.day.into(), b' ', 2),
            b'H' if self.modifier == 0 => number(out, moment.hour.into(), b'0', 2),
            b'k' => number(out, moment.hour.into(), b' ', 2),
            b'I' if self.modifier == 0 => number(out, hour_of_twelve(moment.hour), b'0', 2),
            b'l' => number(out, hour_of_twelve(moment.hour), b' ', 2),
            b'M' if self.modifier == 0 => number(out, moment.minute.into(), b'0', 2),
            b'S' if self.modifier == 0 => number(out, moment.second.into(), b'0', 2),
            b'j' => number(out, i64::from(moment.year_day) + 1, b'0', 3),
            b'q' => number(out, i64::from(moment.month - 1) / 3 + 1, b'0', 1),
            b'u' if self.modifier == 0 => number(out, i64::from(moment.week_day + 6) % 7 + 1, b'0', 1),
            b'w' if self.modifier == 0 => number(out, moment.week_day.into(), b'0', 1),
            b's' => number(out, moment.time.sec, b'0', 1),
            b'N' => self.push_nanoseconds(out, moment.time.nsec),
            b'z' => self.push_offset(out, moment.offset),
            b'F' => self.push_compound(out, moment, b"%Y-%m-%d"),
            b'T' => self.push_compound(out, moment, b"%H:%M:%S"),
            b'R' => self.push_compound(out, moment, b"%H:%M"),
            b'D' => self.push_compound(out, moment, b"%m/%d/%y"),
            b'U' | b'V' | b'W' | b'G' | b'g' if self.modifier == 0 => {
                let text = self.text_of_libc(moment);
                let n = String::from_utf8_lossy(&text).parse().unwrap_or(0);
                number(out, n, b'0', if self.conversion == b'G' { 1 } else { 2 });
            }
            _ => self.push_text(out, &self.text_of_libc(moment)),
        }
    }

    /// Digits from the left; a width says how many.
    fn push_nanoseconds(&self, out: &mut Vec<u8>, nsec: u32) {
        let mut digits = Vec::with_capacity(9);
        num::push_filled(&mut digits, nsec.into(), 9, b'0');
        let width = self.width.unwrap_or(9);
        digits.truncate(width);
        if self.fill == b'-' || self.fill == b'_' {
            let len = digits.iter().rposition(|digit| *digit != b'0').map_or(1, |last| last + 1);
            digits.truncate(len);
        }
        let missing = width - digits.len();
        out.extend_from_slice(&digits);
        match self.fill {
            b'-' => {}
            b'_' => num::pad(out, missing, b' '),
            _ => num::pad(out, missing, b'0'),
        }
    }

    fn push_offset(&self, out: &mut Vec<u8>, offset: i64) {
        let size = offset.unsigned_abs();
        let (hours, minutes, seconds) = (size / 3_600, size / 60 % 60, size % 60);
        let mut text = Vec::with_capacity(9);
        num::push_filled(&mut text, hours, 2, b'0');
        let parts = match self.colons {
            0 | 1 => 1,
            2 => 2,
            _ if seconds != 0 => 2,
            _ if minutes != 0 => 1,
            _ => 0,
        };
        for part in [minutes, seconds].into_iter().take(parts) {
            if self.colons > 0 {
                text.push(b':');
            }
            num::push_filled(&mut text, part, 2, b'0');
        }
        let missing = self.width.unwrap_or(0).saturating_sub(text.len() + 1);
        let sign = if offset < 0 { b'-' } else { b'+' };
        match self.fill {
            b'_' | b'-' => {
                if self.fill == b'_' {
                    num::pad(out, missing, b' ');
                }
                out.push(sign);
                out.extend_from_slice(text.strip_prefix(b"0").unwrap_or(&text));
            }
            _ => {
                out.push(sign);
                num::pad(out, missing, b'0');
                out.extend_from_slice(&text);
            }
        }
    }

    fn push_compound(&self, out: &mut Vec<u8>, moment: &Moment, format: &[u8]) {
        let mut text = Vec::new();
        for item in &Format::new(format, false).items {
            match item {
                Item::Field(field) => field.push(&mut text, moment),
                Item::Text(bytes) => text.extend_from_slice(bytes),
                Item::Month(_) => {}
            }
        }
        self.push_text(out, &text);
    }

    /// Appends a text in the wanted case, filled up on its left.
    fn push_text(&self, out: &mut Vec<u8>, text: &[u8]) {
        let missing = self.width.unwrap_or(0).saturating_sub(text.len());
        if self.fill != b'-' {
            num::pad(out, missing, if matches!(self.fill, b'0' | b'+') { b'0' } else { b' ' });
        }
        let from = out.len();
        out.extend_from_slice(text);
        match self.case {
            b'^' => out[from..].make_ascii_uppercase(),
            // Of the texts that are capitals already, the other case is small letters.
            b'#' if matches!(self.conversion, b'p' | b'Z') => out[from..].make_ascii_lowercase(),
            b'#' => out[from..].make_ascii_uppercase(),
            _ => {}
        }
    }

    fn text_of_libc(&self, moment: &Moment) -> Vec<u8> {
        let mut directive = vec![b'%'];
        if self.modifier != 0 {
            directive.push(self.modifier);
        }
        directive.push(self.conversion);
        let mut text = Vec::new();
        if let (Some(local), Ok(format)) = (LocalTime::new(moment.time.sec), CString::new(directive)) {
            local.push(&mut text, &format);
        }
        text
    }
}

fn hour_of_twelve(hour: u32) -> i64 {
    i64::from((hour + 11) % 12 + 1)
}

fn push_number(out: &mut Vec<u8>, n: i64, fill: u8, width: usize) {
    match fill {
        b'-' => num::push_signed(out, n),
        b' ' => {
            num::pad(out, width.saturating_sub(num::digits(n.unsigned_abs()) + usize::from(n < 0)), b' ');
            num::push_signed(out, n);
        }
        _ => {
            if n < 0 {
                out.push(b'-');
            }
            num::push_filled(out, n.unsigned_abs(), width - usize::from(n < 0 && width > 0), b'0');
        }
    }
}
