//! Git's list of excludes for all repositories of a user: core.excludesFile, or git/ignore among the user's settings.

use std::{
    env,
    ffi::{CString, OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use ringutils::{sys::Errno, walk::reach};

use super::{
    rules::Rules,
    source::{Faults, MOST},
};

/// The list.
#[derive(Debug, Default)]
pub(super) struct Global {
    /// What it says.
    pub rules: Rules,
    /// What could not be read.
    pub faults: Faults,
}

/// Reads it; there may be none.
pub(super) fn read() -> Global {
    let faults = Faults::default();
    let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let settings = env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let settings = settings.or_else(|| Some(home.as_ref()?.join(".config")));
    let own = home.as_ref().map(|home| home.join(".gitconfig"));
    let other = settings.as_ref().map(|folder| folder.join("git/config"));
    let content = |path: &Path| faults.content(content(path), || path.as_os_str().as_bytes().to_vec());
    let named = [own, other].into_iter().flatten().find_map(|file| excludes_file(&content(&file)?));
    let list = match named {
        Some(name) if name.is_empty() => None,
        Some(name) => match (name.strip_prefix(b"~/"), &home) {
            (Some(below), Some(home)) => Some(home.join(OsStr::from_bytes(below))),
            _ => Some(PathBuf::from(OsString::from_vec(name))),
        },
        None => settings.map(|folder| folder.join("git/ignore")),
    };
    let rules = list.and_then(|list| content(&list)).map(|text| Rules::parse(&text)).unwrap_or_default();
    Global { rules, faults }
}

/// The content of a file that the user has chosen: through links, but of a regular file only.
fn content(path: &Path) -> Result<Vec<u8>, Errno> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::NOENT)?;
    reach::read_chosen(&name, MOST)
}

/// The value of core.excludesFile in a file of settings, the last one, as git-config(1) has it; it may be empty.
fn excludes_file(text: &[u8]) -> Option<Vec<u8>> {
    let mut rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let (mut in_core, mut found) = (false, None);
    loop {
        rest = rest.trim_ascii_start();
        match rest {
            [] => return found,
            [b'#' | b';', ..] => rest = behind_line(rest),
            [b'[', behind @ ..] => {
                let end = behind.iter().position(|byte| matches!(byte, b']' | b'\n'))?;
                in_core = behind[..end].eq_ignore_ascii_case(b"core");
                rest = &behind[end + 1..];
            }
            _ => {
                let end = rest.iter().position(|byte| matches!(byte, b'=' | b'\n' | b'#' | b';'));
                let end = end.unwrap_or(rest.len());
                let key = rest[..end].trim_ascii_end();
                rest = &rest[end..];
                let Some(behind) = rest.strip_prefix(b"=") else {
                    rest = behind_line(rest);
                    continue;
                };
                let (text, behind) = value(behind);
                rest = behind;
                if in_core && key.eq_ignore_ascii_case(b"excludesfile") {
                    found = Some(text);
                }
            }
        }
    }
}

/// What follows the end of the line.
fn behind_line(text: &[u8]) -> &[u8] {
    text.iter().position(|&byte| byte == b'\n').map_or(&[], |end| &text[end + 1..])
}

/// A value, without quotation marks, escapes, comments and the blanks around it, and what follows its line.
fn value(mut text: &[u8]) -> (Vec<u8>, &[u8]) {
    let (mut value, mut quoted) = (Vec::new(), false);
    // How much of the value is there to stay, whatever blanks follow.
    let mut kept = 0;
    loop {
        match text {
            [] | [b'\n', ..] => break,
            [b'#' | b';', ..] if !quoted => break,
            [b'\\', b'\r', b'\n', rest @ ..] | [b'\\', b'\n', rest @ ..] => {
                text = rest;
                continue;
            }
            [b'"', rest @ ..] => {
                quoted = !quoted;
                text = rest;
                continue;
            }
            [b'\\', escaped, rest @ ..] => {
                value.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'b' => 8,
                    other => *other,
                });
                kept = value.len();
                text = rest;
            }
            [byte, rest @ ..] => {
                let is_blank = byte.is_ascii_whitespace() && !quoted;
                if !is_blank || !value.is_empty() {
                    value.push(*byte);
                }
                if !is_blank {
                    kept = value.len();
                }
                text = rest;
            }
        }
    }
    value.truncate(kept);
    (value, behind_line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_a_file() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(
                excludes_file(text.as_bytes()),
                expected.map(|name| name.as_bytes().to_vec()),
                "{text}"
            );
        };
        check("", None);
        check("[core]\n\texcludesFile = ~/x\n", Some("~/x"));
        check("[user]\nexcludesfile = a\n[Core]\n  EXCLUDESFILE=\"b c\"\n", Some("b c"));
        check("[core \"x\"]\nexcludesfile = a\n", None);
        check("[core]\nexcludesfile = a\nexcludesfile = b\n", Some("b"));
        check("[core]\nexcludesfile =\n", Some(""));
        check("[core] excludesfile = a # b\n", Some("a"));
        check("[core] x = 1\n[core \"]\"] y\n[Core]excludesfile=\"a # b\" ; c\n", Some("a # b"));
        check("[core]\nbare\nexcludesfile = a\\\\b\\\"c\\td  \\\n e \r\n", Some("a\\b\"c\td   e"));
        check("[core]\n# excludesfile = a\n;[x]\n excludesfile = \" b \"\n[x]\n", Some(" b "));
    }
}
