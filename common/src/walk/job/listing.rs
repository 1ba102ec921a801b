//! How a job gets at the entries of its directory: read, decoded, arranged in units.

use super::{Context, DirJob, READ, Stage};
use crate::{
    sys::{Errno, dents::Dents},
    walk::{
        order,
        visit::{Fault, Plan, Visitor},
    },
};

/// Bytes of names and records of one unit behind which nothing more is read: where a name begins takes 32 bits, since an
/// entry has to be small. Less in tests, which have no directory of 4 GiB.
const MOST: usize = if cfg!(test) { 64 * 1024 } else { u32::MAX as usize - READ };

/// Bytes of fresh memory for records. From 128 KiB on glibc takes it from the kernel, where it is zero without being
/// touched, so that a small directory costs one page; of less it would write all.
const FRESH: usize = 2 * READ;

impl<S: Default + Send> DirJob<S> {
    /// Memory for one more read, behind the records that are there.
    pub(super) fn room_to_read(&mut self) -> Vec<u8> {
        let mut arena = std::mem::take(self.scratch.entries.arena());
        if arena.len() < self.filled + READ {
            match self.filled {
                0 => arena = vec![0; FRESH],
                filled => arena.resize(filled + READ, 0),
            }
        }
        arena
    }

    pub(super) fn read<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, got: Result<usize, Errno>) {
        match got {
            Ok(0) => self.end = Some(Ok(())),
            Ok(got) => {
                let (begin, first) = (self.filled, self.scratch.entries.read_len());
                self.filled += got;
                let offset = self.decode(cx.plan);
                if self.node.fs().ends_at(offset) {
                    self.end = Some(Ok(()));
                } else if self.decoded == self.filled {
                    // Of a directory that goes on nothing but the names is kept.
                    self.filled = self.scratch.entries.pack(first, begin);
                    self.decoded = self.filled;
                }
            }
            // A directory that was removed while it was open has no entries.
            Err(Errno::NOENT) => self.end = Some(Ok(())),
            Err(errno) => self.end = Some(Err(errno)),
        }
        self.settle(cx.plan);
    }

    /// Decodes records until the unit is complete: where the directory goes on behind the last one.
    fn decode(&mut self, plan: &Plan) -> i64 {
        let entries = &mut self.scratch.entries;
        let arena = std::mem::take(entries.arena());
        let mut dents = Dents::new(&arena[self.decoded..self.filled]);
        let base = self.decoded;
        while entries.read_len() < plan.unit {
            let Some(dent) = dents.next() else { break };
            if plan.dots || dent.name != b"." && dent.name != b".." {
                entries.note(base + dent.at, dent.name.len(), dent.kind, dent.ino);
            }
        }
        // Whatever is left where the unit is not complete is no record.
        let complete = entries.read_len() >= plan.unit;
        self.decoded = if complete { base + dents.decoded() } else { self.filled };
        let offset = dents.offset();
        *entries.arena() = arena;
        offset
    }

    /// Goes on to questions once a unit is complete, or the directory is at its end.
    fn settle(&mut self, plan: &Plan) {
        let full = self.scratch.entries.read_len() >= plan.unit;
        if !full && self.end.is_none() {
            if self.filled <= MOST {
                return self.stage = Stage::Read;
            }
            self.end = Some(Err(Errno::OVERFLOW));
        }
        self.units += 1;
        order::arrange(&mut self.scratch.entries, plan, self.node.fs());
        self.stage = Stage::Ask;
    }

    pub(super) fn after_visit(&mut self) {
        if !self.scratch.entries.all_shown() {
            return self.stage = Stage::Ask;
        }
        let left = self.decoded < self.filled;
        self.stage = match self.end {
            Some(Ok(())) if !left => Stage::Done,
            Some(Err(errno)) if !left => Stage::Fault(Fault::Read(errno)),
            _ => Stage::NextUnit,
        };
    }

    /// Begins with what is left of the last read. Not part of `after_visit`: a barrier may want the old unit again.
    pub(super) fn next_unit(&mut self, plan: &Plan) {
        self.scratch.entries.clear();
        self.scratch.asks.restart(0);
        self.state = S::default();
        self.scratch.entries.arena().copy_within(self.decoded..self.filled, 0);
        (self.filled, self.decoded) = (self.filled - self.decoded, 0);
        self.decode(plan);
        self.settle(plan);
    }
}
