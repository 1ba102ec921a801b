//! -exec and its kin: command lines, for one path and for batches of paths.
//!
//! Does not decide when a command is run: see `act`.

use std::{
    ffi::{CStr, CString},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
};

use ringutils::sys::{
    Errno,
    process::{self, End, NotRun, Setting},
    until_nul,
};

/// Bytes that the arguments of one command may take in a batch, NULs included, as GNU's find bounds them; less where
/// the environment or a small stack leave less.
const BATCH_BYTES: usize = 128 * 1024;

/// What stands for the path.
const PATH: &[u8] = b"{}";

/// A command line that is run for one path.
#[derive(Debug, PartialEq)]
pub(crate) struct Command {
    /// The program and its arguments, each with `{}` anywhere.
    args: Vec<CString>,
    /// Whether it is started in the directory of the path, and told the last part of it.
    pub there: bool,
    /// Whether somebody is asked first; it gets no standard input then.
    pub asks: bool,
}

/// A command line that is run for many paths, which follow its own arguments.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The program, where it is not the first path itself, and its arguments.
    args: Vec<CString>,
    /// Whether it is started in the directory of the paths; these are last parts then, all of one directory.
    pub there: bool,
    /// That directory, once a path has been added, or why no program can be started in it.
    place: Option<Result<OwnedFd, Errno>>,
    /// The paths collected so far, each with a NUL behind it.
    paths: Vec<u8>,
    /// Bytes of the program's own arguments, NULs included.
    own: usize,
    /// Bytes that they may take.
    limit: usize,
}

/// What a run came to, for the message and the exit status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The program exited, with success or not.
    Ended(bool),
    /// A signal ended the program of this name.
    Killed(CString, i32),
    /// The program of this name could not be executed.
    NotRun(CString, Errno),
    /// No process could be made for it.
    NoProcess(Errno),
    /// The directory that it is to be started in may not be searched.
    NoPlace(Errno),
}

/// A single path, or the words without one, are too long for a command line.
#[derive(Debug, PartialEq)]
pub(crate) struct TooLong;

impl TooLong {
    /// What is said of it.
    pub(crate) const MESSAGE: &str = "cannot fit single argument within argument list size limit";
}

impl Command {
    /// From the words between -exec and `;`.
    pub(crate) fn new(args: Vec<CString>, there: bool, asks: bool) -> Command {
        Command { args, there, asks }
    }

    /// The program, as it was written.
    pub(crate) fn program(&self) -> &[u8] {
        self.args.first().map_or(b"", |program| program.to_bytes())
    }

    /// Runs it for a path, in a directory if not in ours, and waits for its end.
    pub(crate) fn run(&self, path: &[u8], dir: Option<BorrowedFd<'_>>) -> Outcome {
        let args: Vec<CString> = self.args.iter().map(|arg| with_path(arg, path)).collect();
        let setting = Setting { dir, no_input: self.asks };
        run(&args.iter().map(CString::as_c_str).collect::<Vec<_>>(), setting)
    }
}

impl Batch {
    /// From the words between -exec and `{} +`, which may be more than a program can be given.
    pub(crate) fn new(args: Vec<CString>, there: bool) -> Result<Batch, TooLong> {
        let own = args.iter().map(|arg| arg.count_bytes() + 1).sum();
        let limit = BATCH_BYTES.min(process::argument_room());
        if own > limit {
            return Err(TooLong);
        }
        Ok(Batch { args, there, place: None, paths: Vec::new(), own, limit })
    }

    /// Takes the directory of all paths from here on, or why no program can be started in it.
    pub(crate) fn start_in(&mut self, place: Result<OwnedFd, Errno>) {
        self.place = Some(place);
    }

    /// Whether it has a directory for the paths.
    pub(crate) fn has_place(&self) -> bool {
        self.place.is_some()
    }

    /// Adds a path, which has no NUL inside; see `is_full_for`.
    pub(crate) fn add(&mut self, path: &[u8]) -> Result<(), TooLong> {
        if self.bytes_with(path) > self.limit {
            return Err(TooLong);
        }
        self.paths.extend_from_slice(path);
        self.paths.push(0);
        Ok(())
    }

    /// Whether it holds paths and must be run before this one is added.
    pub(crate) fn is_full_for(&self, path: &[u8]) -> bool {
        self.has_paths() && self.bytes_with(path) > self.limit
    }

    /// Whether there is anything to run it for.
    pub(crate) fn has_paths(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Runs it for the paths that it holds, if any.
    pub(crate) fn run(&mut self, ran: &mut impl FnMut(Outcome)) {
        if self.has_paths() {
            let mut rest = self.paths.as_slice();
            let paths = std::iter::from_fn(|| {
                let path = until_nul(rest);
                rest = rest.get(path.count_bytes() + 1..)?;
                Some(path)
            });
            let argv: Vec<&CStr> = self.args.iter().map(CString::as_c_str).chain(paths).collect();
            let dir = self.place.as_ref().map(Result::as_ref).transpose();
            ran(match dir {
                Ok(dir) => run(&argv, Setting { dir: dir.map(AsFd::as_fd), no_input: false }),
                Err(errno) => Outcome::NoPlace(*errno),
            });
        }
        self.forget();
    }

    /// Drops the paths.
    pub(crate) fn forget(&mut self) {
        self.paths.clear();
    }

    /// Leaves the directory.
    pub(crate) fn leave(&mut self) {
        self.place = None;
    }

    fn bytes_with(&self, path: &[u8]) -> usize {
        self.own + self.paths.len() + path.len() + 1
    }
}

impl Outcome {
    /// Whether the program ran and reported success.
    pub(crate) fn is_success(&self) -> bool {
        *self == Outcome::Ended(true)
    }
}

/// Whether a word of the command line speaks of the path.
pub(crate) fn names_path(word: &[u8]) -> bool {
    memchr::memmem::find(word, PATH).is_some()
}

/// Whether a word is `{}` and nothing else.
pub(crate) fn is_path(word: &[u8]) -> bool {
    word == PATH
}

fn run(argv: &[&CStr], setting: Setting<'_>) -> Outcome {
    match process::run(argv, setting) {
        Ok(End::Exit(status)) => Outcome::Ended(status == 0),
        Ok(End::Signal(signal)) => Outcome::Killed(name(argv), signal),
        Err(NotRun::Program(errno)) => Outcome::NotRun(name(argv), errno),
        Err(NotRun::Process(errno)) => Outcome::NoProcess(errno),
    }
}

fn name(argv: &[&CStr]) -> CString {
    argv.first().map(|&program| program.to_owned()).unwrap_or_default()
}

/// An argument with the path in place of every `{}`.
fn with_path(arg: &CStr, path: &[u8]) -> CString {
    let mut filled = Vec::new();
    let mut rest = arg.to_bytes();
    while let Some(at) = memchr::memmem::find(rest, PATH) {
        filled.extend_from_slice(&rest[..at]);
        filled.extend_from_slice(path);
        rest = &rest[at + PATH.len()..];
    }
    filled.extend_from_slice(rest);
    CString::new(filled).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_takes_every_place() {
        let check = |arg: &CStr, expected: &CStr| assert_eq!(with_path(arg, b"a/b").as_c_str(), expected);
        check(c"{}", c"a/b");
        check(c"x{}y{}", c"xa/bya/b");
        check(c"{{}}", c"{a/b}");
        check(c"plain", c"plain");
        check(c"", c"");
    }

    #[test]
    fn commands_tell_how_they_ended() {
        let check = |args: &[&CStr], expected: Outcome| {
            let command = Command::new(args.iter().map(|&arg| arg.to_owned()).collect(), false, false);
            assert_eq!(command.run(b"1", None), expected, "{args:?}");
        };
        check(&[c"test", c"{}", c"=", c"1"], Outcome::Ended(true));
        check(&[c"test", c"{}", c"=", c"2"], Outcome::Ended(false));
        check(&[c"sh", c"-c", c"kill -{} $$"], Outcome::Killed(c"sh".to_owned(), 1));
        check(&[c"no-such-{}"], Outcome::NotRun(c"no-such-1".to_owned(), Errno::NOENT));
    }

    #[test]
    fn a_batch_ends_at_128_kib() {
        let mut outcomes = Vec::new();
        let mut ran = |outcome: Outcome| outcomes.push(outcome);
        let mut batch =
            Batch { limit: BATCH_BYTES, ..Batch::new(vec![c"true".to_owned()], false).expect("room") };
        let path = [b'x'; 99];
        // 5 bytes for "true", 100 a path.
        for _ in 0..1310 {
            assert!(!batch.is_full_for(&path));
            assert_eq!(batch.add(&path), Ok(()));
        }
        assert!(batch.is_full_for(&path) && !batch.is_full_for(&path[..66]));
        batch.run(&mut ran);
        assert_eq!(batch.add(&path), Ok(()));
        batch.run(&mut ran);
        batch.run(&mut ran);
        let long = vec![b'x'; BATCH_BYTES];
        assert!(!batch.is_full_for(&long));
        assert_eq!(batch.add(&long), Err(TooLong));
        assert_eq!(outcomes, [Outcome::Ended(true), Outcome::Ended(true)]);
    }
}
