//! What stands around a name in all layouts: what is before it, its colour, its hyperlink, its quoting, and the character
//! that shows its type.

use ringutils::{
    sys::Kind,
    text::{
        color::{Nature, Palette, Subject},
        num,
    },
};

use super::{Frills, allocated, push_size, push_unknown};
use crate::{
    choices::{Follow, Indicator},
    dired::Positions,
    hyperlink::Place,
    listing::Item,
    plan::Settings,
};

/// Writes names for one call of the visitor.
pub struct Pen<'a> {
    /// What the listing goes by.
    pub settings: &'a Settings,
    /// Colours, where there are any.
    pub ink: Option<Ink<'a>>,
    /// The directory that hyperlinks lead into; `None` among operands.
    base: Option<&'a Place>,
    /// Where the name written last begins and ends, colours not counted.
    named: [usize; 2],
    /// Where names stand, where that is told to Emacs.
    pub positions: Option<Positions>,
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
    /// Bytes of colours that have been written.
    bytes: usize,
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

impl<'a> Pen<'a> {
    /// A pen for one call, in the directory that hyperlinks lead into.
    pub fn new(settings: &'a Settings, first: First, base: Option<&'a Place>) -> Pen<'a> {
        let ink = settings.palette.as_ref().map(|palette| Ink { palette, bytes: 0, first, noted: None });
        Pen { settings, ink, base, named: [0; 2], positions: settings.dired.map(|_| Positions::default()) }
    }

    /// Whether a colour has been used, or could not have been the first.
    pub fn is_inked(&self) -> bool {
        self.ink.as_ref().is_some_and(|ink| ink.first == First::Pass)
    }

    /// Whether other pens can write what follows: the first colour, if there are any, is written, and nobody counts
    /// where names stand.
    pub fn can_spread(&self) -> bool {
        self.positions.is_none() && (self.ink.is_none() || self.is_inked())
    }

    /// Bytes of colours that have been written.
    pub fn ink_bytes(&self) -> usize {
        self.ink.as_ref().map_or(0, |ink| ink.bytes)
    }

    /// Writes an entry as all formats but the long one show it, at a column of its line.
    pub fn entry(&mut self, out: &mut Vec<u8>, item: Item<'_>, frills: Frills, column: usize) {
        self.before_name(out, item, frills);
        self.named(out, item, frills, column);
    }

    /// Writes what stands before the name of an entry.
    pub fn before_name(&mut self, out: &mut Vec<u8>, item: Item<'_>, frills: Frills) {
        self.normal(out);
        self.frills(out, item, frills);
        if self.settings.context {
            num::pad(out, frills.context.saturating_sub(item.context().len()), b' ');
            out.extend_from_slice(item.context());
            out.push(b' ');
        }
    }

    /// Writes the name of an entry, and the character that shows its type.
    pub fn named(&mut self, out: &mut Vec<u8>, item: Item<'_>, frills: Frills, column: usize) {
        let subject = subject(item);
        let link = self.link(item);
        self.name(out, &subject, link.as_ref(), frills.blank(), column);
        self.indicator(out, subject.kind, subject.nature);
    }

    /// Writes inode number and allocated size, each with a blank behind.
    pub fn frills(&mut self, out: &mut Vec<u8>, item: Item<'_>, frills: Frills) {
        let meta = item.entry.facts.meta();
        let meta = meta.is();
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

    /// Where the hyperlink of an entry leads, where names are hyperlinks and that is known.
    pub fn link(&self, item: Item<'_>) -> Option<Place> {
        let hyperlinks = self.settings.hyperlinks.as_ref()?;
        let name = item.entry.name.to_bytes();
        let may_be_link = matches!(item.entry.kind, Kind::Link | Kind::Unknown)
            || self.settings.follow == Some(Follow::Everywhere);
        match self.base {
            Some(base) => Some(hyperlinks.resolve_entry(base, name, may_be_link)),
            // Without its directory an entry, whose name is no absolute path, can't be resolved either.
            None => hyperlinks.resolve(name).ok(),
        }
    }

    /// Writes a name in its colour; returns how many bytes it takes without that.
    pub fn name(
        &mut self,
        out: &mut Vec<u8>,
        subject: &Subject<'_>,
        link: Option<&Place>,
        blank: Blank,
        column: usize,
    ) -> usize {
        let sequence = self.ink.as_ref().and_then(|ink| ink.palette.of(subject));
        self.written(out, sequence, subject.name, link, blank, column)
    }

    /// Notes where the name written last stands, if that is told to Emacs.
    pub fn note_position(&mut self) {
        let named = self.named;
        if let Some(positions) = &mut self.positions {
            positions.names.push(named.map(|at| at as u64));
        }
    }

    /// Writes the text of a link that leads nowhere, in its colour.
    pub fn missing(
        &mut self,
        out: &mut Vec<u8>,
        name: &[u8],
        link: Option<&Place>,
        blank: Blank,
        column: usize,
    ) {
        let sequence = self.ink.as_ref().and_then(|ink| ink.palette.of_missing());
        self.written(out, sequence, name, link, blank, column);
    }

    /// Writes the character that shows an entry's type.
    pub fn indicator(&mut self, out: &mut Vec<u8>, kind: Kind, nature: Option<Nature>) {
        out.extend(indicator(self.settings.indicator, kind, nature));
    }

    /// Writes the colour of text other than names.
    pub fn normal(&mut self, out: &mut Vec<u8>) {
        if let Some(ink) = &mut self.ink {
            if ink.palette.has_normal() {
                let from = out.len();
                ink.touch(out);
                ink.palette.push_normal(out);
                ink.bytes += out.len() - from;
            }
        }
    }

    /// Writes a name between its colour, if there is one, and the end of it; returns how many bytes the name takes, as
    /// GNU ls counts columns here.
    fn written(
        &mut self,
        out: &mut Vec<u8>,
        sequence: Option<&'a [u8]>,
        name: &[u8],
        link: Option<&Place>,
        blank: Blank,
        column: usize,
    ) -> usize {
        if blank == Blank::Written && self.settings.quoting.is_bare(name) {
            out.push(b' ');
        }
        let colored = self.ink.as_mut().filter(|ink| sequence.is_some() || ink.palette.has_normal());
        let Some(ink) = colored else {
            let from = out.len();
            let (columns, quoted) = push_linked(self.settings, out, name, link, blank);
            self.named = [from, out.len()].map(|at| at - self.ink_bytes());
            return columns + usize::from(blank != Blank::None && !quoted);
        };
        let from = out.len();
        if let Some(sequence) = sequence {
            ink.touch(out);
            ink.palette.begin(out, sequence);
        }
        ink.bytes += out.len() - from;
        let from = out.len();
        let (columns, quoted) = push_linked(self.settings, out, name, link, blank);
        let columns = columns + usize::from(blank != Blank::None && !quoted);
        let end = out.len();
        self.named = [from, end].map(|at| at - ink.bytes);
        ink.palette.end(out);
        let line = self.settings.line;
        if line > 0 && column / line != (column + columns - 1) / line {
            ink.palette.clear_line(out);
        }
        ink.bytes += out.len() - end;
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
pub fn subject(item: Item<'_>) -> Subject<'_> {
    let entry = item.entry;
    Subject {
        name: entry.name.to_bytes(),
        kind: entry.kind,
        nature: entry.facts.meta().is().map(Nature::from),
        target: entry.facts.target().is().map(Nature::from),
        is_target: false,
        is_able: item.is_able(),
    }
}

/// The character that shows a type, if one does.
pub fn indicator(style: Indicator, kind: Kind, nature: Option<Nature>) -> Option<u8> {
    let is_program = || nature.is_some_and(Nature::is_program);
    match kind {
        Kind::Dir if style >= Indicator::Slash => Some(b'/'),
        Kind::File if style == Indicator::Classify && is_program() => Some(b'*'),
        Kind::Link if style >= Indicator::FileType => Some(b'@'),
        Kind::Fifo if style >= Indicator::FileType => Some(b'|'),
        Kind::Socket if style >= Indicator::FileType => Some(b'='),
        _ => None,
    }
}

/// Writes a name as a hyperlink, if it is one; returns how many bytes it takes without that, and whether it is quoted.
fn push_linked(
    settings: &Settings,
    out: &mut Vec<u8>,
    name: &[u8],
    link: Option<&Place>,
    blank: Blank,
) -> (usize, bool) {
    let from = out.len();
    let (Some(hyperlinks), Some(place)) = (&settings.hyperlinks, link) else {
        let quoted = settings.quoting.push(out, name);
        return (out.len() - from, quoted);
    };
    let mut text = Vec::new();
    let quoted = settings.quoting.push(&mut text, name);
    match text.as_slice() {
        // Where names are moved for them, quotation marks are no part of the link.
        [open, inner @ .., close] if quoted && blank != Blank::None => {
            out.push(*open);
            hyperlinks.begin(out, place);
            out.extend_from_slice(inner);
            hyperlinks.end(out);
            out.push(*close);
        }
        text => {
            hyperlinks.begin(out, place);
            out.extend_from_slice(text);
            hyperlinks.end(out);
        }
    }
    (text.len(), quoted)
}
