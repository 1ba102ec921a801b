//! How many threads are to be at work: what they report goes to the controller of the depth, epoch by epoch.
//!
//! While nothing blocks, the threads that there are may all work; once a device is waited for, the controller says how
//! many. The clock is read by those who report, once a load; the rest is sums.

use std::time::{Duration, Instant};

use crate::{
    ring::depth::{Depth, Sample},
    sys::limits::{self, Usage},
};

/// A mean operation that takes longer than this may have waited for a device.
const LONG: Duration = Duration::from_micros(20);

/// What one load of work came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report {
    /// Operations that were done.
    pub done: u32,
    /// When the last one was done.
    pub ended: Instant,
    /// How long they took.
    pub took: Duration,
    /// The part of it in which a device was waited for.
    pub blocked: Duration,
}

/// What a thread knows of its own waiting. The first load of a thread is most of its life.
#[derive(Default)]
pub(crate) struct Watch {
    /// Whether a load has ended.
    seasoned: bool,
    /// Whether the last operations took long, so that it is worth a call to find out why.
    long: bool,
    /// What the thread had used when the load began, if that is known.
    usage: Option<Usage>,
}

impl Watch {
    /// Begins a load.
    pub fn begin(&mut self) -> Instant {
        self.usage = match (self.seasoned, self.long) {
            (false, _) => Some(Usage::default()),
            (true, long) => long.then(limits::usage),
        };
        self.seasoned = true;
        Instant::now()
    }

    /// Ends a load of `done` operations.
    pub fn end(&mut self, began: Instant, done: u32) -> Report {
        let ended = Instant::now();
        let took = ended - began;
        self.long = took.checked_div(done).is_some_and(|mean| mean > LONG);
        let before = self.usage.take().filter(|_| self.long);
        let blocked = before.map_or(Duration::ZERO, |before| blocked(&before, &limits::usage(), took));
        Report { done, ended, took, blocked }
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

/// The threads at work, and how many may be.
pub(crate) struct Meter {
    /// What decides.
    depth: Depth,
    /// As many as a user wants at work; 0: as many as are worth it.
    fixed: usize,
    /// Threads of the crew.
    threads: usize,
    /// Whether no more can be had.
    closed: bool,
    /// Threads at work, the emitter among them while it reads ahead.
    working: usize,
    /// What has happened in this epoch.
    sample: Sample,
    /// When it began.
    began: Option<Instant>,
    /// Reports in it, and how many came while as many as may be were at work.
    reports: (u32, u32),
}

impl Meter {
    /// Nobody at work yet.
    pub fn new(depth: Depth, fixed: usize) -> Meter {
        Meter {
            depth,
            fixed,
            threads: 0,
            closed: false,
            working: 0,
            sample: Sample::default(),
            began: None,
            reports: (0, 0),
        }
    }

    /// Whether a device is waited for, so that each operation is worth a thread of its own.
    pub fn blocks(&self) -> bool {
        self.depth.blocks() || self.fixed > 0
    }

    /// Whether there is anybody beside the emitter.
    pub fn has_crew(&self) -> bool {
        self.threads > 0
    }

    /// Whether one more thread may be at work.
    pub fn may_start(&self) -> bool {
        self.working < self.most()
    }

    /// A thread starts to work.
    pub fn start(&mut self) {
        self.working += 1;
    }

    /// A thread has done what it had taken on: whether more may be at work than before.
    pub fn end(&mut self, report: &Report) -> bool {
        self.reports.0 += 1;
        self.reports.1 += u32::from(self.working >= self.most());
        self.working -= 1;
        self.note(report)
    }

    /// Takes note of what was done by the emitter for itself: whether more may be at work than before.
    pub fn note(&mut self, report: &Report) -> bool {
        let began = *self.began.get_or_insert(report.ended - report.took);
        self.sample.done += report.done;
        self.sample.busy += report.took;
        self.sample.blocked += report.blocked;
        self.sample.elapsed = report.ended.saturating_duration_since(began);
        self.sample.full = (self.reports.0 - self.reports.1) * 10 <= self.reports.0;
        let before = self.most();
        if self.fixed == 0 && self.sample.is_whole() {
            self.depth.sees(&self.sample);
            self.begin(report.ended);
        } else if self.depth.blocks() && !self.sample.full {
            // Where too little is in flight nothing is learned, and what comes then is not to be spoiled by it.
            self.begin(report.ended);
        }
        self.most() > before
    }

    fn begin(&mut self, now: Instant) {
        (self.began, self.sample, self.reports) = (Some(now), Sample::default(), (0, 0));
    }

    /// How many threads are to be hired now, with so many pieces of work that nobody has started. They are counted at once,
    /// so that nobody else hires for the same work.
    pub fn hires(&mut self, waiting: usize) -> usize {
        if self.closed || !self.blocks() {
            return 0;
        }
        let more = self.most().min(self.working + waiting).saturating_sub(self.threads);
        self.threads += more;
        more
    }

    /// Takes note of threads that were hired without its asking.
    pub fn came(&mut self, threads: usize) {
        self.threads += threads;
    }

    /// Takes note that of those that were to be hired so many could not be had.
    pub fn lacks(&mut self, threads: usize) {
        self.threads -= threads;
        self.closed |= threads > 0;
    }

    fn most(&self) -> usize {
        match self.fixed {
            0 if self.depth.blocks() => self.depth.target(),
            0 => usize::MAX,
            fixed => fixed,
        }
    }
}
