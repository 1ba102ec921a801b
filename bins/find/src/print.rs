//! How a path goes to standard output.

use ringutils::{sys::Name, walk::page::Page};

use crate::eval::Names;

/// The path of an entry, and `end` behind it.
pub(crate) fn print(names: &mut Names<'_>, name: Name<'_>, end: u8, page: &mut Page) {
    let (prefix, name) = (names.prefix(), name.to_bytes());
    let out = page.out();
    out.reserve(prefix.len() + name.len() + 1);
    out.extend_from_slice(prefix);
    out.extend_from_slice(name);
    out.push(end);
}
