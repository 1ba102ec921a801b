//! The lines of a directory, written in pieces as they fit on a page, with what depends on their place in the output: the
//! reset before the run's first colour, and positions for Emacs.

use std::sync::atomic::Ordering;

use ringutils::walk::{dir::Dir, entries::Entries, page::Page, visit::Flow};

use super::{FIRST_COLOR, Lister, NAMES, Stage, State};
use crate::{
    layout::{
        Frills, Layout, json,
        long::Owners,
        pen::{First, Pen},
        single, spread,
    },
    listing::{Item, Listing},
};

impl Lister {
    /// Writes lines from where `state` stands: whether all have been written.
    fn write_lines(
        &self,
        entries: &Entries,
        state: &mut State,
        pen: &mut Pen<'_>,
        owners: &mut Owners,
        out: &mut Vec<u8>,
    ) -> bool {
        let listing = Listing { entries, extras: &state.extras };
        let order = &state.order[..state.lines];
        let count = match &state.layout {
            Layout::Grid(grid) if !order.is_empty() => grid.rows(),
            _ => order.len(),
        };
        let may_spread = matches!(state.layout, Layout::Long(_) | Layout::Single(_)) && pen.can_spread();
        if may_spread && count - state.at >= spread::WORTH {
            let piece = &order[state.at..(state.at + spread::WORTH).min(count)];
            let line =
                |pen: &mut Pen<'_>, out: &mut Vec<u8>, item: Item<'_>, owners: &mut Owners| match &state
                    .layout
                {
                    Layout::Long(fields) => fields.line(pen, out, item, owners),
                    Layout::Single(frills) => single::line(pen, out, item, *frills),
                    _ => {}
                };
            spread::lines(pen.settings, listing, state.base.as_ref(), piece, out, line);
            state.at += piece.len();
            return state.at == count;
        }
        // A full page is looked for now and then, as this costs less than a look at every line.
        let piece = (state.at + 64).min(count);
        for at in state.at..piece {
            match &mut state.layout {
                // A tree has its own way.
                Layout::Plain | Layout::Tree(_) => {}
                Layout::Single(frills) => single::line(pen, out, listing.get(order[at]), *frills),
                Layout::Long(fields) => fields.line(pen, out, listing.get(order[at]), owners),
                Layout::Grid(grid) => grid.row(pen, out, listing, order, at),
                Layout::Json => {
                    json::line(&self.settings, out, listing.get(order[at]), &state.prefix);
                }
                Layout::Commas(commas) => commas.entry(pen, out, listing, order, at),
            }
        }
        state.at = piece;
        state.at == count
    }

    /// Writes lines until all have been written or the page is full.
    pub(super) fn lines_onto(
        &self,
        dir: &Dir<'_>,
        entries: &Entries,
        state: &mut State,
        page: &mut Page,
    ) -> Flow {
        let mut owners = Owners::new(&self.settings);
        let base = state.base.clone();
        loop {
            let mut pen = Pen::new(&self.settings, self.first_color(dir, state), base.as_ref());
            let out = page.out();
            let from = out.len();
            let done = self.write_lines(entries, state, &mut pen, &mut owners, out);
            self.note_color(dir, &pen, state, page);
            if let Some(positions) = pen.positions.take() {
                self.note_positions(page, NAMES, from, pen.ink_bytes(), positions.counted_from(from));
            }
            if done {
                return Flow::Done;
            }
            if page.must_stop() {
                return Flow::More;
            }
        }
    }

    /// Writes a part of a directory as it has been read so far.
    pub(super) fn stream(
        &self,
        dir: &Dir<'_>,
        entries: &Entries,
        state: &mut State,
        page: &mut Page,
    ) -> Flow {
        if state.stage == Stage::Begin {
            self.heading(dir, state, page);
            state.stage = Stage::Lines;
        }
        let base = state.base.clone();
        let fresh = |first| Pen::new(&self.settings, first, base.as_ref());
        while state.at < entries.len() {
            let mut pen = fresh(self.first_color(dir, state));
            let until = (state.at + 64).min(entries.len());
            for at in state.at..until {
                let entry = entries.get(at);
                if !self.settings.shown.has(entry.name) {
                    continue;
                }
                if self.has_failures(dir, &entry) {
                    self.note_color(dir, &pen, state, page);
                    pen = fresh(self.first_color(dir, state));
                    self.say_failures(dir, &entry, page);
                }
                state.extras.look_up(&self.settings, dir, at, &entry);
                let listing = Listing { entries, extras: &state.extras };
                single::line(&mut pen, page.out(), listing.get(at as u32), Frills::default());
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
    pub(super) fn first_color(&self, dir: &Dir<'_>, state: &State) -> First {
        if state.inked || self.settled.load(Ordering::Relaxed) {
            First::Pass
        } else if self.is_foremost(dir) {
            First::Write
        } else {
            First::Note
        }
    }

    /// Takes note of a pen's first colour.
    pub(super) fn note_color(&self, dir: &Dir<'_>, pen: &Pen<'_>, state: &mut State, page: &mut Page) {
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
}
