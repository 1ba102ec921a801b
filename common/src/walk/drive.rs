//! Jobs driven by plain calls: one operation after the other, and questions about one directory shared with others where
//! there are many, or they take long and others have nothing else to do. Handing a question on costs as much as many that
//! a cache answers, even if a device had to be waited for a moment ago.

use std::sync::{Arc, atomic::Ordering};

use super::{
    job::{DirJob, Fed, Step, Ticket},
    shared::Shared,
    visit::Visitor,
    watch::Watch,
};
use crate::ring::op::{Done, Op};

/// Questions about one directory from which on others are asked to help: where they are quick, and behind one that was
/// slow to be answered.
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
            watch.comes_to(job.node.device());
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
                let many = job.questions() >= if waited { SLOW_ERRAND } else { QUICK_ERRAND };
                if many && may_ask(job.in_sight()) && (!waited || self.lock().has_hands()) {
                    self.share(job, watch, waited);
                }
            }
        }
    }

    /// Has the questions that are left answered by everybody.
    fn share(&self, job: &mut DirJob<V::State>, watch: &mut Watch, slow: bool) {
        let Some(errand) = job.share(self.cx.plan, slow) else { return };
        let errand = Arc::new(errand);
        let helpers = {
            let mut state = self.lock();
            state.errands.push(errand.clone());
            state.idle.min(errand.blocks())
        };
        (0..helpers).for_each(|_| self.work.notify_one());
        self.runway.notify_one();
        errand.help(&mut |op| self.perform(op, watch).0);
        self.lock().errands.retain(|other| !Arc::ptr_eq(other, &errand));
        for (ask, answer) in errand.answers() {
            job.feed(&self.cx, Ticket::Ask(ask), answer);
        }
    }

    /// Does an operation: the result, and whether that was slow to come.
    pub fn perform(&self, op: Op<'_>, watch: &mut Watch) -> (Done, bool) {
        watch.count(self.tally(watch.device()), || (self.cx.io.perform)(op))
    }
}
