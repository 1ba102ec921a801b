//! A simulated file system and a simulated crew: random trees, operations completed in random order, failures, budgets
//! of one, barriers that change the tree, all from a seed, against a reference of a few lines that walks on its own.
//!
//! Long because model, reference and visitor only make sense side by side.
//!
//! The real job, frontier, emitter and handles run here; only the crew's threads are replaced, by steps that the emitter
//! takes at random while it would wait or walk on.

use std::{
    collections::HashMap,
    ffi::CString,
    io::Read,
    os::fd::{AsRawFd, OwnedFd},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    dir::Dir,
    emit::Emitter,
    entries::{Entries, Entry},
    frontier::Start,
    handles::Io,
    job::{Context, DirJob, Fed, Step},
    node::Node,
    output::Output,
    page::Page,
    shared::Shared,
    spare::Spare,
    visit::{Acted, After, Class, Fault, Flow, Plan, Visitor, Want},
};
use crate::{
    ring::{
        budget::{Descriptors, Who},
        op::{Done, Op},
    },
    sys::{Errno, Kind, Meta},
};

/// A small random number generator, SplitMix64.
pub(crate) struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// One directory of the model.
#[derive(Clone, Default)]
struct ModelDir {
    /// The directory that it is in.
    parent: usize,
    /// Names, in the order in which they are read; directories with their number.
    entries: Vec<(String, Option<usize>)>,
    /// Why it can't be opened.
    open_error: Option<Errno>,
    /// After how many entries reading it fails.
    read_error: Option<usize>,
}

/// A file system in memory. Directory 0 is the root, with the operand `r`.
#[derive(Clone)]
struct Model {
    /// All directories.
    dirs: Vec<ModelDir>,
}

/// The shapes of trees.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Random,
    Comb,
    Wide,
}

impl Model {
    fn random(rng: &mut Rng, shape: Shape, count: usize) -> Model {
        let mut dirs = vec![ModelDir::default()];
        for number in 1..=count {
            let parent = match shape {
                Shape::Random => rng.below(dirs.len()),
                // A spine with two teeth a level, the spine first, between or last.
                Shape::Comb => (number - 1) / 3 * 3,
                Shape::Wide => 0,
            };
            let at = rng.below(dirs[parent].entries.len() + 1);
            dirs[parent].entries.insert(at, (format!("d{number}"), Some(number)));
            dirs.push(ModelDir { parent, ..ModelDir::default() });
        }
        for dir in &mut dirs {
            for number in 0..rng.below(6) {
                let at = rng.below(dir.entries.len() + 1);
                dir.entries.insert(at, (format!("f{number}"), None));
            }
            dir.open_error = rng.one_in(12).then_some(Errno::ACCES);
            dir.read_error = rng.one_in(12).then(|| rng.below(dir.entries.len() + 1));
        }
        Model { dirs }
    }

    /// What a barrier does to the tree: every third directory gets a file more. Only the first few do it, since files
    /// more can mean barriers more.
    fn change(&mut self, number: usize) {
        if number > 12 {
            return;
        }
        let count = self.dirs.len();
        for dir in (number % 3..count).step_by(3) {
            self.dirs[dir].entries.push((format!("n{number}"), None));
        }
    }
}

/// What is open.
struct Kernel {
    /// The tree.
    model: Model,
    /// Directory and position of each open descriptor.
    open: HashMap<i32, (usize, usize)>,
    /// Records that a read returns.
    per_read: usize,
    /// Directories opened so far.
    opens: usize,
}

fn size_of_name(name: &str) -> u64 {
    name.bytes().map(u64::from).sum()
}

fn perform(kernel: &Mutex<Kernel>, op: Op<'_>) -> Done {
    let mut kernel = lock(kernel);
    match op {
        Op::Open { dir, name, .. } => {
            let name = name.c_str().to_str().unwrap();
            let found = if name == "r" {
                Some(0)
            } else {
                let (dir, _) = kernel.open[&dir.as_raw_fd()];
                let dir = &kernel.model.dirs[dir];
                if name == ".." {
                    Some(dir.parent)
                } else {
                    dir.entries.iter().find(|entry| entry.0 == name).and_then(|entry| entry.1)
                }
            };
            let Some(found) = found else { return Done::Opened(Err(Errno::NOENT)) };
            if let Some(errno) = kernel.model.dirs[found].open_error {
                return Done::Opened(Err(errno));
            }
            let fd: OwnedFd = std::fs::File::open("/dev/null").unwrap().into();
            kernel.open.insert(fd.as_raw_fd(), (found, 0));
            kernel.opens += 1;
            Done::Opened(Ok(fd))
        }
        Op::Read { dir, mut buf, at: begin } => {
            let (number, at) = kernel.open[&dir.as_raw_fd()];
            let model = &kernel.model.dirs[number];
            if model.read_error.is_some_and(|after| at >= after) {
                return Done::Read(buf, Err(Errno(libc::EIO)));
            }
            let end =
                model.read_error.unwrap_or(usize::MAX).min(model.entries.len()).min(at + kernel.per_read);
            let mut bytes = Vec::new();
            for (name, dir) in &model.entries[at..end] {
                let length = (19 + name.len() + 1).next_multiple_of(8);
                let start = bytes.len();
                bytes.extend(dir.map_or(0, |dir| dir as u64 + 1).to_ne_bytes());
                bytes.extend([0; 8]);
                bytes.extend((length as u16).to_ne_bytes());
                bytes.push(if dir.is_some() { 4 } else { 8 });
                bytes.extend(name.bytes());
                bytes.resize(start + length, 0);
            }
            kernel.open.insert(dir.as_raw_fd(), (number, end));
            buf[begin..begin + bytes.len()].copy_from_slice(&bytes);
            Done::Read(buf, Ok(bytes.len()))
        }
        Op::Identify { dir } => {
            let (number, _) = kernel.open[&dir.as_raw_fd()];
            Done::Meta(Ok(Meta { mode: libc::S_IFDIR, ino: number as u64 + 1, dev: 1, ..Meta::default() }))
        }
        Op::FileSystem { .. } => Done::Magic(Ok(0)),
        Op::Stat { name, .. } => {
            let name = name.c_str().to_str().unwrap();
            let mode = if name.starts_with(['r', 'd']) { libc::S_IFDIR } else { libc::S_IFREG };
            Done::Meta(Ok(Meta { mode, size: size_of_name(name), ..Meta::default() }))
        }
        Op::Link { .. } | Op::Guard { .. } | Op::Chmod { .. } => unreachable!("not wanted by the visitor"),
    }
}

/// What the visitor of a run does.
#[derive(Clone, Copy, Debug)]
struct Manner {
    class: Class,
    post_order: bool,
    /// Names with this property of their size are pruned.
    prune: u64,
    /// The walk ends at the so manieth entry with size 7 modulo 8.
    quit: Option<u64>,
    /// An act every so many entries; every second act is a barrier.
    act: Option<u64>,
    unit: usize,
}

struct Tool<'a> {
    manner: Manner,
    kernel: &'a Mutex<Kernel>,
    acts: Mutex<usize>,
}

/// The next entry, and what of it is done.
#[derive(Default)]
struct At(usize, Option<After>);

impl Visitor for Tool<'_> {
    type State = At;

    fn wants(&self, dir: &Dir<'_>, entry: &Entry<'_>, round: u32) -> Want {
        let odd = size_of_name(entry.name.c_str().to_str().unwrap()) % 2 == 1;
        if round == 0 && (odd || dir.is_roots()) { Want::META } else { Want::NOTHING }
    }

    fn page(&self, dir: &Dir<'_>, entries: &Entries, state: &mut At, page: &mut Page) -> Flow {
        let manner = &self.manner;
        while state.0 < entries.len() {
            let entry = entries.get(state.0);
            let size = size_of_name(entry.name.c_str().to_str().unwrap());
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
        if size_of_name(entry.name.c_str().to_str().unwrap()) % 5 == 0 {
            let size = entry.facts.meta().is().map(|meta| meta.size);
            page.err().extend_from_slice(format!("odd {size:?}\n").as_bytes());
            page.fail(1);
        }
    }
}

/// The same walk on its own: what has to come out.
struct Reference<'a> {
    tool: &'a Tool<'a>,
    out: Vec<u8>,
    status: u8,
}

impl Reference<'_> {
    /// False once the walk has been quit.
    fn directory(&mut self, number: usize, path: &str) -> bool {
        let dir = lock(self.tool.kernel).model.dirs[number].clone();
        if let Some(errno) = dir.open_error {
            return self.fault(path, &Fault::Open(errno));
        }
        let end = dir.read_error.unwrap_or(usize::MAX).min(dir.entries.len());
        for (name, dir) in &dir.entries[..end] {
            if !self.entry(name, *dir, path) {
                return false;
            }
        }
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
        below.is_none_or(|dir| manner.post_order || self.directory(dir, &path))
    }

    fn fault(&mut self, path: &str, fault: &Fault) -> bool {
        self.out.extend(format!("{path}: {fault:?}\n").bytes());
        self.status = self.status.max(2);
        true
    }
}

/// What stands for the crew: directories that are being read.
pub(crate) struct Crew<S> {
    /// Taken and not handed in.
    flight: Vec<(Start, DirJob<S>)>,
    /// How many there may be.
    width: usize,
    /// Memory from one directory to the next.
    spare: Spare,
    /// Decides what happens next.
    rng: Rng,
}

impl<V: Visitor> Shared<'_, V> {
    /// Some steps, while the emitter walks on.
    pub(crate) fn sim_steps(&self) {
        let Some(sim) = &self.sim else { return };
        let steps = lock(sim).rng.below(12);
        (0..steps).for_each(|_| self.sim_step());
    }

    /// One step: a directory is taken, or one operation of one that was taken is done.
    pub(crate) fn sim_step(&self) {
        let Some(sim) = &self.sim else { return };
        let mut sim = lock(sim);
        let sim = &mut *sim;
        if sim.flight.len() < sim.width && (sim.flight.is_empty() || sim.rng.one_in(3)) {
            let start = self.take(&mut self.lock());
            if let Some((start, node)) = start {
                let job = self.start(node, &mut sim.spare);
                sim.flight.push((start, job));
            }
            return;
        }
        if sim.flight.is_empty() {
            return;
        }
        let which = sim.rng.below(sim.flight.len());
        let job = &mut sim.flight[which].1;
        match job.next(&self.cx, false) {
            Step::Do(ticket, op) => {
                let done = (self.cx.io.perform)(op);
                if job.feed(&self.cx, ticket, done) == Fed::Starved {
                    self.relieve(&mut self.lock(), Who::Crew);
                }
            }
            Step::Wait => {}
            Step::Visit | Step::Yield | Step::Done => {
                let (start, job) = sim.flight.swap_remove(which);
                self.hand_in_one(start, job, &mut sim.spare);
            }
        }
    }
}

/// What a run may use.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Descriptors of the process.
    open_files: usize,
    /// Bytes of pages ahead.
    room: usize,
    /// Directories being read at once.
    width: usize,
}

/// What a run puts out, with its status and the number of directories opened.
fn simulate(seed: u64, model: &Model, manner: Manner, limits: Limits) -> (Vec<u8>, u8, usize) {
    let mut rng = Rng(seed ^ 0x5eed);
    let Limits { open_files, room, width } = limits;
    let budget = Descriptors::new(open_files, 0);
    let per_read = 1 + rng.below(4);
    let kernel = Mutex::new(Kernel { model: model.clone(), open: HashMap::new(), per_read, opens: 0 });
    let tool = Tool { manner, kernel: &kernel, acts: Mutex::new(0) };
    let plan = Plan {
        class: manner.class,
        look_at_roots: true,
        rounds: u32::MAX,
        unit: manner.unit,
        ..Plan::default()
    };
    let perform = |op: Op<'_>| perform(&kernel, op);
    let io = Io { budget: &budget, perform: &perform };
    let mut shared = Shared::new(Context { plan: &plan, visitor: &tool, io }, room);
    shared.sim = Some(Mutex::new(Crew { flight: Vec::new(), width, spare: Spare::default(), rng }));
    let (mut reader, writer) = std::os::unix::net::UnixStream::pair().unwrap();
    let drain = std::thread::spawn(move || {
        let mut all = Vec::new();
        reader.read_to_end(&mut all).unwrap();
        all
    });
    let output = Arc::new(Mutex::new(Output::new(writer.as_raw_fd(), writer.as_raw_fd())));
    let mut nobody = || 0;
    let mut emitter = Emitter::new(&shared, output, &mut nobody);
    emitter.walk(DirJob::roots(Node::roots(), &[CString::new("r").unwrap()]));
    emitter.finish();
    let status = emitter.status;
    drop(emitter);
    drop(shared);
    drop(writer);
    assert!(!budget.any_open(), "all directories are closed in the end");
    let opens = lock(&kernel).opens;
    (drain.join().unwrap(), status, opens)
}

fn reference(model: &Model, manner: Manner) -> (Vec<u8>, u8) {
    let kernel = Mutex::new(Kernel { model: model.clone(), open: HashMap::new(), per_read: 1, opens: 0 });
    let tool = Tool { manner, kernel: &kernel, acts: Mutex::new(0) };
    let mut reference = Reference { tool: &tool, out: Vec::new(), status: 0 };
    reference.entry("r", Some(0), "");
    reference.out.extend(b"finished\n");
    (reference.out, reference.status)
}

fn check(seed: u64, shape: Shape) {
    let mut rng = Rng(seed);
    let count = rng.below(60);
    let model = Model::random(&mut rng, shape, count);
    let class = [Class::Ahead, Class::InStep, Class::Batch, Class::Serial][rng.below(4)];
    let manner = Manner {
        class,
        post_order: rng.one_in(3),
        prune: rng.next() % 22,
        quit: rng.one_in(3).then(|| rng.next() % 64),
        act: (class != Class::Ahead && rng.one_in(2)).then(|| 1 + rng.next() % 9),
        // What a batch changes shows in what is read after it, and the reference reads directories whole.
        unit: if class == Class::Batch { 100_000 } else { [1, 3, 100_000, usize::MAX][rng.below(4)] },
    };
    let open_files = [0, 20, 64][rng.below(3)];
    let room = [1, 2_000, 1 << 20][rng.below(3)];
    // Effects happen on the main thread alone.
    let width = if class == Class::Serial { 0 } else { 1 + rng.below(9) };
    let limits = Limits { open_files, room, width };
    let (out, status, _) = simulate(seed, &model, manner, limits);
    let (expected, expected_status) = reference(&model, manner);
    let texts = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&expected));
    assert_eq!(texts.0, texts.1, "seed {seed} {shape:?} {manner:?} {limits:?}");
    assert_eq!(status, expected_status, "seed {seed} {manner:?}");
}

/// Under the 64 descriptors that a shell may allow, a tree that is deeper than that costs few opens more than it has
/// directories, wherever the spine of the comb lies among its teeth.
#[test]
fn a_deep_comb_is_opened_at_most_four_times() {
    for seed in 0..30 {
        let mut rng = Rng(seed);
        let mut model = Model::random(&mut rng, Shape::Comb, 900);
        model.dirs.iter_mut().for_each(|dir| (dir.open_error, dir.read_error) = (None, None));
        let post_order = rng.one_in(2);
        let act = rng.one_in(2).then_some(1);
        let manner = Manner { class: Class::InStep, post_order, prune: 99, quit: None, act, unit: 100_000 };
        let width = rng.below(5);
        let (out, _, opens) = simulate(seed, &model, manner, Limits { open_files: 64, room: 1 << 22, width });
        assert!(out == reference(&model, manner).0, "seed {seed} {manner:?}");
        assert!(
            opens <= 4 * model.dirs.len(),
            "{opens} opens of {} directories, seed {seed}",
            model.dirs.len()
        );
    }
}

#[test]
fn any_timing_gives_the_output_of_one_thread() {
    for seed in 0..1_000 {
        for shape in [Shape::Random, Shape::Comb, Shape::Wide] {
            check(seed, shape);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
