//! How long operations take, and whether the thread gave up the CPU for them.
//!
//! On a hot cache the clock is read twice a load of work, and nothing else. Where operations have taken long each is
//! timed, since loads differ, and the kernel is asked how often the thread has waited of its own accord: being pushed
//! off the CPU by others is no reason to keep more in flight.

use std::{
    sync::atomic::{AtomicU32, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use crate::sys::limits::{self, Usage};

/// A mean operation that takes longer than this may have waited for a device.
const LONG: Duration = Duration::from_micros(20);

/// A single one that takes longer than this is worth a look at once.
const SLOW: Duration = Duration::from_micros(500);

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
    /// Whether operations are timed one by one: the last ones took long, or there were none before.
    timed: bool,
    /// What the thread had used when the load began, if that is known. The first load of a thread is most of its life.
    usage: Option<Usage>,
    /// When the load began.
    began: Instant,
    /// Operations in it.
    done: u32,
}

impl Watch {
    /// For a thread that has just begun.
    pub fn new() -> Watch {
        Watch { timed: true, usage: Some(Usage::default()), began: Instant::now(), done: 0 }
    }

    /// Begins a load: when that was.
    pub fn begin(&mut self) -> Instant {
        if self.timed && self.usage.is_none() {
            self.usage = Some(limits::usage());
        }
        (self.began, self.done) = (Instant::now(), 0);
        self.began
    }

    /// Does one operation: whether it was so slow that the load is to be reported now.
    pub fn count<T>(&mut self, tally: &Tally, operation: impl FnOnce() -> T) -> (T, bool) {
        self.done += 1;
        if !self.timed {
            return (operation(), false);
        }
        let began = Instant::now();
        let result = operation();
        let took = began.elapsed();
        tally.add(took);
        (result, took > SLOW)
    }

    /// Ends a load.
    pub fn end(&mut self) -> Report {
        let ended = Instant::now();
        let took = ended - self.began;
        let long = took.checked_div(self.done).is_some_and(|mean| mean > LONG);
        let before = self.usage.take().filter(|_| long);
        let known = !long || before.is_some();
        let blocked = before.map_or(Duration::ZERO, |before| blocked(&before, &limits::usage(), took));
        let (done, busy) = if self.timed { (0, Duration::ZERO) } else { (self.done, took) };
        self.timed = long;
        Report { ended, took, done, busy, blocked, known }
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
    fn sleep_is_waiting() {
        let (mut watch, tally) = (Watch::new(), Tally::default());
        for _ in 0..2 {
            watch.begin();
            let (_, slow) = watch.count(&tally, || std::thread::sleep(Duration::from_millis(20)));
            let report = watch.end();
            assert!(slow && report.blocked > Duration::from_millis(10), "{report:?}");
            assert!(report.done == 0 && tally.take().0 == 1);
        }
    }
}
