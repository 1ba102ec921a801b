//! Names as hyperlinks that a terminal can open: `file://HOST/PATH`, with the path free of links.
//!
//! Finds the paths out and writes the sequences around a name. Which names have them is for `layout` and `list` to know.

use std::{
    collections::HashSet,
    env,
    ffi::OsStr,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    sync::OnceLock,
};

use ringutils::{sys::Errno, text::console};

/// Links on the way to one file, from which on it is seen to that none is followed in a circle.
const MANY: usize = 20;
/// Bytes of a path that is still to be gone behind so many links, from which on it is taken to grow for ever.
const LONGEST: usize = 4_096;

/// What all hyperlinks of a run have in common.
pub struct Hyperlinks {
    /// The host's name, encoded.
    host: Vec<u8>,
    /// The working directory, once it has been asked for.
    working: OnceLock<Result<Place, Errno>>,
}

/// An absolute path free of links, `.` and `..`, without its last slash: the root is nothing.
#[derive(Clone)]
pub struct Place {
    /// The path.
    path: Vec<u8>,
    /// Links that were followed on the way to it.
    followed: usize,
}

impl Hyperlinks {
    /// On this host.
    pub fn new() -> Hyperlinks {
        let mut host = Vec::new();
        encode(&mut host, &console::host_name(), b"");
        Hyperlinks { host, working: OnceLock::new() }
    }

    /// Where an operand, or a directory, is. What is not there stays as it is.
    ///
    /// # Errors
    ///
    /// Those of getcwd(3), for a relative path; ENOENT for an empty one.
    pub fn resolve(&self, path: &[u8]) -> Result<Place, Errno> {
        Ok(self.begin_of(path)?.clone().go(path))
    }

    /// Why a path can't be resolved, if so.
    pub fn failed(&self, path: &[u8]) -> Option<Errno> {
        self.begin_of(path).err()
    }

    /// Where an entry of a directory is.
    pub fn resolve_entry(&self, directory: &Place, name: &[u8], may_be_link: bool) -> Place {
        let place = directory.clone();
        if may_be_link || matches!(name, b"." | b"..") { place.go(name) } else { place.enter(name) }
    }

    /// Where a path begins.
    fn begin_of(&self, path: &[u8]) -> Result<&Place, Errno> {
        static ROOT: Place = Place { path: Vec::new(), followed: 0 };
        match path.first() {
            None => Err(Errno::NOENT),
            Some(b'/') => Ok(&ROOT),
            Some(_) => self.working(),
        }
    }

    fn working(&self) -> Result<&Place, Errno> {
        let ask = || match env::current_dir().map(|path| path.into_os_string().into_vec()) {
            Ok(path) => Ok(Place { path: if path == b"/" { Vec::new() } else { path }, followed: 0 }),
            Err(error) => Err(Errno(error.raw_os_error().unwrap_or_default())),
        };
        self.working.get_or_init(ask).as_ref().map_err(|errno| *errno)
    }

    /// Appends the sequence that begins a link to a place.
    pub fn begin(&self, out: &mut Vec<u8>, place: &Place) {
        out.extend_from_slice(b"\x1b]8;;file://");
        out.extend_from_slice(&self.host);
        encode(out, place.as_bytes(), b"/");
        out.push(7);
    }

    /// Appends the sequence that ends a link.
    pub fn end(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\x1b]8;;\x07");
    }
}

impl Place {
    /// As it is written.
    fn as_bytes(&self) -> &[u8] {
        if self.path.is_empty() { b"/" } else { &self.path }
    }

    /// Goes to what is no link.
    fn enter(mut self, name: &[u8]) -> Place {
        self.path.push(b'/');
        self.path.extend_from_slice(name);
        self
    }

    /// Goes along a path. A link that leads in a circle is taken for a file, and so are all where the way grows longer
    /// and longer.
    fn go(mut self, path: &[u8]) -> Place {
        // What is still to be gone.
        let mut left = path.to_vec();
        let mut seen = HashSet::new();
        while !left.is_empty() {
            let len = left.iter().position(|byte| *byte == b'/').unwrap_or(left.len());
            let behind = left.split_off((len + 1).min(left.len()));
            let name = &left[..len];
            match name {
                b"" | b"." => {}
                b".." => {
                    let above = self.path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                    self.path.truncate(above);
                }
                _ => {
                    let directory = self.path.len();
                    self = self.enter(name);
                    if let Some(mut text) = self.link_text(&behind, &mut seen) {
                        self.followed += 1;
                        self.path.truncate(if text.first() == Some(&b'/') { 0 } else { directory });
                        text.push(b'/');
                        text.extend_from_slice(&behind);
                        left = text;
                        continue;
                    }
                }
            }
            left = behind;
        }
        self
    }

    /// Where a link leads that is to be followed.
    fn link_text(&self, behind: &[u8], seen: &mut HashSet<(Vec<u8>, Vec<u8>)>) -> Option<Vec<u8>> {
        let text = fs::read_link(OsStr::from_bytes(&self.path)).ok()?;
        let many = self.followed >= MANY;
        let circles = many && (behind.len() > LONGEST || !seen.insert((self.path.clone(), behind.to_vec())));
        (!circles).then(|| text.into_os_string().into_vec())
    }
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
            let place = Place { path: at.into(), followed: 0 }.go(path.as_bytes());
            assert_eq!(String::from_utf8_lossy(place.as_bytes()), expected, "{at} {path}");
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
