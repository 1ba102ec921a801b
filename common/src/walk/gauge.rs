//! What is at work on one device, and how many may be: what threads report of it goes to its controller, epoch by epoch.

use std::time::{Duration, Instant};

use super::watch::{Report, Tally};
use crate::ring::depth::{Depth, Sample};

/// One device.
pub(crate) struct Gauge {
    /// What decides.
    depth: Depth,
    /// Threads at work on it, the emitter among them while it reads ahead.
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
}

impl Gauge {
    /// One that nobody works on.
    pub fn new(depth: Depth) -> Gauge {
        Gauge {
            depth,
            working: 0,
            sample: Sample::default(),
            began: None,
            reports: (0, 0),
            loads: (Duration::ZERO, Duration::ZERO),
            blocked: 0.0,
        }
    }

    /// Its controller.
    pub fn depth(&mut self) -> &mut Depth {
        &mut self.depth
    }

    /// Whether it is waited for.
    pub fn blocks(&self) -> bool {
        self.depth.blocks()
    }

    /// How many operations are to be in flight on it.
    pub fn target(&self) -> usize {
        self.depth.target()
    }

    /// Threads at work on it.
    pub fn working(&self) -> usize {
        self.working
    }

    /// A thread starts to work on it.
    pub fn start(&mut self) {
        self.working += 1;
    }

    /// A thread that worked on it has ended: whether as many worked as may, which are `most`.
    pub fn end(&mut self, most: usize) -> bool {
        // After the target has fallen more than that are at work for a while, which tells nothing about it either.
        let full = self.working >= most && self.working <= most.saturating_add(most / 4);
        self.working -= 1;
        full
    }

    /// A report comes, and as much was in flight as may be, or not.
    pub fn heard(&mut self, full: bool) {
        self.reports.0 += 1;
        self.reports.1 += u32::from(full);
    }

    /// Takes note of what was done. Single operations that were timed are in the `tally`. Nothing is decided where the
    /// depth is `fixed`.
    pub fn note(&mut self, report: &Report, tally: &Tally, fixed: bool) {
        let began = *self.began.get_or_insert(report.ended - report.took);
        let (done, busy) = tally.take();
        self.sample.done += report.done + done;
        self.sample.busy += report.busy + busy;
        if report.known {
            self.loads = (self.loads.0 + report.took, self.loads.1 + report.blocked);
        }
        // One short load among many long operations that have not ended one says nothing of them.
        if self.loads.0 * 4 >= self.sample.busy && !self.loads.0.is_zero() {
            self.blocked = self.loads.1.as_secs_f64() / self.loads.0.as_secs_f64();
        }
        self.sample.blocked = self.sample.busy.mul_f64(self.blocked.min(1.0));
        self.sample.elapsed = report.ended.saturating_duration_since(began);
        self.sample.full = (self.reports.0 - self.reports.1) * 10 <= self.reports.0;
        if !fixed && self.depth.is_whole(&self.sample) {
            self.depth.sees(&self.sample);
            self.begin(report.ended);
        } else if self.depth.blocks() && !self.sample.full {
            // Where too little is in flight nothing is learned, and what comes then is not to be spoiled by it.
            self.begin(report.ended);
        }
    }

    fn begin(&mut self, now: Instant) {
        (self.began, self.sample, self.reports) = (Some(now), Sample::default(), (0, 0));
        self.loads = (Duration::ZERO, Duration::ZERO);
    }
}
