//! The man pages and completions that are committed, made from the tools' option tables.
//!
//! As a test it compares. `RINGUTILS_GENERATE=1 cargo test -p ringutils-tests --test generated` writes them anew.

#![allow(clippy::expect_used, reason = "a failure is the failure of the test")]

mod command;
mod completions;
mod page;

#[path = "../../bins/chmod/src/options.rs"]
mod chmod;
#[path = "../../bins/find/src/parse/table.rs"]
mod find;
#[path = "../../bins/ls/src/options.rs"]
mod ls;

use std::{env, fs, path::Path};

use ringutils::args::Table;

#[test]
fn committed_files_are_what_the_tables_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let write = env::var_os("RINGUTILS_GENERATE").is_some();
    for (path, text) in [all(&chmod::TABLE), all(&find::TABLE), all(&ls::TABLE)].into_iter().flatten() {
        let full = root.join(&path);
        if write {
            fs::write(&full, text).expect("a file that can be written");
        } else {
            let committed = fs::read_to_string(&full).unwrap_or_default();
            assert!(
                committed == text,
                "{path} is not up to date; tests/generated/main.rs says how to make it"
            );
        }
    }
}

/// All files of a tool: paths from the top of the repository, and contents.
fn all<Id: Copy + PartialEq>(table: &Table<Id>) -> Vec<(String, String)> {
    let mut files = completions::all(table);
    files.push((format!("man/u{}.1", table.tool), page::render(table)));
    files
}
