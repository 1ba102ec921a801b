//! One file a line with all that is known: mode, links, owner, group, size, time, name, a link's text.

use ringutils::{
    sys::{Kind, Meta, Time},
    text::{
        color::Subject,
        mode,
        names::{GROUPS, Names, USERS},
        num,
        time::{self, Memo},
        width,
    },
    walk::entries::{Answer, Entry, Guard},
};

use super::{
    Frills,
    pen::{Blank, Pen, subject},
    push_size, push_unknown,
};
use crate::{
    hyperlink::Place,
    listing::Item,
    plan::{Long, Settings},
};

/// Widths of the fields of one listing.
#[derive(Default)]
pub struct Widths {
    /// Whether the mode has an eleventh character.
    guarded: bool,
    /// The number of links.
    nlink: usize,
    /// The owner.
    user: usize,
    /// The group.
    group: usize,
    /// The size, or a device's numbers.
    size: usize,
    /// A device's major number.
    major: usize,
    /// A device's minor number.
    minor: usize,
}

/// A user or group as it is shown last, since the next file often has the same.
struct Owner {
    /// Whose names.
    names: &'static Names,
    /// Whether numbers are shown.
    numeric: bool,
    /// The number looked up last.
    id: u32,
    /// Its name.
    name: Option<&'static [u8]>,
    /// Columns of what is shown.
    width: usize,
}

/// Users, groups and times shown last, for one pass over entries.
pub struct Owners {
    /// The user.
    user: Owner,
    /// The group.
    group: Owner,
    /// The last text of an old time, and of a recent one.
    times: [Memo; 2],
}

impl Widths {
    /// Makes room for an entry.
    pub fn add(&mut self, settings: &Settings, entry: &Entry<'_>, meta: &Meta, owners: &mut Owners) {
        self.guarded |= matches!(entry.facts.guard(), Answer::Is(guard) if *guard != Guard::default());
        self.nlink = self.nlink.max(num::digits(meta.nlink.into()));
        if settings.long.owner || settings.long.author {
            self.user = self.user.max(owners.user.of(meta.uid).width);
        }
        if settings.long.group {
            self.group = self.group.max(owners.group.of(meta.gid).width);
        }
        if is_device(meta) {
            let (major, minor) = device(meta);
            self.major = self.major.max(num::digits(major));
            self.minor = self.minor.max(num::digits(minor));
            self.size = self.size.max(self.major + 2 + self.minor);
        } else {
            self.size = self.size.max(settings.long.size.width(meta.size));
        }
    }

    /// Writes an entry's line.
    pub fn line(
        &self,
        pen: &mut Pen<'_>,
        out: &mut Vec<u8>,
        item: Item<'_>,
        frills: Frills,
        owners: &mut Owners,
    ) {
        let column = self.columns(pen, out, item, frills, owners);
        self.name(pen, out, item, frills, column);
    }

    /// Writes what stands before the name; returns the column that it stands at, as GNU ls counts columns.
    pub fn columns(
        &self,
        pen: &mut Pen<'_>,
        out: &mut Vec<u8>,
        item: Item<'_>,
        frills: Frills,
        owners: &mut Owners,
    ) -> usize {
        pen.normal(out);
        if pen.settings.dired.is_some() {
            out.extend_from_slice(b"  ");
        }
        let begin = out.len();
        pen.frills(out, item, frills);
        let behind_owners = match item.entry.facts.meta().is() {
            Some(meta) => self.fields(pen.settings, out, item, meta, frills, owners),
            None => self.unknown_fields(pen.settings, out, item, frills),
        };
        // As GNU ls counts columns, a line begins behind its owners, if it has any.
        out.len() - if pen.settings.shows_owners() { behind_owners } else { begin }
    }

    /// Writes the name, and where a link leads, up to the end of the line.
    pub fn name(&self, pen: &mut Pen<'_>, out: &mut Vec<u8>, item: Item<'_>, frills: Frills, column: usize) {
        let shown = subject(item);
        let link = pen.link(item);
        let columns = pen.name(out, &shown, link.as_ref(), frills.blank(), column);
        pen.note_position();
        if shown.kind == Kind::Link {
            if let Some(text) = item.entry.facts.link().is() {
                out.extend_from_slice(b" -> ");
                let blank = if frills.shift { Blank::Counted } else { Blank::None };
                link_text(pen, out, &shown, text, link.as_ref(), blank, column + columns + 4);
            }
        } else {
            pen.indicator(out, shown.kind, shown.nature);
        }
        out.push(pen.settings.end);
    }

    /// Writes all up to the name; returns where the size begins.
    fn fields(
        &self,
        settings: &Settings,
        out: &mut Vec<u8>,
        item: Item<'_>,
        meta: &Meta,
        frills: Frills,
        owners: &mut Owners,
    ) -> usize {
        let Long { owner, group, author, .. } = settings.long;
        out.extend_from_slice(&mode::text(meta.mode));
        if self.guarded {
            out.push(match item.entry.facts.guard() {
                Answer::Is(Guard { acl: true, .. }) => b'+',
                Answer::Is(Guard { context: true, .. }) => b'.',
                _ => b' ',
            });
        }
        out.push(b' ');
        num::push_right(out, meta.nlink.into(), self.nlink);
        out.push(b' ');
        if owner {
            owners.user.of(meta.uid).push(out, self.user);
        }
        if group {
            owners.group.of(meta.gid).push(out, self.group);
        }
        if author {
            owners.user.of(meta.uid).push(out, self.user);
        }
        push_context(settings, out, item, frills);
        let behind = out.len();
        if is_device(meta) {
            let (major, minor) = device(meta);
            let blanks = self.size.saturating_sub(self.major + 2 + self.minor);
            num::push_right(out, major, self.major + blanks);
            out.extend_from_slice(b", ");
            num::push_right(out, minor, self.minor);
        } else {
            push_size(out, settings.long.size, meta.size, self.size);
        }
        out.push(b' ');
        push_time(settings, out, settings.clock.of(meta), &mut owners.times);
        out.push(b' ');
        behind
    }

    /// The same for a file that could not be stat'ed.
    fn unknown_fields(
        &self,
        settings: &Settings,
        out: &mut Vec<u8>,
        item: Item<'_>,
        frills: Frills,
    ) -> usize {
        let Long { owner, group, author, .. } = settings.long;
        out.push(mode::letter(item.entry.kind));
        num::pad(out, 9 + usize::from(self.guarded), b'?');
        out.push(b' ');
        push_unknown(out, self.nlink);
        out.push(b' ');
        for (shown, columns) in [(owner, self.user), (group, self.group), (author, self.user)] {
            if shown {
                out.push(b'?');
                num::pad(out, columns.max(1), b' ');
            }
        }
        push_context(settings, out, item, frills);
        let behind = out.len();
        push_unknown(out, self.size);
        out.push(b' ');
        push_unknown(out, settings.long.old.usual_width());
        out.push(b' ');
        behind
    }
}

impl Owners {
    /// Nothing looked up yet.
    pub fn new(settings: &Settings) -> Owners {
        let owner = |names| Owner { names, numeric: settings.long.numeric, id: 0, name: None, width: 0 };
        Owners { user: owner(&USERS), group: owner(&GROUPS), times: Default::default() }
    }
}

impl Owner {
    fn of(&mut self, id: u32) -> &Owner {
        // A width of 0 marks that nothing has been looked up.
        if self.id != id || self.width == 0 {
            self.id = id;
            self.name = if self.numeric { None } else { self.names.get(id) };
            self.width = self.name.map_or_else(|| num::digits(id.into()), width::of);
        }
        self
    }

    /// Writes it in a field with a blank behind: a name to the left, a number to the right.
    fn push(&self, out: &mut Vec<u8>, columns: usize) {
        match self.name {
            Some(name) => {
                out.extend_from_slice(name);
                num::pad(out, columns.saturating_sub(self.width), b' ');
            }
            None => num::push_right(out, self.id.into(), columns),
        }
        out.push(b' ');
    }
}

/// Writes the security context, if contexts are shown, with a blank behind.
fn push_context(settings: &Settings, out: &mut Vec<u8>, item: Item<'_>, frills: Frills) {
    if settings.context {
        let text = item.context();
        out.extend_from_slice(text);
        num::pad(out, 1 + frills.context.saturating_sub(text.len()), b' ');
    }
}

/// Writes where a link leads; `place` is what it is a hyperlink to.
fn link_text(
    pen: &mut Pen<'_>,
    out: &mut Vec<u8>,
    link: &Subject<'_>,
    text: &[u8],
    place: Option<&Place>,
    blank: Blank,
    column: usize,
) {
    match link.target {
        Some(target) => {
            let subject = Subject {
                name: text,
                kind: target.kind(),
                nature: Some(target),
                target: None,
                is_target: true,
                is_able: false,
            };
            pen.name(out, &subject, place, blank, column);
            pen.indicator(out, subject.kind, subject.nature);
        }
        None => pen.missing(out, text, place, blank, column),
    }
}

fn push_time(settings: &Settings, out: &mut Vec<u8>, when: Option<Time>, memos: &mut [Memo; 2]) {
    let long = &settings.long;
    let Some(when) = when else {
        return push_unknown(out, long.old.usual_width());
    };
    // A file from the future may have been changed since the run began.
    let now = if when > long.now { time::now() } else { long.now };
    let recent = time::is_recent(when, now);
    let format = if recent { &long.recent } else { &long.old };
    if !format.push_by(&mut memos[usize::from(recent)], out, when) {
        let mut seconds = Vec::new();
        num::push_signed(&mut seconds, when.sec);
        num::pad(out, long.old.usual_width().saturating_sub(seconds.len()), b' ');
        out.extend_from_slice(&seconds);
    }
}

pub fn is_device(meta: &Meta) -> bool {
    matches!(meta.kind(), Kind::Char | Kind::Block)
}

/// Major and minor number, makedev(3).
pub fn device(meta: &Meta) -> (u64, u64) {
    let dev = meta.rdev;
    ((dev >> 32 & 0xffff_f000) | (dev >> 8 & 0xfff), (dev >> 12 & 0xffff_ff00) | (dev & 0xff))
}
