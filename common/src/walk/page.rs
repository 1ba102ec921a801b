//! What a visitor answers with, as it writes it.
//!
//! Both streams share one buffer, since their order among each other is part of the output. A page is built by
//! whoever read the directory and consumed by the emitter alone.

use std::sync::{Arc, Mutex};

use super::{
    dir::Dir,
    entries::Entry,
    group::Group,
    output::Output,
    sheet::{LENGTH, Mark, Sheet, Stream, What},
};
use crate::sys::Name;

/// Evaluation stops at this many bytes and goes on when the page is taken.
const FULL: usize = 64 * 1024;

/// Output of one directory, or of as much of it as fits.
pub struct Page {
    /// What it says so far.
    pub(crate) sheet: Sheet,
    /// The children named so far, in order.
    pub(crate) group: Group,
    /// The stream that the next byte goes to.
    stream: Stream,
    /// Whether it ends after the next child, since effects depend on it.
    one_child: bool,
    /// Where a page of the Serial class, or an act, writes at once.
    live: Option<Arc<Mutex<Output>>>,
}

impl Page {
    /// A page on a blank sheet, which waits for the emitter.
    pub(crate) fn new(one_child: bool, sheet: Sheet) -> Page {
        Page { sheet, group: Group::default(), stream: Stream::Out, one_child, live: None }
    }

    /// An empty page that can be flushed.
    pub(crate) fn live(one_child: bool, output: Arc<Mutex<Output>>) -> Page {
        Page { live: Some(output), ..Page::new(one_child, Sheet::EMPTY) }
    }

    /// Standard output: append to it.
    pub fn out(&mut self) -> &mut Vec<u8> {
        self.to(Stream::Out)
    }

    /// Standard output: the path of the entry `name` of `dir`, the directory that the page is about, and `end` behind it.
    pub fn path(&mut self, dir: &Dir<'_>, name: Name<'_>, end: u8) {
        let name = name.to_bytes();
        if self.sheet.is_empty() && self.live.is_none() && !dir.is_roots() {
            dir.push_prefix(&mut self.sheet.bytes);
            self.sheet.prefix = self.sheet.bytes.len();
            (self.sheet.begins, self.stream) = (Stream::Paths, Stream::Paths);
        }
        match u16::try_from(name.len() + 1) {
            Ok(length) if self.sheet.prefix > 0 => {
                let records = self.to(Stream::Paths);
                records.reserve(LENGTH + name.len() + 1);
                records.extend_from_slice(&length.to_ne_bytes());
                records.extend_from_slice(name);
                records.push(end);
            }
            _ => {
                let out = self.out();
                dir.push_prefix(out);
                out.extend_from_slice(name);
                out.push(end);
            }
        }
    }

    /// Standard error: append to it, whole messages with their newline.
    pub fn err(&mut self) -> &mut Vec<u8> {
        self.to(Stream::Err)
    }

    /// Descends into `entry`, number `index` of its directory, here: what follows on this page comes after all that is
    /// below it.
    pub fn child(&mut self, entry: &Entry<'_>, index: u32) {
        self.group.push(entry.name.to_bytes_with_nul(), entry.ino);
        self.mark(What::Child { index });
    }

    /// Leaves `payload` to [`Visitor::act`](super::visit::Visitor::act), to be done when all output before it has been
    /// taken. `index` is the number of the entry that it is about, for `rewind` if the act is a barrier.
    pub fn act(&mut self, token: u32, index: u32, payload: &[u8]) {
        self.mark(What::Act { token, index, len: payload.len() });
        self.sheet.bytes.extend_from_slice(payload);
    }

    /// Ends the walk here: nothing after it is visited or shown.
    pub fn quit(&mut self) {
        self.mark(What::Quit);
    }

    /// Sets the exit status to at least `status`, if the walk comes that far.
    pub fn fail(&mut self, status: u8) {
        self.mark(What::Status(status));
    }

    /// Whether the visitor should return: the page is full, the walk ends, or effects depend on what was named last.
    pub fn must_stop(&self) -> bool {
        self.sheet.bytes.len() >= FULL
            || self.one_child && !self.group.is_empty()
            || matches!(self.sheet.marks.last(), Some(Mark { what: What::Quit, .. }))
    }

    /// Hands all bytes so far to the kernel, before a child process writes to the same streams. Only a page of the
    /// Serial class and one given to an act have an outlet; on others it does nothing.
    pub fn flush(&mut self) {
        self.put_out();
        if let Some(output) = &self.live {
            output.lock().unwrap_or_else(|poison| poison.into_inner()).settle();
        }
    }

    /// Puts all bytes so far out, if the page has an outlet.
    pub(crate) fn put_out(&mut self) {
        let Some(output) = self.live.clone() else { return };
        let mut output = output.lock().unwrap_or_else(|poison| poison.into_inner());
        let mut from = 0;
        let mut stream = Stream::Out;
        for mark in &self.sheet.marks {
            if let What::To(next) = mark.what {
                output.write(stream, &self.sheet.bytes[from..mark.at]);
                from = mark.at;
                stream = next;
            }
        }
        output.write(stream, &self.sheet.bytes[from..]);
        self.sheet.bytes.clear();
        self.sheet.marks.retain(|mark| !matches!(mark.what, What::To(_)));
        self.sheet.marks.iter_mut().for_each(|mark| mark.at = 0);
        self.stream = Stream::Out;
    }

    fn to(&mut self, stream: Stream) -> &mut Vec<u8> {
        if self.stream != stream {
            self.stream = stream;
            self.mark(What::To(stream));
        }
        &mut self.sheet.bytes
    }

    fn mark(&mut self, what: What) {
        self.sheet.marks.push(Mark { at: self.sheet.bytes.len(), what });
    }
}
