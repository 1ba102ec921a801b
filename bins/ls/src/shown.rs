//! Which names of a directory are shown.

use std::ffi::{CStr, CString};

use ringutils::{sys::Name, text::glob};

use crate::choices::{Choices, Hidden};

/// What is left out.
pub struct Shown {
    /// By a dot in front.
    hidden: Hidden,
    /// By a tilde at the end.
    no_backups: bool,
    /// By patterns.
    patterns: Vec<CString>,
}

impl Shown {
    /// As the options say. Patterns of `--hide` count for nothing where hidden names are shown.
    pub fn new(choices: &Choices) -> Shown {
        let mut patterns = choices.ignored.clone();
        if choices.hidden == Hidden::Dotted {
            patterns.extend(choices.hidden_too.iter().cloned());
        }
        // In a tree a directory stands above what it holds.
        let hidden = match choices.hidden {
            Hidden::Nothing if choices.tree.is_some() && !choices.json => Hidden::Implied,
            hidden => hidden,
        };
        Shown { hidden, no_backups: choices.no_backups, patterns }
    }

    /// Whether `.` and `..` may be among them.
    pub fn has_dots(&self) -> bool {
        self.hidden == Hidden::Nothing
    }

    /// Whether a name is.
    pub fn has(&self, name: Name<'_>) -> bool {
        let bytes = name.to_bytes();
        let by_dot = match self.hidden {
            Hidden::Dotted => bytes.first() == Some(&b'.'),
            Hidden::Implied => matches!(bytes, b"." | b".."),
            Hidden::Nothing => false,
        };
        let left_out = by_dot
            || self.no_backups && bytes.last() == Some(&b'~')
            || self.patterns.iter().any(|pattern| fits(pattern, name.c_str()));
        !left_out
    }
}

/// Whether a name fits a pattern. A dot in front must be one in the pattern too.
fn fits(pattern: &CStr, name: &CStr) -> bool {
    let dotted = name.to_bytes().first() == Some(&b'.');
    let pattern_dotted = matches!(pattern.to_bytes(), [b'.', ..] | [b'\\', b'.', ..]);
    (!dotted || pattern_dotted) && glob::matches(pattern, name, false)
}
