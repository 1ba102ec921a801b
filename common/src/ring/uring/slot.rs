//! A place for one operation in flight, and the memory that the kernel reads and writes meanwhile.
//!
//! The memory is reached by a raw pointer, has an address of its own, and no reference to it exists while something is
//! in flight. A slot that is dropped, or given up, while the kernel may still write to it leaks it, and with it the
//! descriptor whose number the kernel may still look up: what leaks can't be used after it is freed.

use std::{
    mem::{self, MaybeUninit},
    os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd},
    ptr::{self, NonNull},
    sync::Arc,
};

use io_uring::{
    squeue::{Entry, Flags},
    types::OpenHow,
};
use smallvec::{SmallVec, smallvec};

use super::sqe;
use crate::{
    ring::{
        budget::DirFd,
        caps::Abilities,
        op::{Done, Op},
        perform::perform,
    },
    sys::{
        Errno, Meta, Name, dents,
        file::How,
        meta::{self, Mask},
    },
};

/// Flags of a regular file that is opened for its mode to be changed. The ring's own files have no close-on-exec.
const TO_CHANGE: i32 = libc::O_RDONLY | libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;

/// Submissions that one operation takes at most.
pub(super) const LONGEST: usize = 3;

/// The submissions of one operation, in order.
pub(super) type Chain = SmallVec<[Entry; LONGEST]>;

/// What a slot is at, without what the operation borrowed. `code` is the number of an operation that the kernel may lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// `Op::Open`.
    Open(How),
    /// `Op::Read`, which began at `position` in the directory.
    Read { code: u8, at: usize, position: i64 },
    /// `Op::Identify`.
    Identify,
    /// `Op::Stat`.
    Stat { follow: bool, mask: Mask },
    /// `Op::ChmodOpen`.
    ChmodOpen { code: u8, mode: u32 },
    /// `Op::ChmodFile`: opened as a file of the ring's own, changed and closed, as one chain.
    ChmodFile { code: u8, mode: u32 },
}

impl Work {
    /// How a ring does an operation, if it can.
    pub fn of(op: &Op<'_>, able: &Abilities) -> Option<Work> {
        match (op, &able.getdents, &able.fchmod) {
            (&Op::Open { how, .. }, ..) => Some(Work::Open(how)),
            (&Op::Read { dir, at, .. }, &Ok(code), _) => {
                // If the ring dies the read is done again, from here.
                let position = dents::position(dir.as_raw_fd()).ok()?;
                Some(Work::Read { code, at, position })
            }
            (&Op::Identify { .. }, ..) => Some(Work::Identify),
            (&Op::Stat { follow, mask, .. }, ..) => Some(Work::Stat { follow, mask }),
            (&Op::ChmodOpen { mode, .. }, _, &Ok(code)) => Some(Work::ChmodOpen { code, mode }),
            (&Op::ChmodFile { mode, .. }, _, &Ok(code)) => Some(Work::ChmodFile { code, mode }),
            _ => None,
        }
    }
}

/// One operation's place.
pub(super) struct Slot {
    /// The caller's name for the operation.
    pub token: u64,
    /// What it is.
    work: Work,
    /// The directory that it works in or on; `None` while the slot is free.
    keep: Option<Arc<DirFd>>,
    /// Completions that have not come.
    left: usize,
    /// What the completion that counts said.
    result: i32,
    /// What the kernel reads and writes.
    memory: NonNull<Memory>,
}

impl Slot {
    /// A free slot.
    pub fn new() -> Slot {
        let memory = Memory::new(b"\0", Vec::new());
        Slot { token: 0, work: Work::Identify, keep: None, left: 0, result: 0, memory }
    }

    /// Whether something is in flight.
    pub fn is_busy(&self) -> bool {
        self.left > 0
    }

    /// Takes an operation, which is in flight from now on: its submissions. `number` is that of the slot, and of the
    /// file that a chain opens in it.
    pub fn take(&mut self, token: u64, work: Work, op: Op<'_>, keep: Arc<DirFd>, number: u32) -> Chain {
        debug_assert!(!self.is_busy());
        // SAFETY: nothing is in flight, so that the memory is ours alone.
        let memory = unsafe { self.memory.as_mut() };
        memory.fill(op);
        let chain = memory.chain(work, keep.as_fd().as_raw_fd(), number);
        (self.token, self.work, self.keep) = (token, work, Some(keep));
        (self.left, self.result) = (chain.len(), 0);
        chain
    }

    /// Takes a completion, of the submission number `part`: the result, once it is there, and whether the kernel gave it.
    pub fn complete(&mut self, part: usize, result: i32) -> Option<(Done, bool)> {
        // Of a chain the change counts.
        if part == usize::from(matches!(self.work, Work::ChmodFile { .. })) {
            self.result = result;
        }
        self.left = self.left.checked_sub(1)?;
        if self.left > 0 {
            return None;
        }
        let done = self.result();
        let believed = done.is_some();
        let done = done.unwrap_or_else(|| self.again());
        self.keep = None;
        Some((done, believed))
    }

    /// Gives up what is in flight, with its memory, and does it by plain calls.
    pub fn rescue(&mut self) -> Done {
        let old = self.memory.as_ptr();
        // SAFETY: the old memory is never freed, so that it may be read at any time; the kernel writes to none of what is
        // read here, which are the name, the buffer's length, and its bytes before those that a read is to fill.
        self.memory = unsafe {
            let (name, filled) = (&(*old).name, &(*old).buf);
            let mut buf = vec![0; filled.len()];
            if let Work::Read { at, .. } = self.work {
                ptr::copy_nonoverlapping(filled.as_ptr(), buf.as_mut_ptr(), at);
            }
            Memory::new(name, buf)
        };
        self.left = 0;
        let done = self.again();
        mem::forget(self.keep.take());
        done
    }

    /// What the kernel's result means; `None` where it must not be believed.
    fn result(&mut self) -> Option<Done> {
        // SAFETY: everything that was in flight has completed, so that the memory is ours alone again.
        let memory = unsafe { self.memory.as_mut() };
        let result = match self.result {
            failed if failed < 0 => Err(Errno(-failed)),
            result => Ok(result),
        };
        if result.is_err_and(may_be_the_rings) {
            return None;
        }
        Some(match self.work {
            // SAFETY: the kernel just gave us this descriptor.
            Work::Open(_) => Done::Opened(result.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) })),
            Work::Read { at, .. } => {
                let buf = mem::take(&mut memory.buf);
                let room = buf.len() - at;
                Done::Read(buf, result.map(|got| room.min(got as usize)))
            }
            Work::Identify | Work::Stat { .. } => Done::Meta(result.map(|_| {
                // SAFETY: the kernel filled the whole struct.
                Meta::from_statx(unsafe { memory.meta.assume_init_ref() })
            })),
            Work::ChmodOpen { .. } => Done::Changed(result.map(drop)),
            // What a chain can't do is left to the way that needs no open file.
            Work::ChmodFile { .. } => {
                result.ok()?;
                Done::Changed(Ok(()))
            }
        })
    }

    /// Does it by plain calls. Each of them may be repeated: a mode is a number, and a read goes back to where it began.
    fn again(&mut self) -> Done {
        let Some(keep) = &self.keep else { return Done::Changed(Err(Errno::STALE)) };
        let dir = keep.as_fd();
        // SAFETY: nothing is in flight any more, or this is the copy that the kernel does not know.
        let memory = unsafe { self.memory.as_mut() };
        let name = Name::from_bytes_with_nul(&memory.name);
        perform(match self.work {
            // The path of a search, which ends with `/.`, gets another: that is the same path.
            Work::Open(how) => Op::Open { dir, name, how },
            Work::Read { at, position, .. } => {
                let buf = mem::take(&mut memory.buf);
                if let Err(errno) = dents::go_to(dir.as_raw_fd(), position) {
                    return Done::Read(buf, Err(errno));
                }
                Op::Read { dir, buf, at }
            }
            Work::Identify => Op::Identify { dir },
            Work::Stat { follow, mask } => Op::Stat { dir, name, follow, mask },
            Work::ChmodOpen { mode, .. } => Op::ChmodOpen { dir, mode },
            Work::ChmodFile { mode, .. } => Op::ChmodFile { dir, name, mode },
        })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.is_busy() {
            mem::forget(self.keep.take());
        } else {
            // SAFETY: the memory came from a box, and nothing is in flight that could use it.
            drop(unsafe { Box::from_raw(self.memory.as_ptr()) });
        }
    }
}

/// What the kernel reads and writes.
struct Memory {
    /// A name that ends with a NUL.
    name: Vec<u8>,
    /// How a name is opened.
    how: OpenHow,
    /// What statx(2) tells.
    meta: MaybeUninit<libc::statx>,
    /// Records of a directory.
    buf: Vec<u8>,
}

impl Memory {
    /// Memory that is freed by whoever knows that the kernel does not use it.
    fn new(name: &[u8], buf: Vec<u8>) -> NonNull<Memory> {
        let (how, meta) = (OpenHow::new(), MaybeUninit::uninit());
        NonNull::from(Box::leak(Box::new(Memory { name: name.to_vec(), how, meta, buf })))
    }

    /// Copies what an operation borrowed, and takes what it brings.
    fn fill(&mut self, op: Op<'_>) {
        match op {
            Op::Open { name, how, .. } => how.path(name, &mut self.name),
            Op::Stat { name, .. } | Op::ChmodFile { name, .. } => {
                self.name.clear();
                self.name.extend_from_slice(name.to_bytes_with_nul());
            }
            Op::Identify { .. } => {
                self.name.clear();
                self.name.push(0);
            }
            Op::Read { buf, .. } => self.buf = buf,
            _ => {}
        }
    }

    /// The submissions of what was filled in. They point here.
    fn chain(&mut self, work: Work, dir: RawFd, number: u32) -> Chain {
        let name = self.name.as_ptr().cast();
        match work {
            Work::Open(how) => {
                self.how = OpenHow::new().flags(how.flags() as u64).resolve(how.resolve());
                smallvec![sqe::open(dir, name, &raw const self.how, None).flags(Flags::ASYNC)]
            }
            Work::Read { code, at, .. } => {
                let room = &mut self.buf[at..];
                let len = u32::try_from(room.len()).unwrap_or(u32::MAX);
                smallvec![sqe::raw(code, dir, room.as_mut_ptr(), len)]
            }
            Work::Identify => {
                smallvec![sqe::statx(dir, name, libc::AT_EMPTY_PATH, Mask::ID.bits(), self.meta.as_mut_ptr())]
            }
            Work::Stat { follow, mask } => {
                smallvec![sqe::statx(dir, name, meta::look(follow), mask.bits(), self.meta.as_mut_ptr())]
            }
            Work::ChmodOpen { code, mode } => smallvec![sqe::raw(code, dir, ptr::null_mut(), mode)],
            Work::ChmodFile { code, mode } => {
                self.how = OpenHow::new().flags(TO_CHANGE as u64);
                let open = sqe::open(dir, name, &raw const self.how, Some(number));
                let change = sqe::raw(code, number as RawFd, ptr::null_mut(), mode);
                smallvec![
                    open.flags(Flags::ASYNC | Flags::IO_LINK),
                    // A change that fails must not keep the file from being closed: a hard link is not broken.
                    change.flags(Flags::FIXED_FILE | Flags::IO_HARDLINK),
                    sqe::close(number),
                ]
            }
        }
    }
}

/// Whether an error may come from the ring, its restrictions or its workers, and not from the file system: then a plain
/// call is asked before it is believed.
fn may_be_the_rings(errno: Errno) -> bool {
    matches!(
        errno.0,
        libc::ECANCELED
            | libc::EACCES
            | libc::EPERM
            | libc::EAGAIN
            | libc::EINTR
            | libc::EINVAL
            | libc::EBADF
            | libc::EFAULT
            | libc::ENOMEM
            | libc::ENOSYS
            | libc::EOPNOTSUPP
    )
}
