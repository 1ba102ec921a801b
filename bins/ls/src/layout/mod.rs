//! Lines of a listing. Each module lays out one format; what all have in common, an entry's name with what stands
//! around it, is here.
//!
//! A layout is prepared once for a directory, since widths depend on all entries, and then writes entries in pieces,
//! as many as fit on a page. It never sorts and never looks at a file.

pub mod columns;
pub mod commas;
pub mod long;
pub mod single;
pub mod spread;

use ringutils::{
    sys::{Kind, Meta},
    text::{block::BlockSize, num, quote::Quoting, width},
    walk::entries::{Entries, Entry},
};

use self::long::Owners;
use crate::{
    cli::{Format, Indicator},
    color::{Palette, Subject},
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
    /// Whether a blank stands before each name that is not quoted.
    pub shift: bool,
}

/// Writes names for one call of the visitor.
pub struct Pen<'a> {
    /// What the listing goes by.
    pub settings: &'a Settings,
    /// Colours, where there are any.
    pub ink: Option<Ink<'a>>,
}

/// What becomes of the blank before a name that is not quoted, where names are moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    /// There is none.
    None,
    /// It is written.
    Written,
    /// It is counted, but not written: so it is with the text of a link at GNU's.
    Counted,
}

/// Colours, and whether they have been used.
pub struct Ink<'a> {
    /// The colours.
    palette: &'a Palette,
    /// What happens when the first colour is used.
    first: First,
    /// Where that was, for `First::Note`.
    pub noted: Option<usize>,
}

/// What happens when the first colour is used: the run's first is preceded by a reset.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// It is the run's first: the reset is written.
    Write,
    /// It may be the run's first: its place is noted, and the output's order decides.
    Note,
    /// Nothing: it is not the run's first, or not any more.
    Pass,
}

impl Layout {
    /// Prepares the layout of the entries that `order` names.
    pub fn prepare(settings: &Settings, entries: &Entries, order: &[u32], fields: Fields) -> Layout {
        let frills = fields.frills;
        match settings.format {
            Format::Single => Layout::Single(frills),
            Format::Long => Layout::Long(fields),
            Format::Columns | Format::Across if settings.line > 0 => {
                Layout::Grid(columns::Grid::measure(settings, entries, order, frills))
            }
            Format::Columns | Format::Across => Layout::Commas(commas::Commas::new(b' ', frills)),
            // Widths are the entry's own here.
            Format::Commas => Layout::Commas(commas::Commas::new(b',', Frills::default())),
        }
    }
}

impl Fields {
    /// Makes room for an entry.
    pub fn add(&mut self, settings: &Settings, entry: &Entry<'_>, owners: &mut Owners) {
        let frills = &mut self.frills;
        frills.shift = frills.shift || settings.align && !settings.quoting.is_bare(entry.name.to_bytes());
        // What is not known needs no room, as GNU ls sees it.
        let Some(meta) = entry.facts.meta().is() else { return };
        if settings.inode {
            frills.inode = frills.inode.max(num::digits(meta.ino));
        }
        if settings.blocks {
            frills.blocks = frills.blocks.max(settings.long.blocks.width(allocated(meta)));
        }
        if settings.format == Format::Long {
            self.long.add(settings, entry, meta, owners);
        }
    }

    /// Writes an entry's line in the long format.
    pub fn line(&self, pen: &mut Pen<'_>, out: &mut Vec<u8>, entry: &Entry<'_>, owners: &mut Owners) {
        self.long.line(pen, out, entry, self.frills, owners);
    }
}

impl Frills {
    /// What becomes of the blank before an entry's name.
    pub fn blank(self) -> Blank {
        if self.shift { Blank::Written } else { Blank::None }
    }
}

impl<'a> Pen<'a> {
    /// A pen for one call.
    pub fn new(settings: &'a Settings, first: First) -> Pen<'a> {
        let ink = settings.palette.as_ref().map(|palette| Ink { palette, first, noted: None });
        Pen { settings, ink }
    }

    /// Whether a colour has been used, or could not have been the first.
    pub fn is_inked(&self) -> bool {
        self.ink.as_ref().is_some_and(|ink| ink.first == First::Pass)
    }

    /// Whether other pens can write what follows: the first colour, if there are any, is written.
    pub fn can_spread(&self) -> bool {
        self.ink.is_none() || self.is_inked()
    }

    /// Writes an entry as all formats but the long one show it, at a column of its line.
    pub fn entry(&mut self, out: &mut Vec<u8>, entry: &Entry<'_>, frills: Frills, column: usize) {
        self.normal(out);
        self.frills(out, entry, frills);
        let subject = subject(entry);
        self.name(out, &subject, frills.blank(), column);
        self.indicator(out, subject.kind, subject.meta);
    }

    /// Writes inode number and allocated size, each with a blank behind.
    pub fn frills(&mut self, out: &mut Vec<u8>, entry: &Entry<'_>, frills: Frills) {
        let meta = entry.facts.meta().is();
        if self.settings.inode {
            match meta {
                Some(meta) if meta.ino != 0 => num::push_right(out, meta.ino, frills.inode),
                _ => push_unknown(out, frills.inode),
            }
            out.push(b' ');
        }
        if self.settings.blocks {
            match meta {
                Some(meta) => push_size(out, self.settings.long.blocks, allocated(meta), frills.blocks),
                None => push_unknown(out, frills.blocks),
            }
            out.push(b' ');
        }
    }

    /// Writes a name in its colour; returns how many bytes it takes without that.
    pub fn name(&mut self, out: &mut Vec<u8>, subject: &Subject<'_>, blank: Blank, column: usize) -> usize {
        let quoting = &self.settings.quoting;
        let sequence = self.ink.as_ref().and_then(|ink| ink.palette.of(subject));
        match sequence {
            None if self.ink.as_ref().is_none_or(|ink| !ink.palette.has_normal()) => {
                let from = out.len();
                push_name(out, quoting, subject.name, blank);
                out.len() - from
            }
            sequence => self.colored(out, sequence, subject.name, blank, column),
        }
    }

    /// Writes the text of a link that leads nowhere, in its colour.
    pub fn missing(&mut self, out: &mut Vec<u8>, name: &[u8], blank: Blank, column: usize) {
        let sequence = self.ink.as_ref().and_then(|ink| ink.palette.of_missing());
        match sequence {
            None if self.ink.as_ref().is_none_or(|ink| !ink.palette.has_normal()) => {
                push_name(out, &self.settings.quoting, name, blank);
            }
            sequence => {
                self.colored(out, sequence, name, blank, column);
            }
        }
    }

    /// Writes the character that shows an entry's type.
    pub fn indicator(&mut self, out: &mut Vec<u8>, kind: Kind, meta: Option<&Meta>) {
        out.extend(indicator(self.settings.indicator, kind, meta));
    }

    /// Writes the colour of text other than names.
    pub fn normal(&mut self, out: &mut Vec<u8>) {
        if let Some(ink) = &mut self.ink {
            if ink.palette.has_normal() {
                ink.touch(out);
                ink.palette.push_normal(out);
            }
        }
    }

    fn colored(
        &mut self,
        out: &mut Vec<u8>,
        sequence: Option<&'a [u8]>,
        name: &[u8],
        blank: Blank,
        column: usize,
    ) -> usize {
        let Some(ink) = &mut self.ink else { return 0 };
        if blank == Blank::Written && self.settings.quoting.is_bare(name) {
            out.push(b' ');
        }
        if let Some(sequence) = sequence {
            ink.touch(out);
            ink.palette.begin(out, sequence);
        }
        let from = out.len();
        let quoted = self.settings.quoting.push(out, name);
        // GNU ls counts bytes here.
        let columns = out.len() - from + usize::from(blank != Blank::None && !quoted);
        ink.palette.end(out);
        let line = self.settings.line;
        if line > 0 && column / line != (column + columns - 1) / line {
            ink.palette.clear_line(out);
        }
        columns
    }
}

impl Ink<'_> {
    fn touch(&mut self, out: &mut Vec<u8>) {
        match self.first {
            First::Write => self.palette.end(out),
            First::Note => self.noted = Some(out.len()),
            First::Pass => return,
        }
        self.first = First::Pass;
    }
}

/// What is known of an entry for its colour and its indicator.
pub fn subject<'a>(entry: &Entry<'a>) -> Subject<'a> {
    Subject {
        name: entry.name.to_bytes(),
        kind: entry.kind,
        meta: entry.facts.meta().is(),
        target: entry.facts.target().is(),
        is_target: false,
    }
}

/// Columns of an entry as `Pen::entry` writes it.
pub fn entry_width(settings: &Settings, entry: &Entry<'_>, frills: Frills, scratch: &mut Vec<u8>) -> usize {
    let meta = entry.facts.meta().is();
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
    columns.wrapping_add(usize::from(indicator(settings.indicator, entry.kind, meta).is_some()))
}

/// Columns of a text; one less than none where it has something that cannot be shown. GNU ls counts on with that
/// number, and where columns stand depends on it.
fn shown_width(text: &[u8]) -> usize {
    width::if_shown(text).unwrap_or(usize::MAX)
}

/// Columns of a name as it is shown.
fn name_width(quoting: &Quoting, name: &[u8], shift: bool, scratch: &mut Vec<u8>) -> usize {
    if quoting.is_plain(name) {
        return shown_width(name).wrapping_add(usize::from(shift));
    }
    scratch.clear();
    let quoted = quoting.push(scratch, name);
    shown_width(scratch).wrapping_add(usize::from(shift && !quoted))
}

fn push_name(out: &mut Vec<u8>, quoting: &Quoting, name: &[u8], blank: Blank) {
    if blank == Blank::Written && quoting.is_bare(name) {
        out.push(b' ');
    }
    quoting.push(out, name);
}

fn indicator(style: Indicator, kind: Kind, meta: Option<&Meta>) -> Option<u8> {
    match (style, kind) {
        (Indicator::None, _) => None,
        (_, Kind::Dir) => Some(b'/'),
        (Indicator::Slash, _) => None,
        (Indicator::Classify, Kind::File) => meta.is_some_and(|meta| meta.mode & 0o111 != 0).then_some(b'*'),
        (Indicator::Classify, Kind::Link) => Some(b'@'),
        (Indicator::Classify, Kind::Fifo) => Some(b'|'),
        (Indicator::Classify, Kind::Socket) => Some(b'='),
        (Indicator::Classify, _) => None,
    }
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
