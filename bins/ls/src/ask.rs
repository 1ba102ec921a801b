//! What must be known of files for what is shown of them: the questions that the walk is to ask, and of which entries.
//!
//! No question is asked that the settings do not need, since each costs a system call a file. Nor is any left out that
//! GNU ls asks, as its failure is a message.

use ringutils::{
    sys::{Kind, meta::Mask},
    walk::{
        entries::{Answer, Entry},
        visit::Want,
    },
};

use crate::{
    choices::{Follow, Format, Indicator, Sort},
    plan::Settings,
};

/// Whether every shown entry is stat'ed.
pub fn needs_meta(settings: &Settings) -> bool {
    shows_links(settings)
        || settings.blocks
        || settings.inode
        || settings.context
        || settings.hyperlinks.is_some()
        || matches!(settings.sort, Sort::Size | Sort::Time)
}

/// What is fetched of each entry, of which a remote file system may know a part without a question to its server.
pub fn mask(settings: &Settings) -> Mask {
    let known = if settings.palette.is_some() { Mask::TIMELESS } else { Mask::MODE };
    match settings.format {
        Format::Json => Mask::BIRTH,
        _ if needs_meta(settings) => Mask::TIMELESS.with(settings.clock.mask()),
        _ => known,
    }
}

/// Whether all that is known of entries is shown, the texts of links too.
pub fn shows_links(settings: &Settings) -> bool {
    matches!(settings.format, Format::Long | Format::Json)
}

/// Whether links are looked up and what they lead to is stat'ed.
pub fn needs_targets(settings: &Settings) -> bool {
    let long = settings.format == Format::Long;
    settings.dirs_first
        || long && settings.indicator >= Indicator::FileType
        || settings.palette.as_ref().is_some_and(|palette| palette.needs_targets(long))
}

/// How often entries are asked about: once by what the dirent says, and once more where the type was found out.
pub const ROUNDS: u32 = 2;

/// What is asked of an operand in a round.
pub fn of_operand(settings: &Settings, entry: &Entry<'_>, round: u32) -> Want {
    match round {
        0 => Want::META,
        1 if entry.facts.known().is().is_some() => {
            Want { guard: settings.format == Format::Long, ..of_link(settings, entry) }
        }
        _ => Want::NOTHING,
    }
}

/// What is asked of an entry of a directory in a round.
pub fn of_entry(settings: &Settings, entry: &Entry<'_>, round: u32) -> Want {
    if !settings.shown.has(entry.name) {
        return Want::NOTHING;
    }
    match round {
        // What the dirent says of its type lets a link be asked about at once.
        0 => Want {
            meta: needs_meta_of(settings, entry.kind),
            guard: settings.format == Format::Long,
            ..of_link(settings, entry)
        },
        _ if was_asked(entry) => Want::NOTHING,
        _ => of_link(settings, entry),
    }
}

/// Whether an entry of a type is stat'ed.
fn needs_meta_of(settings: &Settings, kind: Kind) -> bool {
    needs_meta(settings)
        || settings.indicator == Indicator::Classify && kind == Kind::File
        // A link that leads to a directory is one of those that come first. Only the link itself counts as an error.
        || settings.dirs_first && kind == Kind::Link
        || settings.palette.as_ref().is_some_and(|palette| palette.needs_meta(kind))
}

/// What is asked of a link, and of nothing else.
fn of_link(settings: &Settings, entry: &Entry<'_>) -> Want {
    // Where all links are followed, one that is left leads nowhere, and nothing is shown of that.
    if entry.kind != Kind::Link || settings.follow == Some(Follow::Everywhere) {
        return Want::NOTHING;
    }
    let target = needs_targets(settings);
    // GNU ls reads each link that it looks through, and says where it can't.
    Want { link: shows_links(settings) || target, target, ..Want::NOTHING }
}

/// Whether a link has been asked about already.
fn was_asked(entry: &Entry<'_>) -> bool {
    entry.facts.link() != &Answer::NotAsked || entry.facts.target() != Answer::NotAsked
}
