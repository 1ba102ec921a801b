//! Jobs driven by plain calls: one operation after the other, and questions about one directory shared with others where
//! there are many, or each takes long.

use std::sync::{Arc, atomic::Ordering};

use super::{
    job::{DirJob, Fed, Step, Ticket},
    shared::Shared,
    visit::Visitor,
    watch::Watch,
};
use crate::ring::op::{Done, Op};

/// Questions about one directory from which on others are asked to help: where they are quick, and where each waits for a
/// device.
const QUICK_ERRAND: usize = 256;
const SLOW_ERRAND: usize = 3;

impl<V: Visitor> Shared<'_, V> {
    /// Does what a job wants by plain calls until there is something to visit. `may_ask` tells whether others are there
    /// to help with that many questions.
    pub fn drive(
        &self,
        job: &mut DirJob<V::State>,
        watch: &mut Watch,
        may_cross: bool,
        may_ask: &mut dyn FnMut(usize) -> bool,
    ) {
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return;
            }
            let Step::Do(ticket, op) = job.next(&self.cx, may_cross) else { return };
            let (done, waited) = self.perform(op, watch);
            if waited && !self.slow.load(Ordering::Relaxed) {
                self.note_work(&mut self.lock(), &watch.end());
                watch.begin();
            }
            if job.feed(&self.cx, ticket, done) == Fed::Starved {
                self.starved();
            }
            if matches!(ticket, Ticket::Ask(_)) {
                let slow = self.slow.load(Ordering::Relaxed);
                let many = job.questions() >= if slow { SLOW_ERRAND } else { QUICK_ERRAND };
                if many && may_ask(job.in_sight()) {
                    self.share(job, watch, slow);
                }
            }
        }
    }

    /// Has the questions that are left answered by everybody.
    fn share(&self, job: &mut DirJob<V::State>, watch: &mut Watch, slow: bool) {
        let Some(errand) = job.share(self.cx.plan, slow) else { return };
        let errand = Arc::new(errand);
        {
            let mut state = self.lock();
            state.errands.push(errand.clone());
            if state.idle > 0 {
                self.work.notify_all();
                self.runway.notify_all();
            }
        }
        errand.help(&mut |op| self.perform(op, watch).0);
        self.lock().errands.retain(|other| !Arc::ptr_eq(other, &errand));
        for (ask, answer) in errand.answers() {
            job.feed(&self.cx, Ticket::Ask(ask), answer);
        }
    }

    /// Does an operation: the result, and whether that was slow to come.
    pub fn perform(&self, op: Op<'_>, watch: &mut Watch) -> (Done, bool) {
        watch.count(&self.tally.0, || (self.cx.io.perform)(op))
    }
}
