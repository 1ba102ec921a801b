//! -newer, -mtime, -mmin, -used and their kin: one of a file's times against another file's, against the start, or
//! against another of its own.

use std::ffi::CStr;

use ringutils::sys::{Meta, Time, number};

use super::number::{Comparison, comparison};

/// Which of a file's times is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// Last access.
    Accessed,
    /// Creation.
    Born,
    /// Last change of the inode.
    Changed,
    /// Last modification of the content.
    Modified,
}

impl Field {
    /// The time; `None` where the file system does not keep it.
    pub(crate) fn of(self, meta: &Meta) -> Option<Time> {
        match self {
            Field::Accessed => Some(meta.atime),
            Field::Born => meta.btime,
            Field::Changed => Some(meta.ctime),
            Field::Modified => Some(meta.mtime),
        }
    }
}

/// Later than a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Since {
    /// The file's time that counts.
    pub field: Field,
    /// The moment.
    pub moment: Time,
}

impl Since {
    /// Whether the file has such a time and it is later.
    pub(crate) fn holds(self, meta: &Meta) -> bool {
        self.field.of(meta).is_some_and(|time| time > self.moment)
    }
}

/// What an age is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// Whole days that have passed: 0 is less than a day ago.
    Days,
    /// Minutes begun: 1 is less than a minute ago.
    Minutes,
    /// Days begun.
    DaysBegun,
}

/// An age to compare with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Age {
    /// The file's time that counts.
    field: Field,
    /// When that was.
    within: Interval,
}

/// -used: how long after the last change of its inode a file was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Used(Interval);

/// A stretch of time, in nanoseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    /// A time in it is later than this.
    after: i128,
    /// A time in it is not later than this.
    until: i128,
}

/// Why an argument is no age.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoAge {
    /// It is not a number, in the sense of strtod(3) and of everybody.
    Nonsense,
    /// It is NaN.
    NotANumber,
}

/// Nanoseconds in a second.
const SECOND: i128 = 1_000_000_000;

impl Age {
    /// Reads a number of days or minutes before `now`.
    pub(crate) fn parse(field: Field, unit: Unit, text: &CStr, now: Time) -> Result<Age, NoAge> {
        Interval::parse(unit, text, nanoseconds(now)).map(|within| Age { field, within })
    }

    /// Whether the file is as old as asked.
    pub(crate) fn holds(self, meta: &Meta) -> bool {
        self.field.of(meta).is_some_and(|time| self.within.holds(nanoseconds(time)))
    }
}

impl Used {
    /// Reads a number of days.
    pub(crate) fn parse(text: &CStr) -> Result<Used, NoAge> {
        Interval::parse(Unit::DaysBegun, text, 0).map(Used)
    }

    /// Whether the file was read that long after its change; never where it was read before.
    pub(crate) fn holds(self, meta: &Meta) -> bool {
        meta.atime >= meta.ctime && self.0.holds(nanoseconds(meta.ctime) - nanoseconds(meta.atime))
    }
}

impl Interval {
    /// Reads a number, of which GNU takes all that strtod(3) takes, fractions too, and fixes the interval by the time
    /// from which is counted back. The bounds are those that GNU find 4.10 was seen to have: a file that is N days and
    /// less than one more old is exactly N days old; more than N days means more than N + 1; less than N days allows a
    /// second more than N.
    fn parse(unit: Unit, text: &CStr, now: i128) -> Result<Interval, NoAge> {
        let (comparison, rest) = comparison(text.to_bytes_with_nul());
        let rest = CStr::from_bytes_with_nul(rest).map_err(|_| NoAge::Nonsense)?;
        let count = number::float(rest).ok_or(NoAge::Nonsense)?;
        if count.is_nan() {
            return Err(NoAge::NotANumber);
        }
        let length = match unit {
            Unit::Days | Unit::DaysBegun => 86_400 * SECOND,
            Unit::Minutes => 60 * SECOND,
        };
        let then = now - times(count, length);
        let (after, until) = match (unit, comparison) {
            (Unit::Days, Comparison::Exactly) => (then - length, then),
            (Unit::Days, Comparison::MoreThan) => (i128::MIN, then - length - 1),
            (Unit::Days, Comparison::LessThan) => (then - SECOND, i128::MAX),
            (_, Comparison::Exactly) => (then, then + length),
            (_, Comparison::MoreThan) => (i128::MIN, then - 1),
            (_, Comparison::LessThan) => (then, i128::MAX),
        };
        Ok(Interval { after, until })
    }

    fn holds(self, time: i128) -> bool {
        self.after < time && time <= self.until
    }
}

fn nanoseconds(time: Time) -> i128 {
    i128::from(time.sec) * SECOND + i128::from(time.nsec)
}

/// `count` times `length`, exact where the count is whole, and far away where it is infinite.
fn times(count: f64, length: i128) -> i128 {
    const FAR: f64 = 1e15;
    let count = count.clamp(-FAR, FAR);
    let whole = count.floor();
    whole as i128 * length + ((count - whole) * length as f64) as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time { sec: 1_700_000_000, nsec: 500_000_000 };
    const DAY: i128 = 86_400 * SECOND;
    const MINUTE: i128 = 60 * SECOND;

    fn meta(age: i128) -> Meta {
        let time = nanoseconds(NOW) - age;
        let mtime = Time { sec: time.div_euclid(SECOND) as i64, nsec: time.rem_euclid(SECOND) as u32 };
        Meta { mtime, ..Meta::default() }
    }

    #[test]
    fn ages_have_gnus_bounds() {
        // The youngest and the oldest age that are in; one nanosecond beyond is out. None: no bound.
        let check = |unit: Unit, text: &CStr, youngest: Option<i128>, oldest: Option<i128>| {
            let age = Age::parse(Field::Modified, unit, text, NOW).expect("an age");
            let within = youngest.or(oldest).expect("a bound");
            assert!(age.holds(&meta(within)), "{text:?}");
            if let Some(youngest) = youngest {
                assert!(!age.holds(&meta(youngest - 1)), "{text:?}");
            }
            if let Some(oldest) = oldest {
                assert!(age.holds(&meta(oldest)) && !age.holds(&meta(oldest + 1)), "{text:?}");
            }
        };
        check(Unit::Days, c"0", Some(0), Some(DAY - 1));
        check(Unit::Days, c"1", Some(DAY), Some(2 * DAY - 1));
        check(Unit::Days, c"0.5", Some(DAY / 2), Some(DAY / 2 * 3 - 1));
        check(Unit::Days, c"+0", Some(DAY + 1), None);
        check(Unit::Days, c"+1", Some(2 * DAY + 1), None);
        check(Unit::Days, c"-1", None, Some(DAY + SECOND - 1));
        check(Unit::Days, c"-0", None, Some(SECOND - 1));
        check(Unit::Minutes, c"1", Some(0), Some(MINUTE - 1));
        check(Unit::Minutes, c"2", Some(MINUTE), Some(2 * MINUTE - 1));
        check(Unit::Minutes, c"+1", Some(MINUTE + 1), None);
        check(Unit::Minutes, c"-1", None, Some(MINUTE - 1));
        check(Unit::DaysBegun, c"1", Some(0), Some(DAY - 1));
        check(Unit::DaysBegun, c"+1", Some(DAY + 1), None);
        check(Unit::DaysBegun, c"-1", None, Some(DAY - 1));
        let forever = Age::parse(Field::Modified, Unit::Days, c"-inf", NOW).expect("an age");
        assert!(forever.holds(&meta(DAY * 1_000_000)));
    }

    #[test]
    fn use_is_counted_from_the_change() {
        let check = |text: &CStr, later: i64, expected: bool| {
            let meta = Meta { ctime: NOW, atime: Time { sec: NOW.sec + later, ..NOW }, ..Meta::default() };
            assert_eq!(Used::parse(text).map(|used| used.holds(&meta)), Ok(expected), "{text:?} {later}");
        };
        check(c"1", 0, true);
        check(c"1", 86_399, true);
        check(c"1", 86_400, false);
        check(c"2", 86_400, true);
        check(c"+1", 86_401, true);
        check(c"-1", 86_399, true);
        check(c"-1", -1, false);
        check(c"0", -1, false);
    }

    #[test]
    fn what_is_no_age() {
        let check = |text: &CStr, expected| {
            assert_eq!(Age::parse(Field::Modified, Unit::Days, text, NOW), Err(expected), "{text:?}");
        };
        check(c"", NoAge::Nonsense);
        check(c"+", NoAge::Nonsense);
        check(c"1x", NoAge::Nonsense);
        check(c"-nan", NoAge::NotANumber);
    }

    #[test]
    fn later_means_later() {
        let since = Since { field: Field::Modified, moment: NOW };
        assert!(since.holds(&meta(-1)));
        assert!(!since.holds(&meta(0)));
    }
}
