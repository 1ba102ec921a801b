//! How many operations are worth keeping in flight on one device: a controller that is told what happened and answers
//! with a target. Pure arithmetic, no clock and no thread of its own; its tests are simulated devices.
//!
//! Where nothing blocks, more in flight than there are CPUs only costs. Where operations wait for a device, the first
//! guess is what would keep the CPUs busy, and from there on only the rate of completed operations counts: it is the one
//! thing that a deep queue, a server's limit and a contended lock cannot fake. Where the CPUs alone turn out to be as
//! good, nothing counts as blocked for a while: a file system that waits for its journal looks like a slow device.
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
const CALM: u32 = 4;

/// Seconds that the usual rate looks back where nothing blocks, and less of which tell nothing.
const MEMORY: f64 = 0.02;
const GLIMPSE: f64 = 0.001;

/// Seconds after which more is tried again where it was not worth it, doubled each time, and the most.
const REST: f64 = 0.05;
const LONGEST_REST: f64 = 1.0;

/// Operations of which less than these tell nothing.
const FEW: u32 = 16;

/// The controller of one device.
#[derive(Clone, Debug)]
pub struct Depth {
    /// How many are in flight where nothing blocks: the CPUs.
    floor: usize,
    /// The most.
    cap: usize,
    /// How many are to be in flight now.
    target: usize,
    /// What is being found out.
    phase: Phase,
    /// Seconds for which nothing more is tried the next time that it is not worth it.
    rest: f64,
}

/// What is being found out.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Whether anything blocks. `seen` are operations and seconds, the more the later; `anew` says that something did block
    /// before, so that what ends now may have been begun with more in flight; nothing is believed to for `rest` seconds.
    Hot { seen: (f64, f64), anew: bool, rest: f64 },
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
        Depth { floor, cap: cap.max(floor), target: floor, phase: Phase::hot(false, 0.0), rest: REST }
    }

    /// How many operations are to be in flight.
    pub fn target(&self) -> usize {
        self.target
    }

    /// The most that are ever to be in flight.
    pub fn cap(&self) -> usize {
        self.cap
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

    /// Whether an epoch is long enough to tell anything. That operations are slow at all a single one tells. On the way up
    /// it is two rounds of all that is in flight, since a mistake is found out soon; where something is to be settled it is
    /// several, since operations that take times of their own make the rate of a few of them a matter of luck.
    pub fn is_whole(&self, sample: &Sample) -> bool {
        let Some(mean) = sample.busy.checked_div(sample.done) else { return false };
        let (rounds, least) = match self.phase {
            Phase::Hot { .. } => return sample.done >= FEW || mean >= SLOW,
            Phase::Growing { failures: 0, .. } => (2, FEW),
            _ => (8, 4 * FEW),
        };
        let enough = (self.target as u32).saturating_mul(rounds).max(least);
        sample.done >= enough && sample.elapsed >= mean * 2
    }

    /// Takes note of an epoch.
    pub fn sees(&mut self, sample: &Sample) {
        let (rate, blocked, latency) = (sample.rate(), sample.blocked_share(), sample.latency());
        self.phase = match self.phase {
            Phase::Hot { seen, anew, rest } if blocked < BLOCKS || rest > 0.0 => {
                let elapsed = sample.elapsed.as_secs_f64();
                let left = MEMORY / (MEMORY + elapsed);
                let seen = match seen.1 {
                    before if before < 0.0 => (0.0, before + elapsed),
                    before => (seen.0 * left + f64::from(sample.done), before * left + elapsed),
                };
                Phase::Hot { seen, anew, rest: rest - elapsed }
            }
            // The guess has to beat what the CPUs did, not the pause that shows that something blocks.
            Phase::Hot { seen, .. } if seen.1 > GLIMPSE => self.guess(seen.0 / seen.1, latency, blocked),
            // What is in flight at the beginning is little, and so is the rate that the guess has to beat.
            Phase::Hot { anew, .. } => self.guess(if anew { 0.0 } else { rate }, latency, blocked),
            // What has just been put in flight and waits is not among what has come back.
            Phase::Growing { best, failures: 0 } if blocked < FLOWS => Phase::Growing { best, failures: 1 },
            _ if blocked < FLOWS => self.flows(0.0),
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

    fn flows(&mut self, rest: f64) -> Phase {
        self.target = self.floor;
        Phase::hot(true, rest)
    }

    /// Stays at a depth, if that is more than the CPUs are.
    fn settle(&mut self, rate: f64, up: bool) -> Phase {
        if self.target > self.floor {
            self.rest = REST;
            return Phase::Cruise { rate, epochs: 0, up };
        }
        let rest = self.rest;
        self.rest = (rest * 2.0).min(LONGEST_REST);
        self.flows(rest)
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
        self.settle(rate.max(best.rate), false)
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
        self.settle(if fewer_do { rate } else { before }, !up && !fewer_do)
    }
}

impl Phase {
    /// Nothing blocks, and nothing is known; nor learned from what may have been begun with more in flight.
    fn hot(anew: bool, rest: f64) -> Phase {
        Phase::Hot { seen: (0.0, if anew { -MEMORY } else { 0.0 }), anew, rest }
    }
}

#[cfg(test)]
mod tests;
