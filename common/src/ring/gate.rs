//! When further CPUs pay: the gate in front of the crew. Pure arithmetic, no clock and no thread of its own.
//!
//! A thread costs some 60 us to make and to end, and cold caches beyond that. So nobody is hired before the work in
//! sight, at the pace seen so far, is worth two milliseconds, and one more for each two milliseconds beyond: of what is
//! in sight, and of what had to be done here since the first was hired. A narrow tree never has much in sight; one that has
//! taken long is likely to go on for half as long again. Waiting on slow devices is not its business: it only decides about
//! CPUs.

use std::time::Duration;

/// The work that is worth the start of a thread.
const WORTH: Duration = Duration::from_millis(2);

/// What a unit of work is assumed to cost until some have been seen: a hot directory read by plain calls.
const ASSUMED: Duration = Duration::from_micros(15);

/// Units that have been seen when there is likely to be more than is in sight, and how many must be that: whoever comes
/// finds something to do.
const MANY: u32 = 1_000;
const SOME: usize = 8;

/// The gate: lets in as many as the work is worth, until there are no more.
pub struct Gate {
    /// How many there are to be had.
    most: usize,
    /// Time that the units seen so far took.
    spent: Duration,
    /// How many units have been seen.
    units: u32,
    /// What had been spent when the first was hired.
    alone: Option<Duration>,
    /// How many have been hired.
    crew: usize,
    /// Whether no more can be had.
    closed: bool,
}

impl Gate {
    /// Lets in up to `most`.
    pub fn new(most: usize) -> Gate {
        Gate { most, spent: Duration::ZERO, units: 0, alone: None, crew: 0, closed: most == 0 }
    }

    /// Takes note of `units` pieces of work that took `spent` together.
    pub fn saw(&mut self, units: u32, spent: Duration) {
        self.units = self.units.saturating_add(units);
        self.spent += spent;
    }

    /// How many more are to be hired, with `units` pieces of work in sight.
    pub fn wants(&self, units: usize) -> usize {
        if self.closed || units == 0 {
            return 0;
        }
        let each = if self.units < 4 { ASSUMED } else { self.spent / self.units };
        let in_sight = each.saturating_mul(u32::try_from(units).unwrap_or(u32::MAX));
        let goes_on = self.units >= MANY && units >= SOME;
        let likely = if goes_on { in_sight.max(self.spent / 2) } else { in_sight };
        if likely < WORTH {
            return 0;
        }
        let since = self.spent - self.alone.unwrap_or(self.spent);
        let worth = (since + likely).as_nanos() / WORTH.as_nanos();
        let more = usize::try_from(worth).unwrap_or(usize::MAX).saturating_sub(self.crew);
        // A unit that took long for once must not fill the machine: the crew doubles at most.
        let more = if self.crew > 0 { more.min(self.crew) } else { more };
        more.min(self.most - self.crew)
    }

    /// Takes note that of as many as were wanted so many could be had.
    pub fn hired(&mut self, wanted: usize, had: usize) {
        self.alone.get_or_insert(self.spent);
        self.crew += had;
        self.closed = had < wanted || self.crew >= self.most;
    }

    /// How many have been hired.
    pub fn crew(&self) -> usize {
        self.crew
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After 10 units of 10 us.
    fn seen() -> Gate {
        let mut gate = Gate::new(1_000);
        gate.saw(10, Duration::from_micros(100));
        gate
    }

    #[test]
    fn a_small_tree_hires_nobody() {
        let mut gate = Gate::new(1_000);
        for left in (0..100).rev() {
            gate.saw(1, Duration::from_micros(12));
            assert_eq!(gate.wants(left), 0);
        }
    }

    #[test]
    fn as_many_as_the_work_in_sight_is_worth() {
        let mut gate = seen();
        assert_eq!([0, 199, 200, 399, 400, 100_000].map(|units| gate.wants(units)), [0, 0, 1, 1, 2, 500]);
        gate.hired(2, 2);
        assert_eq!([400, 599, 600, 100_000].map(|units| gate.wants(units)), [0, 0, 1, 2]);
    }

    #[test]
    fn more_while_work_is_left_to_do_here() {
        let mut gate = seen();
        gate.saw(300, Duration::from_millis(3));
        assert_eq!(gate.wants(200), 1, "what was done before there was more to do does not count");
        gate.hired(1, 1);
        assert_eq!(gate.wants(200), 0);
        gate.saw(400, Duration::from_millis(4));
        assert_eq!(gate.wants(200), 1);
        gate.hired(1, 1);
        assert_eq!([199, 200, 400].map(|units| gate.wants(units)), [0, 1, 2]);
    }

    #[test]
    fn a_narrow_tree_that_takes_long_goes_on() {
        let mut gate = Gate::new(1_000);
        gate.saw(MANY - 1, Duration::from_millis(5));
        assert_eq!(gate.wants(300), 0);
        gate.saw(1, Duration::ZERO);
        assert_eq!([SOME - 1, SOME, 300].map(|units| gate.wants(units)), [0, 1, 1]);
        gate.hired(1, 1);
        gate.saw(1_000, Duration::from_millis(5));
        assert_eq!(gate.wants(SOME), 1, "doubles at most");
    }

    #[test]
    fn closes_when_there_are_no_more() {
        let mut gate = seen();
        gate.hired(500, 3);
        assert_eq!(gate.wants(100_000), 0);
        assert_eq!(gate.crew(), 3);
    }

    #[test]
    fn slow_work_counts_for_more() {
        let mut gate = Gate::new(1_000);
        gate.saw(4, Duration::from_millis(4));
        assert_eq!([1, 2, 4].map(|units| gate.wants(units)), [0, 1, 2]);
    }
}
