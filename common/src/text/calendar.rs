//! The calendar: a time broken down in the local time zone, without a call to libc for most files.
//!
//! The time zone is libc's. It is asked for both ends of a six-hour stretch; where they agree on the offset, every time
//! between has it, and the rest is arithmetic.

use std::cell::RefCell;

use crate::sys::{Time, clib::LocalTime};

/// A time, broken down.
pub(super) struct Moment {
    /// The time itself.
    pub(super) time: Time,
    /// Year, counted from the year 0.
    pub(super) year: i64,
    /// Month from 1.
    pub(super) month: u32,
    /// Day of the month from 1.
    pub(super) day: u32,
    /// Hour.
    pub(super) hour: u32,
    /// Minute.
    pub(super) minute: u32,
    /// Second.
    pub(super) second: u32,
    /// Day of the week from 0 for Sunday.
    pub(super) week_day: u32,
    /// Day of the year from 0.
    pub(super) year_day: u32,
    /// Seconds east of UTC.
    pub(super) offset: i64,
    /// Whether the zone's name says that these are not known.
    pub(super) unknown: bool,
}

impl Moment {
    /// Of a time, in local time. `None` where its year does not fit.
    pub(super) fn new(time: Time) -> Option<Moment> {
        match offset_of(time.sec) {
            Some((offset, unknown)) => Some(Moment { unknown, ..Moment::at_offset(time, offset) }),
            None => Moment::asked(time),
        }
    }

    /// As libc has it.
    fn asked(time: Time) -> Option<Moment> {
        let local = LocalTime::new(time.sec)?;
        let (month, day) = local.month_day();
        let (hour, minute, second) = local.clock();
        let (week_day, year_day) = local.week_year_day();
        let (offset, unknown) = local.offset();
        let year = local.year();
        Some(Moment { time, year, month, day, hour, minute, second, week_day, year_day, offset, unknown })
    }

    /// The calendar's arithmetic, counted in years that begin in March, so that the leap day is the last.
    pub(super) fn at_offset(time: Time, offset: i64) -> Moment {
        let local = time.sec + offset;
        let days = local.div_euclid(86_400);
        let of_day = local.rem_euclid(86_400) as u32;
        let from_march = days + 719_468;
        let era = from_march.div_euclid(146_097);
        let of_era = from_march.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * of_year + 2) / 153;
        let day = (of_year - (153 * march_month + 2) / 5 + 1) as u32;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 } as u32;
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        const BEFORE: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
        let year_day = BEFORE[month as usize - 1] + day - 1 + u32::from(is_leap(year) && month > 2);
        Moment {
            time,
            year,
            month,
            day,
            hour: of_day / 3_600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            week_day: (days + 4).rem_euclid(7) as u32,
            year_day,
            offset,
            unknown: false,
        }
    }
}

/// Whether a year has a 29th of February.
pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Length of a stretch of time that is asked about at once; the offset never changes twice within one.
const STRETCH: i64 = 6 * 3_600;
/// Stretches that are remembered.
const SLOTS: usize = 64;
/// Times beyond this, some 8,000 years away, are left to libc.
const NEAR: i64 = 1 << 38;

/// Seconds east of UTC, and whether the zone's name says that these are not known.
type Offset = (i64, bool);

thread_local! {
    /// What is known of stretches: its number, and the offset if it has one only.
    static STRETCHES: RefCell<[(i64, Option<Offset>); SLOTS]> = const { RefCell::new([(i64::MAX, None); SLOTS]) };
}

/// The offset from UTC at `sec`, where it can be had without asking libc about this very second.
pub(super) fn offset_of(sec: i64) -> Option<Offset> {
    if !(-NEAR..NEAR).contains(&sec) {
        return None;
    }
    let number = sec.div_euclid(STRETCH);
    STRETCHES.with_borrow_mut(|stretches| {
        let slot = &mut stretches[number.rem_euclid(SLOTS as i64) as usize];
        if slot.0 != number {
            *slot = (number, offset_through(number * STRETCH));
        }
        slot.1
    })
}

/// The one offset of the stretch that begins at `begin`. A zone that counts leap seconds has none: its clock is not
/// what the arithmetic says.
fn offset_through(begin: i64) -> Option<Offset> {
    let ends = [begin, begin + STRETCH - 1].map(|sec| {
        let asked = Moment::asked(Time { sec, nsec: 0 })?;
        let counted = Moment::at_offset(asked.time, asked.offset);
        let agree = (asked.second, asked.minute, asked.day) == (counted.second, counted.minute, counted.day);
        agree.then_some((asked.offset, asked.unknown))
    });
    if ends[0] == ends[1] { ends[0] } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_libc() {
        let mut sec = -80_000_000_000i64;
        while sec < 80_000_000_000 {
            let asked = Moment::asked(Time { sec, nsec: 0 }).unwrap();
            let counted = Moment::at_offset(asked.time, asked.offset);
            let all =
                |m: &Moment| (m.year, m.month, m.day, m.hour, m.minute, m.second, m.week_day, m.year_day);
            assert_eq!(all(&asked), all(&counted), "{sec}");
            sec += 1_234_567;
        }
    }
}
