//! The visit of operands and directories: which entries are asked about and shown, in which order, with what above
//! and below them.
//!
//! Two things depend on what has been put out before, which whoever reads ahead cannot know: the blank line above a
//! directory's heading, and the reset before the first colour. Where they cannot be told they are left to the
//! emitter as acts.

mod branches;
mod failures;
mod lines;
mod tree;

use std::sync::atomic::{AtomicBool, Ordering};

use ringutils::{
    sys::Kind,
    text::wording,
    walk::{
        dir::Dir,
        entries::{Entries, Entry},
        page::Page,
        visit::{Acted, Fault, Flow, Visitor, Want},
    },
};

use self::branches::Branches;
use crate::{
    ask,
    choices::Format,
    dired::{Dired, Positions},
    hyperlink::Place,
    layout::{Fields, Layout, allocated, long::Owners},
    listing::{Extras, Listing},
    plan::Settings,
    sort,
};

/// An act: a blank line, unless nothing stands above.
const ABOVE: u32 = 0;
/// An act: the reset before the run's first colour, unless it has been written.
const FIRST_COLOR: u32 = 1;
/// An act: the positions of names that have been put out, for Emacs.
const NAMES: u32 = 2;
/// An act: the position of a directory's name above its listing, for Emacs.
const DIRECTORY: u32 = 3;
/// An act: the branch before a name in a tree.
const BRANCH: u32 = 4;

/// `ls`, as the walk sees it.
pub struct Lister {
    /// What it goes by.
    settings: Settings,
    /// Whether a directory's heading has been put out.
    headed: AtomicBool,
    /// Whether a colour has been put out.
    colored: AtomicBool,
    /// Whether a colour is put out before anything that is still to be made.
    settled: AtomicBool,
    /// Where names stand in what has been put out, where that is told to Emacs.
    dired: Dired,
    /// Where the tree stands.
    branches: Branches,
}

/// How far the listing of a directory has come.
#[derive(Default)]
pub struct State {
    /// What comes next.
    stage: Stage,
    /// What else is known of the entries.
    extras: Extras,
    /// The directory that hyperlinks lead into, where names are hyperlinks; `None` for operands.
    base: Option<Place>,
    /// What stands before the names of entries in their paths, where paths are shown.
    prefix: Vec<u8>,
    /// The entries that are shown, in order.
    order: Vec<u32>,
    /// How many of these, from the first on, are written as lines.
    lines: usize,
    /// How many of these are directories.
    dirs: usize,
    /// How many lines, or children, of the stage have been written.
    at: usize,
    /// How lines are laid out.
    layout: Layout,
    /// Whether a colour has been used in this directory.
    inked: bool,
}

#[derive(Default, PartialEq, Eq, Clone, Copy)]
enum Stage {
    /// Everything.
    #[default]
    Begin,
    /// Lines.
    Lines,
    /// Directories below, or operands that are directories.
    Children,
}

impl Lister {
    /// A lister that has shown nothing yet.
    pub fn new(settings: Settings) -> Lister {
        Lister {
            settings,
            headed: AtomicBool::new(false),
            colored: AtomicBool::new(false),
            settled: AtomicBool::new(false),
            dired: Dired::default(),
            branches: Branches::default(),
        }
    }

    /// Whether an entry is a directory. That the working directory is one is known without a look.
    fn is_dir(&self, dir: &Dir<'_>, entry: &Entry<'_>) -> bool {
        entry.kind == Kind::Dir || dir.is_roots() && self.settings.implied
    }

    /// Takes stock of the entries: messages, order, what stands above, layout.
    fn begin(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) {
        let roots = dir.is_roots();
        if !roots {
            self.heading(dir, state, page);
        }
        let mut fields = Fields::default();
        let mut owners = Owners::new(&self.settings);
        let mut total = 0u64;
        let mut order = Vec::with_capacity(entries.len());
        // All is measured in the order in which it lies in memory.
        for (at, entry) in entries.iter().enumerate() {
            if !roots && !self.settings.shown.has(entry.name) {
                continue;
            }
            // One that cannot be listed counts too, as GNU ls sees it.
            fields.heed(&self.settings, entry.name.to_bytes());
            self.say_failures(dir, &entry, page);
            if roots && entry.facts.known().failed().is_some() {
                continue;
            }
            state.extras.look_up(&self.settings, dir, at, &entry);
            let listing = Listing { entries, extras: &state.extras };
            fields.add(&self.settings, listing.get(at as u32), &mut owners);
            total += entry.facts.meta().is().map_or(0, allocated);
            state.dirs += usize::from(self.is_dir(dir, &entry));
            order.push(at as u32);
        }
        sort::arrange(&self.settings, entries, fields.shifts(), &mut order);
        state.lines = order.len();
        if roots && state.dirs > 0 && !self.settings.directory {
            // Files first; directories wait in the same order.
            let (files, dirs): (Vec<u32>, Vec<u32>) =
                order.into_iter().partition(|at| !self.is_dir(dir, &entries.get(*at as usize)));
            state.lines = files.len();
            order = files;
            order.extend_from_slice(&dirs);
        }
        let alone = self.settings.format == Format::Json || self.settings.tree.is_some();
        if !roots && !alone && (self.settings.format == Format::Long || self.settings.blocks) {
            let out = page.out();
            let from = out.len();
            self.indent(out);
            wording::push(out, "total", &[]);
            out.push(b' ');
            self.settings.long.blocks.push(out, total);
            out.push(self.settings.end);
            self.note_positions(page, NAMES, from, 0, Positions::default());
        }
        if self.settings.tree.is_some() {
            state.lines = order.len();
        }
        let listing = Listing { entries, extras: &state.extras };
        state.layout = Layout::prepare(&self.settings, listing, &order[..state.lines], fields);
        state.order = order;
    }

    /// The name of a directory above its listing, where there is more than one.
    fn heading(&self, dir: &Dir<'_>, state: &mut State, page: &mut Page) {
        let settings = &self.settings;
        if settings.format == Format::Json {
            // Paths say what directory it is.
            dir.push_prefix(&mut state.prefix);
            return;
        }
        state.base = settings.hyperlinks.as_ref().and_then(|hyperlinks| hyperlinks.resolve(dir.path()).ok());
        if !settings.recursive && settings.operands == 1 || !dir.is_first_unit() || settings.tree.is_some() {
            return;
        }
        if dir.entry_depth() <= 1 && settings.operands > 1 {
            page.act(ABOVE, 0, b"");
        }
        let out = page.out();
        let from = out.len();
        if dir.entry_depth() > 1 {
            // Its parent's stands above.
            out.push(b'\n');
        }
        self.indent(out);
        let begin = out.len() - from;
        self.say_unresolved(dir, page);
        let out = page.out();
        let link = settings.hyperlinks.as_ref().zip(state.base.as_ref());
        if let Some((hyperlinks, base)) = link {
            hyperlinks.begin(out, base);
        }
        settings.heading.push(out, dir.path());
        let end = out.len() - from;
        if let Some((hyperlinks, _)) = link {
            hyperlinks.end(out);
        }
        out.extend_from_slice(b":\n");
        let names = vec![[begin, end].map(|at| at as u64)];
        self.note_positions(page, DIRECTORY, from, 0, Positions { names, bytes: 0 });
    }

    /// Begins a line, which is indented for Emacs.
    fn indent(&self, out: &mut Vec<u8>) {
        if self.settings.dired.is_some() {
            out.extend_from_slice(b"  ");
        }
    }

    /// Leaves the positions of what has been written from `from` on, less so many bytes of colours, to the output's order.
    fn note_positions(&self, page: &mut Page, act: u32, from: usize, ink: usize, positions: Positions) {
        if self.settings.dired.is_some() {
            let bytes = (page.out().len() - from - ink) as u64;
            page.act(act, 0, &Positions { bytes, ..positions }.payload());
        }
    }

    /// Names directories to be listed next, in order.
    fn children(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        if state.dirs == 0 {
            return Flow::Done;
        }
        let children = if dir.is_roots() { &state.order[state.lines..] } else { &state.order[..] };
        let apart = self.settings.format != Format::Json;
        if apart && dir.is_roots() && state.at == 0 && state.lines > 0 && !children.is_empty() {
            let out = page.out();
            let from = out.len();
            out.push(b'\n');
            self.note_positions(page, NAMES, from, 0, Positions::default());
        }
        while state.at < children.len() {
            let at = children[state.at];
            let entry = entries.get(at as usize);
            state.at += 1;
            let below = !matches!(entry.name.to_bytes(), b"." | b"..") || dir.is_roots();
            if self.is_dir(dir, &entry) && below {
                page.child(&entry, 0);
            }
        }
        Flow::Done
    }
}

impl Visitor for Lister {
    type State = State;

    fn wants(&self, dir: &Dir<'_>, entry: &Entry<'_>, round: u32) -> Want {
        if dir.is_roots() {
            ask::of_operand(&self.settings, entry, round)
        } else {
            ask::of_entry(&self.settings, entry, round)
        }
    }

    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        if !dir.is_roots() && self.settings.streams() {
            return self.stream(dir, entries, state, page);
        }
        if state.stage == Stage::Begin {
            self.begin(dir, entries, state, page);
            state.stage = Stage::Lines;
        }
        if self.settings.tree.is_some() {
            return self.tree(dir, entries, state, page);
        }
        if state.stage == Stage::Lines {
            if self.lines_onto(dir, entries, state, page) == Flow::More {
                return Flow::More;
            }
            state.layout = Layout::Plain;
            state.stage = Stage::Children;
            state.at = 0;
        }
        if !dir.is_roots() && !self.settings.recursive {
            return Flow::Done;
        }
        self.children(dir, entries, state, page)
    }

    fn fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page) {
        self.say_fault(dir, fault, page);
    }

    fn act(&self, _dir: &Dir<'_>, token: u32, payload: &[u8], page: &mut Page) -> Acted {
        match token {
            ABOVE => {
                if self.headed.swap(true, Ordering::Relaxed) {
                    page.out().push(b'\n');
                    self.dired.pass(1);
                }
            }
            FIRST_COLOR => {
                if let Some(palette) = &self.settings.palette {
                    if !self.colored.swap(true, Ordering::Relaxed) {
                        palette.end(page.out());
                    }
                }
            }
            BRANCH => self.branches.draw(page.out(), payload),
            _ => self.dired.add(payload, token == DIRECTORY),
        }
        Acted::Quietly
    }

    fn finish(&self, page: &mut Page) {
        if let Some(palette) = &self.settings.palette {
            if self.colored.load(Ordering::Relaxed) {
                palette.leave(page.out());
            }
        }
        if let Some(style) = self.settings.dired {
            self.dired.finish(page.out(), style);
        }
    }
}
