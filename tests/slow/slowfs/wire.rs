//! The kernel's requests and our answers, as bytes in the layout of linux/fuse.h, protocol 7.31. What is sent where, and
//! when, is the server's.

use rustix::io::Errno;

/// The protocol's version that is spoken here.
const VERSION: (u32, u32) = (7, 31);

/// Lookups and reads of one directory may be in flight together; without it the kernel sends one at a time.
const PARALLEL_DIRECTORY_OPERATIONS: u32 = 1 << 18;

/// A SETATTR changes the mode.
const MODE: u32 = 1;

/// What the kernel wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want<'a> {
    /// To agree on the protocol.
    Init,
    /// The entry of that name.
    Lookup(&'a [u8]),
    /// The inode.
    Getattr,
    /// A new mode, or the inode where something else was to be changed.
    Setattr(Option<u32>),
    /// To open.
    Open,
    /// Entries from that place on, in so many bytes.
    Readdir(u64, usize),
    /// The size of the file system.
    Statfs,
    /// To close.
    Release,
    /// To be done with the request of that number, whose caller has been interrupted.
    Interrupt(u64),
    /// To forget; no answer is awaited.
    Forget,
    /// Something else.
    Other,
}

/// A request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// Its number, which the answer repeats.
    pub unique: u64,
    /// The entry that it is about.
    pub node: u64,
    /// What the kernel wants.
    pub want: Want<'a>,
}

impl Request<'_> {
    /// Reads one; none where it is cut short.
    pub fn parse(bytes: &[u8]) -> Option<Request<'_>> {
        let body = bytes.get(40..)?;
        let want = match u32_at(bytes, 4)? {
            1 => Want::Lookup(body.split(|&b| b == 0).next()?),
            2 | 42 => Want::Forget,
            3 => Want::Getattr,
            4 => Want::Setattr((u32_at(body, 0)? & MODE != 0).then_some(u32_at(body, 68)?)),
            14 | 27 => Want::Open,
            17 => Want::Statfs,
            18 | 29 => Want::Release,
            26 => Want::Init,
            28 => Want::Readdir(u64_at(body, 8)?, usize::try_from(u32_at(body, 16)?).ok()?),
            36 => Want::Interrupt(u64_at(body, 0)?),
            _ => Want::Other,
        };
        Some(Request { unique: u64_at(bytes, 8)?, node: u64_at(bytes, 16)?, want })
    }
}

/// What an entry's inode says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inode {
    /// Its number.
    pub node: u64,
    /// Type and permissions.
    pub mode: u32,
    /// Bytes.
    pub size: u64,
}

/// An answer, to be written in one piece.
pub fn answer(unique: u64, result: Result<Vec<u8>, Errno>) -> Vec<u8> {
    let (error, body) = match result {
        Ok(body) => (0, body),
        Err(why) => (-why.raw_os_error(), Vec::new()),
    };
    let length = u32::try_from(16 + body.len()).expect("a short answer");
    let mut bytes = Vec::new();
    bytes.extend(length.to_ne_bytes());
    bytes.extend(error.to_ne_bytes());
    bytes.extend(unique.to_ne_bytes());
    bytes.extend(body);
    bytes
}

/// To INIT. What the kernel does in the background is not held up by its default limit of 12 requests.
pub fn init() -> Vec<u8> {
    let background = 512_u32 | 384 << 16;
    let words = [
        VERSION.0,
        VERSION.1,
        0,
        PARALLEL_DIRECTORY_OPERATIONS,
        background,
        4096,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    words.into_iter().flat_map(u32::to_ne_bytes).collect()
}

/// To LOOKUP, valid for no time.
pub fn entry(inode: Inode) -> Vec<u8> {
    [inode.node, 0, 0, 0, 0].into_iter().flat_map(u64::to_ne_bytes).chain(attributes(inode)).collect()
}

/// To GETATTR and SETATTR, valid for no time.
pub fn inode(inode: Inode) -> Vec<u8> {
    [0, 0].into_iter().flat_map(u64::to_ne_bytes).chain(attributes(inode)).collect()
}

/// To OPEN and OPENDIR.
pub fn open() -> Vec<u8> {
    vec![0; 16]
}

/// To STATFS: a file system that knows nothing of its size.
pub fn statfs() -> Vec<u8> {
    let mut bytes = vec![0; 80];
    for (at, value) in [(40, 4096_u32), (44, 255), (48, 4096)] {
        bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
    }
    bytes
}

/// Adds an entry to an answer to READDIR of at most `room` bytes; whether it had room. `next` is the place after it.
pub fn push_entry(bytes: &mut Vec<u8>, room: usize, (node, name): (u64, &str), next: u64, mode: u32) -> bool {
    if bytes.len() + (24 + name.len()).next_multiple_of(8) > room {
        return false;
    }
    bytes.extend(node.to_ne_bytes());
    bytes.extend(next.to_ne_bytes());
    bytes.extend(u32::try_from(name.len()).expect("a short name").to_ne_bytes());
    bytes.extend((mode >> 12).to_ne_bytes());
    bytes.extend(name.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    true
}

/// The inode as FUSE has it. All times are one, long ago.
fn attributes(inode: Inode) -> Vec<u8> {
    const TIME: u64 = 1_715_000_000;
    let long = [inode.node, inode.size, inode.size.div_ceil(512), TIME, TIME, TIME];
    let links = if inode.mode >> 12 == 4 { 2 } else { 1 };
    let short = [0, 0, 0, inode.mode, links, 0, 0, 0, 4096, 0];
    long.into_iter().flat_map(u64::to_ne_bytes).chain(short.into_iter().flat_map(u32::to_ne_bytes)).collect()
}

/// Four bytes as a number.
fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Eight bytes as a number.
fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}
