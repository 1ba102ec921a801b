//! What this process may use: descriptors, CPUs, memory arenas.

use std::{
    mem::MaybeUninit,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// How many descriptors may be open at once: the soft limit of RLIMIT_NOFILE.
pub fn open_files() -> usize {
    let mut limit = MaybeUninit::<libc::rlimit>::uninit();
    // SAFETY: limit has room for the answer.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, limit.as_mut_ptr()) } != 0 {
        return 256;
    }
    // SAFETY: getrlimit succeeded.
    let soft = unsafe { limit.assume_init_ref() }.rlim_cur;
    usize::try_from(soft).unwrap_or(usize::MAX)
}

/// How many CPUs the process may run on, sched_getaffinity(2); at least 1.
pub fn cpus() -> usize {
    // SAFETY: cpu_set_t is plain data for which all zeroes are valid.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set lives through the call and its size is passed.
    if unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) } != 0 {
        return 1;
    }
    // SAFETY: CPU_COUNT only reads the set.
    usize::try_from(unsafe { libc::CPU_COUNT(&set) }).unwrap_or(1).max(1)
}

/// Whether threads are going to allocate so often that they would wait for each other in one arena.
static ALLOCATES: AtomicBool = AtomicBool::new(false);

/// Says that each thread is going to allocate all the time, as libc does where it matches regular expressions. Called
/// before the first thread is made.
pub fn expect_allocations() {
    ALLOCATES.store(true, Ordering::Relaxed);
}

/// Makes all threads share one malloc arena, or those of all CPUs one for each where much is allocated: each further one
/// reserves 64 MiB of address space, which a limit on it (ulimit -v) counts. Called before the first thread is made.
pub fn share_arenas() {
    let arenas = if ALLOCATES.load(Ordering::Relaxed) { cpus() } else { 1 };
    // SAFETY: mallopt only sets a parameter of malloc.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, arenas.min(64) as libc::c_int) };
}

/// Blocks all signals on the calling thread, so that handlers run on the main thread.
pub fn block_signals() {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: sigfillset initialises the set that pthread_sigmask then reads.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_BLOCK, set.as_ptr(), std::ptr::null_mut());
    }
}

/// What a thread has used so far, getrusage(2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// CPU time, its own and the kernel's for it.
    pub cpu: Duration,
    /// How often it gave up the CPU of its own accord: it waited for something.
    pub voluntary: u64,
    /// How often the CPU was taken from it.
    pub involuntary: u64,
}

/// CPU time that all threads of the process have used so far, the kernel's own for it among them.
pub fn cpu_time() -> Duration {
    used_by(libc::RUSAGE_SELF).cpu
}

/// What the calling thread has used so far.
pub fn usage() -> Usage {
    used_by(libc::RUSAGE_THREAD)
}

fn used_by(whom: i32) -> Usage {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: usage has room for the answer.
    unsafe { libc::getrusage(whom, usage.as_mut_ptr()) };
    // SAFETY: rusage is plain data for which all zeroes are valid, so it is whether or not the call succeeded.
    let usage = unsafe { usage.assume_init_ref() };
    let time = |time: &libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    Usage {
        cpu: time(&usage.ru_utime) + time(&usage.ru_stime),
        voluntary: usage.ru_nvcsw as u64,
        involuntary: usage.ru_nivcsw as u64,
    }
}
