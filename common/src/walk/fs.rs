//! What the walk may rely on, by file system. Everything not listed here is taken to promise nothing.

use std::os::fd::BorrowedFd;

use crate::ring::op::{Done, Op, Perform};

/// Properties of the file system that a directory is on, and of how it was reached there.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Fs {
    /// The last record of a directory says that nothing comes behind it, by one of two numbers: the call of getdents64(2)
    /// that answers 0 may be left out. No manual promises it; `an_end_mark_ends` shows that it holds. That a read left
    /// room tells nothing: a signal cuts reads short, even one that stops the process.
    pub end_mark: EndMark,
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

/// What the d_off of a directory's last record is.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum EndMark {
    /// Nothing to rely on.
    #[default]
    None,
    /// The largest number of 64 bits.
    Wide,
    /// The largest number of 32 bits.
    Narrow,
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
        1 | u8::from(self.end_mark == EndMark::Wide) << 1
            | u8::from(self.end_mark == EndMark::Narrow) << 6
            | u8::from(self.lists_own_inodes) << 2
            | u8::from(self.unsorted) << 3
            | u8::from(self.one_device) << 4
            | u8::from(self.again) << 5
    }

    /// From that number.
    pub fn unpack(number: u8) -> Option<Fs> {
        let is = |bit: u8| number & 1 << bit != 0;
        (number != Fs::UNKNOWN).then(|| Fs {
            end_mark: match (is(1), is(6)) {
                (true, _) => EndMark::Wide,
                (false, true) => EndMark::Narrow,
                (false, false) => EndMark::None,
            },
            lists_own_inodes: is(2),
            unsorted: is(3),
            one_device: is(4),
            again: is(5),
        })
    }

    /// Whether nothing comes behind a record with this d_off.
    pub fn ends_at(self, offset: i64) -> bool {
        match self.end_mark {
            EndMark::None => false,
            EndMark::Wide => offset == i64::MAX,
            EndMark::Narrow => offset == i64::from(i32::MAX),
        }
    }

    /// Asks the kernel, fstatfs(2): also for the file system's ID, 0 where it has none.
    pub fn of(dir: BorrowedFd<'_>, perform: &Perform<'_>) -> (Fs, u64) {
        match perform(Op::FileSystem { dir }) {
            Done::FileSystem(Ok((magic, id))) => (Fs::from_magic(magic), id),
            _ => (Fs::default(), 0),
        }
    }

    fn from_magic(magic: i64) -> Fs {
        Fs {
            end_mark: match magic {
                EXT => EndMark::Wide,
                TMPFS => EndMark::Narrow,
                _ => EndMark::None,
            },
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
        sys::dents::{Dents, getdents},
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

    /// Reads directories of many sizes to their end and looks whether a read whose last record has the mark was always the
    /// last but one, and no other was.
    #[test]
    fn an_end_mark_ends() {
        let mut seen = 0;
        for base in [std::env::temp_dir(), "/dev/shm".into(), env!("CARGO_MANIFEST_DIR").into()] {
            let root = base.join(format!("ringutils-end-mark-{}", std::process::id()));
            let Ok(()) = std::fs::create_dir(&root) else { continue };
            let dir = std::fs::File::open(&root).unwrap();
            let (fs, _) = Fs::of(dir.as_fd(), &perform);
            if fs.end_mark != EndMark::None {
                for many in [0, 1, 50, 400, 2_000, 6_000] {
                    for number in 0..many {
                        std::fs::write(root.join(format!("{number:040}")), "").unwrap();
                    }
                    let dir = std::fs::File::open(&root).unwrap();
                    let mut buf = vec![0; 16 * 1024];
                    let mut names = 0;
                    let mut marked = false;
                    loop {
                        let got = getdents(dir.as_raw_fd(), &mut buf).unwrap();
                        assert!(got == 0 || !marked, "{many} names in {}", root.display());
                        if got == 0 {
                            break;
                        }
                        let mut dents = Dents::new(&buf[..got]);
                        names += dents.by_ref().count();
                        marked = fs.ends_at(dents.offset());
                    }
                    seen += usize::from(marked);
                    assert_eq!(names, many + 2);
                }
            }
            std::fs::remove_dir_all(&root).unwrap();
        }
        assert!(seen > 0, "no file system here whose directories end with a mark");
    }
}
