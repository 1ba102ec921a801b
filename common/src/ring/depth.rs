//! When further CPUs pay: the gate in front of the crew. Pure arithmetic, no clock and no thread of its own.
//!
//! A thread costs some 60 us to make and to end, and cold caches beyond that. So nobody is hired before the work in
//! sight, at the pace seen so far, is worth two milliseconds. Waiting on slow devices is not its business: it only
//! decides about CPUs.

use std::time::Duration;

/// The work in sight from which on the crew is worth its start.
const WORTH: Duration = Duration::from_millis(2);

/// What a unit of work is assumed to cost until some have been seen: a hot directory read by plain calls.
const ASSUMED: Duration = Duration::from_micros(15);

/// The gate: closed until enough work is in sight, then open for good.
pub struct Gate {
    /// Time that the units seen so far took.
    spent: Duration,
    /// How many units have been seen.
    units: u32,
    /// Whether the crew has been called.
    open: bool,
}

impl Gate {
    /// A closed gate.
    pub fn new() -> Gate {
        Gate { spent: Duration::ZERO, units: 0, open: false }
    }

    /// Takes note of `units` pieces of work that took `spent` together.
    pub fn saw(&mut self, units: u32, spent: Duration) {
        self.units = self.units.saturating_add(units);
        self.spent += spent;
    }

    /// Whether the crew is to be started now, with `units` pieces of work in sight. True at most once.
    pub fn opens(&mut self, units: usize) -> bool {
        if self.open {
            return false;
        }
        let each = if self.units < 4 { ASSUMED } else { self.spent / self.units };
        self.open = each.saturating_mul(u32::try_from(units).unwrap_or(u32::MAX)) >= WORTH;
        self.open
    }
}

impl Default for Gate {
    fn default() -> Gate {
        Gate::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_tree_hires_nobody() {
        let mut gate = Gate::new();
        for left in (0..100).rev() {
            gate.saw(1, Duration::from_micros(12));
            assert!(!gate.opens(left));
        }
    }

    #[test]
    fn opens_once_when_enough_is_in_sight() {
        let mut gate = Gate::new();
        gate.saw(10, Duration::from_micros(100));
        assert!(!gate.opens(199));
        assert!(gate.opens(200));
        assert!(!gate.opens(100_000));
    }

    #[test]
    fn slow_work_counts_for_more() {
        let mut gate = Gate::new();
        gate.saw(4, Duration::from_millis(4));
        assert!(!gate.opens(1));
        assert!(gate.opens(2));
    }
}
