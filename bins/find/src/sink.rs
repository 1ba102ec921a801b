//! Where output goes that does not go to standard output: the files of -fprint and its kin.
//!
//! A file is opened, and emptied, when its name is read on the command line. Names of one file are one outlet, so that
//! what comes through either stands in order. As in GNU's find, bytes wait in memory until there are many, whatever
//! else is written or started meanwhile.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, IsTerminal, Write},
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
};

use ringutils::{sys::Errno, text::wording};

/// Bytes that wait in memory.
const ROOM: usize = 4096;

/// Where an action writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sink {
    /// Standard output.
    Out,
    /// The outlet of this number.
    File(u32),
}

/// All outlets of a command line, in the order of their first name.
#[derive(Debug, Default)]
pub(crate) struct Sinks(Vec<Outlet>);

/// A file that is written.
#[derive(Debug)]
struct Outlet {
    /// As it was named first.
    name: Vec<u8>,
    /// Where bytes go.
    stream: Stream,
    /// Whether somebody reads along, so that bytes do not wait.
    live: bool,
    /// Bytes that wait.
    bytes: Vec<u8>,
    /// What a write failed with.
    failed: Option<Errno>,
}

/// What is behind an outlet.
#[derive(Debug)]
enum Stream {
    /// Standard error.
    Err(io::Stderr),
    /// A file, with its device and inode number.
    File(File, (u64, u64)),
}

impl Sinks {
    /// The sink of a name, and whether it is a terminal.
    pub(crate) fn open(&mut self, name: &[u8]) -> Result<(Sink, bool), Errno> {
        let (stream, live) = match name {
            b"/dev/stdout" => return Ok((Sink::Out, io::stdout().is_terminal())),
            b"/dev/stderr" => (Stream::Err(io::stderr()), true),
            _ => {
                let file = File::create(OsStr::from_bytes(name)).map_err(errno)?;
                let meta = file.metadata().map_err(errno)?;
                let live = file.is_terminal();
                (Stream::File(file, (meta.dev(), meta.ino())), live)
            }
        };
        let terminal = match &stream {
            Stream::Err(stream) => stream.is_terminal(),
            Stream::File(..) => live,
        };
        let same = |outlet: &Outlet| match (&outlet.stream, &stream) {
            (Stream::Err(_), Stream::Err(_)) => true,
            (Stream::File(_, own), Stream::File(_, its)) => own == its,
            _ => false,
        };
        let number = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(Outlet { name: name.to_owned(), stream, live, bytes: Vec::new(), failed: None });
            self.0.len() - 1
        });
        Ok((Sink::File(number as u32), terminal))
    }

    /// Writes to an outlet. Where that fails, gives its name and the error.
    pub(crate) fn write(&mut self, number: u32, bytes: &[u8]) -> Result<(), (&[u8], Errno)> {
        let Some(outlet) = self.0.get_mut(number as usize) else { return Ok(()) };
        outlet.bytes.extend_from_slice(bytes);
        match outlet.live || outlet.bytes.len() >= ROOM {
            true => outlet.flush().map_err(|errno| (outlet.name.as_slice(), errno)),
            false => Ok(()),
        }
    }

    /// What messages call an outlet before it is written to.
    pub(crate) fn name(&self, number: u32) -> Vec<u8> {
        match self.0.get(number as usize) {
            Some(Outlet { stream: Stream::Err(_), .. }) => wording::text("standard error", &[]),
            Some(outlet) => outlet.name.clone(),
            None => Vec::new(),
        }
    }

    /// Writes all that waits; gives the names of the files that did not take everything.
    pub(crate) fn close(&mut self) -> Vec<(&[u8], Errno)> {
        let failed = |outlet: &mut Outlet| outlet.flush().err().or(outlet.failed);
        self.0
            .iter_mut()
            .filter_map(|outlet| Some((failed(outlet)?, outlet)))
            .map(|(errno, outlet)| (outlet.name.as_slice(), errno))
            .collect()
    }
}

impl Outlet {
    fn flush(&mut self) -> Result<(), Errno> {
        let written = match &mut self.stream {
            Stream::Err(stream) => stream.write_all(&self.bytes),
            Stream::File(file, _) => file.write_all(&self.bytes),
        };
        self.bytes.clear();
        let written = written.map_err(errno);
        self.failed = self.failed.or(written.err());
        written
    }
}

fn errno(error: io::Error) -> Errno {
    Errno(error.raw_os_error().unwrap_or_default())
}
