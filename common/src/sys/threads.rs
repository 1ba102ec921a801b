//! Threads that may borrow from whoever starts them, as those of `std::thread::scope`, and begin on another CPU than it
//! runs on.
//!
//! A scheduler may leave a new thread where it was started, on the one CPU that is sure to be busy, until it next looks
//! for balance: on a virtual machine of two CPUs that was so three times out of four, and lasted 1.5 ms. What is worth a
//! thread for a millisecond of work is done by then.

use std::{
    io,
    marker::PhantomData,
    mem::MaybeUninit,
    os::unix::thread::{JoinHandleExt, RawPthread},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, Builder, Thread},
};

use super::supervision;

/// Where threads are started. Lifetimes are as those of `std::thread::Scope`.
pub struct Scope<'scope, 'env: 'scope> {
    /// Those that run.
    running: Arc<Running>,
    /// What threads borrow outlives the scope, and the scope them.
    lives: PhantomData<(&'scope mut &'scope (), &'env mut &'env ())>,
}

/// How many threads run, and who waits for their end.
struct Running(AtomicUsize, Thread);

/// Runs `body`, which may start threads, and waits for what these do, and those that they have started.
pub fn scope<'env, T>(body: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T) -> T {
    let running = Arc::new(Running(AtomicUsize::new(0), thread::current()));
    let scope = Scope { running: running.clone(), lives: PhantomData };
    // Dropped before the scope.
    let _end = End(running);
    body(&scope)
}

impl<'scope> Scope<'scope, '_> {
    /// Starts a thread as `builder` describes it. Fails where a limit on processes or memory refuses it.
    pub fn start<F>(&'scope self, builder: Builder, body: F) -> io::Result<()>
    where
        F: FnOnce() + Send + 'scope,
    {
        self.running.0.fetch_add(1, Ordering::Relaxed);
        let last_act = Leave(self.running.clone());
        let busy = Busy::here();
        let body = move || {
            let _last_act = last_act;
            if let Some(busy) = busy {
                busy.leave();
            }
            body();
        };
        // SAFETY: `scope` does not return, however it ends, before the thread has dropped all that it borrows, and 'scope
        // lasts longer than that.
        let thread = unsafe { builder.spawn_unchecked(body) }?;
        if let Some(busy) = busy {
            busy.send_away(thread.as_pthread_t());
        }
        Ok(())
    }
}

/// Waits for threads when it is dropped.
struct End(Arc<Running>);

impl Drop for End {
    fn drop(&mut self) {
        while self.0.0.load(Ordering::Acquire) > 0 {
            thread::park();
        }
    }
}

/// Tells that a thread does nothing more when it is dropped, there or, where none could be had, where it was to be started.
struct Leave(Arc<Running>);

impl Drop for Leave {
    fn drop(&mut self) {
        if thread::panicking() {
            std::process::abort();
        }
        if self.0.0.fetch_sub(1, Ordering::Release) == 1 {
            self.0.1.unpark();
        }
    }
}

/// The CPU that the maker of a thread runs on, and is going to keep busy.
#[derive(Clone, Copy)]
struct Busy {
    /// Its number.
    cpu: usize,
    /// All CPUs that the thread may run on.
    all: libc::cpu_set_t,
}

impl Busy {
    /// The one of the calling thread; `None` where nothing can be done to keep others off it.
    fn here() -> Option<Busy> {
        // Programs without threads make no such calls.
        let cpu = if supervision::is_strict() { None } else { here() }?;
        let mut all = MaybeUninit::<libc::cpu_set_t>::zeroed();
        // SAFETY: cpu_set_t is plain data for which all zeroes are valid, and its size is passed.
        let all = unsafe {
            let got = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), all.as_mut_ptr());
            (got == 0).then(|| all.assume_init())?
        };
        Some(Busy { cpu, all })
    }

    /// Moves the calling thread off it, if that runs there.
    fn leave(self) {
        if here() == Some(self.cpu) {
            // SAFETY: the call only tells.
            self.send_away(unsafe { libc::pthread_self() });
        }
    }

    /// Moves a thread that runs or waits there off it, and leaves it free to go back: sched_setaffinity(2). Both the maker
    /// and the new thread see to that, since either may be the first to run.
    fn send_away(self, thread: RawPthread) {
        let size = size_of::<libc::cpu_set_t>();
        let mut others = self.all;
        // SAFETY: the number of the CPU is below CPU_SETSIZE, and the sets' size is passed. The thread has not been joined
        // or detached, so that its name is good; where it has ended, the calls are about none or about the calling one,
        // which the second gives its CPUs again.
        unsafe {
            libc::CPU_CLR(self.cpu, &mut others);
            if libc::CPU_COUNT(&others) > 0 {
                libc::pthread_setaffinity_np(thread, size, &raw const others);
                libc::pthread_setaffinity_np(thread, size, &raw const self.all);
            }
        }
    }
}

/// The CPU that the calling thread runs on, as far as it can be named.
fn here() -> Option<usize> {
    // SAFETY: the call only tells.
    let cpu = unsafe { libc::sched_getcpu() };
    usize::try_from(cpu).ok().filter(|&cpu| cpu < libc::CPU_SETSIZE as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn all_are_waited_for() {
        let count = AtomicUsize::new(0);
        let body = |threads: &AtomicUsize| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            threads.fetch_add(1, Ordering::Relaxed);
        };
        let given = scope(|threads| {
            for _ in 0..4 {
                let start_another = || {
                    body(&count);
                    threads.start(Builder::new(), || body(&count)).unwrap();
                };
                threads.start(Builder::new(), start_another).unwrap();
            }
            7
        });
        assert_eq!((given, count.into_inner()), (7, 8));
    }

    /// The scope's own threads, and those that they start, may run wherever the process may.
    #[test]
    fn threads_are_not_bound() {
        let cpus = Mutex::new(Vec::new());
        scope(|threads| {
            for _ in 0..20 {
                threads
                    .start(Builder::new(), || cpus.lock().unwrap().push(crate::sys::limits::cpus()))
                    .unwrap();
            }
        });
        assert_eq!(cpus.into_inner().unwrap(), [crate::sys::limits::cpus(); 20]);
    }
}
