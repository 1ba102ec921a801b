//! One walk from its roots to its exit status: the only place that names executors.
//!
//! Today there are two, plain calls on the main thread and a crew of at most as many threads as there are CPUs beside it.
//! A ring would be chosen here.

use std::{
    ffi::CString,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    emit::Emitter,
    handles::Io,
    job::{Context, DirJob},
    node::Node,
    output::Output,
    shared::Shared,
    visit::{Class, Plan, Visitor},
};
use crate::{
    ring::{budget::Descriptors, crew, perform::perform},
    sys::{Errno, limits},
};

/// Bytes that pages made ahead may hold: enough to bridge a pause of the reader, and no more memory than a shell has.
const ROOM: usize = 4 * 1024 * 1024;

/// The same where all of it may have to be made again: a part of what fills a batch, 128 KiB.
const BATCH_ROOM: usize = 64 * 1024;

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
    let budget = Descriptors::new(limits::open_files(), cpus);
    let output = Arc::new(Mutex::new(Output::new(1, 2)));
    let room = if plan.class == Class::Batch { BATCH_ROOM } else { ROOM };
    let shared = Shared::new(Context { plan, visitor, io: Io { budget: &budget, perform: &perform } }, room);
    let status = std::thread::scope(|scope| {
        let mut left = cpus - 1;
        let mut hire = |wanted: usize| {
            let hired = crew::start(scope, wanted.min(left), || shared.work());
            left -= hired;
            hired
        };
        let mut emitter = Emitter::new(&shared, output.clone(), &mut hire);
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
