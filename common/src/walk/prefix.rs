//! The path of the directory that a thread is at, kept from one directory to the next, since most are siblings or
//! parent and child: only what differs is written.

use std::sync::Arc;

use super::node::Node;

/// A directory's path as it is shown.
#[derive(Default)]
pub(crate) struct Prefix {
    /// The path, and maybe a slash behind it.
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

    /// The path that was made last.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What stands before the names of the entries of `node`: its path and, where that has no slash at its end, one.
    pub fn before_names(&mut self, node: &Arc<Node>) -> &[u8] {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, node)) {
            self.path(node);
        }
        if !self.bytes.is_empty() && !self.bytes.ends_with(b"/") {
            self.bytes.push(b'/');
        }
        &self.bytes
    }
}
