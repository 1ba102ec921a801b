//! The visitor: which changes are asked of the walk, and what becomes of each file.
//!
//! Below the operands, where links are not followed, changes are made ahead of the output by whoever reads a
//! directory. Operands, and everything where links are followed, are changed one after the other while their page is
//! made, each stat directly before its change. Opens nothing and never decides on order; what is said is `tell`'s.

use std::ffi::CStr;

use ringutils::{
    args::{Shard, progress},
    sys::{Errno, Kind, Meta, Name, signals},
    walk::{
        dir::Dir,
        entries::{Answer, Entries, Entry},
        page::Page,
        visit::{Acted, Fault, Flow, Moment, Visitor, Want},
    },
};

use crate::{
    fate::{Fate, is_link},
    log::{Log, Through},
    mode::Change,
    operands::Operands,
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
    /// Whether nothing is changed, only told of.
    pub(crate) dry_run: bool,
    /// Whether a file whose mode is right already is left alone.
    pub(crate) skip_unchanged: bool,
    /// Whether other file systems than the operands' are left alone.
    pub(crate) one_device: bool,
    /// The part of the tree that is changed, if not all.
    pub(crate) shard: Option<Shard>,
    /// Where changes are noted before they are made.
    pub(crate) log: Option<Log>,
    /// Whether progress is shown.
    pub(crate) progress: bool,
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
            || signals::caught().is_some()
        {
            return Want::NOTHING;
        }
        let is_mine = self.is_mine(dir, dir.path());
        if !is_mine && (entry.kind != Kind::Dir || self.spared.is_none() && !self.one_device) {
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
            Answer::Is(meta) if is_mine => match self.fate(dir, &meta) {
                Fate::Changed(new) => {
                    self.note(dir, entry.name, &meta, new);
                    Want { chmod: Some(new), ..Want::NOTHING }
                }
                _ => Want::NOTHING,
            },
            Answer::Is(_) | Answer::Failed(_) => Want::NOTHING,
        }
    }

    fn commit(&self) -> bool {
        self.log.as_ref().is_none_or(Log::commit)
    }

    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut Progress, page: &mut Page) -> Flow {
        if state.next == 0 && self.leads_to_root(dir) {
            self.report.root_spared(page, dir.path());
            return Flow::Done;
        }
        let mut path = Vec::new();
        dir.push_prefix(&mut path);
        let (prefix, first) = (path.len(), state.next);
        let mut flow = Flow::Done;
        while state.next < entries.len() {
            if page.must_stop() {
                flow = Flow::More;
                break;
            }
            let index = state.next;
            let entry = entries.get(index);
            state.next += 1;
            path.truncate(prefix);
            path.extend_from_slice(entry.name.to_bytes());
            let descend = if dir.is_roots() || self.serial {
                self.change_now(dir, entry.name, &path, page)
            } else if !self.is_mine(dir, dir.path()) {
                self.pass(dir, &entry, &path, page)
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
        if self.progress {
            progress::count([(state.next - first) as u64, 0, 0], dir.path());
        }
        flow
    }

    fn fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page) {
        let errno = match fault {
            // What vanishes during the walk is no error, and what a signal ends is none of the directory's.
            Fault::Open(Errno::NOENT) if dir.entry_depth() > 1 => return,
            Fault::Open(Errno::CANCELED) | Fault::Read(Errno::CANCELED) => return,
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

    fn watcher(&self) -> Option<fn(Moment)> {
        self.progress.then_some(progress::watch)
    }

    fn finish(&self, page: &mut Page) {
        let Some(log) = &self.log else { return };
        if let Err(errno) = log.finish() {
            self.report.log_lost(page, &log.name, errno);
        }
    }
}

impl Apply {
    /// Looks at a file and changes it, at once. Whether it is to be descended into.
    fn change_now(&self, dir: &Dir<'_>, name: Name<'_>, path: &[u8], page: &mut Page) -> bool {
        if signals::caught().is_some() {
            return false;
        }
        let roots = dir.is_roots();
        if let Some(trouble) = Operands::trouble().filter(|_| roots) {
            self.report.trouble(page, &trouble);
            return false;
        }
        let (look, change) = match roots {
            true => (self.links.look_at_operands, self.links.change_operands),
            false => (self.links.look_below, self.links.change_below),
        };
        let is_mine = self.is_mine(dir, if roots { path } else { dir.path() });
        if !is_mine && !self.recursive {
            return false;
        }
        let seen = match dir.stat(name, look) {
            Ok(meta) => meta,
            Err(Errno::NOENT) if look && dir.stat(name, false).is_ok() => {
                if is_mine {
                    self.tell_dangling(change, path, page);
                }
                return false;
            }
            Err(errno) => {
                // What can't be looked at could have held something of this process's part.
                if is_mine || errno != Errno::NOENT {
                    self.tell_inaccessible(!dir.is_roots(), "access", path, errno, page);
                }
                return false;
            }
        };
        let descend = self.recursive && seen.kind() == Kind::Dir;
        if descend && self.is_spared(&seen) {
            self.report.root_spared(page, path);
            return false;
        }
        if !roots && self.is_elsewhere(dir, name, look, &seen) {
            return false;
        }
        if !is_mine {
            return descend;
        }
        // One that was looked through and is not changed through, too.
        if !change && (seen.kind() == Kind::Link || look && is_link(dir, name)) {
            self.report.line(page, path, Outcome::LinkLeft);
            return descend;
        }
        let mut meta = seen;
        if seen.kind() == Kind::Link {
            if self.needs_target() {
                match dir.stat(name, true) {
                    Ok(target) => meta = target,
                    Err(errno) if self.links.asked_for => {
                        // One that is still there leads nowhere.
                        let may_vanish = !is_link(dir, name);
                        self.tell_inaccessible(may_vanish, "dereference", path, errno, page);
                        return false;
                    }
                    // The change will say so.
                    Err(_) => {}
                }
            }
            if self.recursive && self.is_spared(&meta) {
                self.report.root_spared(page, path);
                return false;
            }
            if !roots && self.is_elsewhere(dir, name, true, &meta) {
                return false;
            }
        }
        let new = self.new_mode(&meta);
        if self.dry_run || self.skip_unchanged && new == meta.mode & 0o7777 {
            self.tell_applied(dir, name, &meta, change, path, page);
            return descend;
        }
        if let Some(log) = &self.log {
            let through = match look && !roots {
                true => Through::All,
                false if change => Through::End,
                false => Through::Nothing,
            };
            log.add(path, if roots { path.len() } else { dir.root().len() }, through, &meta, new);
            if !log.commit() {
                self.tell_unlogged(&meta, path, page);
                return descend;
            }
        }
        match dir.chmod(name, new, change) {
            Ok(()) => self.tell_applied(dir, name, &meta, change, path, page),
            // It has become a link meanwhile.
            Err(Errno::NOTSUP) if look && !change && is_link(dir, name) => {
                self.report.line(page, path, Outcome::LinkLeft);
            }
            Err(Errno::NOENT) if !roots && dir.stat(name, look) == Err(Errno::NOENT) => return false,
            Err(errno) => self.tell_refused(&meta, path, errno, page),
        }
        descend
    }

    /// Whether it matters what a link leads to that is changed through and was not looked through.
    fn needs_target(&self) -> bool {
        self.links.asked_for
            || self.skip_unchanged
            || self.dry_run
            || self.log.is_some()
            || self.one_device
            || self.spared.is_some()
    }

    /// Passes an entry that is another's part of the tree. Whether it is to be descended into.
    fn pass(&self, dir: &Dir<'_>, entry: &Entry<'_>, path: &[u8], page: &mut Page) -> bool {
        if let Some(errno) = entry.facts.known().failed() {
            self.tell_inaccessible(!dir.is_roots(), "access", path, errno, page);
            return false;
        }
        let fate = entry.facts.meta().is().map(|meta| self.fate(dir, meta));
        if entry.kind == Kind::Dir && fate == Some(Fate::Spared) {
            self.report.root_spared(page, path);
            return false;
        }
        entry.kind == Kind::Dir && fate != Some(Fate::Elsewhere)
    }

    /// Notes a change below the operands that is about to be made.
    fn note(&self, dir: &Dir<'_>, name: Name<'_>, meta: &Meta, new: u32) {
        if let Some(log) = &self.log {
            let mut path = Vec::new();
            dir.push_prefix(&mut path);
            path.extend_from_slice(name.to_bytes());
            log.add(&path, dir.root().len(), Through::Nothing, meta, new);
        }
    }
}

/// Why nothing in a directory can be looked at, if so. Asked for the sake of its links, which are not looked at one by
/// one; where something else has been reached the answer is known.
fn bars(dir: &Dir<'_>, entries: &Entries, link: Name<'_>) -> Option<Errno> {
    let reached =
        entries.iter().any(|entry| entry.facts.change().is().is_some() || entry.facts.known().is().is_some());
    // A link that has vanished says nothing of the directory.
    if reached { None } else { dir.stat(link, false).err().filter(|&errno| errno != Errno::NOENT) }
}
