//! How long operations take, and whether the thread gave up the CPU for them.
//!
//! On a hot cache the clock is read twice a load of work, or every so many operations, and nothing else. Where operations
//! have taken long each is timed, since loads differ, and the kernel is asked how often the thread has waited of its own
//! accord: being pushed off the CPU by others is no reason to keep more in flight. It is asked around each operation,
//! since between them a thread waits of its own accord too, for locks of ours and of the allocator: more in flight makes
//! that worse.

use std::{
    sync::atomic::{AtomicU32, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use crate::sys::limits::{self, Usage};

/// An operation that takes longer than this, or the mean one of a load, may have waited for a device.
const LONG: Duration = Duration::from_micros(20);

/// A single one that takes longer than this is worth a look at once.
const SLOW: Duration = Duration::from_micros(500);

/// Operations after which a load that is not at its end is looked at as if it were.
const WINDOW: u32 = 32;

/// Operations that were timed one by one, by all threads.
#[derive(Default)]
pub(crate) struct Tally {
    /// How many.
    done: AtomicU32,
    /// How long they took together, in nanoseconds.
    busy: AtomicU64,
}

impl Tally {
    /// One more.
    fn add(&self, took: Duration) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.busy.fetch_add(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// All that came since the last call.
    pub fn take(&self) -> (u32, Duration) {
        if self.done.load(Ordering::Relaxed) == 0 {
            return (0, Duration::ZERO);
        }
        let busy = self.busy.swap(0, Ordering::Relaxed);
        (self.done.swap(0, Ordering::Relaxed), Duration::from_nanos(busy))
    }
}

/// What a load of work came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report {
    /// The number of the device that was worked on last.
    pub device: u8,
    /// When it ended.
    pub ended: Instant,
    /// How long it took.
    pub took: Duration,
    /// Operations that were not timed one by one.
    pub done: u32,
    /// How long they took.
    pub busy: Duration,
    /// The part of the load in which a device was waited for.
    pub blocked: Duration,
    /// Whether that is known: a load that takes long after quick ones is not.
    pub known: bool,
}

/// What a thread knows of its own waiting.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    /// The number of the device that is worked on.
    device: u8,
    /// Whether operations are timed one by one: the last ones took long, or there were none before.
    timed: bool,
    /// When the load began.
    began: Instant,
    /// When the window began, and the operations in it.
    window: (Instant, u32),
    /// Operations of the load that were not timed one by one, and how long their windows took.
    plain: (u32, Duration),
    /// How long operations of the load waited for a device.
    blocked: Duration,
    /// Whether that is known.
    known: bool,
    /// Whether the last operation, if it was timed, took so long that the load is to be reported now.
    slow: bool,
}

impl Watch {
    /// For a thread that has just begun.
    pub fn new() -> Watch {
        Watch::starting(0, true, Instant::now())
    }

    fn starting(device: u8, timed: bool, now: Instant) -> Watch {
        let nothing = (0, Duration::ZERO);
        Watch {
            device,
            timed,
            began: now,
            window: (now, 0),
            plain: nothing,
            blocked: Duration::ZERO,
            known: true,
            slow: false,
        }
    }

    /// Begins a load: when that was.
    pub fn begin(&mut self) -> Instant {
        *self = Watch { slow: self.slow, ..Watch::starting(self.device, self.timed, Instant::now()) };
        self.began
    }

    /// What comes next is on that device.
    pub fn comes_to(&mut self, device: u8) {
        self.device = device;
    }

    /// The device that is worked on.
    pub fn device(&self) -> u8 {
        self.device
    }

    /// Whether the last operation took so long that the load is to be reported now.
    pub fn was_slow(&self) -> bool {
        self.slow
    }

    /// Does one operation.
    #[inline]
    pub fn count<T>(&mut self, tally: &Tally, operation: impl FnOnce() -> T) -> T {
        if self.window.1 == WINDOW {
            self.look(Instant::now());
        }
        self.window.1 += 1;
        if self.timed { self.time(tally, operation) } else { operation() }
    }

    /// Does one operation and takes note of how long it takes.
    #[cold]
    fn time<T>(&mut self, tally: &Tally, operation: impl FnOnce() -> T) -> T {
        let before = limits::usage();
        let began = Instant::now();
        let result = operation();
        let took = began.elapsed();
        tally.add(took);
        if took > LONG {
            self.blocked += blocked(&before, &limits::usage(), took);
        }
        self.slow = took > SLOW;
        result
    }

    /// Ends a load.
    pub fn end(&mut self) -> Report {
        let ended = Instant::now();
        self.look(ended);
        let (done, busy) = self.plain;
        Report {
            device: self.device,
            ended,
            took: ended - self.began,
            done,
            busy,
            blocked: self.blocked,
            known: self.known,
        }
    }

    /// Ends a window, and decides how the next is watched.
    fn look(&mut self, now: Instant) {
        let (began, done) = self.window;
        let took = now - began;
        let long = took.checked_div(done).is_some_and(|mean| mean > LONG);
        if !self.timed {
            self.plain = (self.plain.0 + done, self.plain.1 + took);
            self.known &= !long;
        }
        self.timed = long;
        self.slow &= long;
        self.window = (now, 0);
    }
}

/// How much of `took` was waiting of the thread's own accord. Where it was pushed off the CPU as well, the time that it
/// did not run is divided by the counts of both.
fn blocked(before: &Usage, after: &Usage, took: Duration) -> Duration {
    let voluntary = after.voluntary.saturating_sub(before.voluntary);
    let involuntary = after.involuntary.saturating_sub(before.involuntary);
    let off = took.saturating_sub(after.cpu.saturating_sub(before.cpu));
    match voluntary {
        0 => Duration::ZERO,
        _ => off.mul_f64(voluntary as f64 / (voluntary + involuntary) as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_waiting_of_ones_own_accord_counts() {
        let usage = |millis, voluntary, involuntary| Usage {
            cpu: Duration::from_millis(millis),
            voluntary,
            involuntary,
        };
        let check = |after: Usage, expected: u64| {
            let blocked = blocked(&usage(5, 10, 10), &after, Duration::from_millis(100));
            assert_eq!(blocked, Duration::from_millis(expected), "{after:?}");
        };
        check(usage(105, 10, 10), 0);
        check(usage(5, 10, 20), 0);
        check(usage(25, 11, 10), 80);
        check(usage(25, 11, 13), 20);
        check(usage(500, 20, 10), 0);
    }

    #[test]
    fn operations_that_sleep_wait() {
        let (mut watch, tally) = (Watch::new(), Tally::default());
        for _ in 0..2 {
            watch.begin();
            watch.count(&tally, || std::thread::sleep(Duration::from_millis(20)));
            let slow = watch.was_slow();
            let report = watch.end();
            watch.begin();
            assert!(watch.was_slow(), "of the last operation, whatever has begun since");
            assert!(slow && report.blocked > Duration::from_millis(10), "{report:?}");
            assert!(report.done == 0 && tally.take().0 == 1);
        }
    }

    #[test]
    fn what_comes_between_operations_is_no_waiting() {
        let (mut watch, tally) = (Watch::new(), Tally::default());
        watch.begin();
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(2));
            watch.count(&tally, || ());
        }
        let report = watch.end();
        assert!(report.took >= Duration::from_millis(6) && report.blocked.is_zero(), "{report:?}");
    }

    #[test]
    fn long_loads_are_looked_at_on_the_way() {
        let (mut watch, tally) = (Watch::new(), Tally::default());
        let mut all = 0;
        watch.begin();
        // A busy machine may make a window of nothing long, but not all of them.
        while watch.timed && all < 1000 * WINDOW {
            watch.count(&tally, || ());
            all += 1;
        }
        assert!(!watch.timed);
        for number in 0..=WINDOW {
            let nap = if number == 1 { 20 } else { 0 };
            watch.count(&tally, || std::thread::sleep(Duration::from_millis(nap)));
        }
        assert!(watch.timed);
        let report = watch.end();
        assert_eq!(report.done + tally.take().0, all + WINDOW + 1, "{report:?}");
    }
}
