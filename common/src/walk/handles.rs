//! Descriptors of directories: opened by name below their parent, given up under pressure, and opened again only as
//! the directory that they were.
//!
//! Nothing here opens by a path of several components, roots apart, and nothing trusts a name twice: whatever is opened
//! a second time is compared with the identity noted when it was given up. Which descriptor is given up is decided by
//! the frontier and the emitter, who know what is needed last.

use std::{
    os::fd::{AsFd, BorrowedFd},
    sync::Arc,
};

use super::node::{Id, Node};
use crate::{
    ring::{
        budget::{Descriptors, DirFd, Kept},
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

/// How often descriptors are given up before a directory is reported for the lack of one.
pub(crate) const PATIENCE: u32 = 4;

/// Whether a directory could not be opened for the lack of a descriptor: it can be once others are given up.
pub(crate) fn is_starved(errno: Errno) -> bool {
    matches!(errno, Errno::MFILE | Errno(libc::ENFILE))
}

/// The open descriptor of a directory, reopened if it was evicted.
pub(crate) fn open(node: &Arc<Node>, io: Io<'_>) -> Result<Arc<DirFd>, Errno> {
    open_by_way(node, io, &mut |_, _| {})
}

/// As `open`, and `passes` is told of the directories that were opened on the way, outermost first.
pub(crate) fn open_by_way(
    node: &Arc<Node>,
    io: Io<'_>,
    passes: &mut dyn FnMut(&Arc<Node>, &Arc<DirFd>),
) -> Result<Arc<DirFd>, Errno> {
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
    for step in chain.into_iter().rev() {
        let how = if step.follow { How::Follow } else { How::NoFollow };
        let opened = open_in(fd.as_fd(), step.name(), how, io)?;
        compare(&opened, step, io)?;
        fd = opened;
        if !Arc::ptr_eq(step, node) {
            passes(step, &fd);
        }
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
    if let Some(kept) = leave(node, 1) {
        restore_parent(node, kept.fd(), io);
    }
}

/// Ends `count` uses of a directory's descriptor that are thrown away: whoever has a use for its ancestors is thrown away
/// too, or opens them.
pub(crate) fn drop_pins(node: &Node, count: u32) {
    drop(leave(node, count));
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
        let Ok(opened) = open_in(from.as_fd(), c"..".into(), How::NoFollow, io) else { return };
        above = Some(opened);
    }
    let same = above.filter(|above| compare(above, ancestor, io).is_ok());
    if let Some(above) = same {
        ancestor.handle().kept.get_or_insert_with(|| io.budget.keep(above));
    }
}

/// Gives up a directory's descriptor, which somebody will need again, unless it could not be known again.
pub(crate) fn evict(node: &Node, io: Io<'_>) {
    if remember(node, io) {
        node.handle().kept = None;
        io.budget.give_up();
    }
}

/// Sees to it that a directory that is open could be known again: whether it is, and could be.
pub(crate) fn remember(node: &Node, io: Io<'_>) -> bool {
    let mut handle = node.handle();
    let Some(kept) = handle.kept.as_ref().filter(|_| node.depth >= 0) else { return false };
    if handle.id.is_none() {
        handle.id = identify(kept.fd().as_fd(), io).ok();
    }
    handle.id.is_some()
}

/// Whether a directory's descriptor can be had with at most one open.
pub(crate) fn is_at_hand(node: &Node) -> bool {
    let open = |node: &Node| node.depth < 0 || node.handle().kept.is_some();
    open(node) || node.parent.as_ref().is_some_and(|parent| open(parent))
}

/// The device of a directory, which is open as `fd`.
pub(crate) fn device(node: &Node, fd: BorrowedFd<'_>, io: Io<'_>) -> Result<u64, Errno> {
    let known = node.handle().id;
    let (device, _) = match known {
        Some(id) => id,
        None => {
            let id = identify(fd, io)?;
            *node.handle().id.get_or_insert(id)
        }
    };
    Ok(device)
}

/// Notes the identities of `node`, which is open as `fd`, and of all its ancestors, where they are not known yet. It
/// climbs through `..` up to the outermost that is not, one open a level; behind a link `..` leads elsewhere, and the
/// directory above is opened by name.
pub(crate) fn identify_line(node: &Arc<Node>, fd: BorrowedFd<'_>, io: Io<'_>) -> Result<(), Errno> {
    let line = std::iter::once(node).chain(node.ancestors());
    let Some(top) = line.filter(|node| node.handle().id.is_none()).last() else { return Ok(()) };
    let mut held: Option<Arc<DirFd>> = None;
    let mut here = node;
    loop {
        let at = held.as_ref().map_or(fd, |held| held.as_fd());
        let id = identify(at, io)?;
        if *here.handle().id.get_or_insert(id) != id {
            return Err(Errno::STALE);
        }
        let Some(above) = here.parent.as_ref().filter(|_| !Arc::ptr_eq(here, top)) else { return Ok(()) };
        held = Some(match at_hand(above) {
            Some(kept) => kept,
            None if here.follow => open(above, io)?,
            None => open_in(at, c"..".into(), How::NoFollow, io)?,
        });
        here = above;
    }
}

/// Ends `count` uses of a directory; the descriptor that nobody needs any more.
fn leave(node: &Node, count: u32) -> Option<Kept> {
    let mut handle = node.handle();
    debug_assert!(handle.pins >= count, "{} users, not {count}", handle.pins);
    handle.pins = handle.pins.saturating_sub(count);
    if handle.pins == 0 { handle.kept.take() } else { None }
}

pub(crate) fn at_hand(node: &Node) -> Option<Arc<DirFd>> {
    if node.depth < 0 {
        return Some(Arc::new(DirFd::cwd()));
    }
    node.handle().kept.as_ref().map(|kept| kept.fd().clone())
}

fn open_in(dir: BorrowedFd<'_>, name: Name<'_>, how: How, io: Io<'_>) -> Result<Arc<DirFd>, Errno> {
    match (io.perform)(Op::Open { dir, name, how }) {
        Done::Opened(opened) => opened.map(|fd| Arc::new(fd.into())),
        _ => Err(Errno::INVAL),
    }
}

fn identify(dir: BorrowedFd<'_>, io: Io<'_>) -> Result<Id, Errno> {
    match (io.perform)(Op::Identify { dir }) {
        Done::Meta(meta) => meta.map(|meta| meta.id()),
        _ => Err(Errno::INVAL),
    }
}

fn compare(fd: &DirFd, node: &Node, io: Io<'_>) -> Result<(), Errno> {
    let known = node.handle().id;
    match known {
        Some(known) if identify(fd.as_fd(), io)? != known => Err(Errno::STALE),
        _ => Ok(()),
    }
}
