//! Memory that passes from one directory to the next, so that a walk allocates little once it is under way.

use super::{ask::Asks, entries::Entries, prefix::Prefix};

/// Memory that passes from one job to the next.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Entries, and the records that they were decoded from.
    pub entries: Entries,
    /// The directory's path as it is shown.
    pub path: Prefix,
    /// Questions about entries.
    pub asks: Asks,
}

/// Memory that a thread has at hand.
#[derive(Default)]
pub(crate) struct Spare {
    /// For the next job.
    pub scratch: Option<Box<Scratch>>,
    /// For pages: empty ones of `SMALL` bytes.
    pages: Vec<Vec<u8>>,
}

impl Spare {
    /// The size of pages that are used again, in bytes. Most pages fit.
    const SMALL: usize = 1024;

    /// How many of them a thread keeps, and how many all threads together.
    const KEPT: usize = 16;
    const SHARED: usize = 256;

    /// Memory to write a page into.
    pub fn page(&mut self) -> Vec<u8> {
        self.pages.pop().unwrap_or_else(|| Vec::with_capacity(Spare::SMALL))
    }

    /// Takes back what a page does not need of its memory.
    pub fn trim(&mut self, page: &mut Vec<u8>) {
        if page.is_empty() {
            self.recycle(std::mem::take(page));
        } else if page.capacity() > Spare::SMALL {
            page.shrink_to_fit();
        }
    }

    /// Takes memory of a page back.
    pub fn recycle(&mut self, mut page: Vec<u8>) {
        if page.capacity() == Spare::SMALL {
            page.clear();
            self.pages.push(page);
        }
    }

    /// Evens out with what all threads share: whoever writes pages needs memory, the emitter has it.
    pub fn share(&mut self, shared: &mut Vec<Vec<u8>>) {
        if self.pages.is_empty() {
            let from = shared.len().saturating_sub(Spare::KEPT);
            self.pages.extend(shared.drain(from..));
        } else if self.pages.len() > 2 * Spare::KEPT {
            let room = Spare::SHARED.saturating_sub(shared.len());
            shared.extend(self.pages.drain(Spare::KEPT..).take(room));
        }
    }
}
