//! What the running kernel says of its own types: /sys/kernel/btf/vmlinux, some megabytes of BTF.
//!
//! Mapped where the kernel allows it, which then reads only the pages that are looked at; read whole where it does not
//! (before Linux 6.16), which takes 2 to 40 ms.

use std::{
    fs::File,
    io::{self, Read},
    ops::Deref,
    os::fd::AsRawFd,
    ptr::{self, NonNull},
};

use super::errno::Errno;

/// The bytes of the running kernel's BTF.
pub fn btf() -> Result<Bytes, Errno> {
    bytes(File::open("/sys/kernel/btf/vmlinux"))
        .map_err(|error| Errno(error.raw_os_error().unwrap_or(libc::EIO)))
}

/// A file's bytes.
pub enum Bytes {
    /// As the kernel shows them.
    Mapped(Map),
    /// As a copy.
    Read(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Read(bytes) => bytes,
        }
    }
}

/// A file that is mapped for reading, and never changes.
pub struct Map {
    /// Where.
    start: NonNull<u8>,
    /// How much of it.
    len: usize,
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the mapping has this length and lives as long as the map does; the kernel's own types do not change.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing borrows it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.len) };
    }
}

fn bytes(file: io::Result<File>) -> io::Result<Bytes> {
    let mut file = file?;
    let len = usize::try_from(file.metadata()?.len()).unwrap_or(0);
    // SAFETY: a new private mapping for reading, at a place that the kernel chooses.
    let start =
        unsafe { libc::mmap(ptr::null_mut(), len, libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd(), 0) };
    if let (Some(start), true) = (NonNull::new(start.cast()), start != libc::MAP_FAILED) {
        return Ok(Bytes::Mapped(Map { start, len }));
    }
    let mut copy = Vec::with_capacity(len);
    file.read_to_end(&mut copy)?;
    Ok(Bytes::Read(copy))
}
