//! Actions that change something or start a program.

use std::{
    ffi::{CStr, CString},
    os::fd::{AsFd, OwnedFd},
    sync::{Mutex, MutexGuard, PoisonError, atomic::Ordering},
};

use ringutils::{
    args::progress,
    sys::{Errno, Kind},
    text::wording,
    walk::{
        dir::Dir,
        page::Page,
        visit::{Acted, Class, Moment},
    },
};

use crate::{
    consent,
    eval::Verdict,
    exec::{Batch, Command, Outcome, TooLong},
    find::Find,
    handover::{Item, Place, Task, items},
    home,
    message::{because, failed, quoted, text},
    paths::{dir_of, name_there},
    scene::Scene,
    sink::Sink,
};

/// How many bytes of output deletions may be ahead of, as those of GNU's find are: who reads it may end us.
const LAG: usize = 4096;

/// The act that removes a directory; its payload is the name.
const REMOVE: u32 = 0;

/// The act that does what was left to the emitter; its payload is a handover.
pub(crate) const TASKS: u32 = 1;

impl Scene<'_, '_> {
    /// -delete. In a walk whose deletions run ahead, a directory is left to the emitter, since what it holds is
    /// removed by whoever reads it; the answer then changes nothing.
    pub(crate) fn delete(&mut self) -> bool {
        if self.dir.is_roots() && self.entry.name.to_bytes() == b"." {
            return true;
        }
        let directory = self.entry.kind == Kind::Dir;
        if directory && self.find.class == Class::InStep {
            self.page.act(REMOVE, self.index as u32, self.entry.name.to_bytes());
            return true;
        }
        if self.find.class == Class::Serial && self.page.out().len() >= LAG {
            self.page.flush();
        }
        let removed = self.dir.remove(self.entry.name, directory);
        match removed.or_else(|errno| self.find.may_have_vanished(errno)) {
            Ok(()) => true,
            Err(errno) => {
                let message = not_deleted(self.path(), errno);
                self.complain(&message);
                false
            }
        }
    }

    /// -exec … ; and its kin.
    pub(crate) fn exec(&mut self, command: &Command) -> Verdict {
        if command.asks {
            match self.consents(command) {
                Verdict::True => {}
                refused => return refused,
            }
        }
        if !command.there && !self.find.ready_to_run(self.page) {
            return Verdict::False;
        }
        let outcome = if command.there {
            let Some(place) = self.place() else { return Verdict::Over };
            self.find.settle(self.page);
            match place {
                Ok(place) => command.run(&name_there(self.path()), Some(place.as_fd())),
                Err(errno) => {
                    self.find.say(&because("Failed to change directory%s%s", &[b"", b""], errno), self.page);
                    return Verdict::False;
                }
            }
        } else {
            command.run(self.path(), None)
        };
        self.find.tell(&outcome, self.page);
        Verdict::from(outcome.is_success())
    }

    /// -execdir … {} +
    pub(crate) fn dir_batch(&mut self, number: usize) -> Verdict {
        let name = name_there(self.path());
        let without = self.find.batches().get(number).is_some_and(|batch| !batch.has_place());
        if without {
            let Some(place) = self.place() else { return Verdict::Over };
            self.find.start_in(number, place, self.dir);
        }
        self.find.collect(number, &name, self.page);
        Verdict::True
    }

    /// Asks on standard error whether a command is to be run. Where nobody can be asked all ends here, as with GNU's find.
    fn consents(&mut self, command: &Command) -> Verdict {
        let question = wording::text("< %s ... %s > ? ", &[command.program(), self.path()]);
        self.find.settle(self.page);
        match consent::given(&question) {
            Ok(given) => Verdict::from(given),
            Err(errno) => {
                self.complain(&because("Failed to write prompt for -ok", &[], errno));
                self.page.quit();
                self.find.trouble.give_up();
                Verdict::Over
            }
        }
    }

    /// The directory that holds the file, for programs, or why they can't be started there. Without it all ends here, as
    /// GNU's find does then; where links are followed, that finds out when it starts a program.
    fn place(&mut self) -> Option<Result<OwnedFd, Errno>> {
        let dir = if self.dir.is_roots() { dir_of(self.path()) } else { c".".to_owned() };
        let place = self.dir.place(&dir);
        if place.is_err() && self.find.follows(self.dir) && !self.dir.is_roots() {
            return Some(place);
        }
        if let Err(errno) = &place {
            let name = quoted(self.entry.name.to_bytes());
            let format = "Failed to save working directory in order to run a command on %s";
            self.complain(&because(format, &[&name], *errno));
            self.page.quit();
            self.find.trouble.give_up();
        }
        place.ok().map(Ok)
    }

    /// Counts the file off the limits that its evaluation came by. They hold when all else about it is done.
    pub(crate) fn count_off(&mut self) {
        for number in std::mem::take(&mut self.limited) {
            self.leave(Task::Limit(number), b"");
        }
    }

    /// -exec … {} +
    pub(crate) fn batch(&mut self, number: usize) {
        let (task, name) = (Task::Batch(number as u32), self.entry.name);
        if self.find.class == Class::Serial {
            self.find.carry_out(task, self.names.path(name).to_bytes(), self.page);
        } else if let Some(place) = self.next_place() {
            self.state.handover.push(Item { place, task, bytes: self.names.path(name).to_bytes() });
        }
    }

    /// Leaves something to the emitter, or does it now where all is done in order.
    pub(crate) fn leave(&mut self, task: Task, bytes: &[u8]) {
        if self.find.class == Class::Serial {
            self.find.carry_out(task, bytes, self.page);
        } else if let Some(place) = self.next_place() {
            self.state.handover.push(Item { place, task, bytes });
        }
    }

    /// The place of what is left next; none of what was carried out before a barrier.
    fn next_place(&mut self) -> Option<Place> {
        self.acts += 1;
        if self.state.mute > 0 {
            self.state.mute -= 1;
            return None;
        }
        Some(Place { index: self.index as u32, acts: self.acts })
    }
}

impl Find<'_> {
    /// What a page left to the emitter.
    pub(crate) fn do_act(&self, dir: &Dir<'_>, token: u32, payload: &[u8], page: &mut Page) -> Acted {
        if token == TASKS {
            return self.carry_out_all(payload, page);
        }
        let name = CString::new(payload).unwrap_or_default();
        let removed = dir.remove((&*name).into(), true);
        if let Err(errno) = removed.or_else(|errno| self.may_have_vanished(errno)) {
            let mut path = Vec::new();
            dir.push_prefix(&mut path);
            path.extend_from_slice(payload);
            self.complain(&not_deleted(&path, errno), page);
        }
        Acted::Quietly
    }

    /// A file that was to be removed and is not there: no error where such are passed over.
    fn may_have_vanished(&self, errno: Errno) -> Result<(), Errno> {
        if errno == Errno::NOENT && self.globals.ignore_race { Ok(()) } else { Err(errno) }
    }

    /// Carries tasks out, up to the first that a batch was run for: what comes behind it has been dropped.
    fn carry_out_all(&self, payload: &[u8], page: &mut Page) -> Acted {
        for item in items(payload) {
            if self.carry_out(item.task, item.bytes, page) == Acted::Barrier {
                *lock(&self.ran_behind) = item.place;
                return Acted::Barrier;
            }
            if self.is_over() {
                break;
            }
        }
        Acted::Quietly
    }

    /// Whether a limit has been reached.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn carry_out(&self, task: Task, bytes: &[u8], page: &mut Page) -> Acted {
        match task {
            Task::Batch(number) => return self.collect(number as usize, bytes, page),
            Task::Write(sink) => self.write(sink, bytes, page),
            Task::List(sink) => {
                let mut line = Vec::with_capacity(bytes.len() + 32);
                lock(&self.columns).push(&mut line, bytes);
                self.write(sink, &line, page);
            }
            Task::Limit(number) => {
                let mut limits = lock(&self.limits);
                let left = limits.get_mut(number as usize).map(|left| {
                    *left = left.saturating_sub(1);
                    *left
                });
                if left == Some(0) {
                    self.over.store(true, Ordering::Relaxed);
                    page.quit();
                }
            }
        }
        Acted::Quietly
    }

    fn write(&self, sink: Sink, bytes: &[u8], page: &mut Page) {
        match sink {
            Sink::Out => page.out().extend_from_slice(bytes),
            Sink::File(number) => {
                if let Err((name, errno)) = lock(&self.sinks).write(number, bytes) {
                    self.complain(&failed(name, errno), page);
                }
            }
        }
    }

    /// What messages call it.
    pub(crate) fn name_of(&self, sink: Sink) -> Vec<u8> {
        match sink {
            Sink::Out => wording::text("standard output", &[]),
            Sink::File(number) => lock(&self.sinks).name(number),
        }
    }

    /// Writes what waits for files.
    pub(crate) fn close_files(&self, page: &mut Page) {
        for (name, errno) in lock(&self.sinks).close() {
            self.complain(&failed(name, errno), page);
        }
    }

    /// Runs the batches that are left.
    pub(crate) fn run_batches(&self, page: &mut Page) {
        let mut processes = true;
        for batch in self.batches().iter_mut().filter(|batch| batch.has_paths()) {
            if processes && self.ready_for(batch, page) {
                batch.run(&mut |outcome| {
                    processes = !matches!(outcome, Outcome::NoProcess(_));
                    self.tell_batch(&outcome, page);
                });
            }
        }
    }

    /// Notes in which directory a batch is to be started.
    fn start_in(&self, number: usize, place: Result<OwnedFd, Errno>, dir: &Dir<'_>) {
        if let Some(batch) = self.batches().get_mut(number) {
            batch.start_in(place);
        }
        *lock(&self.batches_in) = Some(dir.path().to_owned());
    }

    /// Runs what has been collected for -execdir in the directory at which the walk was last, unless that is `dir`.
    pub(crate) fn leave_for(&self, dir: Option<&Dir<'_>>, page: &mut Page) {
        let mut at = lock(&self.batches_in);
        let stays = |at: &Vec<u8>| dir.is_some_and(|dir| *at == dir.path());
        if at.is_none() || at.as_ref().is_some_and(stays) {
            return;
        }
        *at = None;
        for batch in self.batches().iter_mut().filter(|batch| batch.has_place()) {
            if batch.has_paths() {
                self.settle(page);
            }
            batch.run(&mut |outcome| self.tell_batch(&outcome, page));
            batch.leave();
        }
    }

    /// Whether the walk was last in a directory that belongs to a starting point. What waits for the starting points
    /// themselves has its turn at the end, in the order of the expression.
    pub(crate) fn is_below_start(&self) -> bool {
        lock(&self.batches_in).as_ref().is_some_and(|path| !path.is_empty())
    }

    /// Adds a path to a batch; runs the batch when the path does not fit.
    fn collect(&self, number: usize, path: &[u8], page: &mut Page) -> Acted {
        let mut batches = self.batches();
        let Some(batch) = batches.get_mut(number) else { return Acted::Quietly };
        let full = batch.is_full_for(path);
        if full {
            if self.ready_for(batch, page) {
                batch.run(&mut |outcome| self.tell_batch(&outcome, page));
            } else {
                batch.forget();
            }
        }
        if batch.add(path) == Err(TooLong) {
            self.complain(&wording::text(TooLong::MESSAGE, &[]), page);
            page.quit();
        }
        if full { Acted::Barrier } else { Acted::Quietly }
    }

    /// As `ready_to_run`; a batch that is started elsewhere has its directory already.
    fn ready_for(&self, batch: &Batch, page: &mut Page) -> bool {
        if batch.there {
            self.settle(page);
            return true;
        }
        self.ready_to_run(page)
    }

    /// Brings the output up to date and takes away what -status shows, before a program writes to the same terminal.
    fn settle(&self, page: &mut Page) {
        page.flush();
        if self.globals.status {
            progress::watch(Moment::Writing);
        }
    }

    /// Brings the output up to date before a program writes its own. Where the program could not be started in our
    /// directory, says so.
    fn ready_to_run(&self, page: &mut Page) -> bool {
        self.settle(page);
        let lost = if self.searches_all { None } else { home::lost("Failed to change directory%s%s") };
        lost.inspect(|message| self.complain(message, page)).is_none()
    }

    /// What went wrong with a batch, which sets the exit status.
    fn tell_batch(&self, outcome: &Outcome, page: &mut Page) {
        self.tell(outcome, page);
        if !outcome.is_success() {
            page.fail(1);
        }
    }

    /// What went wrong with a program.
    fn tell(&self, outcome: &Outcome, page: &mut Page) {
        let quote = |program: &CStr| quoted(program.to_bytes());
        match outcome {
            Outcome::Ended(_) => {}
            Outcome::Killed(program, signal) => {
                let signal = signal.to_string();
                let parts: [&[u8]; 2] = [&quote(program), signal.as_bytes()];
                self.say(&wording::text("%s terminated by signal %d", &parts), page);
            }
            Outcome::NotRun(program, errno) => self.say(&text!(quote(program), ": ", errno.message()), page),
            Outcome::NoProcess(errno) => {
                self.complain(&because("cannot fork", &[], *errno), page);
                page.quit();
            }
            Outcome::NoPlace(errno) => {
                let format = "failed to return to initial working directory";
                self.complain(&because(format, &[], *errno), page);
                self.trouble.give_up();
                page.quit();
            }
        }
    }
}

/// What is said of a file that could not be removed.
fn not_deleted(path: &[u8], errno: Errno) -> Vec<u8> {
    because("cannot delete %s", &[&quoted(path)], errno)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
