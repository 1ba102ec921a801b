//! The visit of operands and directories: which entries are asked about and shown, in which order, with what above
//! and below them.
//!
//! Two things depend on what has been put out before, which whoever reads ahead cannot know: the blank line above a
//! directory's heading, and the reset before the first colour. Where they cannot be told they are left to the
//! emitter as acts.

use std::sync::atomic::{AtomicBool, Ordering};

use ringutils::{
    sys::{Errno, Kind},
    text::diag,
    walk::{
        dir::Dir,
        entries::{Entries, Entry},
        page::Page,
        visit::{Acted, Fault, Flow, Visitor, Want},
    },
};

use crate::{
    ask,
    cli::Format,
    layout::{Fields, First, Frills, Layout, Pen, allocated, long::Owners, single, spread},
    plan::Settings,
    sort,
};

/// The status for what is below an operand.
const MINOR: u8 = 1;
/// The status for an operand.
const SERIOUS: u8 = 2;

/// An act: a blank line, unless nothing stands above.
const ABOVE: u32 = 0;
/// An act: the reset before the run's first colour, unless it has been written.
const FIRST_COLOR: u32 = 1;

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
}

/// How far the listing of a directory has come.
#[derive(Default)]
pub struct State {
    /// What comes next.
    stage: Stage,
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
            self.heading(dir, page);
        }
        let mut fields = Fields::default();
        let mut owners = Owners::new(&self.settings);
        let mut total = 0u64;
        let mut order = Vec::with_capacity(entries.len());
        // All is measured in the order in which it lies in memory.
        for (at, entry) in entries.iter().enumerate() {
            if !roots && !ask::shows(&self.settings, &entry) {
                continue;
            }
            if let Some(errno) = entry.facts.meta().failed() {
                self.cannot_access(dir, &entry, errno, page);
                if roots {
                    continue;
                }
            }
            fields.add(&self.settings, &entry, &mut owners);
            total += entry.facts.meta().is().map_or(0, allocated);
            state.dirs += usize::from(self.is_dir(dir, &entry));
            order.push(at as u32);
        }
        sort::arrange(&self.settings, entries, &mut order);
        state.lines = order.len();
        if roots && state.dirs > 0 && !self.settings.directory {
            // Files first; directories wait in the same order.
            let (files, dirs): (Vec<u32>, Vec<u32>) =
                order.into_iter().partition(|at| !self.is_dir(dir, &entries.get(*at as usize)));
            state.lines = files.len();
            order = files;
            order.extend_from_slice(&dirs);
        }
        if !roots && (self.settings.format == Format::Long || self.settings.blocks) {
            let out = page.out();
            out.extend_from_slice(b"total ");
            self.settings.long.blocks.push(out, total);
            out.push(b'\n');
        }
        state.layout = Layout::prepare(&self.settings, entries, &order[..state.lines], fields);
        state.order = order;
    }

    /// The name of a directory above its listing, where there is more than one.
    fn heading(&self, dir: &Dir<'_>, page: &mut Page) {
        let settings = &self.settings;
        if !settings.recursive && settings.operands == 1 || !dir.is_first_unit() {
            return;
        }
        if dir.entry_depth() > 1 {
            // Its parent's stands above.
            page.out().push(b'\n');
        } else if settings.operands > 1 {
            page.act(ABOVE, 0, b"");
        }
        let out = page.out();
        settings.heading.push(out, dir.path());
        out.extend_from_slice(b":\n");
    }

    /// Writes lines from where `state` stands: whether all have been written.
    fn write_lines(
        &self,
        entries: &Entries,
        state: &mut State,
        lines: usize,
        pen: &mut Pen<'_>,
        owners: &mut Owners,
        out: &mut Vec<u8>,
    ) -> bool {
        let count = match &state.layout {
            Layout::Grid(grid) if lines > 0 => grid.rows(),
            _ => lines,
        };
        let spreads = matches!(state.layout, Layout::Long(_)) && pen.can_spread();
        if spreads && count - state.at >= spread::WORTH {
            let piece = &state.order[state.at..(state.at + spread::WORTH).min(count)];
            if let Layout::Long(fields) = &state.layout {
                spread::lines(pen.settings, fields, entries, piece, out);
            }
            state.at += piece.len();
            return state.at == count;
        }
        // A full page is looked for now and then, as this costs less than a look at every line.
        let piece = (state.at + 64).min(count);
        while state.at < piece {
            let at = state.at;
            let entry = || entries.get(state.order[at] as usize);
            match &mut state.layout {
                Layout::Plain => {}
                Layout::Single(frills) => single::line(pen, out, &entry(), *frills),
                Layout::Long(fields) => fields.line(pen, out, &entry(), owners),
                Layout::Grid(grid) => grid.row(pen, out, entries, &state.order[..lines], at),
                Layout::Commas(commas) => commas.entry(pen, out, entries, &state.order[..lines], at),
            }
            state.at += 1;
        }
        state.at == count
    }

    /// Writes lines until all have been written or the page is full.
    fn lines_onto(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        let lines = state.lines;
        let mut owners = Owners::new(&self.settings);
        loop {
            let mut pen = Pen::new(&self.settings, self.first_color(dir, state));
            let out = page.out();
            let done = self.write_lines(entries, state, lines, &mut pen, &mut owners, out);
            self.note_color(dir, &pen, state, page);
            if done {
                return Flow::Done;
            }
            if page.must_stop() {
                return Flow::More;
            }
        }
    }

    /// Writes a part of a directory as it has been read so far.
    fn stream(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        if state.stage == Stage::Begin {
            self.heading(dir, page);
            state.stage = Stage::Lines;
        }
        while state.at < entries.len() {
            let mut pen = Pen::new(&self.settings, self.first_color(dir, state));
            let until = (state.at + 64).min(entries.len());
            for at in state.at..until {
                let entry = entries.get(at);
                if !ask::shows(&self.settings, &entry) {
                    continue;
                }
                if let Some(errno) = entry.facts.meta().failed() {
                    self.note_color(dir, &pen, state, page);
                    pen = Pen::new(&self.settings, self.first_color(dir, state));
                    self.cannot_access(dir, &entry, errno, page);
                }
                single::line(&mut pen, page.out(), &entry, Frills::default());
            }
            state.at = until;
            self.note_color(dir, &pen, state, page);
            if page.must_stop() {
                return Flow::More;
            }
        }
        Flow::Done
    }

    /// Whether nothing can be put out before this directory's lines.
    fn is_foremost(&self, dir: &Dir<'_>) -> bool {
        dir.is_roots() || self.settings.operands == 1 && dir.entry_depth() == 1
    }

    /// What the first colour of a pen is.
    fn first_color(&self, dir: &Dir<'_>, state: &State) -> First {
        if state.inked || self.settled.load(Ordering::Relaxed) {
            First::Pass
        } else if self.is_foremost(dir) {
            First::Write
        } else {
            First::Note
        }
    }

    /// Takes note of a pen's first colour.
    fn note_color(&self, dir: &Dir<'_>, pen: &Pen<'_>, state: &mut State, page: &mut Page) {
        if !pen.is_inked() {
            return;
        }
        if self.is_foremost(dir) {
            self.settled.store(true, Ordering::Relaxed);
            self.colored.store(true, Ordering::Relaxed);
        }
        state.inked = true;
        if let Some(at) = pen.ink.as_ref().and_then(|ink| ink.noted) {
            let behind = page.out().split_off(at);
            page.act(FIRST_COLOR, 0, b"");
            page.out().extend_from_slice(&behind);
        }
    }

    /// Names directories to be listed next, in order.
    fn children(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        if state.dirs == 0 {
            return Flow::Done;
        }
        let children = if dir.is_roots() { &state.order[state.lines..] } else { &state.order[..] };
        if dir.is_roots() && state.at == 0 && state.lines > 0 && !children.is_empty() {
            page.out().push(b'\n');
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

    fn cannot_access(&self, dir: &Dir<'_>, entry: &Entry<'_>, errno: Errno, page: &mut Page) {
        let mut path = Vec::new();
        // GNU ls does not say `./` where the working directory is listed.
        if dir.path() != b"." {
            dir.push_prefix(&mut path);
        }
        path.extend_from_slice(entry.name.to_bytes());
        diag::cannot(page.err(), &self.settings.program, "access", &path, errno);
        page.fail(if dir.is_roots() { SERIOUS } else { MINOR });
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
        let program = &self.settings.program;
        let operand = dir.entry_depth() <= 1;
        let mut status = if operand { SERIOUS } else { MINOR };
        match fault {
            Fault::Open(errno) => diag::cannot(page.err(), program, "open directory", dir.path(), *errno),
            Fault::Read(errno) => diag::failed(page.err(), program, "reading directory", dir.path(), *errno),
            Fault::Swapped => diag::cannot(page.err(), program, "open directory", dir.path(), Errno::STALE),
            Fault::Loop(_) => {
                diag::about(page.err(), program, dir.path(), "not listing already-listed directory");
                status = SERIOUS;
            }
        }
        page.fail(status);
    }

    fn act(&self, _dir: &Dir<'_>, token: u32, _payload: &[u8], page: &mut Page) -> Acted {
        match token {
            ABOVE => {
                if self.headed.swap(true, Ordering::Relaxed) {
                    page.out().push(b'\n');
                }
            }
            _ => {
                if let Some(palette) = &self.settings.palette {
                    if !self.colored.swap(true, Ordering::Relaxed) {
                        palette.end(page.out());
                    }
                }
            }
        }
        Acted::Quietly
    }

    fn finish(&self, page: &mut Page) {
        if let Some(palette) = &self.settings.palette {
            if self.colored.load(Ordering::Relaxed) {
                palette.leave(page.out());
            }
        }
    }
}
