//! The option table: one list of rows per tool is the source of its parser, its usage errors, its `--help`, its man
//! page and its completions.
//!
//! The parser has the semantics of getopt_long(3), with the words that GNU's tools have for what is wrong. What an
//! option means is the tool's affair: a row carries an id of the tool's own enum. Nothing here is set up at start: a
//! table is constant data, parsing allocates nothing unless it fails, and help is rendered when it is asked for.

mod help;
pub mod means;
mod parse;
mod program;
pub mod progress;
mod row;
mod shard;
mod words;

pub use parse::{Arg, Parser};
pub use program::{Complaint, Program};
pub use row::{Row, Shown, Table, Value, opt};
pub use shard::Shard;
pub use words::{WHEN, When, choose, names};
