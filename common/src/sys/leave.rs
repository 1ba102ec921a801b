//! What a terminal is left with when a signal ends or stops a run that writes colours: without any.
//!
//! Decides nothing: which bytes end a colour is `text`'s and the tool's. A signal that ends the process does so at once,
//! behind those bytes. One that stops it waits for the end of an escape sequence that is half written.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use super::{
    errno::Errno,
    signals::{die_by, handle, is_ignored},
};

/// Signals that end a process unless it sees to them, and come from a terminal, a user or a limit.
const ENDING: [i32; 10] = [
    libc::SIGALRM,
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGPIPE,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGPROF,
    libc::SIGVTALRM,
    libc::SIGXCPU,
    libc::SIGXFSZ,
];

/// What ends a colour.
static PLAIN: OnceLock<Vec<u8>> = OnceLock::new();

/// Whether anything has been written to standard output.
static WRITTEN: AtomicBool = AtomicBool::new(false);

/// Whether standard output is being written to.
static WRITING: AtomicBool = AtomicBool::new(false);

/// Whether the process is to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on `plain` is written to standard output before a signal ends or stops the process. Signals that are
/// ignored stay so.
pub fn see_to_colors(plain: Vec<u8>) {
    if PLAIN.set(plain).is_err() {
        return;
    }
    for signal in ENDING.into_iter().filter(|&signal| !is_ignored(signal)) {
        handle(signal, end, libc::SA_RESETHAND);
    }
    if !is_ignored(libc::SIGTSTP) {
        // A write that waits must come back.
        handle(libc::SIGTSTP, stop, 0);
    }
}

/// Writes all of `bytes` to standard output by `write`, which is interrupted by a signal that stops. `None` where no
/// colours are seen to.
pub(super) fn write_all(
    bytes: &[u8],
    write: impl Fn(&[u8]) -> Result<usize, Errno>,
) -> Option<Result<(), Errno>> {
    let plain = PLAIN.get()?;
    WRITTEN.store(true, Ordering::Relaxed);
    let mut at = 0;
    while at < bytes.len() {
        // Up to the end of a sequence, if the process is to stop.
        let to = if STOP.load(Ordering::Relaxed) { at + tail(bytes, at) } else { bytes.len() };
        if at == to {
            let _ = write(plain);
            STOP.store(false, Ordering::Relaxed);
            halt();
            continue;
        }
        WRITING.store(true, Ordering::Relaxed);
        let written = write(&bytes[at..to]);
        WRITING.store(false, Ordering::Relaxed);
        match written {
            Ok(written) => at += written,
            Err(Errno::INTR) => {}
            Err(errno) => return Some(Err(errno)),
        }
    }
    if STOP.swap(false, Ordering::Relaxed) {
        let _ = write(plain);
        halt();
    }
    Some(Ok(()))
}

/// How many bytes from `at` on belong to an escape sequence of colours that has begun before.
fn tail(bytes: &[u8], at: usize) -> usize {
    let begin = bytes[..at].iter().rposition(|byte| *byte == 0x1b);
    let Some(begin) = begin.filter(|&begin| at - begin < 64) else { return 0 };
    match bytes[begin..].iter().position(|byte| *byte == b'm') {
        Some(end) if begin + end >= at => begin + end + 1 - at,
        _ => 0,
    }
}

/// Writes what ends a colour from a handler. A terminal that takes nothing for a while is left as it is: a process that
/// is to end must not wait for it.
fn leave_plain() {
    let Some(plain) = PLAIN.get().filter(|_| WRITTEN.load(Ordering::Relaxed)) else { return };
    let mut out = libc::pollfd { fd: 1, events: libc::POLLOUT, revents: 0 };
    // SAFETY: poll and write may be called from a handler; there is one pollfd, and the bytes live on.
    unsafe {
        if libc::poll(&raw mut out, 1, 200) > 0 {
            libc::write(1, plain.as_ptr().cast(), plain.len());
        }
    }
}

fn halt() {
    // SAFETY: raise takes any number.
    unsafe { libc::raise(libc::SIGSTOP) };
}

extern "C" fn end(signal: i32) {
    leave_plain();
    die_by(signal);
}

extern "C" fn stop(_: i32) {
    if WRITING.load(Ordering::Relaxed) {
        return STOP.store(true, Ordering::Relaxed);
    }
    let errno = Errno::last();
    leave_plain();
    halt();
    errno.put_back();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_not_cut() {
        let text = b"a\x1b[01;34mdir\x1b[0m\nb";
        let check = |at, expected| assert_eq!(tail(text, at), expected, "{at}");
        check(0, 0);
        check(1, 0);
        check(2, 7);
        check(8, 1);
        check(9, 0);
        check(12, 0);
        check(14, 2);
        check(17, 0);
    }
}
