//! One name a line.

use super::{Frills, pen::Pen};
use crate::listing::Item;

/// Writes an entry's line.
pub fn line(pen: &mut Pen<'_>, out: &mut Vec<u8>, item: Item<'_>, frills: Frills) {
    pen.entry(out, item, frills, 0);
    out.push(pen.settings.end);
}
