//! Names behind each other, with a comma or a blank between, in lines as long as they may be.

use super::{Frills, entry_width, pen::Pen};
use crate::listing::Listing;

/// Where a line stands.
#[derive(Default)]
pub struct Commas {
    /// What stands behind a name: a comma or a blank.
    separator: u8,
    /// What stands before names.
    frills: Frills,
    /// The column that has been reached.
    column: usize,
    /// Memory for quoted names.
    scratch: Vec<u8>,
}

impl Commas {
    /// At the beginning of a line.
    pub fn new(separator: u8, frills: Frills) -> Commas {
        Commas { separator, frills, ..Commas::default() }
    }

    /// Writes the entry number `at` of `order`.
    pub fn entry(
        &mut self,
        pen: &mut Pen<'_>,
        out: &mut Vec<u8>,
        listing: Listing<'_>,
        order: &[u32],
        at: usize,
    ) {
        let item = listing.get(order[at]);
        let frills = self.frills;
        let line = pen.settings.line;
        let columns = if line == 0 { 0 } else { entry_width(pen.settings, item, frills, &mut self.scratch) };
        if at > 0 {
            out.push(self.separator);
            if line == 0 || self.fits(columns, line) {
                self.column = self.column.wrapping_add(2);
                out.push(b' ');
            } else {
                self.column = 0;
                out.push(pen.settings.end);
            }
        }
        pen.entry(out, item, frills, self.column);
        self.column = self.column.wrapping_add(columns);
        if at + 1 == order.len() {
            out.push(pen.settings.end);
        }
    }

    /// Whether one more entry fits. `columns` can be one less than none, after which nothing does.
    fn fits(&self, columns: usize, line: usize) -> bool {
        let end = self.column.wrapping_add(columns).wrapping_add(2);
        end < line && self.column <= usize::MAX.wrapping_sub(columns).wrapping_sub(2)
    }
}
