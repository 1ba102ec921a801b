//! What tests answer about a file: from the listing where that tells, else from a stat, else from a call of their own.

use std::ffi::CString;

use ringutils::sys::{Errno, Kind};

use crate::{
    expr::{Needs, Test},
    ignore,
    message::text,
    primaries::{Attribute, kind::Kinds, name::Pattern},
    scene::Scene,
    selinux,
};

impl Scene<'_, '_> {
    /// Whether a test holds. It does not where what it takes can't be had, of which has been told then.
    pub(crate) fn test(&mut self, test: &Test) -> bool {
        let ino = self.listed_ino();
        if let Some(holds) = test.by_listing(self.names, self.entry.name, self.kind, ino) {
            return holds;
        }
        match test {
            Test::Ignored => {
                let path = self.names.path(self.entry.name).to_bytes();
                let mut messages = Vec::new();
                let to = (self.state.mute == 0).then_some(&mut messages);
                let ignored = ignore::ignores(self.dir, path, self.kind == Kind::Dir, to);
                messages.iter().for_each(|message| self.complain_of_file(message));
                ignored
            }
            Test::May(intent) => self.dir.may(self.entry.name, *intent),
            Test::LinkText(pattern) => self.in_sight() && self.link_matches(pattern),
            Test::OtherKind(kinds) => self.in_sight() && self.has_other_kind(*kinds),
            Test::Context(pattern) => self.in_sight() && self.context_matches(pattern),
            Test::Attribute(attribute) => self.in_sight() && self.has_attribute(attribute),
            Test::Empty if self.is_known(Needs::Meta) && self.kind == Kind::Dir => self.is_empty_dir(),
            test => self.holds_by_meta(test),
        }
    }

    fn link_matches(&mut self, pattern: &Pattern) -> bool {
        if self.kind != Kind::Link {
            return false;
        }
        let text = self.dir.read_link(self.entry.name).map(CString::new);
        self.or_report(text, |text| text.is_ok_and(|text| pattern.matches(&text)))
    }

    /// Whether the type of a link's target, or of a link that is followed, is among these. A link that leads nowhere
    /// has no other type than its own.
    fn has_other_kind(&mut self, kinds: Kinds) -> bool {
        let name = self.entry.name;
        let other = if self.find.follows(self.dir) {
            self.dir.stat(name, false).map(|meta| meta.kind())
        } else if self.kind == Kind::Link {
            match self.dir.stat(name, true) {
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(Kind::Link),
                target => target.map(|meta| meta.kind()),
            }
        } else {
            Ok(self.kind)
        };
        self.or_report(other, |kind| kinds.holds(kind))
    }

    fn context_matches(&mut self, pattern: &Pattern) -> bool {
        let context = selinux::context(self.dir, self.entry.name, self.find.follows(self.dir));
        context.is_ok_and(|context| CString::new(context).is_ok_and(|context| pattern.matches(&context)))
    }

    fn has_attribute(&mut self, attribute: &Attribute) -> bool {
        match self.dir.attributes(self.entry.name, self.find.follows(self.dir)) {
            // The file system, or what kind of file it is, knows none.
            Err(Errno::NOTSUP) => false,
            names => self.or_report(names, |names| attribute.is_among(&names)),
        }
    }

    fn or_report<T>(&mut self, result: Result<T, Errno>, holds: impl Fn(T) -> bool) -> bool {
        match result {
            Ok(value) => holds(value),
            Err(errno) => {
                self.report(errno);
                false
            }
        }
    }

    fn is_empty_dir(&mut self) -> bool {
        let name = self.entry.name;
        let empty = match self.dir.is_empty_dir(name) {
            // Directories are not opened through links; one behind a link is asked for by what it holds itself.
            Err(Errno::NOTDIR | Errno::LOOP) if self.find.follows(self.dir) => {
                let within = CString::new(text!(name.to_bytes(), b"/.")).unwrap_or_default();
                self.dir.is_empty_dir((&*within).into())
            }
            empty => empty,
        };
        self.or_report(empty, |empty| empty)
    }
}
