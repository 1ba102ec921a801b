//! What the walk may rely on, by file system. Everything not listed here is taken to promise nothing.

use std::os::fd::BorrowedFd;

use crate::ring::op::{Done, Op, Perform};

/// Properties of the file system that a directory is on, and of how it was reached there.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Fs {
    /// A getdents64(2) that left room for one more record was the last: the call that answers 0 may be left out. No
    /// manual promises it; `a_short_read_ends` shows that it holds.
    pub short_read_ends: bool,
    /// The inode number in a listing is that of the file, mount points apart. Not so on btrfs, where a subvolume is a
    /// directory with another number.
    pub lists_own_inodes: bool,
    /// All files have the same st_dev, mount points apart.
    pub one_device: bool,
    /// Inode numbers say nothing about where a file lies, so that GNU's fts does not sort by them.
    pub unsorted: bool,
    /// It has been entered again: an ancestor across a mount point is on the same device, so that a directory here may be
    /// one of its own ancestors without another mount point in between.
    pub again: bool,
}

// Magic numbers of statfs(2).
const EXT: i64 = 0xef53;
const XFS: i64 = 0x5846_5342;
const TMPFS: i64 = 0x0102_1994;
const NFS: i64 = 0x6969;
const CIFS: i64 = 0xff53_4d42;
const SMB2: i64 = 0xfe53_4d42;

impl Fs {
    /// The number that stands for no knowledge.
    pub const UNKNOWN: u8 = 0;

    /// As a number other than `UNKNOWN`.
    pub fn pack(self) -> u8 {
        1 | u8::from(self.short_read_ends) << 1
            | u8::from(self.lists_own_inodes) << 2
            | u8::from(self.unsorted) << 3
            | u8::from(self.one_device) << 4
            | u8::from(self.again) << 5
    }

    /// From that number.
    pub fn unpack(number: u8) -> Option<Fs> {
        let is = |bit: u8| number & 1 << bit != 0;
        (number != Fs::UNKNOWN).then(|| Fs {
            short_read_ends: is(1),
            lists_own_inodes: is(2),
            unsorted: is(3),
            one_device: is(4),
            again: is(5),
        })
    }

    /// Asks the kernel, fstatfs(2).
    pub fn of(dir: BorrowedFd<'_>, perform: &Perform<'_>) -> Fs {
        match perform(Op::FileSystem { dir }) {
            Done::Magic(Ok(magic)) => Fs::from_magic(magic),
            _ => Fs::default(),
        }
    }

    fn from_magic(magic: i64) -> Fs {
        Fs {
            short_read_ends: matches!(magic, EXT | TMPFS),
            lists_own_inodes: matches!(magic, EXT | XFS | TMPFS),
            one_device: matches!(magic, EXT | XFS | TMPFS),
            unsorted: matches!(magic, TMPFS | NFS | CIFS | SMB2),
            again: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::{AsFd, AsRawFd};

    use super::*;
    use crate::{
        ring::perform::perform,
        sys::dents::{Dents, LONGEST, getdents},
    };

    #[test]
    fn knowledge_survives_packing() {
        for magic in [0, EXT, XFS, TMPFS, NFS] {
            for again in [false, true] {
                let fs = Fs { again, ..Fs::from_magic(magic) };
                assert_eq!(Fs::unpack(fs.pack()), Some(fs));
            }
        }
        assert_eq!(Fs::unpack(Fs::UNKNOWN), None);
    }

    /// Reads directories of many sizes to their end and looks whether a read that left room was always the last but one.
    #[test]
    fn a_short_read_ends() {
        let mut seen = 0;
        for base in [std::env::temp_dir(), "/dev/shm".into(), env!("CARGO_MANIFEST_DIR").into()] {
            let root = base.join(format!("ringutils-short-read-{}", std::process::id()));
            let Ok(()) = std::fs::create_dir(&root) else { continue };
            let dir = std::fs::File::open(&root).unwrap();
            if Fs::of(dir.as_fd(), &perform).short_read_ends {
                seen += 1;
                for many in [0, 1, 50, 400, 2_000, 6_000] {
                    for number in 0..many {
                        std::fs::write(root.join(format!("{number:040}")), "").unwrap();
                    }
                    let dir = std::fs::File::open(&root).unwrap();
                    let mut buf = vec![0; 16 * 1024];
                    let mut names = 0;
                    loop {
                        let got = getdents(dir.as_raw_fd(), &mut buf).unwrap();
                        names += Dents::new(&buf[..got]).count();
                        if got + LONGEST <= buf.len() {
                            break;
                        }
                    }
                    assert_eq!(
                        getdents(dir.as_raw_fd(), &mut buf),
                        Ok(0),
                        "{many} names in {}",
                        root.display()
                    );
                    assert_eq!(names, many + 2);
                }
            }
            std::fs::remove_dir_all(&root).unwrap();
        }
        assert!(seen > 0, "no file system here on which a short read is trusted");
    }
}
