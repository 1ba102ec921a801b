//! What a job asks about its entries: handed out one by one, or many at once to be answered elsewhere.

use super::{Context, DirJob, Stage, borrow, shown};
use crate::{
    ring::op::{Done, Op},
    walk::{
        ask::Ask,
        errand::Errand,
        visit::{Arrange, Plan, Visitor},
    },
};

/// Entries of a directory that are worth asking about while it is being read.
const MANY: usize = if cfg!(test) { 32 } else { 1024 };

impl<S: Default + Send> DirJob<S> {
    /// The next question of those that are gathered: a shorter way than `next`, for what there is most of.
    pub fn next_question(&mut self, plan: &Plan) -> Option<(Ask, Op<'_>)> {
        let ask = self.scratch.asks.next()?;
        let entry = self.scratch.entries.get(ask.index as usize);
        Some((ask, ask.op(borrow(&self.fd), entry.name, plan)))
    }

    /// Takes the answer to a question.
    pub fn answer(&mut self, plan: &Plan, ask: Ask, done: Done) {
        self.scratch.asks.answer(ask, done, &mut self.scratch.entries, plan, &self.node);
    }

    /// How many questions could be asked at once.
    pub fn questions(&self) -> usize {
        self.scratch.asks.left()
    }

    /// How many will be, if the directory goes on as it is.
    pub fn in_sight(&self) -> usize {
        self.scratch.asks.in_sight(self.scratch.entries.read_len())
    }

    /// All of them, to be answered elsewhere.
    pub fn share(&mut self, plan: &Plan, slow: bool) -> Option<Errand> {
        let fd = self.fd.as_ref()?;
        Some(Errand::new(
            (fd.clone(), self.node.device()),
            plan,
            &self.scratch.entries,
            self.scratch.asks.take(),
            slow,
        ))
    }

    /// How many entries may be asked about while more are being read: none before there are many, or where they are put
    /// in another order when all are there.
    pub fn unasked(&self, plan: &Plan) -> usize {
        let as_read = plan.arrange == Arrange::AsRead && plan.unit == usize::MAX;
        let unasked = self.scratch.asks.unasked(self.scratch.entries.read_len());
        if self.is_being_read() && as_read && plan.rounds > 0 && unasked >= MANY { unasked } else { 0 }
    }

    /// The questions about these, to be answered elsewhere.
    pub fn share_ahead<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, slow: bool) -> Option<Errand> {
        let found = (self.units, self.searchable);
        let dir = shown(&self.node, self.scratch.path.bytes(), self.root_len, &self.fd, found, cx.io);
        self.scratch.asks.gather_ahead(&dir, &self.scratch.entries, cx);
        if self.questions() == 0 { None } else { self.share(cx.plan, slow) }
    }

    /// Gathers the next questions; without any left, the entries that are answered are shown.
    pub(super) fn prepare_asks<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>) {
        if self.questions() > 0 {
            return;
        }
        let found = (self.units, self.searchable);
        let dir = shown(&self.node, self.scratch.path.bytes(), self.root_len, &self.fd, found, cx.io);
        if self.scratch.asks.gather(&dir, &mut self.scratch.entries, cx) {
            self.stage = Stage::Visit;
        }
    }
}
