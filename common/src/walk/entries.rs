//! What one reading of a directory found: names in one arena beside arrays of what is known of each.
//!
//! The unit of order: a directory is listed, arranged and visited in units of [`Plan::unit`] entries. Nothing here
//! reads a directory or asks the kernel for anything; the job does, and files the answers here.
//!
//! [`Plan::unit`]: super::visit::Plan::unit

use super::metas::Metas;
pub use crate::sys::xattrs::Guard;
use crate::sys::{Errno, Kind, Meta, Name};

/// The answer to a question that the visitor may or may not have asked about an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answer<T> {
    /// The visitor did not want it.
    #[default]
    NotAsked,
    /// The kernel's answer.
    Is(T),
    /// The kernel's refusal.
    Failed(Errno),
}

impl<T: 'static> Answer<T> {
    /// To be lent where nothing was asked.
    const NONE: &'static Answer<T> = &Answer::NotAsked;

    /// The answer, if there is one.
    pub fn is(&self) -> Option<&T> {
        match self {
            Answer::Is(value) => Some(value),
            Answer::NotAsked | Answer::Failed(_) => None,
        }
    }

    /// The same, with something else in place of the answer.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Answer::NotAsked => Answer::NotAsked,
            Answer::Is(value) => Answer::Is(change(value)),
            Answer::Failed(errno) => Answer::Failed(errno),
        }
    }

    /// The refusal, if it was one.
    pub fn failed(&self) -> Option<Errno> {
        match self {
            Answer::Failed(errno) => Some(*errno),
            Answer::NotAsked | Answer::Is(_) => None,
        }
    }
}

impl<T> From<Result<T, Errno>> for Answer<T> {
    fn from(result: Result<T, Errno>) -> Answer<T> {
        match result {
            Ok(value) => Answer::Is(value),
            Err(errno) => Answer::Failed(errno),
        }
    }
}

/// Answers about the entries of a directory. Each kind of question has a column of its own, which stays empty until the
/// question is first asked: metadata takes some 50 bytes an entry.
#[derive(Default)]
pub(crate) struct Answers {
    /// Metadata, by the plan's [`Look`](super::visit::Look).
    pub meta: Metas,
    /// Metadata of what a symbolic link leads to.
    pub target: Metas,
    /// The text of a symbolic link.
    pub link: Column<Box<[u8]>>,
    /// Whether the entry has an access control list or a security context.
    pub guard: Column<Guard>,
    /// The outcome of the change that the visitor wanted made.
    pub change: Column<()>,
}

/// The answers to one kind of question, in the order of the entries.
#[derive(Default)]
pub(crate) struct Column<T>(Vec<Answer<T>>);

impl<T: 'static> Column<T> {
    /// Files an answer.
    pub fn set(&mut self, index: usize, answer: impl Into<Answer<T>>) {
        if self.0.len() <= index {
            self.0.resize_with(index, || Answer::NotAsked);
            self.0.push(answer.into());
        } else {
            self.0[index] = answer.into();
        }
    }

    /// Bytes of memory that it holds, without what the answers point to.
    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Answer<T>>()
    }

    fn get(&self, index: usize) -> &Answer<T> {
        self.0.get(index).unwrap_or(Answer::NONE)
    }
}

impl Answers {
    /// Forgets those about the entries from `index` on.
    fn truncate(&mut self, index: usize) {
        self.meta.truncate(index);
        self.target.truncate(index);
        self.link.0.truncate(index);
        self.guard.0.truncate(index);
        self.change.0.truncate(index);
    }
}

/// What was asked about one entry beyond its dirent.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The answers about all entries.
    answers: &'a Answers,
    /// Number of the entry.
    index: usize,
}

impl<'a> Facts<'a> {
    /// Metadata, by the plan's [`Look`](super::visit::Look).
    #[inline]
    pub fn meta(self) -> Answer<Meta> {
        self.answers.meta.get(self.index)
    }

    /// Whether there are metadata, or why not, without a look at them.
    #[inline]
    pub fn known(self) -> Answer<()> {
        self.answers.meta.state(self.index)
    }

    /// Metadata of what a symbolic link leads to.
    #[inline]
    pub fn target(self) -> Answer<Meta> {
        self.answers.target.get(self.index)
    }

    /// The text of a symbolic link.
    pub fn link(self) -> &'a Answer<Box<[u8]>> {
        self.answers.link.get(self.index)
    }

    /// Whether the entry has an access control list or a security context.
    pub fn guard(self) -> &'a Answer<Guard> {
        self.answers.guard.get(self.index)
    }

    /// The outcome of the change that the visitor wanted made.
    pub fn change(self) -> &'a Answer<()> {
        self.answers.change.get(self.index)
    }
}

/// The entries of one directory, in the order of their visit.
#[derive(Default)]
pub struct Entries {
    /// The names, each ended by a NUL: in the very records that the kernel wrote, of a large directory without those, or
    /// operands. May be larger than what it holds.
    arena: Vec<u8>,
    /// Where each name is, and what the dirent said of it.
    slots: Vec<Slot>,
    /// What has been asked about them.
    pub(crate) answers: Answers,
    /// How many, from the first on, are ready to be visited.
    shown: usize,
    /// Which kinds of entries there are.
    has: Has,
}

/// Which kinds of entries there are.
#[derive(Clone, Copy, Default)]
pub(crate) struct Has {
    /// Some whose type the directory does not tell.
    pub unknown: bool,
    /// Symbolic links.
    pub links: bool,
}

/// One dirent: 16 bytes, since a directory can have millions.
#[derive(Clone, Copy)]
struct Slot {
    /// Inode number as the directory gives it; at a mount point that of the covered inode.
    ino: u64,
    /// Where the name begins in the arena, which the job keeps below 4 GiB.
    at: u32,
    /// The name's length without its NUL in the upper 24 bits, then 4 bits with the `Kind` that the directory gives and
    /// 4 with the one that is shown: a stat may know better, or look through a link.
    tag: u32,
}

/// One entry, as the visitor sees it.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// Its name in its directory; for a root, the operand as given.
    pub name: Name<'a>,
    /// Its type: of the file itself, or of what it leads to where the plan follows links.
    pub kind: Kind,
    /// Its inode number as the directory gives it; 0 for a root.
    pub ino: u64,
    /// What was asked about it.
    pub facts: Facts<'a>,
}

impl Entries {
    /// How many are ready to be visited. Where the plan's unit is not a whole directory this grows from one call of
    /// the visitor to the next.
    pub fn len(&self) -> usize {
        self.shown
    }

    /// Whether none is ready to be visited.
    pub fn is_empty(&self) -> bool {
        self.shown == 0
    }

    /// The entry number `index`, counted in the order of the visit.
    pub fn get(&self, index: usize) -> Entry<'_> {
        let slot = self.slots[index];
        let begin = slot.at as usize;
        let end = begin + (slot.tag >> 8) as usize + 1;
        Entry {
            name: Name::from_bytes_with_nul(&self.arena[begin..end]),
            kind: self.kind(index),
            ino: slot.ino,
            facts: Facts { answers: &self.answers, index },
        }
    }

    /// All entries, in the order of the visit.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The type of the entry number `index`, as far as it is known.
    pub(crate) fn kind(&self, index: usize) -> Kind {
        Kind::from_dirent((self.slots[index].tag & 0xf) as u8)
    }

    /// Appends an entry whose name, of `length` bytes and a NUL, is in the arena already.
    pub(crate) fn note(&mut self, at: usize, length: usize, kind: Kind, ino: u64) {
        self.has.unknown |= kind == Kind::Unknown;
        self.has.links |= kind == Kind::Link;
        self.slots.push(Slot {
            ino,
            at: at as u32,
            tag: (length as u32) << 8 | (kind as u32) << 4 | kind as u32,
        });
    }

    /// Appends a name that does not come from a directory.
    pub(crate) fn push(&mut self, name: &[u8], kind: Kind, ino: u64) {
        let at = self.arena.len();
        self.arena.extend_from_slice(name);
        self.arena.push(0);
        self.note(at, name.len(), kind, ino);
    }

    /// The memory of names, to be read into.
    pub(crate) fn arena(&mut self) -> &mut Vec<u8> {
        &mut self.arena
    }

    /// Moves the names of the entries from number `first` on to the byte `to` of the arena, one behind the other, which all
    /// come from behind it: where they end.
    pub(crate) fn pack(&mut self, first: usize, mut to: usize) -> usize {
        for slot in &mut self.slots[first..] {
            let (at, len) = (slot.at as usize, (slot.tag >> 8) as usize + 1);
            self.arena.copy_within(at..at + len, to);
            slot.at = to as u32;
            to += len;
        }
        to
    }

    /// Empties it and keeps its memory, the arena with all that is in it.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.answers.truncate(0);
        self.shown = 0;
        self.has = Has::default();
    }

    /// Which kinds of entries have been read.
    pub(crate) fn has(&self) -> Has {
        self.has
    }

    /// How many have been read, ready or not.
    pub(crate) fn read_len(&self) -> usize {
        self.slots.len()
    }

    /// Makes the first `count` ready to be visited.
    pub(crate) fn show(&mut self, count: usize) {
        self.shown = count;
    }

    /// Whether all that have been read are ready.
    pub(crate) fn all_shown(&self) -> bool {
        self.shown == self.slots.len()
    }

    /// Bytes of memory that it holds.
    pub(crate) fn bytes(&self) -> usize {
        let answers = &self.answers;
        self.arena.capacity()
            + self.slots.capacity() * size_of::<Slot>()
            + answers.meta.bytes()
            + answers.target.bytes()
            + answers.link.bytes()
            + answers.guard.bytes()
            + answers.change.bytes()
    }

    /// Gives memory back if it is more than `most` bytes.
    pub(crate) fn give_back(&mut self, most: usize) {
        if self.bytes() > most {
            *self = Entries::default();
        }
    }

    /// Keeps the first `used` bytes of the arena and gives the rest of the memory back.
    pub(crate) fn shrink(&mut self, used: usize) -> Vec<u8> {
        self.slots.shrink_to_fit();
        let exact = self.arena[..used].to_vec();
        std::mem::replace(&mut self.arena, exact)
    }

    /// Sorts by inode number; entries of one inode keep their order.
    pub(crate) fn sort_by_inode(&mut self) {
        self.slots.sort_by_key(|slot| slot.ino);
    }

    /// Sorts by the bytes of the names.
    pub(crate) fn sort_by_name(&mut self) {
        let Entries { arena, slots, .. } = self;
        let name = |slot: &Slot| &arena[slot.at as usize..slot.at as usize + (slot.tag >> 8) as usize];
        slots.sort_unstable_by(|one, other| name(one).cmp(name(other)));
    }

    /// Notes the type that a stat found.
    pub(crate) fn set_kind(&mut self, index: usize, kind: Kind) {
        let tag = &mut self.slots[index].tag;
        *tag = *tag & !0xf | kind as u32;
    }

    /// Forgets what was asked about the entries from `index` on, to be asked again: types that a stat found too, since
    /// a link must be seen to be one to be looked through.
    pub(crate) fn forget_facts(&mut self, index: usize) {
        self.answers.truncate(index);
        for slot in self.slots.iter_mut().skip(index) {
            slot.tag = slot.tag & !0xf | slot.tag >> 4 & 0xf;
        }
    }
}

impl<'a> FromIterator<(&'a [u8], Kind)> for Entries {
    /// A listing made by hand, ready to be visited.
    fn from_iter<I: IntoIterator<Item = (&'a [u8], Kind)>>(list: I) -> Entries {
        let mut entries = Entries::default();
        list.into_iter().for_each(|(name, kind)| entries.push(name, kind, 0));
        entries.shown = entries.slots.len();
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stat_found_is_forgotten() {
        let list = [(b"a".as_slice(), Kind::Link), (b"b", Kind::Unknown), (b"c", Kind::Link)];
        let mut entries: Entries = list.into_iter().collect();
        for index in 0..3 {
            entries.set_kind(index, Kind::Dir);
        }
        entries.forget_facts(1);
        let kinds: Vec<Kind> = entries.iter().map(|entry| entry.kind).collect();
        assert_eq!(kinds, [Kind::Dir, Kind::Unknown, Kind::Link]);
        assert_eq!(entries.get(2).name.to_bytes(), b"c");
    }
}
