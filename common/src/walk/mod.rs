//! Layer 2: the ordered parallel walk. Knows no command line and formats nothing.
//!
//! [`run`] starts it, [`visit`] is its boundary to a tool, [`page`] and [`entries`] are what passes through. Inside, a
//! `DirJob` (job) visits one directory, the `Frontier` (frontier) keeps all that is under way in the order of output,
//! the `Emitter` (emit) takes pages from it, and `Shared` (shared) is what emitter and crew have in common.

pub mod account;
mod ask;
mod breadth;
mod cycle;
mod devices;
pub mod dir;
mod drive;
mod emit;
pub mod entries;
mod errand;
mod finished;
mod flight;
mod frame;
mod frontier;
mod fs;
mod gauge;
mod group;
mod handles;
mod hire;
mod job;
mod load;
pub mod means;
mod metas;
mod meter;
mod node;
mod order;
mod output;
mod pace;
pub mod page;
mod places;
mod prefix;
mod queue;
pub mod reach;
mod relief;
pub mod run;
mod scout;
mod shared;
mod sharing;
mod sheet;
#[cfg(test)]
mod sim;
mod spare;
mod trail;
pub mod visit;
mod wake;
mod watch;
