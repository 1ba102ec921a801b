//! The boundary between the walk and a tool: what a tool asks for (`Plan`, `Want`), what it is shown (`Dir`,
//! `Entries`) and what it answers with (`Page`).
//!
//! A visitor is called by whichever thread has read a directory, so it takes `&self` and keeps its progress in a
//! directory in `State`. It never opens or reads a directory itself, never learns how a result was obtained, and
//! never waits for output: it writes into a page, and the walk puts pages in order.

use std::path::PathBuf;

use super::{
    dir::Dir,
    entries::{Entries, Entry},
    means::Means,
    page::Page,
};
use crate::sys::{Errno, meta::Mask};

/// What may run ahead of the output, fixed before the walk starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Pages are pure: whoever reads a directory evaluates it, any distance ahead.
    Ahead,
    /// The tool itself changes the tree in a known way (chmod, -delete): as `Ahead`, and changes that the visitor
    /// leaves to the emitter ([`Page::act`]) come in the order of the output.
    InStep,
    /// Pages are pure, but an act may be a barrier, after which all that was read ahead is read again.
    Batch,
    /// Effects happen while a page is made: nothing is read ahead, [`Visitor::page`] runs on the main thread one
    /// child at a time, or level by level, and [`Page::flush`] works.
    Serial,
}

/// How a stat treats a symbolic link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The link itself: lstat(2).
    NoFollow,
    /// What it leads to: stat(2), errors included.
    Follow,
    /// What it leads to where that is a directory, the link itself where it leads to anything else or nowhere (ENOENT,
    /// ELOOP); other errors are the answer.
    FollowIfDir,
}

/// In which order the entries of a directory are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrange {
    /// As the directory gives them.
    AsRead,
    /// As GNU's fts does: as read up to 10,000 entries, by inode number beyond, except on tmpfs, NFS and CIFS.
    LikeFts,
    /// By the bytes of their names.
    ByName,
}

/// What a walk is to do; plain data, made before any file is touched.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What may run ahead.
    pub class: Class,
    /// How roots are looked at, and whether a root that is a link is opened.
    pub root_look: Look,
    /// How all other entries are looked at, and whether directories behind links are opened.
    pub look: Look,
    /// Whether [`Visitor::wants`] is asked for roots; without it their type is unknown to the visitor.
    pub look_at_roots: bool,
    /// Whether every entry's type must be known: a dirent without one then costs a stat.
    pub kinds: bool,
    /// In how many rounds [`Visitor::wants`] is asked at most for entries below the roots; 0: never.
    pub rounds: u32,
    /// Which fields a wanted stat fetches.
    pub mask: Mask,
    /// Order of the visit.
    pub arrange: Arrange,
    /// Entries that are listed before they are arranged and visited; the rest is read afterwards, with a fresh
    /// `Visitor::State`. `usize::MAX`: the whole directory, and it is visited only when all wants are answered.
    pub unit: usize,
    /// Whether `.` and `..` are among the entries.
    pub dots: bool,
    /// Whether all of one level of the tree, of all roots, comes before anything of the next.
    pub breadth_first: bool,
    /// Whether directories on other devices than their root's are left unread.
    pub one_device: bool,
    /// Whether it is found out which directories can be searched; see `Dir::is_searchable`.
    pub search: bool,
    /// Whether loops are found wherever they close; if not, at mount points and links alone.
    pub loops_within: bool,
    /// Whether a child, once opened, must have the inode number that its parent's listing gave.
    pub verify: bool,
    /// Whether all that is asked about entries is metadata, which a ring can ask for.
    pub only_looks: bool,
    /// Whether further CPUs would find nothing to do.
    pub alone: bool,
    /// By which means operations are done.
    pub means: Means,
}

impl Default for Plan {
    /// Directories as they are read, on as many CPUs as there are, without following a link and without asking anything.
    fn default() -> Plan {
        Plan {
            class: Class::Ahead,
            root_look: Look::NoFollow,
            look: Look::NoFollow,
            look_at_roots: false,
            kinds: true,
            rounds: 0,
            mask: Mask::BASIC,
            arrange: Arrange::AsRead,
            unit: usize::MAX,
            dots: false,
            breadth_first: false,
            one_device: false,
            search: false,
            loops_within: true,
            verify: false,
            only_looks: true,
            alone: false,
            means: Means::default(),
        }
    }
}

/// What the visitor wants done about an entry before the page is made: a set of questions and at most one change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Want {
    /// Metadata by the plan's `Look`, into `Facts::meta`.
    pub meta: bool,
    /// stat(2) of a link's target, into `Facts::target`.
    pub target: bool,
    /// readlink(2), into `Facts::link`.
    pub link: bool,
    /// Access control list and context, into `Facts::guard`.
    pub guard: bool,
    /// A new mode for the entry itself, into `Facts::change`; links are not followed below the roots.
    pub chmod: Option<u32>,
}

impl Want {
    /// Nothing at all.
    pub const NOTHING: Want = Want { meta: false, target: false, link: false, guard: false, chmod: None };
    /// Metadata only.
    pub const META: Want = Want { meta: true, ..Want::NOTHING };

    /// Whether it is nothing at all.
    pub fn is_nothing(self) -> bool {
        self == Want::NOTHING
    }
}

/// Whether a page is finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// All entries have been visited.
    Done,
    /// [`Page::must_stop`] said so; the visitor is called again with the same state.
    More,
}

/// What an act did to what was read ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acted {
    /// Nothing that a reader could see, beyond what the class allows.
    Quietly,
    /// It may have changed the tree: read everything beyond again.
    Barrier,
}

/// The mark that was carried out last when a barrier came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The entry's children have been walked.
    Child,
    /// The entry's act with this token is done.
    Act(u32),
}

/// Why a directory, or the rest of it, could not be visited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be opened.
    Open(Errno),
    /// Reading it failed; the entries up to there are on an earlier page.
    Read(Errno),
    /// It is the same directory as this ancestor, given by path.
    Loop(PathBuf),
    /// It is not the directory that its parent listed, or that was open before.
    Swapped,
}

/// A moment on the main thread at which a tool may show something of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The walk goes on: many times a second, if nothing hangs.
    Going,
    /// Bytes are about to be written to descriptor 1 or 2: what is shown beside them must be taken away.
    Writing,
}

/// A tool, as the walk sees it.
pub trait Visitor: Sync {
    /// How far a page has come in its directory, and what the tool keeps between two calls.
    type State: Default + Send;

    /// What to fetch or change about `entry` before its page is made. Asked in rounds: round 0 before anything is
    /// known, then again with the answers of the rounds before, until it wants nothing more of any entry.
    fn wants(&self, dir: &Dir<'_>, entry: &Entry<'_>, round: u32) -> Want;

    /// Called on the same thread when `wants` has wanted changes of some entries, before the first of them is made:
    /// whether they may be made. Where they may not, they count as never wanted.
    fn commit(&self) -> bool {
        true
    }

    /// Visits entries from where `state` stands, writes into `page`, and names the children to descend into. Returns
    /// early, with `Flow::More`, soon after [`Page::must_stop`] holds.
    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut Self::State, page: &mut Page) -> Flow;

    /// Reports a directory that could not be visited, after what precedes it in the output.
    fn fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page);

    /// Carries out what a page left to the emitter with [`Page::act`], on the main thread, when all output before it
    /// has been taken. What it writes into `page` comes next.
    fn act(&self, dir: &Dir<'_>, token: u32, payload: &[u8], page: &mut Page) -> Acted;

    /// After a barrier: sets `_state` to where it stood just behind the mark that was carried out last, one of entry
    /// number `_index`. Whatever else that entry puts out behind the mark is asked for again, so a visitor replays the
    /// entry, with the facts that it had, and leaves out what came before the mark. Later entries have new facts.
    /// Only visitors of the Batch class have barriers.
    fn rewind(&self, _state: &mut Self::State, _index: u32, _after: After) {}

    /// What is to be called at such moments, if anything.
    fn watcher(&self) -> Option<fn(Moment)> {
        None
    }

    /// Runs on the main thread when the last page has been emitted: unfinished batches, summaries.
    fn finish(&self, page: &mut Page);
}
