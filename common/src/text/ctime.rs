//! Times as ctime(3) writes them, in English whatever the locale.

use super::{calendar::Moment, num};
use crate::sys::Time;

const DAYS: [&[u8]; 7] = [b"Sun", b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat"];
const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// Appends `time` in local time, as `Thu Mar  4 05:06:07 2021`, with `fraction` behind the seconds. False, and nothing
/// appended, where its year does not fit.
pub fn push(out: &mut Vec<u8>, time: Time, fraction: &[u8]) -> bool {
    let Some(moment) = Moment::new(time) else { return false };
    out.extend_from_slice(DAYS[moment.week_day as usize % 7]);
    out.push(b' ');
    out.extend_from_slice(MONTHS[(moment.month as usize + 11) % 12]);
    num::push_right(out, moment.day.into(), 3);
    for (before, part) in [(b' ', moment.hour), (b':', moment.minute), (b':', moment.second)] {
        out.push(before);
        num::push_filled(out, part.into(), 2, b'0');
    }
    out.extend_from_slice(fraction);
    out.push(b' ');
    if moment.year < 0 {
        out.push(b'-');
    }
    num::push_filled(out, moment.year.unsigned_abs(), if moment.year < 0 { 3 } else { 4 }, b'0');
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_english() {
        let check = |sec: i64, expected: &str| {
            let mut out = Vec::new();
            assert!(push(&mut out, Time { sec, nsec: 0 }, b".5"));
            // The day and the hour are those of a zone that the test does not choose.
            let text = String::from_utf8_lossy(&out).into_owned();
            let year = text.rsplit(' ').next().unwrap_or_default().to_owned();
            assert_eq!((year.as_str(), &text[19..21]), (expected, ".5"), "{text}");
        };
        check(86_400 * 15, "1970");
        check(1_796_051_128, "2026");
        check(-62_135_596_801 - 86_400 * 15, "0000");
        check(253_402_300_800 + 86_400 * 15, "10000");
        assert!(!push(&mut Vec::new(), Time { sec: i64::MAX, nsec: 0 }, b""));
    }
}
