//! The closed list of operations, and their results.
//!
//! An operation borrows what it works on from the job that wants it, and its result is owned, so that a job can be fed
//! while others are still in flight.

use std::{
    os::fd::{BorrowedFd, OwnedFd},
    sync::Arc,
    time::Duration,
};

use super::budget::DirFd;
use crate::sys::{Errno, Meta, Name, file::How, meta::Mask, xattrs::Guard};

/// One operation on the file system.
pub enum Op<'a> {
    /// Open a directory: `Done::Opened`.
    Open {
        /// Where the name is looked up.
        dir: BorrowedFd<'a>,
        /// One component, or a root operand.
        name: Name<'a>,
        /// Through links, across mounts.
        how: How,
    },
    /// Read dirents: `Done::Read`.
    Read {
        /// The open directory.
        dir: BorrowedFd<'a>,
        /// Memory for the records; comes back with the result.
        buf: Vec<u8>,
        /// Where in it they go, to its end.
        at: usize,
    },
    /// statx(2) of an open directory itself: `Done::Meta`.
    Identify {
        /// The open directory.
        dir: BorrowedFd<'a>,
    },
    /// statfs(2) of an open directory: `Done::FileSystem`.
    FileSystem {
        /// The open directory.
        dir: BorrowedFd<'a>,
    },
    /// statx(2) of a name: `Done::Meta`.
    Stat {
        /// Where the name is looked up.
        dir: BorrowedFd<'a>,
        /// One component, or a root operand.
        name: Name<'a>,
        /// Whether a link is followed.
        follow: bool,
        /// Fields to fetch.
        mask: Mask,
    },
    /// readlink(2): `Done::Link`.
    Link {
        /// Where the name is looked up.
        dir: BorrowedFd<'a>,
        /// One component, or a root operand.
        name: Name<'a>,
    },
    /// Access control list and context: `Done::Guard`.
    Guard {
        /// Where the name is looked up.
        dir: BorrowedFd<'a>,
        /// One component, or a root operand.
        name: Name<'a>,
        /// Whether a link is followed.
        follow: bool,
    },
    /// Change of mode: `Done::Changed`.
    Chmod {
        /// Where the name is looked up.
        dir: BorrowedFd<'a>,
        /// One component, or a root operand.
        name: Name<'a>,
        /// Permission bits, 0 to 07777.
        mode: u32,
        /// Whether a link is followed.
        follow: bool,
    },
    /// Change of mode of an open directory itself: `Done::Changed`.
    ChmodOpen {
        /// The open directory.
        dir: BorrowedFd<'a>,
        /// Permission bits, 0 to 07777.
        mode: u32,
    },
    /// Change of mode of a regular file, which a ring may open for it, and others can see that: only for `--io=ring`.
    /// Never of what may be a FIFO or a device. A link is not followed: `Done::Changed`.
    ChmodFile {
        /// Where the name is looked up.
        dir: BorrowedFd<'a>,
        /// One component.
        name: Name<'a>,
        /// Permission bits, 0 to 07777.
        mode: u32,
    },
}

/// The result of one operation.
pub enum Done {
    /// The directory, open.
    Opened(Result<OwnedFd, Errno>),
    /// The memory given, and how much of it holds records; 0 at the end.
    Read(Vec<u8>, Result<usize, Errno>),
    /// Metadata.
    Meta(Result<Meta, Errno>),
    /// The magic number of a file system, and its ID, 0 where it has none.
    FileSystem(Result<(i64, u64), Errno>),
    /// A link's text.
    Link(Result<Vec<u8>, Errno>),
    /// Attributes.
    Guard(Result<Guard, Errno>),
    /// Whether the change was made.
    Changed(Result<(), Errno>),
}

impl Op<'_> {
    /// The result of an operation that is not done, because a signal ends the walk.
    pub fn canceled(self) -> Done {
        let why = Errno::CANCELED;
        match self {
            Op::Open { .. } => Done::Opened(Err(why)),
            Op::Read { buf, .. } => Done::Read(buf, Err(why)),
            Op::Identify { .. } | Op::Stat { .. } => Done::Meta(Err(why)),
            Op::FileSystem { .. } => Done::FileSystem(Err(why)),
            Op::Link { .. } => Done::Link(Err(why)),
            Op::Guard { .. } => Done::Guard(Err(why)),
            Op::Chmod { .. } | Op::ChmodOpen { .. } | Op::ChmodFile { .. } => Done::Changed(Err(why)),
        }
    }
}

/// Does an operation and waits for its result, on the calling thread.
pub type Perform<'a> = dyn Fn(Op<'_>) -> Done + Sync + 'a;

/// Many operations in flight, submitted and waited for by one thread: a ring. A trait, since the walk's simulator has one
/// of its own, as it has its own `Perform`.
pub trait Submit {
    /// Takes an operation on `keep`, which stays open until the result is there, or on a name in it. An operation that
    /// can't be in flight comes back.
    fn offer<'a>(&mut self, token: u64, op: Op<'a>, keep: &Arc<DirFd>) -> Result<(), Op<'a>>;

    /// Waits until there is a result, but no longer than `patience`.
    fn wait(&mut self, patience: Duration);

    /// A result, with the token of its operation.
    fn next_done(&mut self) -> Option<(u64, Done)>;

    /// Prepares for so many in flight.
    fn widen(&mut self, depth: usize);

    /// Whether reads of directories can be in flight.
    fn reads(&self) -> bool;

    /// Whether changes of regular files' modes can be in flight.
    fn changes(&self) -> bool;

    /// Whether operations can be in flight. When that ends, those that were have their results all the same.
    fn is_alive(&self) -> bool;
}
