//! The metadata of a directory's entries, packed: a directory can have millions, and memory is slower than the kernel.
//!
//! Most entries have mode, owners and device in common with one that came shortly before, and these are kept once. The times
//! are kept that were asked for. Whoever wants to know is given the parts put together again.

use super::entries::Answer;
use crate::sys::{
    Errno, Meta, Time,
    meta::{Attributes, Mask},
};

/// Answers about metadata, in the order of the entries.
#[derive(Default)]
pub(crate) struct Metas {
    /// What each entry has for itself.
    own: Vec<Own>,
    /// What entries have in common.
    common: Vec<Common>,
    /// Times by their kind, as in `KINDS`: as many as there are entries, or none.
    times: [Vec<Stamp>; KINDS.len()],
}

/// The kinds of times: access, modification, change of the inode, creation.
const KINDS: [Mask; 4] = [Mask::ATIME, Mask::MTIME, Mask::CTIME, Mask::BTIME];

/// How many of the last that entries had in common are worth a look: kinds of files that take turns.
const NEAR: usize = 8;

/// What is known of one entry, in 24 bytes.
#[derive(Clone, Copy)]
struct Own {
    ino: u64,
    size: u64,
    /// The lower half: there is hardly a file of 2 TiB.
    blocks: u32,
    state: State,
}

impl Own {
    /// Of an entry that nobody asked about.
    const NOTHING: Own = Own { ino: 0, size: 0, blocks: 0, state: State::NOT_ASKED };
}

/// Whether it is known: the number of what it has in common with others, or from `REFUSED` on why not.
#[derive(Clone, Copy)]
struct State(u32);

impl State {
    /// A directory that has so many entries does not fit into memory.
    const REFUSED: u32 = 1 << 31;
    const NOT_ASKED: State = State(u32::MAX);

    fn failed(errno: Errno) -> State {
        State(State::REFUSED | errno.0 as u32)
    }

    fn answer(self) -> Answer<usize> {
        match self.0 {
            u32::MAX => Answer::NotAsked,
            number if number < State::REFUSED => Answer::Is(number as usize),
            refused => Answer::Failed(Errno((refused & !State::REFUSED) as i32)),
        }
    }
}

/// What entries of one directory mostly have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Common {
    mode: u32,
    nlink: u32,
    uid: u32,
    gid: u32,
    blksize: u32,
    attributes: Attributes,
    dev: u64,
    rdev: u64,
    mounted: bool,
    /// The upper half of the number of blocks.
    more_blocks: u32,
}

impl Common {
    fn of(meta: &Meta) -> Common {
        let &Meta { mode, nlink, uid, gid, blksize, attributes, dev, rdev, mounted, blocks, .. } = meta;
        let more_blocks = (blocks >> 32) as u32;
        Common { mode, nlink, uid, gid, blksize, attributes, dev, rdev, mounted, more_blocks }
    }
}

/// A time, without the four bytes that would align it.
#[derive(Clone, Copy)]
#[repr(C, packed(4))]
struct Stamp {
    sec: i64,
    nsec: u32,
}

impl Stamp {
    /// No time: there are no so many nanoseconds.
    const NONE: Stamp = Stamp { sec: 0, nsec: u32::MAX };

    fn time(self) -> Option<Time> {
        (self.nsec != u32::MAX).then_some(Time { sec: self.sec, nsec: self.nsec })
    }
}

impl From<Time> for Stamp {
    fn from(time: Time) -> Stamp {
        Stamp { sec: time.sec, nsec: time.nsec }
    }
}

impl Metas {
    /// Files the answer about the entry number `index`, with the times in `mask`, which is always the same.
    pub fn set(&mut self, index: usize, answer: &Result<Meta, Errno>, mask: Mask) {
        let meta = match answer {
            Ok(meta) => meta,
            Err(errno) => {
                let own = Own { state: State::failed(*errno), ..Own::NOTHING };
                return put(&mut self.own, index, own, Own::NOTHING);
            }
        };
        let state = State(self.number(Common::of(meta)));
        let own = Own { ino: meta.ino, size: meta.size, blocks: meta.blocks as u32, state };
        put(&mut self.own, index, own, Own::NOTHING);
        let times = [Some(meta.atime), Some(meta.mtime), Some(meta.ctime), meta.btime];
        for kind in 0..KINDS.len() {
            if mask.has(KINDS[kind]) {
                let stamp = times[kind].map_or(Stamp::NONE, Stamp::from);
                put(&mut self.times[kind], index, stamp, Stamp::NONE);
            }
        }
    }

    /// Whether there is one about the entry number `index`, or why not.
    #[inline]
    pub fn state(&self, index: usize) -> Answer<()> {
        self.own.get(index).map_or(State::NOT_ASKED, |own| own.state).answer().map(drop)
    }

    /// The answer about the entry number `index`. A time that was not asked for is 0.
    #[inline]
    pub fn get(&self, index: usize) -> Answer<Meta> {
        let Some(own) = self.own.get(index) else { return Answer::NotAsked };
        own.state.answer().map(|number| {
            let [atime, mtime, ctime, btime] =
                [0, 1, 2, 3].map(|kind| self.times[kind].get(index).and_then(|stamp| stamp.time()));
            let &Common { mode, nlink, uid, gid, blksize, attributes, dev, rdev, mounted, more_blocks } =
                &self.common[number];
            Meta {
                mode,
                nlink,
                uid,
                gid,
                ino: own.ino,
                size: own.size,
                blocks: u64::from(more_blocks) << 32 | u64::from(own.blocks),
                blksize,
                dev,
                rdev,
                atime: atime.unwrap_or_default(),
                mtime: mtime.unwrap_or_default(),
                ctime: ctime.unwrap_or_default(),
                btime,
                mounted,
                attributes,
            }
        })
    }

    /// Forgets the answers about the entries from `index` on.
    pub fn truncate(&mut self, index: usize) {
        self.own.truncate(index);
        self.times.iter_mut().for_each(|stamps| stamps.truncate(index));
        let number = |own: &Own| own.state.answer().is().copied();
        self.common.truncate(self.own.iter().filter_map(number).max().map_or(0, |last| last + 1));
    }

    /// Bytes of memory that it holds.
    pub fn bytes(&self) -> usize {
        self.own.capacity() * size_of::<Own>()
            + self.common.capacity() * size_of::<Common>()
            + self.times.iter().map(|stamps| stamps.capacity() * size_of::<Stamp>()).sum::<usize>()
    }

    /// Where what an entry has in common is kept: with one of the last that were filed, or for itself.
    fn number(&mut self, common: Common) -> u32 {
        let first = self.common.len().saturating_sub(NEAR);
        let number = match self.common[first..].iter().rposition(|other| *other == common) {
            Some(at) => first + at,
            None => {
                self.common.push(common);
                self.common.len() - 1
            }
        };
        number as u32
    }
}

/// Files a value under a number, with `blank` for those that have none before it.
#[inline]
fn put<T: Copy>(values: &mut Vec<T>, index: usize, value: T, blank: T) {
    if index < values.len() {
        values[index] = value;
    } else {
        values.resize(index, blank);
        values.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Metadata in which nothing is 0.
    fn meta(number: u64) -> Meta {
        let time = |nsec| Time { sec: -(number as i64), nsec };
        Meta {
            mode: 0o100_644,
            nlink: 1,
            uid: 2,
            gid: 3,
            ino: number,
            size: 5 * number,
            blocks: number << 32 | 7,
            blksize: 4096,
            dev: 9,
            rdev: 10 + number / 100,
            atime: time(1),
            mtime: time(2),
            ctime: time(3),
            btime: Some(time(4)),
            mounted: number == 7,
            attributes: Attributes::NAMES[number as usize % 2].1,
        }
    }

    #[test]
    fn what_is_filed_is_found_again() {
        let mut metas = Metas::default();
        for number in [3, 1, 999, 7, 100] {
            metas.set(number, &Ok(meta(number as u64)), Mask::BIRTH);
        }
        metas.set(5, &Err(Errno::ACCES), Mask::BIRTH);
        for number in 0..1005 {
            let expected = match number {
                3 | 1 | 999 | 7 | 100 => Answer::Is(meta(number as u64)),
                5 => Answer::Failed(Errno::ACCES),
                _ => Answer::NotAsked,
            };
            assert_eq!(metas.get(number), expected, "{number}");
        }
        metas.set(3, &Ok(meta(8)), Mask::BIRTH);
        assert_eq!(metas.get(3), Answer::Is(meta(8)));
        metas.truncate(3);
        assert_eq!([metas.get(1), metas.get(3)], [Answer::Is(meta(1)), Answer::NotAsked]);
    }

    #[test]
    fn only_the_times_that_were_asked_for_are_kept() {
        let mut metas = Metas::default();
        metas.set(1, &Ok(meta(1)), Mask::MODE.with(Mask::MTIME));
        let none = Time::default();
        assert_eq!(metas.get(1), Answer::Is(Meta { atime: none, ctime: none, btime: None, ..meta(1) }));
        metas.set(0, &Ok(Meta { btime: None, ..meta(1) }), Mask::MODE.with(Mask::MTIME));
        assert_eq!(metas.get(0), metas.get(1));
    }

    #[test]
    fn files_alike_take_little_memory() {
        let mut metas = Metas::default();
        (0..1024).for_each(|at| {
            let mode = 0o100_600 + at as u32 % 5;
            metas.set(at, &Ok(Meta { mode, rdev: 0, blocks: 8, ..meta(2 * at as u64 + 8) }), Mask::MTIME);
        });
        assert_eq!(metas.common.len(), 5);
        assert!(metas.bytes() < 40 * 1024, "{}", metas.bytes());
    }
}
