//! %a, %Ak and their kin: a time by one of strftime(3)'s letters, as seconds, or as ctime(3) has it.
//!
//! Where seconds are shown a fraction follows them: the nanoseconds, and a 0. A time whose year does not fit is shown as
//! seconds since 1970.

use ringutils::{
    sys::Time,
    text::{ctime, num, time},
};

/// Letters that mean to find what they mean to date(1); others stand for themselves.
const LETTERS: &[u8] = b"aAbBcCdDeFgGhHIjklmMnpPrRstuUVwWxyYzZ";

/// How a time is written.
pub(crate) enum Layout {
    /// %a: `Thu Mar  4 05:06:07.0890123450 2021`
    Whole,
    /// %A@: seconds since 1970.
    Seconds,
    /// %A and one letter, which is no time: the letter behind a percent sign.
    Text(Vec<u8>),
    /// %A and one letter: the format behind that.
    Letter(u8, Box<time::Format>),
    /// The same, and the fraction.
    Fraction(u8, Box<time::Format>),
    /// %AX: the locale's time of the day, and the format of the seconds behind which the fraction comes.
    Clock(Box<time::Format>, Box<time::Format>),
}

impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        match (self, other) {
            (Layout::Whole, Layout::Whole)
            | (Layout::Seconds, Layout::Seconds)
            | (Layout::Clock(..), Layout::Clock(..)) => true,
            (Layout::Text(own), Layout::Text(its)) => own == its,
            (Layout::Letter(own, _), Layout::Letter(its, _))
            | (Layout::Fraction(own, _), Layout::Fraction(its, _)) => own == its,
            _ => false,
        }
    }
}

impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Layout::Whole => f.write_str("Whole"),
            Layout::Seconds => f.write_str("Seconds"),
            Layout::Text(text) => write!(f, "Text({text:?})"),
            Layout::Letter(letter, _) => write!(f, "Letter({})", char::from(*letter)),
            Layout::Fraction(letter, _) => write!(f, "Fraction({})", char::from(*letter)),
            Layout::Clock(..) => f.write_str("Clock"),
        }
    }
}

impl Layout {
    /// By the letter behind %A.
    pub(super) fn of(letter: u8) -> Layout {
        let format = |text: &[u8]| Box::new(time::Format::of_libc(text));
        match letter {
            b'@' => Layout::Seconds,
            b'+' => Layout::Fraction(letter, format(b"%Y-%m-%d+%H:%M:%S")),
            b'S' | b'T' => Layout::Fraction(letter, format(&[b'%', letter])),
            b'X' => Layout::Clock(format(b"%X"), format(b"%S")),
            b'%' => Layout::Text(b"%".to_vec()),
            // To strftime(3) it is a width.
            b'1'..=b'9' => {
                let width = usize::from(letter - b'0');
                Layout::Text(format!("{:>width$}", format!("%{}", char::from(letter))).into_bytes())
            }
            _ if LETTERS.contains(&letter) => Layout::Letter(letter, format(&[b'%', letter])),
            _ => Layout::Text(vec![b'%', letter]),
        }
    }

    /// Appends a time.
    pub(super) fn push(&self, out: &mut Vec<u8>, time: Time) {
        match self {
            Layout::Text(text) => out.extend_from_slice(text),
            Layout::Whole if ctime::push(out, time, &fraction(time)) => {}
            Layout::Letter(_, format) if format.push(out, time) => {}
            Layout::Letter(..) => num::push_signed(out, time.sec),
            Layout::Fraction(_, format) if format.push(out, time) => out.extend_from_slice(&fraction(time)),
            Layout::Clock(clock, seconds) if push_clock(out, clock, seconds, time) => {}
            Layout::Seconds | Layout::Whole | Layout::Fraction(..) | Layout::Clock(..) => {
                num::push_signed(out, time.sec);
                out.extend_from_slice(&fraction(time));
            }
        }
    }
}

/// The locale's time of the day with a fraction behind its seconds.
fn push_clock(out: &mut Vec<u8>, clock: &time::Format, seconds: &time::Format, time: Time) -> bool {
    let from = out.len();
    let mut digits = Vec::new();
    if !clock.push(out, time) || !seconds.push(&mut digits, time) {
        return false;
    }
    if let Some(at) = memchr::memmem::rfind(&out[from..], &digits) {
        let at = from + at + digits.len();
        out.splice(at..at, fraction(time));
    }
    true
}

/// A point, nine digits of nanoseconds and a 0.
fn fraction(time: Time) -> Vec<u8> {
    let mut text = vec![b'.'];
    num::push_filled(&mut text, time.nsec.into(), 9, b'0');
    text.push(b'0');
    text
}
