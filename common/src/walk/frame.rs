//! A page that is being put out, and how far that has come.

use std::sync::Arc;

use super::{
    finished::{Brood, Finished},
    job::DirJob,
    node::Node,
    sheet::{Sheet, Stream},
    visit::After,
};

/// A page that is being put out.
pub(crate) struct Frame<S> {
    /// Its directory, if the page is not all that is left of it.
    pub node: Option<Arc<Node>>,
    /// What it says.
    pub sheet: Sheet,
    /// Bytes put out.
    pub at: usize,
    /// Marks carried out.
    pub mark: usize,
    /// Where the next byte goes.
    pub stream: Stream,
    /// The entry that the mark carried out last belongs to.
    pub index: u32,
    /// What that mark was.
    pub after: After,
    /// What makes the directory's next page.
    pub rest: Option<Box<DirJob<S>>>,
    /// Whether it keeps its directory's descriptor.
    pub held: bool,
    /// Children that wait for its end.
    pub brood: Option<Box<Brood>>,
    /// How many of them have had their marks.
    pub named: usize,
}

impl<S> Frame<S> {
    /// Of a page of which nothing has been put out.
    pub fn new(page: Finished<S>) -> Frame<S> {
        let Finished { node, sheet, rest, held, brood, .. } = page;
        Frame {
            node,
            at: sheet.prefix,
            mark: 0,
            stream: sheet.begins,
            sheet,
            index: 0,
            after: After::Child,
            rest,
            held,
            brood,
            named: 0,
        }
    }

    /// Gives back the memory of what has been put out, if it is more than what is left: pages wait at every level of a
    /// tree, and the paths in them grow with it.
    pub fn forget(&mut self) {
        let Sheet { bytes, marks, prefix, .. } = &mut self.sheet;
        if self.at == bytes.len() {
            *prefix = 0;
        }
        let said = self.at - *prefix;
        if said < bytes.len() - said {
            return;
        }
        bytes.drain(*prefix..self.at);
        marks.drain(..self.mark);
        marks.iter_mut().for_each(|mark| mark.at -= said);
        (self.at, self.mark) = (*prefix, 0);
        self.sheet.shrink();
    }
}
