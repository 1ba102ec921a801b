//! -ok and -okdir: the answers of whoever sits at standard input.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    os::fd::AsFd,
    sync::{Mutex, OnceLock, PoisonError},
};

use ringutils::text::wording;

/// Standard input; `None` where it could not be had.
static INPUT: OnceLock<Option<Mutex<BufReader<File>>>> = OnceLock::new();

/// Reads a line, and tells whether it says yes. The end says no.
pub(crate) fn given() -> bool {
    let input = INPUT.get_or_init(|| {
        let copy = io::stdin().as_fd().try_clone_to_owned().ok()?;
        Some(Mutex::new(BufReader::with_capacity(4096, File::from(copy))))
    });
    let Some(input) = input else { return false };
    let mut line = Vec::new();
    let read = input.lock().unwrap_or_else(PoisonError::into_inner).read_until(b'\n', &mut line);
    read.is_ok() && wording::is_yes(line)
}
