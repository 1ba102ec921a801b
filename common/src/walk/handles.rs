//! Descriptors of directories: opened by name below their parent, given up under pressure, and opened again only as
//! the directory that they were.
//!
//! Nothing here opens by a path of several components, roots apart, and nothing trusts a name twice: whatever is opened
//! a second time is compared with the identity noted when it was given up. Which descriptor is given up is decided by
//! the frontier and the emitter, who know what is needed last.

use std::{os::fd::AsFd, sync::Arc};

use super::node::{Id, Node};
use crate::{
    ring::{
        budget::{Descriptors, DirFd},
        op::{Done, Op, Perform},
    },
    sys::{Errno, Name, file::How},
};

/// What opening takes.
#[derive(Clone, Copy)]
pub(crate) struct Io<'a> {
    /// Open directories.
    pub budget: &'a Descriptors,
    /// What is wanted at once is done by this.
    pub perform: &'a Perform<'a>,
}

/// The open descriptor of a directory, reopened if it was evicted.
pub(crate) fn open(node: &Arc<Node>, io: Io<'_>) -> Result<Arc<DirFd>, Errno> {
    if let Some(fd) = at_hand(node) {
        return Ok(fd);
    }
    // Down from the nearest ancestor that is open, one component at a time; the list of roots always is.
    let mut chain = vec![node];
    let mut fd = loop {
        let Some(parent) = chain.last().and_then(|node| node.parent.as_ref()) else {
            return Err(Errno::STALE);
        };
        if let Some(fd) = at_hand(parent) {
            break fd;
        }
        chain.push(parent);
    };
    for node in chain.into_iter().rev() {
        let how = if node.follow { How::Follow } else { How::NoFollow };
        let opened = open_in(&fd, node.name(), how, io)?;
        compare(&opened, node, io)?;
        fd = opened;
    }
    let mut handle = node.handle();
    if handle.pins > 0 {
        handle.kept = Some(io.budget.keep(fd.clone()));
    }
    drop(handle);
    Ok(fd)
}

/// Keeps the descriptor of a directory for `count` more users.
pub(crate) fn pin(node: &Node, fd: &Arc<DirFd>, count: u32, io: Io<'_>) {
    if count > 0 {
        let mut handle = node.handle();
        handle.pins += count;
        handle.kept.get_or_insert_with(|| io.budget.keep(fd.clone()));
    }
}

/// Ends one use of a directory's descriptor; the last one closes it. Before that, a parent that was evicted and is
/// still needed is opened again through `..`: later that would cost one open a level.
pub(crate) fn unpin(node: &Arc<Node>, io: Io<'_>) {
    if node.depth < 0 {
        return;
    }
    let kept = {
        let mut handle = node.handle();
        handle.pins = handle.pins.saturating_sub(1);
        if handle.pins > 0 {
            return;
        }
        handle.kept.take()
    };
    if let Some(kept) = kept {
        restore_parent(node, kept.fd(), io);
    }
}

/// Counts the users of a directory's descriptor anew.
pub(crate) fn reset_pins(node: &Node, pins: u32) {
    node.handle().pins = pins;
}

/// One user more, of a descriptor that may be closed: it is opened again when it is used.
pub(crate) fn pin_closed(node: &Node) {
    node.handle().pins += 1;
}

/// How many levels are climbed to open an ancestor again.
const CLIMB: usize = 32;

/// Opens the nearest ancestor that is still needed, if it was evicted, through `node`'s own descriptor `fd`, which is
/// about to be closed.
pub(crate) fn restore_parent(node: &Node, fd: &DirFd, io: Io<'_>) {
    if !io.budget.gave_up() {
        return;
    }
    let needed = node.ancestors().take(CLIMB).position(|ancestor| ancestor.handle().pins > 0);
    let Some(levels) = needed else { return };
    let Some(ancestor) = node.ancestors().nth(levels) else { return };
    // Behind a link `..` leads elsewhere.
    let through_link = node.follow || node.ancestors().take(levels).any(|between| between.follow);
    if through_link || ancestor.handle().kept.is_some() {
        return;
    }
    // A failure here is none yet: whoever needs the ancestor tries from above and reports.
    let mut above = None;
    for _ in 0..=levels {
        let from = above.as_deref().unwrap_or(fd);
        let Ok(opened) = open_in(from, c"..".into(), How::NoFollow, io) else { return };
        above = Some(opened);
    }
    let same = above.filter(|above| compare(above, ancestor, io).is_ok());
    if let Some(above) = same {
        ancestor.handle().kept.get_or_insert_with(|| io.budget.keep(above));
    }
}

/// Gives up a directory's descriptor, which somebody will need again, unless it could not be known again.
pub(crate) fn evict(node: &Node, io: Io<'_>) {
    if node.depth < 0 {
        return;
    }
    let mut handle = node.handle();
    let Some(kept) = &handle.kept else { return };
    if handle.id.is_none() {
        let Ok(id) = identify(kept.fd(), io) else { return };
        handle.id = Some(id);
    }
    handle.kept = None;
    io.budget.give_up();
}

/// Whether a directory's descriptor can be had with at most one open.
pub(crate) fn is_at_hand(node: &Node) -> bool {
    let open = |node: &Node| node.depth < 0 || node.handle().kept.is_some();
    open(node) || node.parent.as_ref().is_some_and(|parent| open(parent))
}

/// The identity of a directory that is being walked.
pub(crate) fn identity(node: &Arc<Node>, io: Io<'_>) -> Result<Id, Errno> {
    if let Some(id) = node.handle().id {
        return Ok(id);
    }
    let id = identify(&*open(node, io)?, io)?;
    Ok(*node.handle().id.get_or_insert(id))
}

fn at_hand(node: &Node) -> Option<Arc<DirFd>> {
    if node.depth < 0 {
        return Some(Arc::new(DirFd::cwd()));
    }
    node.handle().kept.as_ref().map(|kept| kept.fd().clone())
}

fn open_in(dir: &DirFd, name: Name<'_>, how: How, io: Io<'_>) -> Result<Arc<DirFd>, Errno> {
    match (io.perform)(Op::Open { dir: dir.as_fd(), name, how }) {
        Done::Opened(opened) => opened.map(|fd| Arc::new(fd.into())),
        _ => Err(Errno::INVAL),
    }
}

fn identify(fd: &DirFd, io: Io<'_>) -> Result<Id, Errno> {
    match (io.perform)(Op::Identify { dir: fd.as_fd() }) {
        Done::Meta(meta) => meta.map(|meta| meta.id()),
        _ => Err(Errno::INVAL),
    }
}

fn compare(fd: &DirFd, node: &Node, io: Io<'_>) -> Result<(), Errno> {
    let known = node.handle().id;
    match known {
        Some(known) if identify(fd, io)? != known => Err(Errno::STALE),
        _ => Ok(()),
    }
}
