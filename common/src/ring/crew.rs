//! The threads around `perform`: started late, never more than can be had, none where none can.
//!
//! A crew only starts threads and counts them. What a thread does, and when it ends, is the closure's business.

use std::thread::Builder;

use crate::sys::{limits, threads::Scope};

/// Stack of a worker, in bytes. Directories nest in the heap, never on a stack; unoptimised builds need more.
const STACK: usize = if cfg!(debug_assertions) { 1024 * 1024 } else { 128 * 1024 };

/// Starts up to `wanted` threads that run `work` with all signals blocked: how many there are. Fewer, or none, where
/// a limit on processes or memory refuses them.
pub fn start<'scope, F>(scope: &'scope Scope<'scope, '_>, wanted: usize, work: F) -> usize
where
    F: Fn() + Clone + Send + 'scope,
{
    if wanted > 0 {
        limits::share_arenas();
    }
    (0..wanted)
        .take_while(|_| {
            let work = work.clone();
            let body = move || {
                limits::block_signals();
                work();
            };
            scope.start(Builder::new().stack_size(STACK), body).is_ok()
        })
        .count()
}
