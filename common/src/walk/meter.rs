//! How many threads are to be at work: what they report goes to the controller of the depth, epoch by epoch.
//!
//! While nothing blocks, the threads that there are may all work; once a device is waited for, the controller says how
//! many. The emitter counts where it reads ahead.

use std::time::{Duration, Instant};

use super::{
    account::Log,
    watch::{Report, Tally},
};
use crate::ring::depth::{Depth, Sample};

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
    /// Whether a flight does what there is to do.
    flying: bool,
    /// Threads at work, the emitter among them while it reads ahead.
    working: usize,
    /// What has happened in this epoch.
    sample: Sample,
    /// When it began.
    began: Option<Instant>,
    /// Reports in it, and how many came while as many as may be were at work.
    reports: (u32, u32),
    /// How long the loads of these reports took, and how much of that was waiting. Single operations are counted as they
    /// come, loads when they end, so this is only good for the share of the one in the other.
    loads: (Duration, Duration),
    /// That share, 0 to 1, when it was last known.
    blocked: f64,
    /// What a user is told, if that was asked.
    pub log: Option<Log>,
}

impl Meter {
    /// Nobody at work yet.
    pub fn new(depth: Depth, fixed: usize, log: Option<Log>) -> Meter {
        Meter {
            depth,
            fixed,
            threads: 0,
            closed: false,
            flying: false,
            working: 0,
            sample: Sample::default(),
            began: None,
            reports: (0, 0),
            loads: (Duration::ZERO, Duration::ZERO),
            blocked: 0.0,
            log,
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
        self.working < self.most() && !(self.flying && self.blocks())
    }

    /// Takes note of whether a flight does what there is to do where a device is waited for.
    pub fn flies(&mut self, flying: bool) {
        self.flying = flying;
    }

    /// Whether one does.
    pub fn is_flying(&self) -> bool {
        self.flying
    }

    /// How many operations a flight is to keep in flight.
    pub fn aim(&self) -> usize {
        if self.fixed > 0 { self.fixed } else { self.depth.target() }
    }

    /// Takes note of a flight's results, and whether as many were in flight as may be.
    pub fn round(&mut self, report: &Report, full: bool, tally: &Tally) {
        self.reports.0 += 1;
        self.reports.1 += u32::from(full);
        self.note(report, tally);
    }

    /// Goes no deeper than `cap`.
    pub fn restrain(&mut self, cap: usize) {
        self.depth.restrain(cap);
    }

    /// A thread starts to work.
    pub fn start(&mut self) {
        self.working += 1;
    }

    /// A thread has done what it had taken on: whether more may be at work than before.
    pub fn end(&mut self, report: &Report, tally: &Tally) -> bool {
        // After the target has fallen more than that are at work for a while, which tells nothing about it either.
        let most = self.most();
        let full = self.working >= most && self.working <= most.saturating_add(most / 4);
        self.reports.0 += 1;
        self.reports.1 += u32::from(full);
        self.working -= 1;
        self.note(report, tally)
    }

    /// Takes note of what was done while more is being done, or by the emitter for itself: whether more may be at work than
    /// before. Single operations that were timed are in the `tally`.
    pub fn note(&mut self, report: &Report, tally: &Tally) -> bool {
        let began = *self.began.get_or_insert(report.ended - report.took);
        let (done, busy) = tally.take();
        self.sample.done += report.done + done;
        self.sample.busy += report.busy + busy;
        self.loads = (self.loads.0 + report.took, self.loads.1 + report.blocked);
        if !self.loads.0.is_zero() {
            self.blocked = self.loads.1.as_secs_f64() / self.loads.0.as_secs_f64();
        }
        self.sample.blocked = self.sample.busy.mul_f64(self.blocked.min(1.0));
        self.sample.elapsed = report.ended.saturating_duration_since(began);
        self.sample.full = (self.reports.0 - self.reports.1) * 10 <= self.reports.0;
        let before = self.most();
        if self.fixed == 0 && self.depth.is_whole(&self.sample) {
            self.depth.sees(&self.sample);
            self.begin(report.ended);
        } else if self.depth.blocks() && !self.sample.full {
            // Where too little is in flight nothing is learned, and what comes then is not to be spoiled by it.
            self.begin(report.ended);
        }
        if let Some(log) = &mut self.log {
            log.note(report.took, report.blocked);
            if self.depth.blocks() || self.fixed > 0 {
                log.deep(if self.fixed > 0 { self.fixed } else { self.depth.target() });
            }
        }
        self.most() > before
    }

    /// How many threads are to be hired now, with so many pieces of work that nobody has started. They are counted at once,
    /// so that nobody else hires for the same work.
    pub fn hires(&mut self, waiting: usize) -> usize {
        if self.closed || self.flying || !self.blocks() {
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

    fn begin(&mut self, now: Instant) {
        (self.began, self.sample, self.reports) = (Some(now), Sample::default(), (0, 0));
        self.loads = (Duration::ZERO, Duration::ZERO);
    }

    fn most(&self) -> usize {
        match self.fixed {
            0 if self.depth.blocks() => self.depth.target(),
            0 => usize::MAX,
            fixed => fixed,
        }
    }
}
