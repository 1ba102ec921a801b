//! The shape of the sources: layers, `unsafe`, length, and what must not be there.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Lines that no file may have more of.
const LONGEST: usize = 600;

/// Lines from which on a file's head must say why it is so long, with the words "long because".
const LONG: usize = 400;

/// What a folder of `common/src` may import of the crate: the layering table of `lib.rs`.
const LAYERS: [(&str, &[&str]); 5] = [
    ("sys", &["sys"]),
    ("ring", &["sys", "ring"]),
    ("walk", &["sys", "ring", "walk"]),
    ("text", &["sys", "text"]),
    // What `args::means` reads is the walk's plain data.
    ("args", &["sys", "text", "walk", "args"]),
];

/// What the binaries see of the kernel layer: values, no calls.
const VALUES: [&str; 11] =
    ["Errno", "Device", "Kind", "Mask", "Meta", "Mode", "Name", "Time", "errno", "meta", "until_nul"];

/// Where a binary may use more of the kernel layer, and why.
const EXCEPTIONS: [(&str, &[&str], &str); 21] = [
    ("bins/chmod/src/apply.rs", &["signals"], "nothing is changed behind the signal that ends the run"),
    ("bins/chmod/src/main.rs", &["signals"], "what was done is told of before the run ends by a signal"),
    ("bins/chmod/src/operands.rs", &["signals"], "no operand is begun behind a signal"),
    (
        "bins/chmod/src/plan.rs",
        &["ids", "umask"],
        "a mode without a class depends on the umask, and what it may close to shards on the user",
    ),
    (
        "bins/chmod/src/undo.rs",
        &["fd", "file", "signals"],
        "files are held and compared, one name after the other",
    ),
    (
        "bins/find/src/cli.rs",
        &["fd", "number"],
        "warnings at a terminal; the error of a number that is too large",
    ),
    ("bins/find/src/ignore/above.rs", &["ids"], "rules above a starting point count by whose they are"),
    ("bins/find/src/exec.rs", &["process"], "-exec starts programs"),
    ("bins/find/src/home.rs", &["process"], "programs are started in the directory that find was started in"),
    ("bins/find/src/main.rs", &["process"], "its exit status tells of a closed stdout"),
    (
        "bins/find/src/plan.rs",
        &["ids", "process"],
        "root searches every directory; -delete may run ahead where stdout has no reader",
    ),
    ("bins/find/src/parse/argument.rs", &["number"], "the error of a number that its type cannot hold"),
    ("bins/find/src/printf/field.rs", &["number"], "numbers as printf(3) writes them"),
    ("bins/find/src/printf/mod.rs", &["number"], "the same"),
    ("bins/find/src/printf/parse.rs", &["number"], "the same"),
    ("bins/find/src/primaries/owner.rs", &["ids"], "-user and -group look names up"),
    ("bins/find/src/primaries/times.rs", &["number"], "numbers as strtod(3) reads them"),
    ("bins/ls/src/collation.rs", &["limits", "threads"], "keys are made on all CPUs"),
    ("bins/ls/src/main.rs", &["leave"], "a signal leaves the terminal without colours"),
    ("bins/ls/src/layout/spread.rs", &["limits", "threads"], "long listings are laid out on all CPUs"),
    ("bins/find/src/reference.rs", &["fd"], "-newer looks at its file before the walk"),
];

/// Folders where `unsafe` is allowed.
const UNSAFE: [&str; 2] = ["common/src/sys/", "common/src/ring/uring"];

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All Rust sources below these folders, relative to the workspace.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty());
    found.sort();
    found
}

/// A source without its comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The names that follow `prefix::` in a source, of braces the outermost.
fn imports(text: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = text;
    let start = format!("{prefix}::");
    while let Some(at) = rest.find(&start) {
        let before = rest[..at].chars().next_back();
        rest = &rest[at + start.len()..];
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
            continue;
        }
        match rest.strip_prefix('{') {
            Some(inside) => names.extend(outermost(inside)),
            None => names.extend(word(rest)),
        }
    }
    names
}

/// The first word of each item in braces.
fn outermost(inside: &str) -> Vec<String> {
    let mut depth = 0;
    let mut item = String::new();
    let mut names = Vec::new();
    for c in inside.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.extend(word(std::mem::take(&mut item).trim())),
            _ if depth == 0 => item.push(c),
            _ => {}
        }
    }
    names.extend(word(item.trim()));
    names
}

/// The word that a text begins with.
fn word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// Fails with all that was found.
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn layers_import_what_lies_below_them() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src"]) {
        let Some(layer) =
            name.strip_prefix("common/src/").and_then(|rest| rest.split_once('/')).map(|(layer, _)| layer)
        else {
            continue;
        };
        let Some((_, allowed)) = LAYERS.iter().find(|(its, _)| *its == layer) else {
            complaints.push(format!("{name}: {layer} is not among the layers of lib.rs and of this test"));
            continue;
        };
        for import in imports(&code(&text), "crate") {
            if !allowed.contains(&import.as_str()) {
                complaints.push(format!("{name} imports {import}, which {layer} must not know"));
            }
        }
    }
    none(complaints);
}

#[test]
fn binaries_see_values_of_the_kernel_layer_only() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["bins"]) {
        let text = code(&text);
        let own = imports(&text, "ringutils");
        if own.contains("ring") {
            complaints.push(format!("{name} imports ring"));
        }
        for import in kernel_imports(&text) {
            let excepted =
                EXCEPTIONS.iter().any(|(file, names, _)| *file == name && names.contains(&import.as_str()));
            if !VALUES.contains(&import.as_str()) && !excepted {
                complaints.push(format!("{name} imports sys::{import}"));
            }
        }
        for other in ["uls", "uchmod", "ufind"] {
            if !imports(&text, other).is_empty() {
                complaints.push(format!("{name} imports the binary {other}"));
            }
        }
    }
    none(complaints);
}

/// What a binary's source imports of `ringutils::sys`, however it is written.
fn kernel_imports(text: &str) -> BTreeSet<String> {
    let mut names = imports(text, "ringutils::sys");
    let mut rest = text;
    while let Some(at) = rest.find("ringutils::{") {
        rest = &rest[at + "ringutils::{".len()..];
        let end = closing(rest);
        names.extend(imports(&rest[..end], "sys"));
    }
    names
}

/// Where the brace that encloses a text closes.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Inside the walk, only `run` names executors.
#[test]
fn only_run_names_executors() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src/walk"]) {
        if name == "common/src/walk/run.rs" {
            continue;
        }
        // Tests may drive their module by any.
        let text = code(text.split("#[cfg(test)]").next().unwrap_or_default());
        for executor in ["perform", "crew", "uring"] {
            if text.contains(&format!("ring::{executor}")) || imports(&text, "crate::ring").contains(executor)
            {
                complaints.push(format!("{name} names the executor {executor}"));
            }
        }
    }
    none(complaints);
}

#[test]
fn unsafe_is_where_it_belongs() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src", "bins", "tests"]) {
        if name == "tests/tidy.rs" || UNSAFE.iter().any(|folder| name.starts_with(folder)) {
            continue;
        }
        for (number, line) in code(&text).lines().enumerate() {
            // The attribute of the C main is no block of code.
            let plain = line.replace("unsafe_code", "").replace("#[unsafe(no_mangle)]", "");
            if plain.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe") {
                complaints.push(format!("{name}:{}: unsafe", number + 1));
            }
        }
    }
    none(complaints);
}

#[test]
fn files_are_short() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src", "bins", "tests"]) {
        let lines = text.lines().count();
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let reason = head.to_lowercase().contains("long because");
        // A table is as long as what it lists.
        let table = head.contains("This is a table");
        if lines > LONGEST && !table {
            complaints.push(format!("{name} has {lines} lines, more than {LONGEST}"));
        } else if lines > LONG && !reason && !table {
            complaints.push(format!("{name} has {lines} lines, and its head does not say \"long because\""));
        }
    }
    none(complaints);
}

#[test]
fn files_say_what_they_are() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src", "bins", "tests"]) {
        if !text.starts_with("//!") {
            complaints.push(format!("{name} does not begin with what it is"));
        }
    }
    none(complaints);
}

#[test]
fn nothing_is_left_to_do() {
    // In two parts, so that this file does not name them.
    let words = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["XX", "X"],
        ["unimple", "mented!"],
        ["to", "do!("],
        ["allow(dead", "_code"],
    ];
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src", "bins", "tests"]) {
        for (number, line) in text.lines().enumerate() {
            for word in &words {
                if line.contains(&word.concat()) {
                    complaints.push(format!("{name}:{}: {}", number + 1, word.concat()));
                }
            }
        }
    }
    none(complaints);
}

#[test]
fn names_mean_something() {
    let mut complaints = Vec::new();
    for (name, text) in sources(&["common/src", "bins", "tests"]) {
        let stem = Path::new(&name).file_stem().unwrap().to_str().unwrap();
        if ["util", "utils", "misc", "helper", "helpers", "manager", "common"].contains(&stem) {
            complaints.push(format!("{name}: a name that says nothing"));
        }
        for line in code(&text).lines() {
            for keyword in ["struct ", "enum ", "trait "] {
                let Some(word) = line.split_once(keyword).and_then(|(_, rest)| word(rest)) else { continue };
                if ["Manager", "Helper", "Utils"].iter().any(|end| word.ends_with(end)) {
                    complaints.push(format!("{name}: {word}: a name that says nothing"));
                }
            }
        }
    }
    none(complaints);
}

/// The table at the head of `lib.rs` is the one that is checked here.
#[test]
fn the_map_names_all_modules() {
    let text = fs::read_to_string(root().join("common/src/lib.rs")).unwrap();
    let declared: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let mut listed = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("//! |")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, module, _, imports, ..] = cells[..] else { continue };
        let Some((layer, allowed)) =
            LAYERS.iter().find(|(layer, _)| module.trim_matches(['[', ']', '`']) == *layer)
        else {
            continue;
        };
        listed.insert(*layer);
        let stated: BTreeSet<&str> = imports.split(", ").filter(|import| *import != "libc").collect();
        let checked: BTreeSet<&str> = allowed.iter().copied().filter(|import| import != layer).collect();
        assert_eq!(stated, checked, "imports of {layer}, as lib.rs and this test have them");
    }
    assert_eq!(declared, listed, "modules of lib.rs, and of its table");
}

#[test]
fn imports_are_found() {
    let names = |text, prefix| imports(text, prefix).into_iter().collect::<Vec<_>>();
    assert_eq!(names("use crate::sys::Errno;", "crate"), ["sys"]);
    assert_eq!(
        names("use crate::{\n    ring::op::{Done, Op},\n    sys::Meta,\n};", "crate"),
        ["ring", "sys"]
    );
    assert_eq!(names("fn f() -> crate::ring::op::Done { $crate::sys::x() }", "crate"), ["ring"]);
    assert_eq!(
        kernel_imports("use ringutils::{sys::{Kind, fd}, walk};\nringutils::sys::meta::x"),
        ["Kind", "fd", "meta"].map(str::to_owned).into()
    );
}
