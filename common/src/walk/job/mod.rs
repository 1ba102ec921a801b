//! The visit of one directory as a state machine without I/O: it says which operations it wants and is fed their
//! results. Executors drive it; tests drive it from a simulator.
//!
//! It does not know what else is under way, who drives it or where its page goes.
//!
//! ```text
//!   Open --EXDEV--> Across      Read <--------- more to read --------+
//!    |  \--ENOSYS-> Look, Near   |                                  |
//!    |   +--verify--> Identify -> |  unit read, arranged             |
//!    |                            v                                  |
//!    +--------------------------> Ask --window answered--> Visit ----+--> Done
//!                                  ^---- next window -------+
//!   any failure: Fault -> Done
//! ```

mod enter;
mod listing;
mod questions;

use std::{
    os::fd::{AsFd, BorrowedFd},
    sync::Arc,
};

use super::{
    ask::Ask,
    devices::Devices,
    dir::Dir,
    handles::Io,
    node::Node,
    page::Page,
    spare::{Scratch, Spare},
    visit::{After, Fault, Flow, Plan, Visitor},
};
use crate::{
    ring::{
        budget::DirFd,
        op::{Done, Op, Submit},
    },
    sys::{Errno, fd::CWD, file::PATH_MAX, meta::Mask},
};

/// More memory than this, in bytes, is not kept for the next directory.
const LARGE: usize = 1024 * 1024;

/// Bytes read from a directory at once: more than most directories have. Fewer in tests, which have small ones.
const READ: usize = if cfg!(test) { 4 * 1024 } else { 64 * 1024 };

/// What all jobs of a walk share.
pub(crate) struct Context<'a, V> {
    /// What the walk is to do.
    pub plan: &'a Plan,
    /// The tool.
    pub visitor: &'a V,
    /// Descriptors, and what is done at once.
    pub io: Io<'a>,
    /// Numbers for devices.
    pub devices: Devices,
}

/// What a job wants next.
pub(crate) enum Step<'a> {
    /// This operation; its result comes back through `feed` with the same ticket.
    Do(Ticket, Op<'a>),
    /// Results of operations that are in flight.
    Wait,
    /// A page to write into: `visit`.
    Visit,
    /// To be driven by the emitter, since it is about to cross a mount point.
    Yield,
    /// Nothing more.
    Done,
}

/// Which of a job's operations a result belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ticket {
    /// The one that the stage is about.
    Stage,
    /// A question about an entry.
    Ask(Ask),
}

/// Where a job stands.
enum Stage {
    /// The directory is opened by name.
    Open,
    /// It can't be told by opening whether it is a mount point: it is looked at first.
    Look,
    /// It is on its parent's device, and is opened without the question.
    Near,
    /// It was found to be a mount point, and is opened all the same.
    Across,
    /// It is open, and its identity is asked for.
    Identify,
    /// Its entries are read.
    Read,
    /// Questions about entries are asked.
    Ask,
    /// Entries wait to be visited.
    Visit,
    /// The unit has been visited, and the next one is to be read.
    NextUnit,
    /// It can't be visited, or not any further.
    Fault(Fault),
    /// Everything has been visited.
    Done,
}

/// One directory's visit.
pub(crate) struct DirJob<S> {
    /// The directory.
    pub node: Arc<Node>,
    /// Where it stands.
    stage: Stage,
    /// The directory that it is opened in, until it is open.
    parent: Option<Arc<DirFd>>,
    /// The directory itself, once open.
    fd: Option<Arc<DirFd>>,
    /// Memory: records, entries, path, questions.
    scratch: Box<Scratch>,
    /// How much of the path is the root operand.
    root_len: usize,
    /// Bytes of the entries' arena that are in use: names, and behind them the records of the last read.
    filled: usize,
    /// Bytes of it that have been decoded.
    decoded: usize,
    /// Whether the kernel has said that there is nothing more, or why there can't be.
    end: Option<Result<(), Errno>>,
    /// How many units have been begun.
    units: u32,
    /// Whether it was reached across a mount point or, maybe, through a link.
    crossed: bool,
    /// Whether it can be searched, once that has been tried.
    searchable: Option<bool>,
    /// How often it has been refused a descriptor.
    starved: u32,
    /// The tool's progress in the unit.
    state: S,
}

impl<S: Default + Send> DirJob<S> {
    /// A job for the directory `node`, which is opened in `parent`.
    pub fn new(node: Arc<Node>, parent: Option<Arc<DirFd>>, spare: &mut Spare) -> DirJob<S> {
        let mut scratch = spare.scratch();
        scratch.entries.clear();
        scratch.asks.restart(0);
        let root_len = scratch.path.path(&node);
        DirJob {
            node,
            stage: Stage::Open,
            parent,
            fd: None,
            scratch,
            root_len,
            filled: 0,
            decoded: 0,
            end: None,
            units: 0,
            crossed: false,
            searchable: None,
            starved: 0,
            state: S::default(),
        }
    }

    /// A job for operands, which are its entries.
    pub fn roots(roots: Arc<Node>, operands: &[impl AsRef<std::ffi::CStr>]) -> DirJob<S> {
        let mut job = DirJob::new(roots, None, &mut Spare::default());
        for operand in operands {
            job.scratch.entries.push(operand.as_ref().to_bytes(), crate::sys::Kind::Unknown, 0);
        }
        job.fd = Some(Arc::new(DirFd::cwd()));
        job.end = Some(Ok(()));
        job.units = 1;
        job.stage = Stage::Ask;
        job
    }

    /// What it wants next. `may_cross` is set by the emitter, which alone crosses mount points.
    pub fn next<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, may_cross: bool) -> Step<'_> {
        if matches!(self.stage, Stage::NextUnit) {
            self.next_unit(cx.plan);
        }
        if matches!(self.stage, Stage::Ask) {
            self.prepare_asks(cx);
        }
        match self.stage {
            Stage::Across if !may_cross => Step::Yield,
            Stage::Look => {
                let (dir, name) = (borrow(&self.parent), self.node.name());
                Step::Do(Ticket::Stage, Op::Stat { dir, name, follow: false, mask: Mask::ID })
            }
            Stage::Open | Stage::Near | Stage::Across => {
                let how = self.how(cx.plan);
                Step::Do(Ticket::Stage, Op::Open { dir: borrow(&self.parent), name: self.node.name(), how })
            }
            Stage::Identify => Step::Do(Ticket::Stage, Op::Identify { dir: borrow(&self.fd) }),
            Stage::Read | Stage::NextUnit => {
                let buf = self.room_to_read();
                Step::Do(Ticket::Stage, Op::Read { dir: borrow(&self.fd), buf, at: self.filled })
            }
            Stage::Ask => match self.next_question(cx.plan) {
                Some((ask, op)) => Step::Do(Ticket::Ask(ask), op),
                None => Step::Wait,
            },
            Stage::Visit | Stage::Fault(_) => Step::Visit,
            Stage::Done => Step::Done,
        }
    }

    /// Takes the result of an operation.
    pub fn feed<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, ticket: Ticket, done: Done) -> Fed {
        if let Ticket::Ask(ask) = ticket {
            self.answer(cx.plan, ask, done);
            return Fed::Fine;
        }
        match done {
            Done::Opened(opened) => return self.opened(cx, opened),
            Done::Read(buf, got) => {
                *self.scratch.entries.arena() = buf;
                self.read(cx, got);
            }
            Done::Meta(meta) if matches!(self.stage, Stage::Look) => self.looked(cx, meta),
            Done::Meta(meta) => return self.identified(cx, meta),
            _ => {}
        }
        Fed::Fine
    }

    /// Writes into `page` what can be written now.
    pub fn visit<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, page: &mut Page) {
        let found = (self.units, self.searchable);
        let dir = shown(&self.node, self.scratch.path.bytes(), self.root_len, &self.fd, found, cx.io);
        if let Stage::Fault(fault) = &self.stage {
            cx.visitor.fault(&dir, fault, page);
            self.stage = Stage::Done;
            return;
        }
        let flow = cx.visitor.page(&dir, &self.scratch.entries, &mut self.state, page);
        if flow == Flow::Done {
            self.after_visit();
        }
    }

    /// Whether nothing more will come.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Whether it has a use for its parent's descriptor: it is to be opened yet.
    pub fn needs_parent(&self) -> bool {
        self.parent.is_some()
    }

    /// The open directory, for those that need it after the job: children and acts.
    pub fn fd(&self) -> Option<&Arc<DirFd>> {
        self.fd.as_ref()
    }

    /// The directory that its next operation works in or on.
    pub fn base(&self) -> Arc<DirFd> {
        self.fd.as_ref().or(self.parent.as_ref()).cloned().unwrap_or_else(|| Arc::new(DirFd::cwd()))
    }

    /// Whether a ring can do what comes next, as far as that is known.
    pub fn is_for(&self, ring: &impl Submit) -> bool {
        match self.stage {
            Stage::Read | Stage::NextUnit => ring.reads(),
            Stage::Ask => self.scratch.asks.peek().is_none_or(|ask| ask.is_for(ring)),
            _ => true,
        }
    }

    /// After a barrier: visits again from behind a mark of entry number `index`, and asks again about those after it.
    pub fn rewind<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, index: u32, after: After) {
        if self.units == 0 {
            return;
        }
        cx.visitor.rewind(&mut self.state, index, after);
        self.scratch.entries.forget_facts(index as usize + 1);
        self.scratch.asks.restart(index as usize + 1);
        self.stage = Stage::Ask;
    }

    /// Reports `fault` instead of going on.
    pub fn fail(&mut self, fault: Fault) {
        self.stage = Stage::Fault(fault);
    }

    /// Lays the job aside until the emitter takes it up again: gives back memory that it does not need, and its
    /// descriptor, which the node keeps. A directory that has more than a unit of entries keeps its own: only the
    /// descriptor knows how far it has been read.
    pub fn lay_aside(&mut self, spare: &mut Spare) {
        let used = if self.node.depth < 0 { self.scratch.entries.arena().len() } else { self.filled };
        // Once, and where it is small: a large directory is laid aside for every page of it.
        if used < READ && self.scratch.entries.arena().len() > used {
            let rest = self.scratch.entries.shrink(used);
            spare.keep_arena(rest);
        }
        self.scratch.path.give_back(PATH_MAX);
        if self.end.is_some() {
            self.fd = None;
        }
    }

    /// Takes the job up again, which `reopen` opens the directory for.
    pub fn take_up(&mut self, reopen: impl FnOnce(&Arc<Node>) -> Result<Arc<DirFd>, Errno>) {
        self.scratch.path.path(&self.node);
        if self.fd.is_some() || self.units == 0 || self.is_done() || matches!(self.stage, Stage::Fault(_)) {
            return;
        }
        match reopen(&self.node) {
            Ok(fd) => self.fd = Some(fd),
            Err(Errno::STALE) => self.fail(Fault::Swapped),
            Err(errno) => self.fail(Fault::Read(errno)),
        }
    }

    /// Leaves its memory for the next job.
    pub fn leave(mut self, spare: &mut Spare) {
        self.scratch.entries.give_back(LARGE);
        spare.keep(self.scratch);
    }

    /// Bytes of memory that its entries hold.
    pub fn bytes(&self) -> usize {
        self.scratch.entries.bytes()
    }

    /// Whether there is more to be read before anything else.
    pub fn is_being_read(&self) -> bool {
        matches!(self.stage, Stage::Read)
    }
}

/// What names are looked up in; for roots and operands the working directory.
fn borrow(fd: &Option<Arc<DirFd>>) -> BorrowedFd<'_> {
    fd.as_ref().map_or(CWD, |fd| fd.as_fd())
}

/// A job's directory as the visitor sees it; not a method, so that the job's other parts stay free to be changed.
fn shown<'a>(
    node: &'a Arc<Node>,
    path: &'a [u8],
    root_len: usize,
    fd: &'a Option<Arc<DirFd>>,
    (units, searchable): (u32, Option<bool>),
    io: Io<'a>,
) -> Dir<'a> {
    let fd = fd.as_ref().map(|fd| fd.as_fd()).ok_or(Errno::BADF);
    let depth = u32::try_from(node.depth).ok();
    let searchable = searchable == Some(true);
    Dir { path, root_len, depth, fd, place: Some((node, io)), searchable, first_unit: units <= 1 }
}

/// How a result was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fed {
    /// Go on.
    Fine,
    /// No descriptor was to be had; give some up, then go on.
    Starved,
}
