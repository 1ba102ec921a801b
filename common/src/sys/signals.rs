//! Signals that end a run, taken note of instead of obeyed at once, and the one that asks how far it is.
//!
//! Decides nothing: `walk::run` stops at a signal that has been caught, and the tool dies by it when all is said.

use std::{
    mem::MaybeUninit,
    os::fd::{AsRawFd, BorrowedFd},
    ptr,
    sync::atomic::{AtomicBool, AtomicI32, Ordering},
};

use super::errno::Errno;

/// Seconds from the signal on after which a run is ended at once: what is under way may hang.
const GRACE: u32 = 5;

/// The signal that ends the run; 0 for none.
static CAUGHT: AtomicI32 = AtomicI32::new(0);

/// Whether SIGUSR1 has come.
static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on SIGINT and SIGTERM are taken note of, where they are not ignored. A second one ends the process at once,
/// as does the first after five seconds.
pub fn take_note() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        if !is_ignored(signal) {
            handle(signal, end, libc::SA_RESTART | libc::SA_RESETHAND);
        }
    }
}

/// From now on SIGUSR1 is a question, where it is not ignored.
pub fn take_questions() {
    if !is_ignored(libc::SIGUSR1) {
        handle(libc::SIGUSR1, ask, libc::SA_RESTART);
    }
}

/// The signal that ends the run, once it has come.
pub fn caught() -> Option<i32> {
    Some(CAUGHT.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
}

/// Whether SIGUSR1 has come since this was last asked.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed) && ASKED.swap(false, Ordering::Relaxed)
}

/// Waits until there is something to be read, or it can be told that there is not: `false` where a signal ends the run
/// before that. Reading alone would go on after a signal.
pub fn await_input(fd: BorrowedFd<'_>) -> bool {
    let mut input = libc::pollfd { fd: fd.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    loop {
        if caught().is_some() {
            return false;
        }
        // SAFETY: there is one pollfd, and it lives through the call.
        if unsafe { libc::poll(&raw mut input, 1, -1) } >= 0 || Errno::last() != Errno::INTR {
            return true;
        }
    }
}

/// Ends this process by a signal as if it had never been caught.
pub fn die_by(signal: i32) {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: sigemptyset initialises the set; signal and raise take any number.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, set.as_ptr(), ptr::null_mut());
    }
}

/// Notes the signal, and sees to it that the process ends. A second signal is not noted.
extern "C" fn end(signal: i32) {
    if CAUGHT.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed).is_err() {
        return die_by(signal);
    }
    handle(libc::SIGALRM, give_up, 0);
    // SAFETY: alarm may be called from a handler.
    unsafe { libc::alarm(GRACE) };
}

extern "C" fn give_up(_: i32) {
    die_by(CAUGHT.load(Ordering::Relaxed));
}

extern "C" fn ask(_: i32) {
    ASKED.store(true, Ordering::Relaxed);
}

pub(super) fn is_ignored(signal: i32) -> bool {
    let mut before = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the new action is none, and there is room for the old one, which is read only where it was filled in.
    unsafe {
        libc::sigaction(signal, ptr::null(), before.as_mut_ptr()) != 0
            || before.assume_init_ref().sa_sigaction == libc::SIG_IGN
    }
}

pub(super) fn handle(signal: i32, handler: extern "C" fn(i32), flags: i32) {
    // SAFETY: sigaction is plain data for which all zeroes are valid, an empty mask among them; the handlers above do
    // only what a handler may do.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = flags;
        libc::sigaction(signal, &raw const action, ptr::null_mut());
    }
}
