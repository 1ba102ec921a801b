//! The shared library of `uls`, `uchmod` and `ufind`: one ordered, parallel walk and the kernel layer under it.
//!
//! | layer | module   | what it is                                                              | imports          |
//! |-------|----------|-------------------------------------------------------------------------|------------------|
//! | 0     | [`sys`]  | kernel and libc; the `unsafe`, but for the ring's; no policy            | libc             |
//! | 1     | `ring`   | "do these file-system operations": no tree, no order, no formatting     | sys              |
//! | 2     | `walk`   | the ordered parallel walk: no argv, no formatting                       | sys, ring        |
//! | beside| `text`   | bytes for people: quoting, modes, sizes, times, names                   | sys              |
//! | beside| `args`   | the option table: parser, usage errors, help, man page, completions     | sys, text, walk  |
//!
//! Start reading at [`walk::run`], then [`walk::visit`].

pub mod args;
pub mod ring;
pub mod sys;
pub mod text;
pub mod walk;
