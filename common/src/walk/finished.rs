//! A page on its way from whoever made it to the emitter.

use std::sync::Arc;

use super::{frontier::Ready, handles, job::DirJob, node::Node, sheet::Sheet};

/// A page on its way to the emitter.
pub(crate) struct Finished<S> {
    /// Its directory; `None` where the page is all that is left of it. What made a node is quick to forget it, and slow to
    /// hand it to another CPU.
    pub node: Option<Arc<Node>>,
    /// What it says.
    pub sheet: Sheet,
    /// What makes the directory's next page.
    pub rest: Option<Box<DirJob<S>>>,
    /// Whether it keeps its directory's descriptor.
    pub held: bool,
    /// How many children it named.
    pub children: usize,
    /// Whether it may be thrown away: making it again gives the same.
    pub may_drop: bool,
}

impl<S: Default + Send> Finished<S> {
    /// Ends the uses of descriptors that a page stands for which is thrown away: its directory's, `children` of which
    /// were thrown away with it. Whether its directory has a use for its parent's is the answer.
    pub fn throw_away(self, children: u32) -> bool {
        if let Some(node) = &self.node {
            handles::drop_pins(node, children + u32::from(self.held));
        }
        self.rest.is_some_and(|job| job.needs_parent())
    }
}

impl<S: Default + Send> Ready for Finished<S> {
    fn node(&self) -> Option<&Arc<Node>> {
        self.node.as_ref()
    }

    fn bytes(&self) -> usize {
        let rest = self.rest.as_ref().map_or(0, |job| job.bytes());
        self.sheet.memory() + size_of::<Self>() + rest
    }

    fn children(&self) -> usize {
        self.children
    }

    fn may_drop(&self) -> bool {
        self.may_drop
    }
}
