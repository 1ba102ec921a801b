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
    /// to help with that many questions about a directory on a device, and sends for them.
    pub fn drive(
        &self,
        job: &mut DirJob<V::State>,
        watch: &mut Watch,
        may_cross: bool,
        may_ask: &mut dyn FnMut(u8, usize) -> bool,
    ) {
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return;
            }
            watch.comes_to(job.node.device());
            let Step::Do(ticket, op) = job.next(&self.cx, may_cross) else { return };
            let (done, waited) = self.perform(op, watch);
            if waited && !self.is_slow(watch.device()) {
                self.report_now(watch);
            }
            if job.feed(&self.cx, ticket, done) == Fed::Starved {
                self.starved();
            }
            if matches!(ticket, Ticket::Ask(_)) {
                let many = job.questions() >= if waited { SLOW_ERRAND } else { QUICK_ERRAND };
                if many && may_ask(watch.device(), job.in_sight()) && (!waited || self.lock().has_hands()) {
                    self.share(job, watch, waited, may_ask);
                }
            }
        }
    }

    /// Has the questions that are left answered by everybody. More may be worth sending for on the way than were there at
    /// the beginning, when little was known of the device.
    fn share(
        &self,
        job: &mut DirJob<V::State>,
        watch: &mut Watch,
        slow: bool,
        may_ask: &mut dyn FnMut(u8, usize) -> bool,
    ) {
        let Some(errand) = job.share(self.cx.plan, slow) else { return };
        let errand = Arc::new(errand);
        let helpers = {
            let mut state = self.lock();
            state.errands.push(errand.clone());
            state.idle.min(errand.blocks())
        };
        (0..helpers).for_each(|_| self.work.notify_one());
        self.runway.notify_one();
        errand.help(&mut |op| {
            let (done, waited) = self.perform(op, watch);
            let left = errand.left();
            if waited && left > 0 {
                self.report_now(watch);
                may_ask(errand.device(), left);
            }
            done
        });
        self.lock().errands.retain(|other| !Arc::ptr_eq(other, &errand));
        for (ask, answer) in errand.answers() {
            job.feed(&self.cx, Ticket::Ask(ask), answer);
        }
    }

    /// Takes note of a load that has not ended.
    fn report_now(&self, watch: &mut Watch) {
        self.note_work(&mut self.lock(), &watch.end());
        watch.begin();
    }

    /// Does an operation: the result, and whether that was slow to come.
    pub fn perform(&self, op: Op<'_>, watch: &mut Watch) -> (Done, bool) {
        watch.count(self.tally(watch.device()), || (self.cx.io.perform)(op))
    }
}
