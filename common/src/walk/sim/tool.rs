//! The visitor of simulated walks, and the reference: the same walk on its own, in a few lines.

use std::{collections::VecDeque, sync::Mutex};

use super::{
    lock,
    model::{Kernel, size_of_name},
};
use crate::{
    sys::{Errno, Kind},
    walk::{
        dir::Dir,
        entries::{Entries, Entry},
        page::Page,
        visit::{Acted, After, Class, Fault, Flow, Visitor, Want},
    },
};

/// What the visitor of a run does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub class: Class,
    pub post_order: bool,
    /// Level by level.
    pub breadth_first: bool,
    /// Names with this property of their size are pruned.
    pub prune: u64,
    /// The walk ends at the first entry with this size modulo 64.
    pub quit: Option<u64>,
    /// An act every so many entries; every second act is a barrier.
    pub act: Option<u64>,
    pub unit: usize,
    /// What is put out about an entry beyond its path, in bytes.
    pub padding: usize,
    /// Other devices than the root's are left out.
    pub one_device: bool,
    /// Directories that can't be searched are told from others.
    pub search: bool,
}

/// What `Manner::padding` is cut from.
pub(super) const PADDING: &[u8] = &[b' '; 20_000];

impl Manner {
    /// Everything is put out before what is below it.
    pub const PLAIN: Manner = Manner {
        class: Class::Ahead,
        post_order: false,
        breadth_first: false,
        prune: 99,
        quit: None,
        act: None,
        unit: 100_000,
        padding: 0,
        one_device: false,
        search: false,
    };
}

pub(super) struct Tool<'a> {
    pub manner: Manner,
    pub kernel: &'a Mutex<Kernel>,
    pub acts: Mutex<usize>,
}

/// The next entry, and what of it is done.
#[derive(Default)]
pub(super) struct At(usize, Option<After>);

impl Visitor for Tool<'_> {
    type State = At;

    fn wants(&self, dir: &Dir<'_>, entry: &Entry<'_>, round: u32) -> Want {
        let size = size_of_name(entry.name.c_str().to_str().unwrap());
        let meta = size % 2 == 1 || dir.is_roots();
        if round == 0 { Want { meta, link: size % 4 < 2, ..Want::NOTHING } } else { Want::NOTHING }
    }

    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut At, page: &mut Page) -> Flow {
        let manner = &self.manner;
        while state.0 < entries.len() {
            let entry = entries.get(state.0);
            let size = size_of_name(entry.name.c_str().to_str().unwrap());
            // The text of a link is its name here.
            let link = (size % 4 < 2).then(|| entry.name.to_bytes());
            assert_eq!(entry.facts.link().is().map(|text| &**text), link);
            let mut path = Vec::new();
            dir.push_prefix(&mut path);
            path.extend(entry.name.to_bytes());
            let descend = entry.kind == Kind::Dir && size % 11 != manner.prune;
            let done = state.1.take();
            if manner.post_order && descend && done.is_none() {
                state.1 = Some(After::Child);
                page.child(&entry, state.0 as u32);
                if page.must_stop() {
                    return Flow::More;
                }
                state.1 = None;
            }
            let index = state.0 as u32;
            state.0 += 1;
            if done == Some(After::Child) && !manner.post_order {
                continue;
            }
            if !matches!(done, Some(After::Act(_))) {
                self.before_act(dir, &entry, &path, page);
                if manner.act.is_some_and(|every| size % every == 0) {
                    page.act(7, index, &path);
                }
            }
            page.out().extend_from_slice(b".\n");
            if manner.quit == Some(size % 64) {
                page.quit();
            } else if !manner.post_order && descend {
                page.child(&entry, index);
            }
            if page.must_stop() {
                return Flow::More;
            }
        }
        Flow::Done
    }

    fn fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page) {
        let path = String::from_utf8_lossy(dir.path()).into_owned();
        page.err().extend_from_slice(format!("{path}: {fault:?}\n").as_bytes());
        page.fail(2);
    }

    fn act(&self, dir: &Dir<'_>, token: u32, payload: &[u8], page: &mut Page) -> Acted {
        let mut acts = lock(&self.acts);
        *acts += 1;
        let path = String::from_utf8_lossy(dir.path()).into_owned();
        page.out().extend_from_slice(
            format!("act {token} {path} {}\n", String::from_utf8_lossy(payload)).as_bytes(),
        );
        if let Err(errno) = dir.fd {
            page.err().extend_from_slice(format!("act: {errno:?}\n").as_bytes());
        }
        if *acts % 2 == 0 && self.manner.class == Class::Batch {
            lock(self.kernel).model.change(*acts);
            Acted::Barrier
        } else {
            Acted::Quietly
        }
    }

    fn rewind(&self, state: &mut At, index: u32, after: After) {
        *state = At(index as usize, Some(after));
    }

    fn finish(&self, page: &mut Page) {
        page.out().extend_from_slice(b"finished\n");
    }
}

impl Tool<'_> {
    fn before_act(&self, dir: &Dir<'_>, entry: &Entry<'_>, path: &[u8], page: &mut Page) {
        if size_of_name(entry.name.c_str().to_str().unwrap()) % 3 == 0 {
            page.out().extend_from_slice(path);
            page.out().push(b'\n');
        } else {
            page.path(dir, entry.name, b'\n');
        }
        page.out().extend_from_slice(&PADDING[..self.manner.padding]);
        if size_of_name(entry.name.c_str().to_str().unwrap()) % 5 == 0 {
            let size = entry.facts.meta().is().map(|meta| meta.size);
            page.err().extend_from_slice(format!("odd {size:?}\n").as_bytes());
            page.fail(1);
        }
    }
}

/// The same walk on its own: what has to come out.
pub(super) struct Reference<'a> {
    pub tool: &'a Tool<'a>,
    pub out: Vec<u8>,
    pub status: u8,
    /// Identities and paths of the directories under way.
    pub above: Vec<(usize, String)>,
    /// Directories that wait for their turn, with those that they are in.
    pub waiting: VecDeque<Waiting>,
}

/// A directory's number and path, and what `above` is for it.
type Waiting = (usize, String, Vec<(usize, String)>);

impl Reference<'_> {
    pub fn walk(&mut self) {
        if !self.entry("r", Some(0), "") {
            return;
        }
        while let Some((number, path, above)) = self.waiting.pop_front() {
            self.above = above;
            if !self.directory(number, &path) {
                return;
            }
        }
    }

    /// False once the walk has been quit.
    fn directory(&mut self, number: usize, path: &str) -> bool {
        let dir = lock(self.tool.kernel).model.dirs[number].clone();
        if let Some(errno) = dir.open_error {
            return self.fault(path, &Fault::Open(errno));
        }
        let id = dir.same_as.unwrap_or(number);
        if let Some((_, ancestor)) = self.above.iter().find(|above| above.0 == id) {
            return self.fault(path, &Fault::Loop(ancestor.into()));
        }
        self.above.push((id, path.to_owned()));
        let end = dir.read_error.unwrap_or(usize::MAX).min(dir.entries.len());
        for (name, dir) in &dir.entries[..end] {
            if !self.entry(name, *dir, path) {
                return false;
            }
        }
        self.above.pop();
        dir.read_error.is_none() || self.fault(path, &Fault::Read(Errno(libc::EIO)))
    }

    fn entry(&mut self, name: &str, dir: Option<usize>, parent: &str) -> bool {
        let manner = self.tool.manner;
        let size = size_of_name(name);
        let path = if parent.is_empty() { name.to_owned() } else { format!("{parent}/{name}") };
        let below = dir.filter(|_| size % 11 != manner.prune);
        if below.is_some_and(|dir| manner.post_order && !self.directory(dir, &path)) {
            return false;
        }
        self.out.extend(format!("{path}\n").bytes());
        self.out.extend_from_slice(&PADDING[..manner.padding]);
        if size % 5 == 0 {
            let asked = (size % 2 == 1 || parent.is_empty()).then_some(size);
            self.out.extend(format!("odd {asked:?}\n").bytes());
            self.status = self.status.max(1);
        }
        if manner.act.is_some_and(|every| size % every == 0) {
            let mut acts = lock(&self.tool.acts);
            *acts += 1;
            self.out.extend(format!("act 7 {parent} {path}\n").bytes());
            if *acts % 2 == 0 && manner.class == Class::Batch {
                lock(self.tool.kernel).model.change(*acts);
            }
        }
        self.out.extend(b".\n");
        if manner.quit == Some(size % 64) {
            return false;
        }
        match below {
            Some(dir) if manner.breadth_first => self.waiting.push_back((dir, path, self.above.clone())),
            Some(dir) if !manner.post_order => return self.directory(dir, &path),
            _ => {}
        }
        true
    }

    fn fault(&mut self, path: &str, fault: &Fault) -> bool {
        self.out.extend(format!("{path}: {fault:?}\n").bytes());
        self.status = self.status.max(2);
        true
    }
}
