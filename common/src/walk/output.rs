//! Bytes on their way to descriptors 1 and 2.
//!
//! Standard output is buffered, standard error is not, and an error flushes what was put out before it, so that both
//! keep their order on one pipe. Output that is older than [`PATIENCE`], or goes to a terminal, does not wait for more.

use std::time::{Duration, Instant};

use super::{
    sheet::{LENGTH, Stream},
    visit::Moment,
};
use crate::sys::{Errno, fd};

/// Bytes that are gathered before they are handed to the kernel.
const GATHER: usize = 64 * 1024;

/// How long bytes may wait for more while the walk goes on.
const PATIENCE: Duration = Duration::from_millis(10);

/// Both standard streams.
pub(crate) struct Output {
    /// Descriptors of standard output and standard error.
    fds: [i32; 2],
    /// Bytes for standard output that the kernel has not been given.
    pending: Vec<u8>,
    /// When the first of them came.
    since: Option<Instant>,
    /// Whether standard output is a terminal; asked when it first matters.
    terminal: Option<bool>,
    /// Whether standard error has failed.
    messages_lost: bool,
    /// What standard output failed with first; nothing is written to it after that.
    failed: Option<Errno>,
    /// Whether anything for standard output has come since it was last `settle`d.
    unsettled: bool,
    /// Called before bytes are written, and while the walk goes on.
    watcher: Option<fn(Moment)>,
}

impl Output {
    /// Nothing pending, nothing failed.
    pub fn new(out: i32, err: i32, watcher: Option<fn(Moment)>) -> Output {
        Output {
            fds: [out, err],
            pending: Vec::new(),
            since: None,
            terminal: None,
            messages_lost: false,
            failed: None,
            unsettled: false,
            watcher,
        }
    }

    /// Puts bytes out: of `Out` or `Err`, since records need a path.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) {
        self.unsettled |= stream == Stream::Out && !bytes.is_empty();
        match stream {
            Stream::Out | Stream::Paths if self.failed.is_some() => {}
            Stream::Out | Stream::Paths => {
                self.pending.extend_from_slice(bytes);
                if self.pending.len() >= GATHER {
                    self.flush();
                }
            }
            Stream::Err => {
                self.settle();
                self.tell(Moment::Writing);
                self.messages_lost |= fd::write_all(self.fds[1], bytes).is_err();
            }
        }
    }

    /// Puts out records of [`Stream::Paths`], each behind `prefix`.
    pub fn write_paths(&mut self, prefix: &[u8], mut records: &[u8]) {
        self.unsettled = true;
        while let Some((length, rest)) = records.split_first_chunk::<LENGTH>() {
            let (line, rest) = rest.split_at(usize::from(u16::from_ne_bytes(*length)).min(rest.len()));
            records = rest;
            self.pending.reserve(prefix.len() + line.len());
            self.pending.extend_from_slice(prefix);
            self.pending.extend_from_slice(line);
            if self.pending.len() >= GATHER {
                self.flush();
            }
        }
    }

    /// Hands all pending bytes to the kernel because something else is about to be shown, not because of their number
    /// or age.
    pub fn settle(&mut self) {
        self.flush();
        self.unsettled = false;
    }

    /// Whether something for standard output has come after the last time that something else was shown: what a tool
    /// with a buffer of the C library would have had to write at its end.
    pub fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    /// Hands all pending bytes to the kernel.
    pub fn flush(&mut self) {
        self.since = None;
        if self.failed.is_none() && !self.pending.is_empty() {
            self.tell(Moment::Writing);
            self.failed = fd::write_all(self.fds[0], &self.pending).err();
        }
        self.pending.clear();
    }

    /// Hands them over if they have waited long enough. Called before anything that may take its time.
    pub fn flush_if_due(&mut self, now: Instant) {
        self.tell(Moment::Going);
        if self.pending.is_empty() {
            return;
        }
        let since = *self.since.get_or_insert(now);
        if *self.terminal.get_or_insert_with(|| fd::is_terminal(self.fds[0]))
            || now.duration_since(since) >= PATIENCE
        {
            self.flush();
        }
    }

    fn tell(&self, moment: Moment) {
        if let Some(watcher) = self.watcher {
            watcher(moment);
        }
    }

    /// Whether a message could not be written.
    pub fn messages_lost(&self) -> bool {
        self.messages_lost
    }

    /// What standard output failed with, if it did.
    pub fn failure(&self) -> Option<Errno> {
        self.failed
    }
}
