//! The children that a page named and nobody has started, in order: a queue of names in one block of memory, since a
//! directory can have a hundred thousand of them.

use std::ffi::CStr;

use super::node::Node;
use crate::sys::cstr::until_nul;

/// Children not started yet.
#[derive(Default)]
pub(crate) struct Group {
    /// One behind the other: inode number (8 bytes), name, NUL.
    block: Vec<u8>,
    /// Where the next child begins.
    at: usize,
    /// How many are left.
    left: usize,
    /// Whether they were started before.
    again: bool,
}

impl Group {
    /// One directory, started once and given back.
    pub(crate) fn of(node: &Node) -> Group {
        let mut group = Group { again: true, ..Group::default() };
        group.push(node.name().to_bytes_with_nul(), node.ino);
        group
    }

    /// Whether any has been taken, ever.
    pub(crate) fn has_begun(&self) -> bool {
        self.again || self.at > 0
    }

    /// Whether they were started before.
    pub(crate) fn is_again(&self) -> bool {
        self.again
    }

    /// How many are left.
    pub(crate) fn len(&self) -> usize {
        self.left
    }

    /// Whether none is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Appends a child.
    pub(crate) fn push(&mut self, name_with_nul: &[u8], ino: u64) {
        if self.block.is_empty() {
            // Most directories have few children.
            self.block.reserve(64);
        }
        self.block.extend_from_slice(&ino.to_ne_bytes());
        // A file system in user space can put a NUL inside of a name; a call takes what comes before it.
        self.block.extend_from_slice(until_nul(name_with_nul).to_bytes_with_nul());
        self.left += 1;
    }

    /// Keeps the first `count` of what is left: how many it loses.
    pub(crate) fn truncate(&mut self, count: usize) -> usize {
        let mut end = self.at;
        for _ in 0..count.min(self.left) {
            end += size_of::<u64>() + until_nul(&self.block[end + size_of::<u64>()..]).count_bytes() + 1;
        }
        self.block.truncate(end);
        let lost = self.left.saturating_sub(count);
        self.left -= lost;
        lost
    }

    /// Bytes of memory that it holds.
    pub(crate) fn memory(&self) -> usize {
        self.block.capacity()
    }

    /// Takes the first: its name and inode number.
    pub(crate) fn pop(&mut self) -> Option<(&CStr, u64)> {
        let (ino, names) = self.block.get(self.at..)?.split_first_chunk()?;
        let name = until_nul(names);
        self.at += ino.len() + name.count_bytes() + 1;
        self.left -= 1;
        Some((name, u64::from_ne_bytes(*ino)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_out_as_it_went_in() {
        let mut group = Group::default();
        group.push(b"a\0", 1);
        group.push(b"bc\xff\0", 2);
        assert_eq!(group.pop(), Some((c"a", 1)));
        group.push(b"d\0", 3);
        assert_eq!(group.len(), 2);
        assert_eq!(group.pop(), Some((c"bc\xff", 2)));
        assert_eq!(group.pop(), Some((c"d", 3)));
        assert_eq!(group.pop(), None);
        assert!(group.is_empty());
    }

    #[test]
    fn loses_its_end() {
        let mut group = Group::default();
        for name in [b"a\0".as_slice(), b"bc\0", b"d\0", b"e\0"] {
            group.push(name, 7);
        }
        assert_eq!(group.pop(), Some((c"a", 7)));
        assert_eq!(group.truncate(5), 0);
        assert_eq!(group.truncate(2), 1);
        assert_eq!(group.pop(), Some((c"bc", 7)));
        assert_eq!(group.truncate(0), 1);
        assert_eq!((group.len(), group.pop()), (0, None));
        group.push(b"f\0", 8);
        assert_eq!(group.pop(), Some((c"f", 8)));
    }
}
