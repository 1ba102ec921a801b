//! One directory of the tree while anything below it is under way: its place, and its open descriptor while its
//! children or its acts need one.
//!
//! A node does not know what is in its directory, nor whether that has been read. `handles` opens, evicts and reopens
//! the descriptor that is kept here.
//!
//! ```text
//!            pin (children named, acts pending)              unpin, last
//!   closed ------------------------------------> open ------------------> closed
//!                                                 |  ^
//!                                           evict |  | reopen, same identity
//!                                                 v  |
//!                                                evicted
//! ```

use std::{
    any::Any,
    ffi::CStr,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock,
        atomic::{AtomicU8, Ordering},
    },
};

use smallvec::{SmallVec, smallvec};

use super::fs::Fs;
use crate::{
    ring::budget::Kept,
    sys::{Meta, Name, file::PATH_MAX},
};

/// What identifies an inode that is in use: device and inode number.
pub(crate) type Id = (u64, u64);

/// A directory, linked to its ancestors. What changes all the time lies in front, beside the count of its users, and what
/// every thread reads on its way up lies behind: in one line of the cache, one thread's change would be another's wait.
#[repr(C)]
pub(crate) struct Node {
    /// The descriptor, and who needs it.
    handle: Mutex<Handle>,
    /// What the tool keeps of it for the directories below.
    pub heirloom: OnceLock<Arc<dyn Any + Send + Sync>>,
    /// Its name there and a NUL; for a root, the operand. Most names need no memory of their own.
    name: SmallVec<[u8; 32]>,
    /// Inode number that the parent's listing gave, 0 for a root.
    pub ino: u64,
    /// How many bytes of its path are the root operand.
    root_len: usize,
    /// Bytes of its path as it is shown.
    path_len: usize,
    /// The directory that it is in; `None` for the list of roots.
    pub parent: Option<Arc<Node>>,
    /// 0 for a root, -1 for the list of roots.
    pub depth: i32,
    /// Whether it is opened through links.
    pub follow: bool,
    /// Whether it was read before, and what was made of it thrown away.
    pub again: bool,
    /// The file system that it is on, once it has been opened, as `Fs` packs it.
    fs: AtomicU8,
    /// The number of the device that it is on, its parent's until it has been opened.
    device: AtomicU8,
}

/// The descriptor of a node, and who needs it.
#[derive(Default)]
pub(crate) struct Handle {
    /// The open directory; `None` before it is opened, after it is done with, and while it is evicted.
    pub kept: Option<Kept>,
    /// Identity, once somebody needed it.
    pub id: Option<Id>,
    /// Children not opened yet, pages not emitted that act below it.
    pub pins: u32,
}

impl Node {
    /// The list of roots, whose descriptor is the working directory.
    pub fn roots() -> Arc<Node> {
        Arc::new(Node {
            parent: None,
            name: smallvec![0],
            depth: -1,
            ino: 0,
            follow: false,
            again: false,
            path_len: 0,
            root_len: 0,
            fs: AtomicU8::new(Fs::UNKNOWN),
            device: AtomicU8::new(0),
            handle: Mutex::default(),
            heirloom: OnceLock::new(),
        })
    }

    /// A directory in `parent`.
    pub fn child(parent: &Arc<Node>, name: &CStr, ino: u64, follow: bool, again: bool) -> Arc<Node> {
        let length = name.count_bytes();
        // A root that ends in a slash needs none behind it.
        let slash =
            usize::from(parent.depth > 0 || parent.depth == 0 && !parent.name().to_bytes().ends_with(b"/"));
        Arc::new(Node {
            parent: Some(parent.clone()),
            name: name.to_bytes_with_nul().into(),
            depth: parent.depth + 1,
            ino,
            follow,
            again,
            path_len: parent.path_len + slash + length,
            root_len: if parent.depth < 0 { length } else { parent.root_len },
            fs: AtomicU8::new(Fs::UNKNOWN),
            device: AtomicU8::new(parent.device()),
            handle: Mutex::default(),
            heirloom: OnceLock::new(),
        })
    }

    /// Its name in its directory; for a root, the operand.
    pub fn name(&self) -> Name<'_> {
        Name::from_bytes_with_nul(&self.name)
    }

    /// Whether its path is one that no system call takes.
    pub fn has_long_path(&self) -> bool {
        self.path_len >= PATH_MAX
    }

    /// Its descriptor's state, locked.
    pub fn handle(&self) -> MutexGuard<'_, Handle> {
        self.handle.lock().unwrap_or_else(|poison| poison.into_inner())
    }

    /// What is known of its file system: nothing, before it is open.
    pub fn fs(&self) -> Fs {
        self.known_fs().unwrap_or_default()
    }

    /// What is known of its file system, if it has been opened.
    pub fn known_fs(&self) -> Option<Fs> {
        Fs::unpack(self.fs.load(Ordering::Relaxed))
    }

    /// Notes its file system.
    pub fn set_fs(&self, fs: Fs) {
        self.fs.store(fs.pack(), Ordering::Relaxed);
    }

    /// The number of its device.
    pub fn device(&self) -> u8 {
        self.device.load(Ordering::Relaxed)
    }

    /// Notes the number of its device.
    pub fn set_device(&self, device: u8) {
        self.device.store(device, Ordering::Relaxed);
    }

    /// Whether it is open, or would be known again if it were opened.
    pub fn is_known(&self) -> bool {
        let handle = self.handle();
        self.depth < 0 || handle.kept.is_some() || handle.id.is_some()
    }

    /// Notes identity where it is not known yet.
    pub fn identify(&self, meta: &Meta) {
        self.handle().id.get_or_insert(meta.id());
    }

    /// The directories that it is in, nearest first, up to the root; the list of roots is not among them.
    pub fn ancestors(&self) -> impl Iterator<Item = &Arc<Node>> {
        std::iter::successors(self.parent.as_ref(), |node| node.parent.as_ref())
            .take_while(|node| node.depth >= 0)
    }

    /// Writes the path as it is shown into `path`, and gives the length of the root operand in it. `path` may be that of
    /// another directory, `last`, with anything behind it: what both have in common is not written again, nor looked at.
    pub fn write_path(self: &Arc<Node>, path: &mut Vec<u8>, last: Option<&Arc<Node>>) -> usize {
        let shared = last.and_then(|last| self.meets(last));
        path.truncate(shared.map_or(0, |shared| shared.path_len));
        path.resize(self.path_len, b'/');
        let mut node = self;
        while node.depth >= 0 && !shared.is_some_and(|shared| Arc::ptr_eq(shared, node)) {
            let name = node.name().to_bytes();
            path[node.path_len - name.len()..node.path_len].copy_from_slice(name);
            let Some(parent) = &node.parent else { break };
            node = parent;
        }
        self.root_len
    }

    /// The nearest directory that both are, or are in.
    fn meets<'a>(self: &'a Arc<Node>, other: &'a Arc<Node>) -> Option<&'a Arc<Node>> {
        let (mut one, mut other) = (self, other);
        while !Arc::ptr_eq(one, other) {
            let deeper = if one.depth >= other.depth { &mut one } else { &mut other };
            *deeper = deeper.parent.as_ref()?;
        }
        Some(one)
    }
}

// Users that directories had when their last node was dropped, on this thread. A walk that comes to its end leaves none.
#[cfg(test)]
thread_local!(pub(super) static PINNED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) });

impl Drop for Node {
    /// Drops the ancestors one after the other: a chain can be longer than a stack allows.
    fn drop(&mut self) {
        #[cfg(test)]
        PINNED.set(PINNED.get() + self.handle().pins);
        let mut next = self.parent.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.parent.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_by_single_slashes() {
        let check = |operand: &CStr, names: &[&CStr], expected: &[u8]| {
            let mut node = Node::child(&Node::roots(), operand, 0, false, false);
            for name in names {
                node = Node::child(&node, name, 0, false, false);
            }
            // From nothing, from a sibling's path, from a cousin's, from the parent's, from a child's, from its own.
            let parent = node.parent.clone();
            let sibling =
                parent.as_ref().map(|parent| Node::child(parent, c"a-much-longer-name", 0, false, false));
            let cousin = sibling.as_ref().map(|sibling| Node::child(sibling, c"cousin", 0, false, false));
            let child = Node::child(&node, c"child", 0, false, false);
            for last in [None, sibling.as_ref(), cousin.as_ref(), parent.as_ref(), Some(&child), Some(&node)]
            {
                let mut path = Vec::new();
                if let Some(last) = last {
                    last.write_path(&mut path, None);
                    path.push(b'/');
                }
                assert_eq!(node.write_path(&mut path, last), operand.count_bytes());
                assert_eq!(path, expected);
            }
        };
        check(c".", &[], b".");
        check(c"a/b", &[c"c", c"d"], b"a/b/c/d");
        check(c"/", &[c"usr"], b"/usr");
        check(c"a//", &[c"b", c"c"], b"a//b/c");
    }

    #[test]
    fn a_long_chain_is_dropped_without_recursion() {
        let mut node = Node::roots();
        for _ in 0..200_000 {
            node = Node::child(&node, c"n", 0, false, false);
        }
        drop(node);
    }
}
