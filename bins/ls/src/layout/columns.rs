//! In columns, downwards or across, each as wide as its widest entry: as many columns as fit on a line.

use super::{Frills, entry_width, pen::Pen};
use crate::{choices::Format, listing::Listing, plan::Settings};

/// No column is narrower.
const NARROWEST: usize = 3;

/// Blanks between columns, at least.
const GAP: i32 = 2;

/// The columns of one listing.
#[derive(Default)]
pub struct Grid {
    /// Widths of what stands before names.
    frills: Frills,
    /// Columns that each entry takes, in the order of the listing.
    widths: Vec<i32>,
    /// The width of each column, gap included.
    columns: Vec<usize>,
    /// How many lines there are.
    rows: usize,
}

impl Grid {
    /// Finds the largest number of columns that fits.
    pub fn measure(settings: &Settings, listing: Listing<'_>, order: &[u32], frills: Frills) -> Grid {
        let mut scratch = Vec::new();
        let widths: Vec<i32> = order
            .iter()
            .map(|at| entry_width(settings, listing.get(*at), frills, &mut scratch) as i32)
            .collect();
        let most = settings.line.div_ceil(NARROWEST).clamp(1, widths.len().max(1));
        let across = settings.format == Format::Across;
        let columns = (2..=most)
            .rev()
            .find_map(|count| fit(&widths, count, across, settings.line))
            .unwrap_or_else(|| vec![0]);
        let rows = widths.len().div_ceil(columns.len());
        Grid { frills, widths, columns, rows }
    }

    /// How many lines there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Writes a line.
    pub fn row(&self, pen: &mut Pen<'_>, out: &mut Vec<u8>, listing: Listing<'_>, order: &[u32], row: usize) {
        let across = pen.settings.format == Format::Across;
        let (first, step) = if across { (row * self.columns.len(), 1) } else { (row, self.rows) };
        let mut begin = 0;
        let mut end = 0;
        for (column, width) in self.columns.iter().enumerate() {
            let at = first + column * step;
            if at >= order.len() {
                break;
            }
            indent(out, end, begin, pen.settings.tab);
            pen.entry(out, listing.get(order[at]), self.frills, begin);
            end = begin.wrapping_add(self.widths[at] as usize);
            begin = begin.wrapping_add(*width);
        }
        out.push(pen.settings.end);
    }
}

/// The widths of `count` columns, if they fit on a line.
fn fit(widths: &[i32], count: usize, across: bool, line: usize) -> Option<Vec<usize>> {
    let rows = widths.len().div_ceil(count);
    let mut columns = vec![NARROWEST; count];
    // Narrow columns are not held against the line: GNU ls looks at its length when it widens one.
    let mut total = NARROWEST * count;
    for (at, width) in widths.iter().enumerate() {
        let column = if across { at % count } else { at / rows };
        let width = (*width + if column + 1 == count { 0 } else { GAP }) as usize;
        if width > columns[column] {
            total = total.wrapping_add(width - columns[column]);
            columns[column] = width;
            if total >= line {
                return None;
            }
        }
    }
    Some(columns)
}

/// Moves from one column to another with tabs, where they save something, and blanks.
fn indent(out: &mut Vec<u8>, mut from: usize, to: usize, tab: usize) {
    while from < to {
        if tab != 0 && to / tab > (from + 1) / tab {
            out.push(b'\t');
            from += tab - from % tab;
        } else {
            out.push(b' ');
            from += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_columns_as_fit() {
        let check = |widths: &[i32], count, across, line, expected: Option<&[usize]>| {
            assert_eq!(fit(widths, count, across, line).as_deref(), expected, "{widths:?} {count}");
        };
        check(&[1, 1, 1], 3, false, 10, Some(&[3, 3, 3]));
        check(&[1, 1, 1], 3, false, 9, Some(&[3, 3, 3]));
        check(&[5, 1, 4], 2, false, 12, Some(&[7, 4]));
        check(&[5, 1, 4], 2, true, 12, Some(&[7, 3]));
        check(&[5, 1, 4], 2, false, 11, None);
    }

    #[test]
    fn tabs_where_they_save_something() {
        let check = |from, to, tab, expected: &[u8]| {
            let mut out = Vec::new();
            indent(&mut out, from, to, tab);
            assert_eq!(out, expected, "{from} {to} {tab}");
        };
        check(1, 3, 8, b"  ");
        check(7, 8, 8, b" ");
        check(6, 8, 8, b"\t");
        check(3, 18, 8, b"\t\t  ");
        check(3, 6, 0, b"   ");
    }
}
