//! A directory that is begun before it is known who does the rest: what a thread that looks for a ring needs to try it on, and
//! must see to itself where there is none.

use std::sync::PoisonError;

use super::{
    frontier::Start,
    hire::Crew,
    job::{DirJob, Fed, Step},
    load::Load,
    shared::Shared,
    spare::Spare,
    visit::Visitor,
};

impl<V: Visitor> Shared<'_, V> {
    /// A directory that is open and not read yet; none when the walk is over.
    pub fn open_one(&self, spare: &mut Spare) -> Option<(Start, DirJob<V::State>)> {
        loop {
            let mut state = self.lock();
            let (start, node) = loop {
                if state.over {
                    return None;
                }
                if let Some(taken) = self.take(&mut state, |_, _| true) {
                    break taken;
                }
                state.idle += 1;
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            };
            drop(state);
            let mut job = self.start(node, spare);
            while job.fd().is_none() {
                let Step::Do(ticket, op) = job.next(&self.cx, false) else { break };
                let done = (self.cx.io.perform)(op);
                if job.feed(&self.cx, ticket, done) == Fed::Starved {
                    self.starved();
                }
            }
            if job.fd().is_some() {
                return Some((start, job));
            }
            self.hand_in_one(start, job, spare);
        }
    }

    /// Goes on by plain calls with a directory that was begun.
    pub fn go_on_with(
        &self,
        start: Start,
        mut job: DirJob<V::State>,
        spare: &mut Spare,
        hire: &dyn Fn(usize) -> usize,
    ) {
        let mut load = Load::<V::State>::new();
        self.drive(&mut job, &mut load.watch, false, &mut Crew(self, hire));
        self.hand_in_one(start, job, spare);
    }

    /// Whether the walk is over.
    pub fn is_over(&self) -> bool {
        self.lock().over
    }
}
