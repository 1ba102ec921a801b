//! The way to the directory that was opened again last, as far as it had to be opened: in a breadth-first walk the next one
//! is its neighbour, and most of the way to that is the same.
//!
//! Nothing here compares: what the way leads to is compared by `handles`.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    handles::{self, Io},
    node::Node,
};
use crate::{ring::budget::DirFd, sys::Errno};

/// Directories that are kept open, each for one use.
#[derive(Default)]
pub(crate) struct Trail(Mutex<Vec<Arc<Node>>>);

impl Trail {
    /// The open descriptor of a directory, reopened if it was evicted, and the last part of the way to it kept.
    pub fn open(&self, node: &Arc<Node>, io: Io<'_>) -> Result<Arc<DirFd>, Errno> {
        if let Some(fd) = handles::at_hand(node) {
            return Ok(fd);
        }
        let most = io.budget.few();
        let mut passed = VecDeque::new();
        // What will not be kept is closed on the way: that may be longer than there are descriptors.
        let mut passes = |step: &Arc<Node>, fd: &Arc<DirFd>| {
            passed.push_back((step.clone(), fd.clone()));
            if passed.len() > most {
                passed.pop_front();
            }
        };
        let fd = handles::open_by_way(node, io, &mut passes)?;
        passed.iter().for_each(|(step, fd)| handles::pin(step, fd, 1, io));
        let mut way = self.way();
        let leads_here = |step: &Arc<Node>| {
            let levels = usize::try_from(node.depth - step.depth).ok().filter(|&levels| levels > 0);
            let above = levels.and_then(|levels| node.ancestors().nth(levels - 1));
            above.is_some_and(|above| Arc::ptr_eq(above, step))
        };
        let (mut stays, mut left): (Vec<_>, Vec<_>) = way.drain(..).partition(leads_here);
        stays.extend(passed.into_iter().map(|(step, _)| step));
        left.extend(stays.drain(..stays.len().saturating_sub(most)));
        *way = stays;
        drop(way);
        left.iter().for_each(|step| handles::drop_pins(step, 1));
        Ok(fd)
    }

    /// Leaves the way.
    pub fn leave(&self) {
        let left = std::mem::take(&mut *self.way());
        left.iter().for_each(|step| handles::drop_pins(step, 1));
    }

    fn way(&self) -> MutexGuard<'_, Vec<Arc<Node>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
