//! One file while the expression is evaluated about it: what is known of it, what is found out when a test wants to
//! know, and what the expression has done so far.
//!
//! GNU's find stats a directory, and a link that it follows, before it evaluates anything about it, and any other
//! file when the first test needs it. Where that fails, the message comes at that moment and once.

use ringutils::{
    sys::{Errno, Kind, Meta},
    walk::{
        dir::Dir,
        entries::{Answer, Entry},
        page::Page,
        visit::Class,
    },
};

use crate::{
    eval::{Names, Verdict},
    expr::{Action, Expr, Needs, Test},
    find::{Find, State, looped},
    message::failed,
};

/// A file under evaluation.
pub(crate) struct Scene<'a, 'p> {
    /// What is searched for, and how.
    pub find: &'a Find<'a>,
    /// The directory that holds it.
    pub dir: &'a Dir<'a>,
    /// What its directory's listing, and the walk, know of it.
    pub entry: Entry<'a>,
    /// Its number in its directory.
    pub index: usize,
    /// Its type, as tests see it.
    pub kind: Kind,
    /// What it is called.
    pub names: &'p mut Names<'a>,
    /// Where output goes.
    pub page: &'p mut Page,
    /// What is kept from one page to the next.
    pub state: &'p mut State,
    /// Its metadata, once known; `None` inside where it can't be had, of which has been told.
    meta: Option<Option<Meta>>,
    /// Whether -prune has been evaluated.
    pub pruned: bool,
    /// The limits that the evaluation has come by.
    pub limited: Vec<u32>,
    /// How many acts the expression has left to the emitter for this file.
    pub acts: u32,
}

/// What is to be done about a file that has been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// It is evaluated, and entered if it is a directory.
    Whole,
    /// It is evaluated, but could not be stat'ed: it is not entered, and tests that take a stat or a type fail.
    Unknown,
    /// It is left out.
    Not,
}

impl<'a, 'p> Scene<'a, 'p> {
    /// Turns to an entry.
    pub(crate) fn new(
        find: &'a Find<'a>,
        dir: &'a Dir<'a>,
        entry: Entry<'a>,
        index: usize,
        names: &'p mut Names<'a>,
        page: &'p mut Page,
        state: &'p mut State,
    ) -> Scene<'a, 'p> {
        names.turn();
        Scene {
            find,
            dir,
            entry,
            index,
            kind: entry.kind,
            names,
            page,
            state,
            meta: None,
            pruned: false,
            limited: Vec::new(),
            acts: 0,
        }
    }

    /// Looks at the entry as GNU's find does before it evaluates anything.
    pub(crate) fn arrive(&mut self) -> Arrival {
        let failed = self.entry.facts.known().failed();
        if self.kind == Kind::Dir {
            match self.loops() {
                Ok(None) => {}
                Ok(Some(message)) => {
                    self.complain_of_file(&message);
                    return Arrival::Not;
                }
                Err(errno) => return self.stop_at(Some(errno), Arrival::Unknown),
            }
            let ahead =
                self.find.class == Class::Serial && self.find.needs == Needs::Meta && !self.dir.is_roots();
            let error = if ahead { self.look().err() } else { failed.or_else(|| self.unsearchable()) };
            return self.stop_at(error, Arrival::Unknown);
        }
        let Some(errno) = failed else { return Arrival::Whole };
        if self.find.follows(self.dir) && matches!(self.kind, Kind::Link | Kind::Unknown) {
            return self.arrive_at_link(errno);
        }
        match (self.kind, self.dir.is_roots()) {
            (_, true) => self.stop_at(failed, Arrival::Not),
            (Kind::Unknown, false) => self.stop_at(failed, Arrival::Unknown),
            // A test finds out, if one needs the stat.
            _ => Arrival::Whole,
        }
    }

    /// What is said of a directory that is found again below itself, where links are followed: such an entry is not
    /// visited at all. A link has been stat'ed by the walk; anything else is taken to be on its directory's device,
    /// and a mount point that closes a loop is found when it is opened.
    fn loops(&mut self) -> Result<Option<Vec<u8>>, Errno> {
        if !self.find.follows(self.dir) || self.dir.is_roots() {
            return Ok(None);
        }
        let id = match self.entry.facts.meta().is() {
            Some(meta) => meta.id(),
            None => (self.device()?, self.entry.ino),
        };
        let ancestor = self.dir.loop_with(id)?;
        Ok(ancestor.map(|ancestor| looped(self.path(), &ancestor)))
    }

    /// The device of the directory, asked for once.
    fn device(&mut self) -> Result<u64, Errno> {
        if let Some(device) = self.state.device {
            return Ok(device);
        }
        let device = self.dir.meta()?.dev;
        self.state.device = Some(device);
        Ok(device)
    }

    /// What is to be done about a link whose target could not be looked at. One that leads nowhere stands for itself.
    fn arrive_at_link(&mut self, errno: Errno) -> Arrival {
        match errno {
            Errno::NOENT => {
                let error = self.look_at_link().err();
                self.stop_at(error, if self.dir.is_roots() { Arrival::Not } else { Arrival::Unknown })
            }
            _ if self.dir.is_roots() => self.stop_at(Some(errno), Arrival::Not),
            Errno::LOOP => self.stop_at(Some(errno), Arrival::Not),
            Errno::NOTDIR => {
                self.report(errno);
                // The message is given although the link stands for itself here too.
                self.look_at_link().err();
                Arrival::Whole
            }
            _ => self.stop_at(Some(errno), Arrival::Unknown),
        }
    }

    /// What a leaf of the expression comes to.
    pub(crate) fn leaf(&mut self, leaf: &Expr) -> Verdict {
        match leaf {
            Expr::Test(test) => Verdict::from(self.test(test)),
            Expr::Act(action) => self.act(action),
            _ => Verdict::False,
        }
    }

    /// The metadata, asked for now if nobody has asked before.
    pub(crate) fn meta(&mut self) -> Option<&Meta> {
        if self.meta.is_none() {
            let meta = match self.entry.facts.meta() {
                Answer::Is(meta) => Ok(meta),
                Answer::Failed(errno) => Err(errno),
                Answer::NotAsked => self.stat(),
            };
            if let Err(errno) = meta {
                self.report(errno);
            }
            self.meta = Some(meta.ok());
        }
        self.meta.as_ref().and_then(Option::as_ref)
    }

    /// Whether a test of the metadata holds. What the walk has asked for already is not kept again.
    pub(crate) fn holds_by_meta(&mut self, test: &Test) -> bool {
        match self.entry.facts.meta() {
            Answer::Is(meta) if self.meta.is_none() => test.by_meta(&meta),
            _ => self.meta().is_some_and(|meta| test.by_meta(meta)),
        }
    }

    /// Puts a message on the page, and the exit status with it.
    pub(crate) fn complain(&mut self, message: &[u8]) {
        if self.state.mute == 0 {
            self.state.hand_over(self.page);
            self.find.complain(message, self.page);
        }
    }

    /// The same of what is wrong with the file itself.
    pub(crate) fn complain_of_file(&mut self, message: &[u8]) {
        if !self.find.passes_over(self.dir.is_roots()) {
            self.complain(message);
        }
    }

    /// The entry's path.
    pub(crate) fn path(&mut self) -> &[u8] {
        self.names.path(self.entry.name).to_bytes()
    }

    fn act(&mut self, action: &Action) -> Verdict {
        match action {
            Action::Print(end) => {
                if self.state.mute == 0 {
                    self.state.hand_over(self.page);
                    self.page.path(self.dir, self.entry.name, *end);
                }
                Verdict::True
            }
            Action::Format(sink, format) => Verdict::from(self.format(*sink, format)),
            Action::List(sink) => Verdict::from(self.list(*sink)),
            Action::Prune => {
                self.pruned = true;
                Verdict::from(self.find.globals.depth_first || self.in_sight())
            }
            Action::Quit => {
                self.state.hand_over(self.page);
                self.page.quit();
                Verdict::Over
            }
            Action::Limit(number) => {
                self.limited.push(*number as u32);
                Verdict::True
            }
            Action::Delete => Verdict::from(self.delete()),
            Action::Exec(command) => self.exec(command),
            Action::Batch(number) => {
                self.batch(*number);
                Verdict::True
            }
            Action::DirBatch(number) => self.dir_batch(*number),
        }
    }

    /// Whether a stat succeeds. GNU's find makes one, of a directory before anything is evaluated; we make none where we
    /// know how it would end, as long as the expression can't have changed it.
    pub(crate) fn in_sight(&mut self) -> bool {
        match self.meta {
            Some(meta) => meta.is_some(),
            None if self.find.class == Class::Serial && self.kind != Kind::Dir => self.meta().is_some(),
            None => self.unsearchable().is_none() || self.meta().is_some(),
        }
    }

    /// Whether what must be known of the file is known, or could be found out.
    pub(crate) fn is_known(&mut self, needs: Needs) -> bool {
        match needs {
            Needs::Nothing => true,
            Needs::Inode => self.listed_ino().is_some() || self.meta().is_some(),
            Needs::Sight => self.in_sight(),
            Needs::Meta => self.meta().is_some(),
        }
    }

    /// Its inode number by the listing, where that is its own.
    pub(crate) fn listed_ino(&self) -> Option<u64> {
        match self.kind {
            Kind::Unknown => None,
            _ => self.find.listed_ino(self.dir, &self.entry),
        }
    }

    /// The metadata as far as it is known.
    pub(crate) fn known_meta(&self) -> Option<Meta> {
        self.meta.flatten()
    }

    /// Why no entry of this directory can be stat'ed, if so: it may be read, but not searched. Asked once a directory where
    /// opening it has not told, and never by root, whom nothing stops.
    fn unsearchable(&mut self) -> Option<Errno> {
        if self.find.searches_all || self.dir.is_searchable() {
            return None;
        }
        *self.state.unsearchable.get_or_insert_with(|| match self.dir.stat(c".".into(), false) {
            Err(errno) if errno == Errno::ACCES => Some(errno),
            _ => None,
        })
    }

    /// A stat before anything is evaluated.
    fn look(&mut self) -> Result<(), Errno> {
        let meta = match self.state.kept.take() {
            Some(meta) => meta,
            None => self.stat()?,
        };
        self.meta = Some(Some(meta));
        Ok(())
    }

    /// A stat of the link itself.
    fn look_at_link(&mut self) -> Result<(), Errno> {
        let meta = self.dir.stat_and_birth(self.entry.name, false)?;
        self.kind = meta.kind();
        self.meta = Some(Some(meta));
        Ok(())
    }

    /// Keeps the metadata for the visit after the directory's own.
    pub(crate) fn keep(&mut self) {
        self.state.kept = self.meta.flatten();
    }

    /// stat or lstat, as the links are followed.
    pub(crate) fn stat(&self) -> Result<Meta, Errno> {
        match self.dir.stat_and_birth(self.entry.name, self.find.follows(self.dir)) {
            Err(Errno::NOENT) if self.find.follows(self.dir) => {
                self.dir.stat_and_birth(self.entry.name, false)
            }
            result => result,
        }
    }

    fn stop_at(&mut self, error: Option<Errno>, arrival: Arrival) -> Arrival {
        let Some(errno) = error else { return Arrival::Whole };
        self.report(errno);
        self.kind = Kind::Unknown;
        self.meta = Some(None);
        arrival
    }

    /// Reports an error of a call about the file. One that has vanished since it was listed may be passed over.
    pub(crate) fn report(&mut self, errno: Errno) {
        if errno == Errno::NOENT && self.find.globals.ignore_race && !self.dir.is_roots() {
            return;
        }
        // What was read in place of a path is no path at all.
        let trouble = if self.dir.is_roots() { self.find.trouble.say(self.index) } else { None };
        let message = trouble.unwrap_or_else(|| failed(self.path(), errno));
        self.complain_of_file(&message);
    }
}
