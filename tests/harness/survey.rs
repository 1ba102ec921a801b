//! What a tree looks like after a tool has changed it: a line for each entry with its depth, type, mode, name, number
//! of links, and size or target, sorted by name.
//!
//! It goes down and up by `..` with one descriptor, so that depth does not matter; paths are never joined.

use std::{ffi::CString, os::fd::OwnedFd};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, chmodat, openat, readlinkat, statat};

use crate::names::escape;

/// How a directory is opened to be read.
const READ: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A directory on the way down.
struct Level {
    /// Directories that are still to be entered, last first.
    waiting: Vec<CString>,
    /// The mode to give back on the way up, where it had to be changed to look inside.
    closed: Option<(CString, Mode)>,
}

/// Describes the tree below `top`.
pub fn survey(top: OwnedFd) -> Vec<u8> {
    let mut text = Vec::new();
    let root = statat(&top, c".", AtFlags::empty()).expect("the top");
    text.extend(format!("d {:04o} .\n", root.st_mode & 0o7777).bytes());
    let mut dir = top;
    let mut levels = vec![Level { waiting: list(&dir, 1, &mut text), closed: None }];
    while let Some(level) = levels.last_mut() {
        if let Some(name) = level.waiting.pop() {
            text.extend(format!("{}: {}/\n", levels.len() - 1, escape(name.to_bytes())).bytes());
            let (child, closed) = enter(&dir, &name);
            dir = child;
            let waiting = list(&dir, levels.len() + 1, &mut text);
            levels.push(Level { waiting, closed });
        } else {
            let closed = level.closed.take();
            levels.pop();
            if !levels.is_empty() {
                dir = openat(&dir, c"..", READ, Mode::empty()).expect("the way back");
            }
            if let Some((name, mode)) = closed {
                chmodat(&dir, &name, mode, AtFlags::empty()).expect("a mode of our own");
            }
        }
    }
    text
}

/// Opens a directory, changing its mode where that is needed.
fn enter(dir: &OwnedFd, name: &CString) -> (OwnedFd, Option<(CString, Mode)>) {
    let mode = Mode::from_raw_mode(
        statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).expect("a directory").st_mode & 0o7777,
    );
    let must_open = !crate::programs::is_root() && !mode.contains(Mode::RUSR | Mode::XUSR);
    if must_open {
        chmodat(dir, name, Mode::RWXU, AtFlags::empty()).expect("a directory of our own");
    }
    (openat(dir, name, READ, Mode::empty()).expect("a directory"), must_open.then(|| (name.clone(), mode)))
}

/// Describes the entries of a directory; the directories among them, last first.
fn list(dir: &OwnedFd, depth: usize, text: &mut Vec<u8>) -> Vec<CString> {
    let mut names: Vec<CString> = Dir::read_from(dir)
        .expect("a readable directory")
        .map(|entry| entry.expect("an entry").file_name().to_owned())
        .filter(|name| name.as_c_str() != c"." && name.as_c_str() != c"..")
        .collect();
    names.sort();
    let mut directories = Vec::new();
    for name in names {
        let meta = statat(dir, &name, AtFlags::SYMLINK_NOFOLLOW).expect("an entry");
        let line = describe(dir, &name, &meta);
        text.extend(format!("{depth}: {line}\n").bytes());
        if FileType::from_raw_mode(meta.st_mode) == FileType::Directory {
            directories.push(name);
        }
    }
    directories.reverse();
    directories
}

/// An entry's line.
fn describe(dir: &OwnedFd, name: &CString, meta: &Stat) -> String {
    let (letter, more) = match FileType::from_raw_mode(meta.st_mode) {
        // The size and the links of a directory follow from its entries, or from its history.
        FileType::Directory => ('d', String::new()),
        FileType::RegularFile => ('f', format!(" {} bytes", meta.st_size)),
        FileType::Symlink => {
            let target = readlinkat(dir, name, Vec::new()).expect("a target");
            ('l', format!(" -> {}", escape(target.to_bytes())))
        }
        FileType::Fifo => ('p', String::new()),
        FileType::Socket => ('s', String::new()),
        FileType::CharacterDevice => ('c', format!(" {:x}", meta.st_rdev)),
        FileType::BlockDevice => ('b', format!(" {:x}", meta.st_rdev)),
        FileType::Unknown => ('?', String::new()),
    };
    let links = if letter == 'd' { String::new() } else { format!(" {} links", meta.st_nlink) };
    format!("{letter} {:04o} {}{links}{more}", meta.st_mode & 0o7777, escape(name.to_bytes()))
}
