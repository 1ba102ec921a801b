//! -json: a file as a JSON object with all that formats can show of it.
//!
//! `text::json` writes it, and says how.

use std::sync::OnceLock;

use ringutils::{
    sys::{Kind, Meta},
    text::{json::Object, mode},
};

use super::{
    Subject,
    field::{below, sparseness, target_letter},
};
use crate::{
    message::failed,
    paths::{base, parent},
    primaries::of_device,
    selinux,
};

/// Appends the object; what there is to complain about comes behind that.
pub(super) fn push(out: &mut Vec<u8>, subject: &Subject<'_>) -> Result<(), Vec<u8>> {
    let Subject { dir, name, path, .. } = *subject;
    let zero = Meta::default();
    let meta = subject.meta.unwrap_or(&zero);
    let (target, mut complaint) = target_letter(subject);
    let link = match subject.kind {
        Kind::Link => match dir.read_link(name) {
            Ok(text) => Some(text),
            Err(errno) => {
                complaint.get_or_insert(failed(path, errno));
                None
            }
        },
        _ => None,
    };
    let context = if has_contexts() { selinux::context(dir, name, subject.follows).ok() } else { None };
    let mut object = Object::begin(out);
    object.text("path", Some(path));
    object.text("name", Some(if dir.is_roots() { base(path) } else { name.to_bytes() }));
    object.text("parent", Some(parent(path)));
    object.text("root", Some(if dir.is_roots() { path } else { dir.root() }));
    object.text("relative", Some(below(subject)));
    object.number("depth", dir.entry_depth().into());
    object.text("type", Some(&[mode::kind_letter(subject.kind)]));
    object.text("target_type", Some(&[target]));
    object.text("link", link.as_deref());
    object.number("inode", meta.ino);
    object.number("device", meta.dev);
    object.text("fstype", Some(of_device(meta.dev)));
    object.inode(meta);
    object.number("kilobytes", meta.blocks.div_ceil(2));
    object.fraction("sparseness", sparseness(meta));
    object.times(meta);
    object.text("context", context.as_deref());
    object.end();
    complaint.map_or(Ok(()), Err)
}

/// Whether files have security contexts here, found out once.
fn has_contexts() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(selinux::is_enabled)
}
