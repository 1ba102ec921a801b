//! What the machine has that some cases need: locales, catalogues of messages, mounts, strace.

use std::{
    collections::BTreeMap,
    path::Path,
    process::Command,
    sync::{Mutex, OnceLock},
};

use crate::{
    case::GERMAN,
    programs::{Side, Tool, binary},
};

/// Whether libc has a locale, with the character set that its name says.
pub fn has_locale(locale: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let ask = || {
        let answer = Command::new("locale").arg("charmap").env("LC_ALL", locale).output();
        let charset = locale.split_once('.').map_or("", |(_, charset)| charset);
        answer
            .is_ok_and(|answer| answer.stdout.trim_ascii() == charset.as_bytes() && answer.stderr.is_empty())
    };
    let mut known = KNOWN.lock().expect("no panic while asking");
    locale == "C" || *known.entry(locale.to_owned()).or_insert_with(ask)
}

/// Whether the oracle's messages are translated, and the catalogue that has the tool's is there.
pub fn oracle_speaks_german(tool: Tool) -> bool {
    static COREUTILS: OnceLock<bool> = OnceLock::new();
    static FINDUTILS: OnceLock<bool> = OnceLock::new();
    let (known, tool, word, expected) = match tool {
        Tool::Ls | Tool::Chmod => (&COREUTILS, Tool::Ls, "-s", "insgesamt "),
        Tool::Find => (&FINDUTILS, Tool::Find, "-nonsense", "unbekannte Option "),
    };
    *known.get_or_init(|| {
        let mut command = Command::new(binary(tool, Side::Oracle));
        let answer = command.args([word, "/"]).env("LC_ALL", GERMAN).env_remove("LANGUAGE").output();
        answer.is_ok_and(|answer| {
            let text = [answer.stdout, answer.stderr].concat();
            text.windows(expected.len()).any(|part| part == expected.as_bytes())
        })
    })
}

/// Whether mounts in a namespace of one's own are allowed.
pub fn can_mount() -> bool {
    static ALLOWED: OnceLock<bool> = OnceLock::new();
    *ALLOWED.get_or_init(|| {
        let test = Command::new("unshare").args(["-m", "mount", "--bind", "/usr", "/usr"]).output();
        test.is_ok_and(|answer| answer.status.success())
    })
}

/// Whether a slow file system can be mounted.
pub fn can_mount_slow() -> bool {
    can_mount() && Path::new("/dev/fuse").exists()
}

/// Whether processes can be traced.
pub fn can_trace() -> bool {
    static ALLOWED: OnceLock<bool> = OnceLock::new();
    *ALLOWED.get_or_init(|| {
        let test = Command::new("strace").args(["-o", "/dev/null", "true"]).output();
        test.is_ok_and(|answer| answer.status.success())
    })
}
