//! By which means a walk does its operations, as far as its user has a say in it: plain data.

pub use crate::ring::caps::Numbers;

/// The most that can be in flight, whatever a user wants: a thread each, or a place in the ring.
pub const MOST: usize = 256;

/// What the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Means {
    /// Who does operations.
    pub executor: Executor,
    /// How many are kept in flight where they wait for a device; 0: as many as turn out to be worth it.
    pub depth: usize,
    /// Threads that work where nothing waits; 0: as many as there are CPUs.
    pub cpus: usize,
    /// Whether an account is kept of what was done and how.
    pub stats: bool,
    /// Numbers of operations, for kernels that do not tell them.
    pub numbers: Numbers,
}

/// Who does operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Executor {
    /// Whoever turns out to be the best.
    #[default]
    Auto,
    /// Plain calls, on no more threads than there are CPUs.
    Plain,
    /// Threads, as many as are worth it.
    Threads,
    /// A ring as soon as anything is done at the same time as something else; what it can't do, plain calls.
    Ring,
}
