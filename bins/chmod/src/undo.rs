//! --undo: gives files back the modes that an undo log has for them, the last change first.
//!
//! A file is taken hold of by one name after the other, compared with the record, and changed through that descriptor:
//! whatever takes its place meanwhile is not touched. What is no longer the file that was changed, or has another mode
//! than it was given, is left alone and reported.

use std::{
    ffi::{CString, OsStr},
    fs::File,
    io::{self, Write},
    os::{
        fd::{AsFd, AsRawFd, OwnedFd},
        unix::ffi::OsStrExt,
    },
};

use anyhow::Result;
use ringutils::{
    args::Program,
    sys::{
        Errno, file,
        meta::{self, Mask},
        signals,
    },
    text::{diag, quote},
};

use crate::{
    log::{Through, errno},
    mode::SPECIAL,
    records::{Change, Records},
    report::{Outcome, Report},
};

/// Directories that are held at most.
const HELD: usize = 32;

/// One run of --undo.
struct Undo<'a> {
    /// How it talks.
    report: &'a Report,
    /// Whether nothing is changed, only told of.
    dry_run: bool,
    /// Where relative paths begin.
    place: OwnedFd,
    /// The directory that was needed last.
    path: Vec<u8>,
    /// How many bytes of it are the operand, and where it may lead through links.
    kind: (usize, Through),
    /// It and those that it is in, outermost first, as far as they are held: bytes of `path`, and the descriptor.
    held: Vec<(usize, OwnedFd)>,
    /// Standard output.
    out: Vec<u8>,
    /// Where that goes.
    stdout: File,
    /// Why it could not be written, the first time: nothing more is.
    lost: Option<Errno>,
    /// The exit status.
    status: u8,
}

/// Undoes what the log of that name has: the exit status.
pub(crate) fn undo(program: &Program, name: &[u8], report: &Report, dry_run: bool) -> Result<u8> {
    let complain = |what: &str, name: &[u8], errno: Errno| {
        let mut text = what.as_bytes().to_vec();
        quote::push_always(&mut text, name);
        text.extend_from_slice(b": ");
        text.extend_from_slice(&errno.message());
        program.plain(&text)
    };
    let file = File::open(OsStr::from_bytes(name))
        .map_err(|error| complain("cannot open undo log ", name, errno(error)))?;
    let Some(mut records) =
        Records::open(file).map_err(|errno| complain("cannot read undo log ", name, errno))?
    else {
        let mut text = b"not an undo log: ".to_vec();
        quote::push_always(&mut text, name);
        return Err(program.plain(&text).into());
    };
    // Until here one ends the run at once: a log that is no file may take for ever to be opened.
    signals::take_note();
    let place = file::hold_dir(records.place())
        .map_err(|errno| complain("cannot find the directory of the undo log, ", records.place(), errno))?;
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let mut undo = Undo {
        report,
        dry_run,
        place,
        path: Vec::new(),
        kind: (0, Through::Nothing),
        held: Vec::new(),
        out: Vec::new(),
        stdout: stdout.map_err(|error| program.output_lost(errno(error)))?,
        lost: None,
        status: 0,
    };
    undo.all(&mut records, name);
    undo.flush();
    match undo.lost {
        Some(errno) => Err(program.output_lost(errno).into()),
        None => Ok(undo.status),
    }
}

impl Undo<'_> {
    /// Goes through all records.
    fn all(&mut self, records: &mut Records, name: &[u8]) {
        if records.is_cut_short() {
            self.complain(|program, text| diag::about(text, program, name, "the last record is cut short"));
        }
        let mut made_sense = true;
        while signals::caught().is_none() {
            match records.next() {
                Ok(None) => break,
                Ok(Some(Some(change))) => {
                    made_sense = true;
                    self.one(&change);
                }
                // One after the other may be many.
                Ok(Some(None)) if std::mem::take(&mut made_sense) => {
                    self.complain(|program, text| {
                        diag::about(text, program, name, "a part that makes no sense")
                    });
                }
                Ok(Some(None)) => {}
                Err(errno) => {
                    self.complain(|program, text| diag::failed(text, program, "error reading", name, errno));
                    break;
                }
            }
        }
    }

    /// Undoes one change.
    fn one(&mut self, change: &Change) {
        let path = change.path.as_slice();
        let found = self.find(change).and_then(|fd| Ok((meta::fstatx(fd.as_raw_fd(), Mask::BASIC)?, fd)));
        let (meta, fd) = match found {
            Ok(found) => found,
            Err(errno) => {
                self.complain(|program, text| diag::cannot(text, program, "access", path, errno));
                return self.line(path, Outcome::Inaccessible);
            }
        };
        let (mode, old) = (meta.mode & 0o7777, change.old);
        if meta.id() != change.id {
            self.complain(|program, text| diag::about(text, program, path, "not the file that was changed"));
            return self.line(path, Outcome::Refused { old: mode, new: old });
        }
        // Undone already, or logged and never changed.
        if mode == old {
            return self.line(path, Outcome::Applied { old: mode, new: old, changed: false });
        }
        // The kernel drops special bits that the user may not set without a word.
        let is_ours = mode & !SPECIAL == change.new & !SPECIAL && mode & !change.new == 0;
        if !is_ours {
            let text = format!("its mode is {mode:04o}, not {:04o} as it was left", change.new);
            self.complain(|program, out| diag::about(out, program, path, &text));
            return self.line(path, Outcome::Refused { old: mode, new: old });
        }
        let changed = if self.dry_run { Ok(()) } else { file::chmod_held(&fd, old) };
        if let Err(errno) = changed {
            self.complain(|program, text| {
                diag::failed(text, program, "changing permissions of", path, errno)
            });
            return self.line(path, Outcome::Refused { old: mode, new: old });
        }
        if !self.dry_run && old & SPECIAL != 0 {
            let now = meta::fstatx(fd.as_raw_fd(), Mask::MODE).map_or(old, |meta| meta.mode & 0o7777);
            if now != old {
                let text = format!("its mode is {now:04o} now, not {old:04o} as it was");
                self.complain(|program, out| diag::about(out, program, path, &text));
            }
        }
        self.line(path, Outcome::Applied { old: mode, new: old, changed: true })
    }

    /// Takes hold of a file.
    fn find(&mut self, change: &Change) -> Result<OwnedFd, Errno> {
        let at_end = change.through != Through::Nothing;
        if change.path.len() <= change.operand {
            return hold(&self.place, &change.path, at_end);
        }
        // The operand, however it ends, or the directory that the name is in.
        let name = change.path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        let name = name.max(change.operand);
        let dir = change.path[..name].strip_suffix(b"/").filter(|dir| dir.len() >= change.operand);
        self.go_to(dir.unwrap_or(&change.path[..name]), (change.operand, change.through))?;
        let parent = self.held.last().map_or(&self.place, |(_, fd)| fd);
        hold(parent, &change.path[name..], at_end)
    }

    /// Takes hold of a directory: the last one in `held`.
    fn go_to(&mut self, path: &[u8], kind: (usize, Through)) -> Result<(), Errno> {
        let operand = kind.0;
        let same = |length: usize, known: &[u8]| {
            path.get(..length) == known.get(..length)
                && (path.len() == length || length == operand || path[length] == b'/')
        };
        if self.kind != kind {
            self.held.clear();
        }
        while self.held.last().is_some_and(|(length, _)| !same(*length, &self.path)) {
            self.held.pop();
        }
        self.kind = kind;
        self.path.clear();
        self.path.extend_from_slice(path);
        if self.held.is_empty() {
            self.held.push((operand, hold(&self.place, &path[..operand], true)?));
        }
        while let Some((length, fd)) = self.held.last() {
            let begin = *length + usize::from(path.get(*length) == Some(&b'/'));
            if begin >= path.len() {
                break;
            }
            let end = path[begin..].iter().position(|&byte| byte == b'/').map_or(path.len(), |at| begin + at);
            let next = hold(fd, &path[begin..end], kind.1 == Through::All)?;
            self.held.push((end, next));
            if self.held.len() > HELD {
                self.held.remove(0);
            }
        }
        Ok(())
    }

    fn line(&mut self, path: &[u8], outcome: Outcome) {
        self.report.push_line(&mut self.out, path, outcome);
        if self.out.len() >= 64 * 1024 {
            self.flush();
        }
    }

    /// Puts a message out behind what was said before it.
    fn complain(&mut self, tell: impl FnOnce(&[u8], &mut Vec<u8>)) {
        self.status = 1;
        if self.report.quiet {
            return;
        }
        let mut text = Vec::new();
        tell(&self.report.program, &mut text);
        self.flush();
        // Where standard error fails there is nobody left to be told.
        let _ = io::stderr().write_all(&text);
    }

    fn flush(&mut self) {
        if self.lost.is_none() {
            self.lost = self.stdout.write_all(&self.out).err().map(errno);
        }
        self.out.clear();
    }
}

fn hold(dir: &OwnedFd, name: &[u8], follow: bool) -> Result<OwnedFd, Errno> {
    let name = CString::new(name).map_err(|_| Errno::INVAL)?;
    file::hold(dir.as_raw_fd(), name.as_c_str().into(), follow)
}
