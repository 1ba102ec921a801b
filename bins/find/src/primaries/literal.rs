//! Patterns that are simple comparisons of bytes.

use memchr::memmem;

/// A text that stands somewhere.
#[derive(Debug)]
pub(super) enum Literal {
    /// Any text at all matches.
    Everything,
    /// The text as a whole is this.
    Is(Box<[u8]>),
    /// It begins with this.
    Begins(Box<[u8]>),
    /// It ends with this.
    Ends(Box<[u8]>),
    /// It begins with the first and ends with the second, which do not overlap.
    Around(Box<[u8]>, Box<[u8]>),
    /// This is part of it.
    Contains(Box<memmem::Finder<'static>>),
}

impl Literal {
    /// What stands between stars: the only piece is the whole text, the first is its begin, the last its end, and others
    /// are anywhere between them in this order. `None` where that is no single comparison.
    pub(super) fn between_stars(pieces: &[Vec<u8>]) -> Option<Literal> {
        let owned = |piece: &[u8]| piece.to_owned().into_boxed_slice();
        match pieces {
            [text] if !text.is_empty() => Some(Literal::Is(owned(text))),
            [begin, end] => Some(match (begin.is_empty(), end.is_empty()) {
                (true, true) => Literal::Everything,
                (true, false) => Literal::Ends(owned(end)),
                (false, true) => Literal::Begins(owned(begin)),
                (false, false) => Literal::Around(owned(begin), owned(end)),
            }),
            [begin, part, end] if begin.is_empty() && end.is_empty() && !part.is_empty() => {
                Some(Literal::Contains(Box::new(memmem::Finder::new(part).into_owned())))
            }
            _ => None,
        }
    }

    /// Whether it holds for all of `text`. With `fold`, case in ASCII does not count, and the literal is in lower case.
    pub(super) fn holds(&self, text: &[u8], fold: bool) -> bool {
        let same = |text: &[u8], wanted: &[u8]| {
            if fold { text.eq_ignore_ascii_case(wanted) } else { text == wanted }
        };
        match self {
            Literal::Everything => true,
            Literal::Is(wanted) => text.len() == wanted.len() && same(text, wanted),
            Literal::Begins(wanted) => text.get(..wanted.len()).is_some_and(|begin| same(begin, wanted)),
            Literal::Ends(wanted) => {
                text.len().checked_sub(wanted.len()).is_some_and(|from| same(&text[from..], wanted))
            }
            Literal::Around(begin, end) => {
                let ends = |from: usize| from >= begin.len() && same(&text[from..], end);
                text.get(..begin.len()).is_some_and(|front| same(front, begin))
                    && text.len().checked_sub(end.len()).is_some_and(ends)
            }
            Literal::Contains(wanted) if fold => wanted.find(&text.to_ascii_lowercase()).is_some(),
            Literal::Contains(wanted) => wanted.find(text).is_some(),
        }
    }
}
