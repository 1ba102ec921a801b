//! What a walk has done, by whom, how deep, and why: kept where a user wants to be told, and in words for it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    ring::{
        budget::DirFd,
        caps::{Abilities, Lack, Refusal},
        op::{Done, Op, Submit},
    },
    sys::Errno,
};

/// Kinds of operations, as they are shown.
const KINDS: [&str; 8] = [
    "open directory",
    "read directory",
    "look at directory",
    "ask file system",
    "look at file",
    "read link",
    "read attributes",
    "change mode",
];

/// Depths that are shown.
const SHOWN: usize = 12;

/// Who does operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// The main thread, by plain calls.
    Plain,
    /// Other threads, by plain calls.
    Threads,
    /// A ring.
    Ring,
}

/// Operations by kind, and by whom.
#[derive(Default, Debug)]
pub(crate) struct Counts([[AtomicU64; 3]; KINDS.len()]);

impl Counts {
    /// One more.
    pub fn add(&self, op: &Op<'_>, by: By) {
        self.add_kind(Counts::kind(op), by);
    }

    fn add_kind(&self, kind: usize, by: By) {
        self.0[kind][by as usize].fetch_add(1, Ordering::Relaxed);
    }

    fn kind(op: &Op<'_>) -> usize {
        match op {
            Op::Open { .. } => 0,
            Op::Read { .. } => 1,
            Op::Identify { .. } => 2,
            Op::FileSystem { .. } => 3,
            Op::Stat { .. } => 4,
            Op::Link { .. } => 5,
            Op::Guard { .. } => 6,
            Op::Chmod { .. } | Op::ChmodOpen { .. } | Op::ChmodFile { .. } => 7,
        }
    }
}

/// A ring whose operations may be counted.
pub(crate) struct Counted<'a> {
    /// The ring.
    pub ring: &'a mut dyn Submit,
    /// Where they are counted, if they are.
    pub counts: Option<&'a Counts>,
}

impl Submit for Counted<'_> {
    fn offer<'a>(&mut self, token: u64, op: Op<'a>, keep: &Arc<DirFd>) -> Result<(), Op<'a>> {
        let kind = self.counts.map(|counts| (counts, Counts::kind(&op)));
        self.ring.offer(token, op, keep)?;
        if let Some((counts, kind)) = kind {
            counts.add_kind(kind, By::Ring);
        }
        Ok(())
    }

    fn wait(&mut self, patience: Duration) {
        self.ring.wait(patience);
    }

    fn next_done(&mut self) -> Option<(u64, Done)> {
        self.ring.next_done()
    }

    fn widen(&mut self, depth: usize) {
        self.ring.widen(depth);
    }

    fn reads(&self) -> bool {
        self.ring.reads()
    }

    fn changes(&self) -> bool {
        self.ring.changes()
    }

    fn is_alive(&self) -> bool {
        self.ring.is_alive()
    }
}

/// How deep a walk was, over time.
#[derive(Debug)]
pub(crate) struct Log {
    /// When it began.
    began: Instant,
    /// Since when so many may have been in flight.
    depths: Vec<(Duration, usize)>,
    /// How long directories took, all together, and how much of that was waiting for a device.
    took: Duration,
    blocked: Duration,
}

impl Log {
    /// Nothing yet.
    pub fn new() -> Log {
        Log { began: Instant::now(), depths: Vec::new(), took: Duration::ZERO, blocked: Duration::ZERO }
    }

    /// Takes note of what was done.
    pub fn note(&mut self, took: Duration, blocked: Duration) {
        self.took += took;
        self.blocked += blocked;
    }

    /// So many may be in flight from now on.
    pub fn deep(&mut self, depth: usize) {
        if self.depths.last().is_none_or(|last| last.1 != depth) {
            self.depths.push((self.began.elapsed(), depth));
        }
    }
}

/// Why a ring was used, or was not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// Nothing waited for a device long enough, or was to be done at the same time as something else.
    NotNeeded,
    /// The user did not want it.
    Unwanted,
    /// No more than one operation may be in flight.
    Shallow,
    /// What this walk asks can't be asked by a ring.
    Unfit,
    /// There was no thread to be had for it.
    Alone,
    /// It can't be had.
    Refused(Refusal),
    /// It can't read directories here, so that threads are as good.
    Poor(Lack),
    /// It was used, and is able to do this.
    Used(Abilities),
    /// It was used, and died.
    Died(Errno),
}

/// What is told at the end.
#[derive(Debug)]
pub struct Account {
    /// What was done by whom.
    pub(crate) counts: Counts,
    /// Operations that the ring was given and a plain call did.
    pub(crate) again: u64,
    /// How deep it was.
    pub(crate) log: Log,
    /// Threads beside the main one.
    pub(crate) threads: usize,
    /// Why a ring was used, or was not.
    pub(crate) why: Why,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<20} {:>10} {:>10} {:>10}", "operations", "plain", "threads", "ring")?;
        for (kind, counts) in KINDS.iter().zip(&self.counts.0) {
            let [plain, threads, ring] = [0, 1, 2].map(|by| counts[by].load(Ordering::Relaxed));
            if plain + threads + ring > 0 {
                writeln!(f, "{kind:<20} {plain:>10} {threads:>10} {ring:>10}")?;
            }
        }
        if self.again > 0 {
            writeln!(f, "of those given to the ring {} were done by plain calls", self.again)?;
        }
        writeln!(f, "threads beside the main one: {}", self.threads)?;
        self.log.fmt(f)?;
        writeln!(f, "ring: {}", self.why)
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depths.as_slice() {
            [] => writeln!(f, "depth: as many as there are threads")?,
            depths => {
                let step = depths.len().div_ceil(SHOWN);
                let shown = depths
                    .iter()
                    .step_by(step)
                    .map(|(when, depth)| format!("{depth} after {} ms", when.as_millis()));
                writeln!(f, "depth: {}", shown.collect::<Vec<_>>().join(", "))?;
            }
        }
        let share = self.blocked.as_secs_f64() / self.took.as_secs_f64().max(1e-9);
        writeln!(f, "waiting for devices: {:.0} % of the time", 100.0 * share)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unused = match self {
            Why::Used(able) => {
                f.write_str("used")?;
                for (name, number) in [("getdents", &able.getdents), ("fchmod", &able.fchmod)] {
                    match number {
                        Ok(number) => write!(f, "; {name} is operation {number}")?,
                        Err(lack) => write!(f, "; {name} by plain calls: {lack}")?,
                    }
                }
                return Ok(());
            }
            Why::Died(errno) => {
                let errno = errno.message();
                return write!(f, "used until it died: {}", String::from_utf8_lossy(&errno));
            }
            Why::NotNeeded => "too little waited for a device".to_owned(),
            Why::Unwanted => "not wanted".to_owned(),
            Why::Shallow => "one operation at a time is done better by plain calls".to_owned(),
            Why::Unfit => "it can't do all that is asked here".to_owned(),
            Why::Alone => "no thread could be made for it".to_owned(),
            Why::Refused(refusal) => refusal.to_string(),
            Why::Poor(lack) => format!("no getdents: {lack}"),
        };
        write!(f, "not used: {unused}")
    }
}
