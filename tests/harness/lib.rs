//! The oracle harness: builds a tree from a short text, runs GNU's tool and ours on it under the same `argv[0]`,
//! and compares stdout, stderr and exit status byte for byte, then once more with both streams on one pipe.
//!
//! | module       | what it is                                                                   |
//! |--------------|------------------------------------------------------------------------------|
//! | [`case`]     | one comparison, in both locales, as root and as an ordinary user: start here |
//! | [`tree`]     | the text that describes a tree, and the tree on disk                         |
//! | [`plant`]    | makes the tree's entries, at any depth                                       |
//! | [`fell`]     | removes a tree, at any depth                                                 |
//! | [`survey`]   | what a tree looks like after a tool has changed it                           |
//! | [`run`]      | starts one tool and collects what it says                                    |
//! | [`signalled`]| a tool that gets a signal in the middle of its work                          |
//! | [`machine`]  | what the machine has that some cases need                                    |
//! | [`marked`]   | catalogues that know every text                                              |
//! | [`programs`] | which binaries are compared, and where they and the trees lie                |
//! | [`newer`]    | the tests that need a newer GNU than most systems have                       |
//! | [`random`]   | seeds, counts and a tiny generator for the random tests                      |
//! | [`names`]    | escapes for names that are no text                                           |
//! | [`diff`]     | where two outputs begin to differ                                            |
//!
//! Nothing is skipped in silence: what cannot run here says `NOT RUN` on stderr, and fails where the environment
//! has CI set.
// The harness is test code: it may panic, and does so with a message.
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod case;
pub mod diff;
pub mod fell;
pub mod machine;
pub mod marked;
pub mod names;
pub mod newer;
pub mod plant;
pub mod programs;
pub mod random;
pub mod run;
pub mod signalled;
pub mod survey;
pub mod tree;

pub use case::{Case, GERMAN, check_each, not_run};
pub use programs::{Tool, is_root, ordinary};
pub use run::{Outcome, Who};
pub use tree::{Place, Tree};
