//! Where the walk starts: the paths of the command line, or those that -files0-from reads, one after the other.
//!
//! Paths are read when their turn has come. What is wrong with one is said in its place: it goes to the walk as an empty
//! path, which no file has, and its message waits until the walk says so.

use std::{
    borrow::Cow,
    ffi::{CString, OsStr},
    fs::File,
    io::{self, BufRead, BufReader},
    os::{
        fd::AsFd,
        unix::{ffi::OsStrExt, fs::MetadataExt},
    },
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    vec,
};

use ringutils::{sys::Errno, text::wording};

use crate::message::{because, quoted, text};

/// Starting points.
pub(crate) enum Roots<'a> {
    /// Those of the command line.
    Given(vec::IntoIter<&'a [u8]>),
    /// Those of a file.
    Listed(Listed<'a>),
}

/// Paths that are read from a file.
pub(crate) struct Listed<'a> {
    /// Where they come from; `None` when there are no more.
    source: Option<BufReader<File>>,
    /// The file's name as it was given.
    name: &'a [u8],
    /// How many have been read.
    count: u64,
    /// What is to be said of an empty path.
    trouble: &'a Trouble,
}

/// What is wrong with the path that the walk is at, if it is an empty one that was read.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    /// The message, until it has been said.
    message: Mutex<Option<Vec<u8>>>,
    /// Whether the batches that are left at the end are not to be run.
    gave_up: AtomicBool,
}

impl<'a> Roots<'a> {
    /// Opens the file of this name, standard input for `-`, which holds paths that end with NULs. With `asks` it must
    /// not be the file that answers are read from. What is wrong is a message.
    pub(crate) fn listed(name: &'a [u8], trouble: &'a Trouble, asks: bool) -> Result<Roots<'a>, Vec<u8>> {
        // As a file, since io::Stdin takes one that is closed for one that is empty.
        let source = match name {
            b"-" => io::stdin().as_fd().try_clone_to_owned().map(File::from),
            _ => File::open(OsStr::from_bytes(name)),
        };
        let source =
            source.map_err(|error| because("cannot open %s for reading", &[&quoted(name)], errno(error)))?;
        if asks && is_standard_input(&source) {
            return Err(wording::text(
                "option -files0-from: standard input must not refer to the same file when combined with -ok, -okdir: %s",
                &[&quoted(name)],
            ));
        }
        Ok(Roots::Listed(Listed { source: Some(BufReader::new(source)), name, count: 0, trouble }))
    }
}

impl Iterator for Roots<'_> {
    type Item = Vec<CString>;

    fn next(&mut self) -> Option<Vec<CString>> {
        let path = match self {
            Roots::Given(paths) => CString::new(paths.next()?).ok(),
            Roots::Listed(listed) => Some(listed.next()?),
        };
        Some(vec![path.unwrap_or_default()])
    }
}

impl Listed<'_> {
    /// What messages call it.
    fn name(&self) -> Cow<'_, [u8]> {
        match self.name {
            b"-" => wording::text("(standard input)", &[]).into(),
            name => name.into(),
        }
    }

    fn next(&mut self) -> Option<CString> {
        let mut path = Vec::new();
        let read = self.source.as_mut()?.read_until(0, &mut path);
        if let Err(error) = read {
            self.source = None;
            self.trouble.put(because("%s: read error", &[&quoted(&self.name())], errno(error)));
            return Some(CString::default());
        }
        if path.is_empty() {
            self.source = None;
            return None;
        }
        self.count += 1;
        if path.last() == Some(&0) {
            path.pop();
        }
        if path.is_empty() {
            let count = self.count.to_string();
            let empty = wording::text("invalid zero-length file name", &[]);
            self.trouble.put(text!(quoted(&self.name()), ":", count, ": ", empty));
        }
        CString::new(path).ok()
    }
}

impl Trouble {
    /// Takes the message, if there is one.
    pub(crate) fn take(&self) -> Option<Vec<u8>> {
        self.message.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Gives up the batches that are left at the end, as GNU's find does after a message of this kind.
    pub(crate) fn give_up(&self) {
        self.gave_up.store(true, Ordering::Relaxed);
    }

    /// Whether they were given up.
    pub(crate) fn has_given_up(&self) -> bool {
        self.gave_up.load(Ordering::Relaxed)
    }

    fn put(&self, message: Vec<u8>) {
        self.give_up();
        *self.message.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
    }
}

fn errno(error: io::Error) -> Errno {
    Errno(error.raw_os_error().unwrap_or_default())
}

fn is_standard_input(file: &File) -> bool {
    let id = |file: &File| file.metadata().map(|meta| (meta.dev(), meta.ino())).ok();
    let input = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    input.is_ok_and(|input| id(&input).is_some() && id(&input) == id(file))
}
