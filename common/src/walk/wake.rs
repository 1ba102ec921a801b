//! Who sleeps, and who is woken by whom: the emitter for a page, the crew for work and for room.

use std::{
    sync::{MutexGuard, PoisonError},
    time::Duration,
};

use super::{
    shared::{Shared, State},
    visit::Visitor,
};

impl<V: Visitor> Shared<'_, V> {
    /// Sleeps until a page comes in, or for as long as `nap`.
    pub fn wait_for_page(&self, mut state: MutexGuard<'_, State<V::State>>, nap: Duration) {
        #[cfg(test)]
        if self.sim.is_some() {
            drop(state);
            return self.sim_step();
        }
        state.emitter_sleeps = true;
        let (mut state, _) = self.pages.wait_timeout(state, nap).unwrap_or_else(PoisonError::into_inner);
        state.emitter_sleeps = false;
    }

    /// Wakes the emitter if it sleeps and the page has come that it waits for, or work that it may take on meanwhile.
    pub fn wake_emitter(&self, state: &State<V::State>) {
        let work = state.frontier.waiting() > 0 && !state.meter.blocks();
        if state.emitter_sleeps && (work || !state.frontier.head_is_running()) {
            self.pages.notify_one();
        }
    }

    /// Wakes a sleeper of the crew if there is work for one, which then wakes the next. Whoever takes work does that, not
    /// whoever makes it, who is the first to take more. The lock is given back before, since a sleeper wants it at once.
    pub fn wake_crew(&self, mut state: MutexGuard<'_, State<V::State>>) {
        let work = state.idle > 0 && (state.frontier.waiting() > 0 || !state.errands.is_empty());
        if work {
            state.look_ahead();
        }
        let (flight, thread) =
            (work && state.meter.is_flying(), work && state.meter.may_start(state.meter.near()));
        drop(state);
        if flight {
            self.runway.notify_one();
        }
        if thread {
            self.work.notify_one();
        }
    }

    /// As `wake_crew`, after a page was taken: the room that it leaves may be what a sleeper waits for.
    pub fn wake_for_room(&self, state: MutexGuard<'_, State<V::State>>) {
        if state.frontier.bytes() < self.room / 2 {
            self.wake_crew(state);
        }
    }
}
