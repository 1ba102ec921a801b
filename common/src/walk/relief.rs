//! What emitter and crew give up: descriptors, where they run short, and after a barrier all that was read ahead.
//!
//! A directory that is given up is known again when it is opened again; `handles` sees to that.

use std::{
    sync::{Arc, MutexGuard},
    time::Duration,
};

use super::{
    finished::Finished,
    handles::{self, PATIENCE},
    node::Node,
    shared::{Shared, State},
    visit::Visitor,
};
use crate::{
    ring::budget::{DirFd, Who},
    sys::Errno,
};

impl<V: Visitor> Shared<'_, V> {
    /// Makes room for one more directory to be opened, if it lacks.
    pub fn make_room(&self, state: &mut State<V::State>, who: Who) {
        if !self.cx.io.budget.permits(who) {
            self.relieve(state, who);
        }
    }

    /// The open descriptor of a directory. Where the kernel has none left, others are given up for it.
    pub fn reopen(&self, node: &Arc<Node>) -> Result<Arc<DirFd>, Errno> {
        let open = || match self.cx.plan.breadth_first {
            true => self.trail.open(node, self.cx.io),
            false => handles::open(node, self.cx.io),
        };
        for _ in 0..PATIENCE {
            match open() {
                Err(errno) if handles::is_starved(errno) => self.starved(),
                opened => return opened,
            }
        }
        open()
    }

    /// Gives up descriptors because the kernel has refused one.
    pub fn starved(&self) {
        self.cx.io.budget.shrink();
        self.trail.leave();
        let mut state = self.lock();
        match self.cx.plan.breadth_first {
            true => self.relieve_breadth(&mut state, true),
            false => self.relieve(&mut state, Who::Emitter),
        }
    }

    /// Gives up descriptors, those that are needed last first. Those that the emitter keeps are its own to give up; where
    /// it keeps many, the crew could only throw away what is needed next, and rests instead.
    pub fn relieve(&self, state: &mut State<V::State>, who: Who) {
        if self.cx.plan.breadth_first {
            return self.relieve_breadth(state, false);
        }
        if who == Who::Crew && self.cx.io.budget.is_mostly(state.held.len()) {
            return;
        }
        let mut kept = state.held.iter().filter(|_| who == Who::Emitter).peekable();
        let mut ahead = state.frontier.parents_from_tail().peekable();
        while self.cx.io.budget.is_tight(who) {
            // Both come outermost first, and what is outermost is needed last.
            let next = match (kept.peek(), ahead.peek()) {
                (Some(kept_next), Some(ahead_next)) if kept_next.depth <= ahead_next.depth => kept.next(),
                (Some(_), None) => kept.next(),
                _ => ahead.next(),
            };
            let Some(node) = next else { return };
            handles::evict(node, self.cx.io);
        }
    }

    /// Waits for everything that is being read, and throws it away with all that is ready, and what the emitter has `taken`.
    pub fn clear(&self, taken: impl Iterator<Item = Finished<V::State>>) {
        let mut state = self.halt();
        state.paused = false;
        let (pages, groups) = state.frontier.clear();
        drop(state);
        for (parent, children) in groups {
            handles::drop_pins(&parent, children);
        }
        for page in taken.chain(pages) {
            let parent = page.node.as_ref().and_then(|node| node.parent.clone());
            if page.throw_away(0) {
                parent.iter().for_each(|parent| handles::drop_pins(parent, 1));
            }
        }
    }

    /// Has nothing new begun, and waits for everything that is being read. The lock is kept.
    pub fn halt(&self) -> MutexGuard<'_, State<V::State>> {
        let mut state = self.lock();
        state.paused = true;
        while state.running > 0 {
            self.wait_for_page(state, Duration::from_secs(1));
            state = self.lock();
        }
        state
    }
}
