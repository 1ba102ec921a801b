//! Times as text: the formats of date(1).
//!
//! `field` knows how directives are written, `show` what they show; the calendar is `calendar`'s.

mod field;
mod show;
mod week;

use self::field::Field;
use super::{
    calendar::{Moment, offset_of},
    locale, num, width,
};
use crate::sys::{
    Time,
    clib::{self, Char},
};

/// The average length of a Gregorian year in seconds.
const YEAR: i64 = 31_556_952;

/// Bytes of the longest text of a time.
const LONGEST: usize = 1_000;

/// Whether `time` is one of the six months before `now`: then its hour says more than its year.
pub fn is_recent(time: Time, now: Time) -> bool {
    let begin = Time { sec: now.sec - YEAR / 2, nsec: now.nsec };
    begin < time && time < now
}

/// The time now.
pub fn now() -> Time {
    let (sec, nsec) = clib::now();
    Time { sec, nsec }
}

/// Seconds since midnight that the local clock shows. `None` where the year does not fit.
pub fn of_day(time: Time) -> Option<u32> {
    Moment::new(time).map(|moment| moment.hour * 3_600 + moment.minute * 60 + moment.second)
}

/// A format of date(1), taken apart.
pub struct Format {
    /// What it puts together, in order.
    items: Vec<Item>,
    /// Whether it shows, or may show, more than minutes.
    finer: bool,
}

/// The text of the minute asked about last.
#[derive(Default)]
pub struct Memo {
    /// Which minute since 1970, if there is one.
    minute: Option<i64>,
    /// Its text.
    text: Vec<u8>,
}

/// A part of a format.
enum Item {
    /// Bytes as they are.
    Text(Vec<u8>),
    /// A field, as its directive says.
    Field(Field),
    /// The month's short name, filled up to the width of the longest; 12 of them.
    Month(Vec<Vec<u8>>),
}

impl Format {
    /// Takes a format apart whose letters mean what they mean to strftime(3).
    pub fn of_libc(format: &[u8]) -> Format {
        let mut format = Format::new(format, false);
        for item in &mut format.items {
            if let Item::Field(field) = item {
                field.libc = true;
            }
        }
        format
    }

    /// Takes a format apart. With `even_months` the first plain `%b` is filled up so that lines stay even.
    pub fn new(format: &[u8], even_months: bool) -> Format {
        let mut items = Vec::new();
        let mut text = Vec::new();
        let mut rest = format;
        let mut months = even_months.then(even_month_names).flatten();
        while let Some((&byte, tail)) = rest.split_first() {
            if byte != b'%' {
                text.push(byte);
                rest = tail;
                continue;
            }
            let (item, len) = Field::parse(tail);
            rest = &tail[len..];
            let field = match item {
                Item::Text(shown) => {
                    text.extend_from_slice(&shown);
                    continue;
                }
                item => item,
            };
            if !text.is_empty() {
                items.push(Item::Text(std::mem::take(&mut text)));
            }
            let plain = tail.first() == Some(&b'b');
            items.push(months.take_if(|_| plain).map_or(field, Item::Month));
        }
        if !text.is_empty() {
            items.push(Item::Text(text));
        }
        let coarse = |item: &Item| match item {
            Item::Field(field) => b"YCymdeHMbBhaAjFRDp".contains(&field.conversion),
            Item::Text(_) | Item::Month(_) => true,
        };
        let finer = !items.iter().all(coarse);
        Format { items, finer }
    }

    /// Appends `time` in local time. False, and nothing appended, where its year does not fit, or its text is longer than
    /// 1,000 bytes.
    pub fn push(&self, out: &mut Vec<u8>, time: Time) -> bool {
        let Some(moment) = Moment::new(time) else { return false };
        let from = out.len();
        self.push_moment(out, &moment);
        let fits = out.len() - from <= LONGEST;
        if !fits {
            out.truncate(from);
        }
        fits
    }

    fn push_moment(&self, out: &mut Vec<u8>, moment: &Moment) {
        for item in &self.items {
            match item {
                Item::Text(text) => out.extend_from_slice(text),
                Item::Month(names) => out.extend_from_slice(&names[moment.month as usize - 1]),
                Item::Field(field) => field.push(out, moment),
            }
        }
    }

    /// Appends `time` as `push` does, by way of `memo`, which answers for times within one minute where the format
    /// shows nothing finer. A memo belongs to one format.
    pub fn push_by(&self, memo: &mut Memo, out: &mut Vec<u8>, time: Time) -> bool {
        let minute = time.sec.div_euclid(60);
        if memo.minute == Some(minute) {
            out.extend_from_slice(&memo.text);
            return true;
        }
        let from = out.len();
        let done = self.push(out, time);
        // In 1972 the last zone gave up an offset that is not in whole minutes. One that counts leap seconds has
        // no offset here.
        if done && !self.finer && time.sec > 1 << 27 && offset_of(time.sec).is_some() {
            memo.minute = Some(minute);
            memo.text.clear();
            memo.text.extend_from_slice(&out[from..]);
        }
        done
    }

    /// How many columns the beginning of 1970 takes, as a measure for all; 0 where not all of it can be shown.
    pub fn usual_width(&self) -> usize {
        let mut text = Vec::new();
        self.push(&mut text, Time::default());
        if is_shown(&text) { width::of(&text) } else { 0 }
    }
}

/// The months' short names, filled up to the widest: on their right, or on their left where they begin with a digit.
fn even_month_names() -> Option<Vec<Vec<u8>>> {
    let names: Vec<Vec<u8>> = (0..12).map(|month| clib::langinfo(libc::ABMON_1 + month)).collect();
    let widest = names.iter().map(|name| width::of(name)).max()?;
    // Locales with a percent sign in a month's name, or names of unreasonable length, are left as they are. So are names
    // in another character set than that of the locale.
    if widest > 12 || names.iter().any(|name| name.contains(&b'%') || !is_shown(name)) {
        return None;
    }
    let even = |name: Vec<u8>| {
        let missing = widest - width::of(&name);
        let mut text = Vec::new();
        let right = name.first().is_some_and(u8::is_ascii_digit);
        num::pad(&mut text, if right { missing } else { 0 }, b' ');
        text.extend_from_slice(&name);
        num::pad(&mut text, if right { 0 } else { missing }, b' ');
        text
    };
    Some(names.into_iter().map(even).collect())
}

/// Whether all characters of a text can be shown.
fn is_shown(text: &[u8]) -> bool {
    // No locale is loaded for what is shown in all of them.
    if text.iter().all(|byte| (0x20..0x7f).contains(byte)) {
        return true;
    }
    let mut all = true;
    clib::each_char(locale::ctype(), text, |_, found| {
        all &= matches!(found, Char::Shown(..));
        all
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In UTC, and for the texts of libc at noon, which is the same day nearly everywhere; what GNU date makes of it.
    #[test]
    fn formats() {
        let check = |format: &str, sec, nsec, expected: &str| {
            let mut out = Vec::new();
            let moment = Moment::at_offset(Time { sec, nsec }, 0);
            Format::new(format.as_bytes(), true).push_moment(&mut out, &moment);
            assert_eq!(String::from_utf8_lossy(&out), expected, "{format} {sec}");
        };
        let moment = 1_700_000_000;
        check("%Y-%m-%d %H:%M:%S.%N %z", moment, 5, "2023-11-14 22:13:20.000000005 +0000");
        check("%b %e %H:%M|%b %e  %Y", moment, 0, "Nov 14 22:13|Nov 14  2023");
        check("%b %e", 86_400 * 3, 0, "Jan  4");
        check(
            "%F %T %R %D %j %u%w %s %q",
            moment,
            0,
            "2023-11-14 22:13:20 22:13 11/14/23 318 22 1700000000 4",
        );
        check(
            "%3N %-d %_m %10Y %:z %::z %:::z %%",
            0,
            123_456_789,
            "123 1  1 0000001970 +00:00 +00:00:00 +00 %",
        );
        check("%Q %", 0, 0, "%Q %");
        check("%I %l %k %y %C", moment, 0, "10 10 22 23 20");
        let noon = moment - moment % 86_400 + 43_200;
        check("%A %^a %B %#B %12B|", noon, 0, "Tuesday TUE November NOVEMBER     November|");
        check("%F", -1, 0, "1969-12-31");
        check("%F", 951_782_400, 0, "2000-02-29");
        check("%F %j", 4_107_542_399, 0, "2100-02-28 059");
        check("%F %+F %12F %Y", -62_135_596_801, 0, "0000-12-31 0-12-31 000000-12-31 0000");
        check("%C %y %g %G", -70_000_000_000, 0, "-2 49 49 -249");
        check("%+5Y %+3C %+Y %_12F", moment, 0, "+2023 +20 2023   2023-11-14");
        check("%1z %6z %_z %5:z %-:::z %_7:z", 0, 0, "+0 +00000    +0 +0:00 +0   +0:00");
        check("%5f|%^6f|%-5%|%:d|%05n|%O%", 0, 0, "  %5f|  %^6F|%-5%|%:d|0000\n|%O%");
        check("%::::z|%5", 0, 0, "%::::z|   %5");
    }

    #[test]
    fn six_months() {
        let now = Time { sec: 1_700_000_000, nsec: 10 };
        let check = |sec, nsec, expected| assert_eq!(is_recent(Time { sec, nsec }, now), expected, "{sec}");
        check(now.sec, 9, true);
        check(now.sec, 10, false);
        check(now.sec + 1, 0, false);
        check(now.sec - YEAR / 2, 10, false);
        check(now.sec - YEAR / 2, 11, true);
    }

    #[test]
    fn a_memo_answers_for_its_minute() {
        let check = |format: &str, times: &[i64]| {
            let format = Format::new(format.as_bytes(), true);
            let mut memo = Memo::default();
            for sec in times {
                let time = Time { sec: *sec, nsec: 0 };
                let (mut plain, mut by_memo) = (Vec::new(), Vec::new());
                assert!(format.push(&mut plain, time) && format.push_by(&mut memo, &mut by_memo, time));
                assert_eq!(plain, by_memo, "{sec}");
            }
        };
        let times = [
            1_700_000_000,
            1_700_000_001,
            1_700_000_039,
            1_700_000_040,
            1_700_000_041,
            0,
            1,
            60,
            -1,
            1_700_000_040,
        ];
        check("%b %e %H:%M", &times);
        check("%b %e  %Y", &times);
        check("%F %T", &times);
        check("%c", &times);
        check("%s", &times);
    }

    #[test]
    fn letters_of_libc() {
        let check = |format: &str, sec, expected: &str| {
            let mut out = Vec::new();
            let moment = Moment::at_offset(Time { sec, nsec: 0 }, 0);
            Format::of_libc(format.as_bytes()).push_moment(&mut out, &moment);
            assert_eq!(String::from_utf8_lossy(&out), expected, "{format} {sec}");
        };
        check("%F %Y %C %y %D", -70_000_000_000, "-249-10-15 -249 -3 51 10/15/51");
        check("%F %Y %C %y", -60_000_000_000, "68-09-03 68 0 68");
    }

    #[test]
    fn texts_that_are_too_long() {
        let mut out = Vec::new();
        assert!(Format::new(b"%1000d", false).push(&mut out, Time::default()) && out.len() == 1_000);
        assert!(!Format::new(b"%1001d", false).push(&mut out, Time::default()) && out.len() == 1_000);
    }

    #[test]
    fn years_that_do_not_fit() {
        assert!(!Format::new(b"%Y", false).push(&mut Vec::new(), Time { sec: i64::MAX, nsec: 0 }));
    }
}
