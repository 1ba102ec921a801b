//! Names as hyperlinks that a terminal can open: `file://HOST/PATH`, with the path free of links.
//!
//! Finds the paths out and writes the sequences around a name. Which names have them is for `layout` and `list` to know.

use std::{
    env, fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
    sync::OnceLock,
};

use ringutils::text::console;

/// Links that are followed on the way to one file, before they are taken for a loop.
const MOST: usize = 40;

/// What all hyperlinks of a run have in common.
pub struct Hyperlinks {
    /// The host's name, encoded.
    host: Vec<u8>,
    /// The working directory, once it has been asked for.
    working: OnceLock<Vec<u8>>,
}

impl Hyperlinks {
    /// On this host.
    pub fn new() -> Hyperlinks {
        let mut host = Vec::new();
        encode(&mut host, &console::host_name(), b"");
        Hyperlinks { host, working: OnceLock::new() }
    }

    /// The absolute path of an operand, or of a directory, free of links, `.` and `..`. What is not there stays as it is.
    pub fn resolve(&self, path: &[u8]) -> Vec<u8> {
        if path.first() == Some(&b'/') {
            return follow(Vec::new(), path);
        }
        let working = self.working.get_or_init(|| {
            env::current_dir().map(|path| path.into_os_string().into_vec()).unwrap_or_default()
        });
        follow(root_less(working.clone()), path)
    }

    /// The same for an entry of a directory that has been resolved.
    pub fn resolve_entry(&self, directory: &[u8], name: &[u8], may_be_link: bool) -> Vec<u8> {
        let directory = root_less(directory.to_vec());
        if may_be_link || matches!(name, b"." | b"..") {
            return follow(directory, name);
        }
        [directory.as_slice(), b"/", name].concat()
    }

    /// Appends the sequence that begins a link to a path.
    pub fn begin(&self, out: &mut Vec<u8>, path: &[u8]) {
        out.extend_from_slice(b"\x1b]8;;file://");
        out.extend_from_slice(&self.host);
        encode(out, path, b"/");
        out.push(7);
    }

    /// Appends the sequence that ends a link.
    pub fn end(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\x1b]8;;\x07");
    }
}

/// Goes along `path` from `at`, an absolute path without its last slash.
fn follow(at: Vec<u8>, path: &[u8]) -> Vec<u8> {
    let mut at = at;
    let mut followed = 0;
    // Components that are still to be gone, the next one last.
    let mut left: Vec<Vec<u8>> = components(path);
    while let Some(name) = left.pop() {
        match name.as_slice() {
            b"" | b"." => continue,
            b".." => {
                at.truncate(at.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
                continue;
            }
            _ => {}
        }
        let parent = at.len();
        at.push(b'/');
        at.extend_from_slice(&name);
        if followed == MOST {
            continue;
        }
        if let Ok(text) = fs::read_link(Path::new(std::ffi::OsStr::from_bytes(&at))) {
            let text = text.into_os_string().into_vec();
            followed += 1;
            at.truncate(if text.first() == Some(&b'/') { 0 } else { parent });
            left.extend(components(&text));
        }
    }
    if at.is_empty() { b"/".to_vec() } else { at }
}

/// The components of a path, the first one last.
fn components(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|byte| *byte == b'/').rev().map(<[u8]>::to_vec).collect()
}

/// A path without its last slash: the root becomes nothing.
fn root_less(mut path: Vec<u8>) -> Vec<u8> {
    if path == b"/" {
        path.clear();
    }
    path
}

/// Appends bytes as they stand in a URI: letters, digits, `-_.~` and what else is `plain` as they are.
fn encode(out: &mut Vec<u8>, bytes: &[u8], plain: &[u8]) {
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(byte) || plain.contains(byte) {
            out.push(*byte);
        } else {
            out.push(b'%');
            out.extend([byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let check = |at: &str, path: &str, expected: &str| {
            assert_eq!(follow(at.into(), path.as_bytes()), expected.as_bytes(), "{at} {path}");
        };
        check("", "/", "/");
        check("/no/such", "place/./x//y/..", "/no/such/place/x");
        check("/no", "../../..", "/");
        check("", "/proc/self/../self/root/no", "/no");
    }

    #[test]
    fn encoding() {
        let mut out = Vec::new();
        encode(&mut out, b"/a~b-c_d.e f%\xff:@", b"/");
        assert_eq!(out, b"/a~b-c_d.e%20f%25%ff%3a%40");
    }
}
