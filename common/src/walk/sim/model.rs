//! The simulated file system: random trees in memory, and the operations of a kernel on them.

use std::{
    collections::HashMap,
    os::fd::{AsRawFd, OwnedFd},
    sync::Mutex,
};

use super::lock;
use crate::{
    ring::op::{Done, Op},
    sys::{Errno, Meta, file::How},
};

/// A small random number generator, SplitMix64.
pub(crate) struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// One directory of the model.
#[derive(Clone, Default)]
pub(super) struct ModelDir {
    /// The directory that it is in.
    pub parent: usize,
    /// Names, in the order in which they are read; directories with their number.
    pub entries: Vec<(String, Option<usize>)>,
    /// Why it can't be opened.
    pub open_error: Option<Errno>,
    /// Why it can't be opened once it has been.
    pub again_error: Option<Errno>,
    /// Why it can't be told which directory it is.
    pub blind: Option<Errno>,
    /// After how many entries reading it fails.
    pub read_error: Option<usize>,
    /// Whether it can't be searched, for those who ask.
    pub unsearchable: bool,
    /// Whether it is a mount point.
    pub mount: bool,
    /// The directory that it is in truth, mounted a second time.
    pub same_as: Option<usize>,
}

/// A file system in memory. Directory 0 is the root, with the operand `r`.
#[derive(Clone)]
pub(super) struct Model {
    /// All directories.
    pub dirs: Vec<ModelDir>,
}

/// The shapes of trees.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Random,
    Comb,
    Wide,
    Bushy,
}

impl Model {
    pub fn random(rng: &mut Rng, shape: Shape, count: usize) -> Model {
        let mut dirs = vec![ModelDir::default()];
        for number in 1..=count {
            let parent = match shape {
                Shape::Random => rng.below(dirs.len()),
                // A spine with two teeth a level, the spine first, between or last.
                Shape::Comb => (number - 1) / 3 * 3,
                Shape::Wide => 0,
                // Levels of three, nine, and more.
                Shape::Bushy => (number - 1) / 3,
            };
            let at = rng.below(dirs[parent].entries.len() + 1);
            dirs[parent].entries.insert(at, (format!("d{number}"), Some(number)));
            dirs.push(ModelDir { parent, mount: rng.one_in(20), ..ModelDir::default() });
        }
        for dir in &mut dirs {
            for number in 0..rng.below(6) {
                let at = rng.below(dir.entries.len() + 1);
                dir.entries.insert(at, (format!("f{number}"), None));
            }
            dir.unsearchable = rng.one_in(12);
            dir.open_error = rng.one_in(12).then_some(Errno::ACCES);
            dir.read_error = rng.one_in(12).then(|| rng.below(dir.entries.len() + 1));
        }
        Model { dirs }
    }

    /// A chain of directories `d1/d2/…` below the root.
    pub fn chain(count: usize) -> Model {
        let mut dirs = vec![ModelDir::default()];
        for number in 1..=count {
            dirs[number - 1].entries.push((format!("d{number}"), Some(number)));
            dirs.push(ModelDir { parent: number - 1, ..ModelDir::default() });
        }
        Model { dirs }
    }

    /// What a barrier does to the tree: every third directory gets a file more. Only the first few do it, since files
    /// more can mean barriers more.
    pub fn change(&mut self, number: usize) {
        if number > 12 {
            return;
        }
        let count = self.dirs.len();
        for dir in (number % 3..count).step_by(3) {
            self.dirs[dir].entries.push((format!("n{number}"), None));
        }
    }
}

/// What is open, and what has been done.
pub(super) struct Kernel {
    /// The tree.
    pub model: Model,
    /// Directory and position of each open descriptor.
    open: HashMap<i32, (usize, usize)>,
    /// Records that a read returns.
    per_read: usize,
    /// How often each directory has been opened.
    pub opens: Vec<usize>,
    /// How often each directory has been read from its beginning.
    pub reads: Vec<usize>,
    /// Refuses descriptors at random.
    refuse: Option<Rng>,
    /// How many opens come before the next refusal: giving up descriptors helps.
    relieved: usize,
    /// Whether it can't tell mount points when it opens, as kernels older than Linux 5.6.
    pub old: bool,
}

impl Kernel {
    pub fn new(model: &Model, per_read: usize, refuse: Option<Rng>) -> Kernel {
        let none = vec![0; model.dirs.len()];
        Kernel {
            model: model.clone(),
            open: HashMap::new(),
            per_read,
            opens: none.clone(),
            reads: none,
            refuse,
            relieved: 0,
            old: false,
        }
    }

    fn open(&mut self, dir: i32, name: &str, how: How) -> Result<OwnedFd, Errno> {
        let found = if name == "r" {
            Some(0)
        } else {
            let (dir, _) = self.open[&dir];
            let dir = &self.model.dirs[dir];
            match name {
                ".." => Some(dir.parent),
                _ => dir.entries.iter().find(|entry| entry.0 == name).and_then(|entry| entry.1),
            }
        };
        let found = found.ok_or(Errno::NOENT)?;
        self.relieved = self.relieved.saturating_sub(1);
        if self.relieved == 0 && self.refuse.as_mut().is_some_and(|rng| rng.one_in(4)) {
            self.relieved = 60;
            return Err(Errno::MFILE);
        }
        let model = &self.model.dirs[found];
        let error = if self.opens[found] == 0 { model.open_error } else { model.again_error };
        match error {
            _ if self.old && matches!(how, How::Within | How::Search) => return Err(Errno::NOSYS),
            Some(errno) => return Err(errno),
            None if matches!(how, How::Within | How::Search) && model.mount => return Err(Errno::XDEV),
            None if how == How::Search && model.unsearchable => return Err(Errno::ACCES),
            None => {}
        }
        let fd: OwnedFd = std::fs::File::open("/dev/null").unwrap().into();
        self.open.insert(fd.as_raw_fd(), (found, 0));
        self.opens[found] += 1;
        Ok(fd)
    }

    fn read(&mut self, dir: i32, buf: &mut [u8]) -> Result<usize, Errno> {
        let (number, at) = self.open[&dir];
        self.reads[number] += usize::from(at == 0);
        let model = &self.model.dirs[number];
        if model.read_error.is_some_and(|after| at >= after) {
            return Err(Errno(libc::EIO));
        }
        let end = model.read_error.unwrap_or(usize::MAX).min(model.entries.len()).min(at + self.per_read);
        let (mut filled, mut read) = (0, at);
        for (name, dir) in &model.entries[at..end] {
            let length = (19 + name.len() + 1).next_multiple_of(8);
            if filled + length > buf.len() {
                break;
            }
            let record = &mut buf[filled..filled + length];
            record.fill(0);
            record[..8].copy_from_slice(&dir.map_or(0, |dir| dir as u64 + 1).to_ne_bytes());
            record[16..18].copy_from_slice(&(length as u16).to_ne_bytes());
            record[18] = if dir.is_some() { 4 } else { 8 };
            record[19..19 + name.len()].copy_from_slice(name.as_bytes());
            filled += length;
            read += 1;
        }
        self.open.insert(dir, (number, read));
        Ok(filled)
    }
}

pub(super) fn size_of_name(name: &str) -> u64 {
    name.bytes().map(u64::from).sum()
}

pub(super) fn perform(kernel: &Mutex<Kernel>, op: Op<'_>) -> Done {
    let mut kernel = lock(kernel);
    match op {
        Op::Open { dir, name, how } => {
            Done::Opened(kernel.open(dir.as_raw_fd(), name.c_str().to_str().unwrap(), how))
        }
        Op::Read { dir, mut buf, at } => {
            let got = kernel.read(dir.as_raw_fd(), &mut buf[at..]);
            Done::Read(buf, got)
        }
        Op::Identify { dir } => {
            let (number, _) = kernel.open[&dir.as_raw_fd()];
            if let Some(errno) = kernel.model.dirs[number].blind {
                return Done::Meta(Err(errno));
            }
            let ino = kernel.model.dirs[number].same_as.unwrap_or(number) as u64 + 1;
            Done::Meta(Ok(Meta { mode: libc::S_IFDIR, ino, dev: 1, ..Meta::default() }))
        }
        Op::FileSystem { .. } => Done::FileSystem(Ok((0, 1))),
        Op::Stat { name, .. } => {
            let name = name.c_str().to_str().unwrap();
            let mode = if name.starts_with(['r', 'd']) { libc::S_IFDIR } else { libc::S_IFREG };
            let number = name.strip_prefix('d').and_then(|number| number.parse::<usize>().ok());
            let mount = number.is_some_and(|number| kernel.model.dirs[number].mount);
            Done::Meta(Ok(Meta {
                mode,
                size: size_of_name(name),
                dev: if mount { 9 } else { 1 },
                ..Meta::default()
            }))
        }
        Op::Link { name, .. } => Done::Link(Ok(name.to_bytes().to_vec())),
        _ => unreachable!("not wanted by the visitor"),
    }
}
