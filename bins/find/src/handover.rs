//! What a page leaves to the emitter: paths for -exec … {} +, bytes for files, lines of -ls. As many go in one act as
//! come without output or a directory to enter between them, since each act costs the emitter a look at the directory.

use crate::sink::Sink;

/// Bytes that are handed over at once.
const FULL: usize = 16 * 1024;

/// Bytes that are made room for at once, and that stay with a directory whose page is left for later.
const USUAL: usize = 2048;

/// Bytes before each item: its place, its task and its length.
const HEAD: usize = 20;

/// A place within the evaluation of an entry: behind its act number `acts`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    /// The entry's number in its directory.
    pub index: u32,
    /// How many acts it has had.
    pub acts: u32,
}

/// What is to be done with an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// It is a path for the batch of this number.
    Batch(u32),
    /// It is to be written.
    Write(Sink),
    /// It holds the fields of a line of -ls, which is to be written.
    List(Sink),
    /// The limit of this number is one nearer.
    Limit(u32),
}

/// Something for the emitter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Item<'a> {
    /// Where the evaluation stood when it was given.
    pub place: Place,
    /// What is to be done with it.
    pub task: Task,
    /// What it consists of.
    pub bytes: &'a [u8],
}

/// Items that have been gathered.
#[derive(Debug, Default)]
pub(crate) struct Handover {
    /// One behind the other; see `items`.
    bytes: Vec<u8>,
    /// The entry that the first of them is about.
    first: u32,
}

impl Handover {
    /// Adds an item.
    pub(crate) fn push(&mut self, item: Item<'_>) {
        if self.bytes.is_empty() {
            self.first = item.place.index;
            // Most directories leave no more.
            self.bytes.reserve(USUAL);
        }
        let (task, number) = item.task.encode();
        for number in [item.place.index, item.place.acts, task, number, item.bytes.len() as u32] {
            self.bytes.extend_from_slice(&number.to_ne_bytes());
        }
        self.bytes.extend_from_slice(item.bytes);
    }

    /// Whether it should be handed over before more is added.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    /// Gives what has been gathered to `take`, with the number of the entry that it begins with, if there is anything.
    pub(crate) fn hand(&mut self, take: impl FnOnce(u32, &[u8])) {
        if !self.bytes.is_empty() {
            take(self.first, &self.bytes);
            self.bytes.clear();
            self.bytes.shrink_to(USUAL);
        }
    }
}

/// The items of what was handed over.
pub(crate) fn items(mut bytes: &[u8]) -> impl Iterator<Item = Item<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let number = |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (item, rest) = rest.split_at_checked(number(16) as usize)?;
        bytes = rest;
        let place = Place { index: number(0), acts: number(4) };
        Some(Item { place, task: Task::decode(number(8), number(12)), bytes: item })
    })
}

impl Task {
    /// As two numbers.
    fn encode(self) -> (u32, u32) {
        match self {
            Task::Batch(number) => (0, number),
            Task::Write(Sink::Out) => (1, 0),
            Task::Write(Sink::File(number)) => (2, number),
            Task::List(Sink::Out) => (3, 0),
            Task::List(Sink::File(number)) => (4, number),
            Task::Limit(number) => (5, number),
        }
    }

    fn decode(task: u32, number: u32) -> Task {
        match task {
            0 => Task::Batch(number),
            1 => Task::Write(Sink::Out),
            2 => Task::Write(Sink::File(number)),
            3 => Task::List(Sink::Out),
            4 => Task::List(Sink::File(number)),
            _ => Task::Limit(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_over_comes_out() {
        let item = |index, acts, task, bytes| Item { place: Place { index, acts }, task, bytes };
        let given = [
            item(0, 1, Task::Batch(0), b"a".as_slice()),
            item(7, 2, Task::Batch(70_000), b""),
            item(99_999, 1, Task::Write(Sink::File(1)), b"d/\xff\n"),
            item(3, 0, Task::List(Sink::Out), b"1\0"),
            item(4, 0, Task::Write(Sink::Out), b""),
            item(5, 0, Task::List(Sink::File(7)), b""),
            item(6, 1, Task::Limit(2), b""),
        ];
        let mut handover = Handover::default();
        handover.hand(|_, _| panic!("there is nothing yet"));
        given.iter().for_each(|item| handover.push(*item));
        let mut handed = Vec::new();
        handover.hand(|first, bytes| {
            assert_eq!(first, 0);
            handed.extend_from_slice(bytes);
        });
        assert_eq!(items(&handed).collect::<Vec<_>>(), given);
        handover.hand(|_, _| panic!("all has been handed over"));
    }
}
