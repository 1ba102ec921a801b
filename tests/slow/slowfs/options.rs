//! The command line.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use rustix::io::Errno;

use crate::shape::Shape;

/// What a request is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// A name is looked up.
    Lookup,
    /// An inode is asked for.
    Getattr,
    /// A directory or file is opened.
    Open,
    /// A directory is read from its beginning.
    Read,
    /// The rest of it is read, which may be nothing.
    Rest,
    /// A mode is changed.
    Chmod,
}

impl On {
    /// All of them, with their names.
    pub const ALL: [(On, &'static str); 6] = [
        (On::Lookup, "lookup"),
        (On::Getattr, "getattr"),
        (On::Open, "open"),
        (On::Read, "read"),
        (On::Rest, "rest"),
        (On::Chmod, "chmod"),
    ];
}

/// What goes wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It fails.
    Fail(Errno),
    /// It is answered only if the caller is interrupted.
    Hang,
    /// The server ends.
    Die,
}

/// What the command line says.
#[derive(Debug)]
pub struct Options {
    /// What a request takes.
    pub latency: Duration,
    /// How many requests are served at a time.
    pub at_once: Option<usize>,
    /// The tree.
    pub shape: Shape,
    /// Requests on entries by number, and what goes wrong with them.
    pub faults: Vec<(On, u64, Fault)>,
    /// Whether no counts are told.
    pub quiet: bool,
    /// Where it is mounted.
    pub mountpoint: PathBuf,
    /// What runs meanwhile; nothing where it is empty.
    pub command: Vec<OsString>,
}

impl Options {
    /// Reads the words after the program's name.
    pub fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Options, String> {
        let mut options = Options {
            latency: Duration::from_millis(1),
            at_once: None,
            shape: Shape::new(8, 3, 8),
            faults: Vec::new(),
            quiet: false,
            mountpoint: PathBuf::new(),
            command: Vec::new(),
        };
        // Their paths have a meaning once the tree is known.
        let mut faults = Vec::new();
        let mountpoint = loop {
            let word = words.next().ok_or("no mount point")?;
            let Some(option) = word.to_str().and_then(|word| word.strip_prefix("--")) else { break word };
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let wrong = || format!("--{option}: what is this?");
            match name {
                "latency" => options.latency = latency(value).ok_or_else(wrong)?,
                "at-once" => {
                    let number = value.parse().ok().filter(|&number| number > 0);
                    options.at_once = Some(number.ok_or_else(wrong)?);
                }
                "tree" => options.shape = shape(value).ok_or_else(wrong)?,
                "fail" | "hang" | "die" => {
                    faults.push((option.to_owned(), name.to_owned(), value.to_owned()))
                }
                "quiet" => options.quiet = true,
                _ => return Err(wrong()),
            }
        };
        options.mountpoint = mountpoint.into();
        match words.next() {
            Some(dashes) if dashes == "--" => options.command = words.collect(),
            Some(word) => return Err(format!("{}: what is this?", word.to_string_lossy())),
            None => {}
        }
        for (option, name, value) in faults {
            let fault = fault(&name, &value, &options.shape);
            options.faults.push(fault.ok_or_else(|| format!("--{option}: what is this?"))?);
        }
        Ok(options)
    }
}

/// Reads `500us`, `1ms`, `2s`.
fn latency(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| !c.is_ascii_digit())?;
    let number = text[..unit].parse().ok()?;
    match &text[unit..] {
        "us" => Some(Duration::from_micros(number)),
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        _ => None,
    }
}

/// Reads `FANOUT,LEVELS,FILES`.
fn shape(text: &str) -> Option<Shape> {
    let numbers: Vec<u32> = text.split(',').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [fanout, levels, files] = numbers[..] else { return None };
    u64::from(fanout).checked_pow(levels + 1)?;
    Some(Shape::new(fanout.into(), levels, files.into()))
}

/// Reads the value of `--fail`, `--hang` or `--die`.
fn fault(name: &str, value: &str, shape: &Shape) -> Option<(On, u64, Fault)> {
    let mut parts = value.split(':');
    let on = parts.next()?;
    let on = On::ALL.iter().find(|(_, name)| *name == on)?.0;
    let node = shape.find(parts.next()?)?;
    let fault = match name {
        "fail" => Fault::Fail(error(parts.next()?)?),
        "hang" => Fault::Hang,
        _ => Fault::Die,
    };
    parts.next().is_none().then_some((on, node, fault))
}

/// An error by its name.
fn error(name: &str) -> Option<Errno> {
    Some(match name {
        "EIO" => Errno::IO,
        "EACCES" => Errno::ACCESS,
        "ENOENT" => Errno::NOENT,
        "ENOMEM" => Errno::NOMEM,
        "ESTALE" => Errno::STALE,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a command line, its words parted by spaces.
    fn parse(text: &str) -> Result<Options, String> {
        Options::parse(text.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_are_read() {
        let line = "--latency=500us --at-once=4 --fail=open:d1/d0:EIO --tree=2,2,0 --hang=chmod:. m -- ls -l";
        let options = parse(line).unwrap();
        assert_eq!(options.latency, Duration::from_micros(500));
        assert_eq!(options.at_once, Some(4));
        assert_eq!(options.faults, [(On::Open, 6, Fault::Fail(Errno::IO)), (On::Chmod, 1, Fault::Hang)]);
        assert_eq!((options.mountpoint, options.command), ("m".into(), vec!["ls".into(), "-l".into()]));
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "",
            "--latency=1 m",
            "--latency=ms m",
            "--at-once=0 m",
            "--tree=8,3 m",
            "--tree=9,99,1 m",
            "--fail=open:d1 m",
            "--fail=open:d9:EIO m",
            "--fail=open:d1:EWHAT m",
            "--hang=open:d1:EIO m",
            "--die=close:d1 m",
            "--what m",
            "m ls",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
