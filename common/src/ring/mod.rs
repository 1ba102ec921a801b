//! Layer 1: "do these file-system operations". Knows no tree, no order and no formatting.
//!
//! [`op`] is the closed list of operations and [`perform`] does one by plain calls. [`crew`] is the threads around it,
//! [`depth`] says how many of them pay, [`budget`] how many descriptors and bytes may be held. A driver that hands the
//! same operations to io_uring takes the place of `perform` beside `crew`; nothing above this layer would change.

pub mod btf;
pub mod budget;
pub mod caps;
pub mod crew;
pub mod depth;
pub mod gate;
pub mod op;
pub mod perform;
pub mod uring;
