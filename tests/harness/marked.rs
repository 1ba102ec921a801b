//! Catalogues that know every text: what a tool looks up comes back with marks around it and around its parts.
//!
//! The system's catalogue has some texts of a tool; this shows of all which are looked up, by which words. It is a
//! library that the tools are started with, written in C, since that is what stands in place of libc's functions.

use std::{path::PathBuf, process::Command, sync::OnceLock};

use crate::programs::shared;

/// The library, which any user can load; none where there is no C compiler.
pub fn catalogue() -> Option<PathBuf> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            let source = concat!(env!("CARGO_MANIFEST_DIR"), "/harness/marked.c");
            let library = shared().join("marked.so");
            let mut compiler = Command::new("cc");
            compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&library);
            let status = compiler.arg(source).arg("-ldl").status().ok()?;
            assert!(status.success(), "{source} cannot be compiled");
            Some(library)
        })
        .clone()
}
