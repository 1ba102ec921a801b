//! Memory that passes from one directory to the next, so that a walk allocates little once it is under way.

use super::{ask::Asks, entries::Entries, prefix::Prefix, sheet::Sheet};

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
    /// For the next jobs.
    #[allow(clippy::vec_box, reason = "it is in its box already, and stays there")]
    scratches: Vec<Box<Scratch>>,
    /// For the next pages: blank ones.
    sheets: Vec<Sheet>,
}

impl Spare {
    /// How many sheets a thread keeps, and how many all threads together.
    const KEPT: usize = 16;
    const SHARED: usize = 256;

    /// Memory for a job.
    pub fn scratch(&mut self) -> Box<Scratch> {
        self.scratches.pop().unwrap_or_default()
    }

    /// Takes the memory of a job back.
    pub fn keep(&mut self, scratch: Box<Scratch>) {
        if self.scratches.len() < Spare::KEPT {
            self.scratches.push(scratch);
        }
    }

    /// Takes memory for records over, for the next job.
    pub fn keep_arena(&mut self, arena: Vec<u8>) {
        let mut scratch = self.scratch();
        *scratch.entries.arena() = arena;
        self.keep(scratch);
    }

    /// A blank sheet.
    pub fn sheet(&mut self) -> Sheet {
        self.sheets.pop().unwrap_or_else(Sheet::new)
    }

    /// Takes the memory of a sheet back.
    pub fn recycle(&mut self, sheet: Sheet) {
        self.sheets.extend(sheet.wiped());
    }

    /// Evens out with what all threads share: whoever writes pages needs memory, the emitter has it.
    pub fn share(&mut self, shared: &mut Vec<Sheet>) {
        if self.sheets.is_empty() {
            let from = shared.len().saturating_sub(Spare::KEPT);
            self.sheets.extend(shared.drain(from..));
        } else if self.sheets.len() > 2 * Spare::KEPT {
            let room = Spare::SHARED.saturating_sub(shared.len());
            shared.extend(self.sheets.drain(Spare::KEPT..).take(room));
        }
    }
}
