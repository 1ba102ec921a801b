//! What this kernel and this process may do with a ring, and why not: plain data, and words for it.
//!
//! Nothing here is asked at start-up. [`Caps::discover`] takes about a millisecond, is called when a ring is about to
//! be used, and stops at the first reason against one: who is watched makes no call that can be seen.
//!
//! The numbers of getdents and fchmod, which no mainline kernel has, are never guessed: forks have used numbers that
//! mainline gave to other operations later. They come by name from the kernel's own types, or from the user, and are
//! believed after a trial that leaves no trace.

use std::{fmt, os::fd::BorrowedFd};

use super::{
    btf,
    uring::{setup, trial},
};
use crate::sys::{Errno, supervision, vmlinux};

/// What can be done here.
pub struct Caps {
    /// Whether system calls are filtered. A filter may kill: then no call is to be made that GNU's tools do not make.
    pub filtered: bool,
    /// What a ring can do, or why there is none.
    pub ring: Result<Abilities, Refusal>,
}

/// What a ring can do beside opening directories and looking at names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// How it is set up.
    pub setup: Setup,
    /// The number of getdents64(2) as an operation.
    pub getdents: Result<u8, Lack>,
    /// The number of fchmod(2) as an operation.
    pub fchmod: Result<u8, Lack>,
}

/// How a ring's completions reach us: the best that this kernel has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// When we wait for them, on one thread (DEFER_TASKRUN, Linux 6.1).
    Deferred,
    /// At the next system call (COOP_TASKRUN, Linux 5.19).
    Cooperative,
}

/// Why there is no ring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// System calls are filtered.
    Filtered,
    /// This process traces us.
    Traced(u32),
    /// Who filters and traces can't be told, since /proc can't be read.
    Unknown(Errno),
    /// This library stands before libc; without a name, an auditor of the linker.
    Interposed(Vec<u8>),
    /// The setting kernel.io_uring_disabled has this value.
    Disabled(u8),
    /// Something else forbids it.
    Denied,
    /// The kernel was built without.
    Absent,
    /// The kernel's ring lacks what we need.
    Old,
    /// There is no memory for it, or none that may be locked.
    Memory,
    /// Anything else.
    Failed(Errno),
}

/// Why a ring can't do an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lack {
    /// No operation of the kernel has that name.
    Unnamed,
    /// The kernel does not tell its operations' names.
    Untold(Errno),
    /// The number that was given is that of another operation.
    Taken(u8, Vec<u8>),
    /// The number that was given, or found, is that of no operation.
    Unknown(u8),
    /// The operation of that number did not do what it should.
    Unproven(u8, &'static str),
}

/// Numbers of operations for kernels that do not tell them: the argument of `--io-ops`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// That of getdents64(2).
    pub getdents: Option<u8>,
    /// That of fchmod(2).
    pub fchmod: Option<u8>,
}

/// The first number that can be given: those below it were in use before the first fork gave getdents one, and a trial
/// of some would leave a trace.
const FIRST_FREE: u8 = 37;

impl Numbers {
    /// Reads `getdents:N,fchmod:N`, or either of them.
    pub fn parse(text: &str) -> Option<Numbers> {
        let mut numbers = Numbers::default();
        for part in text.split(',') {
            let (name, number) = part.split_once(':')?;
            let place = match name {
                "getdents" => &mut numbers.getdents,
                "fchmod" => &mut numbers.fchmod,
                _ => return None,
            };
            let digits = number.bytes().all(|byte| byte.is_ascii_digit());
            let number = number.parse().ok().filter(|&number| digits && number >= FIRST_FREE)?;
            if place.replace(number).is_some() {
                return None;
            }
        }
        Some(numbers)
    }
}

impl Caps {
    /// Finds out, with `numbers` where the user gave some. `sample` is a directory that is being read: a second
    /// descriptor of it is read too. Not for the main thread, where the kernel's types can only be read whole.
    pub fn discover(numbers: Numbers, sample: BorrowedFd<'_>) -> Caps {
        let watch = supervision::watch();
        let filtered = watch.is_ok_and(|watch| watch.filtered);
        Caps { filtered, ring: unwatched(watch).and_then(|()| abilities(numbers, sample)) }
    }
}

/// Whether nobody watches who must not see, or could not see, the calls of a ring.
fn unwatched(watch: Result<supervision::Watch, Errno>) -> Result<(), Refusal> {
    match watch {
        Err(errno) => Err(Refusal::Unknown(errno)),
        Ok(watch) if watch.filtered => Err(Refusal::Filtered),
        Ok(watch) if watch.tracer != 0 => Err(Refusal::Traced(watch.tracer)),
        Ok(_) => supervision::interposer().map_or(Ok(()), |library| Err(Refusal::Interposed(library))),
    }
}

fn abilities(numbers: Numbers, sample: BorrowedFd<'_>) -> Result<Abilities, Refusal> {
    let (setup, known) = setup::probe()?;
    let types = vmlinux::btf();
    let types = types.as_deref().map_err(|errno| *errno);
    let number = |name, given| number(types, name, given).and_then(|number| known.knows(number));
    let getdents = number(b"IORING_OP_GETDENTS", numbers.getdents)
        .and_then(|number| trial::getdents(setup, number, sample));
    let fchmod = number(b"IORING_OP_FCHMOD", numbers.fchmod).and_then(|number| trial::fchmod(setup, number));
    Ok(Abilities { setup, getdents, fchmod })
}

/// The number of an operation: the one that was given, unless the kernel says that it is another's, or the kernel's own.
fn number(types: Result<&[u8], Errno>, name: &[u8], given: Option<u8>) -> Result<u8, Lack> {
    let mut told = types.map(|types| btf::operations(types).into_iter().flatten());
    match (&mut told, given) {
        (Err(errno), None) => Err(Lack::Untold(*errno)),
        (Err(_), Some(number)) => Ok(number),
        (Ok(told), None) => told.find(|told| told.0 == name).map(|told| told.1).ok_or(Lack::Unnamed),
        (Ok(told), Some(number)) => match told.find(|told| told.1 == number) {
            Some((other, _)) if other != name => Err(Lack::Taken(number, other.to_vec())),
            _ => Ok(number),
        },
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Filtered => f.write_str("system calls are filtered (seccomp), and a filter may kill"),
            Refusal::Traced(tracer) => write!(f, "process {tracer} traces this one"),
            Refusal::Unknown(errno) => {
                write!(f, "/proc/self/status, which tells of filters, can't be read: {}", words(*errno))
            }
            Refusal::Interposed(library) if library.is_empty() => {
                f.write_str("the linker is audited (LD_AUDIT)")
            }
            Refusal::Interposed(library) => {
                write!(f, "{} is preloaded, and sees only calls of libc", String::from_utf8_lossy(library))
            }
            Refusal::Disabled(value) => write!(f, "switched off by kernel.io_uring_disabled={value}"),
            Refusal::Denied => f.write_str("the system does not permit it"),
            Refusal::Absent => f.write_str("this kernel has no io_uring"),
            Refusal::Old => f.write_str("the io_uring of this kernel is older than that of Linux 5.19"),
            Refusal::Memory => f.write_str("no memory for it, or RLIMIT_MEMLOCK is too low"),
            Refusal::Failed(errno) => write!(f, "it can't be set up: {}", words(*errno)),
        }
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lack::Unnamed => f.write_str("this kernel has no such operation"),
            Lack::Untold(errno) => {
                write!(f, "this kernel does not tell the names of its operations: {}", words(*errno))
            }
            Lack::Taken(number, other) => {
                write!(f, "operation {number} is {} in this kernel", String::from_utf8_lossy(other))
            }
            Lack::Unknown(number) => write!(f, "this kernel has no operation {number}"),
            Lack::Unproven(number, why) => write!(f, "operation {number} failed its trial: {why}"),
        }
    }
}

fn words(errno: Errno) -> String {
    String::from_utf8_lossy(&errno.message()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let check = |text: &str, getdents, fchmod| {
            assert_eq!(Numbers::parse(text), Some(Numbers { getdents, fchmod }), "{text}");
        };
        check("getdents:58,fchmod:59", Some(58), Some(59));
        check("fchmod:255,getdents:37", Some(37), Some(255));
        check("getdents:041", Some(41), None);
        check("fchmod:60", None, Some(60));
    }

    #[test]
    fn other_texts_are_no_numbers() {
        let texts = "|,|getdents|getdents:|getdents:58,|getdents:58,getdents:58|fchmod:256|getdents:36|fchmod:19|\
             chmod:58|getdents=58|getdents: 58|getdents:+58|getdents:-1|GETDENTS:58|getdents:58 fchmod:59";
        for text in texts.split('|') {
            assert_eq!(Numbers::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_number_counts_only_under_its_own_name() {
        let types = vmlinux::btf();
        let Ok(types) = types.as_deref() else { return eprintln!("NOT RUN: this kernel has no BTF") };
        let check = |name: &[u8], given, expected| assert_eq!(number(Ok(types), name, given), expected);
        check(b"IORING_OP_STATX", None, Ok(21));
        check(b"IORING_OP_NEVER", None, Err(Lack::Unnamed));
        check(b"IORING_OP_NEVER", Some(41), Err(Lack::Taken(41, b"IORING_OP_FSETXATTR".to_vec())));
        check(b"IORING_OP_NEVER", Some(254), Ok(254));
        check(b"IORING_OP_FSETXATTR", Some(41), Ok(41));
        let untold = Errno::NOENT;
        assert_eq!(number(Err(untold), b"IORING_OP_STATX", None), Err(Lack::Untold(untold)));
        assert_eq!(number(Err(untold), b"IORING_OP_STATX", Some(77)), Ok(77));
    }

    #[test]
    fn who_is_watched_has_no_ring() {
        let watch = |filtered, tracer| unwatched(Ok(supervision::Watch { filtered, tracer }));
        assert_eq!(watch(true, 0), Err(Refusal::Filtered));
        assert_eq!(watch(false, 7), Err(Refusal::Traced(7)));
        assert_eq!(unwatched(Err(Errno::NOENT)), Err(Refusal::Unknown(Errno::NOENT)));
    }
}
