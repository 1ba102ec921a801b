//! Layer 0: the kernel and libc behind safe functions. Holds all `unsafe` of the project outside of
//! `ring/uring`. Has no policy: nothing here retries or prints, and a call falls back to another only where both do
//! the same thing.

pub mod catalogue;
pub mod clib;
pub mod cstr;
pub mod dents;
pub mod entry;
pub mod errno;
pub mod fd;
pub mod file;
pub mod glob;
pub mod ids;
pub mod leave;
pub mod limits;
pub mod manners;
mod math;
pub mod meta;
pub mod number;
pub mod process;
pub mod regex;
pub mod signals;
pub mod supervision;
pub mod term;
pub mod threads;
pub mod umask;
pub mod vmlinux;
pub mod xattrs;

pub use cstr::{Name, until_nul};
pub use errno::Errno;
pub use meta::{Kind, Meta, Time};
