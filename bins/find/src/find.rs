//! find as the walk sees it: what is asked about entries, and the visit of a directory's entries in order.
//!
//! A page evaluates the expression for one entry after the other and names the directories to enter. The position is
//! kept in `State`, so that a page can end anywhere between two entries, and after -exec … {} + within one.

use std::{
    collections::HashSet,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
};

use ringutils::{
    args::progress,
    sys::{Errno, Kind, Meta, Time},
    text::wording,
    walk::{
        dir::Dir,
        entries::{Entries, Entry},
        page::Page,
        visit::{Acted, After, Class, Fault, Flow, Moment, Visitor, Want},
    },
};

use crate::{
    act::TASKS,
    cli::{Args, Follow},
    eval::{Names, Verdict, eval},
    exec::Batch,
    expr::{Action, Expr, Needs},
    handover::{Handover, Place},
    list::Columns,
    message::{failed, quoted},
    parse::Globals,
    plan,
    roots::Trouble,
    scene::{Arrival, Scene},
    sink::Sinks,
};

/// A search.
pub(crate) struct Find<'a> {
    /// argv[0] as given, which begins every message.
    program: Vec<u8>,
    /// What is evaluated for every file.
    pub(crate) expr: Expr,
    /// What is left out, with all that is below it.
    pub(crate) excluded: Option<Expr>,
    /// The most that must be known of a file for some part of it.
    pub(crate) needs: Needs,
    /// Whether each file is stat'ed before anything else.
    pub(crate) begins_with_meta: bool,
    /// What ends each path where the expression is nothing but -print or -print0.
    prints: Option<u8>,
    /// Options that hold for the whole walk.
    pub(crate) globals: Globals,
    /// Which links are followed.
    follow: Follow,
    /// What may run ahead of the output.
    pub(crate) class: Class,
    /// Whether no directory can refuse to be searched: we are root.
    pub(crate) searches_all: bool,
    /// How often each -limit may be evaluated still.
    pub(crate) limits: Mutex<Vec<u64>>,
    /// Whether one of them has been reached.
    pub(crate) over: AtomicBool,
    /// -unique: the files that have been visited.
    pub(crate) visited: Mutex<HashSet<(u64, u64)>>,
    /// The commands of -exec … {} + and the paths collected for them.
    batches: Mutex<Vec<Batch>>,
    /// Whether -prune is part of the expression.
    prunes: bool,
    /// Whether there is an -execdir … {} + among them.
    has_dir_batches: bool,
    /// The path of the directory that -execdir … {} + has collected something in.
    pub(crate) batches_in: Mutex<Option<Vec<u8>>>,
    /// The files that are written.
    pub(crate) sinks: Mutex<Sinks>,
    /// How wide the columns of -ls have become.
    pub(crate) columns: Mutex<Columns>,
    /// The time at which the command was started.
    pub(crate) now: Time,
    /// Behind which path the batch was run that was run last.
    pub(crate) ran_behind: Mutex<Place>,
    /// What is wrong with an empty starting point.
    pub(crate) trouble: &'a Trouble,
}

/// How far a directory has been visited.
#[derive(Default)]
pub(crate) struct State {
    /// The entry that comes next.
    next: usize,
    /// Whether the next entry, a directory, has been entered already and is to be evaluated.
    entered: bool,
    /// How many acts of the next entry have been done: up to the last of them nothing is to be said again.
    pub(crate) mute: u32,
    /// How many files the expression was true for, since that was last told.
    matches: u64,
    /// Why no entry can be stat'ed, once asked.
    pub(crate) unsearchable: Option<Option<Errno>>,
    /// The directory's device, once asked.
    pub(crate) device: Option<u64>,
    /// Metadata of the next entry from before it was entered.
    pub(crate) kept: Option<Meta>,
    /// Paths for batches that the emitter has not been given.
    pub(crate) handover: Handover,
}

impl State {
    /// Leaves to the emitter what has been gathered for it, before anything else comes on the page.
    pub(crate) fn hand_over(&mut self, page: &mut Page) {
        self.handover.hand(|first, items| page.act(TASKS, first, items));
    }
}

impl<'a> Find<'a> {
    /// From the command line and the class that its plan has.
    pub(crate) fn new(program: Vec<u8>, args: Args<'_>, class: Class, trouble: &'a Trouble) -> Find<'a> {
        let globals = args.parsed.globals;
        let picks = args.parsed.excluded.is_some() || globals.unique;
        Find {
            program,
            needs: args.parsed.needs(),
            begins_with_meta: !picks && args.parsed.expr.begins_with_meta(),
            prints: match args.parsed.expr {
                Expr::Act(Action::Print(end)) if !picks && !globals.status => Some(end),
                _ => None,
            },
            prunes: args.parsed.expr.any(&|part| matches!(part, Expr::Act(Action::Prune))),
            has_dir_batches: args.parsed.expr.any(&|part| matches!(part, Expr::Act(Action::DirBatch(_)))),
            expr: args.parsed.expr,
            excluded: args.parsed.excluded,
            limits: Mutex::new(args.parsed.limits),
            over: AtomicBool::new(false),
            visited: Mutex::default(),
            globals,
            follow: args.follow,
            class,
            searches_all: plan::searches_all(),
            batches: Mutex::new(args.parsed.batches),
            batches_in: Mutex::default(),
            sinks: Mutex::new(args.parsed.sinks),
            columns: Mutex::default(),
            now: args.now,
            ran_behind: Mutex::default(),
            trouble,
        }
    }

    /// The commands of -exec … {} +.
    pub(crate) fn batches(&self) -> MutexGuard<'_, Vec<Batch>> {
        self.batches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message on a page.
    pub(crate) fn say(&self, message: &[u8], page: &mut Page) {
        let err = page.err();
        err.extend_from_slice(&self.program);
        err.extend_from_slice(b": ");
        err.extend_from_slice(message);
        err.push(b'\n');
    }

    /// Puts a message on a page, and the exit status of an error with it.
    pub(crate) fn complain(&self, message: &[u8], page: &mut Page) {
        self.say(message, page);
        page.fail(1);
    }

    /// Whether nothing is said of what is wrong with a file, a starting point or not.
    pub(crate) fn passes_over(&self, is_start: bool) -> bool {
        self.globals.no_error && !is_start
    }

    /// Whether links among the entries of a directory are followed.
    pub(crate) fn follows(&self, dir: &Dir<'_>) -> bool {
        match self.follow {
            Follow::Never => false,
            Follow::Always => true,
            Follow::Roots => dir.is_roots(),
        }
    }

    /// The inode number by the directory's listing, where it is sure to be the entry's own: not for a root, and not
    /// for a directory, which may be a mount point.
    pub(crate) fn listed_ino(&self, dir: &Dir<'_>, entry: &Entry<'_>) -> Option<u64> {
        let own = !dir.is_roots() && entry.kind != Kind::Dir && entry.kind != Kind::Unknown;
        // Behind a link that is followed is another inode; the walk has stat'ed it then.
        (own && entry.facts.known().is().is_none()).then_some(entry.ino)
    }

    /// Whether entries of this directory are entered.
    fn enters(&self, dir: &Dir<'_>) -> bool {
        self.globals.max_depth.is_none_or(|max| dir.entry_depth() < max)
    }

    /// Prints entries from `state` on about which there is nothing to evaluate and nothing to find out: files that are
    /// no directories, under an expression that only prints. It is the commonest search, and most files are such.
    fn print_files(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) {
        let Some(end) = self.prints else { return };
        if self.globals.shard.is_some_and(|shard| !dir.is_roots() && !shard.takes(dir.path())) {
            return self.pass_files(entries, state);
        }
        if dir.entry_depth() < self.globals.min_depth || self.follows(dir) || dir.is_roots() {
            return;
        }
        while state.next < entries.len() && !page.must_stop() {
            let entry = entries.get(state.next);
            if matches!(entry.kind, Kind::Dir | Kind::Unknown) {
                return;
            }
            page.path(dir, entry.name, end);
            state.next += 1;
        }
    }

    /// Passes entries from `state` on that are another's part of the tree and hold nothing.
    fn pass_files(&self, entries: &Entries, state: &mut State) {
        let is_file = |index| !matches!(entries.get(index).kind, Kind::Dir | Kind::Unknown);
        while state.next < entries.len() && is_file(state.next) {
            state.next += 1;
        }
    }

    /// Evaluates the expression for an entry: whether the visit goes on behind it. For an entry that is another's part of
    /// the tree it only tells whether that is entered.
    fn evaluate(&self, scene: &mut Scene<'_, '_>, is_mine: bool) -> bool {
        if scene.dir.entry_depth() < self.globals.min_depth {
            return true;
        }
        if is_mine {
            let verdict = eval(&self.expr, &mut |leaf| scene.leaf(leaf));
            scene.state.matches += u64::from(verdict == Verdict::True);
            return verdict != Verdict::Over;
        }
        if self.prunes && !self.globals.depth_first {
            eval(&self.expr, &mut |leaf| match leaf {
                Expr::Act(Action::Quit) => Verdict::Over,
                Expr::Test(_) | Expr::Act(Action::Prune) => scene.leaf(leaf),
                // What is printed and run here is true, whatever comes of it.
                _ => Verdict::True,
            });
        }
        true
    }

    /// Visits one entry. `false`: the page ends here, and the entry is not finished.
    fn visit(&self, scene: &mut Scene<'_, '_>) -> bool {
        if self.has_dir_batches {
            // Each starting point is a walk of its own.
            self.leave_for((!scene.dir.is_roots()).then_some(scene.dir), scene.page);
        }
        let depth_first = self.globals.depth_first;
        let is_mine = self.is_mine(scene.dir, scene.entry.name);
        if !is_mine && !matches!(scene.kind, Kind::Dir | Kind::Unknown) {
            return true;
        }
        if self.globals.unique && !scene.state.entered && !self.is_new(scene) {
            return true;
        }
        let arrival = scene.arrive();
        if arrival == Arrival::Not || !is_mine && scene.kind != Kind::Dir {
            return true;
        }
        if !scene.state.entered && self.excludes(scene) {
            return true;
        }
        let enters = scene.kind == Kind::Dir && self.enters(scene.dir);
        if enters && depth_first && !scene.state.entered {
            scene.state.hand_over(scene.page);
            scene.page.child(&scene.entry, scene.index as u32);
            if scene.page.must_stop() {
                scene.keep();
                scene.state.entered = true;
                return false;
            }
        }
        if !self.evaluate(scene, is_mine) {
            return true;
        }
        scene.count_off();
        if self.is_over() {
            return true;
        }
        if enters && !depth_first && !scene.pruned {
            scene.state.hand_over(scene.page);
            scene.page.child(&scene.entry, scene.index as u32);
        }
        true
    }

    /// Visits entries from `state` on, until the page is full.
    fn pages(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        let mut names = Names::of(dir);
        loop {
            self.print_files(dir, entries, state, page);
            let index = state.next;
            if index >= entries.len() || page.must_stop() {
                break;
            }
            let mut scene = Scene::new(self, dir, entries.get(index), index, &mut names, page, state);
            if !self.visit(&mut scene) {
                return Flow::More;
            }
            // A barrier asks about entries again: those that have been evaluated are not to be.
            let again = self.class == Class::Batch && self.needs == Needs::Meta;
            if state.handover.is_full() || again {
                state.hand_over(page);
            }
            state.next += 1;
            state.entered = false;
            state.mute = 0;
            state.kept = None;
        }
        state.hand_over(page);
        if state.next < entries.len() { Flow::More } else { Flow::Done }
    }
}

impl Visitor for Find<'_> {
    type State = State;

    fn wants(&self, dir: &Dir<'_>, entry: &Entry<'_>, round: u32) -> Want {
        let leads_on = self.prunes || self.excluded.is_some();
        let is_seen = || self.is_mine(dir, entry.name) || leads_on && entry.kind == Kind::Dir;
        let asked = dir.is_roots() || is_seen() && self.comes_to_stat(dir, entry);
        if round == 0 && asked { Want::META } else { Want::NOTHING }
    }

    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut State, page: &mut Page) -> Flow {
        let first = state.next;
        let begins = first == 0 && !state.entered && dir.is_first_unit() && !dir.is_roots();
        let flow = self.pages(dir, entries, state, page);
        if self.globals.status {
            let matches = std::mem::take(&mut state.matches);
            progress::count([begins.into(), matches, (state.next - first) as u64], dir.path());
        }
        flow
    }

    fn fault(&self, dir: &Dir<'_>, fault: &Fault, page: &mut Page) {
        let path = dir.path();
        let message = match fault {
            Fault::Open(errno) | Fault::Read(errno) => failed(path, *errno),
            Fault::Loop(ancestor) => looped(path, ancestor),
            Fault::Swapped => failed(path, Errno::NOENT),
        };
        if !self.passes_over(dir.entry_depth() == 1) {
            self.complain(&message, page);
        }
    }

    fn act(&self, dir: &Dir<'_>, token: u32, payload: &[u8], page: &mut Page) -> Acted {
        self.do_act(dir, token, payload, page)
    }

    fn rewind(&self, state: &mut State, index: u32, after: After) {
        let index = index as usize;
        let place = match after {
            After::Act(_) => {
                let place = *self.ran_behind.lock().unwrap_or_else(PoisonError::into_inner);
                State { next: place.index as usize, mute: place.acts, ..State::default() }
            }
            After::Child if self.globals.depth_first => State { next: index, ..State::default() },
            After::Child => State { next: index + 1, ..State::default() },
        };
        *state = State { entered: self.globals.depth_first, ..place };
    }

    fn watcher(&self) -> Option<fn(Moment)> {
        self.globals.status.then_some(progress::watch)
    }

    fn finish(&self, page: &mut Page) {
        if !self.trouble.has_given_up() && self.is_below_start() {
            self.leave_for(None, page);
        }
        // The directory that was left may have been the last thing to be done.
        if !self.trouble.has_given_up() {
            self.run_batches(page);
        }
        self.close_files(page);
    }
}

/// That a directory is one of its own ancestors.
pub(crate) fn looped(path: &[u8], ancestor: &Path) -> Vec<u8> {
    wording::text(
        "File system loop detected; %s is part of the same file system loop as %s.",
        &[&quoted(path), &quoted(ancestor.as_os_str().as_encoded_bytes())],
    )
}
