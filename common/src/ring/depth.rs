//! How many operations are worth keeping in flight on one device: a controller that is told what happened and answers
//! with a target. Pure arithmetic, no clock and no thread of its own; its tests are simulated devices.
//!
//! Where nothing blocks, more in flight than there are CPUs only costs. Where operations wait for a device, the first
//! guess is what would keep the CPUs busy, and from there on only the rate of completed operations counts: it is the one
//! thing that a deep queue, a server's limit and a contended lock cannot fake.
//!
//! ```text
//!           blocked                     no gain, twice               now and then
//!   Hot ---------------> Growing ------------------------> Cruise <--------------> Trial
//!    ^                    doubles while the rate grows       | |    a fifth down or a quarter up
//!    |                     ^---------------------------------|-+
//!    |                                a gain after all       |
//!    +-------------------------------------------------------+
//!                        no longer blocked
//! ```

use std::time::Duration;

/// What happened in one epoch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// How long it was.
    pub elapsed: Duration,
    /// Operations that were completed.
    pub done: u32,
    /// Time that threads spent on operations, all together.
    pub busy: Duration,
    /// The part of it in which they had given up the CPU of their own accord: a device was waited for. Being pushed off
    /// the CPU by others is no part of it.
    pub blocked: Duration,
    /// Whether as many were in flight as the target allows for nine tenths of the time, and nobody waited for the reader
    /// of the output. No work at the top of a tree is not "no gain".
    pub full: bool,
}

impl Sample {
    /// Completed operations a second.
    fn rate(&self) -> f64 {
        f64::from(self.done) / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// Seconds that an operation took, on average.
    fn latency(&self) -> f64 {
        self.busy.as_secs_f64() / f64::from(self.done.max(1))
    }

    /// The part of the busy time that was spent blocked, 0 to 1.
    fn blocked_share(&self) -> f64 {
        (self.blocked.as_secs_f64() / self.busy.as_secs_f64().max(1e-9)).min(1.0)
    }
}

/// A mean operation that no CPU and no lock accounts for.
const SLOW: Duration = Duration::from_micros(500);

/// Operations in flight beyond which nothing is tried unless a user says so.
pub const CAP: usize = 64;

/// The most that a first guess may be.
const GUESS: usize = 16;

/// The share of blocked time from which on a device is waited for, and below which it is not any more.
const BLOCKS: f64 = 0.3;
const FLOWS: f64 = 0.1;

/// Growth of the rate that makes doubling worth it, and a trial of a few more.
const DOUBLES: f64 = 1.25;
const GAINS: f64 = 1.05;

/// Growth of the mean time of an operation up to which the depth may be quadrupled.
const EASE: f64 = 1.3;

/// Loss of rate that a trial of a few less may cost: fewer are better where it makes no difference.
const TIES: f64 = 0.98;

/// Epochs between two trials.
const CALM: u32 = 16;

/// The controller of one device.
#[derive(Debug)]
pub struct Depth {
    /// How many are in flight where nothing blocks: the CPUs.
    floor: usize,
    /// The most.
    cap: usize,
    /// How many are to be in flight now.
    target: usize,
    /// What is being found out.
    phase: Phase,
}

/// What is being found out.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Whether anything blocks. `rate` is the best seen so far.
    Hot { rate: f64 },
    /// How far doubling pays. `best` is what was seen where the rate was best so far, `failures` the epochs in a row that
    /// did not beat it.
    Growing { best: Seen, failures: u32 },
    /// Nothing, for a while. `rate` is the usual one, `epochs` how many have passed, `up` where the next trial goes.
    Cruise { rate: f64, epochs: u32, up: bool },
    /// Whether another depth than `usual` is better than `rate`.
    Trial { usual: usize, rate: f64 },
}

/// What was seen at a depth.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The depth.
    depth: usize,
    /// Completed operations a second.
    rate: f64,
    /// Seconds that an operation took, on average.
    latency: f64,
}

impl Depth {
    /// A controller for `floor` CPUs that never goes beyond `cap`.
    pub fn new(floor: usize, cap: usize) -> Depth {
        let floor = floor.clamp(1, cap.max(1));
        Depth { floor, cap: cap.max(floor), target: floor, phase: Phase::Hot { rate: 0.0 } }
    }

    /// How many operations are to be in flight.
    pub fn target(&self) -> usize {
        self.target
    }

    /// Goes no deeper than `cap` any more.
    pub fn restrain(&mut self, cap: usize) {
        self.cap = cap.max(1);
        self.floor = self.floor.min(self.cap);
        self.target = self.target.min(self.cap);
    }

    /// Whether operations wait for the device, so that more than the CPUs are worth it.
    pub fn blocks(&self) -> bool {
        !matches!(self.phase, Phase::Hot { .. })
    }

    /// Whether an epoch is long enough to tell anything: sixteen completions, and two mean operations. That operations are
    /// slow at all, a single one tells.
    pub fn is_whole(&self, sample: &Sample) -> bool {
        let Some(mean) = sample.busy.checked_div(sample.done) else { return false };
        match self.blocks() {
            true => sample.done >= 16 && sample.elapsed >= mean * 2,
            false => sample.done >= 16 || mean >= SLOW,
        }
    }

    /// Takes note of an epoch.
    pub fn sees(&mut self, sample: &Sample) {
        let (rate, blocked, latency) = (sample.rate(), sample.blocked_share(), sample.latency());
        self.phase = match self.phase {
            Phase::Hot { rate: before } if blocked < BLOCKS => Phase::Hot { rate: before.max(rate) },
            // What is in flight at the beginning is little, and so is the rate that the guess has to beat.
            Phase::Hot { .. } => self.guess(rate, latency, blocked),
            _ if blocked < FLOWS => self.flows(rate),
            phase if !sample.full => phase,
            Phase::Growing { best, failures } => self.grow(best, failures, rate, latency),
            Phase::Cruise { rate: usual, .. } if rate >= usual * DOUBLES => self.climb(usual, latency),
            Phase::Cruise { rate: usual, epochs, up } => self.cruise(usual, rate, epochs + 1, up),
            Phase::Trial { usual, rate: before } => self.judge(usual, before, rate, latency),
        };
    }

    /// As many as keep the CPUs busy while the others wait.
    fn guess(&mut self, rate: f64, latency: f64, blocked: f64) -> Phase {
        let best = Seen { depth: self.target, rate, latency };
        let busy = self.floor as f64 / (1.0 - blocked).max(0.01);
        self.target = (busy.ceil() as usize).clamp(2, GUESS).clamp(self.floor, self.cap);
        Phase::Growing { best, failures: 0 }
    }

    fn flows(&mut self, rate: f64) -> Phase {
        self.target = self.floor;
        Phase::Hot { rate }
    }

    fn grow(&mut self, best: Seen, failures: u32, rate: f64, latency: f64) -> Phase {
        if rate >= best.rate * DOUBLES && self.target < self.cap {
            // Where operations take no longer than before there is far to go, and each epoch on the way is lost time.
            let eased = latency <= best.latency * EASE;
            let best = Seen { depth: self.target, rate, latency };
            self.target = (self.target * if eased { 4 } else { 2 }).min(self.cap);
            return Phase::Growing { best, failures: 0 };
        }
        if rate >= best.rate * GAINS && self.target >= self.cap {
            return Phase::Cruise { rate, epochs: 0, up: false };
        }
        if failures == 0 {
            return Phase::Growing { best, failures: 1 };
        }
        // Some gain, but less than the price of doubling again.
        let gained = rate >= best.rate * GAINS;
        if !gained {
            self.target = best.depth;
        }
        let rate = rate.max(best.rate);
        Phase::Cruise { rate, epochs: 0, up: false }
    }

    /// More has turned out to be better than was thought, or things have changed: doubles again from here.
    fn climb(&mut self, rate: f64, latency: f64) -> Phase {
        let best = Seen { depth: self.target, rate, latency };
        self.target = (self.target * 2).min(self.cap);
        Phase::Growing { best, failures: 0 }
    }

    fn cruise(&mut self, usual: f64, rate: f64, epochs: u32, up: bool) -> Phase {
        // The usual rate follows slowly, so that one odd epoch decides nothing.
        let usual = usual + (rate - usual) / 8.0;
        if epochs < CALM {
            return Phase::Cruise { rate: usual, epochs, up };
        }
        let from = self.target;
        self.target = if up { from + (from / 4).max(1) } else { from - (from / 5).max(1) }.clamp(1, self.cap);
        if self.target == from {
            return Phase::Cruise { rate: usual, epochs: 0, up: !up };
        }
        Phase::Trial { usual: from, rate: usual }
    }

    fn judge(&mut self, usual: usize, before: f64, rate: f64, latency: f64) -> Phase {
        let up = self.target > usual;
        if up && rate >= before * GAINS {
            return self.climb(rate, latency);
        }
        let fewer_do = !up && rate >= before * TIES;
        if !fewer_do {
            self.target = usual;
        }
        Phase::Cruise { rate: if fewer_do { rate } else { before }, epochs: 0, up: !up && !fewer_do }
    }
}

#[cfg(test)]
mod tests {
    use std::{cmp::Reverse, collections::BinaryHeap};

    use super::*;

    /// A device and the CPUs before it. Times are in microseconds.
    #[derive(Clone, Copy)]
    struct Device {
        /// CPUs.
        cpus: usize,
        /// CPU time of an operation.
        work: f64,
        /// What one more in flight adds to that, as a part of it: a contended lock, cold caches.
        strain: f64,
        /// How long the device takes.
        wait: f64,
        /// How many it serves at a time.
        servers: usize,
    }

    const HOT: Device = Device { cpus: 2, work: 2.0, strain: 0.03, wait: 0.0, servers: 1 };
    const SSD: Device = Device { cpus: 2, work: 4.0, strain: 0.0, wait: 80.0, servers: 32 };
    const NFS: Device = Device { cpus: 2, work: 20.0, strain: 0.0, wait: 1000.0, servers: usize::MAX };
    const LIMITED: Device = Device { servers: 8, ..NFS };
    const DISK: Device = Device { cpus: 2, work: 5.0, strain: 0.0, wait: 8000.0, servers: 1 };
    const TMPFS: Device = Device { cpus: 1, work: 2.0, strain: 0.1, wait: 0.0, servers: 1 };

    /// Runs `total` operations with a depth that is fixed or controlled: how long it takes, in microseconds. `wide` tells
    /// how many may be in flight after so many completions, and whether the reader keeps up.
    fn run(
        device: Device,
        total: u32,
        fixed: Option<usize>,
        wide: impl Fn(u32) -> (usize, bool),
    ) -> (f64, usize) {
        let mut depth = Depth::new(device.cpus, CAP);
        // When CPUs and servers are free, and what is in flight: when it ends, what it took, what of that it waited.
        let mut cpus = vec![0.0f64; device.cpus];
        let mut servers = vec![0.0f64; device.servers.min(256)];
        let mut flight: BinaryHeap<Reverse<(u64, u64, u64)>> = BinaryHeap::new();
        let (mut now, mut done) = (0.0f64, 0);
        let (mut began, mut sample, mut full) = (0.0, Sample::default(), 0.0);
        let micros = |us: f64| Duration::from_nanos((us * 1000.0) as u64);
        while done < total {
            let target = fixed.unwrap_or(depth.target());
            let (width, reads) = wide(done);
            while flight.len() < target.min(width).min((total - done) as usize) {
                let work =
                    device.work * (1.0 + device.strain * flight.len().saturating_sub(device.cpus - 1) as f64);
                let cpu = cpus.iter_mut().min_by(|a, b| a.total_cmp(b)).unwrap();
                *cpu = cpu.max(now) + work;
                let ran = *cpu;
                let mut end = ran;
                if device.wait > 0.0 {
                    let server = servers.iter_mut().min_by(|a, b| a.total_cmp(b)).unwrap();
                    *server = server.max(ran) + device.wait;
                    end = *server;
                }
                let nanos = |us: f64| (us * 1000.0) as u64;
                flight.push(Reverse((nanos(end), nanos(end - now), nanos(end - ran))));
            }
            let is_full = flight.len() >= target;
            let Some(Reverse((end, took, waited))) = flight.pop() else { break };
            let end = end as f64 / 1000.0;
            if is_full && reads {
                full += end - now;
            }
            now = end;
            done += 1;
            sample.done += 1;
            sample.busy += Duration::from_nanos(took);
            sample.blocked += Duration::from_nanos(waited);
            sample.elapsed = micros(now - began);
            if depth.is_whole(&sample) {
                sample.full = full >= 0.9 * (now - began);
                depth.sees(&sample);
                (began, sample, full) = (now, Sample::default(), 0.0);
            }
        }
        (now, depth.target())
    }

    /// The controlled run is at most a tenth slower than the best fixed depth, or what `share` says.
    fn check(name: &str, device: Device, total: u32, share: f64, wide: impl Fn(u32) -> (usize, bool) + Copy) {
        let best = [1, 2, 4, 8, 16, 32, 64].map(|depth| run(device, total, Some(depth), wide).0);
        let best = best.into_iter().min_by(f64::total_cmp).unwrap();
        let (controlled, target) = run(device, total, None, wide);
        assert!(controlled <= best / share, "{name}: {controlled} against {best}, target {target}");
    }

    const WIDE: (usize, bool) = (usize::MAX, true);

    #[test]
    fn no_device_is_far_from_its_best_depth() {
        check("hot cache", HOT, 20_000, 0.97, |_| WIDE);
        check("SSD", SSD, 20_000, 0.9, |_| WIDE);
        check("NFS, 1 ms", NFS, 20_000, 0.9, |_| WIDE);
        check("NFS, 0.5 ms", Device { wait: 500.0, ..NFS }, 20_000, 0.9, |_| WIDE);
        check("NFS, 2 ms", Device { wait: 2000.0, ..NFS }, 20_000, 0.9, |_| WIDE);
        check("NFS with eight servers", LIMITED, 20_000, 0.9, |_| WIDE);
        check("disk", DISK, 2_000, 0.9, |_| WIDE);
        check("tmpfs under a lock", TMPFS, 20_000, 0.97, |_| WIDE);
    }

    /// 1, 8, 64, 512 directories, each level read before the next is known.
    #[test]
    fn a_tree_that_widens() {
        let wide = |done: u32| match done {
            0 => (1, true),
            1..9 => (9 - done as usize, true),
            9..73 => (73 - done as usize, true),
            _ => WIDE,
        };
        check("NFS", NFS, 4_000, 0.9, wide);
        check("hot cache", HOT, 4_000, 0.97, wide);
    }

    /// A comb never has more than three in flight: no growth, and none is missed.
    #[test]
    fn a_comb() {
        check("NFS", NFS, 4_000, 0.9, |_| (3, true));
    }

    /// While the reader of the output stalls nothing is learned.
    #[test]
    fn a_stalled_reader() {
        let (_, target) = run(NFS, 4_000, None, |_| (usize::MAX, false));
        assert_eq!(target, GUESS);
    }

    /// Operations that take long because others have the CPU are not blocked.
    #[test]
    fn a_busy_machine() {
        let mut depth = Depth::new(2, CAP);
        for _ in 0..100 {
            let (elapsed, busy) = (Duration::from_millis(10), Duration::from_millis(20));
            depth.sees(&Sample { elapsed, done: 100, busy, blocked: Duration::ZERO, full: true });
            assert_eq!(depth.target(), 2);
        }
    }

    /// A cache that has been read in needs no depth any more.
    #[test]
    fn what_was_slow_becomes_quick() {
        let mut depth = Depth::new(2, CAP);
        let sample = |rate: u32, blocked: u64| Sample {
            elapsed: Duration::from_millis(10),
            done: rate,
            busy: Duration::from_millis(100),
            blocked: Duration::from_millis(blocked),
            full: true,
        };
        for round in 1..=4 {
            depth.sees(&sample(100 * round, 95));
        }
        assert!(depth.blocks() && depth.target() > 16);
        depth.sees(&sample(1000, 3));
        assert!(!depth.blocks());
        assert_eq!(depth.target(), 2);
    }
}
