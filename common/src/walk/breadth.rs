//! Breadth-first walks: children do not take their parent's place in the frontier but go behind all that is there.
//!
//! A page keeps the children that it named until the emitter takes it, which is the order in which they belong behind the
//! others; so all that is in the frontier is to be walked whatever comes of the pages before it. Below pages that wait for
//! their turn nothing is read ahead, as there is all the rest of two levels to be read. Where a barrier may come, children
//! stay with their page until it has been put out.
//!
//! A level can have more directories than a process may have descriptors. The first whose children wait are kept open; those
//! that come when there is room for few more are given up at once, since they are needed last, and opened again by name.
//! The same holds for directories of pages that wait.

use std::sync::{Arc, MutexGuard};

use super::{
    finished::{Brood, Finished},
    handles,
    node::Node,
    shared::{Shared, State},
    visit::{Class, Visitor},
};
use crate::ring::budget::Who;

/// An identity that no directory has.
const NOBODY: (u64, u64) = (0, 0);

impl<V: Visitor> Shared<'_, V> {
    /// Whether a page of the directory ends after its first child: what is below that comes before the rest of the page,
    /// and may change what that is. Where paths are long, what waits for its turn at every level is better kept as names.
    pub fn one_child(&self, node: &Node) -> bool {
        (self.cx.plan.class == Class::Serial || node.has_long_path()) && !self.cx.plan.breadth_first
    }

    /// Whether a page keeps its children until it has been put out.
    pub fn keeps_brood(&self) -> bool {
        self.cx.plan.breadth_first && self.cx.plan.class == Class::Batch
    }

    /// Puts the children of a page whose turn has come behind all that waits: whether there are any.
    pub fn append(&self, state: &mut State<V::State>, finished: &mut Finished<V::State>) -> bool {
        if self.keeps_brood() {
            return false;
        }
        let (Some(node), Some(brood)) = (&finished.node, finished.brood.take()) else { return false };
        state.frontier.append(node, brood.group, brood.follow);
        true
    }

    /// Gives a directory up whose page has been made, and comes last, if there is room for few more.
    pub fn give_up_last(&self, node: &Node) {
        if self.cx.plan.breadth_first && self.cx.io.budget.is_tight(Who::Emitter) {
            handles::evict(node, self.cx.io);
        }
    }

    /// Gives up descriptors, those whose children come last first, and those of pages in the end: as many as make room, or
    /// `all` where the kernel has refused one.
    pub fn relieve_breadth(&self, state: &mut State<V::State>, all: bool) {
        let ahead = state.frontier.parents_from_tail();
        for node in ahead.chain(&state.held) {
            if !all && !self.cx.io.budget.is_tight(Who::Emitter) {
                return;
            }
            handles::evict(node, self.cx.io);
        }
    }

    /// Waits for everything that is being read, throws it away with all that is ready, and has it read again in its turn.
    pub fn unread(&self) {
        let mut state = self.halt();
        for page in state.frontier.unread() {
            let parent = page.node.as_ref().and_then(|node| node.parent.clone());
            // One that stood before a mount point has never left its parent.
            if page.throw_away(0) {
                continue;
            }
            if let Some(parent) = parent {
                // A directory that can't be known again is not entered again.
                if !parent.is_known() {
                    parent.handle().id = Some(NOBODY);
                }
                handles::pin_closed(&parent);
            }
        }
        state.paused = false;
        self.wake_crew(state);
    }

    /// Puts the children that a page has kept behind all that waits, when it has been put out. The lock is kept.
    pub fn append_late(&self, node: &Arc<Node>, brood: Brood) -> MutexGuard<'_, State<V::State>> {
        // What was read ahead of a barrier is opened again, when its parent may have been closed.
        handles::remember(node, self.cx.io);
        let mut state = self.lock();
        state.frontier.append(node, brood.group, brood.follow);
        state
    }
}
