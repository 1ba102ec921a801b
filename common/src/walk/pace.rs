//! How long a directory takes the emitter on its own, and what that allows: to read ahead while it waits for a page, and
//! to keep bytes back while it reads. Pure arithmetic.

use std::time::Duration;

/// A directory read that takes longer than this is not worth making while a page is waited for: the page would wait too.
const QUICK: Duration = Duration::from_micros(300);

/// A directory read that takes longer than this has waited for a device, and the next one may wait for longer than a
/// reader should.
const SLOW: Duration = Duration::from_millis(1);

/// What the emitter's own directories took.
#[derive(Default)]
pub(crate) struct Pace {
    /// One of them, lately.
    usual: Duration,
    /// One of the last ones.
    last: Duration,
}

impl Pace {
    /// Takes note that so many `directories`, at least one, took so long.
    pub fn saw(&mut self, took: Duration, directories: u32) {
        self.last = took / directories;
        self.usual = (self.usual * 7 + self.last) / 8;
    }

    /// Takes note that it waits where nothing blocks. What was slow is forgotten bit by bit: whoever was held up once
    /// would look on for ever, since only reading tells that it is quick again.
    pub fn looks_on(&mut self) {
        self.usual -= self.usual / 8;
    }

    /// Whether a directory may be read while a page is waited for.
    pub fn is_quick(&self) -> bool {
        self.usual < QUICK
    }

    /// Whether the last one has waited for a device.
    pub fn was_slow(&self) -> bool {
        self.last > SLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_until_it_has_seen_otherwise() {
        let mut pace = Pace::default();
        assert!(pace.is_quick() && !pace.was_slow());
        (0..100).for_each(|_| pace.saw(8 * QUICK, 4));
        assert!(!pace.is_quick() && !pace.was_slow());
        pace.saw(SLOW * 2, 1);
        assert!(pace.was_slow());
    }

    #[test]
    fn held_up_once_it_reads_again_soon() {
        let mut pace = Pace::default();
        pace.saw(10 * SLOW, 1);
        assert!(!pace.is_quick());
        let mut waits = 0;
        while !pace.is_quick() {
            pace.looks_on();
            waits += 1;
        }
        assert!(waits < 20, "{waits} waits");
    }
}
