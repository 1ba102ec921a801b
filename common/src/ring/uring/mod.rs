//! The ring as an executor: operations go in with a token, results come out with it, in any order.
//!
//! What the kernel's ring can't do is done by plain calls, at once. A ring belongs to the thread that made it. It never
//! fails: an answer that may be the ring's own and not the file system's is asked for again by a plain call, and when
//! the ring itself dies everything in flight, and everything after it, is done by plain calls.
//!
//! Each operation has a slot, and there is room in the kernel's queues for what all slots together can submit and
//! complete: nothing waits for room, and completions do not overflow.
//!
//! What it does not do: choose how much is in flight, or keep an order.

pub(in crate::ring) mod setup;
mod slot;
mod sqe;
pub(in crate::ring) mod trial;

#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    marker::PhantomData,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use io_uring::{
    EnterFlags, IoUring,
    types::{CancelBuilder, SubmitArgs, Timespec},
};

use self::slot::{LONGEST, Slot, Work};
use super::{
    budget::DirFd,
    caps::{Abilities, Caps, Refusal, Setup},
    op::{Done, Op, Submit},
    perform::perform,
};
use crate::sys::Errno;

/// The most that can be in flight.
pub const MOST: u32 = 1024;

/// How long the end of a ring waits for what is in flight. A file system that hangs would keep us for ever.
const FAREWELL: Duration = Duration::from_millis(100);

/// How often in a row the kernel may be out of memory for submissions, a millisecond each, before the ring is given up.
const PATIENCE: u32 = 100;

/// The bits of a submission's number that say which part of its slot's chain it is.
const PART_BITS: u32 = 2;

/// A ring and what is in flight on it.
pub struct Ring {
    /// The kernel's part; `None` once it has died.
    uring: Option<IoUring>,
    /// What it can do.
    able: Abilities,
    /// A place for each operation in flight.
    slots: Vec<Slot>,
    /// Numbers of the slots that are free.
    free: Vec<u32>,
    /// How many submissions belong together, of those that the kernel has not taken yet.
    untaken: VecDeque<usize>,
    /// Completions on their way from the queue to their slots; memory that is used again.
    arrived: Vec<(u64, i32)>,
    /// Results that nobody has fetched.
    done: VecDeque<(u64, Done)>,
    /// What was done, and how.
    tally: Tally,
    /// What it died of.
    death: Option<Errno>,
    /// A ring stays on its thread.
    here: PhantomData<*const ()>,
}

/// What a ring has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Directories opened by the ring.
    pub opened: u64,
    /// Reads of directories by the ring.
    pub read: u64,
    /// Looks at names by the ring.
    pub looked: u64,
    /// Changes of mode by the ring.
    pub changed: u64,
    /// Operations that went by a plain call at once.
    pub plain: u64,
    /// Operations that the ring failed at, and a plain call did.
    pub again: u64,
}

impl Ring {
    /// A ring for up to `entries` operations in flight.
    pub fn new(caps: &Caps, entries: u32) -> Result<Ring, Refusal> {
        Ring::with(caps.ring.as_ref().map_err(Clone::clone)?, entries)
    }

    fn with(able: &Abilities, entries: u32) -> Result<Ring, Refusal> {
        let entries = entries.clamp(1, MOST);
        let longest = if able.fchmod.is_ok() { LONGEST as u32 } else { 1 };
        let uring = setup::build(able, entries * longest, entries)?;
        let ring = Ring {
            uring: Some(uring),
            able: able.clone(),
            slots: (0..entries).map(|_| Slot::new()).collect(),
            free: (0..entries).rev().collect(),
            untaken: VecDeque::new(),
            arrived: Vec::new(),
            done: VecDeque::new(),
            tally: Tally::default(),
            death: None,
            here: PhantomData,
        };
        Ok(ring)
    }

    /// Takes an operation on `keep`, which stays open until the result is there, or on a name in it. It is on its way
    /// after the next `flush` or `wait`; the result comes from `next_done` with the same token. Waits only where as much
    /// is in flight as may be.
    pub fn submit(&mut self, token: u64, op: Op<'_>, keep: Arc<DirFd>) {
        if let Err(op) = self.offer(token, op, &keep) {
            self.tally.plain += 1;
            self.done.push_back((token, perform(op)));
        }
    }

    /// As `submit`, but an operation that the ring can't do comes back.
    pub fn offer<'a>(&mut self, token: u64, op: Op<'a>, keep: &Arc<DirFd>) -> Result<(), Op<'a>> {
        while self.free.is_empty() && self.uring.is_some() {
            self.wait(self.done.len() + 1, None);
        }
        let ring = self.uring.as_mut().zip(Work::of(&op, &self.able));
        let Some(((uring, work), number)) = ring.and_then(|ring| Some((ring, self.free.pop()?))) else {
            return Err(op);
        };
        let slot = &mut self.slots[number as usize];
        let chain = slot.take(token, work, op, keep.clone(), number);
        self.untaken.push_back(chain.len());
        for (part, entry) in chain.into_iter().enumerate() {
            let entry = entry.user_data(u64::from(number) << PART_BITS | part as u64);
            // SAFETY: what the entry points to is the slot's memory, which is not freed or used again before the
            // completion, or ever. There is room, since the queue has as many entries as all slots can submit.
            let pushed = unsafe { uring.submission().push(&entry) };
            debug_assert!(pushed.is_ok());
        }
        match work {
            Work::Open(_) => self.tally.opened += 1,
            Work::Read { .. } => self.tally.read += 1,
            Work::Identify | Work::Stat { .. } => self.tally.looked += 1,
            Work::ChmodOpen { .. } | Work::ChmodFile { .. } => self.tally.changed += 1,
        }
        Ok(())
    }

    /// Hands to the kernel what was submitted, without waiting for any result.
    pub fn flush(&mut self) {
        self.wait(0, None);
    }

    /// Waits until `at_least` results can be fetched, or as many as there can be, but no longer than `patience`.
    pub fn wait(&mut self, at_least: usize, patience: Option<Duration>) {
        let end = patience.map(|patience| Instant::now() + patience);
        let mut refused = 0;
        loop {
            self.harvest();
            let want = at_least.min(self.done.len() + self.in_flight()).saturating_sub(self.done.len());
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            let late = left.is_some_and(|left| left.is_zero());
            if self.untaken.is_empty() && (want == 0 || late) {
                return;
            }
            let want = if late { 0 } else { want };
            match self.enter(true, want, left) {
                Ok(()) => refused = 0,
                Err(Errno::INTR | Errno(libc::ETIME)) => {}
                // Out of memory, or of room for completions: something must complete first.
                Err(errno @ Errno(libc::EAGAIN | libc::EBUSY)) => {
                    refused += 1;
                    if refused > PATIENCE {
                        self.die(errno);
                    } else if self.in_flight() > self.untaken.len() {
                        // What it says is seen in the next round.
                        let _ = self.enter(false, 1, Some(Duration::from_millis(1)));
                    } else {
                        thread::sleep(Duration::from_millis(1));
                    }
                }
                Err(errno) => self.die(errno),
            }
        }
    }

    /// A result, with the token of its operation.
    pub fn next_done(&mut self) -> Option<(u64, Done)> {
        self.done.pop_front()
    }

    /// How many operations have no result yet.
    pub fn in_flight(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Lets up to `count` of the kernel's threads work for this one: without it there are few more than CPUs, and what is
    /// in flight beyond that only waits. False where the kernel has no such limit to set.
    pub fn set_workers(&mut self, count: u32) -> bool {
        let mut limits = [count.clamp(1, self.slots.len() as u32), 0];
        self.uring
            .as_ref()
            .is_some_and(|uring| uring.submitter().register_iowq_max_workers(&mut limits).is_ok())
    }

    /// What was done, and how.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// What the ring died of, if it did.
    pub fn death(&self) -> Option<Errno> {
        self.death
    }

    /// Hands over what was submitted, if `submit` is set, and waits for `want` completions.
    fn enter(&mut self, submit: bool, want: usize, patience: Option<Duration>) -> Result<(), Errno> {
        let Some(uring) = &mut self.uring else { return Ok(()) };
        let submitted = if submit { uring.submission().len() } else { 0 };
        let time = Timespec::from(patience.unwrap_or_default());
        let mut args = SubmitArgs::new();
        if patience.is_some() {
            args = args.timespec(&time);
        }
        let flags = EnterFlags::GETEVENTS | EnterFlags::EXT_ARG;
        // SAFETY: with EXT_ARG the argument is the kernel's struct of arguments, which `args` is, and its size is passed.
        let entered =
            unsafe { uring.submitter().enter(submitted as u32, want as u32, flags.bits(), Some(&args)) };
        let mut taken = entered.map_err(|error| setup::errno(&error))?;
        if submit && taken == 0 && submitted > 0 {
            return Err(Errno(libc::EAGAIN));
        }
        while taken > 0 {
            let Some(together) = self.untaken.pop_front() else { break };
            // The rest of a chain, submitted alone, would not wait for its beginning, and act on another file.
            taken = taken.checked_sub(together).ok_or(Errno(libc::EPROTO))?;
        }
        Ok(())
    }

    /// Takes completions from the kernel's queue, and lets the kernel put those there that wait for us to ask.
    fn harvest(&mut self) {
        if self.uring.as_mut().is_some_and(|uring| uring.submission().taskrun()) {
            // What it says is seen when something is submitted or waited for.
            let _ = self.enter(false, 0, None);
        }
        let Some(uring) = &mut self.uring else { return };
        self.arrived.extend(uring.completion().map(|entry| (entry.user_data(), entry.result())));
        for (number, result) in self.arrived.drain(..) {
            let part = (number & ((1 << PART_BITS) - 1)) as usize;
            let number = number >> PART_BITS;
            let Some(slot) = self.slots.get_mut(number as usize) else { continue };
            if let Some((done, believed)) = slot.complete(part, result) {
                self.tally.again += u64::from(!believed);
                self.done.push_back((slot.token, done));
                self.free.push(number as u32);
            }
        }
    }

    /// Closes the ring, and does by plain calls what was in flight.
    fn die(&mut self, errno: Errno) {
        self.harvest();
        self.uring = None;
        self.death = Some(errno);
        self.untaken.clear();
        for (number, slot) in self.slots.iter_mut().enumerate().filter(|(_, slot)| slot.is_busy()) {
            self.tally.again += 1;
            self.done.push_back((slot.token, slot.rescue()));
            self.free.push(number as u32);
        }
    }
}

impl Submit for Ring {
    fn offer<'a>(&mut self, token: u64, op: Op<'a>, keep: &Arc<DirFd>) -> Result<(), Op<'a>> {
        Ring::offer(self, token, op, keep)
    }

    fn wait(&mut self, patience: Duration) {
        Ring::wait(self, 1, Some(patience));
    }

    fn next_done(&mut self) -> Option<(u64, Done)> {
        Ring::next_done(self)
    }

    fn widen(&mut self, depth: usize) {
        // Kernels without that limit, older than Linux 5.15, have no ring that we use.
        self.set_workers(u32::try_from(depth).unwrap_or(u32::MAX));
    }

    fn reads(&self) -> bool {
        self.able.getdents.is_ok()
    }

    fn changes(&self) -> bool {
        self.able.fchmod.is_ok()
    }

    fn is_alive(&self) -> bool {
        self.death.is_none()
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        if let (Some(uring), Setup::Deferred, true) = (&self.uring, self.able.setup, self.in_flight() > 0) {
            // What it can't cancel is waited for, and then leaked.
            let _ = uring.submitter().register_sync_cancel(Some(Timespec::new()), CancelBuilder::any());
        }
        let end = Instant::now() + FAREWELL;
        // What the kernel has not taken it never will: nothing is submitted any more.
        while self.in_flight() > self.untaken.len() && Instant::now() < end {
            let _ = self.enter(false, 1, Some(end.saturating_duration_since(Instant::now())));
            self.harvest();
        }
    }
}
