//! One walk from its roots to its exit status: the only place that names executors.
//!
//! The main thread works by plain calls, and all that is done while there is little to do is done by it. Threads come
//! for further CPUs, and for what waits for a device; a ring comes in their place where this kernel's can read
//! directories, or where a user wants one.

use std::{
    ffi::CString,
    os::fd::AsFd,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::{
    account::{Account, By, Counted, Counts, Log, Why},
    devices::Devices,
    emit::Emitter,
    flight::Flight,
    handles::Io,
    job::{Context, DirJob},
    means::{Executor, MOST},
    meter::Meter,
    node::Node,
    output::Output,
    shared::Shared,
    spare::Spare,
    visit::{Class, Plan, Visitor},
};
use crate::{
    ring::{
        budget::Descriptors,
        caps::{Abilities, Caps},
        crew,
        depth::{CAP, Depth},
        op::{Op, Perform},
        perform::perform,
        uring::Ring,
    },
    sys::{
        Errno, limits, manners, signals, supervision,
        threads::{self, Scope},
    },
};

/// Bytes that pages made ahead may hold: enough to bridge a pause of the reader, and no more memory than a shell has.
const ROOM: usize = 4 * 1024 * 1024;

/// The same where all of it may have to be made again: a part of what fills a batch, 128 KiB.
const BATCH_ROOM: usize = 64 * 1024;

/// Descriptors that are left to others, and those that each thread needs for itself.
const RESERVED: usize = 8;
const EACH: usize = 4;

/// Descriptors that a process must be allowed for each thread beyond those that the CPUs keep busy, and in any case: each
/// reads far ahead of the next, and where directories must be closed for one another they are opened over and over.
const FILES: usize = 8;
const SPARED: usize = 192;

/// The depth of those who want to leave others alone, and the share of what processes are left that a crew may have.
const MODEST: usize = 4;
const SHARE: usize = 8;

/// How a walk ended.
#[derive(Debug)]
pub struct Outcome {
    /// The worst exit status that any page asked for.
    pub status: u8,
    /// What standard output failed with, if it did.
    pub write_error: Option<Errno>,
    /// Whether a message could not be written to standard error.
    pub messages_lost: bool,
    /// Whether output came behind the last message and the last program.
    pub ends_with_output: bool,
    /// What was done and how, if that was asked.
    pub account: Option<Box<Account>>,
}

/// Walks each batch of operands in turn: one is done with before the next is asked for, so that `roots` may take its
/// time. Output goes to descriptors 1 and 2 in the order of a walk on one thread.
pub fn run<V, R>(plan: &Plan, roots: R, visitor: &V) -> Outcome
where
    V: Visitor,
    V::State: Send,
    R: IntoIterator<Item = Vec<CString>>,
{
    let bounds = Bounds::new(plan);
    let budget = Descriptors::new(bounds.open_files, bounds.most);
    let output = Arc::new(Mutex::new(Output::new(1, 2, visitor.watcher())));
    let room = if plan.class == Class::Batch { BATCH_ROOM } else { ROOM };
    // Once a signal ends the walk nothing more is done: what is under way comes to its end, and is put out in order.
    let perform = |op: Op<'_>| if signals::caught().is_some() { op.canceled() } else { perform(op) };
    let (main, counts) = (thread::current().id(), Counts::default());
    let counted = |op: Op<'_>| {
        counts.add(&op, if thread::current().id() == main { By::Plain } else { By::Threads });
        perform(op)
    };
    let perform: &Perform<'_> = if plan.means.stats { &counted } else { &perform };
    let context = Context { plan, visitor, io: Io { budget: &budget, perform }, devices: Devices::default() };
    let log = plan.means.stats.then(Log::new);
    let meter = Meter::new(Depth::new(bounds.cpus, bounds.most), bounds.fixed, log);
    let shared = Shared::new(context, room, meter);
    let pilot = Mutex::new(Pilot::new(plan, &bounds));
    let counts_of_ring = plan.means.stats.then_some(&counts);
    let status = threads::scope(|scope| {
        let crew = Crew { scope, shared: &shared, pilot: &pilot, bounds: &bounds, counts: counts_of_ring };
        // Programs run while a page is made in the Serial class, and they are slow: nobody may read ahead of them.
        let hire = |wanted| if plan.class == Class::Serial { 0 } else { crew.hire(wanted) };
        let mut emitter = Emitter::new(&shared, output.clone(), &hire, bounds.cpus);
        let mut roots = roots.into_iter();
        while let Some(batch) = emitter.await_roots(&mut roots) {
            if !emitter.walk(DirJob::roots(Node::roots(), &batch)) {
                break;
            }
        }
        emitter.finish();
        shared.end();
        emitter.status
    });
    let log = shared.lock().meter.log.take();
    drop(shared);
    let pilot = pilot.into_inner().unwrap_or_else(PoisonError::into_inner);
    let account =
        |log| Box::new(Account { counts, again: pilot.again, log, threads: pilot.threads, why: pilot.why });
    let output = output.lock().unwrap_or_else(PoisonError::into_inner);
    Outcome {
        status,
        write_error: output.failure(),
        messages_lost: output.messages_lost(),
        ends_with_output: output.is_unsettled(),
        account: log.map(account),
    }
}

/// How much may be done at once.
struct Bounds {
    /// Threads that are kept busy where nothing waits, the main one among them.
    cpus: usize,
    /// Operations in flight where they wait for a device.
    most: usize,
    /// As many as a user wants in flight; 0: as many as are worth it.
    fixed: usize,
    /// Descriptors of the process.
    open_files: usize,
}

impl Bounds {
    fn new(plan: &Plan) -> Bounds {
        let means = &plan.means;
        let cpus = match means.cpus {
            _ if plan.alone || plan.class == Class::Serial => 1,
            0 => limits::cpus(),
            cpus => cpus.min(MOST),
        };
        let open_files = limits::open_files();
        // A thread has at most one directory open that nobody has counted, and one on the way to it.
        let cpus = cpus.min(open_files.saturating_sub(RESERVED) / EACH).max(1);
        let cap = if means.depth == 0 { CAP } else { means.depth.min(MOST) };
        let (most, fixed) = match (plan.class, means.executor) {
            (Class::Serial, _) => (1, 0),
            (_, Executor::Plain) => (cpus, 0),
            _ => {
                let most = cpus.max(cap.min(open_files.saturating_sub(SPARED) / FILES));
                (most, means.depth.min(most))
            }
        };
        Bounds { cpus, most, fixed, open_files }
    }
}

/// Whether there is to be a ring, and who else is at work.
struct Pilot {
    /// Whether a ring is to be looked for when a device is waited for, or for whatever is done at once.
    seeks: Seeks,
    /// Whether one is looked for, or there is one.
    flying: bool,
    /// Threads that were hired while a ring is, or may be, as good as any number of them.
    promised: usize,
    /// How many more may be made.
    room: usize,
    /// Whether it was looked how many that are.
    measured: bool,
    /// How many were made.
    threads: usize,
    /// Operations that a ring failed at.
    again: u64,
    /// Why there is a ring, or is none.
    why: Why,
}

/// When a ring is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seeks {
    /// Never, or never again.
    Never,
    /// When a device is waited for.
    WhenSlow,
    /// When anything is done at once.
    AtOnce,
}

impl Pilot {
    fn new(plan: &Plan, bounds: &Bounds) -> Pilot {
        let (seeks, why) = match plan.means.executor {
            Executor::Plain | Executor::Threads => (Seeks::Never, Why::Unwanted),
            _ if plan.class == Class::Serial => (Seeks::Never, Why::NotNeeded),
            Executor::Ring => (Seeks::AtOnce, Why::NotNeeded),
            Executor::Auto if bounds.most == 1 || bounds.fixed == 1 => (Seeks::Never, Why::Shallow),
            Executor::Auto if !plan.only_looks => (Seeks::Never, Why::Unfit),
            Executor::Auto => (Seeks::WhenSlow, Why::NotNeeded),
        };
        let plain = plan.means.executor == Executor::Plain;
        let room = if plain { bounds.cpus - 1 } else { usize::MAX };
        Pilot { seeks, flying: false, promised: 0, room, measured: plain, threads: 0, again: 0, why }
    }
}

/// Threads that read ahead, each of which may start more.
struct Crew<'scope, 'env, 'c, V: Visitor> {
    /// Where threads live.
    scope: &'scope Scope<'scope, 'env>,
    /// What they work on.
    shared: &'scope Shared<'c, V>,
    /// Whether there is to be a ring.
    pilot: &'scope Mutex<Pilot>,
    /// How much may be done at once.
    bounds: &'scope Bounds,
    /// Where a ring's operations are counted.
    counts: Option<&'scope Counts>,
}

impl<V: Visitor> Clone for Crew<'_, '_, '_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Visitor> Copy for Crew<'_, '_, '_, V> {}

impl<'scope, V: Visitor> Crew<'scope, '_, '_, V>
where
    V::State: Send,
{
    /// Hires so many threads, or a ring in their place: how many could be had.
    fn hire(self, wanted: usize) -> usize {
        let slow = self.shared.is_slow_somewhere();
        let mut pilot = self.pilot();
        if slow && !std::mem::replace(&mut pilot.measured, true) {
            self.measure(&mut pilot);
        }
        let wanted = wanted.min(pilot.room);
        if wanted > 0 && (pilot.seeks == Seeks::AtOnce || slow && pilot.seeks == Seeks::WhenSlow) {
            let instead = pilot.seeks == Seeks::AtOnce;
            pilot.seeks = Seeks::Never;
            if self.start(&mut pilot, 1, move || self.seek(instead)) == 0 {
                pilot.why = Why::Alone;
                return 0;
            }
            pilot.flying = instead;
            return 1 + self.join(&mut pilot, wanted - 1);
        }
        self.join(&mut pilot, wanted)
    }

    /// Hires threads; while a ring does in their place what there is to do, they are only promised.
    fn join(self, pilot: &mut Pilot, wanted: usize) -> usize {
        if pilot.flying {
            pilot.promised += wanted;
            return wanted;
        }
        self.start(pilot, wanted, move || self.shared.work(false, &|wanted| self.hire(wanted)))
    }

    fn start<F>(self, pilot: &mut Pilot, wanted: usize, life: F) -> usize
    where
        F: Fn() + Clone + Send + 'scope,
    {
        let had = crew::start(self.scope, wanted, life);
        pilot.threads += had;
        pilot.room -= had;
        had
    }

    /// Finds out how many threads others can spare, by calls that GNU's tools do not make.
    fn measure(self, pilot: &mut Pilot) {
        if supervision::is_strict() {
            return;
        }
        pilot.room = manners::free_processes() / SHARE;
        if manners::is_modest() {
            self.shared.lock().meter.restrain(MODEST);
        }
    }

    /// The life of a thread that looks for a ring, with a directory that is to be read anyway: it flies where there is one
    /// that is worth it, or wanted `instead` of threads, and works like others where there is none any more.
    fn seek(self, instead: bool) {
        let hire = |wanted| self.hire(wanted);
        let mut spare = Spare::default();
        let Some((start, job)) = self.shared.open_one(&mut spare) else { return };
        match self.ring(&job, instead) {
            Ok((mut ring, able)) => {
                self.pilot().why = Why::Used(able);
                let counted = Counted { ring: &mut ring, counts: self.counts };
                let mut flight = Flight::new(counted, self.bounds.cpus);
                flight.board(start, job);
                while self.shared.fly(&mut flight, instead) {
                    self.shared.work(true, &hire);
                }
                drop(flight);
                let mut pilot = self.pilot();
                pilot.again = ring.tally().again;
                if let Some(errno) = ring.death() {
                    pilot.why = Why::Died(errno);
                }
            }
            Err(why) => {
                self.pilot().why = why;
                self.shared.go_on_with(start, job, &mut spare, &hire);
            }
        }
        let mut pilot = self.pilot();
        pilot.flying = false;
        let promised = std::mem::take(&mut pilot.promised);
        if promised > 0 && !self.shared.is_over() {
            let had = self.join(&mut pilot, promised);
            drop(pilot);
            self.shared.lock().meter.lacks(promised - had);
        } else {
            drop(pilot);
        }
        self.shared.work(false, &hire);
    }

    /// A ring, and what it is able to do, or why there is none.
    fn ring(self, job: &DirJob<V::State>, wanted: bool) -> Result<(Ring, Abilities), Why> {
        let sample = job.base();
        let caps = Caps::discover(self.shared.cx.plan.means.numbers, sample.as_fd());
        let able = caps.ring.as_ref().map_err(|refusal| Why::Refused(refusal.clone()))?.clone();
        match &able.getdents {
            Err(lack) if !wanted => return Err(Why::Poor(lack.clone())),
            _ => {}
        }
        let entries = u32::try_from(self.bounds.most).unwrap_or(u32::MAX);
        let ring = Ring::new(&caps, entries).map_err(Why::Refused)?;
        Ok((ring, able))
    }

    fn pilot(&self) -> MutexGuard<'_, Pilot> {
        self.pilot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
