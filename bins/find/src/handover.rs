//! Paths for -exec … {} + on their way from a page to the emitter: as many in one act as come without output or a
//! directory to enter between them, since each act costs the emitter a look at the directory.

/// Bytes that are handed over at once.
const FULL: usize = 16 * 1024;

/// Bytes before each path: its place, its batch and its length.
const HEAD: usize = 16;

/// A place within the evaluation of an entry: behind its act number `acts`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    /// The entry's number in its directory.
    pub index: u32,
    /// How many acts it has had.
    pub acts: u32,
}

/// A path for a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Item<'a> {
    /// Where the evaluation stood when it was given.
    pub place: Place,
    /// The number of the batch.
    pub batch: u32,
    /// The path.
    pub path: &'a [u8],
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
        }
        for number in [item.place.index, item.place.acts, item.batch, item.path.len() as u32] {
            self.bytes.extend_from_slice(&number.to_ne_bytes());
        }
        self.bytes.extend_from_slice(item.path);
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
        }
    }
}

/// The items of what was handed over.
pub(crate) fn items(mut bytes: &[u8]) -> impl Iterator<Item = Item<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let number = |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (path, rest) = rest.split_at_checked(number(12) as usize)?;
        bytes = rest;
        Some(Item { place: Place { index: number(0), acts: number(4) }, batch: number(8), path })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_over_comes_out() {
        let item = |index, acts, batch, path| Item { place: Place { index, acts }, batch, path };
        let given =
            [item(0, 1, 0, b"a".as_slice()), item(7, 2, 70_000, b""), item(99_999, 1, 1, b"d/\xff\n")];
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
