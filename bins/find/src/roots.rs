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
        Mutex, MutexGuard, PoisonError,
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
    /// All of these at once.
    Together(Box<Roots<'a>>),
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

/// What is wrong with the paths that the walk is at, where they are empty ones that were read.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    /// Numbers of paths, in ascending order, and messages.
    messages: Mutex<Vec<(usize, Vec<u8>)>>,
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

impl<'a> Roots<'a> {
    /// All of them as one, so that none is walked before the last is known.
    pub(crate) fn together(self) -> Roots<'a> {
        Roots::Together(Box::new(self))
    }

    /// The next path, the first of its batch or with so many before it.
    fn next_path(&mut self, before: usize) -> Option<CString> {
        match self {
            Roots::Given(paths) => Some(CString::new(paths.next()?).unwrap_or_default()),
            Roots::Listed(listed) => listed.next(before),
            Roots::Together(roots) => roots.next_path(before),
        }
    }
}

impl Iterator for Roots<'_> {
    type Item = Vec<CString>;

    fn next(&mut self) -> Option<Vec<CString>> {
        let mut paths = vec![self.next_path(0)?];
        if let Roots::Together(roots) = self {
            while let Some(path) = roots.next_path(paths.len()) {
                paths.push(path);
            }
        }
        Some(paths)
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

    fn next(&mut self, before: usize) -> Option<CString> {
        if before == 0 {
            self.trouble.forget();
        }
        let mut path = Vec::new();
        let read = self.source.as_mut()?.read_until(0, &mut path);
        if let Err(error) = read {
            self.source = None;
            self.trouble.put(before, because("%s: read error", &[&quoted(&self.name())], errno(error)));
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
            self.trouble.put(before, text!(quoted(&self.name()), ":", count, ": ", empty));
        }
        CString::new(path).ok()
    }
}

impl Trouble {
    /// The message about the path of this number, if there is one, which is about to be said.
    pub(crate) fn say(&self, number: usize) -> Option<Vec<u8>> {
        let messages = self.messages();
        let at = messages.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        self.give_up();
        Some(messages[at].1.clone())
    }

    /// Gives up the batches that are left at the end, as GNU's find does after a message of this kind.
    pub(crate) fn give_up(&self) {
        self.gave_up.store(true, Ordering::Relaxed);
    }

    /// Whether they were given up.
    pub(crate) fn has_given_up(&self) -> bool {
        self.gave_up.load(Ordering::Relaxed)
    }

    fn put(&self, number: usize, message: Vec<u8>) {
        self.messages().push((number, message));
    }

    fn forget(&self) {
        self.messages().clear();
    }

    fn messages(&self) -> MutexGuard<'_, Vec<(usize, Vec<u8>)>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
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
