//! How much may be held at once: descriptors that are open, bytes that wait for their turn.
//!
//! Permits are graded by nearness to the emitter. Whoever is among the nearest [`NEAR`] may go beyond a budget, whoever is
//! farther uses only half of it, so that work which is needed soon never waits behind work which is needed late. Counting
//! only: who gives way when a permit is refused is the frontier's decision.

use std::{
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use crate::sys::fd::CWD;

/// How many of the next directories in the order of output count as near.
pub const NEAR: usize = 64;

/// Whether a holder of rank `rank` (0 is the next to be emitted) may add to what is `used` of `limit`. What is near may go
/// beyond it: there is little of that, and all else waits for it.
pub fn permits(used: usize, limit: usize, rank: usize) -> bool {
    used < if rank < NEAR { limit * 2 } else { limit / 2 }
}

/// A count of directories that are kept open, shared by all of them. One that is only open while it is read is not
/// counted: there are as many of those as threads, and counting them would have all threads write to one place. The crew leaves half of the budget to the emitter, which must
/// get on even where every page that waits for it keeps a directory open.
#[derive(Clone)]
pub struct Descriptors {
    /// How many are open.
    open: Arc<Apart<AtomicUsize>>,
    /// How many may be, by the walk's own reckoning, or fewer once the kernel has refused one.
    limit: Arc<AtomicUsize>,
    /// Whether any has been given up and may have to be opened again.
    gave_up: Arc<AtomicBool>,
}

/// Memory that all threads write to, away from what they only read: on cache lines of its own, two by two as they are
/// fetched.
#[derive(Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// Who wants to open a directory, or to make room for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The thread that puts pages out.
    Emitter,
    /// A thread that reads ahead.
    Crew,
}

impl Descriptors {
    /// A budget for a process that may have `open_files` descriptors: what the standard streams, a child's pipe and an
    /// operation in progress on each of `threads` need is left out.
    pub fn new(open_files: usize, threads: usize) -> Descriptors {
        let limit = open_files.saturating_sub(8 + 2 * threads).max(4);
        Descriptors { open: Arc::default(), limit: Arc::new(limit.into()), gave_up: Arc::default() }
    }

    /// Whether one more may be opened.
    pub fn permits(&self, who: Who) -> bool {
        self.open.0.load(Ordering::Relaxed) < self.share(who)
    }

    /// Whether, after a refusal, giving up idle ones should go on: to three quarters, so that it is rare.
    pub fn is_tight(&self, who: Who) -> bool {
        self.open.0.load(Ordering::Relaxed) > self.share(who) * 3 / 4
    }

    /// Whether `held` descriptors are more than half of the crew's share.
    pub fn is_mostly(&self, held: usize) -> bool {
        held > self.share(Who::Crew) / 2
    }

    /// The kernel has refused one, though by our reckoning there was room: others hold more than we know of.
    pub fn shrink(&self) {
        let open = self.open.0.load(Ordering::Relaxed);
        self.limit.fetch_min((open * 3 / 4).max(4), Ordering::Relaxed);
    }

    /// How many may be kept for no other reason than that they might be of use.
    pub fn few(&self) -> usize {
        (self.share(Who::Crew) / 8).min(32)
    }

    /// Notes that one was given up.
    pub fn give_up(&self) {
        self.gave_up.store(true, Ordering::Relaxed);
    }

    /// Whether any has been given up.
    pub fn gave_up(&self) -> bool {
        self.gave_up.load(Ordering::Relaxed)
    }

    fn share(&self, who: Who) -> usize {
        let limit = self.limit.load(Ordering::Relaxed);
        match who {
            Who::Emitter => limit,
            Who::Crew => limit / 2,
        }
    }

    /// Whether any is open.
    #[cfg(test)]
    pub(crate) fn any_open(&self) -> bool {
        self.open.0.load(Ordering::Relaxed) > 0
    }

    /// Counts a directory that is kept, until that is dropped.
    pub fn keep(&self, fd: Arc<DirFd>) -> Kept {
        self.open.0.fetch_add(1, Ordering::Relaxed);
        Kept { fd, open: self.open.clone() }
    }
}

/// An open directory, or the working directory.
pub struct DirFd {
    /// The descriptor; `None` for the working directory.
    fd: Option<OwnedFd>,
}

impl DirFd {
    /// The working directory.
    pub fn cwd() -> DirFd {
        DirFd { fd: None }
    }
}

impl From<OwnedFd> for DirFd {
    fn from(fd: OwnedFd) -> DirFd {
        DirFd { fd: Some(fd) }
    }
}

impl AsFd for DirFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_ref().map_or(CWD, |fd| fd.as_fd())
    }
}

/// A directory that is kept open for those who will need it.
pub struct Kept {
    /// The directory.
    fd: Arc<DirFd>,
    /// The count that it is part of.
    open: Arc<Apart<AtomicUsize>>,
}

impl Kept {
    /// The directory.
    pub fn fd(&self) -> &Arc<DirFd> {
        &self.fd
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.open.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_near_may_use_all_and_the_far_half() {
        assert!(permits(199, 100, 0));
        assert!(permits(199, 100, NEAR - 1));
        assert!(!permits(50, 100, NEAR));
        assert!(permits(49, 100, NEAR));
        assert!(!permits(200, 100, 0));
        assert!(permits(0, 1, 0), "the head always gets one");
    }

    #[test]
    fn descriptors_count_while_they_live() {
        let budget = Descriptors::new(16, 0);
        let open = || budget.keep(Arc::new(DirFd::cwd()));
        let mut held: Vec<Kept> = (0..4).map(|_| open()).collect();
        assert!(budget.permits(Who::Emitter) && !budget.permits(Who::Crew));
        assert!(budget.is_tight(Who::Crew) && !budget.is_tight(Who::Emitter));
        held.extend((0..4).map(|_| open()));
        assert!(!budget.permits(Who::Emitter) && budget.is_tight(Who::Emitter));
        held.truncate(3);
        assert!(budget.permits(Who::Crew) && !budget.is_tight(Who::Crew));
    }
}
