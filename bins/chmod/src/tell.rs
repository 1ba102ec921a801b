//! What is told of each file once it is known what has become of it. Changes nothing; the words are `report`'s.

use ringutils::{
    sys::{Errno, Kind, Meta, Name},
    walk::{
        dir::Dir,
        entries::{Answer, Entry},
        page::Page,
    },
};

use crate::{apply::Apply, fate::Fate, mode::SPECIAL, report::Outcome};

impl Apply {
    /// Tells what became of a change that the walk was asked for. Whether the file is to be descended into.
    pub(crate) fn tell(
        &self,
        dir: &Dir<'_>,
        entry: &Entry<'_>,
        path: &[u8],
        index: u32,
        page: &mut Page,
    ) -> bool {
        if let Some(errno) = entry.facts.known().failed() {
            self.tell_inaccessible(!dir.is_roots(), "access", path, errno, page);
            return false;
        }
        let meta = entry.facts.meta();
        let meta = meta.is();
        let is_dir = entry.kind == Kind::Dir;
        if let Some(errno) = entry.facts.change().failed() {
            if errno == Errno::CANCELED {
                return false;
            }
            // The change was made by name alone: whether it is the file or the way to it that refuses is asked now.
            match meta.map_or_else(|| dir.stat(entry.name, false), |meta| Ok(*meta)) {
                Ok(meta) if meta.kind() == Kind::Link => self.report.line(page, path, Outcome::LinkLeft),
                Ok(_) if errno == Errno::NOENT && is_gone(dir, entry.name) => {}
                Ok(meta) => {
                    self.tell_refused(&meta, path, errno, page);
                    return is_dir;
                }
                Err(errno) => self.tell_inaccessible(!dir.is_roots(), "access", path, errno, page),
            }
            return false;
        }
        let Some(meta) = meta else { return is_dir && entry.facts.change().is().is_some() };
        match self.fate(dir, meta) {
            Fate::Spared => {
                self.report.root_spared(page, path);
                return false;
            }
            Fate::Elsewhere => return false,
            Fate::Left => page.act(0, index, entry.name.to_bytes_with_nul()),
            Fate::Changed(_) if entry.facts.change() == &Answer::NotAsked => {
                // A signal ends the run, or the change could not be noted before.
                if self.log.as_ref().is_none_or(|log| log.trouble().is_none()) {
                    return false;
                }
                self.tell_unlogged(meta, path, page);
            }
            Fate::Kept | Fate::Changed(_) => self.tell_applied(dir, entry.name, meta, false, path, page),
        }
        is_dir
    }

    /// Tells about a link that was not looked at, in a directory that bars access to what it holds or does not.
    pub(crate) fn tell_link(&self, barred: Option<Errno>, path: &[u8], page: &mut Page) {
        match barred {
            Some(errno) => {
                self.report.cannot(page, "access", path, errno);
                self.report.line(page, path, Outcome::Inaccessible);
            }
            None => self.report.line(page, path, Outcome::LinkLeft),
        }
    }

    /// Tells that a file can't be reached, unless a signal has ended the walk, or it `may_vanish` and has done so meanwhile.
    pub(crate) fn tell_inaccessible(
        &self,
        may_vanish: bool,
        what: &str,
        path: &[u8],
        errno: Errno,
        page: &mut Page,
    ) {
        if errno == Errno::CANCELED || errno == Errno::NOENT && may_vanish {
            return;
        }
        self.report.cannot(page, what, path, errno);
        self.report.line(page, path, Outcome::Inaccessible);
    }

    pub(crate) fn tell_dangling(&self, change: bool, path: &[u8], page: &mut Page) {
        if change {
            self.report.dangling(page, path);
            self.report.line(page, path, Outcome::Inaccessible);
        } else {
            self.report.line(page, path, Outcome::LinkLeft);
        }
    }

    pub(crate) fn tell_refused(&self, meta: &Meta, path: &[u8], errno: Errno, page: &mut Page) {
        self.report.refused(page, path, errno);
        self.report.line(page, path, Outcome::Refused { old: meta.mode, new: self.new_mode(meta) });
    }

    /// Tells that a file was left as it is since its change could not be noted.
    pub(crate) fn tell_unlogged(&self, meta: &Meta, path: &[u8], page: &mut Page) {
        if let Some(log) = &self.log {
            self.report.unlogged(page, path, &log.name, log.trouble().unwrap_or(Errno::INVAL));
        }
        self.report.line(page, path, Outcome::Refused { old: meta.mode, new: self.new_mode(meta) });
    }

    pub(crate) fn tell_applied(
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
                _ if self.dry_run => old != new,
                0 => old != new,
                _ => match dir.stat(name, follow) {
                    Ok(now) => now.mode & 0o7777 != old,
                    Err(Errno::NOENT) if !dir.is_roots() => old != new,
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
}

fn is_gone(dir: &Dir<'_>, name: Name<'_>) -> bool {
    dir.stat(name, false) == Err(Errno::NOENT)
}
