//! Questions about one directory shared with others, where there are many, or they take long and others have nothing else
//! to do. Handing a question on costs as much as many that a cache answers, even if a device had to be waited for a
//! moment ago.
//!
//! Of a large directory that is visited as it was read they are shared while it is still being read, which nobody can
//! help with. Answers are taken down bit by bit, so that a few windows of them at most wait for it.

use std::{collections::VecDeque, os::fd::AsFd, sync::Arc};

use super::{errand::Errand, job::DirJob, shared::Shared, visit::Visitor, watch::Watch};
use crate::{
    ring::{
        budget::{DirFd, Who},
        op::{Done, Op},
    },
    sys::file::How,
};

/// Questions from which on others are asked to help: where they are quick, and behind one that was slow to be answered.
const QUICK_ERRAND: usize = 256;
const SLOW_ERRAND: usize = 3;

/// Errands that a directory may have sent out while it is being read.
const AHEAD: usize = 8;

/// Others, who may help with questions.
pub(crate) trait Others {
    /// Whether there are any, or would be if they were sent for: with so many questions about a directory on a device.
    fn may_help(&self, device: u8, questions: usize) -> bool;

    /// Sends for them, as far as that is worth it. They begin with what there is to be done when they come: who finds nothing
    /// falls asleep, and is woken late.
    fn send_for(&mut self, device: u8, questions: usize);
}

impl<V: Visitor> Shared<'_, V> {
    /// Has the questions that are left answered by everybody, if that is worth it behind the last one.
    pub fn share(&self, job: &mut DirJob<V::State>, watch: &mut Watch, others: &mut dyn Others) {
        let waited = watch.was_slow();
        let many = job.questions() >= if waited { SLOW_ERRAND } else { QUICK_ERRAND };
        let (device, in_sight) = (watch.device(), job.in_sight());
        if !many || !others.may_help(device, in_sight) || waited && !self.lock().has_hands() {
            return;
        }
        if let Some(errand) = job.share(self.cx.plan, waited).map(Arc::new) {
            self.lend(errand.clone());
            others.send_for(device, in_sight);
            self.answer_with_others(job, &errand, watch, others);
        }
    }

    /// Sends out the questions about what has been read of a large directory, or has those answered that were sent out if
    /// there is nothing more to read.
    pub fn share_ahead(
        &self,
        job: &mut DirJob<V::State>,
        ahead: &mut VecDeque<Arc<Errand>>,
        watch: &mut Watch,
        others: &mut dyn Others,
    ) {
        let (device, unasked) = (watch.device(), job.unasked(self.cx.plan));
        if unasked > 0 && others.may_help(device, unasked) && self.lock().has_hands() {
            if let Some(errand) = job.share_ahead(&self.cx, self.is_slow(device)).map(Arc::new) {
                self.lend(errand.clone());
                others.send_for(device, unasked);
                ahead.push_back(errand);
            }
        }
        while let Some(errand) = ahead.front() {
            if job.is_being_read() && ahead.len() < AHEAD && !errand.is_answered() {
                return;
            }
            if let Some(errand) = ahead.pop_front() {
                self.answer_with_others(job, &errand, watch, others);
            }
        }
    }

    /// Lets others help.
    fn lend(&self, errand: Arc<Errand>) {
        let blocks = errand.blocks();
        let helpers = {
            let mut state = self.lock();
            state.errands.push(errand);
            state.idle.min(blocks)
        };
        (0..helpers).for_each(|_| self.work.notify_one());
        self.runway.notify_one();
    }

    /// The directory of an errand, opened once more, where that pays for itself and there is room for it.
    pub fn reopen_for(&self, errand: &Errand) -> Option<DirFd> {
        let pays = !self.is_slow(errand.device()) && errand.left() >= QUICK_ERRAND;
        if !pays || !self.cx.io.budget.permits(Who::Crew) {
            return None;
        }
        let (dir, name) = (errand.dir().as_fd(), c".".into());
        match (self.cx.io.perform)(Op::Open { dir, name, how: How::NoFollow }) {
            Done::Opened(opened) => opened.ok().map(DirFd::from),
            _ => None,
        }
    }

    /// Helps until all is answered, and takes the answers down. More may be worth sending for on the way than were there
    /// at the beginning, when little was known of the device.
    fn answer_with_others(
        &self,
        job: &mut DirJob<V::State>,
        errand: &Arc<Errand>,
        watch: &mut Watch,
        others: &mut dyn Others,
    ) {
        errand.help(None, &mut |op| {
            let done = self.perform(op, watch);
            let left = errand.left();
            if watch.was_slow() && left > 0 {
                self.report_now(watch);
                others.send_for(errand.device(), left);
            }
            done
        });
        self.lock().errands.retain(|other| !Arc::ptr_eq(other, errand));
        for (ask, answer) in errand.answers(&self.ended) {
            job.answer(self.cx.plan, ask, answer);
        }
    }
}
