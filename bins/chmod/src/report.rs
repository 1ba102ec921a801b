//! What chmod says: a line a file with -v and -c, and error messages, all in GNU's words. Decides nothing.

use ringutils::{
    sys::Errno,
    text::{diag, mode, quote, wording},
    walk::page::Page,
};

use crate::operands::Trouble;

/// Which files get a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verbosity {
    /// None.
    Off,
    /// Those whose mode has changed.
    Changes,
    /// All.
    All,
}

/// How chmod talks.
#[derive(Debug)]
pub(crate) struct Report {
    /// The program's name in messages.
    pub(crate) program: Vec<u8>,
    /// Which files get a line.
    pub(crate) verbosity: Verbosity,
    /// Whether errors on files are not told.
    pub(crate) quiet: bool,
}

/// How a file fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// It has the mode that was wanted.
    Applied {
        /// Mode before.
        old: u32,
        /// Mode that was asked for.
        new: u32,
        /// Whether it has become another one.
        changed: bool,
    },
    /// It has its old mode.
    Refused {
        /// Mode before.
        old: u32,
        /// Mode that was asked for.
        new: u32,
    },
    /// It is a symbolic link that is not followed.
    LinkLeft,
    /// Nothing is known about it.
    Inaccessible,
}

impl Report {
    /// Whether old modes are shown, or compared with new ones.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity != Verbosity::Off
    }

    /// The line about a file, if it gets one.
    pub(crate) fn line(&self, page: &mut Page, path: &[u8], outcome: Outcome) {
        if self.tells(outcome) {
            push_line(page.out(), path, outcome);
        }
    }

    /// The same, where there is no page.
    pub(crate) fn push_line(&self, out: &mut Vec<u8>, path: &[u8], outcome: Outcome) {
        if self.tells(outcome) {
            push_line(out, path, outcome);
        }
    }

    fn tells(&self, outcome: Outcome) -> bool {
        match self.verbosity {
            Verbosity::Off => false,
            Verbosity::Changes => matches!(outcome, Outcome::Applied { changed: true, .. }),
            Verbosity::All => true,
        }
    }

    /// `cannot WHAT 'PATH': REASON`, unless errors are not told; in any case the status is set.
    pub(crate) fn cannot(&self, page: &mut Page, what: &str, path: &[u8], errno: Errno) {
        page.fail(1);
        if !self.quiet {
            diag::cannot(page.err(), &self.program, what, path, errno);
        }
    }

    /// A link among the operands leads nowhere.
    pub(crate) fn dangling(&self, page: &mut Page, path: &[u8]) {
        page.fail(1);
        if !self.quiet {
            let text = wording::text("cannot operate on dangling symlink %s", &[&quote::always(path)]);
            diag::note(page.err(), &self.program, &text);
        }
    }

    /// The kernel has refused the change.
    pub(crate) fn refused(&self, page: &mut Page, path: &[u8], errno: Errno) {
        page.fail(1);
        if !self.quiet {
            diag::failed(page.err(), &self.program, "changing permissions of", path, errno);
        }
    }

    /// The mode was changed, but what has become of it is not to be seen. GNU does not count this as a failure.
    pub(crate) fn unverified(&self, page: &mut Page, path: &[u8], errno: Errno) {
        if !self.quiet {
            diag::failed(page.err(), &self.program, "getting new attributes of", path, errno);
        }
    }

    /// A file was left as it is, since its change could not be noted before.
    pub(crate) fn unlogged(&self, page: &mut Page, path: &[u8], log: &[u8], errno: Errno) {
        page.fail(1);
        if !self.quiet {
            let mut text = b"left as it is, since undo log ".to_vec();
            quote::push_always(&mut text, log);
            text.extend_from_slice(b" cannot be written: ");
            text.extend_from_slice(&errno.message());
            diag::about(page.err(), &self.program, path, &String::from_utf8_lossy(&text));
        }
    }

    /// What is in the undo log may not be on the disk.
    pub(crate) fn log_lost(&self, page: &mut Page, log: &[u8], errno: Errno) {
        page.fail(1);
        diag::failed(page.err(), &self.program, "error writing undo log", log, errno);
    }

    /// A name that was read is none, or could not be read.
    pub(crate) fn trouble(&self, page: &mut Page, trouble: &Trouble) {
        page.fail(1);
        trouble.tell(&self.program, page.err());
    }

    /// A mode given like an option did not do what it seems to say, as the umask holds bits back.
    pub(crate) fn surprising(&self, page: &mut Page, path: &[u8], new: u32, expected: u32) {
        page.fail(1);
        let mut name = Vec::new();
        quote::push_in_front(&mut name, path);
        let parts: [&[u8]; 3] = [&name, &letters(new), &letters(expected)];
        let text = wording::text("%s: new permissions are %s, not %s", &parts);
        diag::note(page.err(), &self.program, &text);
    }

    /// A directory is the root directory, which is spared.
    pub(crate) fn root_spared(&self, page: &mut Page, path: &[u8]) {
        page.fail(1);
        let format = match path {
            b"/" => "it is dangerous to operate recursively on %s",
            _ => "it is dangerous to operate recursively on %s (same as %s)",
        };
        let text = wording::text(format, &[&quote::always(path), b"'/'"]);
        diag::note(page.err(), &self.program, &text);
        let text = wording::text("use --no-preserve-root to override this failsafe", &[]);
        diag::note(page.err(), &self.program, &text);
    }

    /// A directory is one of those that it is in.
    pub(crate) fn circular(&self, page: &mut Page, path: &[u8]) {
        page.fail(1);
        let format = "WARNING: Circular directory structure.\n\
            This almost certainly means that you have a corrupted file system.\n\
            NOTIFY YOUR SYSTEM MANAGER.\n\
            The following directory is part of the cycle:\n  %s\n";
        let mut name = Vec::new();
        quote::push_in_front(&mut name, path);
        diag::note(page.err(), &self.program, &wording::text(format, &[&name]));
    }
}

fn push_line(out: &mut Vec<u8>, path: &[u8], outcome: Outcome) {
    let name = quote::always(path);
    match outcome {
        Outcome::Applied { old, new, changed: true } => {
            let parts: [&[u8]; 5] = [&name, &digits(old), &letters(old), &digits(new), &letters(new)];
            wording::push(out, "mode of %s changed from %04lo (%s) to %04lo (%s)\n", &parts);
        }
        Outcome::Applied { new, changed: false, .. } => {
            wording::push(out, "mode of %s retained as %04lo (%s)\n", &[&name, &digits(new), &letters(new)]);
        }
        Outcome::Refused { old, new } => {
            let parts: [&[u8]; 5] = [&name, &digits(old), &letters(old), &digits(new), &letters(new)];
            wording::push(out, "failed to change mode of %s from %04lo (%s) to %04lo (%s)\n", &parts);
        }
        Outcome::LinkLeft => {
            wording::push(out, "neither symbolic link %s nor referent has been changed\n", &[&name]);
        }
        Outcome::Inaccessible => wording::push(out, "%s could not be accessed\n", &[&name]),
    }
}

/// A mode as four octal digits.
fn digits(mode: u32) -> [u8; 4] {
    [9, 6, 3, 0].map(|shift| b'0' + (mode >> shift & 0o7) as u8)
}

/// The nine letters of a mode.
fn letters(mode: u32) -> [u8; 9] {
    let [_, letters @ ..] = mode::text(mode);
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check = |outcome, expected: &str| {
            let mut out = Vec::new();
            push_line(&mut out, b"a b", outcome);
            assert_eq!(String::from_utf8_lossy(&out), expected);
        };
        let (old, new) = (0o100644, 0o4755);
        check(
            Outcome::Applied { old, new, changed: true },
            "mode of 'a b' changed from 0644 (rw-r--r--) to 4755 (rwsr-xr-x)\n",
        );
        check(Outcome::Applied { old, new, changed: false }, "mode of 'a b' retained as 4755 (rwsr-xr-x)\n");
        check(
            Outcome::Refused { old, new },
            "failed to change mode of 'a b' from 0644 (rw-r--r--) to 4755 (rwsr-xr-x)\n",
        );
        check(Outcome::LinkLeft, "neither symbolic link 'a b' nor referent has been changed\n");
        check(Outcome::Inaccessible, "'a b' could not be accessed\n");
    }
}
