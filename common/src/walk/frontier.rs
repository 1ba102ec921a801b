//! What is under way ahead of the emitter, as one list in the order of output.
//!
//! A link of the list is either a directory that somebody is reading (`Running`) or a group of siblings that nobody has
//! started (`Waiting`). Pages that are ready hang before the link that they precede in the output. Children replace
//! their parent in place, so that the first link is always what the emitter needs next, and the first `Waiting` one is
//! the nearest work. There is no other notion of priority, and none is needed.
//!
//! The frontier knows nothing of files. Its owner holds it under one lock, and no call here does I/O.
//!
//! ```text
//!   [ready a, ready b] Running c - [] Running d - [ready e] Waiting {f, g, h} - [] End
//!    ^ the emitter takes from here            a worker takes f from here ^
//! ```

use std::sync::Arc;

use super::{
    group::Group,
    node::Node,
    queue::{Queue, Store},
};

/// A page that waits for the emitter.
pub(crate) trait Ready {
    /// The directory that it belongs to, unless nobody needs it any more.
    fn node(&self) -> Option<&Arc<Node>>;
    /// Bytes of memory that it holds.
    fn bytes(&self) -> usize;
    /// How many children it named when it was made.
    fn children(&self) -> usize;
    /// Whether it may be thrown away and made again.
    fn may_drop(&self) -> bool;
}

/// The list.
pub(crate) struct Frontier<T> {
    /// Links, linked by index; those not in use are in `free`.
    links: Vec<Link>,
    /// Pages that hang before links.
    pages: Store<T>,
    /// Indices of links not in use.
    free: Vec<usize>,
    /// First link.
    head: usize,
    /// Children that nobody has started.
    waiting: usize,
    /// Bytes held by ready pages.
    bytes: usize,
}

/// One place in the list.
struct Link {
    /// The link before; `NONE` for the first.
    prev: usize,
    /// The link behind; `NONE` for the last, which is always `End`.
    next: usize,
    /// Pages that precede it in the output.
    ready: Queue,
    /// What it is.
    cell: Cell,
}

/// What is at a place of the list.
enum Cell {
    /// The end of the list, or a link not in use.
    End,
    /// A directory that somebody is reading.
    Running,
    /// Children of `parent` that nobody has started.
    Waiting { parent: Arc<Node>, group: Group, follow: bool },
}

/// Where the page of a directory that is being read belongs: its link.
pub(crate) struct Start(usize);

/// What the emitter finds at the head.
pub(crate) enum Head<T> {
    /// The page that it needs.
    Ready(T),
    /// Somebody is reading the directory.
    Running,
    /// Nobody has started it: the emitter has it now.
    Unstarted(Arc<Node>),
    /// Nothing is left.
    Empty,
}

const NONE: usize = usize::MAX;

impl<T: Ready> Frontier<T> {
    /// An empty frontier.
    pub fn new() -> Frontier<T> {
        let end = Link { prev: NONE, next: NONE, ready: Queue::EMPTY, cell: Cell::End };
        Frontier { links: vec![end], pages: Store::new(), free: Vec::new(), head: 0, waiting: 0, bytes: 0 }
    }

    /// How many directories nobody has started.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Bytes held by ready pages.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Puts children at the head: those of the page that the emitter has just taken.
    pub fn splice_head(&mut self, parent: &Arc<Node>, group: Group, follow: bool) {
        if !group.is_empty() {
            self.insert_group(self.head, parent, group, follow);
        }
    }

    /// Puts children at the end, behind all that is under way.
    pub fn append(&mut self, parent: &Arc<Node>, group: Group, follow: bool) {
        if !group.is_empty() {
            // The end is made first. What precedes it precedes the children.
            let ready = std::mem::replace(&mut self.links[0].ready, Queue::EMPTY);
            let link = self.insert_group(0, parent, group, follow);
            self.links[link].ready = ready;
        }
    }

    fn insert_group(&mut self, before: usize, parent: &Arc<Node>, group: Group, follow: bool) -> usize {
        self.waiting += group.len();
        self.insert_before(before, Cell::Waiting { parent: parent.clone(), group, follow })
    }

    /// The page that the emitter needs next, if it is ready.
    pub fn take_ready(&mut self) -> Option<T> {
        let page = self.pages.pop_front(&mut self.links[self.head].ready)?;
        self.bytes -= page.bytes();
        Some(page)
    }

    /// What the emitter needs next.
    pub fn take_head(&mut self) -> Head<T> {
        if let Some(page) = self.take_ready() {
            return Head::Ready(page);
        }
        let head = self.head;
        match self.links[head].cell {
            Cell::End => Head::Empty,
            Cell::Running => Head::Running,
            Cell::Waiting { .. } => self.pop(head).map_or(Head::Empty, Head::Unstarted),
        }
    }

    /// Whether the next page is being made by somebody.
    pub fn head_is_running(&self) -> bool {
        let head = &self.links[self.head];
        head.ready.is_empty() && matches!(head.cell, Cell::Running)
    }

    /// The nearest directory that nobody has started, if `permit` allows work at its rank, the number of pages, ready or
    /// being made, that come before it, and below its parent.
    pub fn take_next(&mut self, mut permit: impl FnMut(usize, &Node) -> bool) -> Option<(Start, Arc<Node>)> {
        if self.waiting == 0 {
            return None;
        }
        let (mut at, mut rank) = (self.head, 0);
        loop {
            rank += self.links[at].ready.len();
            match &self.links[at].cell {
                Cell::Waiting { parent, .. } if permit(rank, parent) => break,
                Cell::Waiting { .. } | Cell::End => return None,
                Cell::Running => rank += 1,
            }
            at = self.links[at].next;
        }
        // What precedes the group precedes its first child.
        let ready = std::mem::replace(&mut self.links[at].ready, Queue::EMPTY);
        let link = self.insert_before(at, Cell::Running);
        self.links[link].ready = ready;
        let node = self.pop(at)?;
        Some((Start(link), node))
    }

    /// The directory of the nearest ones that nobody has started.
    pub fn nearest(&self) -> Option<&Arc<Node>> {
        self.forwards().find_map(|at| match &self.links[at].cell {
            Cell::Waiting { parent, .. } => Some(parent),
            Cell::Running | Cell::End => None,
        })
    }

    /// Puts a page where its directory was started, and its children behind it.
    pub fn finish(&mut self, start: Start, page: T, group: Group, follow: bool) {
        self.bytes += page.bytes();
        let Start(at) = start;
        let parent = page.node().cloned();
        let link = &mut self.links[at];
        self.pages.push_back(&mut link.ready, page);
        match parent.filter(|_| !group.is_empty()) {
            Some(parent) => {
                self.waiting += group.len();
                link.cell = Cell::Waiting { parent, group, follow };
            }
            None => self.remove(at),
        }
    }

    /// Throws everything away that is not emitted: the pages, and of which directories so many children that nobody has
    /// started. Nothing may be running: its link would be gone.
    pub fn clear(&mut self) -> (Vec<T>, Vec<(Arc<Node>, u32)>) {
        let Frontier { pages, links, .. } = std::mem::replace(self, Frontier::new());
        let groups = links.into_iter().filter_map(|link| match link.cell {
            Cell::Waiting { parent, group, .. } => Some((parent, group.len() as u32)),
            Cell::Running | Cell::End => None,
        });
        (pages.into_pages().collect(), groups.collect())
    }

    /// Takes all pages, and makes their directories unstarted again in their places. Nothing may be running, and no child
    /// of theirs in the list. The caller gives the directories' parents a user more.
    pub fn unread(&mut self) -> Vec<T> {
        let mut pages = Vec::new();
        let mut at = self.head;
        while at != NONE {
            let mut ready = std::mem::replace(&mut self.links[at].ready, Queue::EMPTY);
            while let Some(page) = self.pages.pop_front(&mut ready) {
                self.bytes -= page.bytes();
                if let Some(cell) = page.node().and_then(unstarted) {
                    self.waiting += 1;
                    self.insert_before(at, cell);
                }
                pages.push(page);
            }
            at = self.links[at].next;
        }
        pages
    }

    /// Throws the farthest page away that may be, with all children that it named, and makes its directory unstarted
    /// again; `None` if there is none. The caller gives the directory's parent a user more.
    pub fn drop_farthest(&mut self) -> Option<T> {
        // Only what lies beyond the nearest work is in its way.
        let nearest = self.forwards().find(|&at| matches!(self.links[at].cell, Cell::Waiting { .. }))?;
        let beyond = self.backwards().take_while(|&at| at != nearest);
        let last = beyond.into_iter().find(|&at| !self.links[at].ready.is_empty())?;
        let page = self.pages.last(self.links[last].ready)?;
        if !page.may_drop() {
            return None;
        }
        let node = page.node()?.clone();
        // A parent that would be opened by name again must be known again.
        if !node.parent.as_ref().is_some_and(|parent| parent.is_known()) {
            return None;
        }
        // Its children stand right behind it: none, or a group that is whole, or it is not the farthest in truth.
        let whole = match &self.links[last].cell {
            Cell::Waiting { parent, group, .. } if Arc::ptr_eq(parent, &node) && !group.has_begun() => {
                group.len()
            }
            _ => 0,
        };
        if page.children() != whole {
            return None;
        }
        let cell = unstarted(&node)?;
        let at = if whole > 0 {
            self.waiting -= whole;
            self.links[last].cell = cell;
            last
        } else {
            let ready = std::mem::replace(&mut self.links[last].ready, Queue::EMPTY);
            let at = self.insert_before(last, cell);
            self.links[at].ready = ready;
            at
        };
        self.waiting += 1;
        let page = self.pages.pop_back(&mut self.links[at].ready)?;
        self.bytes -= page.bytes();
        Some(page)
    }

    /// The directories whose children nobody has started, the one that is needed last first.
    pub fn parents_from_tail(&self) -> impl Iterator<Item = &Arc<Node>> {
        self.backwards().filter_map(|at| match &self.links[at].cell {
            Cell::Waiting { parent, .. } => Some(parent),
            Cell::Running | Cell::End => None,
        })
    }

    fn forwards(&self) -> impl Iterator<Item = usize> {
        let link = |at: usize| (at != NONE).then_some(at);
        std::iter::successors(link(self.head), move |&at| link(self.links[at].next))
    }

    fn backwards(&self) -> impl Iterator<Item = usize> {
        // The end is made first and never removed.
        std::iter::successors(Some(0), |&at| Some(self.links[at].prev).filter(|&prev| prev != NONE))
    }

    /// Takes the first child of a group, and the group out of the list if it was the last.
    fn pop(&mut self, at: usize) -> Option<Arc<Node>> {
        let Cell::Waiting { parent, group, follow } = &mut self.links[at].cell else { return None };
        let again = group.is_again();
        let (name, ino) = group.pop()?;
        let node = Node::child(parent, name, ino, *follow, again);
        self.waiting -= 1;
        if group.is_empty() {
            self.remove(at);
        }
        Some(node)
    }

    fn insert_before(&mut self, at: usize, cell: Cell) -> usize {
        let prev = self.links[at].prev;
        let link = Link { prev, next: at, ready: Queue::EMPTY, cell };
        let new = match self.free.pop() {
            Some(free) => {
                self.links[free] = link;
                free
            }
            None => {
                self.links.push(link);
                self.links.len() - 1
            }
        };
        self.links[at].prev = new;
        if prev == NONE {
            self.head = new;
        } else {
            self.links[prev].next = new;
        }
        new
    }

    /// Takes a link out; pages before it now precede the next.
    fn remove(&mut self, at: usize) {
        let Link { prev, next, .. } = self.links[at];
        let ready = self.links[at].ready;
        self.links[at].cell = Cell::End;
        self.free.push(at);
        self.links[next].prev = prev;
        if prev == NONE {
            self.head = next;
        } else {
            self.links[prev].next = next;
        }
        self.links[next].ready = self.pages.joined(ready, self.links[next].ready);
    }
}

/// The place of a directory that is to be read again.
fn unstarted(node: &Arc<Node>) -> Option<Cell> {
    let parent = node.parent.clone()?;
    Some(Cell::Waiting { parent, group: Group::of(node), follow: node.follow })
}
