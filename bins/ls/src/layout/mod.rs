//! Lines of a listing. Each module lays out one format; what all have in common, an entry's name with what stands
//! around it, is written by `pen` and measured here.
//!
//! A layout is prepared once for a directory, since widths depend on all entries, and then writes entries in pieces,
//! as many as fit on a page. It never sorts and never looks at a file.

pub mod columns;
pub mod commas;
pub mod json;
pub mod long;
pub mod pen;
pub mod single;
pub mod spread;

use ringutils::{
    sys::Meta,
    text::{block::BlockSize, color::Nature, num, quote::Quoting, width},
    walk::entries::Answer,
};

use self::{long::Owners, pen::Pen};
use crate::{
    choices::Format,
    listing::{Item, Listing},
    plan::Settings,
};

/// A directory's layout, ready to write.
#[derive(Default)]
pub enum Layout {
    /// Nothing depends on the other entries.
    #[default]
    Plain,
    /// One name a line.
    Single(Frills),
    /// In columns.
    Grid(columns::Grid),
    /// With commas.
    Commas(commas::Commas),
    /// All that is known.
    Long(Fields),
    /// The same for programs.
    Json,
    /// Names, or all that is known, with branches between.
    Tree(Fields),
}

/// Widths of everything that stands in a field.
#[derive(Default)]
pub struct Fields {
    /// Before a name, in all formats.
    frills: Frills,
    /// In the long format.
    long: long::Widths,
}

/// Widths of what stands before a name, and whether names are moved.
#[derive(Default, Clone, Copy)]
pub struct Frills {
    /// Columns of the widest inode number.
    pub inode: usize,
    /// Columns of the widest allocated size.
    pub blocks: usize,
    /// Bytes of the longest security context.
    pub context: usize,
    /// Whether a blank stands before each name that is not quoted.
    pub shift: bool,
}

impl Layout {
    /// Prepares the layout of the entries that `order` names.
    pub fn prepare(settings: &Settings, listing: Listing<'_>, order: &[u32], fields: Fields) -> Layout {
        let frills = fields.frills;
        match settings.format {
            _ if settings.tree.is_some() => Layout::Tree(fields),
            Format::Single => Layout::Single(frills),
            Format::Long => Layout::Long(fields),
            Format::Json => Layout::Json,
            Format::Columns | Format::Across if settings.line > 0 => {
                Layout::Grid(columns::Grid::measure(settings, listing, order, frills))
            }
            Format::Columns | Format::Across => Layout::Commas(commas::Commas::new(b' ', frills)),
            // Widths are the entry's own here.
            Format::Commas => Layout::Commas(commas::Commas::new(b',', Frills::default())),
        }
    }
}

impl Fields {
    /// Moves names that are not quoted, where this one is.
    pub fn heed(&mut self, settings: &Settings, name: &[u8]) {
        let shift = &mut self.frills.shift;
        *shift = *shift || settings.align && !settings.quoting.is_bare(name);
    }

    /// Makes room for an entry.
    pub fn add(&mut self, settings: &Settings, item: Item<'_>, owners: &mut Owners) {
        let entry = &item.entry;
        let frills = &mut self.frills;
        // What is not known needs no room, as GNU ls sees it.
        let Answer::Is(meta) = &entry.facts.meta() else { return };
        if settings.inode {
            frills.inode = frills.inode.max(num::digits(meta.ino));
        }
        if settings.blocks {
            frills.blocks = frills.blocks.max(settings.long.blocks.width(allocated(meta)));
        }
        if settings.context {
            frills.context = frills.context.max(item.context().len());
        }
        if settings.format == Format::Long {
            self.long.add(settings, entry, meta, owners);
        }
    }

    /// Whether names are moved by a blank.
    pub fn shifts(&self) -> bool {
        self.frills.shift
    }

    /// Writes what stands before a name in a tree; returns the column of the name.
    pub fn before_name(
        &self,
        pen: &mut Pen<'_>,
        out: &mut Vec<u8>,
        item: Item<'_>,
        owners: &mut Owners,
    ) -> usize {
        if pen.settings.format == Format::Long {
            return self.long.columns(pen, out, item, self.frills, owners);
        }
        pen.before_name(out, item, self.frills);
        0
    }

    /// Writes the name in a tree, up to the end of the line.
    pub fn name(&self, pen: &mut Pen<'_>, out: &mut Vec<u8>, item: Item<'_>, column: usize) {
        if pen.settings.format == Format::Long {
            return self.long.name(pen, out, item, self.frills, column);
        }
        pen.named(out, item, self.frills, column);
        out.push(pen.settings.end);
    }

    /// Writes an entry's line in the long format.
    pub fn line(&self, pen: &mut Pen<'_>, out: &mut Vec<u8>, item: Item<'_>, owners: &mut Owners) {
        self.long.line(pen, out, item, self.frills, owners);
    }
}

impl Frills {
    /// What becomes of the blank before an entry's name.
    pub fn blank(self) -> pen::Blank {
        if self.shift { pen::Blank::Written } else { pen::Blank::None }
    }
}

/// Columns of an entry as `Pen::entry` writes it.
pub fn entry_width(settings: &Settings, item: Item<'_>, frills: Frills, scratch: &mut Vec<u8>) -> usize {
    let entry = &item.entry;
    let meta = entry.facts.meta();
    let meta = meta.is();
    let mut columns = name_width(&settings.quoting, entry.name.to_bytes(), frills.shift, scratch);
    // Between commas there are no fields: each number is as wide as it is.
    let own = settings.format == Format::Commas;
    if settings.inode {
        let width = if own { meta.map_or(1, |meta| num::digits(meta.ino)) } else { frills.inode };
        columns = columns.wrapping_add(width + 1);
    }
    if settings.blocks {
        let size = |meta| settings.long.blocks.width(allocated(meta));
        let width = if own { meta.map_or(1, size) } else { frills.blocks };
        columns = columns.wrapping_add(width + 1);
    }
    if settings.context {
        let width = if own { item.context().len() } else { frills.context };
        columns = columns.wrapping_add(width + 1);
    }
    columns.wrapping_add(usize::from(
        pen::indicator(settings.indicator, entry.kind, meta.map(Nature::from)).is_some(),
    ))
}

/// Columns of a text; one less than none where it has something that cannot be shown. GNU ls counts on with that
/// number, and where columns stand depends on it.
fn shown_width(text: &[u8]) -> usize {
    width::if_shown(text).unwrap_or(usize::MAX)
}

/// Columns of a name as it is shown, with a blank before it where it is moved.
pub fn name_width(quoting: &Quoting, name: &[u8], shift: bool, scratch: &mut Vec<u8>) -> usize {
    if quoting.is_plain(name) {
        return shown_width(name).wrapping_add(usize::from(shift));
    }
    scratch.clear();
    let quoted = quoting.push(scratch, name);
    shown_width(scratch).wrapping_add(usize::from(shift && !quoted))
}

/// Allocated bytes.
pub fn allocated(meta: &Meta) -> u64 {
    meta.blocks.saturating_mul(512)
}

/// Writes a size, with blanks before it up to `columns`.
pub fn push_size(out: &mut Vec<u8>, unit: BlockSize, bytes: u64, columns: usize) {
    num::pad(out, columns.saturating_sub(unit.width(bytes)), b' ');
    unit.push(out, bytes);
}

/// Writes what stands for a number that is not known.
pub fn push_unknown(out: &mut Vec<u8>, columns: usize) {
    num::pad(out, columns.saturating_sub(1), b' ');
    out.push(b'?');
}
