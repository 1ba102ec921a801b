//! The facts about a file that a format shows, each by its letter.

use ringutils::{
    sys::{Errno, Kind, Meta, number::Shape},
    text::{mode, names, num, quote::Quoting},
};

use super::{Layout, Paint, Subject, json, push_text};
use crate::{
    expr::Needs,
    message::{because, failed, quoted},
    paths::{self, base, parent},
    primaries::{self, Field},
    selinux,
};

/// A fact about a file.
#[derive(Debug, PartialEq)]
pub(crate) enum What {
    /// %p: the path.
    Path,
    /// %f: the last part of the path.
    Base,
    /// %h: what stands before that.
    Parent,
    /// %H: the starting point.
    Root,
    /// %P: the path below the starting point.
    Below,
    /// %d: how deep it is below the starting point.
    Depth,
    /// %y: a letter for its type.
    Kind,
    /// %Y: the same, of what a link leads to.
    TargetKind,
    /// %l: what a link says.
    Link,
    /// %i
    Inode,
    /// %m: the permission bits.
    Mode,
    /// %M: type and permissions as letters.
    ModeText,
    /// %n: how many hard links.
    Links,
    /// %s: bytes.
    Size,
    /// %b: blocks of 512 bytes.
    Blocks,
    /// %k: blocks of 1024 bytes.
    Kilobytes,
    /// %S: how much of the size is allocated.
    Sparseness,
    /// %u: the user, by ID where there is no name.
    User,
    /// %U: the user ID.
    Uid,
    /// %g: the group, by ID where there is no name.
    Group,
    /// %G: the group ID.
    Gid,
    /// %D: the device.
    Device,
    /// %F: the type of the file system.
    FsType,
    /// %Z: the security context.
    Context,
    /// The path in colours: -print after -color.
    Painted(Paint),
    /// All there is, as a JSON object: -json.
    Object,
    /// %a %A %B %c %C %t %T: a time.
    Time(Field, Layout),
}

impl What {
    /// By its letter; the times with a letter of their own are none here.
    pub(super) fn of(letter: u8) -> Option<What> {
        Some(match letter {
            b'a' => What::Time(Field::Accessed, Layout::Whole),
            b'b' => What::Blocks,
            b'c' => What::Time(Field::Changed, Layout::Whole),
            b'd' => What::Depth,
            b'D' => What::Device,
            b'f' => What::Base,
            b'F' => What::FsType,
            b'g' => What::Group,
            b'G' => What::Gid,
            b'h' => What::Parent,
            b'H' => What::Root,
            b'i' => What::Inode,
            b'k' => What::Kilobytes,
            b'l' => What::Link,
            b'm' => What::Mode,
            b'M' => What::ModeText,
            b'n' => What::Links,
            b'p' => What::Path,
            b'P' => What::Below,
            b's' => What::Size,
            b'S' => What::Sparseness,
            b't' => What::Time(Field::Modified, Layout::Whole),
            b'u' => What::User,
            b'U' => What::Uid,
            b'y' => What::Kind,
            b'Y' => What::TargetKind,
            b'Z' => What::Context,
            _ => return None,
        })
    }

    /// What must be known of a file to show it.
    pub(super) fn needs(&self) -> Needs {
        match self {
            What::Path | What::Base | What::Parent | What::Root | What::Below | What::Depth | What::Kind => {
                Needs::Nothing
            }
            What::Inode => Needs::Inode,
            What::TargetKind | What::Link | What::Context => Needs::Sight,
            What::Painted(paint) => paint.needs(),
            _ => Needs::Meta,
        }
    }

    /// Appends it; what there is to complain about comes behind that.
    pub(super) fn push(
        &self,
        out: &mut Vec<u8>,
        shape: Shape,
        subject: &Subject<'_>,
        quoting: Option<&Quoting>,
    ) -> Result<(), Vec<u8>> {
        let Subject { dir, name, path, .. } = *subject;
        let zero = Meta::default();
        let meta = subject.meta.unwrap_or(&zero);
        let number = |out: &mut Vec<u8>, n: u64| {
            if shape == Shape::default() {
                return num::push(out, n);
            }
            let mut digits = Vec::new();
            num::push(&mut digits, n);
            push_text(out, shape, &digits);
        };
        let shown = |out: &mut Vec<u8>, path: &[u8]| match quoting {
            None => push_text(out, shape, path),
            Some(quoting) => {
                let mut text = Vec::new();
                quoting.push(&mut text, path);
                push_text(out, shape, &text);
            }
        };
        let named = |out: &mut Vec<u8>, names: &names::Names, id: u32| match names.get(id) {
            Some(name) => push_text(out, shape, name),
            None => number(out, id.into()),
        };
        match self {
            What::Path => shown(out, path),
            What::Base if !dir.is_roots() => shown(out, name.to_bytes()),
            What::Base => shown(out, base(path)),
            What::Parent => shown(out, parent(path)),
            // Never made safe to show.
            What::Root => push_text(out, shape, if dir.is_roots() { path } else { dir.root() }),
            What::Below => shown(out, below(subject)),
            What::Depth => shape.push_int(out, i32::try_from(dir.entry_depth()).unwrap_or(i32::MAX)),
            What::Kind => push_text(out, shape, &[mode::kind_letter(subject.kind)]),
            What::TargetKind => {
                let (letter, complaint) = target_letter(subject);
                push_text(out, shape, &[letter]);
                return complaint.map_or(Ok(()), Err);
            }
            What::Link => return push_link(out, subject, &shown),
            What::Inode => number(out, subject.meta.map(|meta| meta.ino).or(subject.ino).unwrap_or(0)),
            What::Mode => shape.push_octal(out, meta.mode & 0o7777),
            What::ModeText => push_text(out, shape, &mode::text(meta.mode)),
            What::Links => number(out, meta.nlink.into()),
            What::Size => number(out, meta.size),
            What::Blocks => number(out, meta.blocks),
            What::Kilobytes => number(out, meta.blocks.div_ceil(2)),
            What::Sparseness => shape.push_general(out, sparseness(meta)),
            What::User => named(out, &names::USERS, meta.uid),
            What::Uid => number(out, meta.uid.into()),
            What::Group => named(out, &names::GROUPS, meta.gid),
            What::Gid => number(out, meta.gid.into()),
            What::Device => number(out, meta.dev),
            What::FsType => push_text(out, shape, primaries::of_device(meta.dev)),
            What::Context => return push_context(out, shape, subject),
            What::Painted(paint) => paint.push(out, subject, quoting),
            What::Object => return json::push(out, subject),
            What::Time(field, layout) => {
                let time = field.of(meta);
                if shape == Shape::default() {
                    time.inspect(|time| layout.push(out, *time));
                } else {
                    let mut text = Vec::new();
                    time.inspect(|time| layout.push(&mut text, *time));
                    push_text(out, shape, &text);
                }
            }
        }
        Ok(())
    }
}

/// %Y: `N` for a link that leads nowhere, `L` for one that leads in a circle, `?` where it can't be told, with a message.
pub(super) fn target_letter(subject: &Subject<'_>) -> (u8, Option<Vec<u8>>) {
    let target = match subject.kind {
        Kind::Link => subject.dir.stat(subject.name, true).map(|meta| meta.kind()),
        kind => Ok(kind),
    };
    match target {
        Ok(kind) => (mode::kind_letter(kind), None),
        Err(Errno::NOENT | Errno::NOTDIR) => (b'N', None),
        Err(Errno::LOOP) => (b'L', None),
        Err(errno) => (b'?', Some(failed(subject.path, errno))),
    }
}

/// %l: nothing for what is no link.
fn push_link(
    out: &mut Vec<u8>,
    subject: &Subject<'_>,
    shown: &impl Fn(&mut Vec<u8>, &[u8]),
) -> Result<(), Vec<u8>> {
    let text = match subject.kind {
        Kind::Link => subject.dir.read_link(subject.name),
        _ => Ok(Vec::new()),
    };
    match text {
        Ok(text) => {
            shown(out, &text);
            Ok(())
        }
        Err(errno) => Err(failed(subject.path, errno)),
    }
}

/// %Z
fn push_context(out: &mut Vec<u8>, shape: Shape, subject: &Subject<'_>) -> Result<(), Vec<u8>> {
    let context = selinux::context(subject.dir, subject.name, subject.follows);
    push_text(out, shape, context.as_deref().unwrap_or_default());
    context.map(drop).map_err(|errno| because("getfilecon failed: %s", &[&quoted(subject.path)], errno))
}

/// The path below the starting point.
pub(super) fn below<'a>(subject: &Subject<'a>) -> &'a [u8] {
    if subject.dir.is_roots() { b"" } else { paths::below(subject.path, subject.dir.root().len()) }
}

/// Allocated bytes a byte of the size; 1 for an empty file without blocks.
pub(super) fn sparseness(meta: &Meta) -> f64 {
    match (meta.size, meta.blocks) {
        (0, 0) => 1.0,
        (0, _) => f64::INFINITY,
        (size, blocks) => 512.0 * blocks as f64 / size as f64,
    }
}
