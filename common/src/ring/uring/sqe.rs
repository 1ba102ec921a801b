//! Submissions as the kernel reads them. Says nothing of how long the memory that they point to must live.

use std::os::fd::RawFd;

use io_uring::{
    opcode,
    squeue::Entry,
    types::{self, DestinationSlot},
};

/// An operation that the crate does not know: the layout that getdents and fchmod share, with everything else zero.
#[repr(C)]
struct Raw {
    /// Number of the operation.
    opcode: u8,
    /// How it is carried out.
    flags: u8,
    /// Priority of I/O.
    ioprio: u16,
    /// What it works on.
    fd: i32,
    /// An offset.
    off: u64,
    /// Memory.
    addr: u64,
    /// Size of the memory, or a mode.
    len: u32,
    /// Flags of the operation's own.
    op_flags: u32,
    /// Comes back with the completion.
    user_data: u64,
    /// Buffer, personality, file: numbers of what is registered.
    registered: u64,
    /// What later kernels added.
    rest: [u64; 2],
}

/// A submission of the operation `opcode`, which has no more arguments than these.
pub(super) fn raw(opcode: u8, fd: RawFd, addr: *mut u8, len: u32) -> Entry {
    let raw = Raw {
        opcode,
        flags: 0,
        ioprio: 0,
        fd,
        off: 0,
        addr: addr.expose_provenance() as u64,
        len,
        op_flags: 0,
        user_data: 0,
        registered: 0,
        rest: [0; 2],
    };
    // SAFETY: an entry is the kernel's struct of 64 bytes behind repr(C), as this is, and any bytes are a valid one; the
    // compiler checks that the sizes are equal.
    unsafe { std::mem::transmute::<Raw, Entry>(raw) }
}

/// openat2(2), into a descriptor or a file of the ring's own.
pub(super) fn open(
    dir: RawFd,
    name: *const libc::c_char,
    how: *const types::OpenHow,
    file: Option<u32>,
) -> Entry {
    let file = file.and_then(|file| DestinationSlot::try_from_slot_target(file).ok());
    opcode::OpenAt2::new(types::Fd(dir), name, how).file_index(file).build()
}

/// statx(2).
pub(super) fn statx(
    dir: RawFd,
    name: *const libc::c_char,
    flags: i32,
    mask: u32,
    into: *mut libc::statx,
) -> Entry {
    opcode::Statx::new(types::Fd(dir), name, into.cast()).flags(flags).mask(mask).build()
}

/// close(2) of a file of the ring's own.
pub(super) fn close(file: u32) -> Entry {
    opcode::Close::new(types::Fixed(file)).build()
}
