//! Questions about the entries of one large directory, spread over several threads in blocks.
//!
//! The job that asks keeps nothing back and nothing is shared with it: names are copied in, answers are handed out.
//! A block is what one thread takes at a time, so that the count of hand-offs stays far below that of the files.

use std::{
    ops::Range,
    os::fd::AsFd,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use super::{ask::Ask, entries::Entries, visit::Plan};
use crate::{
    ring::{
        budget::DirFd,
        op::{Done, Op},
    },
    sys::cstr::until_nul,
};

/// Questions that one thread takes at a time where they are quick: some 100 us of work on a hot cache.
const BLOCK: usize = 64;

/// How long somebody sleeps who waits for answers before looking whether the walk is over.
const NAP: Duration = Duration::from_millis(100);

/// Answers that are in.
#[derive(Default)]
struct Answers {
    /// How many.
    count: usize,
    /// As they came.
    blocks: Vec<Vec<(Ask, Done)>>,
}

/// A list of questions that any thread may help to answer.
pub(crate) struct Errand {
    /// The directory of all names.
    dir: Arc<DirFd>,
    /// The number of the device that it is on.
    device: u8,
    /// What the walk is to do.
    plan: Plan,
    /// The names asked about, each ended by a NUL, one a question.
    names: Vec<u8>,
    /// Where each question's name begins, and the question.
    asks: Vec<(u32, Ask)>,
    /// How many one thread takes at a time.
    block: usize,
    /// The first question that nobody has taken.
    next: AtomicUsize,
    /// Answers, block by block, in no order.
    answers: Mutex<Answers>,
    /// Told when the last answer is in.
    finished: Condvar,
}

impl Errand {
    /// Questions about `entries` of `dir`, of which each takes long if they are `slow`.
    pub fn new(
        (dir, device): (Arc<DirFd>, u8),
        plan: &Plan,
        entries: &Entries,
        asks: Vec<Ask>,
        slow: bool,
    ) -> Errand {
        let mut names = Vec::new();
        let asks = asks
            .into_iter()
            .map(|ask| {
                let at = names.len() as u32;
                names.extend_from_slice(entries.get(ask.index as usize).name.to_bytes_with_nul());
                (at, ask)
            })
            .collect();
        Errand {
            dir,
            device,
            plan: plan.clone(),
            names,
            asks,
            block: if slow { 1 } else { BLOCK },
            next: AtomicUsize::new(0),
            answers: Mutex::default(),
            finished: Condvar::new(),
        }
    }

    /// Answers blocks until all are taken. `own` is the directory, opened once more for this thread: where two look names
    /// up in one open file at the same time, the count of its users goes back and forth between their CPUs.
    pub fn help(&self, own: Option<&DirFd>, perform: &mut dyn FnMut(Op<'_>) -> Done) {
        let dir = own.unwrap_or(&self.dir);
        loop {
            let block = self.take();
            if block.is_empty() {
                return;
            }
            let answer = |number| {
                let (ask, op) = self.question(number, dir);
                (ask, perform(op))
            };
            self.put(block.map(answer).collect());
        }
    }

    /// Takes a block: the numbers of its questions; none when all are taken.
    pub fn take(&self) -> Range<usize> {
        let from = self.next.fetch_add(self.block, Ordering::Relaxed).min(self.asks.len());
        from..self.asks.len().min(from + self.block)
    }

    /// A question, and the operation that answers it.
    pub fn question<'a>(&'a self, number: usize, dir: &'a DirFd) -> (Ask, Op<'a>) {
        let (at, ask) = self.asks[number];
        let name = until_nul(&self.names[at as usize..]).into();
        (ask, ask.op(dir.as_fd(), name, &self.plan))
    }

    /// The directory of all names.
    pub fn dir(&self) -> &Arc<DirFd> {
        &self.dir
    }

    /// The number of the device that it is on.
    pub fn device(&self) -> u8 {
        self.device
    }

    /// Puts answers in.
    pub fn put(&self, done: Vec<(Ask, Done)>) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.count += done.len();
        answers.blocks.push(done);
        if answers.count == self.asks.len() {
            self.finished.notify_all();
        }
    }

    /// Whether all answers are in.
    pub fn is_answered(&self) -> bool {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).count == self.asks.len()
    }

    /// How many could help at a time.
    pub fn blocks(&self) -> usize {
        self.asks.len().div_ceil(self.block)
    }

    /// How many questions nobody has taken.
    pub fn left(&self) -> usize {
        self.asks.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// All answers, once those that others are working on are in; those that are there if the walk is `over`, when nobody
    /// may be working on the others any more.
    pub fn answers(&self, over: &AtomicBool) -> impl Iterator<Item = (Ask, Done)> + use<> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        while answers.count < self.asks.len() && !over.load(Ordering::Relaxed) {
            let waited = self.finished.wait_timeout(answers, NAP);
            (answers, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut answers.blocks).into_iter().flatten()
    }
}
