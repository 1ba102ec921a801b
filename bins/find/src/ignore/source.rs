//! Where rules are read from: regular files of a bounded size, and what is told of those that cannot be read.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use ringutils::sys::Errno;

use super::rules::Rules;
use crate::message::failed;

/// The longest file that is read, in bytes: far beyond what people write, and too little to exhaust the memory.
pub(super) const MOST: u64 = 16 << 20;

/// Messages about files that could not be read, each told once.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Whether there are any; it spares the lock.
    any: AtomicBool,
    messages: Mutex<Vec<Vec<u8>>>,
}

impl Faults {
    /// The content of a file, where there is one: none is what is absent, a link, or no regular file. Of any other failure
    /// a message is kept.
    pub(super) fn content(
        &self,
        read: Result<Vec<u8>, Errno>,
        path: impl FnOnce() -> Vec<u8>,
    ) -> Option<Vec<u8>> {
        match read {
            Ok(text) => Some(text),
            Err(errno) => {
                self.note(errno, path);
                None
            }
        }
    }

    /// The rules of a file; see `content`.
    pub(super) fn rules(&self, read: Result<Vec<u8>, Errno>, path: impl FnOnce() -> Vec<u8>) -> Rules {
        self.content(read, path).map(|text| Rules::parse(&text)).unwrap_or_default()
    }

    /// Keeps a message of a failure, unless it means that there is no such file.
    pub(super) fn note(&self, errno: Errno, path: impl FnOnce() -> Vec<u8>) {
        if !matches!(errno, Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::INVAL) {
            let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
            messages.push(failed(&path(), errno));
            self.any.store(true, Ordering::Release);
        }
    }

    /// Hands on the messages that have not been told.
    pub(super) fn tell(&self, to: &mut Vec<Vec<u8>>) {
        if self.any.load(Ordering::Acquire) {
            to.append(&mut self.messages.lock().unwrap_or_else(PoisonError::into_inner));
            self.any.store(false, Ordering::Release);
        }
    }
}
