//! The path of the directory that a thread is at, kept from one directory to the next, since most are siblings or
//! parent and child: only what differs is written.

use std::sync::Arc;

use super::node::Node;

/// A directory's path as it is shown.
#[derive(Default)]
pub(crate) struct Prefix {
    /// The path.
    bytes: Vec<u8>,
    /// Where it leads.
    of: Option<Arc<Node>>,
}

impl Prefix {
    /// The path of `node`, and how many bytes of it are the root operand.
    pub fn path(&mut self, node: &Arc<Node>) -> usize {
        let last = self.of.take();
        let root_len = node.write_path(&mut self.bytes, last.as_ref());
        self.of = Some(node.clone());
        root_len
    }

    /// Gives its memory back, if it is more than `most` bytes.
    pub fn give_back(&mut self, most: usize) {
        if self.bytes.capacity() > most {
            *self = Prefix::default();
        }
    }

    /// The path that was made last.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
