//! Jobs driven by plain calls, one operation after the other; many questions about one directory are shared.

use std::{collections::VecDeque, sync::atomic::Ordering};

use super::{
    job::{DirJob, Fed, Step},
    shared::Shared,
    sharing::Others,
    visit::Visitor,
    watch::Watch,
};
use crate::ring::op::{Done, Op};

impl<V: Visitor> Shared<'_, V> {
    /// Does what a job wants by plain calls until there is something to visit. `others` may help with the questions about
    /// a large directory.
    pub fn drive(
        &self,
        job: &mut DirJob<V::State>,
        watch: &mut Watch,
        may_cross: bool,
        others: &mut dyn Others,
    ) {
        let mut ahead = VecDeque::new();
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return;
            }
            watch.comes_to(job.node.device());
            if self.answer(job, watch, others) {
                continue;
            }
            let Step::Do(ticket, op) = job.next(&self.cx, may_cross) else { return };
            let done = self.perform_and_tell(op, watch);
            if job.feed(&self.cx, ticket, done) == Fed::Starved {
                self.starved();
            }
            self.share_ahead(job, &mut ahead, watch, others);
        }
    }

    /// Has the questions answered that are gathered: whether there was any.
    fn answer(&self, job: &mut DirJob<V::State>, watch: &mut Watch, others: &mut dyn Others) -> bool {
        let mut any = false;
        while let Some((ask, op)) = job.next_question(self.cx.plan) {
            any = true;
            let done = self.perform_and_tell(op, watch);
            job.answer(self.cx.plan, ask, done);
            self.share(job, watch, others);
            if self.ended.load(Ordering::Relaxed) {
                break;
            }
        }
        any
    }

    /// Does an operation. Of the first that a device is slow with the meter learns at once.
    fn perform_and_tell(&self, op: Op<'_>, watch: &mut Watch) -> Done {
        let done = self.perform(op, watch);
        if watch.was_slow() && !self.is_slow(watch.device()) {
            self.report_now(watch);
        }
        done
    }

    /// Takes note of a load that has not ended.
    pub fn report_now(&self, watch: &mut Watch) {
        self.note_work(&mut self.lock(), &watch.end());
        watch.begin();
    }

    /// Does an operation.
    pub fn perform(&self, op: Op<'_>, watch: &mut Watch) -> Done {
        watch.count(self.tally(watch.device()), || (self.cx.io.perform)(op))
    }
}
