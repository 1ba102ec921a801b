//! A simulated crew on a simulated file system: random trees, operations completed in random order, failures, budgets
//! of one, barriers that change the tree, all from a seed, against a reference of a few lines that walks on its own.
//!
//! The real job, frontier, emitter and handles run here; only the crew's threads are replaced, by steps that the emitter
//! takes at random while it would wait or walk on.

mod model;
mod ring;
mod tool;

use std::{
    collections::VecDeque,
    ffi::CString,
    io::Read,
    os::fd::AsRawFd,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use self::{
    model::{Kernel, Model, Rng, Shape, perform},
    ring::Ring,
    tool::{Manner, PADDING, Reference, Tool},
};
use super::{
    devices::Devices,
    emit::Emitter,
    flight::Flight,
    frontier::Start,
    handles::Io,
    job::{Context, DirJob, Fed, Step},
    meter::Meter,
    node::{self, Node},
    output::Output,
    shared::Shared,
    spare::Spare,
    visit::{Class, Fault, Plan, Visitor},
};
use crate::{
    ring::{budget::Descriptors, depth::Depth, op::Op},
    sys::Errno,
};

/// What stands for the crew: directories that are being read.
pub(crate) struct Crew<S> {
    /// Taken and not handed in.
    flight: Vec<(Start, DirJob<S>)>,
    /// What has many operations of them in flight, in some runs.
    ring: Option<Flight<Ring, S>>,
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
        let steps = {
            let rng = &mut lock(sim).rng;
            // Now and then output stalls for long.
            if rng.one_in(50) { 1_000 } else { rng.below(12) }
        };
        (0..steps).for_each(|_| self.sim_step());
    }

    /// One step: a directory is taken, or one operation of one that was taken is done.
    pub(crate) fn sim_step(&self) {
        let Some(sim) = &self.sim else { return };
        let mut sim = lock(sim);
        let sim = &mut *sim;
        if let Some(ring) = &mut sim.ring {
            return self.fly_on(ring, if sim.rng.one_in(4) { 1 } else { sim.width });
        }
        if sim.flight.len() < sim.width && (sim.flight.is_empty() || sim.rng.one_in(3)) {
            let start = self.take(&mut self.lock(), |_, _| true);
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
                    self.starved();
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
    /// Whether the kernel refuses descriptors at random.
    refuse: bool,
    /// Whether a ring has many operations in flight.
    ring: bool,
}

impl Limits {
    /// More than any of these trees needs.
    const WIDE: Limits = Limits { open_files: 1_000, room: 1 << 22, width: 4, refuse: false, ring: false };
}

/// What a run comes to.
struct Run {
    /// Both streams.
    out: Vec<u8>,
    /// The exit status.
    status: u8,
    /// What the kernel has counted.
    kernel: Kernel,
}

fn simulate(seed: u64, model: &Model, manner: Manner, limits: Limits) -> Run {
    let mut rng = Rng(seed ^ 0x5eed);
    let Limits { open_files, room, width, refuse, ring } = limits;
    let budget = Descriptors::new(open_files, 0);
    let per_read = 1 + rng.below(4);
    let refuse = refuse.then(|| Rng(rng.next()));
    let mut kernel = Kernel::new(model, per_read, refuse);
    kernel.old = rng.one_in(6);
    let kernel = Arc::new(Mutex::new(kernel));
    let tool = Tool { manner, kernel: &kernel, acts: Mutex::new(0) };
    let Manner { class, breadth_first, unit, one_device, search, .. } = manner;
    let plan = Plan {
        class,
        breadth_first,
        look_at_roots: true,
        rounds: u32::MAX,
        unit,
        one_device,
        search,
        ..Plan::default()
    };
    let perform = |op: Op<'_>| perform(&kernel, op);
    let io = Io { budget: &budget, perform: &perform };
    let mut shared = Shared::new(
        Context { plan: &plan, visitor: &tool, io, devices: Devices::default() },
        room,
        Meter::new(Depth::new(64, 64), 0, None),
    );
    let ring = ring.then(|| Flight::new(Ring::new(&kernel, Rng(rng.next())), 1));
    shared.sim = Some(Mutex::new(Crew { flight: Vec::new(), ring, width, spare: Spare::default(), rng }));
    let (mut reader, writer) = std::os::unix::net::UnixStream::pair().unwrap();
    let drain = std::thread::spawn(move || {
        let mut all = Vec::new();
        reader.read_to_end(&mut all).unwrap();
        all
    });
    let output = Arc::new(Mutex::new(Output::new(writer.as_raw_fd(), writer.as_raw_fd(), None)));
    let nobody = |_| 0;
    let mut emitter = Emitter::new(&shared, output, &nobody, 1);
    let roots = Node::roots();
    node::PINNED.set(0);
    let to_the_end = emitter.walk(DirJob::roots(roots, &[CString::new("r").unwrap()]));
    emitter.finish();
    let status = emitter.status;
    drop(emitter);
    drop(shared);
    drop(writer);
    assert!(!budget.any_open(), "all directories are closed in the end");
    if to_the_end {
        assert_eq!(node::PINNED.get(), 0, "nobody needs a directory in the end: seed {seed} {manner:?}");
    }
    let kernel = Arc::into_inner(kernel).unwrap().into_inner().unwrap();
    Run { out: drain.join().unwrap(), status, kernel }
}

fn reference(model: &Model, manner: Manner) -> (Vec<u8>, u8) {
    let kernel = Mutex::new(Kernel::new(model, 1, None));
    let tool = Tool { manner, kernel: &kernel, acts: Mutex::new(0) };
    let mut reference =
        Reference { tool: &tool, out: Vec::new(), status: 0, above: Vec::new(), waiting: VecDeque::new() };
    reference.walk();
    reference.out.extend(b"finished\n");
    (reference.out, reference.status)
}

/// Runs a walk that has to come out as the reference does.
fn compare(seed: u64, model: &Model, manner: Manner, limits: Limits) -> Run {
    let run = simulate(seed, model, manner, limits);
    let (expected, status) = reference(model, manner);
    let texts = (String::from_utf8_lossy(&run.out), String::from_utf8_lossy(&expected));
    assert!(texts.0 == texts.1, "seed {seed} {manner:?} {limits:?}:\n{}\nexpected:\n{}", texts.0, texts.1);
    assert_eq!(run.status, status, "seed {seed} {manner:?}");
    run
}

fn check(seed: u64, shape: Shape, breadth_first: bool) {
    let mut rng = Rng(seed);
    let count = rng.below(60);
    let model = Model::random(&mut rng, shape, count);
    let class = [Class::Ahead, Class::InStep, Class::Batch, Class::Serial][rng.below(4)];
    let manner = Manner {
        class,
        post_order: rng.one_in(3) && !breadth_first,
        breadth_first,
        prune: rng.next() % 22,
        quit: rng.one_in(3).then(|| rng.next() % 64),
        act: (class != Class::Ahead && rng.one_in(2)).then(|| 1 + rng.next() % 9),
        // What a batch changes shows in what is read after it, and the reference reads directories whole.
        unit: if class == Class::Batch { 100_000 } else { [1, 3, 100_000, usize::MAX][rng.below(4)] },
        // Some pages are full before their directory has been visited.
        padding: if rng.one_in(30) { PADDING.len() } else { 0 },
        one_device: rng.one_in(8),
        search: rng.one_in(4),
    };
    let limits = Limits {
        open_files: [0, 20, 64][rng.below(3)],
        room: [1, 2_000, 1 << 20][rng.below(3)],
        // Effects happen on the main thread alone.
        width: if class == Class::Serial { 0 } else { 1 + rng.below(9) },
        refuse: rng.one_in(4),
        ring: class != Class::Serial && rng.one_in(3),
    };
    let run = compare(seed, &model, manner, limits);
    // What is behind a barrier is read again, and what has more than one unit is read on.
    if manner.act.is_none() || class != Class::Batch {
        let most = run.kernel.reads.iter().max();
        assert!(
            most <= Some(&READS),
            "{most:?} reads of one directory: seed {seed} {shape:?} {manner:?} {limits:?}"
        );
    }
}

/// How often one directory may be read, whatever is refused: its page is thrown away once at most.
const READS: usize = 2;

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
        let manner = Manner { class: Class::InStep, post_order, act, ..Manner::PLAIN };
        let limits = Limits { open_files: 64, width: rng.below(5), ..Limits::WIDE };
        let opens = compare(seed, &model, manner, limits).kernel.opens.iter().sum::<usize>();
        let most = 4 * model.dirs.len();
        assert!(opens <= most, "{opens} opens of {} directories, seed {seed}", model.dirs.len());
    }
}

/// A breadth-first walk under 64 descriptors opens a directory again for its children, and few of those on the way there.
#[test]
fn levels_are_opened_again_by_short_ways() {
    for shape in [Shape::Bushy, Shape::Wide, Shape::Comb] {
        for width in [0, 1, 4] {
            let mut model = Model::random(&mut Rng(7), shape, 1_500);
            model.dirs.iter_mut().for_each(|dir| (dir.open_error, dir.read_error) = (None, None));
            model.dirs.iter_mut().for_each(|dir| dir.mount = false);
            let manner = Manner { class: Class::InStep, breadth_first: true, ..Manner::PLAIN };
            let run = compare(1, &model, manner, Limits { open_files: 64, width, ..Limits::WIDE });
            let opens = run.kernel.opens.iter().sum::<usize>();
            let most = 2 * model.dirs.len();
            assert!(opens <= most, "{opens} opens of {} directories, {shape:?}", model.dirs.len());
        }
    }
}

/// An act in a directory that can't be opened again is told why.
#[test]
fn an_act_learns_why_its_directory_is_gone() {
    let mut model = Model::chain(40);
    model.dirs[20].again_error = Some(Errno(libc::ENXIO));
    let manner = Manner { class: Class::InStep, post_order: true, act: Some(1), ..Manner::PLAIN };
    let run = simulate(0, &model, manner, Limits { open_files: 0, width: 0, ..Limits::WIDE });
    let text = String::from_utf8_lossy(&run.out);
    assert!(text.contains(&format!("act: {:?}\n", Errno(libc::ENXIO))), "{text}");
}

/// A mount point is compared with its ancestors, which are opened for that once each and not once a mount point.
#[test]
fn ancestors_of_mount_points_are_opened_once() {
    let mut model = Model::chain(400);
    model.dirs.iter_mut().skip(1).step_by(20).for_each(|dir| dir.mount = true);
    for width in [0, 4] {
        let opens = compare(1, &model, Manner::PLAIN, Limits { width, ..Limits::WIDE }).kernel.opens;
        assert!(opens.iter().sum::<usize>() <= 2 * model.dirs.len(), "{opens:?}");
        compare(1, &model, Manner::PLAIN, Limits { width, refuse: true, ..Limits::WIDE });
    }
}

/// A walk that is to stay on its root's device stays where it can't be told which that is.
#[test]
fn one_device_is_never_left_for_an_unknown_one() {
    let mut model = Model::chain(3);
    model.dirs[0].blind = Some(Errno(libc::ENXIO));
    let manner = Manner { one_device: true, ..Manner::PLAIN };
    let text = simulate(0, &model, manner, Limits::WIDE).out;
    let text = String::from_utf8_lossy(&text);
    let fault = format!("r/d1: {:?}\n", Fault::Open(Errno(libc::ENXIO)));
    assert!(text.contains(&fault) && !text.contains("d2"), "{text}");
}

/// A mount point that can't be compared with one of its ancestors may be that one, and is not entered.
#[test]
fn what_cannot_be_compared_is_not_entered() {
    let mut model = Model::chain(9);
    model.dirs[3].again_error = Some(Errno(libc::ENXIO));
    model.dirs[8].mount = true;
    let text = simulate(0, &model, Manner::PLAIN, Limits { width: 0, ..Limits::WIDE }).out;
    let text = String::from_utf8_lossy(&text);
    let fault = format!("r/d1/d2/d3/d4/d5/d6/d7/d8: {:?}\n", Fault::Open(Errno(libc::ENXIO)));
    assert!(text.contains(&fault) && !text.contains("d9"), "{text}");
}

/// A walk that begins below a directory that is mounted further down comes to its own start, with no mount point there.
#[test]
fn a_loop_entered_below_its_start_is_found() {
    let mut model = Model::chain(9);
    model.dirs[5].mount = true;
    model.dirs[5].same_as = Some(99);
    model.dirs[8].same_as = Some(0);
    let text = compare(0, &model, Manner::PLAIN, Limits::WIDE).out;
    assert!(!String::from_utf8_lossy(&text).contains("d9"));
}

/// A listing of more names than a unit can hold ends with an error; units that are small enough go on to its end.
#[test]
fn a_listing_that_is_too_large_says_so() {
    let mut model = Model::chain(0);
    model.dirs[0].entries.extend((0..3_000).map(|number| (format!("{number:030}"), None)));
    let unit = |unit| simulate(0, &model, Manner { unit, ..Manner::PLAIN }, Limits::WIDE);
    let whole = unit(usize::MAX);
    let end = format!("r: {:?}\nfinished\n", Fault::Read(Errno::OVERFLOW));
    assert!(whole.out.starts_with(b"r\n") && whole.out.ends_with(end.as_bytes()));
    assert_eq!(whole.status, 2);
    let (all, status) = reference(&model, Manner::PLAIN);
    assert!(whole.out.len() > all.len() / 4 && whole.out.len() < all.len());
    let parts = unit(100);
    assert!(parts.out == all && parts.status == status);
}

#[test]
fn any_timing_gives_the_output_of_one_thread() {
    for seed in 0..1_000 {
        for shape in [Shape::Random, Shape::Comb, Shape::Wide] {
            check(seed, shape, false);
        }
    }
}

#[test]
fn any_timing_gives_the_breadth_first_order_of_one_thread() {
    for seed in 0..1_000 {
        for shape in [Shape::Random, Shape::Comb, Shape::Wide, Shape::Bushy] {
            check(seed, shape, true);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
