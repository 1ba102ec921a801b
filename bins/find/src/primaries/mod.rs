//! The tests: how each reads its argument, and when it holds.
//!
//! A new test is a file or a type here, a variant of [`Test`](crate::expr::Test), and a row in `parse::table`.

mod attribute;
mod flags;
mod fstype;
pub(crate) mod kind;
mod literal;
pub(crate) mod name;
mod number;
mod owner;
mod perm;
mod regex;
mod size;
mod times;

pub(crate) use attribute::Attribute;
pub(crate) use flags::Flags;
pub(crate) use fstype::{FsType, of_device};
pub(crate) use number::{Number, comparison, unsigned};
pub(crate) use owner::Owner;
pub(crate) use perm::PermTest;
pub(crate) use regex::{PathRegex, TYPES};
pub(crate) use size::{NoSize, SizeTest};
pub(crate) use times::{Age, Field, NoAge, Since, Unit, Used};
