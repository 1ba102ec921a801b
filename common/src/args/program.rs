//! The program's name as messages show it, and a usage error as it goes to standard error.

use std::fmt;

use crate::{
    sys::{Errno, fd},
    text::wording::{self, Source},
};

/// The two forms of the program's name that GNU's messages begin with.
#[derive(Clone, Debug)]
pub struct Program {
    /// argv[0] as given: in what getopt_long says, and after "Try".
    given: Vec<u8>,
    /// Where its last part begins.
    last: usize,
}

impl Program {
    /// From argv[0].
    pub fn new(given: impl Into<Vec<u8>>) -> Program {
        let given = given.into();
        let last = given.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        Program { given, last }
    }

    /// argv[0] as given.
    pub fn given(&self) -> &[u8] {
        &self.given
    }

    /// The last part of argv[0], which begins the run-time messages of ls and chmod.
    pub fn name(&self) -> &[u8] {
        &self.given[self.last..]
    }

    /// A usage error in the tool's own words: `NAME: MESSAGE`, and where to find help.
    pub fn misused(&self, message: &[u8]) -> Complaint {
        let mut text = self.plain(message).text;
        self.push_try(&mut text);
        Complaint { text }
    }

    /// An error in the tool's own words that does not point to `--help`.
    pub fn plain(&self, message: &[u8]) -> Complaint {
        Complaint { text: [self.name(), b": ", message, b"\n"].concat() }
    }

    /// Standard output could not be written.
    pub fn output_lost(&self, errno: Errno) -> Complaint {
        let lost = wording::text_of(Source::Shared, "write error", &[]);
        self.plain(&[&lost, b": ".as_slice(), &errno.message()].concat())
    }

    /// Writes a text that was asked for, such as help, to standard output.
    pub fn show(&self, text: &[u8]) -> Result<(), Complaint> {
        fd::write_all(1, text).map_err(|errno| self.output_lost(errno))
    }

    /// Writes lines about the run itself to standard error, each behind the program's name.
    pub fn remark(&self, text: &str) {
        let line = |line: &str| [self.name(), b": ", line.as_bytes(), b"\n"].concat();
        // What is lost of it is no loss to who reads the output.
        let _ = Complaint { text: text.lines().flat_map(line).collect() }.tell();
    }

    /// What getopt_long(3) says, which uses argv[0] as given: `format` with that and `parts` for its directives, and
    /// `behind`. Then where to find help.
    pub(super) fn getopt(&self, format: &str, parts: &[&[u8]], behind: &[u8]) -> Complaint {
        let mut text = Vec::new();
        wording::push_of(Source::Libc, &mut text, format, &[&[self.given()], parts].concat());
        text.extend_from_slice(behind);
        self.push_try(&mut text);
        Complaint { text }
    }

    fn push_try(&self, text: &mut Vec<u8>) {
        wording::push(text, "Try '%s --help' for more information.\n", &[&self.given]);
    }
}

/// A command line that cannot be obeyed: the whole text for standard error, newline included.
#[derive(Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Whole lines. Bytes, since they quote arguments, which need not be UTF-8.
    text: Vec<u8>,
}

impl Complaint {
    /// One that is already put together, its last newline included.
    pub fn new(text: Vec<u8>) -> Complaint {
        Complaint { text }
    }

    /// Writes the lines to standard error. Where that fails there is nobody left to be told: only the status says so.
    pub fn tell(&self) -> Result<(), Errno> {
        fd::write_all(2, &self.text)
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.text).trim_end())
    }
}

impl fmt::Debug for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Complaint {}
