//! Removes what a folder holds, at any depth, with two descriptors.
//!
//! A directory inside a directory, unless it is empty, is moved to the top under a number, and emptied when its turn
//! comes: nothing is ever more than two levels away.

use std::{ffi::CString, os::fd::OwnedFd, path::Path};

use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags, chmodat, open, openat, renameat, statat, unlinkat},
    io::Errno,
};

/// How a directory is opened to be read.
const READ: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Removes all entries of `folder`, which must be a folder of our own that nobody else changes.
pub fn fell(folder: &Path) {
    let top = open(folder, READ, Mode::empty()).expect("a folder of our own");
    let mut moved = 0;
    let mut waiting = clear(&top, &top, &mut moved);
    while let Some(name) = waiting.pop() {
        let dir = openat(&top, &name, READ, Mode::empty()).expect("a folder of our own");
        waiting.extend(clear(&top, &dir, &mut moved));
        unlinkat(&top, &name, AtFlags::REMOVEDIR).expect("an empty folder");
    }
}

/// Removes the entries of `dir` that are no directories and moves the others to `top`; their new names.
fn clear(top: &OwnedFd, dir: &OwnedFd, moved: &mut u64) -> Vec<CString> {
    let mut names = Vec::new();
    for entry in Dir::read_from(dir).expect("a readable folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let directory = match entry.file_type() {
            FileType::Unknown => {
                let meta = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW).expect("an entry");
                FileType::from_raw_mode(meta.st_mode) == FileType::Directory
            }
            kind => kind == FileType::Directory,
        };
        if directory {
            if unlinkat(dir, name, AtFlags::REMOVEDIR).is_ok() {
                continue;
            }
            // Moving a directory writes to it, and reading it comes next.
            chmodat(dir, name, Mode::RWXU, AtFlags::empty()).expect("a folder of our own");
            *moved += 1;
            let new = CString::new(format!("felled-{moved}")).expect("no zero byte");
            renameat(dir, name, top, &new).expect("a folder that can be moved");
            names.push(new);
        } else {
            match unlinkat(dir, name, AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(why) => panic!("cannot remove {name:?}: {why}"),
            }
        }
    }
    names
}
