//! The emitter: takes pages in the order of output, on the main thread, and reads the next directory itself when nobody
//! has started it. A small tree thus never makes a thread.
//!
//! It does not decide what is read ahead, and it does not look into what a page says.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{
    finished::Finished,
    frame::Frame,
    frontier::Head,
    handles,
    job::DirJob,
    load::Load,
    output::Output,
    pace::Pace,
    page::Page,
    prefix::Prefix,
    shared::{Shared, State},
    sharing::Others,
    sheet::{Sheet, Stream, What},
    spare::Spare,
    visit::{Acted, After, Class, Visitor},
};
use crate::ring::{budget::Who, gate::Gate};

/// How long the emitter sleeps before it looks whether pending output is due.
const NAP: Duration = Duration::from_millis(10);

/// Questions that are as much work as a directory.
const QUESTIONS: usize = 10;

/// Pages that are taken at once.
const AT_ONCE: usize = 64;

/// Pages that may be put out at once, one in the other, without their memory being cut to what is left of them.
const SHALLOW: usize = 64;

/// The emitter of one walk.
pub(crate) struct Emitter<'a, 'c, V: Visitor> {
    /// What it shares with the crew.
    shared: &'a Shared<'c, V>,
    /// Starts threads, as many as are wanted: how many could be had.
    hire: &'a dyn Fn(usize) -> usize,
    /// Where bytes go.
    output: Arc<Mutex<Output>>,
    /// Pages whose children are being put out, outermost first.
    stack: Vec<Frame<V::State>>,
    /// How many of them are not the last of their directories.
    unfinished: usize,
    /// The worst exit status so far.
    pub status: u8,
    /// How many threads work beside it, and when there will be more.
    gate: Gate,
    /// Pages that come next.
    ready: VecDeque<Finished<V::State>>,
    /// Directories that it reads ahead.
    load: Load<V::State>,
    /// Memory for its own jobs.
    spare: Spare,
    /// What a directory takes it, on its own.
    pace: Pace,
    /// Where the last act was carried out.
    acts_at: Prefix,
}

impl<'a, 'c, V: Visitor> Emitter<'a, 'c, V> {
    /// An emitter without pages, beside which as many as there are further `cpus` work where nothing blocks.
    pub fn new(
        shared: &'a Shared<'c, V>,
        output: Arc<Mutex<Output>>,
        hire: &'a dyn Fn(usize) -> usize,
        cpus: usize,
    ) -> Emitter<'a, 'c, V> {
        Emitter {
            shared,
            hire,
            output,
            stack: Vec::new(),
            status: 0,
            gate: Gate::new(cpus - 1),
            unfinished: 0,
            ready: VecDeque::new(),
            load: Load::new(),
            spare: Spare::default(),
            pace: Pace::default(),
            acts_at: Prefix::default(),
        }
    }

    /// The next roots, which may be long in coming: nothing that is to be seen at once waits for them.
    pub fn await_roots<T>(&self, roots: &mut impl Iterator<Item = T>) -> Option<T> {
        lock(&self.output).flush_if_due(Instant::now());
        roots.next()
    }

    /// Walks what `job` finds, to the end or to a `Page::quit`: whether it was the end.
    pub fn walk(&mut self, job: DirJob<V::State>) -> bool {
        let breadth_first = self.shared.cx.plan.breadth_first;
        self.make(job);
        loop {
            let deep = self.stack.len() > SHALLOW;
            let Some(frame) = self.stack.last_mut() else { return true };
            let Sheet { bytes, marks, prefix, .. } = &frame.sheet;
            let mark = marks.get(frame.mark).copied();
            let end = mark.map_or(bytes.len(), |mark| mark.at);
            if frame.at < end {
                let mut output = lock(&self.output);
                match frame.stream {
                    Stream::Paths => output.write_paths(&bytes[..*prefix], &bytes[frame.at..end]),
                    stream => output.write(stream, &bytes[frame.at..end]),
                }
                drop(output);
                frame.at = end;
            }
            frame.mark += 1;
            match mark.map(|mark| mark.what) {
                None => {
                    self.end_of_page();
                    if breadth_first && self.stack.is_empty() {
                        self.descend();
                    }
                }
                Some(What::To(stream)) => frame.stream = stream,
                Some(What::Status(status)) => self.status = self.status.max(status),
                Some(What::Child { index }) => {
                    (frame.index, frame.after) = (index, After::Child);
                    if breadth_first {
                        frame.named += 1;
                    } else {
                        if deep {
                            frame.forget();
                        }
                        self.descend();
                    }
                }
                Some(What::Act { token, index, len }) => {
                    (frame.index, frame.after) = (index, After::Act(token));
                    if !self.act(token, len) {
                        return false;
                    }
                }
                Some(What::Quit) => return false,
            }
        }
    }

    /// The visitor's last words.
    pub fn finish(&mut self) {
        self.shared.trail.leave();
        let mut page = Page::live(false, self.output.clone());
        self.shared.cx.visitor.finish(&mut page);
        page.put_out();
        self.status = self.status.max(page.sheet.status());
        lock(&self.output).flush();
    }

    /// Goes on with the page of the next directory: made already, being made, or to be made here.
    fn descend(&mut self) {
        if let Some(finished) = self.ready.pop_front() {
            return self.push(finished);
        }
        loop {
            #[cfg(test)]
            self.shared.sim_steps();
            let mut state = self.shared.lock();
            match state.frontier.take_head() {
                Head::Ready(mut finished) => {
                    let work =
                        self.shared.append(&mut state, &mut finished) | self.take_more(&finished, &mut state);
                    self.spare.share(&mut state.sheets);
                    if work {
                        self.shared.wake_crew(state);
                    } else {
                        self.shared.wake_for_room(state);
                    }
                    // Where others are quick there is always a page, and never a moment to wait in.
                    lock(&self.output).flush_if_due(Instant::now());
                    return self.push(finished);
                }
                Head::Unstarted(node) => {
                    self.shared.make_room(&mut state, Who::Emitter);
                    drop(state);
                    let job = self.shared.start(node, &mut self.spare);
                    return self.make(job);
                }
                // Marks and children are made together, so there always is one, or it is the end of a breadth-first walk.
                Head::Empty => return,
                Head::Running => {
                    let in_sight = state.in_sight();
                    state = self.shared.hire(state, self.hire);
                    if self.pace.is_quick() && self.shared.take_some(&mut state, &mut self.load) {
                        drop(state);
                        let (began, many) = (Instant::now(), self.load.len());
                        lock(&self.output).flush_if_due(began);
                        let state = self.shared.work_on(&mut self.load, &mut self.spare, self.hire);
                        self.shared.wake_crew(state);
                        self.took(began.elapsed(), many as u32);
                    } else {
                        if !state.meter.blocks() {
                            self.pace.looks_on();
                        }
                        self.wait(state);
                    }
                    self.call(in_sight);
                }
            }
        }
    }

    fn wait(&mut self, state: std::sync::MutexGuard<'_, State<V::State>>) {
        let mut output = lock(&self.output);
        output.flush_if_due(Instant::now());
        drop(output);
        self.shared.wait_for_page(state, NAP);
    }

    /// Drives a job to its next page, and takes that.
    fn make(&mut self, mut job: DirJob<V::State>) {
        let mut watch = self.load.watch;
        let began = watch.begin();
        if self.pace.was_slow() {
            lock(&self.output).flush();
        } else {
            lock(&self.output).flush_if_due(began);
        }
        let shared = self.shared;
        shared.drive(&mut job, &mut watch, true, self);
        let one_child = self.shared.one_child(&job.node);
        let mut page = if self.shared.cx.plan.class == Class::Serial {
            Page::live(one_child, self.output.clone())
        } else {
            Page::new(one_child, self.spare.sheet())
        };
        let (mut finished, group, follow) = self.shared.page(job, &mut page, &mut self.spare);
        finished.node.iter().filter(|_| !finished.held).for_each(|node| self.shared.give_up_last(node));
        let report = watch.end();
        self.load.watch = watch;
        self.took(report.took, 1);
        // A directory without children changes nothing that others see.
        if self.gate.crew() == 0 || !group.is_empty() || finished.brood.is_some() {
            let mut state = self.shared.lock();
            self.shared.note_work(&mut state, &report);
            if let Some(node) = &finished.node {
                state.meter.comes_to(node.device());
                state.frontier.splice_head(node, group, follow);
            }
            self.shared.append(&mut state, &mut finished);
            let in_sight = state.in_sight();
            state = self.shared.hire(state, self.hire);
            self.shared.wake_crew(state);
            self.call(in_sight);
        }
        self.push(finished);
    }

    /// Takes the pages behind `first` too while the lock is held. What is left of a directory that has not been read to
    /// its end comes before all that is ready, so none is taken beyond one. Whether there is more to be read now.
    fn take_more(&mut self, first: &Finished<V::State>, state: &mut State<V::State>) -> bool {
        let mut whole = self.unfinished == 0 && first.rest.is_none();
        let mut work = false;
        while whole && self.ready.len() < AT_ONCE {
            let Some(mut next) = state.frontier.take_ready() else { break };
            work |= self.shared.append(state, &mut next);
            whole = next.rest.is_none();
            self.ready.push_back(next);
        }
        work
    }

    /// Hires for the other CPUs what the work in sight is worth. Where what was read ahead may have to be read again it is
    /// worth nothing on a hot cache; those that a slow device makes wait are hired all the same.
    fn call(&mut self, in_sight: usize) {
        let wanted = self.wants(in_sight);
        if wanted > 0 {
            let had = (self.hire)(wanted);
            self.gate.hired(wanted, had);
            self.shared.lock().meter.came(had);
        }
    }

    fn wants(&self, in_sight: usize) -> usize {
        if self.shared.cx.plan.class == Class::Batch { 0 } else { self.gate.wants(in_sight) }
    }

    fn took(&mut self, took: Duration, directories: u32) {
        self.gate.saw(directories, took);
        self.pace.saw(took, directories);
    }

    fn push(&mut self, finished: Finished<V::State>) {
        let mut frame = Frame::new(finished);
        if self.stack.len() > SHALLOW {
            frame.sheet.shrink();
        }
        if let Some(node) = frame.node.as_ref().filter(|_| frame.held) {
            self.shared.lock().held.push(node.clone());
        }
        self.unfinished += usize::from(frame.rest.is_some());
        self.stack.push(frame);
    }

    fn end_of_page(&mut self) {
        let Some(mut frame) = self.stack.pop() else { return };
        if frame.held {
            self.shared.lock().held.pop();
        }
        if let (Some(node), Some(brood)) = (&frame.node, frame.brood.take()) {
            let state = self.shared.append_late(node, *brood);
            let state = self.shared.hire(state, self.hire);
            self.shared.wake_crew(state);
        }
        self.spare.recycle(std::mem::replace(&mut frame.sheet, Sheet::EMPTY));
        self.unfinished -= usize::from(frame.rest.is_some());
        let mut rest = frame.rest.take().filter(|job| !job.is_done());
        if let Some(job) = &mut rest {
            job.take_up(|node| self.shared.reopen(node));
        }
        if let Some(node) = frame.node.filter(|_| frame.held) {
            handles::unpin(&node, self.shared.cx.io);
            self.shared.give_up_last(&node);
        }
        if let Some(job) = rest {
            self.make(*job);
        }
    }

    /// Has the visitor carry out an act: whether the walk goes on behind it.
    fn act(&mut self, token: u32, len: usize) -> bool {
        let Some(frame) = self.stack.last_mut() else { return true };
        let Some(node) = &frame.node else { return true };
        let payload = &frame.sheet.bytes[frame.at..frame.at + len];
        frame.at += len;
        let mut page = Page::live(false, self.output.clone());
        let acted = self.shared.act(node, &mut self.acts_at, token, payload, &mut page);
        page.put_out();
        self.status = self.status.max(page.sheet.status());
        if page.sheet.quits() {
            return false;
        }
        if acted == Acted::Barrier {
            self.barrier();
        }
        true
    }

    /// Forgets everything beyond the current place: the tree may have changed.
    fn barrier(&mut self) {
        if self.shared.cx.plan.breadth_first {
            // Nothing beyond a page with a rest has been taken, and in this class all have one.
            self.shared.unread();
        } else {
            self.shared.clear(self.ready.drain(..));
        }
        for frame in &mut self.stack {
            if let (Some(node), Some(brood)) = (&frame.node, &mut frame.brood) {
                handles::drop_pins(node, brood.group.truncate(frame.named) as u32);
            }
            frame.sheet.marks.truncate(frame.mark);
            frame.sheet.bytes.truncate(frame.at);
            if let Some(job) = &mut frame.rest {
                job.rewind(&self.shared.cx, frame.index, frame.after);
            }
        }
    }
}

impl<V: Visitor> Others for Emitter<'_, '_, V> {
    fn may_help(&self, device: u8, questions: usize) -> bool {
        self.wants(questions / QUESTIONS) > 0 || self.shared.lock().meter.may_help(device)
    }

    fn send_for(&mut self, device: u8, questions: usize) {
        self.call(questions / QUESTIONS);
        drop(self.shared.hire_for(device, questions, self.hire));
    }
}

fn lock(output: &Mutex<Output>) -> std::sync::MutexGuard<'_, Output> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}
