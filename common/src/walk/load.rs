//! What a thread takes on at once: directories that are read ahead of the emitter, a few at a time where that is quick,
//! since the lock is passed from CPU to CPU each time that it is taken.
//!
//! Which directories those are is the frontier's decision, and how one is read is the job's.

use std::{
    sync::{Arc, MutexGuard},
    time::Duration,
};

use super::{
    finished::Finished,
    frontier::Start,
    group::Group,
    hire::Crew,
    job::DirJob,
    meter::Meter,
    node::Node,
    page::Page,
    shared::{Shared, State},
    sheet::Sheet,
    spare::Spare,
    visit::Visitor,
    watch::Watch,
};

/// Directories that are taken at once. More gained nothing where it was measured.
const FEW: usize = 4;

/// Whoever takes several leaves this many times as many to others.
const SHARE: usize = 8;

/// A directory that takes longer than this is taken alone: others wait for its page, and could read what lies behind it.
const QUICK: Duration = Duration::from_micros(100);

/// Directories that one thread has taken.
pub(crate) struct Load<S> {
    /// In the order of output.
    taken: Vec<Taken<S>>,
    /// The number of the device that they were taken on.
    device: u8,
    /// How long one took, the last time.
    pace: Duration,
    /// What the thread knows of its waiting.
    pub watch: Watch,
}

/// A directory that was taken.
struct Taken<S> {
    /// Where its page belongs.
    start: Start,
    /// How far it has come.
    work: Work<S>,
}

/// How far a directory that was taken has come.
enum Work<S> {
    /// It is to be read.
    Unread(Arc<Node>),
    /// Its page, its children, and whether those are opened through links.
    Finished(Finished<S>, Group, bool),
}

impl<S> Load<S> {
    /// Nothing yet, for the calling thread.
    pub fn new() -> Load<S> {
        Load { taken: Vec::new(), device: 0, pace: Duration::ZERO, watch: Watch::new() }
    }

    /// How many directories it is.
    pub fn len(&self) -> usize {
        self.taken.len()
    }
}

impl<V: Visitor> Shared<'_, V> {
    /// Takes the nearest directories that may be started now: whether there is any.
    pub fn take_some(&self, state: &mut State<V::State>, load: &mut Load<V::State>) -> bool {
        let Some((start, node)) = self.take(state, Meter::may_start) else { return false };
        load.device = node.device();
        state.meter.start(load.device);
        let alone = state.meter.blocks() || load.pace > QUICK;
        let many = if alone { 1 } else { (state.frontier.waiting() / SHARE).clamp(1, FEW) };
        load.taken.push(Taken { start, work: Work::Unread(node) });
        while load.len() < many {
            let Some((start, node)) = self.take(state, |_, device| device == load.device) else { break };
            load.taken.push(Taken { start, work: Work::Unread(node) });
        }
        true
    }

    /// Reads directories that were taken, and hands their pages in. The lock is kept for what comes next.
    pub fn work_on(
        &self,
        load: &mut Load<V::State>,
        spare: &mut Spare,
        hire: &dyn Fn(usize) -> usize,
    ) -> MutexGuard<'_, State<V::State>> {
        load.watch.begin();
        for Taken { work, .. } in &mut load.taken {
            if let Work::Unread(node) = work {
                let mut job = self.start(node.clone(), spare);
                self.drive(&mut job, &mut load.watch, false, &mut Crew(self, hire));
                *work = self.finish(job, spare);
            }
        }
        let report = load.watch.end();
        load.pace = report.took / load.len().max(1) as u32;
        let mut state = self.hand_in(load, spare);
        self.end_work(&mut state, load.device, &report);
        state
    }

    /// Hands in the page of one directory, taken and driven elsewhere.
    pub fn hand_in_one(&self, start: Start, job: DirJob<V::State>, spare: &mut Spare) {
        let mut load = Load::new();
        self.finish_into(&mut load, start, job, spare);
        let state = self.hand_in(&mut load, spare);
        self.wake_crew(state);
    }

    /// Adds the page of a directory that was driven elsewhere.
    pub fn finish_into(
        &self,
        load: &mut Load<V::State>,
        start: Start,
        job: DirJob<V::State>,
        spare: &mut Spare,
    ) {
        load.taken.push(Taken { start, work: self.finish(job, spare) });
    }

    fn finish(&self, job: DirJob<V::State>, spare: &mut Spare) -> Work<V::State> {
        let mut page = Page::new(self.one_child(&job.node), spare.sheet());
        let (mut finished, group, follow) = self.page(job, &mut page, spare);
        // Pages wait in numbers, so none holds much more than it needs.
        if finished.sheet.is_empty() {
            spare.recycle(std::mem::replace(&mut finished.sheet, Sheet::EMPTY));
        }
        finished.sheet.trim();
        finished.node.iter().for_each(|node| self.give_up_last(node));
        Work::Finished(finished, group, follow)
    }

    /// Hands in what is finished. The lock is kept.
    pub fn hand_in(&self, load: &mut Load<V::State>, spare: &mut Spare) -> MutexGuard<'_, State<V::State>> {
        let mut state = self.lock();
        state.running -= load.len();
        for Taken { start, work } in load.taken.drain(..) {
            if let Work::Finished(finished, group, follow) = work {
                state.frontier.finish(start, finished, group, follow);
            }
        }
        spare.share(&mut state.sheets);
        self.wake_emitter(&state);
        state
    }
}
