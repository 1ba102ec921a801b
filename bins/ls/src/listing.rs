//! Entries with what the walk does not ask about: security contexts and capabilities, read when a directory's entries
//! are taken stock of.

use ringutils::{
    sys::Kind,
    walk::{
        dir::Dir,
        entries::{Entries, Entry},
    },
};

use crate::{choices::Follow, plan::Settings};

/// What else is known of the entries of a directory, in their order; nothing where nothing is wanted.
#[derive(Default)]
pub struct Extras(Vec<Extra>);

/// What else is known of an entry.
#[derive(Default)]
struct Extra {
    /// Its security context; nothing where it has none.
    context: Vec<u8>,
    /// Whether it has capabilities.
    able: bool,
}

/// The entries of a directory, with what else is known of them.
#[derive(Clone, Copy)]
pub struct Listing<'a> {
    /// The entries.
    pub entries: &'a Entries,
    /// What else is known.
    pub extras: &'a Extras,
}

/// An entry, with what else is known of it.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    /// The entry.
    pub entry: Entry<'a>,
    /// What else is known.
    extra: Option<&'a Extra>,
}

impl Extras {
    /// Looks an entry up, where the settings want it. Entries come in their order.
    pub fn look_up(&mut self, settings: &Settings, dir: &Dir<'_>, at: usize, entry: &Entry<'_>) {
        let able = entry.kind == Kind::File && settings.palette.as_ref().is_some_and(|ink| ink.has_able());
        if !settings.context && !able || entry.facts.known().is().is_none() {
            return;
        }
        let follow =
            settings.follow == Some(Follow::Everywhere) || dir.is_roots() && entry.kind != Kind::Link;
        self.0.resize_with(at, Extra::default);
        self.0.push(Extra {
            context: match settings.context {
                true => dir.context(entry.name, follow).unwrap_or_default(),
                false => Vec::new(),
            },
            able: able && dir.has_capabilities(entry.name),
        });
    }
}

impl<'a> Listing<'a> {
    /// The entry number `at`.
    pub fn get(self, at: u32) -> Item<'a> {
        Item { entry: self.entries.get(at as usize), extra: self.extras.0.get(at as usize) }
    }
}

impl<'a> Item<'a> {
    /// Its security context as it is shown.
    pub fn context(self) -> &'a [u8] {
        match self.extra.map(|extra| extra.context.as_slice()) {
            None | Some(b"" | b"unlabeled") => b"?",
            Some(text) => text,
        }
    }

    /// Its security context, if it has one.
    pub fn known_context(self) -> Option<&'a [u8]> {
        self.extra.map(|extra| extra.context.as_slice()).filter(|context| !context.is_empty())
    }

    /// Whether it is known to have capabilities.
    pub fn is_able(self) -> bool {
        self.extra.is_some_and(|extra| extra.able)
    }
}
