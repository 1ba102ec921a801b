//! One walk from its roots to its exit status: the only place that names executors.
//!
//! Today there are two, plain calls on the main thread and a crew of at most as many threads as there are CPUs beside it.
//! A ring would be chosen here.

use std::{
    ffi::CString,
    sync::{Arc, Mutex, PoisonError},
    thread::Scope,
};

use super::{
    emit::Emitter,
    handles::Io,
    job::{Context, DirJob},
    meter::Meter,
    node::Node,
    output::Output,
    shared::Shared,
    visit::{Class, Plan, Visitor},
};
use crate::{
    ring::{
        budget::Descriptors,
        crew,
        depth::{CAP, Depth},
        op::Op,
        perform::perform,
    },
    sys::{Errno, limits, signals},
};

/// Bytes that pages made ahead may hold: enough to bridge a pause of the reader, and no more memory than a shell has.
const ROOM: usize = 4 * 1024 * 1024;

/// The same where all of it may have to be made again: a part of what fills a batch, 128 KiB.
const BATCH_ROOM: usize = 64 * 1024;

/// Descriptors that are left to others, and those that each thread needs for itself.
const RESERVED: usize = 8;
const EACH: usize = 4;

/// Descriptors that a process must be allowed for each thread beyond those that the CPUs keep busy, and in any case: each
/// reads far ahead of the next, and where directories must be closed for one another they are opened over and over.
const FILES: usize = 8;
const SPARED: usize = 192;

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The worst exit status that any page asked for.
    pub status: u8,
    /// What standard output failed with, if it did.
    pub write_error: Option<Errno>,
    /// Whether a message could not be written to standard error.
    pub messages_lost: bool,
    /// Whether output came behind the last message and the last program.
    pub ends_with_output: bool,
}

/// Walks each batch of operands in turn: one is done with before the next is asked for, so that `roots` may take its
/// time. Output goes to descriptors 1 and 2 in the order of a walk on one thread.
pub fn run<V, R>(plan: &Plan, roots: R, visitor: &V) -> Outcome
where
    V: Visitor,
    V::State: Send,
    R: IntoIterator<Item = Vec<CString>>,
{
    let cpus = if plan.class == Class::Serial {
        1
    } else if plan.cpus == 0 {
        limits::cpus()
    } else {
        plan.cpus
    };
    let open_files = limits::open_files();
    // A thread has at most one directory open that nobody has counted, and one on the way to it.
    let cpus = cpus.min(open_files.saturating_sub(RESERVED) / EACH).max(1);
    let most = match plan.class {
        Class::Serial => 1,
        _ => cpus.max(CAP.min(open_files.saturating_sub(SPARED) / FILES)),
    };
    let budget = Descriptors::new(open_files, most);
    let output = Arc::new(Mutex::new(Output::new(1, 2, visitor.watcher())));
    let room = if plan.class == Class::Batch { BATCH_ROOM } else { ROOM };
    // Once a signal ends the walk nothing more is done: what is under way comes to its end, and is put out in order.
    let perform = |op: Op<'_>| if signals::caught().is_some() { op.canceled() } else { perform(op) };
    let context = Context { plan, visitor, io: Io { budget: &budget, perform: &perform } };
    let shared = Shared::new(context, room, Meter::new(Depth::new(cpus, most), 0));
    let status = std::thread::scope(|scope| {
        let crew = Crew { scope, shared: &shared };
        // Programs run while a page is made in the Serial class, and they are slow: nobody may read ahead of them.
        let hire = |wanted| if plan.class == Class::Serial { 0 } else { crew.hire(wanted) };
        let mut emitter = Emitter::new(&shared, output.clone(), &hire, cpus);
        for batch in roots {
            if !emitter.walk(DirJob::roots(Node::roots(), &batch)) {
                break;
            }
        }
        emitter.finish();
        shared.end();
        emitter.status
    });
    let output = output.lock().unwrap_or_else(PoisonError::into_inner);
    Outcome {
        status,
        write_error: output.failure(),
        messages_lost: output.messages_lost(),
        ends_with_output: output.is_unsettled(),
    }
}

/// Threads that read ahead, each of which may start more.
struct Crew<'scope, 'env, 'c, V: Visitor> {
    /// Where threads live.
    scope: &'scope Scope<'scope, 'env>,
    /// What they work on.
    shared: &'scope Shared<'c, V>,
}

impl<V: Visitor> Clone for Crew<'_, '_, '_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Visitor> Copy for Crew<'_, '_, '_, V> {}

impl<V: Visitor> Crew<'_, '_, '_, V>
where
    V::State: Send,
{
    fn hire(self, wanted: usize) -> usize {
        crew::start(self.scope, wanted, move || self.shared.work(&|wanted| self.hire(wanted)))
    }
}
