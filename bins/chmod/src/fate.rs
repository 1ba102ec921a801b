//! What is to become of a file that has been looked at: changed, left, spared, or another's. Changes nothing and says
//! nothing.

use ringutils::{
    sys::{Kind, Meta, Name},
    walk::dir::Dir,
};

use crate::apply::Apply;

/// What is to become of a file that has been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It gets this mode.
    Changed(u32),
    /// It is told of, and not touched: its mode is right already, or nothing is changed in this run.
    Kept,
    /// The emitter changes it in its turn, since another name of the inode may come before.
    Left,
    /// It is the root directory, which is spared with everything in it.
    Spared,
    /// It is on another file system, and left alone with everything in it.
    Elsewhere,
}

impl Apply {
    /// What is to become of an entry below the operands that is no link.
    pub(crate) fn fate(&self, dir: &Dir<'_>, meta: &Meta) -> Fate {
        let new = self.new_mode(meta);
        if self.is_spared(meta) {
            Fate::Spared
        } else if self.one_device && is_mounted_elsewhere(dir, meta) {
            Fate::Elsewhere
        } else if self.dry_run || self.skip_unchanged && new == meta.mode & 0o7777 {
            Fate::Kept
        } else if self.order_shows && meta.nlink > 1 && meta.kind() != Kind::Dir {
            Fate::Left
        } else {
            Fate::Changed(new)
        }
    }

    pub(crate) fn new_mode(&self, meta: &Meta) -> u32 {
        self.change.apply(meta.mode, self.umask, meta.kind() == Kind::Dir)
    }

    pub(crate) fn is_spared(&self, meta: &Meta) -> bool {
        self.spared == Some(meta.id())
    }

    /// Whether a directory is the root directory although what was looked at under its name was not: a link that has
    /// been turned meanwhile. Its own mode has been changed then, but nothing in it is.
    pub(crate) fn leads_to_root(&self, dir: &Dir<'_>) -> bool {
        self.spared.is_some()
            && !dir.is_roots()
            && (self.serial || dir.entry_depth() == 1)
            && dir.meta().is_ok_and(|meta| self.is_spared(&meta))
    }

    /// Whether what is in the directory with this path, or the operand, falls to this process.
    pub(crate) fn is_mine(&self, dir: &Dir<'_>, path: &[u8]) -> bool {
        debug_assert!(dir.is_roots() || path == dir.path());
        self.shard.is_none_or(|shard| shard.takes(path))
    }

    /// Whether an entry that was looked at, maybe through a link, is on another file system and left alone for that.
    pub(crate) fn is_elsewhere(&self, dir: &Dir<'_>, name: Name<'_>, look: bool, meta: &Meta) -> bool {
        let leads_away = || look && dir.device() != Ok(meta.dev) && is_link(dir, name);
        self.one_device && (is_mounted_elsewhere(dir, meta) || leads_away())
    }
}

/// Whether an entry is on another file system. Of anything but a directory the device alone does not tell: some file
/// systems have several.
fn is_mounted_elsewhere(dir: &Dir<'_>, meta: &Meta) -> bool {
    (meta.kind() == Kind::Dir || meta.mounted) && dir.device() != Ok(meta.dev)
}

/// Whether a name is that of a link.
pub(crate) fn is_link(dir: &Dir<'_>, name: Name<'_>) -> bool {
    dir.stat(name, false).is_ok_and(|meta| meta.kind() == Kind::Link)
}
