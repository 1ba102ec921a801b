//! When more threads are sent for where a device is waited for: for directories that nobody has started, and for questions
//! about a large one. How many is the meter's decision, and where they come from `run`'s.

use std::sync::MutexGuard;

use super::{
    shared::{Shared, State},
    sharing::Others,
    visit::Visitor,
};

/// The others as one of the crew sees them, and how more are hired.
pub(crate) struct Crew<'a, 'c, V: Visitor>(pub &'a Shared<'c, V>, pub &'a dyn Fn(usize) -> usize);

impl<V: Visitor> Others for Crew<'_, '_, V> {
    fn may_help(&self, _device: u8, _questions: usize) -> bool {
        true
    }

    fn send_for(&mut self, device: u8, questions: usize) {
        drop(self.0.hire_for(device, questions, self.1));
    }
}

impl<V: Visitor> Shared<'_, V> {
    /// Hires as many threads as the depth allows and there are directories for.
    pub fn hire<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<V::State>>,
        hire: &dyn Fn(usize) -> usize,
    ) -> MutexGuard<'s, State<V::State>> {
        state.look_ahead();
        self.hire_some(state, 0, hire)
    }

    /// The same for so many `questions` about a directory on a device, too.
    pub fn hire_for(
        &self,
        device: u8,
        questions: usize,
        hire: &dyn Fn(usize) -> usize,
    ) -> MutexGuard<'_, State<V::State>> {
        let mut state = self.lock();
        state.meter.comes_to(device);
        self.hire_some(state, questions, hire)
    }

    fn hire_some<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<V::State>>,
        questions: usize,
        hire: &dyn Fn(usize) -> usize,
    ) -> MutexGuard<'s, State<V::State>> {
        let waiting = state.frontier.waiting() + questions;
        let wanted = state.meter.hires(waiting);
        if wanted > 0 {
            drop(state);
            let had = hire(wanted);
            state = self.lock();
            state.meter.lacks(wanted - had);
        }
        state
    }
}
