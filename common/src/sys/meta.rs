//! What statx(2) tells of a file.

use std::{
    mem::MaybeUninit,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    cstr::Name,
    errno::{Errno, check},
    supervision,
};

/// The type of a file, from a mode's type bits or from a dirent's d_type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The file system did not say (DT_UNKNOWN), or a type that has no name.
    Unknown = 0,
    /// A FIFO, also called a named pipe.
    Fifo = 1,
    /// A character device.
    Char = 2,
    /// A directory.
    Dir = 4,
    /// A block device.
    Block = 6,
    /// A regular file.
    File = 8,
    /// A symbolic link.
    Link = 10,
    /// A socket.
    Socket = 12,
}

impl Kind {
    /// From d_type of getdents64(2); numbers that Linux does not define are `Unknown`.
    pub fn from_dirent(d_type: u8) -> Kind {
        match d_type {
            1 => Kind::Fifo,
            2 => Kind::Char,
            4 => Kind::Dir,
            6 => Kind::Block,
            8 => Kind::File,
            10 => Kind::Link,
            12 => Kind::Socket,
            _ => Kind::Unknown,
        }
    }

    /// From the type bits (S_IFMT) of a mode.
    pub fn from_mode(mode: u32) -> Kind {
        Kind::from_dirent(((mode & libc::S_IFMT) >> 12) as u8)
    }
}

/// A point in time: seconds since 1970 and nanoseconds, as in struct timespec.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Time {
    /// Seconds since 1970-01-01 00:00 UTC; negative before.
    pub sec: i64,
    /// Nanoseconds, 0 to 999,999,999, counted forward from `sec`.
    pub nsec: u32,
}

/// The metadata of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Type and permission bits, as st_mode.
    pub mode: u32,
    /// Number of hard links.
    pub nlink: u32,
    /// User ID of the owner.
    pub uid: u32,
    /// Group ID of the owner.
    pub gid: u32,
    /// Inode number.
    pub ino: u64,
    /// Size in bytes.
    pub size: u64,
    /// Blocks allocated, of 512 bytes each.
    pub blocks: u64,
    /// Preferred block size for I/O, in bytes.
    pub blksize: u32,
    /// Device that holds the file, as makedev(3) encodes it.
    pub dev: u64,
    /// Device that the file is, as makedev(3) encodes it; 0 where it is none.
    pub rdev: u64,
    /// Last access.
    pub atime: Time,
    /// Last modification of the content.
    pub mtime: Time,
    /// Last change of the inode.
    pub ctime: Time,
    /// Creation, where the file system keeps it.
    pub btime: Option<Time>,
    /// Whether something is mounted there; never where the kernel does not tell (before Linux 5.8, or
    /// by stat(2)).
    pub mounted: bool,
    /// What the file system lets nobody do with the file, and how it keeps it; nothing where the kernel does not tell.
    pub attributes: Attributes,
}

/// Attributes of a file beyond its mode, as chattr(1) sets them: those that statx(2) tells of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attributes(u32);

impl Attributes {
    /// All that have a name, with it.
    pub const NAMES: [(&'static str, Attributes); 7] = [
        ("append", Attributes(libc::STATX_ATTR_APPEND as u32)),
        ("compressed", Attributes(libc::STATX_ATTR_COMPRESSED as u32)),
        ("dax", Attributes(libc::STATX_ATTR_DAX as u32)),
        ("encrypted", Attributes(libc::STATX_ATTR_ENCRYPTED as u32)),
        ("immutable", Attributes(libc::STATX_ATTR_IMMUTABLE as u32)),
        ("nodump", Attributes(libc::STATX_ATTR_NODUMP as u32)),
        ("verity", Attributes(libc::STATX_ATTR_VERITY as u32)),
    ];

    /// Those that have a name, of what statx(2) says.
    fn known(bits: u64) -> Attributes {
        const NAMED: u32 = {
            let (mut named, mut at) = (0, 0);
            while at < Attributes::NAMES.len() {
                named |= Attributes::NAMES[at].1.0;
                at += 1;
            }
            named
        };
        Attributes(bits as u32 & NAMED)
    }

    /// Both.
    pub const fn with(self, other: Attributes) -> Attributes {
        Attributes(self.0 | other.0)
    }

    /// Whether it has all of these.
    pub const fn has(self, all: Attributes) -> bool {
        self.0 & all.0 == all.0
    }

    /// Whether it has one of these.
    pub const fn meets(self, any: Attributes) -> bool {
        self.0 & any.0 != 0
    }
}

impl Meta {
    /// The type of the file.
    pub fn kind(&self) -> Kind {
        Kind::from_mode(self.mode)
    }

    /// What identifies the inode while it is open: device and inode number.
    pub fn id(&self) -> (u64, u64) {
        (self.dev, self.ino)
    }

    /// What stat(2) filled. It knows neither the time of creation nor what is mounted.
    fn from_stat(x: &libc::stat) -> Meta {
        let time = |sec, nsec: i64| Time { sec, nsec: nsec as u32 };
        Meta {
            mode: x.st_mode,
            nlink: u32::try_from(x.st_nlink).unwrap_or(u32::MAX),
            uid: x.st_uid,
            gid: x.st_gid,
            ino: x.st_ino,
            size: x.st_size as u64,
            blocks: x.st_blocks as u64,
            blksize: x.st_blksize as u32,
            dev: x.st_dev,
            rdev: x.st_rdev,
            atime: time(x.st_atime, x.st_atime_nsec),
            mtime: time(x.st_mtime, x.st_mtime_nsec),
            ctime: time(x.st_ctime, x.st_ctime_nsec),
            btime: None,
            mounted: false,
            attributes: Attributes::default(),
        }
    }

    /// What statx(2) filled.
    pub(crate) fn from_statx(x: &libc::statx) -> Meta {
        let time = |t: &libc::statx_timestamp| Time { sec: t.tv_sec, nsec: t.tv_nsec };
        Meta {
            mode: u32::from(x.stx_mode),
            nlink: x.stx_nlink,
            uid: x.stx_uid,
            gid: x.stx_gid,
            ino: x.stx_ino,
            size: x.stx_size,
            blocks: x.stx_blocks,
            blksize: x.stx_blksize,
            dev: libc::makedev(x.stx_dev_major, x.stx_dev_minor),
            rdev: libc::makedev(x.stx_rdev_major, x.stx_rdev_minor),
            atime: time(&x.stx_atime),
            mtime: time(&x.stx_mtime),
            ctime: time(&x.stx_ctime),
            attributes: Attributes::known(x.stx_attributes),
            mounted: x.stx_attributes & libc::STATX_ATTR_MOUNT_ROOT as u64 != 0,
            btime: (x.stx_mask & libc::STATX_BTIME != 0).then(|| time(&x.stx_btime)),
        }
    }
}

/// Which of statx(2)'s fields are wanted. A network file system may answer a narrower mask without a round trip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mask(u32);

impl Mask {
    /// Everything that stat(2) knows.
    pub const BASIC: Mask = Mask(libc::STATX_BASIC_STATS);
    /// Everything that stat(2) knows and the time of creation.
    pub const BIRTH: Mask = Mask(libc::STATX_BASIC_STATS | libc::STATX_BTIME);
    /// Everything that stat(2) knows but for the times.
    pub const TIMELESS: Mask =
        Mask(libc::STATX_BASIC_STATS & !(libc::STATX_ATIME | libc::STATX_MTIME | libc::STATX_CTIME));
    /// The last access.
    pub const ATIME: Mask = Mask(libc::STATX_ATIME);
    /// The last modification of the content.
    pub const MTIME: Mask = Mask(libc::STATX_MTIME);
    /// The last change of the inode.
    pub const CTIME: Mask = Mask(libc::STATX_CTIME);
    /// The time of creation.
    pub const BTIME: Mask = Mask(libc::STATX_BTIME);
    /// Type and permission bits.
    pub const MODE: Mask = Mask(libc::STATX_TYPE | libc::STATX_MODE);
    /// Type, inode number; the device comes unasked.
    pub const ID: Mask = Mask(libc::STATX_TYPE | libc::STATX_INO);

    /// Both.
    pub const fn with(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// Whether it has all of these.
    pub const fn has(self, all: Mask) -> bool {
        self.0 & all.0 == all.0
    }

    /// As statx(2) takes it.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

/// Flags of statx(2) for a look at a name: it never triggers an automount, nor does stat(2).
pub(crate) const fn look(follow: bool) -> i32 {
    libc::AT_NO_AUTOMOUNT | if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW }
}

/// statx(2) of `name` relative to `dir`.
pub fn statx(dir: i32, name: Name<'_>, follow: bool, mask: Mask) -> Result<Meta, Errno> {
    raw(dir, name, look(follow), mask)
}

/// statx(2) of an open file, which may be an O_PATH descriptor.
pub fn fstatx(fd: i32, mask: Mask) -> Result<Meta, Errno> {
    raw(fd, c"".into(), libc::AT_EMPTY_PATH, mask)
}

/// Whether GNU's tool makes statx calls itself, as ls does and find and chmod do not.
static USUAL: AtomicBool = AtomicBool::new(false);

/// Says that GNU's tool makes statx calls itself.
pub fn statx_is_usual() {
    USUAL.store(true, Ordering::Relaxed);
}

/// Whether stat(2) is to be asked instead. An operand is looked at once, in full by GNU's tools too, and before anything
/// else: finding out whether it matters would take longer.
fn asks_stat(dir: i32, mask: Mask) -> bool {
    let operand = dir == libc::AT_FDCWD && mask.0 & libc::STATX_BTIME == 0;
    !USUAL.load(Ordering::Relaxed) && (operand || supervision::is_strict())
}

fn raw(dir: i32, name: Name<'_>, flags: i32, mask: Mask) -> Result<Meta, Errno> {
    if asks_stat(dir, mask) {
        let mut buf = MaybeUninit::<libc::stat>::uninit();
        // SAFETY: name is NUL-terminated and buf has room for the answer.
        check(unsafe { libc::fstatat(dir, name.as_ptr(), buf.as_mut_ptr(), flags) })?;
        // SAFETY: fstatat succeeded.
        return Ok(Meta::from_stat(unsafe { buf.assume_init_ref() }));
    }
    let mut buf = MaybeUninit::<libc::statx>::uninit();
    // SAFETY: name is NUL-terminated and buf has room for the answer.
    check(unsafe { libc::statx(dir, name.as_ptr(), flags, mask.0, buf.as_mut_ptr()) })?;
    // SAFETY: statx succeeded, and the kernel fills the whole struct.
    Ok(Meta::from_statx(unsafe { buf.assume_init_ref() }))
}
