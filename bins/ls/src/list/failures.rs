//! What could not be done, in GNU's words, and the status that it is worth.

use ringutils::{
    sys::Errno,
    text::{diag, quote, wording},
    walk::{dir::Dir, entries::Entry, page::Page, visit::Fault},
};

use super::Lister;
use crate::plan::Settings;

/// The status for what is below an operand.
const MINOR: u8 = 1;
/// The status for an operand.
const SERIOUS: u8 = 2;

/// What is said where getcwd(3) fails, which the path of a hyperlink needs.
const UNRESOLVED: &str = "error canonicalizing";

impl Lister {
    /// Whether something could not be found out of an entry.
    pub(super) fn has_failures(&self, dir: &Dir<'_>, entry: &Entry<'_>) -> bool {
        of_entry(&self.settings, dir, entry).iter().any(|(_, errno)| errno.is_some())
    }

    /// Says what could not be found out of an entry.
    pub(super) fn say_failures(&self, dir: &Dir<'_>, entry: &Entry<'_>, page: &mut Page) {
        for (what, errno) in of_entry(&self.settings, dir, entry) {
            let Some(errno) = errno else { continue };
            let mut path = Vec::new();
            // GNU ls does not say `./` where the working directory is listed.
            if dir.path() != b"." {
                dir.push_prefix(&mut path);
            }
            path.extend_from_slice(entry.name.to_bytes());
            diag::failed(page.err(), &self.settings.program, what, &path, errno);
            page.fail(if dir.is_roots() { SERIOUS } else { MINOR });
        }
    }

    /// Says that a directory's path above its listing is no hyperlink, where it should be one.
    pub(super) fn say_unresolved(&self, dir: &Dir<'_>, page: &mut Page) {
        if let Some(errno) = unresolved(&self.settings, dir.path()) {
            diag::failed(page.err(), &self.settings.program, UNRESOLVED, dir.path(), errno);
            page.fail(status_of(dir));
        }
    }

    /// Says what is wrong with a directory.
    pub(super) fn say_fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page) {
        let program = &self.settings.program;
        let mut status = status_of(dir);
        match fault {
            Fault::Open(errno) => diag::cannot(page.err(), program, "open directory", dir.path(), *errno),
            Fault::Read(errno) => diag::failed(page.err(), program, "reading directory", dir.path(), *errno),
            Fault::Swapped => diag::cannot(page.err(), program, "open directory", dir.path(), Errno::STALE),
            Fault::Loop(_) => {
                let mut path = Vec::new();
                quote::push_in_front(&mut path, dir.path());
                let text = wording::text("%s: not listing already-listed directory", &[&path]);
                diag::note(page.err(), program, &text);
                status = SERIOUS;
            }
        }
        page.fail(status);
    }
}

/// What may have failed for an entry, in the order in which it is said.
fn of_entry(settings: &Settings, dir: &Dir<'_>, entry: &Entry<'_>) -> [(&'static str, Option<Errno>); 3] {
    let lost = entry.facts.known().failed();
    let above = match dir.is_roots() {
        // It is not shown.
        true if settings.implied => None,
        true => Some(entry.name.to_bytes()),
        false => Some(dir.path()),
    };
    [
        (UNRESOLVED, above.and_then(|path| unresolved(settings, path))),
        ("cannot access", lost),
        // Of one that is gone no more is asked, and nothing said.
        ("cannot read symbolic link", entry.facts.link().failed().filter(|_| lost.is_none())),
    ]
}

/// Why the path of a hyperlink is not known, where names are hyperlinks.
fn unresolved(settings: &Settings, path: &[u8]) -> Option<Errno> {
    settings.hyperlinks.as_ref()?.failed(path)
}

fn status_of(dir: &Dir<'_>) -> u8 {
    if dir.entry_depth() <= 1 { SERIOUS } else { MINOR }
}
