//! A place for one operation in flight, and the memory that the kernel reads and writes meanwhile.
//!
//! The memory is reached by a raw pointer, has an address of its own, and no reference to it exists while something is
//! in flight. A slot that is dropped, or given up, while the kernel may still write to it leaks it, and with it the
//! descriptor whose number the kernel may still look up: what leaks can't be used after it is freed.

use std::{
    mem::{self, MaybeUninit},
    os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd},
    ptr::NonNull,
    sync::Arc,
};

use io_uring::{
    squeue::{Entry, Flags},
    types::{DestinationSlot, OpenHow},
};

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

/// What a slot is at, without what it borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// `Op::Open`.
    Open(How),
    /// `Op::Read`: where in the memory, and where in the directory.
    Read(usize, i64),
    /// `Op::Identify`.
    Identify,
    /// `Op::Stat`.
    Stat(bool, Mask),
    /// `Op::ChmodOpen`.
    ChmodOpen(u32),
    /// `Op::ChmodFile`: opened as a file of the ring's own, changed and closed, as one chain.
    ChmodFile(u32),
}

impl Work {
    /// How a ring does an operation, if it can.
    pub fn of(op: &Op<'_>, able: &Abilities) -> Option<Work> {
        match *op {
            Op::Open { how, .. } => Some(Work::Open(how)),
            Op::Read { dir, .. } if able.getdents.is_ok() => {
                // If the ring dies the read is done again, from here.
                dents::position(dir.as_raw_fd()).ok().map(|position| Work::Read(0, position))
            }
            Op::Identify { .. } => Some(Work::Identify),
            Op::Stat { follow, mask, .. } => Some(Work::Stat(follow, mask)),
            Op::ChmodOpen { mode, .. } if able.fchmod.is_ok() => Some(Work::ChmodOpen(mode)),
            Op::ChmodFile { mode, .. } if able.fchmod.is_ok() => Some(Work::ChmodFile(mode)),
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

impl Slot {
    /// A free slot.
    pub fn new() -> Slot {
        let memory =
            Memory { name: Vec::new(), how: OpenHow::new(), meta: MaybeUninit::uninit(), buf: Vec::new() };
        let memory = NonNull::from(Box::leak(Box::new(memory)));
        Slot { token: 0, work: Work::Identify, keep: None, left: 0, result: 0, memory }
    }

    /// Whether something is in flight.
    pub fn is_busy(&self) -> bool {
        self.left > 0
    }

    /// Takes an operation, which is in flight from now on: its submissions, in order. `number` is that of the slot, and
    /// of the file that a chain may open in it.
    pub fn take(
        &mut self,
        (token, work, op): (u64, Work, Op<'_>),
        keep: Arc<DirFd>,
        able: &Abilities,
        number: u32,
    ) -> ([Option<Entry>; LONGEST], usize) {
        debug_assert!(!self.is_busy());
        let dir = keep.as_fd().as_raw_fd();
        let memory = self.memory.as_ptr();
        // SAFETY: nothing is in flight, so that the memory is ours alone; the reference ends before anything is.
        let memory = unsafe { &mut *memory };
        let (mut name, mut at) = (Name::from(c""), 0);
        match op {
            Op::Open { name: its, .. } | Op::Stat { name: its, .. } | Op::ChmodFile { name: its, .. } => {
                name = its
            }
            Op::Read { buf, at: its, .. } => (memory.buf, at) = (buf, its),
            _ => {}
        }
        memory.name.clear();
        memory.name.extend_from_slice(name.to_bytes_with_nul());
        let name = memory.name.as_ptr().cast();
        let mut statx =
            |flags, mask: Mask| sqe::statx(dir, name, flags, mask.bits(), memory.meta.as_mut_ptr());
        let mut work = work;
        let entries = match &mut work {
            Work::Open(how) => {
                memory.how = OpenHow::new().flags(how.flags() as u64).resolve(how.resolve());
                [Some(sqe::open(dir, name, &raw const memory.how).build().flags(Flags::ASYNC)), None, None]
            }
            Work::Read(start, _) => {
                *start = at;
                let room = &mut memory.buf[at..];
                let len = u32::try_from(room.len()).unwrap_or(u32::MAX);
                [
                    able.getdents.as_ref().ok().map(|&code| sqe::raw(code, dir, room.as_mut_ptr(), len)),
                    None,
                    None,
                ]
            }
            Work::Identify => [Some(statx(libc::AT_EMPTY_PATH, Mask::ID)), None, None],
            Work::Stat(follow, mask) => [Some(statx(meta::look(*follow), *mask)), None, None],
            Work::ChmodOpen(mode) => [change(able, dir, *mode), None, None],
            Work::ChmodFile(mode) => {
                memory.how = OpenHow::new().flags(TO_CHANGE as u64);
                let open = sqe::open(dir, name, &raw const memory.how)
                    .file_index(DestinationSlot::try_from_slot_target(number).ok())
                    .build();
                // A change that fails must not keep the file from being closed: a hard link is not broken.
                let change = change(able, number as i32, *mode).map(sqe::on_own_file);
                let change = change.map(|change| change.flags(Flags::IO_HARDLINK));
                let close = sqe::close(number);
                [Some(open.flags(Flags::ASYNC | Flags::IO_LINK)), change, Some(close)]
            }
        };
        let count = entries.iter().flatten().count();
        (self.token, self.work, self.keep) = (token, work, Some(keep));
        (self.left, self.result) = (count, 0);
        (entries, count)
    }

    /// Takes a completion, of the submission number `part`: the result, once it is there, and whether the kernel gave it.
    pub fn complete(&mut self, part: usize, result: i32) -> Option<(Done, bool)> {
        // Of a chain the change counts.
        if part == usize::from(matches!(self.work, Work::ChmodFile(_))) {
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
        // SAFETY: the memory is never freed, so that it may be read at any time; the kernel writes to none of what is
        // read here, which are the name, the buffer's length, and its bytes before those that a read is to fill.
        let (name, buf) = unsafe {
            let (name, filled) = (&(*old).name, &(*old).buf);
            let mut buf = vec![0; filled.len()];
            if let Work::Read(at, _) = self.work {
                std::ptr::copy_nonoverlapping(filled.as_ptr(), buf.as_mut_ptr(), at);
            }
            (name.clone(), buf)
        };
        let memory = Memory { name, how: OpenHow::new(), meta: MaybeUninit::uninit(), buf };
        self.memory = NonNull::from(Box::leak(Box::new(memory)));
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
            Work::Read(at, _) => {
                let buf = mem::take(&mut memory.buf);
                let room = buf.len() - at;
                Done::Read(buf, result.map(|got| room.min(got as usize)))
            }
            Work::Identify | Work::Stat(..) => Done::Meta(result.map(|_| {
                // SAFETY: the kernel filled the whole struct.
                Meta::from_statx(unsafe { memory.meta.assume_init_ref() })
            })),
            Work::ChmodOpen(_) => Done::Changed(result.map(drop)),
            // What a chain can't do is left to the way that needs no open file.
            Work::ChmodFile(_) => {
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
            Work::Open(how) => Op::Open { dir, name, how },
            Work::Read(at, position) => {
                let buf = mem::take(&mut memory.buf);
                if let Err(errno) = dents::go_to(dir.as_raw_fd(), position) {
                    return Done::Read(buf, Err(errno));
                }
                Op::Read { dir, buf, at }
            }
            Work::Identify => Op::Identify { dir },
            Work::Stat(follow, mask) => Op::Stat { dir, name, follow, mask },
            Work::ChmodOpen(mode) => Op::ChmodOpen { dir, mode },
            Work::ChmodFile(mode) => Op::ChmodFile { dir, name, mode },
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

/// fchmod(2).
fn change(able: &Abilities, fd: i32, mode: u32) -> Option<Entry> {
    able.fchmod.as_ref().ok().map(|&code| sqe::raw(code, fd, std::ptr::null_mut(), mode))
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
