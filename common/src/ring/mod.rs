//! Layer 1: "do these file-system operations". Knows no tree, no order and no formatting.
//!
//! [`op`] is the closed list of operations and [`perform`] does one by plain calls. [`crew`] is the threads around it,
//! [`depth`] says how many of them pay, [`budget`] how many descriptors and bytes may be held. [`uring`] keeps many
//! operations in flight on one thread, [`caps`] says what it can do here, and [`btf`] by which numbers.

pub mod btf;
pub mod budget;
pub mod caps;
pub mod crew;
pub mod depth;
pub mod gate;
pub mod op;
pub mod perform;
pub mod uring;
