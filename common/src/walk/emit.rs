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
    frontier::Head,
    handles,
    job::DirJob,
    node::Node,
    output::Output,
    page::{Mark, Page, Stream, What},
    shared::{Shared, Taken},
    spare::Spare,
    visit::{Acted, After, Class, Visitor},
};
use crate::ring::{budget::Who, depth::Gate};

/// A directory read that takes longer than this is not worth making while a page is waited for: the page would wait too.
const QUICK: Duration = Duration::from_micros(300);

/// A directory read that takes longer than this has waited for a device, and the next one may wait for longer than a
/// reader should.
const SLOW: Duration = Duration::from_millis(1);

/// How long the emitter sleeps before it looks whether pending output is due.
const NAP: Duration = Duration::from_millis(10);

/// Pages that may be put out at once, one in the other, without their memory being cut to their size.
const SHALLOW: usize = 64;

/// A page that is being put out.
struct Frame<S> {
    /// Its directory, if the page is not all that is left of it.
    node: Option<Arc<Node>>,
    /// Its bytes, behind the prefix of paths.
    bytes: Vec<u8>,
    /// Bytes before all names of `Stream::Paths`.
    prefix: usize,
    /// Its marks.
    marks: Vec<Mark>,
    /// Bytes put out.
    at: usize,
    /// Marks carried out.
    mark: usize,
    /// Where the next byte goes.
    stream: Stream,
    /// The entry that the mark carried out last belongs to.
    index: u32,
    /// What that mark was.
    after: After,
    /// What makes the directory's next page.
    rest: Option<Box<DirJob<S>>>,
    /// Whether it keeps its directory's descriptor.
    held: bool,
}

/// The emitter of one walk.
pub(crate) struct Emitter<'a, 'c, V: Visitor> {
    /// What it shares with the crew.
    shared: &'a Shared<'c, V>,
    /// Starts the crew.
    hire: &'a mut dyn FnMut() -> usize,
    /// Where bytes go.
    output: Arc<Mutex<Output>>,
    /// Pages whose children are being put out, outermost first.
    stack: Vec<Frame<V::State>>,
    /// The worst exit status so far.
    pub status: u8,
    /// When the crew starts.
    gate: Gate,
    /// How many threads work beside it.
    crew: usize,
    /// Pages that come next.
    ready: VecDeque<Finished<V::State>>,
    /// Directories that it reads ahead.
    taken: Vec<Taken<V::State>>,
    /// Memory for its own jobs.
    spare: Spare,
    /// What a directory took it lately, on its own.
    pace: Duration,
    /// What the last one took.
    last: Duration,
}

impl<'a, 'c, V: Visitor> Emitter<'a, 'c, V> {
    /// An emitter without pages.
    pub fn new(
        shared: &'a Shared<'c, V>,
        output: Arc<Mutex<Output>>,
        hire: &'a mut dyn FnMut() -> usize,
    ) -> Emitter<'a, 'c, V> {
        Emitter {
            shared,
            hire,
            output,
            stack: Vec::new(),
            status: 0,
            gate: Gate::new(),
            crew: 0,
            ready: VecDeque::new(),
            taken: Vec::new(),
            spare: Spare::default(),
            pace: Duration::ZERO,
            last: Duration::ZERO,
        }
    }

    /// Walks what `job` finds, to the end or to a `Page::quit`: whether it was the end.
    pub fn walk(&mut self, job: DirJob<V::State>) -> bool {
        self.make(job);
        while let Some(frame) = self.stack.last_mut() {
            let mark = frame.marks.get(frame.mark).copied();
            let end = mark.map_or(frame.bytes.len(), |mark| mark.at);
            if frame.at < end {
                let bytes = &frame.bytes[frame.at..end];
                match frame.stream {
                    Stream::Paths => {
                        lock(&self.output).write_paths(&frame.bytes[..frame.prefix], bytes);
                    }
                    stream => lock(&self.output).write(stream, bytes),
                }
                frame.at = end;
            }
            frame.mark += 1;
            match mark.map(|mark| mark.what) {
                None => self.end_of_page(),
                Some(What::To(stream)) => frame.stream = stream,
                Some(What::Status(status)) => self.status = self.status.max(status),
                Some(What::Child { index }) => {
                    (frame.index, frame.after) = (index, After::Child);
                    self.descend();
                }
                Some(What::Act { token, index, len }) => {
                    (frame.index, frame.after) = (index, After::Act(token));
                    self.act(token, len);
                }
                Some(What::Quit) => return false,
            }
        }
        true
    }

    /// The visitor's last words.
    pub fn finish(&mut self) {
        let mut page = Page::live(false, self.output.clone());
        self.shared.cx.visitor.finish(&mut page);
        page.put_out();
        self.status = self.status.max(page.status());
        lock(&self.output).flush();
    }

    /// Goes on with the page of the next child: made already, being made, or to be made here.
    fn descend(&mut self) {
        if let Some(finished) = self.ready.pop_front() {
            return self.push(finished);
        }
        loop {
            #[cfg(test)]
            self.shared.sim_steps();
            let mut state = self.shared.lock();
            match state.frontier.take_head() {
                Head::Ready(finished) => {
                    let mut whole = finished.rest.is_none();
                    while whole && self.ready.len() < 64 {
                        let Some(next) = state.frontier.take_ready() else { break };
                        whole = next.rest.is_none();
                        self.ready.push_back(next);
                    }
                    self.spare.share(&mut state.pages);
                    self.shared.wake_for_room(&state);
                    drop(state);
                    return self.push(finished);
                }
                Head::Unstarted(node) => {
                    self.shared.make_room(&mut state, Who::Emitter);
                    drop(state);
                    let job = self.shared.start(node, &mut self.spare);
                    return self.make(job);
                }
                // Marks and children are made together, so there always is one.
                Head::Empty => return,
                Head::Running if self.pace < QUICK => {
                    if self.shared.take_some(&mut state, &mut self.taken) {
                        drop(state);
                        let began = Instant::now();
                        lock(&self.output).flush_if_due(began);
                        drop(self.shared.work_on(&mut self.taken, &mut self.spare));
                        self.took(began);
                    } else {
                        self.wait(state);
                    }
                }
                Head::Running => self.wait(state),
            }
        }
    }

    fn wait(&mut self, state: std::sync::MutexGuard<'_, super::shared::State<V::State>>) {
        let mut output = lock(&self.output);
        output.flush_if_due(Instant::now());
        drop(output);
        self.shared.wait_for_page(state, NAP);
    }

    /// Drives a job to its next page, and takes that.
    fn make(&mut self, mut job: DirJob<V::State>) {
        let began = Instant::now();
        if self.last > SLOW {
            lock(&self.output).flush();
        } else {
            lock(&self.output).flush_if_due(began);
        }
        let (gate, hire, crew) = (&mut self.gate, &mut *self.hire, &mut self.crew);
        self.shared.drive(&mut job, true, &mut |questions| {
            // A question is a tenth of a directory's work.
            if *crew == 0 && gate.opens(questions / 10) {
                *crew = hire();
            }
            *crew > 0
        });
        let one_child = self.shared.one_child();
        let mut page = if self.shared.cx.plan.class == Class::Serial {
            Page::live(one_child, self.output.clone())
        } else {
            Page::new(one_child, self.spare.page())
        };
        let (finished, group, follow) = self.shared.page(job, &mut page, &mut self.spare);
        self.took(began);
        // A directory without children changes nothing that others see.
        if self.crew == 0 || !group.is_empty() {
            let mut state = self.shared.lock();
            if let Some(node) = &finished.node {
                state.frontier.splice_head(node, group, follow);
            }
            let waiting = state.frontier.waiting();
            self.shared.wake_crew(&state);
            drop(state);
            if self.crew == 0 && self.shared.may_read_ahead() && self.gate.opens(waiting) {
                self.crew = (self.hire)();
            }
        }
        self.push(finished);
    }

    fn took(&mut self, began: Instant) {
        let took = began.elapsed();
        self.gate.saw(1, took);
        self.pace = (self.pace * 7 + took) / 8;
        self.last = took;
    }

    fn push(&mut self, finished: Finished<V::State>) {
        let Finished { node, mut bytes, prefix, marks, begins, rest, held, .. } = finished;
        if self.stack.len() > SHALLOW {
            bytes.shrink_to_fit();
        }
        if let Some(node) = node.as_ref().filter(|_| held) {
            self.shared.lock().held.push(node.clone());
        }
        let frame = Frame {
            node,
            bytes,
            marks,
            at: prefix,
            prefix,
            mark: 0,
            stream: begins,
            index: 0,
            after: After::Child,
            rest,
            held,
        };
        self.stack.push(frame);
    }

    fn end_of_page(&mut self) {
        let Some(mut frame) = self.stack.pop() else { return };
        if frame.held {
            self.shared.lock().held.pop();
        }
        self.spare.recycle(std::mem::take(&mut frame.bytes));
        let mut rest = frame.rest.take().filter(|job| !job.is_done());
        if let Some(job) = &mut rest {
            job.take_up(&self.shared.cx);
        }
        if let Some(node) = frame.node.filter(|_| frame.held) {
            handles::unpin(&node, self.shared.cx.io);
        }
        if let Some(job) = rest {
            self.make(*job);
        }
    }

    fn act(&mut self, token: u32, len: usize) {
        let Some(frame) = self.stack.last_mut() else { return };
        let Some(node) = &frame.node else { return };
        let payload = frame.bytes[frame.at..frame.at + len].to_vec();
        frame.at += len;
        let mut page = Page::live(false, self.output.clone());
        let acted = self.shared.act(node, token, &payload, &mut page);
        page.put_out();
        self.status = self.status.max(page.status());
        if acted == Acted::Barrier {
            self.barrier();
        }
    }

    /// Forgets everything beyond the current place: the tree may have changed.
    fn barrier(&mut self) {
        self.shared.clear();
        self.ready.clear();
        for frame in &mut self.stack {
            frame.marks.truncate(frame.mark);
            frame.bytes.truncate(frame.at);
            if let Some(job) = &mut frame.rest {
                job.rewind(&self.shared.cx, frame.index, frame.after);
            }
            if let Some(node) = &frame.node {
                handles::reset_pins(node, u32::from(frame.held));
            }
        }
    }
}

fn lock(output: &Mutex<Output>) -> std::sync::MutexGuard<'_, Output> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}
