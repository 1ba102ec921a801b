//! -ok and -okdir: the answers of whoever sits at standard input.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    os::fd::AsFd,
    sync::{Mutex, OnceLock, PoisonError},
};

use ringutils::{sys::Errno, text::wording};

/// Standard input; `None` where it could not be had.
static INPUT: OnceLock<Option<Mutex<BufReader<File>>>> = OnceLock::new();

/// Asks on standard error, and tells whether the next line of input says yes. The end says no. An error is that of asking.
pub(crate) fn given(question: &[u8]) -> Result<bool, Errno> {
    // As a file, since io::Stderr takes one that is closed for one that takes all.
    let asked = io::stderr().as_fd().try_clone_to_owned();
    let asked = asked.and_then(|copy| File::from(copy).write_all(question));
    asked.map_err(|error| Errno(error.raw_os_error().unwrap_or_default()))?;
    Ok(answer())
}

fn answer() -> bool {
    let input = INPUT.get_or_init(|| {
        let copy = io::stdin().as_fd().try_clone_to_owned().ok()?;
        Some(Mutex::new(BufReader::with_capacity(4096, File::from(copy))))
    });
    let Some(input) = input else { return false };
    let mut line = Vec::new();
    let read = input.lock().unwrap_or_else(PoisonError::into_inner).read_until(b'\n', &mut line);
    read.is_ok() && wording::is_yes(line)
}
