//! The operands, one batch after the other: those of the command line, or those that --files0-from reads when their turn
//! has come. There are no more once a signal ends the run.
//!
//! What is wrong with a name that was read is said in its place: it goes to the walk as an empty one, which no file has,
//! and its message waits until the walk says so.

use std::{
    ffi::{CString, OsStr},
    fs::File,
    io::{self, BufRead, BufReader},
    os::{fd::AsFd, unix::ffi::OsStrExt},
    sync::{Mutex, PoisonError},
    vec,
};

use anyhow::Result;
use ringutils::{
    args::Program,
    sys::{Errno, signals},
    text::{diag, quote},
};

use crate::log::errno;

/// What is wrong with the name that the walk is at, until it has been said.
static TROUBLE: Mutex<Option<Trouble>> = Mutex::new(None);

/// What can be wrong with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// This file's name of this number is empty.
    Empty(Vec<u8>, u64),
    /// This file could not be read.
    Unreadable(Vec<u8>, Errno),
}

/// Where operands come from.
#[derive(Debug)]
pub(crate) enum Operands {
    /// The command line.
    Given(vec::IntoIter<Vec<CString>>),
    /// A file.
    Listed(Listed),
}

/// Names that are read from a file.
#[derive(Debug)]
pub(crate) struct Listed {
    /// The file; `None` when there are no more.
    source: Option<BufReader<File>>,
    /// What it is called in messages.
    name: Vec<u8>,
    /// How many names have been read.
    count: u64,
}

impl Operands {
    /// Opens the file of that name, standard input for `-`, which holds names that end with NULs.
    pub(crate) fn listed(program: &Program, name: &[u8]) -> Result<Operands> {
        // As a file, since io::Stdin takes one that is closed for one that is empty.
        let source = match name {
            b"-" => io::stdin().as_fd().try_clone_to_owned().map(File::from),
            _ => File::open(OsStr::from_bytes(name)),
        };
        let source = source.map_err(|error| {
            let mut text = b"cannot open ".to_vec();
            quote::push_locale(&mut text, name);
            text.extend_from_slice(b" for reading: ");
            text.extend_from_slice(&errno(error).message());
            program.plain(&text)
        })?;
        Ok(Operands::Listed(Listed { source: Some(BufReader::new(source)), name: name.to_vec(), count: 0 }))
    }

    /// What is wrong with the name that the walk is at, if it is an empty one that was read.
    pub(crate) fn trouble() -> Option<Trouble> {
        TROUBLE.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Iterator for Operands {
    type Item = Vec<CString>;

    fn next(&mut self) -> Option<Vec<CString>> {
        if signals::caught().is_some() {
            return None;
        }
        match self {
            Operands::Given(batches) => batches.next(),
            Operands::Listed(listed) => listed.next().map(|name| vec![name]),
        }
    }
}

impl Listed {
    fn next(&mut self) -> Option<CString> {
        let name = read_name(self.source.as_mut()?);
        if !matches!(name, Ok(Some(_))) {
            self.source = None;
        }
        let mut name = match name {
            Ok(name) => name?,
            Err(error) => {
                return Some(self.wrong(Trouble::Unreadable(self.name.clone(), errno(error))));
            }
        };
        self.count += 1;
        if name.last() == Some(&0) {
            name.pop();
        }
        if name.is_empty() {
            return Some(self.wrong(Trouble::Empty(self.name.clone(), self.count)));
        }
        CString::new(trim(name)).ok()
    }

    fn wrong(&self, trouble: Trouble) -> CString {
        *TROUBLE.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble);
        CString::default()
    }
}

/// Reads a name and the NUL behind it, if there is one; `None` where there is nothing more, or a signal ends the run.
fn read_name(source: &mut BufReader<File>) -> io::Result<Option<Vec<u8>>> {
    let mut name = Vec::new();
    loop {
        if source.buffer().is_empty() && !signals::await_input(source.get_ref().as_fd()) {
            return Ok(None);
        }
        let bytes = source.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == 0);
        let used = end.map_or(bytes.len(), |at| at + 1);
        name.extend_from_slice(&bytes[..used]);
        source.consume(used);
        if end.is_some() || used == 0 {
            return Ok(Some(name).filter(|name| !name.is_empty()));
        }
    }
}

impl Trouble {
    /// Appends the message.
    pub(crate) fn tell(&self, program: &[u8], out: &mut Vec<u8>) {
        match self {
            Trouble::Empty(file, number) => {
                let text = format!("{number}: invalid zero-length file name");
                // Between the name and the number there is no space.
                out.extend_from_slice(program);
                out.extend_from_slice(b": ");
                quote::push_in_front(out, file);
                out.push(b':');
                out.extend_from_slice(text.as_bytes());
                out.push(b'\n');
            }
            Trouble::Unreadable(file, errno) => {
                let text = format!("read error: {}", String::from_utf8_lossy(&errno.message()));
                diag::about(out, program, file, &text);
            }
        }
    }
}

/// An operand as messages show it: of several slashes at its end one is left, unless it is `//`.
pub(crate) fn trim(mut file: Vec<u8>) -> Vec<u8> {
    if file.len() > 2 {
        while file.len() > 1 && file.ends_with(b"//") {
            file.pop();
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_at_the_end() {
        let check = |file: &str, expected: &str| assert_eq!(trim(file.into()), expected.as_bytes(), "{file}");
        check("", "");
        check("/", "/");
        check("//", "//");
        check("///", "/");
        check("a", "a");
        check("a/", "a/");
        check("a///", "a/");
        check("//a//b", "//a//b");
    }
}
