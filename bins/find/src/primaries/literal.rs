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
    /// This is part of it.
    Contains(Box<memmem::Finder<'static>>),
}

impl Literal {
    /// A text that something may stand before, and behind.
    pub(super) fn new(text: Vec<u8>, before: bool, behind: bool) -> Literal {
        match (before, behind) {
            (false, false) => Literal::Is(text.into()),
            (false, true) => Literal::Begins(text.into()),
            (true, false) => Literal::Ends(text.into()),
            (true, true) => Literal::Contains(Box::new(memmem::Finder::new(&text).into_owned())),
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
            Literal::Contains(wanted) if fold => wanted.find(&text.to_ascii_lowercase()).is_some(),
            Literal::Contains(wanted) => wanted.find(text).is_some(),
        }
    }
}
