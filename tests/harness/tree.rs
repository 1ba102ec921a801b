//! The text that describes a tree, and the tree on disk.
//!
//! One entry a line, or a comment that begins with `#`; names use the escapes of [`names`](crate::names). Parents come first.
//!
//! ```text
//! d PATH                       directory
//! f PATH [size=BYTES]          regular file
//! l PATH -> TARGET             symbolic link
//! h PATH = EXISTING            hard link
//! p PATH                       FIFO
//! s PATH                       socket
//! c PATH MAJOR,MINOR           character device (root only), b for block devices
//! many PATH COUNT              directory of COUNT empty files
//! deep PATH LEVELS LENGTH      a chain of directories with names of LENGTH bytes, a file "leaf" at its end
//! comb PATH LEVELS             three directories a level, the next level in the one named "b"
//! ```
//!
//! All but `h` take further words: an octal mode (default 755 for directories, 644 for others), `owner=me`,
//! `owner=UID` or `owner=UID:GID`, `mtime=@SECONDS[.NANOSECONDS]` or relative to now `mtime=-90m` (s, m, h, d), and
//! `atime=` likewise. `me`, the default, is the ordinary user. The top of the tree is made by a line `d .`, or is a
//! directory with mode 755.
//!
//! Times that are not given are fixed, so that a rebuilt tree is like the first. Times of access are a month ahead:
//! relatime then leaves them alone when a tool reads the tree. Where a line gives one, it is set again before
//! every run.

use std::{
    fs,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use rustix::fs::{Mode, OFlags, Timespec, open};

use crate::{
    fell::fell,
    names::unescape,
    plant,
    programs::{self, ordinary},
};

pub use crate::programs::Place;

/// What an entry is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `d`
    Directory,
    /// `f`, with its size in bytes.
    File(u64),
    /// `l`, with its target.
    Link(Vec<u8>),
    /// `h`, with the path of the existing name.
    HardLink(Vec<u8>),
    /// `p`
    Fifo,
    /// `s`
    Socket,
    /// `c`, with major and minor number.
    Character(u32, u32),
    /// `b`, with major and minor number.
    Block(u32, u32),
    /// `many`, with the number of files.
    Many(usize),
    /// `deep`, with the number of levels and the length of a name.
    Deep(usize, usize),
    /// `comb`, with the number of levels.
    Comb(usize),
}

/// A line of the description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is.
    pub kind: Kind,
    /// Where, relative to the top.
    pub path: Vec<u8>,
    /// Permission bits.
    pub mode: Option<u32>,
    /// User and group; the ordinary user's where not given.
    pub owner: (u32, u32),
    /// Time of modification.
    pub mtime: Timespec,
    /// Time of access.
    pub atime: Timespec,
    /// Whether the description gives the time of access.
    pub atime_given: bool,
}

/// A tree on disk, removed when it is dropped.
#[derive(Debug)]
pub struct Tree {
    /// The folder that holds the tree and nothing else.
    plot: PathBuf,
    /// The tree's top.
    top: PathBuf,
    /// What it is made of.
    lines: Vec<Line>,
    /// The description.
    pub text: String,
}

impl Tree {
    /// Makes a tree on a disk.
    pub fn new(text: &str) -> Tree {
        Tree::at(Place::Disk, text).expect("a temporary folder")
    }

    /// Makes a tree on a file system of that kind; none where there is none.
    pub fn at(place: Place, text: &str) -> Option<Tree> {
        let lines = parse(text);
        let plot = programs::plot(place)?;
        let top = plot.join("t");
        let tree = Tree { plot, top, lines, text: text.to_owned() };
        tree.build();
        Some(tree)
    }

    /// The tree's top, where the tools are started.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// A descriptor of the top.
    pub fn open(&self) -> OwnedFd {
        open(&self.top, OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
            .expect("the tree's top")
    }

    /// Removes the tree and makes it again at the same path, in the same order: names then hash and sort alike, so
    /// that directories are read in the same order. Inode numbers may differ.
    pub fn rebuild(&self) {
        fell(&self.plot);
        self.build();
    }

    /// Sets times of access that the description gives.
    pub fn settle(&self) {
        if self.lines.iter().any(|line| line.atime_given) {
            let top = self.open();
            for line in self.lines.iter().filter(|line| line.atime_given) {
                plant::set_times(&top, line);
            }
        }
    }

    /// Makes all entries.
    fn build(&self) {
        fs::create_dir(&self.top).expect("the tree's top");
        plant::plant(&self.open(), &self.lines);
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        fell(&self.plot);
        let _ = fs::remove_dir(&self.plot);
    }
}

/// The paths of the directories that `deep PATH LEVELS LENGTH` makes, PATH first.
pub fn deep(path: &str, levels: usize, length: usize) -> Vec<String> {
    let mut paths = vec![path.to_owned()];
    for level in 0..levels {
        paths.push(format!("{}/{level:x<length$}", paths[level]));
    }
    paths
}

/// Reads a description.
fn parse(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if !words.is_empty() && !words[0].starts_with('#') {
            lines.push(entry(&words, number).unwrap_or_else(|| panic!("not an entry: {line:?}")));
        }
    }
    lines
}

/// Reads the words of a line, the `number`th of its text.
fn entry(words: &[&str], number: usize) -> Option<Line> {
    let (kind, taken) = match *words.first()? {
        "d" => (Kind::Directory, 2),
        "f" => (Kind::File(0), 2),
        "l" if words.get(2) == Some(&"->") => (Kind::Link(unescape(words.get(3)?)), 4),
        "h" if words.get(2) == Some(&"=") => (Kind::HardLink(unescape(words.get(3)?)), 4),
        "p" => (Kind::Fifo, 2),
        "s" => (Kind::Socket, 2),
        letter @ ("c" | "b") => {
            let (major, minor) = words.get(2)?.split_once(',')?;
            let (major, minor) = (major.parse().ok()?, minor.parse().ok()?);
            (if letter == "c" { Kind::Character(major, minor) } else { Kind::Block(major, minor) }, 3)
        }
        "many" => (Kind::Many(words.get(2)?.parse().ok()?), 3),
        "deep" => (Kind::Deep(words.get(2)?.parse().ok()?, words.get(3)?.parse().ok()?), 4),
        "comb" => (Kind::Comb(words.get(2)?.parse().ok()?), 3),
        _ => return None,
    };
    let fixed = 1_715_000_000 + i64::try_from(number / 2).ok()?;
    let mut line = Line {
        kind,
        path: unescape(words.get(1)?),
        mode: None,
        owner: ordinary(),
        mtime: Timespec { tv_sec: fixed, tv_nsec: 123_456_789 },
        atime: Timespec { tv_sec: now() + 30 * 86_400, tv_nsec: 0 },
        atime_given: false,
    };
    for word in words.get(taken..)? {
        match word.split_once('=') {
            None => line.mode = Some(u32::from_str_radix(word, 8).ok()?),
            Some(("size", size)) => line.kind = Kind::File(size.parse().ok()?),
            Some(("owner", who)) => line.owner = owner(who)?,
            Some(("mtime", time)) => line.mtime = moment(time)?,
            Some(("atime", time)) => (line.atime, line.atime_given) = (moment(time)?, true),
            Some(_) => return None,
        }
    }
    Some(line)
}

/// Reads `me`, `UID` or `UID:GID`.
fn owner(text: &str) -> Option<(u32, u32)> {
    if text == "me" {
        return Some(ordinary());
    }
    let (user, group) = text.split_once(':').unwrap_or((text, text));
    Some((user.parse().ok()?, group.parse().ok()?))
}

/// Reads `@SECONDS[.NANOSECONDS]` or a signed number of s, m, h or d.
fn moment(text: &str) -> Option<Timespec> {
    if let Some(point) = text.strip_prefix('@') {
        let (seconds, nanos) = point.split_once('.').unwrap_or((point, "0"));
        return Some(Timespec { tv_sec: seconds.parse().ok()?, tv_nsec: nanos.parse().ok()? });
    }
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return None,
    };
    // Twenty seconds off the boundary between two units, which a run must not cross.
    let number: i64 = number.parse().ok()?;
    Some(Timespec { tv_sec: now() + number * unit - 20, tv_nsec: 5 })
}

/// Now, in seconds since 1970.
fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    i64::try_from(now.as_secs()).expect("a clock before the end of time")
}
