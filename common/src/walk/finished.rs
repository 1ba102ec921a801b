//! A page on its way from whoever made it to the emitter.

use std::sync::Arc;

use super::{frontier::Ready, group::Group, handles, job::DirJob, node::Node, sheet::Sheet};

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
    /// How many children it named that stand behind it in the frontier.
    pub children: usize,
    /// Children that it named and keeps until its turn has come: all of them in a breadth-first walk, none in others.
    pub brood: Option<Box<Brood>>,
    /// Whether it may be thrown away: making it again gives the same.
    pub may_drop: bool,
}

/// Children that stay with their page.
pub(crate) struct Brood {
    /// The children, at least one.
    pub group: Group,
    /// Whether they are opened through links.
    pub follow: bool,
}

impl Brood {
    /// Of a page's children, if there are any.
    pub fn of(group: Group, follow: bool) -> Option<Box<Brood>> {
        (!group.is_empty()).then(|| Box::new(Brood { group, follow }))
    }
}

impl<S: Default + Send> Finished<S> {
    /// Ends the uses of descriptors that a page stands for which is thrown away: its directory's, `children` of which
    /// were thrown away with it besides those that it keeps. Whether its directory has a use for its parent's is the answer.
    pub fn throw_away(self, children: u32) -> bool {
        let kept = self.brood.map_or(0, |brood| brood.group.len() as u32);
        if let Some(node) = &self.node {
            handles::drop_pins(node, children + kept + u32::from(self.held));
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
        let brood = self.brood.as_ref().map_or(0, |brood| brood.group.memory());
        self.sheet.memory() + brood + size_of::<Self>() + rest
    }

    fn children(&self) -> usize {
        self.children
    }

    fn may_drop(&self) -> bool {
        self.may_drop
    }
}
