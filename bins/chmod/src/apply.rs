//! The visitor: which changes are asked of the walk, and what is told about each file.
//!
//! Below the operands, where links are not followed, changes are made ahead of the output by whoever reads a
//! directory. Operands, and everything where links are followed, are changed one after the other while their page is
//! made, each stat directly before its change. Opens nothing and never decides on order.

use std::ffi::CStr;

use ringutils::{
    sys::{Errno, Kind, Meta, Name},
    walk::{
        dir::Dir,
        entries::{Answer, Entries, Entry},
        page::Page,
        visit::{Acted, Fault, Flow, Visitor, Want},
    },
};

use crate::{
    mode::{Change, SPECIAL},
    report::{Outcome, Report},
};

/// Which symbolic links are followed, by the stat that looks at a file and by the change itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// Operands are looked at through links, and descended into.
    pub(crate) look_at_operands: bool,
    /// So is everything below them.
    pub(crate) look_below: bool,
    /// Operands are changed through links.
    pub(crate) change_operands: bool,
    /// So is everything below them.
    pub(crate) change_below: bool,
    /// What a link leads to was asked for by name, so that one that leads nowhere is an error of its own.
    pub(crate) asked_for: bool,
}

/// One run of chmod.
#[derive(Debug)]
pub(crate) struct Apply {
    /// What is done to modes.
    pub(crate) change: Change,
    /// Permission bits that the process does not give to new files.
    pub(crate) umask: u32,
    /// Whether directories are descended into.
    pub(crate) recursive: bool,
    /// Which links are followed.
    pub(crate) links: Links,
    /// Whether everything happens in the order of the output, nothing ahead of it.
    pub(crate) serial: bool,
    /// Whether the mode was given like an option, so that the umask's part in it may surprise.
    pub(crate) may_surprise: bool,
    /// Whether it matters which name of an inode is changed first.
    pub(crate) order_shows: bool,
    /// Device and inode number of the root directory, where it is to be spared.
    pub(crate) spared: Option<(u64, u64)>,
    /// What is said.
    pub(crate) report: Report,
    /// The mode of everything but directories, where it does not depend on the old one and nobody asks for that.
    pub(crate) file_mode: Option<u32>,
    /// The same for directories.
    pub(crate) dir_mode: Option<u32>,
}

/// How far a directory's page has come.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The number of the next entry.
    next: usize,
    /// Once it matters: why nothing in the directory can be looked at, if so.
    barred: Option<Option<Errno>>,
}

impl Visitor for Apply {
    type State = Progress;

    fn wants(&self, dir: &Dir<'_>, entry: &Entry<'_>, _round: u32) -> Want {
        if dir.is_roots()
            || self.serial
            || entry.kind == Kind::Link
            || entry.facts.change() != &Answer::NotAsked
        {
            return Want::NOTHING;
        }
        let fixed = match entry.kind {
            Kind::Unknown => None,
            Kind::Dir => self.dir_mode,
            _ => self.file_mode,
        };
        if fixed.is_some() {
            return Want { chmod: fixed, ..Want::NOTHING };
        }
        match entry.facts.meta() {
            Answer::NotAsked => Want::META,
            Answer::Is(meta) if !self.is_left(meta) && !self.is_spared(meta) => {
                Want { chmod: Some(self.new_mode(meta)), ..Want::NOTHING }
            }
            Answer::Is(_) | Answer::Failed(_) => Want::NOTHING,
        }
    }

    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut Progress, page: &mut Page) -> Flow {
        let mut path = Vec::new();
        dir.push_prefix(&mut path);
        let prefix = path.len();
        while state.next < entries.len() {
            if page.must_stop() {
                return Flow::More;
            }
            let index = state.next;
            let entry = entries.get(index);
            state.next += 1;
            path.truncate(prefix);
            path.extend_from_slice(entry.name.to_bytes());
            let descend = if dir.is_roots() || self.serial {
                self.change_now(dir, entry.name, &path, page)
            } else if entry.kind == Kind::Link {
                let barred = *state.barred.get_or_insert_with(|| bars(dir, entries, entry.name));
                self.tell_link(barred, &path, page);
                false
            } else {
                self.tell(dir, &entry, &path, index as u32, page)
            };
            if descend {
                page.child(&entry, index as u32);
            }
        }
        Flow::Done
    }

    fn fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page) {
        let errno = match fault {
            Fault::Open(errno) | Fault::Read(errno) => *errno,
            Fault::Swapped => Errno::STALE,
            // With -L a link up the tree is nothing unusual.
            Fault::Loop(_) if self.links.look_below => return,
            Fault::Loop(_) => return self.report.circular(page, dir.path()),
        };
        self.report.cannot(page, "read directory", dir.path(), errno);
        self.report.line(page, dir.path(), Outcome::Inaccessible);
    }

    fn act(&self, dir: &Dir<'_>, _token: u32, payload: &[u8], page: &mut Page) -> Acted {
        if let Ok(name) = CStr::from_bytes_with_nul(payload) {
            let mut path = Vec::new();
            dir.push_prefix(&mut path);
            path.extend_from_slice(name.to_bytes());
            self.change_now(dir, name.into(), &path, page);
        }
        Acted::Quietly
    }

    fn finish(&self, _page: &mut Page) {}
}

impl Apply {
    /// Looks at a file and changes it, at once. Whether it is to be descended into.
    fn change_now(&self, dir: &Dir<'_>, name: Name<'_>, path: &[u8], page: &mut Page) -> bool {
        let (look, change) = match dir.is_roots() {
            true => (self.links.look_at_operands, self.links.change_operands),
            false => (self.links.look_below, self.links.change_below),
        };
        let seen = match dir.stat(name, look) {
            Ok(meta) => meta,
            Err(Errno::NOENT) if look && dir.stat(name, false).is_ok() => {
                self.tell_dangling(change, path, page);
                return false;
            }
            Err(errno) => {
                self.tell_inaccessible("access", path, errno, page);
                return false;
            }
        };
        let descend = self.recursive && seen.kind() == Kind::Dir;
        if descend && self.is_spared(&seen) {
            self.report.root_spared(page, path);
            return false;
        }
        let mut meta = seen;
        if seen.kind() == Kind::Link {
            if !change {
                self.report.line(page, path, Outcome::LinkLeft);
                return false;
            }
            if self.links.asked_for {
                match dir.stat(name, true) {
                    Ok(target) => meta = target,
                    Err(errno) => {
                        self.tell_inaccessible("dereference", path, errno, page);
                        return false;
                    }
                }
            }
        }
        match dir.chmod(name, self.new_mode(&meta), change) {
            Ok(()) => self.tell_applied(dir, name, &meta, look || self.links.asked_for, path, page),
            // A link that was looked through and is not changed through.
            Err(Errno::NOTSUP) if look && !change && is_link(dir, name) => {
                self.report.line(page, path, Outcome::LinkLeft);
            }
            Err(errno) => self.tell_refused(&meta, path, errno, page),
        }
        descend
    }

    /// Tells what became of a change that the walk was asked for. Whether the file is to be descended into.
    fn tell(&self, dir: &Dir<'_>, entry: &Entry<'_>, path: &[u8], index: u32, page: &mut Page) -> bool {
        if let Some(errno) = entry.facts.meta().failed() {
            self.tell_inaccessible("access", path, errno, page);
            return false;
        }
        let meta = entry.facts.meta().is();
        let is_dir = entry.kind == Kind::Dir;
        if let Some(errno) = entry.facts.change().failed() {
            // The change was made by name alone: whether it is the file or the way to it that refuses is asked now.
            match meta.map_or_else(|| dir.stat(entry.name, false), |meta| Ok(*meta)) {
                Ok(meta) if meta.kind() == Kind::Link => self.report.line(page, path, Outcome::LinkLeft),
                Ok(meta) => {
                    self.tell_refused(&meta, path, errno, page);
                    return is_dir;
                }
                Err(errno) => self.tell_inaccessible("access", path, errno, page),
            }
            return false;
        }
        match meta {
            Some(meta) if self.is_spared(meta) => {
                self.report.root_spared(page, path);
                return false;
            }
            Some(meta) if self.is_left(meta) => page.act(0, index, entry.name.to_bytes_with_nul()),
            Some(meta) => self.tell_applied(dir, entry.name, meta, false, path, page),
            None => {}
        }
        is_dir
    }

    /// Tells about a link that was not looked at, in a directory that bars access to what it holds or does not.
    fn tell_link(&self, barred: Option<Errno>, path: &[u8], page: &mut Page) {
        match barred {
            Some(errno) => self.tell_inaccessible("access", path, errno, page),
            None => self.report.line(page, path, Outcome::LinkLeft),
        }
    }

    fn tell_inaccessible(&self, what: &str, path: &[u8], errno: Errno, page: &mut Page) {
        self.report.cannot(page, what, path, errno);
        self.report.line(page, path, Outcome::Inaccessible);
    }

    fn tell_dangling(&self, change: bool, path: &[u8], page: &mut Page) {
        if change {
            self.report.dangling(page, path);
            self.report.line(page, path, Outcome::Inaccessible);
        } else {
            self.report.line(page, path, Outcome::LinkLeft);
        }
    }

    fn tell_refused(&self, meta: &Meta, path: &[u8], errno: Errno, page: &mut Page) {
        self.report.refused(page, path, errno);
        self.report.line(page, path, Outcome::Refused { old: meta.mode, new: self.new_mode(meta) });
    }

    fn tell_applied(
        &self,
        dir: &Dir<'_>,
        name: Name<'_>,
        meta: &Meta,
        follow: bool,
        path: &[u8],
        page: &mut Page,
    ) {
        let (old, new) = (meta.mode & 0o7777, self.new_mode(meta));
        if self.report.is_verbose() {
            // The kernel drops special bits that the user may not set without a word.
            let changed = match new & SPECIAL {
                0 => old != new,
                _ => match dir.stat(name, follow) {
                    Ok(now) => now.mode & 0o7777 != old,
                    Err(errno) => {
                        self.report.unverified(page, path, errno);
                        false
                    }
                },
            };
            self.report.line(page, path, Outcome::Applied { old, new, changed });
        }
        if self.may_surprise {
            let expected = self.change.apply(old, 0, meta.kind() == Kind::Dir);
            if new & !expected != 0 {
                self.report.surprising(page, path, new, expected);
            }
        }
    }

    fn new_mode(&self, meta: &Meta) -> u32 {
        self.change.apply(meta.mode, self.umask, meta.kind() == Kind::Dir)
    }

    /// Whether the change is left to the emitter, since another name of the inode may come before.
    fn is_left(&self, meta: &Meta) -> bool {
        self.order_shows && meta.nlink > 1 && meta.kind() != Kind::Dir
    }

    fn is_spared(&self, meta: &Meta) -> bool {
        self.spared == Some(meta.id())
    }
}

/// Why nothing in a directory can be looked at, if so. Asked for the sake of its links, which are not looked at one by
/// one; where something else has been reached the answer is known.
fn bars(dir: &Dir<'_>, entries: &Entries, link: Name<'_>) -> Option<Errno> {
    let reached =
        entries.iter().any(|entry| entry.facts.change().is().is_some() || entry.facts.meta().is().is_some());
    if reached { None } else { dir.stat(link, false).err() }
}

fn is_link(dir: &Dir<'_>, name: Name<'_>) -> bool {
    dir.stat(name, false).is_ok_and(|meta| meta.kind() == Kind::Link)
}
