//! Git's list of excludes for all repositories of a user: core.excludesFile, or git/ignore among the user's settings.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::PathBuf,
};

use super::rules::Rules;

/// Reads it; there may be none.
pub(super) fn read() -> Rules {
    let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let settings = env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let settings = settings.or_else(|| Some(home.as_ref()?.join(".config")));
    let own = home.as_ref().map(|home| home.join(".gitconfig"));
    let other = settings.as_ref().map(|folder| folder.join("git/config"));
    let named = [own, other].into_iter().flatten().find_map(|file| excludes_file(&fs::read(file).ok()?));
    let list = match named {
        Some(name) => match (name.strip_prefix(b"~/"), &home) {
            (Some(below), Some(home)) => Some(home.join(OsStr::from_bytes(below))),
            _ => Some(PathBuf::from(OsString::from_vec(name))),
        },
        None => settings.map(|folder| folder.join("git/ignore")),
    };
    list.and_then(|list| fs::read(list).ok()).map(|text| Rules::parse(&text)).unwrap_or_default()
}

/// The value of core.excludesFile in a file of settings, the last one.
fn excludes_file(text: &[u8]) -> Option<Vec<u8>> {
    let (mut in_core, mut found) = (false, None);
    for line in text.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii();
        if line.starts_with(b"[") {
            in_core = line.to_ascii_lowercase().starts_with(b"[core]");
        }
        let Some(equals) = line.iter().position(|&byte| byte == b'=') else { continue };
        let (key, value) = (line[..equals].trim_ascii(), line[equals + 1..].trim_ascii());
        if in_core && key.eq_ignore_ascii_case(b"excludesfile") {
            let bare = value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\""));
            found = Some(bare.unwrap_or(value).to_owned());
        }
    }
    found.filter(|name| !name.is_empty())
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
        check("[core]\nexcludesfile =\n", None);
    }
}
