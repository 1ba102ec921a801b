//! A directory's part of a tree: each entry's line, and what a directory holds right below it.

use ringutils::walk::{dir::Dir, entries::Entries, page::Page, visit::Flow};

use super::{BRANCH, Lister, State, branches::Branches};
use crate::{
    layout::{Layout, long::Owners, pen::Pen},
    listing::{Item, Listing},
};

impl Lister {
    /// Writes lines from where `state` stands, and names directories to be shown below theirs.
    pub(super) fn tree(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        let Layout::Tree(fields) = std::mem::take(&mut state.layout) else { return Flow::Done };
        let base = state.base.clone();
        let base = base.as_ref();
        let mut owners = Owners::new(&self.settings);
        let depth = dir.entry_depth();
        let deeper = self.settings.recursive && self.settings.tree.is_some_and(|levels| depth < levels);
        while state.at < state.lines {
            let at = state.order[state.at];
            state.at += 1;
            let mut pen = Pen::new(&self.settings, self.first_color(dir, state), base);
            let column = fields.before_name(&mut pen, page.out(), item(entries, state, at), &mut owners);
            self.note_color(dir, &pen, state, page);
            if depth > 0 {
                page.act(BRANCH, 0, &Branches::payload(depth, state.at == state.lines));
            }
            let mut pen = Pen::new(&self.settings, self.first_color(dir, state), base);
            fields.name(&mut pen, page.out(), item(entries, state, at), column);
            self.note_color(dir, &pen, state, page);
            let entry = entries.get(at as usize);
            if deeper && self.is_dir(dir, &entry) {
                page.child(&entry, 0);
            }
            if page.must_stop() && state.at < state.lines {
                state.layout = Layout::Tree(fields);
                return Flow::More;
            }
        }
        Flow::Done
    }
}

fn item<'a>(entries: &'a Entries, state: &'a State, at: u32) -> Item<'a> {
    Listing { entries, extras: &state.extras }.get(at)
}
