//! Links libgcc_eh statically ahead of libgcc_s, so that the binary loads libc.so.6 and nothing else: one
//! library less to map is a tenth of a short run.
use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=../build.rs");
    println!("cargo:rerun-if-env-changed=CC");
    let cc = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let Ok(out) = Command::new(cc).arg("-print-file-name=libgcc_eh.a").output() else { return };
    let answer = String::from_utf8_lossy(&out.stdout);
    // A compiler without the archive answers with the bare name.
    let Some(folder) = Path::new(answer.trim()).parent().filter(|folder| folder.is_absolute()) else {
        return;
    };
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=gcc_eh");
}
