//! One name a line.

use ringutils::walk::entries::Entry;

use super::{Frills, Pen};

/// Writes an entry's line.
pub fn line(pen: &mut Pen<'_>, out: &mut Vec<u8>, entry: &Entry<'_>, frills: Frills) {
    pen.entry(out, entry, frills, 0);
    out.push(b'\n');
}
