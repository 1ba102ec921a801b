//! Questions about entries: which are asked, and where the answers are filed.
//!
//! Entries are asked about in windows, and in each window in rounds: what the visitor wants in a round may depend on
//! the answers of the rounds before. A question is one operation; the answer to a look through a link may lead to a
//! second one, at the link itself.

use std::os::fd::BorrowedFd;

use super::{
    dir::Dir,
    entries::Entries,
    job::Context,
    means::Executor,
    node::Node,
    visit::{Look, Plan, Visitor, Want},
};
use crate::{
    ring::op::{Done, Op, Submit},
    sys::{Errno, Kind, Meta, Name},
};

/// Entries that are asked about before the next ones are: enough to keep any device busy, few enough to keep the
/// answers in cache and the first line of output near.
const WINDOW: usize = 8192;

/// One question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    /// Number of the entry.
    pub index: u32,
    /// What is asked.
    pub question: Question,
}

/// What can be asked about an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question {
    /// Metadata by the plan's look.
    Meta { follow: bool },
    /// Metadata of a link's target.
    Target,
    /// A link's text.
    Link,
    /// Attributes.
    Guard { follow: bool },
    /// A change of mode.
    Chmod { mode: u32, follow: bool },
    /// The same of a regular file that may be opened for it.
    ChmodFile { mode: u32 },
}

impl Ask {
    /// Whether it is a change.
    fn changes(&self) -> bool {
        matches!(self.question, Question::Chmod { .. } | Question::ChmodFile { .. })
    }

    /// Whether a ring can answer it.
    pub fn is_for(&self, ring: &impl Submit) -> bool {
        match self.question {
            Question::Meta { .. } | Question::Target => true,
            Question::ChmodFile { .. } => ring.changes(),
            Question::Link | Question::Guard { .. } | Question::Chmod { .. } => false,
        }
    }

    /// The operation that answers it.
    pub fn op<'a>(self, dir: BorrowedFd<'a>, name: Name<'a>, plan: &Plan) -> Op<'a> {
        match self.question {
            Question::Meta { follow } => Op::Stat { dir, name, follow, mask: plan.mask },
            Question::Target => Op::Stat { dir, name, follow: true, mask: plan.mask },
            Question::Link => Op::Link { dir, name },
            Question::Guard { follow } => Op::Guard { dir, name, follow },
            Question::Chmod { mode, follow } => Op::Chmod { dir, name, mode, follow },
            Question::ChmodFile { mode } => Op::ChmodFile { dir, name, mode },
        }
    }
}

/// The questions of one directory.
#[derive(Default)]
pub(crate) struct Asks {
    /// Questions of this round.
    list: Vec<Ask>,
    /// How many of them have been handed out.
    next: usize,
    /// How many of those have not been answered.
    in_flight: usize,
    /// First entry of the window.
    from: usize,
    /// The entry behind the window.
    to: usize,
    /// Rounds that this window has had.
    round: u32,
    /// The entry behind those whose first round was asked while the directory was being read.
    asked: usize,
}

impl Asks {
    /// Starts again, at the entry number `index`.
    pub fn restart(&mut self, index: usize) {
        self.list.clear();
        (self.next, self.in_flight, self.from, self.to, self.asked) = (0, 0, index, index, index);
    }

    /// How many of so many entries nobody has been asked about.
    pub fn unasked(&self, entries: usize) -> usize {
        entries - self.asked
    }

    /// Gathers the questions of the first round about entries of a directory that is being read, behind those that are left:
    /// a window of them at most. Changes are not made before a directory has been read.
    pub fn gather_ahead<V: Visitor>(&mut self, dir: &Dir<'_>, entries: &Entries, cx: &Context<'_, V>) {
        self.list.drain(..self.next);
        (self.next, self.round) = (0, 0);
        let to = entries.read_len().min(self.asked + WINDOW);
        for index in self.asked..to {
            self.question(index, dir, entries, cx);
        }
        debug_assert!(!self.list.iter().any(Ask::changes));
        self.asked = to;
    }

    /// The next question that nobody has been handed.
    pub fn next(&mut self) -> Option<Ask> {
        let ask = *self.list.get(self.next)?;
        self.next += 1;
        self.in_flight += 1;
        Some(ask)
    }

    /// The next question that nobody has been handed, which stays.
    pub fn peek(&self) -> Option<&Ask> {
        self.list.get(self.next)
    }

    /// How many questions nobody has been handed.
    pub fn left(&self) -> usize {
        self.list.len() - self.next
    }

    /// How many there will be up to the entry number `end`, if as many are asked behind the window as in it.
    pub fn in_sight(&self, end: usize) -> usize {
        self.left() * (end - self.from) / (self.to - self.from).max(1)
    }

    /// All questions that nobody has been handed, as if `next` had given each.
    pub fn take(&mut self) -> Vec<Ask> {
        let asks = self.list[self.next..].to_vec();
        self.in_flight += asks.len();
        self.next = self.list.len();
        asks
    }

    /// Gathers the questions of the next round, when all of the last one have been handed out. True when entries are ready to be visited instead.
    pub fn gather<V: Visitor>(&mut self, dir: &Dir<'_>, entries: &mut Entries, cx: &Context<'_, V>) -> bool {
        if self.in_flight > 0 {
            return false;
        }
        let total = entries.read_len();
        if !may_ask(dir, entries, cx.plan) {
            entries.show(total);
            return true;
        }
        let rounds = if dir.is_roots() { u32::MAX } else { cx.plan.rounds.max(u32::from(cx.plan.kinds)) };
        loop {
            if self.to == self.from {
                self.to = total.min(self.from + WINDOW);
                self.round = 0;
            }
            self.list.clear();
            self.next = 0;
            if self.round < rounds {
                let from = if self.round == 0 { self.asked.clamp(self.from, self.to) } else { self.from };
                for index in from..self.to {
                    self.question(index, dir, entries, cx);
                }
            }
            self.round += 1;
            if self.list.iter().any(Ask::changes) && !cx.visitor.commit() {
                self.list.retain(|ask| !ask.changes());
            }
            if !self.list.is_empty() {
                return false;
            }
            self.from = self.to;
            entries.show(self.to);
            if self.from == total || cx.plan.unit != usize::MAX {
                return true;
            }
        }
    }

    /// Files an answer.
    pub fn answer(&mut self, ask: Ask, done: Done, entries: &mut Entries, plan: &Plan, node: &Node) {
        self.in_flight -= 1;
        let index = ask.index as usize;
        let answers = &mut entries.answers;
        match done {
            Done::Meta(meta) => match ask.question {
                Question::Target => answers.target.set(index, &meta, plan.mask),
                Question::Meta { follow: true } if !settles(look(plan, node.depth), &meta) => {
                    self.list.push(Ask { question: Question::Meta { follow: false }, ..ask });
                }
                _ => {
                    answers.meta.set(index, &meta, plan.mask);
                    if let Ok(meta) = &meta {
                        entries.set_kind(index, meta.kind());
                    }
                }
            },
            Done::Link(text) => answers.link.set(index, text.map(Vec::into_boxed_slice)),
            Done::Guard(guard) => answers.guard.set(index, guard),
            Done::Changed(changed) => answers.change.set(index, changed),
            // What no question is answered by.
            Done::Opened(_) | Done::Read(..) | Done::FileSystem(_) => {}
        }
    }

    fn question<V: Visitor>(&mut self, index: usize, dir: &Dir<'_>, entries: &Entries, cx: &Context<'_, V>) {
        let look = look(cx.plan, dir.depth.map_or(-1, |depth| depth as i32));
        let kind = entries.kind(index);
        let asks = if dir.is_roots() { cx.plan.look_at_roots } else { self.round < cx.plan.rounds };
        let mut want =
            if asks { cx.visitor.wants(dir, &entries.get(index), self.round) } else { Want::NOTHING };
        if self.round == 0 && cx.plan.kinds && !dir.is_roots() {
            want.meta |= kind == Kind::Unknown || kind == Kind::Link && look != Look::NoFollow;
        }
        if want.is_nothing() {
            return;
        }
        let index = index as u32;
        let mut ask = |question| self.list.push(Ask { index, question });
        let may_be_link = matches!(kind, Kind::Link | Kind::Unknown);
        if want.meta {
            ask(Question::Meta { follow: look != Look::NoFollow && may_be_link });
        }
        if want.target {
            ask(Question::Target);
        }
        if want.link {
            ask(Question::Link);
        }
        if want.guard {
            ask(Question::Guard { follow: look == Look::Follow });
        }
        if let Some(mode) = want.chmod {
            // Others can see that a file is opened: a ring does so only where a user asked for one.
            let by_ring = cx.plan.means.executor == Executor::Ring;
            let file = by_ring && kind == Kind::File && look == Look::NoFollow && !dir.is_roots();
            ask(match file {
                true => Question::ChmodFile { mode },
                false => Question::Chmod { mode, follow: look != Look::NoFollow },
            });
        }
    }
}

/// Whether there is anything to ask about, as far as can be told without a look at each entry.
fn may_ask(dir: &Dir<'_>, entries: &Entries, plan: &Plan) -> bool {
    let has = entries.has();
    match dir.is_roots() {
        true => plan.look_at_roots,
        false => plan.rounds > 0 || plan.kinds && (has.unknown || has.links && plan.look != Look::NoFollow),
    }
}

/// How the entries of a directory at `depth` are looked at.
fn look(plan: &Plan, depth: i32) -> Look {
    if depth < 0 { plan.root_look } else { plan.look }
}

/// Whether a look through a link has its answer, or the link itself is asked next.
fn settles(look: Look, meta: &Result<Meta, Errno>) -> bool {
    match (look, meta) {
        (Look::NoFollow | Look::Follow, _) => true,
        (Look::FollowIfDir, Ok(meta)) => meta.kind() == Kind::Dir,
        (Look::FollowIfDir, Err(errno)) => !matches!(*errno, Errno::NOENT | Errno::LOOP),
    }
}
