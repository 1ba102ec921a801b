//! Moments as people write them, for -newerXt: `2 days ago`, `last monday`, `@123`, `2024-02-29 12:34`.
//!
//! The grammar is the crate parse_datetime's. What is seen to here is where GNU's find was seen to differ from it.

use jiff::{Timestamp, ToSpan, Zoned, tz::TimeZone};
use parse_datetime::parse_datetime_at_date;
use ringutils::sys::Time;

/// The moment that a text means, seen from `now`; `None` where it means none.
pub(crate) fn moment(text: &[u8], now: Time) -> Option<Time> {
    let text = without_dots(std::str::from_utf8(text).ok()?);
    // Nothing is the beginning of today.
    let text = if text.trim().is_empty() { "00:00" } else { &text };
    let now = Timestamp::new(now.sec, i32::try_from(now.nsec).ok()?).ok()?.to_zoned(TimeZone::system());
    let moment = at(&now, text)?;
    let later = at(&now.checked_add(1.second()).ok()?, text)?;
    if later.sec - moment.sec != 1 {
        return Some(moment);
    }
    // A mere distance from now: months and days ago it was not the time of the year, but that of now.
    at(&now.with_time_zone(TimeZone::fixed(now.offset())), text)
}

fn at(now: &Zoned, text: &str) -> Option<Time> {
    let moment = parse_datetime_at_date(now.clone(), text).ok()?;
    let nsec = moment.subsec_nanosecond();
    let (sec, nsec) = if nsec < 0 {
        (moment.unix_epoch_second() - 1, nsec + 1_000_000_000)
    } else {
        (moment.unix_epoch_second(), nsec)
    };
    Some(Time { sec, nsec: u32::try_from(nsec).ok()? })
}

/// A text without the dots of words that are cut short: `Jan. 5`, `mon.`; `p.m.` is left alone.
fn without_dots(text: &str) -> String {
    let mut letters = 0;
    text.chars()
        .filter(|c| {
            let dot_of_word = *c == '.' && letters >= 3;
            letters = if c.is_ascii_alphabetic() { letters + 1 } else { 0 };
            !dot_of_word
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        let now = Time { sec: 1_709_209_845, nsec: 500 };
        let check = |text: &str, expected: Option<(i64, u32)>| {
            let time = moment(text.as_bytes(), now);
            assert_eq!(time, expected.map(|(sec, nsec)| Time { sec, nsec }), "{text}");
        };
        check("@0", Some((0, 0)));
        check("@1700000000.5", Some((1_700_000_000, 500_000_000)));
        check("@-1.5", Some((-2, 500_000_000)));
        check("now", Some((now.sec, 500)));
        check("3 days ago", Some((now.sec - 3 * 86_400, 500)));
        check("-90 minutes", Some((now.sec - 5_400, 500)));
        check("2024-02-29 12:34:56 +0200", Some((1_709_202_896, 0)));
        check("Jan. 5, 2024 UTC", Some((1_704_412_800, 0)));
        check("29 Feb 2024 11:30 p.m. UTC", Some((1_709_249_400, 0)));
        check("nonsense", None);
        check("2024-02-30", None);
        assert_eq!(moment(b"\xff", now), None);
    }
}
