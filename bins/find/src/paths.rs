//! Parts of paths, as GNU's find cuts them.

use std::ffi::CString;

/// The last part of a path and, where slashes follow it, one of them.
pub(crate) fn base(path: &[u8]) -> &[u8] {
    let Some(last) = path.iter().rposition(|&byte| byte != b'/') else { return &path[..path.len().min(1)] };
    let from = path[..last].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    &path[from..path.len().min(last + 2)]
}

/// What stands before the slash before the last part of a path, or `.`. Of nothing but slashes, and of a single byte with
/// slashes behind it, GNU's find leaves out the last slash.
pub(crate) fn parent(path: &[u8]) -> &[u8] {
    let last = path.iter().rposition(|&byte| byte != b'/').unwrap_or(0);
    match path[..last].iter().rposition(|&byte| byte == b'/') {
        Some(slash) => &path[..slash],
        None if last == 0 && path.ends_with(b"/") => &path[..path.len() - 1],
        None => b".",
    }
}

/// What a program is told of a file in whose directory it is started: `./` and the last part; `/` alone stays.
pub(crate) fn name_there(path: &[u8]) -> Vec<u8> {
    let base = base(path);
    if base.starts_with(b"/") { base.to_owned() } else { [b"./", base].concat() }
}

/// The directory of a starting point.
pub(crate) fn dir_of(path: &[u8]) -> CString {
    let dir: &[u8] = match path.iter().rposition(|&byte| byte != b'/') {
        None => path,
        Some(last) => match path[..last].iter().rposition(|&byte| byte == b'/') {
            None => b".",
            Some(slash) => &path[..=slash],
        },
    };
    CString::new(dir).unwrap_or_default()
}

/// What a path is below its starting point, which takes up so many bytes of it.
pub(crate) fn below(path: &[u8], root_len: usize) -> &[u8] {
    let below = &path[root_len..];
    below.strip_prefix(b"/").unwrap_or(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_paths() {
        // What %f and %h of GNU find 4.10 show.
        for (path, last, before) in [
            ("d/", "d/", "d"),
            ("d//", "d/", "d/"),
            ("d///", "d/", "d//"),
            ("/tmp/", "tmp/", ""),
            ("/", "/", ""),
            ("//", "/", "/"),
            ("///", "/", "//"),
            ("./", "./", "."),
            (".//", "./", "./"),
            ("d/./", "./", "d"),
            ("d/e//", "e/", "d"),
            ("d//e", "e", "d/"),
            ("d//e//f", "f", "d//e/"),
            ("a", "a", "."),
            ("ab/", "ab/", "."),
            ("ab//", "ab/", "."),
            ("../", "../", "."),
            ("ab/c/", "c/", "ab"),
            (".//ab/", "ab/", "./"),
        ] {
            assert_eq!(base(path.as_bytes()), last.as_bytes(), "{path}");
            assert_eq!(parent(path.as_bytes()), before.as_bytes(), "{path}");
        }
    }

    #[test]
    fn where_programs_are_started() {
        for (path, dir, name) in [
            ("a", ".", "./a"),
            ("a/", ".", "./a/"),
            ("a/b", "a/", "./b"),
            ("a//b//", "a//", "./b/"),
            ("/a", "/", "./a"),
            ("/", "/", "/"),
            ("//", "//", "/"),
            (".", ".", "./."),
            ("a/..", "a/", "./.."),
        ] {
            assert_eq!(dir_of(path.as_bytes()).to_bytes(), dir.as_bytes(), "{path}");
            assert_eq!(name_there(path.as_bytes()), name.as_bytes(), "{path}");
        }
    }
}
