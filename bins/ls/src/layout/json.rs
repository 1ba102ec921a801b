//! One JSON object a line, with all that is known of a file.

use ringutils::{
    sys::{Kind, Meta},
    text::{json::Object, mode, names},
};

use super::long::{device, is_device};
use crate::{listing::Item, plan::Settings};

/// Writes an entry's line; `prefix` is what stands before its name in its path.
pub fn line(settings: &Settings, out: &mut Vec<u8>, item: Item<'_>, prefix: &[u8]) {
    let entry = &item.entry;
    let (name, facts) = (entry.name.to_bytes(), &entry.facts);
    let mut object = Object::begin(out);
    object.text("path", Some(&[prefix, name].concat()));
    object.text("name", Some(name));
    object.text("type", Some(type_of(entry.kind)));
    if entry.kind == Kind::Link {
        object.text("link", facts.link().is().map(|text| &**text));
    }
    match facts.meta().is() {
        Some(meta) => of_meta(&mut object, meta),
        None => object.text("error", facts.meta().failed().map(|errno| errno.message()).as_deref()),
    }
    if settings.context {
        object.text("context", item.known_context());
    }
    object.end();
    out.push(settings.end);
}

fn of_meta(object: &mut Object<'_>, meta: &Meta) {
    object.number("inode", meta.ino);
    object.number("device", meta.dev);
    object.number("mode", u64::from(meta.mode & 0o7777));
    object.text("permissions", Some(&mode::text(meta.mode)));
    object.number("links", meta.nlink.into());
    object.text("user", names::USERS.get(meta.uid));
    object.number("uid", meta.uid.into());
    object.text("group", names::GROUPS.get(meta.gid));
    object.number("gid", meta.gid.into());
    object.number("size", meta.size);
    object.number("blocks", meta.blocks);
    if is_device(meta) {
        let (major, minor) = device(meta);
        object.number("major", major);
        object.number("minor", minor);
    }
    object.time("atime", Some(meta.atime));
    object.time("btime", meta.btime);
    object.time("ctime", Some(meta.ctime));
    object.time("mtime", Some(meta.mtime));
}

/// The letter of a type, as find's `%y` has it.
fn type_of(kind: Kind) -> &'static [u8] {
    match kind {
        Kind::File => b"f",
        Kind::Dir => b"d",
        Kind::Link => b"l",
        Kind::Fifo => b"p",
        Kind::Socket => b"s",
        Kind::Char => b"c",
        Kind::Block => b"b",
        Kind::Unknown => b"U",
    }
}
