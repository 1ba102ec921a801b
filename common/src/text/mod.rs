//! Bytes for people: quoting, modes, sizes, times, names, widths, error lines. Imports `sys` alone.
//!
//! Everything appends to a caller's `Vec<u8>` and allocates nothing per entry: these run once a file on trees of
//! millions. Nothing here writes to a descriptor, knows an option, or looks at a file.

pub mod block;
mod calendar;
pub mod color;
pub mod console;
pub mod ctime;
pub mod diag;
pub mod glob;
pub mod json;
pub mod locale;
pub mod mode;
pub mod names;
pub mod num;
pub mod quote;
pub mod regex;
pub mod size;
pub mod time;
pub mod version;
pub mod width;
pub mod wording;
