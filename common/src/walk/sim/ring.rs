//! A simulated ring: results come in any order and at any time, some operations can't be in flight, and it may die, when
//! what was in flight has its results at once.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use super::model::{Kernel, Rng, perform};
use crate::ring::{
    budget::DirFd,
    op::{Done, Op, Submit},
};

/// The ring.
pub(super) struct Ring {
    /// What does operations.
    kernel: Arc<Mutex<Kernel>>,
    /// In flight: done when they were submitted, and not told yet.
    flight: Vec<(u64, Done)>,
    /// Results that can be fetched.
    done: Vec<(u64, Done)>,
    /// Decides what happens next.
    rng: Rng,
    /// Whether it has not died.
    alive: bool,
    /// Whether it says that it reads directories.
    reads: bool,
}

impl Ring {
    pub fn new(kernel: &Arc<Mutex<Kernel>>, mut rng: Rng) -> Ring {
        let reads = rng.one_in(2);
        Ring { kernel: kernel.clone(), flight: Vec::new(), done: Vec::new(), rng, alive: true, reads }
    }
}

impl Submit for Ring {
    fn offer<'a>(&mut self, token: u64, op: Op<'a>, _: &Arc<DirFd>) -> Result<(), Op<'a>> {
        let read = matches!(op, Op::Read { .. });
        if !self.alive || read && !self.reads || self.rng.one_in(6) {
            return Err(op);
        }
        self.flight.push((token, perform(&self.kernel, op)));
        Ok(())
    }

    fn wait(&mut self, _: Duration) {
        if self.rng.one_in(200) {
            self.alive = false;
            self.done.append(&mut self.flight);
        }
        for _ in 0..self.rng.below(self.flight.len() + 1) {
            let which = self.rng.below(self.flight.len());
            self.done.push(self.flight.swap_remove(which));
        }
    }

    fn next_done(&mut self) -> Option<(u64, Done)> {
        self.done.pop()
    }

    fn widen(&mut self, _: usize) {}

    fn reads(&self) -> bool {
        self.reads
    }

    fn changes(&self) -> bool {
        false
    }

    fn is_alive(&self) -> bool {
        self.alive
    }
}
