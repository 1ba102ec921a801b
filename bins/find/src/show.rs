//! Actions that write about a file: formats and lines of -ls.
//!
//! What goes to standard output as it is goes onto the page. What goes to files, and lines whose columns depend on all
//! lines before them, are left to the emitter.

use ringutils::sys::{Errno, Kind, Name};

use crate::{
    handover::Task,
    list,
    message::failed,
    printf::{Format, Subject},
    scene::Scene,
    sink::Sink,
};

impl Scene<'_, '_> {
    /// -printf and its kin: false where what the format needs can't be had.
    pub(crate) fn format(&mut self, sink: Sink, format: &Format) -> bool {
        if !self.is_known(format.needs()) || format.shows_kind() && self.kind == Kind::Unknown {
            return false;
        }
        if sink == Sink::Out && self.state.mute > 0 {
            return true;
        }
        let quoting = format.quoting();
        let mut bytes = Vec::new();
        if sink == Sink::Out {
            self.state.hand_over(self.page);
        }
        for item in format.items() {
            if !item.fits() {
                let message = failed(&self.find.name_of(sink), Errno::OVERFLOW);
                self.complain_of_file(&message);
                continue;
            }
            let meta = self.known_meta();
            let (ino, follows) = (self.listed_ino(), self.find.follows(self.dir));
            let name: Name<'_> = self.entry.name;
            let path = self.names.path(name).to_bytes();
            let subject =
                Subject { dir: self.dir, name, path, kind: self.kind, ino, meta: meta.as_ref(), follows };
            let out = if sink == Sink::Out { self.page.out() } else { &mut bytes };
            if let Err(message) = item.push(out, &subject, quoting.as_ref()) {
                self.complain_of_file(&message);
            }
        }
        if sink != Sink::Out {
            self.leave(Task::Write(sink), &bytes);
        }
        true
    }

    /// -ls and -fls.
    pub(crate) fn list(&mut self, sink: Sink) -> bool {
        let Some(meta) = self.meta().copied() else { return false };
        let (ino, follows) = (self.listed_ino(), self.find.follows(self.dir));
        let name = self.entry.name;
        let path = self.names.path(name).to_bytes();
        let subject = Subject { dir: self.dir, name, path, kind: self.kind, ino, meta: None, follows };
        let (fields, error) = list::line(&subject, &meta, self.find.now);
        let message = error.map(|errno| failed(path, errno));
        self.leave(Task::List(sink), &fields);
        if let Some(message) = message {
            self.complain_of_file(&message);
        }
        true
    }
}
