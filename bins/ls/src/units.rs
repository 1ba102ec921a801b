//! The units that sizes are shown in, by the options and the environment.

use std::{env, ffi::OsString, os::unix::ffi::OsStrExt};

use ringutils::text::{block::BlockSize, size::Scale};

use crate::choices::Choices;

/// The units of sizes in bytes and of allocated sizes. The first of these variables that is set counts, were it to
/// nothing that makes sense. BLOCKSIZE, which is BSD's, is for allocated sizes only.
pub fn units(choices: &Choices) -> (BlockSize, BlockSize) {
    if let Some(unit) = choices.unit {
        return (unit, unit);
    }
    let usual = if env::var_os("POSIXLY_CORRECT").is_some() { 512 } else { 1024 };
    let read = |word: OsString| BlockSize::parse(word.as_bytes(), usual);
    let both = env::var_os("LS_BLOCK_SIZE").or_else(|| env::var_os("BLOCK_SIZE")).map(read);
    let blocks = match both.or_else(|| env::var_os("BLOCKSIZE").map(read)) {
        _ if choices.kibibytes => Scale::Block(1024).into(),
        Some(unit) => unit,
        None => Scale::Block(usual).into(),
    };
    (both.unwrap_or(Scale::Block(1).into()), blocks)
}
