//! Makes a tree's entries, each relative to a descriptor of its directory, so that paths may be of any length.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::{
    fs::{
        AtFlags, FileType, Gid, Mode, OFlags, Timespec, Timestamps, Uid, chmodat, chownat, fchown, ftruncate,
        linkat, makedev, mkdirat, mknodat, openat, symlinkat, utimensat,
    },
    io::Errno,
};

use crate::{
    programs::is_root,
    tree::{Kind, Line},
};

/// How a directory is opened to work below it.
const PASS: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Makes the entries of all lines below `top`.
pub fn plant(top: &OwnedFd, lines: &[Line]) {
    if !lines.iter().any(|line| line.path == b".") {
        own(top.as_fd(), b".", default_owner());
    }
    for line in lines {
        let (parent, name) = parent(top, &line.path);
        make(top, &parent, name, line);
    }
    // Modes and times of directories come last, and deepest first: a mode may close a directory, and making an
    // entry changes its directory's time.
    for line in lines.iter().rev() {
        let (parent, name) = parent(top, &line.path);
        finish(&parent, name, line);
    }
}

/// Sets an entry's times.
pub fn set_times(top: &OwnedFd, line: &Line) {
    let (parent, name) = parent(top, &line.path);
    times(&parent, name, line.atime, line.mtime);
}

/// A descriptor of the directory that a path's last component lies in, and that component.
fn parent<'a>(top: &OwnedFd, path: &'a [u8]) -> (OwnedFd, &'a [u8]) {
    let mut at = openat(top, c".", PASS, Mode::empty()).expect("the top");
    let mut rest = path;
    while let Some(slash) = rest.iter().position(|&b| b == b'/') {
        at = openat(&at, &rest[..slash], PASS, Mode::empty())
            .unwrap_or_else(|why| panic!("{}: {why}", String::from_utf8_lossy(path)));
        rest = &rest[slash + 1..];
    }
    (at, rest)
}

/// Makes one entry, still with a mode that lets it be filled.
fn make(top: &OwnedFd, parent: &OwnedFd, name: &[u8], line: &Line) {
    let result = match &line.kind {
        Kind::Directory if name == b"." => Ok(()),
        Kind::Directory => mkdirat(parent, name, Mode::RWXU),
        Kind::File(size) => file(parent, name, *size),
        Kind::Link(target) => symlinkat(&target[..], parent, name),
        Kind::HardLink(existing) => {
            let (from, old) = self::parent(top, existing);
            linkat(from, old, parent, name, AtFlags::empty())
        }
        Kind::Fifo => node(parent, name, FileType::Fifo, 0),
        Kind::Socket => node(parent, name, FileType::Socket, 0),
        Kind::Character(major, minor) => {
            node(parent, name, FileType::CharacterDevice, makedev(*major, *minor))
        }
        Kind::Block(major, minor) => node(parent, name, FileType::BlockDevice, makedev(*major, *minor)),
        Kind::Many(count) => {
            mkdirat(parent, name, Mode::RWXU).and_then(|()| many(parent, name, *count, line.owner))
        }
        Kind::Deep(levels, length) => {
            mkdirat(parent, name, Mode::RWXU).and_then(|()| deep(parent, name, *levels, *length, line.owner))
        }
        Kind::Comb(levels) => {
            mkdirat(parent, name, Mode::RWXU).and_then(|()| comb(parent, name, *levels, line.owner))
        }
    };
    result.unwrap_or_else(|why| panic!("cannot make {}: {why}", String::from_utf8_lossy(&line.path)));
}

/// Sets owner, mode and times.
fn finish(parent: &OwnedFd, name: &[u8], line: &Line) {
    if matches!(line.kind, Kind::HardLink(_)) {
        return;
    }
    own(parent.as_fd(), name, line.owner);
    let usual = match line.kind {
        Kind::Directory | Kind::Many(_) | Kind::Deep(..) | Kind::Comb(_) => 0o755,
        _ => 0o644,
    };
    if !matches!(line.kind, Kind::Link(_)) {
        let mode = Mode::from_raw_mode(line.mode.unwrap_or(usual));
        chmodat(parent, name, mode, AtFlags::empty()).expect("a mode");
    }
    times(parent, name, line.atime, line.mtime);
}

/// Sets times, of a symbolic link itself.
fn times(parent: &OwnedFd, name: &[u8], atime: Timespec, mtime: Timespec) {
    let both = Timestamps { last_access: atime, last_modification: mtime };
    utimensat(parent, name, &both, AtFlags::SYMLINK_NOFOLLOW).expect("times");
}

/// Makes a file of `size` bytes, written rather than left as a hole, so that it has blocks.
fn file(parent: &OwnedFd, name: &[u8], size: u64) -> Result<(), Errno> {
    /// Beyond this many bytes a file is a hole.
    const WRITTEN: u64 = 1 << 16;
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
    let fd = openat(parent, name, flags, Mode::from_raw_mode(0o600))?;
    if size > WRITTEN {
        return ftruncate(&fd, size);
    }
    let bytes = vec![b'.'; usize::try_from(size).expect("a small size")];
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        rest = &rest[rustix::io::write(&fd, rest)?..];
    }
    Ok(())
}

/// Makes a special file.
fn node(parent: &OwnedFd, name: &[u8], kind: FileType, device: u64) -> Result<(), Errno> {
    mknodat(parent, name, kind, Mode::from_raw_mode(0o600), device)
}

/// Fills a directory with empty files, named so that order of making, of names and of hashes all differ.
fn many(parent: &OwnedFd, name: &[u8], count: usize, owner: (u32, u32)) -> Result<(), Errno> {
    let dir = openat(parent, name, PASS, Mode::empty())?;
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
    for i in 0..count {
        // 7919 is prime, so that all names differ as long as there are fewer than 1,000,003.
        let name = format!("f{:06}", i * 7919 % 1_000_003);
        let fd = openat(&dir, name, flags, Mode::from_raw_mode(0o644))?;
        if is_root() {
            fchown(&fd, Some(Uid::from_raw(owner.0)), Some(Gid::from_raw(owner.1)))?;
        }
    }
    Ok(())
}

/// Makes a chain of directories, and a file at its end.
fn deep(parent: &OwnedFd, name: &[u8], levels: usize, length: usize, owner: (u32, u32)) -> Result<(), Errno> {
    let mut dir = openat(parent, name, PASS, Mode::empty())?;
    for level in 0..levels {
        let mut name = level.to_string().into_bytes();
        name.resize(length.max(name.len()), b'x');
        dir = child(dir.as_fd(), &name, owner)?;
    }
    file(&dir, b"leaf", 1)?;
    own(dir.as_fd(), b"leaf", owner);
    Ok(())
}

/// Makes levels of three directories each, the next level in the one named `b`.
fn comb(parent: &OwnedFd, name: &[u8], levels: usize, owner: (u32, u32)) -> Result<(), Errno> {
    let mut dir = openat(parent, name, PASS, Mode::empty())?;
    for _ in 0..levels {
        child(dir.as_fd(), b"a", owner)?;
        child(dir.as_fd(), b"c", owner)?;
        dir = child(dir.as_fd(), b"b", owner)?;
    }
    Ok(())
}

/// Makes and opens a directory.
fn child(parent: BorrowedFd<'_>, name: &[u8], owner: (u32, u32)) -> Result<OwnedFd, Errno> {
    mkdirat(parent, name, Mode::from_raw_mode(0o755))?;
    own(parent, name, owner);
    openat(parent, name, PASS, Mode::empty())
}

/// Gives an entry its owner; left as it is where the tests do not run as root.
fn own(parent: BorrowedFd<'_>, name: &[u8], owner: (u32, u32)) {
    if is_root() {
        let (user, group) = (Some(Uid::from_raw(owner.0)), Some(Gid::from_raw(owner.1)));
        chownat(parent, name, user, group, AtFlags::SYMLINK_NOFOLLOW).expect("an owner");
    }
}

/// Who owns what no line names.
fn default_owner() -> (u32, u32) {
    crate::programs::ordinary()
}
