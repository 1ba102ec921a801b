//! What the emitter and the crew share: the frontier under one lock, and what each does with a directory.
//!
//! The lock is held to take work and to hand it in, never over a system call, giving up descriptors apart. Threads that
//! find no work sleep; whoever adds some wakes one.

use std::{
    os::fd::AsFd,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
};

use super::{
    devices::MOST,
    dir::Dir,
    errand::Errand,
    finished::{Brood, Finished},
    frontier::{Frontier, Start},
    group::Group,
    handles,
    job::{Context, DirJob, Step},
    load::Load,
    meter::Meter,
    node::Node,
    page::Page,
    prefix::Prefix,
    sheet::Sheet,
    spare::Spare,
    trail::Trail,
    visit::{Acted, Class, Fault, Look, Visitor},
    watch::{Report, Tally},
};
use crate::ring::budget::{Apart, NEAR, Who, permits};

/// What is under the lock.
pub(crate) struct State<S> {
    /// What is under way ahead of the emitter.
    pub frontier: Frontier<Finished<S>>,
    /// Directories whose descriptors the emitter keeps, outermost first.
    pub held: Vec<Arc<Node>>,
    /// Memory for pages that nobody needs at the moment.
    pub sheets: Vec<Sheet>,
    /// Questions about large directories, which want help: those that have waited longest first.
    pub errands: Vec<Arc<Errand>>,
    /// How many threads are at work, and how many may be.
    pub meter: Meter,
    /// Crew threads that sleep.
    pub idle: usize,
    /// Directories that were taken and not handed in.
    pub running: usize,
    /// Whether the emitter sleeps.
    pub emitter_sleeps: bool,
    /// Whether nothing new may be started.
    pub paused: bool,
    /// Whether the crew goes home.
    pub over: bool,
}

impl<S: Default + Send> State<S> {
    /// How many directories nobody has started, if all who are there are at work.
    pub fn in_sight(&self) -> usize {
        if self.idle > 0 { 0 } else { self.frontier.waiting() }
    }

    /// Has the meter look at the device that the nearest work is on.
    pub fn look_ahead(&mut self) {
        if let Some(node) = self.frontier.nearest() {
            self.meter.comes_to(node.device());
        }
    }

    /// Whether there are threads for which there is no directory, or soon will be.
    pub fn has_hands(&self) -> bool {
        self.idle > 0 || self.frontier.waiting() == 0
    }
}

/// Everything that emitter and crew share.
pub(crate) struct Shared<'c, V: Visitor> {
    /// Plan, visitor, descriptors.
    pub cx: Context<'c, V>,
    /// What is under the lock.
    state: Apart<Mutex<State<V::State>>>,
    /// Whether what is being read is of no use any more.
    pub ended: AtomicBool,
    /// Which devices are waited for: a bit for each, by their numbers.
    slow: AtomicU8,
    /// Operations that were timed one by one, by device.
    tally: Apart<[Tally; MOST]>,
    /// Tells the crew of work.
    pub work: Condvar,
    /// Tells a flight of work.
    pub runway: Condvar,
    /// Tells the emitter of pages.
    pub pages: Condvar,
    /// Bytes that pages made ahead may hold.
    pub room: usize,
    /// The way to what was opened again last, in a breadth-first walk.
    pub trail: Trail,
    /// What stands for the crew in a simulation.
    #[cfg(test)]
    pub sim: Option<Mutex<super::sim::Crew<V::State>>>,
}

impl<'c, V: Visitor> Shared<'c, V> {
    /// Nothing under way; pages made ahead may hold `room` bytes.
    pub fn new(cx: Context<'c, V>, room: usize, meter: Meter) -> Shared<'c, V> {
        let state = State {
            frontier: Frontier::new(),
            held: Vec::new(),
            sheets: Vec::new(),
            meter,
            errands: Vec::new(),
            idle: 0,
            running: 0,
            emitter_sleeps: false,
            paused: false,
            over: false,
        };
        Shared {
            cx,
            state: Apart(Mutex::new(state)),
            ended: AtomicBool::new(false),
            slow: AtomicU8::new(0),
            tally: Apart::default(),
            work: Condvar::new(),
            runway: Condvar::new(),
            pages: Condvar::new(),
            room,
            trail: Trail::default(),
            #[cfg(test)]
            sim: None,
        }
    }

    /// A crew thread's whole life, or where it can do better then, until a device is waited for. `hire` starts more of its
    /// kind: how many of those wanted.
    pub fn work(&self, until_slow: bool, hire: &dyn Fn(usize) -> usize) {
        let (mut spare, mut load) = (Spare::default(), Load::new());
        let mut state = self.lock();
        while !(state.over || until_slow && state.meter.blocks()) {
            state.errands.retain(|errand| errand.left() > 0);
            if let Some(errand) = state.errands.first().cloned() {
                let device = errand.device();
                state.meter.start(device);
                self.wake_crew(state);
                load.watch.comes_to(device);
                load.watch.begin();
                let own = self.reopen_for(&errand);
                errand.help(own.as_ref(), &mut |op| self.perform(op, &mut load.watch));
                let report = load.watch.end();
                state = self.lock();
                self.end_work(&mut state, device, &report);
            } else if self.take_some(&mut state, &mut load) {
                self.wake_crew(state);
                state = self.work_on(&mut load, &mut spare, hire);
                state = self.hire(state, hire);
            } else {
                state.idle += 1;
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }

    /// Sends the crew home.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        let mut state = self.lock();
        state.over = true;
        if state.meter.has_crew() {
            drop(state);
            self.work.notify_all();
            self.runway.notify_all();
        }
    }

    /// Operations on a device that were timed one by one.
    pub fn tally(&self, device: u8) -> &Tally {
        &self.tally.0[usize::from(device)]
    }

    /// Takes note of what a thread that was at work on a device has done.
    pub fn end_work(&self, state: &mut State<V::State>, device: u8, report: &Report) {
        let more = state.meter.end(device, report, self.tally(report.device));
        self.note_waiting(state, report.device);
        if more {
            self.work.notify_all();
        }
    }

    /// Takes note of what a thread has done that goes on, or the emitter for itself.
    pub fn note_work(&self, state: &mut State<V::State>, report: &Report) {
        state.meter.note(report, self.tally(report.device));
        self.note_waiting(state, report.device);
    }

    /// Takes note of whether a device is waited for.
    pub fn note_waiting(&self, state: &State<V::State>, device: u8) {
        let others = self.slow.load(Ordering::Relaxed) & !(1 << device);
        let bit = u8::from(state.meter.waits_for(device)) << device;
        self.slow.store(others | bit, Ordering::Relaxed);
    }

    /// Whether a device is waited for.
    pub fn is_slow(&self, device: u8) -> bool {
        self.slow.load(Ordering::Relaxed) & 1 << device != 0
    }

    /// Whether any device is waited for.
    pub fn is_slow_somewhere(&self) -> bool {
        self.slow.load(Ordering::Relaxed) != 0
    }

    /// The state, locked.
    pub fn lock(&self) -> MutexGuard<'_, State<V::State>> {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nearest directory that may be started now, if it is on a device on which one `may`.
    pub fn take(
        &self,
        state: &mut State<V::State>,
        may: impl Fn(&Meter, u8) -> bool,
    ) -> Option<(Start, Arc<Node>)> {
        let breadth = self.cx.plan.breadth_first;
        // In a breadth-first walk pages keep nothing open that the emitter could need.
        let who = if breadth { Who::Emitter } else { Who::Crew };
        self.make_room(state, who);
        if state.paused || !self.cx.io.budget.permits(who) {
            return None;
        }
        loop {
            let bytes = state.frontier.bytes();
            let mut near = false;
            let State { frontier, meter, .. } = state;
            let start = frontier.take_next(|rank, parent| {
                if !may(meter, parent.device()) {
                    return false;
                }
                // A parent that was given up is opened again at its turn, from the child that the emitter leaves. In a
                // breadth-first walk no child leads to it.
                let open = breadth || handles::is_at_hand(parent);
                near = open && rank < NEAR;
                open && permits(bytes, self.room, rank)
            });
            if let Some((_, node)) = &start {
                meter.comes_to(node.device());
                state.running += 1;
                return start;
            }
            // What is needed soon does not wait for room that is taken by what is needed late. In a breadth-first walk
            // nothing that is needed later is read before it.
            if !near || breadth {
                return None;
            }
            let dropped = state.frontier.drop_farthest()?;
            let parent = dropped.node.as_ref().and_then(|node| node.parent.clone());
            let children = dropped.children as u32;
            // One that stood before a mount point has never left its parent.
            if !dropped.throw_away(children) {
                parent.iter().for_each(|parent| handles::pin_closed(parent));
            }
        }
    }

    /// A job for a directory.
    pub fn start(&self, node: Arc<Node>, spare: &mut Spare) -> DirJob<V::State> {
        let parent = node.parent.as_ref().map(|parent| self.reopen(parent)).transpose();
        match parent {
            Ok(parent) => DirJob::new(node, parent, spare),
            Err(errno) => {
                if let Some(parent) = &node.parent {
                    handles::unpin(parent, self.cx.io);
                }
                let mut job = DirJob::new(node, None, spare);
                job.fail(Fault::Open(errno));
                job
            }
        }
    }

    /// Makes the page that a driven job has ready: the page, the children that it named, and whether those are opened
    /// through links.
    pub fn page(
        &self,
        mut job: DirJob<V::State>,
        page: &mut Page,
        spare: &mut Spare,
    ) -> (Finished<V::State>, Group, bool) {
        if let Step::Visit = job.next(&self.cx, false) {
            job.visit(&self.cx, page);
        }
        let mut group = std::mem::take(&mut page.group);
        let class = self.cx.plan.class;
        let keep = !job.is_done() || class == Class::Batch;
        let acts = page.sheet.has_acts();
        let held = job.fd().is_some() && (keep || acts);
        let pins = group.len() as u32 + u32::from(held);
        if let Some(fd) = job.fd() {
            handles::pin(&job.node, fd, pins, self.cx.io);
            if pins == 0 {
                handles::restore_parent(&job.node, fd, self.cx.io);
            }
        }
        let (depth, again) = (job.node.depth, job.node.again);
        let node = (keep || acts || !group.is_empty()).then(|| job.node.clone());
        let rest = if keep {
            job.lay_aside(spare);
            Some(Box::new(job))
        } else {
            job.leave(spare);
            None
        };
        let look = if depth < 0 { self.cx.plan.root_look } else { self.cx.plan.look };
        let follow = look != Look::NoFollow;
        let brood = match self.cx.plan.breadth_first {
            true => Brood::of(std::mem::take(&mut group), follow),
            false => None,
        };
        let finished = Finished {
            sheet: std::mem::replace(&mut page.sheet, Sheet::EMPTY),
            rest,
            held,
            children: group.len(),
            brood,
            // Twice would be once too often: room that comes and goes would have it read over and over.
            may_drop: class == Class::Ahead && depth >= 0 && !again,
            node,
        };
        (finished, group, follow)
    }

    /// Carries out an act below `node`; the last one was below `at`.
    pub fn act(
        &self,
        node: &Arc<Node>,
        at: &mut Prefix,
        token: u32,
        payload: &[u8],
        page: &mut Page,
    ) -> Acted {
        let root_len = at.path(node);
        let fd = self.reopen(node);
        let dir = Dir {
            path: at.bytes(),
            root_len,
            depth: u32::try_from(node.depth).ok(),
            fd: fd.as_ref().map(|fd| fd.as_fd()).map_err(|errno| *errno),
            place: Some((node, self.cx.io)),
            searchable: false,
            first_unit: true,
        };
        self.cx.visitor.act(&dir, token, payload, page)
    }
}
