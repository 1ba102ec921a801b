//! The ring against plain calls, on a real kernel: what it answers, and what it survives.
//!
//! Where this kernel has no ring, or lacks what a test needs, the test says `NOT RUN`.

mod lost;
mod refused;

use std::{
    collections::HashMap,
    ffi::CString,
    fs,
    os::{
        fd::{AsFd, AsRawFd},
        unix::fs::{MetadataExt, PermissionsExt, symlink},
    },
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use super::{Ring, Tally, trial};
use crate::{
    ring::{
        budget::DirFd,
        caps::{Abilities, Caps, Lack, Numbers, Setup},
        op::{Done, Op},
        perform::perform,
    },
    sys::{
        dents::Dents,
        fd::CWD,
        file::{self, How},
        meta::Mask,
    },
};

/// A folder for a test, removed with it.
struct Folder(PathBuf);

impl Folder {
    /// Directories `d0` to `d7` with a few files each, files `f0` to `f63`, and links of all kinds.
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ringutils-ring-{}-{number}", std::process::id()));
        fs::create_dir(&path).unwrap();
        for number in 0..8 {
            let dir = path.join(format!("d{number}"));
            fs::create_dir(&dir).unwrap();
            (0..number * 10).for_each(|file| fs::write(dir.join(format!("file-{file}")), "").unwrap());
        }
        (0..64).for_each(|number| fs::write(path.join(format!("f{number}")), "x").unwrap());
        for (link, target) in [("to-file", "f0"), ("to-dir", "d1"), ("to-none", "none"), ("loop", "loop")] {
            symlink(target, path.join(link)).unwrap();
        }
        Folder(path)
    }

    fn open(&self, name: &str) -> Arc<DirFd> {
        open(&self.0.join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> Arc<DirFd> {
    let path = CString::new(path.to_str().unwrap()).unwrap();
    Arc::new(file::open_dir(CWD.as_raw_fd(), path.as_c_str().into(), How::NoFollow).unwrap().into())
}

/// What a ring can do here, in each set-up that this kernel has; nothing where it has no ring.
fn abilities() -> Vec<Abilities> {
    let folder = Folder::new();
    match Caps::discover(Numbers::default(), folder.open(".").as_fd()).ring {
        Ok(able) if able.setup == Setup::Deferred => {
            vec![able.clone(), Abilities { setup: Setup::Cooperative, ..able }]
        }
        Ok(able) => vec![able],
        Err(refusal) => {
            eprintln!("NOT RUN: no ring: {refusal}");
            Vec::new()
        }
    }
}

/// Numbers that look random and are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 as usize % limit
    }
}

/// An operation that both a ring and plain calls are given. Each has descriptors of its own.
#[derive(Clone)]
struct Case {
    kind: usize,
    name: CString,
    follow: bool,
    room: usize,
    at: usize,
}

impl Case {
    fn random(random: &mut Random) -> Case {
        let names = [
            "d0", "d1", "d7", "f0", "f1", "f63", "to-file", "to-dir", "to-none", "loop", "none", ".", "..",
            "",
        ];
        let long = "n".repeat(300);
        let name = match random.below(names.len() + 1) {
            number if number < names.len() => names[number],
            _ => &long,
        };
        let (kind, follow) = (random.below(7), random.below(2) == 0);
        Case {
            kind,
            name: CString::new(name).unwrap(),
            follow,
            room: 30 + random.below(3000),
            at: random.below(20),
        }
    }

    fn op<'a>(&'a self, dir: &'a DirFd) -> Op<'a> {
        let (dir, name, follow) = (dir.as_fd(), self.name.as_c_str().into(), self.follow);
        match self.kind {
            0 => Op::Open { dir, name, how: if follow { How::Follow } else { How::NoFollow } },
            1 => Op::Open { dir, name, how: if follow { How::Search } else { How::Within } },
            2 => Op::Identify { dir },
            3 => Op::Stat { dir, name, follow, mask: Mask::MODE.with(Mask::ID) },
            4 => Op::Link { dir, name },
            5 => Op::FileSystem { dir },
            _ => Op::Read { dir, buf: vec![7; self.at + self.room], at: self.at },
        }
    }
}

/// What a result says, as text; records begin at `at`.
fn told(done: &Done, at: usize) -> String {
    match done {
        Done::Opened(Ok(fd)) => match perform(Op::Identify { dir: fd.as_fd() }) {
            Done::Meta(Ok(meta)) => format!("{:?}", meta.id()),
            _ => panic!("what was opened is not open"),
        },
        Done::Opened(Err(errno)) => format!("{errno:?}"),
        Done::Read(buf, Err(errno)) => format!("{} {errno:?}", buf.len()),
        Done::Read(buf, Ok(got)) => format!("{:?}", Dents::new(&buf[at..at + got]).collect::<Vec<_>>()),
        Done::Meta(meta) => format!("{:?}", meta.map(|meta| (meta.id(), meta.mode))),
        Done::FileSystem(known) => format!("{known:?}"),
        Done::Link(text) => format!("{text:?}"),
        Done::Guard(guard) => format!("{guard:?}"),
        Done::Changed(changed) => format!("{changed:?}"),
    }
}

/// A directory as it is told when it is read to its end: where one read ends and the next begins is the kernel's affair.
fn listing(read: &mut Vec<Vec<u8>>, done: &Done, at: usize) -> Option<String> {
    match done {
        Done::Read(buf, Ok(got @ 1..)) => {
            read.push(buf[at..at + got].to_vec());
            None
        }
        Done::Read(_, end) => {
            let all: Vec<_> =
                read.iter().flat_map(|read| Dents::new(read)).map(|dent| (dent.ino, dent.name)).collect();
            Some(format!("{all:?} {end:?}"))
        }
        done => Some(told(done, at)),
    }
}

/// What plain calls make of a case, a directory read to its end.
fn expected(case: &Case, dir: &DirFd) -> String {
    let mut read = Vec::new();
    loop {
        if let Some(all) = listing(&mut read, &perform(case.op(dir)), case.at) {
            return all;
        }
    }
}

/// Gives `ring` random operations, as many at once as it takes, and compares what becomes of each.
fn compare(ring: &mut Ring, folder: &Folder, random: &mut Random, total: usize) {
    let dirs = |random: &mut Random| {
        let name = [".", "d0", "d7"][random.below(3)];
        (folder.open(name), folder.open(name))
    };
    let mut open = HashMap::new();
    let (mut begun, mut ended) = (0, 0);
    while ended < total {
        if begun < total && random.below(3) > 0 {
            let (case, (ours, plain)) = (Case::random(random), dirs(random));
            ring.submit(begun as u64, case.op(&ours), ours.clone());
            open.insert(begun as u64, (case, ours, plain, Vec::new()));
            begun += 1;
            continue;
        }
        match random.below(3) {
            0 => ring.flush(),
            1 => ring.wait(random.below(8), None),
            _ => ring.wait(ring.in_flight(), Some(Duration::from_micros(random.below(300) as u64))),
        }
        while let Some((token, done)) = ring.next_done() {
            let (case, ours, plain, mut read) = open.remove(&token).expect("a token comes back once");
            if let Some(told) = listing(&mut read, &done, case.at) {
                assert_eq!(told, expected(&case, &plain), "{} of {:?}", case.kind, case.name);
                ended += 1;
            } else {
                ring.submit(token, case.op(&ours), ours.clone());
                open.insert(token, (case, ours, plain, read));
            }
        }
    }
    assert_eq!((ring.in_flight(), open.len()), (0, 0));
}

#[test]
fn a_ring_answers_as_plain_calls_do() {
    let folder = Folder::new();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for able in abilities() {
        for entries in [1, 4, 64] {
            let mut ring = Ring::with(&able, entries).unwrap();
            compare(&mut ring, &folder, &mut random, 2000);
            let Tally { opened, read, looked, again, .. } = ring.tally();
            assert!(opened > 400 && looked > 400 && again < 700, "{:?}", ring.tally());
            assert_eq!(read > 0, able.getdents.is_ok());
            assert_eq!(ring.death(), None);
        }
    }
}

#[test]
fn workers_follow_the_depth() {
    let folder = Folder::new();
    for able in abilities() {
        let mut ring = Ring::with(&able, 32).unwrap();
        for count in [1, 32, 1000, 2, 0] {
            assert!(ring.set_workers(count));
            compare(&mut ring, &folder, &mut Random(77), 100);
        }
    }
}

#[test]
fn modes_are_changed() {
    let folder = Folder::new();
    let dir = folder.open(".");
    for (able, round) in abilities().into_iter().zip(1..) {
        let mut ring = Ring::with(&able, 16).unwrap();
        let mode = |number: u32| (number * 8 + round) & 0o777 | 0o400;
        for number in 0..64 {
            let name = CString::new(format!("f{number}")).unwrap();
            let name = name.as_c_str().into();
            ring.submit(0, Op::ChmodFile { dir: dir.as_fd(), name, mode: mode(number) }, dir.clone());
        }
        let sub = folder.open("d3");
        ring.submit(1, Op::ChmodOpen { dir: sub.as_fd(), mode: 0o711 + round }, sub.clone());
        // A link is never followed, and what is not there has no mode.
        for name in [c"to-file", c"none"] {
            ring.submit(2, Op::ChmodFile { dir: dir.as_fd(), name: name.into(), mode: 0 }, dir.clone());
        }
        ring.wait(usize::MAX, None);
        let mut failed = Vec::new();
        while let Some((token, done)) = ring.next_done() {
            match done {
                Done::Changed(Ok(())) if token < 2 => {}
                Done::Changed(Err(errno)) if token == 2 => failed.push(errno.0),
                _ => panic!("{token} {}", told(&done, 0)),
            }
        }
        failed.sort();
        assert_eq!(failed, [libc::ENOENT, libc::EOPNOTSUPP]);
        let is = |name: &str| fs::metadata(folder.0.join(name)).unwrap().permissions().mode() & 0o7777;
        (0..64).for_each(|number| assert_eq!(is(&format!("f{number}")), mode(number)));
        assert_eq!(is("d3"), 0o711 + round);
        assert_eq!(ring.tally().changed > 0, able.fchmod.is_ok());
    }
}

/// Whatever number is tried, the trial ends, proves nothing of an operation that is another, and leaves no trace.
#[test]
fn a_trial_proves_only_what_is_there() {
    let folder = Folder::new();
    let dir = folder.open(".");
    let state = || {
        let meta = fs::metadata(&folder.0).unwrap();
        (meta.mode(), meta.size(), meta.mtime_nsec(), meta.ctime_nsec())
    };
    let before = state();
    for able in abilities() {
        for number in 37..=80 {
            if able.getdents != Ok(number) {
                let tried = trial::getdents(able.setup, number, dir.as_fd());
                assert!(matches!(tried, Err(Lack::Unproven(..))), "{number} {tried:?}");
            }
            if able.fchmod != Ok(number) {
                let tried = trial::fchmod(able.setup, number);
                assert!(matches!(tried, Err(Lack::Unproven(..))), "{number} {tried:?}");
            }
        }
    }
    assert_eq!(state(), before);
}
