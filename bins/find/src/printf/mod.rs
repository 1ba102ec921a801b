//! -printf: formats, taken apart once, and what each part shows of a file.
//!
//! `parse` reads a format, `field` shows a fact about a file, `clock` shows times. Nothing here writes or asks for a
//! stat: which facts a format needs is said by [`Format::needs`], and [`Subject`] brings them.

mod clock;
mod field;
mod json;
mod paint;
mod parse;

use ringutils::{
    sys::{Kind, Meta, Name, number::Shape},
    text::quote::{Quoting, Style},
    walk::dir::Dir,
};

use self::{clock::Layout, field::What};
use crate::{expr::Needs, primaries::Field};

pub(crate) use self::{paint::Paint, parse::NoFormat};

/// A format, taken apart.
#[derive(Debug, PartialEq)]
pub(crate) struct Format {
    /// What it puts together, in order.
    items: Vec<Item>,
    /// Whether paths are made safe to show.
    safe: bool,
}

/// A part of a format.
#[derive(Debug, PartialEq)]
pub(crate) enum Item {
    /// Bytes as they are.
    Text(Vec<u8>),
    /// A fact, and how printf(3) would shape it.
    Fact(What, Shape),
}

/// A file, as far as formats show it.
pub(crate) struct Subject<'a> {
    /// The directory that holds it.
    pub dir: &'a Dir<'a>,
    /// Its name there.
    pub name: Name<'a>,
    /// Its path.
    pub path: &'a [u8],
    /// Its type, as tests see it.
    pub kind: Kind,
    /// Its inode number by the listing, where that is its own.
    pub ino: Option<u64>,
    /// Its metadata, where the format needs it.
    pub meta: Option<&'a Meta>,
    /// Whether it is looked at through links.
    pub follows: bool,
}

impl Format {
    /// Reads the argument of -printf. `safe` makes paths safe to show, for a terminal.
    pub(crate) fn parse(text: &[u8], safe: bool, warnings: &mut Vec<Vec<u8>>) -> Result<Format, NoFormat> {
        Ok(Format { items: parse::items(text, warnings)?, safe })
    }

    /// The path and `end`, as -print writes them.
    pub(crate) fn path(end: u8, safe: bool) -> Format {
        Format { items: vec![Item::Fact(What::Path, Shape::default()), Item::Text(vec![end])], safe }
    }

    /// The path in colours and a newline, as -print writes them after -color.
    pub(crate) fn painted(paint: Paint, safe: bool) -> Format {
        let path = Item::Fact(What::Painted(paint), Shape::default());
        Format { items: vec![path, Item::Text(b"\n".to_vec())], safe }
    }

    /// A JSON object and a newline.
    pub(crate) fn json() -> Format {
        let object = Item::Fact(What::Object, Shape::default());
        Format { items: vec![object, Item::Text(b"\n".to_vec())], safe: false }
    }

    /// What ends the path, where it shows just that, as it is.
    pub(crate) fn is_path(&self) -> Option<u8> {
        match self.items.as_slice() {
            [Item::Fact(What::Path, shape), Item::Text(text)] if !self.safe && *shape == Shape::default() => {
                <[u8; 1]>::try_from(text.as_slice()).ok().map(|[end]| end)
            }
            _ => None,
        }
    }

    /// Its parts, in order.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// How paths are made safe to show, if they are.
    pub(crate) fn quoting(&self) -> Option<Quoting> {
        self.safe.then(|| Quoting::new(Style::Literal).hiding())
    }

    /// What must be known of a file.
    pub(crate) fn needs(&self) -> Needs {
        let most = self.whats().map(What::needs).max().unwrap_or(Needs::Nothing);
        // What can be seen has its inode number only where somebody asks for it.
        let inode = self.whats().any(|what| matches!(what, What::Inode));
        if most == Needs::Sight && inode { Needs::Meta } else { most }
    }

    /// Whether it shows a type, which there is none of where a file can't be looked at.
    pub(crate) fn shows_kind(&self) -> bool {
        self.whats().any(|what| matches!(what, What::Kind))
    }

    /// Whether it shows a time of creation.
    pub(crate) fn shows_birth(&self) -> bool {
        self.whats().any(|what| matches!(what, What::Time(Field::Born, _) | What::Object))
    }

    /// Whether it looks at what a link leads to.
    pub(crate) fn looks_through_links(&self) -> bool {
        self.whats().any(|what| matches!(what, What::TargetKind | What::Painted(_) | What::Object))
    }

    fn whats(&self) -> impl Iterator<Item = &What> {
        self.items.iter().filter_map(|item| match item {
            Item::Fact(what, _) => Some(what),
            Item::Text(_) => None,
        })
    }
}

impl Item {
    /// Whether printf(3) can show it; what is wider than that fails with EOVERFLOW.
    pub(crate) fn fits(&self) -> bool {
        match self {
            Item::Text(_) => true,
            Item::Fact(_, shape) => shape.fits(),
        }
    }

    /// Appends what it shows of a file; what there is to complain about comes behind that.
    pub(crate) fn push(
        &self,
        out: &mut Vec<u8>,
        subject: &Subject<'_>,
        quoting: Option<&Quoting>,
    ) -> Result<(), Vec<u8>> {
        match self {
            Item::Text(text) => {
                out.extend_from_slice(text);
                Ok(())
            }
            Item::Fact(what, shape) => what.push(out, *shape, subject, quoting),
        }
    }
}

/// Appends a text as `%s` of printf(3) shapes it.
fn push_text(out: &mut Vec<u8>, shape: Shape, text: &[u8]) {
    let text = &text[..shape.precision.map_or(text.len(), |most| text.len().min(most as usize))];
    let missing = (shape.width as usize).saturating_sub(text.len());
    if !shape.left {
        out.resize(out.len() + missing, b' ');
    }
    out.extend_from_slice(text);
    if shape.left {
        out.resize(out.len() + missing, b' ');
    }
}
