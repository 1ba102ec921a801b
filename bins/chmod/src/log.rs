//! The undo log: what each file's mode was, written before it is changed.
//!
//! ```text
//! ringutils undo log 1\0          what this is
//! /working/directory\0            where relative paths begin
//! OLD NEW DEV INO LENGTH LINKS PATH\0     one a change, in an order in which changes may be undone from the end
//! ```
//!
//! OLD and NEW are modes in octal, DEV and INO tell the file, LENGTH is how many bytes of the path are the operand, and
//! LINKS tells where the path may lead through links: `-` in its operand's directories only, `l` also at its end, `L`
//! everywhere. Only NUL can't be in a path, so it ends records. A record whose change was never made does no harm.
//!
//! Threads gather records of their own, and write them when all questions about a directory have been gathered. Every
//! so many bytes what was written is synced before anything else is changed. Reading the log is `undo`'s.

use std::{
    cell::RefCell,
    env,
    ffi::OsStr,
    fs::{File, OpenOptions},
    io,
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        fs::{FileExt, OpenOptionsExt},
    },
    sync::{Mutex, PoisonError},
};

use ringutils::sys::{Errno, Meta};

/// What the first record says.
pub(crate) const MAGIC: &[u8] = b"ringutils undo log 1";

/// Bytes that are synced together.
const BLOCK: u64 = 1024 * 1024;

thread_local!(static RECORDS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });

/// Where a path may lead through links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Through {
    /// In the directories of its operand only, as every path that is given.
    Nothing,
    /// Also at its end.
    End,
    /// Everywhere.
    All,
}

impl Through {
    /// As the log has it.
    pub(crate) fn letter(self) -> u8 {
        match self {
            Through::Nothing => b'-',
            Through::End => b'l',
            Through::All => b'L',
        }
    }
}

/// A log that is being written.
#[derive(Debug)]
pub(crate) struct Log {
    /// Its name, as given.
    pub(crate) name: Vec<u8>,
    /// The file.
    state: Mutex<State>,
}

/// How far the file has come.
#[derive(Debug)]
struct State {
    /// The file.
    file: File,
    /// Bytes in it that are whole records.
    end: u64,
    /// Bytes of them that have not been synced.
    unsynced: u64,
    /// Why it could not be written, the last time that it could not.
    trouble: Option<Errno>,
}

impl Log {
    /// Makes the file, which must not be there yet: it could be the only record of an earlier run.
    pub(crate) fn create(name: &[u8]) -> Result<Log, Errno> {
        let place = env::current_dir().map_err(errno)?.into_os_string().into_vec();
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let file = options.open(OsStr::from_bytes(name)).map_err(errno)?;
        let log = Log {
            name: name.to_vec(),
            state: Mutex::new(State { file, end: 0, unsynced: 0, trouble: None }),
        };
        RECORDS.with_borrow_mut(|records| *records = [MAGIC, b"\0", &place, b"\0"].concat());
        match log.commit() {
            true => Ok(log),
            false => Err(log.trouble().unwrap_or(Errno::INVAL)),
        }
    }

    /// Notes a change of the calling thread's that is about to be made, unless it leaves the mode as it is.
    pub(crate) fn add(&self, path: &[u8], operand: usize, through: Through, meta: &Meta, new: u32) {
        let (old, (dev, ino)) = (meta.mode & 0o7777, meta.id());
        if old == new {
            return;
        }
        RECORDS.with_borrow_mut(|records| {
            let letter = char::from(through.letter());
            records
                .extend_from_slice(format!("{old:04o} {new:04o} {dev} {ino} {operand} {letter} ").as_bytes());
            records.extend_from_slice(path);
            records.push(0);
        });
    }

    /// Writes what the calling thread has noted: whether its changes may be made. Where they may not they are forgotten.
    pub(crate) fn commit(&self) -> bool {
        RECORDS.with_borrow_mut(|records| {
            let mut state = self.lock();
            let written = if records.is_empty() { Ok(()) } else { state.write(records) };
            records.clear();
            let done = written.is_ok();
            state.trouble = written.err().or(state.trouble);
            done
        })
    }

    /// Why it could not be written, the last time that it could not.
    pub(crate) fn trouble(&self) -> Option<Errno> {
        self.lock().trouble
    }

    /// Syncs it at the end of the run.
    pub(crate) fn finish(&self) -> Result<(), Errno> {
        self.lock().file.sync_all().map_err(errno)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn write(&mut self, records: &[u8]) -> Result<(), Errno> {
        let written = self.file.write_all_at(records, self.end).map_err(errno);
        let length = records.len() as u64;
        let synced = written.and_then(|()| {
            self.unsynced += length;
            if self.unsynced < BLOCK {
                return Ok(());
            }
            self.unsynced = 0;
            self.file.sync_data().map_err(errno)
        });
        match synced {
            Ok(()) => self.end += length,
            // Half a record would spoil what is written behind it. Where even that fails, the next one is written over it.
            Err(_) => drop(self.file.set_len(self.end)),
        }
        synced
    }
}

/// The error number of a failed call of the standard library's.
pub(crate) fn errno(error: io::Error) -> Errno {
    error.raw_os_error().map_or(Errno::INVAL, Errno)
}
