//! What a directive shows of a moment. Names of days and months, and what else depends on the locale, come from
//! strftime(3).

use std::ffi::CString;

use super::{
    field::Field,
    week::{iso_year_and_week, week_from},
};
use crate::{
    sys::clib::{self, LocalTime},
    text::{calendar::Moment, num},
};

impl Field {
    /// Appends what it shows of a moment.
    pub(super) fn push(&self, out: &mut Vec<u8>, moment: &Moment) {
        let number = |out: &mut Vec<u8>, n: i64, own_fill: u8, own_width: usize| {
            self.push_signed(out, (n < 0).then_some(b'-'), n.unsigned_abs(), own_fill, own_width);
        };
        let two = |out: &mut Vec<u8>, n: i64| number(out, n, b'0', 2);
        match self.conversion {
            b'h' | b'a' | b'A' | b'b' | b'B' => self.push_name(out, moment, self.upper || self.swap),
            b'c' | b'x' | b'X' | b'r' => self.push_name(out, moment, self.upper),
            b'p' | b'P' | b'Z' => self.push_half_or_zone(out, moment),
            b'F' => self.push_date(out, moment),
            b'T' => self.push_clock(out, &[moment.hour, moment.minute, moment.second]),
            b'R' => self.push_clock(out, &[moment.hour, moment.minute]),
            b'D' => self.push_american(out, moment),
            b'z' if self.modifier != b'O' || self.is_west(moment) => self.push_offset(out, moment),
            b's' => number(out, moment.time.sec, b'0', 1),
            b'N' => self.push_nanoseconds(out, moment.time.nsec),
            b'q' if self.modifier != b'O' => number(out, i64::from(moment.month - 1) / 3 + 1, b'0', 1),
            b'u' if self.modifier != b'O' => number(out, i64::from(moment.week_day + 6) % 7 + 1, b'0', 1),
            // The modifier does nothing to what is below 0.
            b'C' | b'G' if self.modifier == b'O' && moment.year < 0 => self.push_year(out, moment),
            _ if self.modifier != 0 => self.push_name(out, moment, self.upper),
            b'Y' | b'C' | b'y' | b'G' | b'g' => self.push_year(out, moment),
            b'm' => two(out, moment.month.into()),
            b'd' => two(out, moment.day.into()),
            b'e' => number(out, moment.day.into(), b'_', 2),
            b'H' => two(out, moment.hour.into()),
            b'k' => number(out, moment.hour.into(), b'_', 2),
            b'I' => two(out, hour_of_twelve(moment.hour)),
            b'l' => number(out, hour_of_twelve(moment.hour), b'_', 2),
            b'M' => two(out, moment.minute.into()),
            b'S' => two(out, moment.second.into()),
            b'j' => number(out, i64::from(moment.year_day) + 1, b'0', 3),
            b'w' => number(out, moment.week_day.into(), b'0', 1),
            b'U' => two(out, week_from(0, moment)),
            b'W' => two(out, week_from(1, moment)),
            b'V' => two(out, iso_year_and_week(moment).1),
            other => unreachable!("a conversion that parse does not let through: {other}"),
        }
    }

    /// `Y` and `G`, and of these the century and the last two digits, `C`, `y` and `g`.
    fn push_year(&self, out: &mut Vec<u8>, moment: &Moment) {
        let year =
            if matches!(self.conversion, b'G' | b'g') { iso_year_and_week(moment).0 } else { moment.year };
        // To strftime(3) a century begins with its least year, and nothing but its last two digits is filled up.
        let (part, own_width, most) = match self.conversion {
            b'C' if self.libc => (year.div_euclid(100).unsigned_abs(), 1, 99),
            b'y' | b'g' if self.libc => (year.rem_euclid(100).unsigned_abs(), 2, 99),
            b'C' => (year.unsigned_abs() / 100, 2, 99),
            b'y' | b'g' => (year.unsigned_abs() % 100, 2, 99),
            _ => (year.unsigned_abs(), if self.libc { 1 } else { 4 }, 9_999),
        };
        let is_below = year < 0 && !matches!(self.conversion, b'y' | b'g');
        let is_wide = part > most || self.width.unwrap_or(0) > own_width;
        let sign = match is_below {
            true => Some(b'-'),
            false => (self.fill == b'+' && is_wide).then_some(b'+'),
        };
        self.push_signed(out, sign, part, b'0', own_width);
    }

    fn push_signed(&self, out: &mut Vec<u8>, sign: Option<u8>, n: u64, own_fill: u8, own_width: usize) {
        self.push_number(out, sign, num::decimal(&mut [0; 20], n), own_fill, own_width);
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
        let missing = width.saturating_sub(digits.len());
        out.extend_from_slice(&digits);
        match self.fill {
            b'-' => {}
            b'_' => num::pad(out, missing, b' '),
            _ => num::pad(out, missing, b'0'),
        }
    }

    /// The offset from UTC, as one number with colons in it.
    fn push_offset(&self, out: &mut Vec<u8>, moment: &Moment) {
        let size = moment.offset.unsigned_abs();
        let (hours, minutes, seconds) = (size / 3_600, size / 60 % 60, size % 60);
        let (number, parts) = match self.colons {
            0 | 1 => (hours * 100 + minutes, 1),
            _ if self.colons == 2 || seconds != 0 => (hours * 10_000 + minutes * 100 + seconds, 2),
            _ if minutes != 0 => (hours * 100 + minutes, 1),
            _ => (hours, 0),
        };
        let colons = if self.colons == 0 { 0 } else { parts };
        let mut digits = Vec::with_capacity(9);
        // At least one digit stands before the first colon.
        num::push_filled(&mut digits, number, colons * 2 + 1, b'0');
        for colon in 1..=colons {
            digits.insert(digits.len() - colon * 2 - (colon - 1), b':');
        }
        let sign = Some(if self.is_west(moment) { b'-' } else { b'+' });
        self.push_number(out, sign, &digits, b'0', 3 + 2 * parts + colons);
    }

    /// Whether an offset is shown as one below 0: to date(1) also where it is not known.
    fn is_west(&self, moment: &Moment) -> bool {
        moment.offset < 0 || moment.offset == 0 && moment.unknown && !self.libc
    }

    /// `F`: what its width leaves is the year's.
    fn push_date(&self, out: &mut Vec<u8>, moment: &Moment) {
        let year = match (self.fill, self.width) {
            _ if self.libc => Field::of_libc(b'Y'),
            (0, None) => Field { conversion: b'Y', fill: b'+', width: Some(4), ..Field::default() },
            (fill, width) => {
                let width = Some(width.unwrap_or(0).saturating_sub(6));
                Field { conversion: b'Y', fill, width, ..Field::default() }
            }
        };
        year.push_year(out, moment);
        for part in [moment.month, moment.day] {
            out.push(b'-');
            num::push_filled(out, part.into(), 2, b'0');
        }
    }

    /// `D`: how it is filled up counts for its year alone.
    fn push_american(&self, out: &mut Vec<u8>, moment: &Moment) {
        let mut text = Vec::with_capacity(8);
        for part in [moment.month, moment.day] {
            num::push_filled(&mut text, part.into(), 2, b'0');
            text.push(b'/');
        }
        Field { conversion: b'y', width: None, ..*self }.push_year(&mut text, moment);
        self.push_text(out, &text, |_| ());
    }

    /// `T` and `R`.
    fn push_clock(&self, out: &mut Vec<u8>, parts: &[u32]) {
        let mut text = Vec::with_capacity(8);
        for (at, part) in parts.iter().enumerate() {
            text.extend((at > 0).then_some(b':'));
            num::push_filled(&mut text, (*part).into(), 2, b'0');
        }
        self.push_text(out, &text, |_| ());
    }

    /// What the locale has, in capitals or as it is.
    fn push_name(&self, out: &mut Vec<u8>, moment: &Moment, upper: bool) {
        self.push_text(out, &self.text_of_libc(moment), |text| {
            if upper {
                clib::to_upper(text)
            }
        });
    }

    /// `p`, `P` and `Z`, which are capitals already: of these the other case is small letters.
    fn push_half_or_zone(&self, out: &mut Vec<u8>, moment: &Moment) {
        let lower = self.swap || self.conversion == b'P';
        self.push_text(out, &self.text_of_libc(moment), |text| match lower {
            true => clib::to_lower(text),
            false if self.upper => clib::to_upper(text),
            false => {}
        });
    }

    fn text_of_libc(&self, moment: &Moment) -> Vec<u8> {
        let mut directive = vec![b'%'];
        directive.extend(Some(self.modifier).filter(|modifier| *modifier != 0));
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
