//! One JSON object a line, with all that is known of a file.

use ringutils::{
    sys::{Kind, Meta},
    text::{json::Object, mode},
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
    object.text("type", Some(&[mode::kind_letter(entry.kind)]));
    if entry.kind == Kind::Link {
        object.text("link", facts.link().is().map(|text| &**text));
    }
    if let Some(meta) = facts.meta().is() {
        of_meta(&mut object, meta);
    }
    if let Some(errno) = facts.known().failed().or(facts.link().failed()) {
        object.text("error", Some(&errno.message()));
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
    object.inode(meta);
    if is_device(meta) {
        let (major, minor) = device(meta);
        object.number("major", major);
        object.number("minor", minor);
    }
    object.times(meta);
}
