//! Weeks of the year, as strftime(3) counts them.

use crate::text::calendar::{Moment, is_leap};

/// The number of the week, if weeks begin on that day, 0 for Sunday; the days before the first such day are in week 0.
pub(super) fn week_from(first_day: u32, moment: &Moment) -> i64 {
    let of_week = (moment.week_day + 7 - first_day) % 7;
    i64::from((moment.year_day + 7 - of_week) / 7)
}

/// The year that the week belongs to by ISO 8601, and the week's number from 1. Weeks begin on Mondays; the first has four
/// days or more in its year.
pub(super) fn iso_year_and_week(moment: &Moment) -> (i64, i64) {
    let thursday = i64::from(moment.year_day) - i64::from((moment.week_day + 6) % 7) + 3;
    let (year, of_year) = match thursday {
        ..0 => (moment.year - 1, thursday + days_in(moment.year - 1)),
        _ if thursday >= days_in(moment.year) => (moment.year + 1, thursday - days_in(moment.year)),
        _ => (moment.year, thursday),
    };
    (year, of_year / 7 + 1)
}

fn days_in(year: i64) -> i64 {
    365 + i64::from(is_leap(year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys::Time;

    /// What date(1) says of noon in UTC.
    #[test]
    fn weeks() {
        let check = |sec: i64, expected: [i64; 4]| {
            let moment = Moment::at_offset(Time { sec, nsec: 0 }, 0);
            let (year, week) = iso_year_and_week(&moment);
            assert_eq!([year, week, week_from(0, &moment), week_from(1, &moment)], expected, "{sec}");
        };
        check(1_104_580_800, [2004, 53, 0, 0]);
        check(1_230_724_800, [2009, 1, 52, 52]);
        check(1_262_520_000, [2009, 53, 1, 0]);
        check(1_293_710_400, [2010, 52, 52, 52]);
        check(1_707_134_400, [2024, 6, 5, 6]);
        check(1_735_560_000, [2025, 1, 52, 53]);
    }
}
