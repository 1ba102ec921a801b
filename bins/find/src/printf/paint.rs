//! -color: paths in the colours of LS_COLORS, as bfs shows them: what leads to the last part in the colour of
//! directories, then the last part in its own.

use std::{fmt, sync::Arc};

use ringutils::{
    sys::Kind,
    text::{
        color::{self, Nature, Palette},
        quote::Quoting,
    },
};

use super::Subject;
use crate::{expr::Needs, paths::base};

/// Colours for paths.
#[derive(Clone)]
pub(crate) struct Paint(Arc<Palette>);

impl Paint {
    /// The colours of the environment; none where it has none, of which warnings tell.
    pub(crate) fn from_environment(warnings: &mut Vec<Vec<u8>>) -> Option<Paint> {
        let mut notes = Vec::new();
        let palette = Palette::from_env(b"", &mut notes);
        let notes = notes.split(|&byte| byte == b'\n').filter_map(|note| note.strip_prefix(b": "));
        warnings.extend(notes.map(<[u8]>::to_vec));
        palette.map(|palette| Paint(Arc::new(palette)))
    }

    /// What must be known of a file to paint its path.
    pub(super) fn needs(&self) -> Needs {
        let takes_meta = [Kind::File, Kind::Dir].into_iter().any(|kind| self.0.needs_meta(kind));
        if takes_meta { Needs::Meta } else { Needs::Nothing }
    }

    /// Appends a path.
    pub(super) fn push(&self, out: &mut Vec<u8>, subject: &Subject<'_>, quoting: Option<&Quoting>) {
        let palette = &self.0;
        let target = match subject.kind {
            Kind::Link if palette.needs_targets(false) => {
                subject.dir.stat(subject.name, true).ok().as_ref().map(Nature::from)
            }
            // That it leads somewhere is all that is asked then, and not even that.
            Kind::Link => Some(Nature::default()),
            _ => None,
        };
        let last = base(subject.path);
        let (before, last) = subject.path.split_at(subject.path.len() - last.len());
        let is_able =
            palette.has_able() && subject.kind == Kind::File && subject.dir.has_capabilities(subject.name);
        let dir = palette.of(&entry(Kind::Dir));
        let own = palette.of(&color::Subject {
            name: last,
            nature: subject.meta.map(Nature::from),
            target,
            is_able,
            ..entry(subject.kind)
        });
        for (part, sequence) in [(before, dir), (last, own)] {
            if part.is_empty() {
                continue;
            }
            if let Some(sequence) = sequence {
                palette.begin(out, sequence);
            }
            if let Some(quoting) = quoting {
                quoting.push(out, part);
            } else {
                out.extend_from_slice(part);
            }
            if sequence.is_some() {
                palette.end(out);
            }
        }
    }
}

/// A nameless entry of which nothing but its type is known.
fn entry(kind: Kind) -> color::Subject<'static> {
    color::Subject { name: b"", kind, nature: None, target: None, is_target: false, is_able: false }
}

impl PartialEq for Paint {
    fn eq(&self, other: &Paint) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Paint")
    }
}
