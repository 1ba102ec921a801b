//! How many threads are to be at work, and on which device: each has a controller of its own, since a mount point may
//! lead from a hot cache to the other end of a network.
//!
//! While nothing blocks, as many may work as there are CPUs; once a device is waited for, its controller says how many.
//! Which device matters is a question of what is nearest in the order of output. The emitter counts where it reads ahead.

use super::{
    account::Log,
    devices::MOST,
    gauge::Gauge,
    watch::{Report, Tally},
};
use crate::ring::depth::Depth;

/// The threads at work, and how many may be.
pub(crate) struct Meter {
    /// What is known of each device, by its number.
    gauges: Box<[Gauge]>,
    /// The device of the directories that were taken or found last.
    near: u8,
    /// As many as a user wants at work; 0: as many as are worth it.
    fixed: usize,
    /// Threads of the crew.
    threads: usize,
    /// The most that there may be.
    cap: usize,
    /// Whether no more can be had.
    closed: bool,
    /// Whether a flight does what there is to do.
    flying: bool,
    /// What a user is told, if that was asked.
    pub log: Option<Log>,
}

impl Meter {
    /// Nobody at work yet.
    pub fn new(depth: Depth, fixed: usize, log: Option<Log>) -> Meter {
        let cap = depth.cap().max(fixed);
        let gauges = (0..MOST).map(|_| Gauge::new(depth.clone())).collect();
        Meter { gauges, near: 0, fixed, threads: 0, cap, closed: false, flying: false, log }
    }

    /// Takes note of which device the nearest work is on.
    pub fn comes_to(&mut self, device: u8) {
        self.near = device;
    }

    /// The device that the nearest work is on.
    pub fn near(&self) -> u8 {
        self.near
    }

    /// Whether the nearest device is waited for, so that each operation is worth a thread of its own.
    pub fn blocks(&self) -> bool {
        self.waits_for(self.near)
    }

    /// Whether there is anybody beside the emitter.
    pub fn has_crew(&self) -> bool {
        self.threads > 0
    }

    /// Whether there are threads that could help with what a device is asked, or might be some if more were hired.
    pub fn may_help(&self, device: u8) -> bool {
        self.has_crew() || !self.closed && self.waits_for(device)
    }

    /// Whether one more thread may be at work on a device.
    pub fn may_start(&self, device: u8) -> bool {
        self.gauge(device).working() < self.most(device) && !(self.flying && self.waits_for(device))
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
        self.most(self.near)
    }

    /// Takes note of a flight's results, and whether as many were in flight as may be.
    pub fn round(&mut self, report: &Report, full: bool, tally: &Tally) {
        self.gauge_mut(report.device).heard(full);
        self.note(report, tally);
    }

    /// Goes no deeper than `cap`.
    pub fn restrain(&mut self, cap: usize) {
        self.cap = cap;
        self.gauges.iter_mut().for_each(|gauge| gauge.depth().restrain(cap));
    }

    /// A thread starts to work on a device.
    pub fn start(&mut self, device: u8) {
        self.gauge_mut(device).start();
    }

    /// A thread has done what it had taken on of a device: whether more may be at work than before.
    pub fn end(&mut self, device: u8, report: &Report, tally: &Tally) -> bool {
        let most = self.most(device);
        let full = self.gauge_mut(device).end(most);
        // A link may have led to another.
        self.gauge_mut(report.device).heard(full && report.device == device);
        self.note(report, tally)
    }

    /// Takes note of what was done while more is being done, or by the emitter for itself: whether more may be at work than
    /// before. Single operations that were timed are in the `tally`.
    pub fn note(&mut self, report: &Report, tally: &Tally) -> bool {
        let device = report.device;
        let (before, fixed) = (self.most(device), self.fixed > 0);
        self.gauge_mut(device).note(report, tally, fixed);
        let (now, deep) = (self.most(device), self.waits_for(device));
        if let Some(log) = &mut self.log {
            log.note(report.took, report.blocked);
            if deep {
                log.deep(now);
            }
        }
        now > before
    }

    /// How many threads are to be hired now, with so many pieces of work that nobody has started. They are counted at once,
    /// so that nobody else hires for the same work.
    pub fn hires(&mut self, waiting: usize) -> usize {
        if self.closed || self.flying || !self.blocks() {
            return 0;
        }
        let working = self.gauge(self.near).working();
        let wanted = self.most(self.near).min(working + waiting);
        // Those who wait for another device are none of those that this one is worth.
        let elsewhere = self.gauges.iter().map(Gauge::working).sum::<usize>() - working;
        let more = wanted.saturating_sub(self.threads.saturating_sub(elsewhere));
        let more = more.min(self.cap.saturating_sub(self.threads));
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

    fn gauge(&self, device: u8) -> &Gauge {
        &self.gauges[usize::from(device)]
    }

    fn gauge_mut(&mut self, device: u8) -> &mut Gauge {
        &mut self.gauges[usize::from(device)]
    }

    /// Whether a device is waited for.
    pub fn waits_for(&self, device: u8) -> bool {
        self.fixed > 0 || self.gauge(device).blocks()
    }

    fn most(&self, device: u8) -> usize {
        if self.fixed > 0 { self.fixed } else { self.gauge(device).target() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// A load of 100 operations on `device`, of which each took so many microseconds, waiting or not.
    fn report(device: u8, began: Instant, micros: u64, waits: bool) -> Report {
        let took = Duration::from_micros(100 * micros);
        let blocked = if waits { took } else { Duration::ZERO };
        Report { device, ended: began + took, took, done: 100, busy: took, blocked, known: true }
    }

    #[test]
    fn one_device_says_nothing_of_another() {
        let (mut meter, tally) = (Meter::new(Depth::new(2, 64), 0, None), Tally::default());
        let mut now = Instant::now();
        let mut work = |meter: &mut Meter, device, micros, waits| {
            let report = report(device, now, micros, waits);
            now = report.ended;
            meter.comes_to(device);
            let most = meter.most(device);
            (0..most).for_each(|_| meter.start(device));
            for _ in 0..most {
                meter.end(device, &report, &tally);
            }
        };
        for _ in 0..5 {
            work(&mut meter, 1, 1_000, true);
            work(&mut meter, 0, 2, false);
        }
        assert!(!meter.blocks() && meter.may_start(0));
        assert_eq!(meter.most(0), 2, "the CPUs");
        meter.comes_to(1);
        assert!(meter.blocks() && meter.aim() >= 16, "{}", meter.aim());
        assert!(meter.hires(100) >= 16);
    }

    #[test]
    fn who_waits_elsewhere_is_no_help() {
        let mut meter = Meter::new(Depth::new(2, 64), 16, None);
        assert_eq!(meter.hires(100), 16);
        (0..16).for_each(|_| meter.start(0));
        assert_eq!(meter.hires(100), 0);
        meter.comes_to(1);
        assert_eq!([100, 100].map(|waiting| meter.hires(waiting)), [16, 0]);
        (0..16).for_each(|_| meter.start(1));
        meter.comes_to(2);
        meter.restrain(40);
        assert_eq!(meter.hires(100), 8, "no more than the cap in all");
    }

    #[test]
    fn as_many_as_may_be_are_at_work_on_each() {
        let mut meter = Meter::new(Depth::new(2, 64), 0, None);
        meter.start(0);
        assert!(meter.may_start(0));
        meter.start(0);
        assert!(!meter.may_start(0) && meter.may_start(1));
    }
}
