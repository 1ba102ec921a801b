//! Many directories in flight on one thread: their operations are submitted and waited for together, and each result is
//! fed to its job when it comes. Pages are made and handed in as a thread of the crew does it.
//!
//! The frontier says which directories those are, the meter how many operations, and the jobs which. What can't be in
//! flight is done by a plain call in between, when all that was taken before has been handed in: a call may take for
//! ever. It does not know what keeps operations in flight: a ring, or a simulator.

use std::{
    collections::VecDeque,
    sync::{Arc, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{
    ask::Ask,
    errand::Errand,
    frontier::Start,
    job::{DirJob, Fed, Step, Ticket},
    load::Load,
    node::Node,
    places::Places,
    shared::{Shared, State},
    spare::Spare,
    visit::Visitor,
    watch::Report,
};
use crate::{ring::op::Submit, sys::limits};

/// How long results are waited for while more could be in flight: work may come meanwhile that nobody tells of.
const GLANCE: Duration = Duration::from_millis(1);

/// The same where no more may be: the walk may end meanwhile.
const SPELL: Duration = Duration::from_millis(20);

/// What a report to the meter takes: so many results, or any after so long.
const RESULTS: u32 = 16;
const SPAN: Duration = Duration::from_millis(2);

/// Directories in flight.
pub(crate) struct Flight<R, S> {
    /// What keeps operations in flight.
    ring: R,
    /// How many it was told of last.
    depth: usize,
    /// CPUs there are.
    cpus: usize,
    /// Directories that were taken and are not started.
    boarding: Vec<(Start, Arc<Node>)>,
    /// Directories under way.
    jobs: Places<Aloft<S>>,
    /// Those that may have something to be done, nearest first.
    hungry: VecDeque<usize>,
    /// Those that wait for their turn at a plain call.
    late: Vec<usize>,
    /// How many directories have been taken.
    boarded: u64,
    /// Questions about large directories of others.
    asked: VecDeque<(Arc<Errand>, usize)>,
    /// Operations in flight; their places are their tokens.
    sent: Places<Sent>,
    /// Pages that are to be handed in.
    load: Load<S>,
    /// Memory from one directory to the next.
    spare: Spare,
    /// What has happened since the last report.
    since: Since,
}

/// A directory under way.
struct Aloft<S> {
    /// Where its page belongs.
    start: Start,
    /// How many were taken before.
    number: u64,
    /// Its visit.
    job: DirJob<S>,
    /// Whether it is among the hungry or the late.
    hungry: bool,
}

/// An operation in flight.
struct Sent {
    /// When it was submitted.
    began: Instant,
    /// Who wants its result.
    owner: Owner,
}

/// Who wants a result.
enum Owner {
    /// The directory of that number.
    Job(usize, Ticket),
    /// Somebody who has asked others for help.
    Errand(Arc<Errand>, Ask),
}

/// What has happened since the last report.
struct Since {
    /// When that was.
    began: Instant,
    /// CPU time that the process had used then.
    cpu: Duration,
    /// Results that have come.
    done: u32,
    /// How long they were in flight, all together.
    busy: Duration,
    /// How often results were waited for, and how often with as much in flight as may be.
    waits: (u32, u32),
}

impl Since {
    /// Nothing yet.
    fn now() -> Since {
        Since { began: Instant::now(), cpu: limits::cpu_time(), done: 0, busy: Duration::ZERO, waits: (0, 0) }
    }
}

impl<R: Submit, S: Default + Send> Flight<R, S> {
    /// Nothing in flight yet on `ring`, beside which so many CPUs work.
    pub fn new(ring: R, cpus: usize) -> Flight<R, S> {
        Flight {
            ring,
            depth: 0,
            cpus,
            boarding: Vec::new(),
            jobs: Places::new(),
            hungry: VecDeque::new(),
            late: Vec::new(),
            boarded: 0,
            asked: VecDeque::new(),
            sent: Places::new(),
            load: Load::new(),
            spare: Spare::default(),
            since: Since::now(),
        }
    }

    /// Takes a directory on that may have been begun.
    pub fn board(&mut self, start: Start, job: DirJob<S>) {
        let number = self.jobs.put(Aloft { start, number: self.boarded, job, hungry: true });
        self.boarded += 1;
        self.hungry.push_back(number);
    }

    /// Whether a directory's turn at a plain call has come.
    fn has_turn(&self, number: usize) -> bool {
        let first = self.jobs.all().map(|(number, aloft)| (aloft.number, number)).min();
        self.load.len() == 0 && first.is_some_and(|first| first.1 == number)
    }

    /// Whether nothing is under way.
    fn is_empty(&self) -> bool {
        self.jobs.len() == 0 && self.boarding.is_empty() && self.asked.is_empty() && self.sent.len() == 0
    }

    /// Operations in flight, and those that could be at once.
    fn under_way(&self) -> usize {
        self.sent.len() + self.boarding.len() + self.hungry.len() + self.late.len() + self.asked.len()
    }

    /// A report, when there is something to report, and whether as much was in flight as may be. Blocked is what the CPUs
    /// were idle: a ring's own threads count as this process.
    fn report(&mut self) -> Option<(Report, bool)> {
        let took = self.since.began.elapsed();
        let Since { done, busy, waits, cpu: before, .. } = self.since;
        if done == 0 || done < RESULTS && took < SPAN {
            return None;
        }
        self.since = Since::now();
        let used = self.since.cpu.saturating_sub(before).as_secs_f64() / self.cpus as f64;
        let blocked = took.mul_f64((1.0 - used / took.as_secs_f64().max(1e-9)).max(0.0));
        let full = (waits.0 - waits.1) * 10 <= waits.0;
        Some((Report { device: 0, ended: self.since.began, took, done, busy, blocked, known: true }, full))
    }
}

impl<V: Visitor> Shared<'_, V> {
    /// Keeps as much in flight as is worth it, until the walk is over, or nothing blocks any more and the flight is not to
    /// go on for its own sake (`stays`), or there is nothing to keep it up: whether it could fly again.
    pub fn fly<R: Submit>(&self, flight: &mut Flight<R, V::State>, stays: bool) -> bool {
        loop {
            let mut state = self.settle(flight);
            if state.over {
                return false;
            }
            let up = flight.ring.is_alive();
            let lands = !up || !stays && !state.meter.blocks();
            state.meter.flies(!lands);
            let aim = state.meter.aim();
            if !lands {
                self.fill(&mut state, flight, aim);
            }
            if !flight.is_empty() {
                drop(state);
                self.go_on(flight, aim);
            } else if lands {
                self.work.notify_all();
                return up;
            } else {
                state.idle += 1;
                let mut state = self.runway.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }

    /// One round, in which nobody sleeps.
    #[cfg(test)]
    pub fn fly_on<R: Submit>(&self, flight: &mut Flight<R, V::State>, aim: usize) {
        let mut state = self.settle(flight);
        self.fill(&mut state, flight, aim);
        drop(state);
        self.go_on(flight, aim);
    }

    /// Hands in what is finished, and tells the meter how it went. The lock is kept for what comes next.
    fn settle<R: Submit>(&self, flight: &mut Flight<R, V::State>) -> MutexGuard<'_, State<V::State>> {
        let report = flight.report();
        let mut state = self.hand_in(&mut flight.load, &mut flight.spare);
        if let Some((report, full)) = report {
            let report = Report { device: state.meter.near(), ..report };
            state.meter.round(&report, full, self.tally(report.device));
            self.note_waiting(&state, report.device);
        }
        state
    }

    /// Takes on as much as may be in flight: questions of others, who wait for the answers, then the nearest directories.
    fn fill<R: Submit>(&self, state: &mut State<V::State>, flight: &mut Flight<R, V::State>, aim: usize) {
        while let Some(errand) = state.errands.first() {
            if flight.under_way() >= aim {
                return;
            }
            let block = errand.take();
            if block.is_empty() {
                state.errands.remove(0);
            } else {
                flight.asked.extend(block.map(|number| (errand.clone(), number)));
            }
        }
        for _ in flight.under_way()..aim {
            let Some(taken) = self.take(state, |_, _| true) else { break };
            flight.boarding.push(taken);
        }
    }

    /// Submits what may be in flight, waits for results, and feeds them.
    fn go_on<R: Submit>(&self, flight: &mut Flight<R, V::State>, aim: usize) {
        if std::mem::replace(&mut flight.depth, aim) != aim {
            flight.ring.widen(aim);
        }
        for (start, node) in std::mem::take(&mut flight.boarding) {
            let job = self.start(node, &mut flight.spare);
            flight.board(start, job);
        }
        if let Some(at) = flight.late.iter().position(|&number| flight.has_turn(number)) {
            let number = flight.late.swap_remove(at);
            flight.hungry.push_front(number);
        }
        let now = Instant::now();
        while flight.sent.len() < aim {
            if let Some((errand, number)) = flight.asked.pop_front() {
                self.ask(flight, errand, number, now);
            } else if let Some(number) = flight.hungry.pop_front() {
                self.advance(flight, number, now, aim);
            } else {
                break;
            }
        }
        if flight.sent.len() > 0 {
            let full = flight.sent.len() >= aim;
            // What is finished is waited for by others, and leaves room that is filled before the next wait.
            let finished = flight.load.len() > 0;
            if !finished {
                flight.since.waits.0 += 1;
                flight.since.waits.1 += u32::from(full);
            }
            flight.ring.wait(match full {
                _ if finished => Duration::ZERO,
                true => SPELL,
                false => GLANCE,
            });
            self.feed_all(flight);
        }
    }

    /// Submits what a directory wants, as far as it may be in flight; finishes its page if it wants nothing more.
    fn advance<R: Submit>(&self, flight: &mut Flight<R, V::State>, number: usize, now: Instant, aim: usize) {
        loop {
            let Some(aloft) = flight.jobs.get_mut(number) else { return };
            // It is in one of the two lists or in none: where it were in both it would be done with in one of them, and
            // the other would know the next directory of that number.
            let late = !aloft.job.is_for(&flight.ring) && !flight.has_turn(number);
            let Some(aloft) = flight.jobs.get_mut(number) else { return };
            aloft.hungry = late;
            if late {
                return flight.late.push(number);
            }
            let keep = aloft.job.base();
            match aloft.job.next(&self.cx, false) {
                Step::Do(ticket, op) => {
                    let token = flight.sent.put(Sent { began: now, owner: Owner::Job(number, ticket) });
                    if let Err(op) = flight.ring.offer(token as u64, op, &keep) {
                        flight.sent.take(token);
                        let done = (self.cx.io.perform)(op);
                        if aloft.job.feed(&self.cx, ticket, done) == Fed::Starved {
                            self.starved();
                        }
                    } else if !matches!(ticket, Ticket::Ask(_)) {
                        return;
                    } else if flight.sent.len() >= aim {
                        aloft.hungry = true;
                        return flight.hungry.push_front(number);
                    }
                }
                Step::Wait => return,
                Step::Visit | Step::Yield | Step::Done => {
                    if let Some(Aloft { start, job, .. }) = flight.jobs.take(number) {
                        self.finish_into(&mut flight.load, start, job, &mut flight.spare);
                    }
                    return;
                }
            }
        }
    }

    /// Submits a question of somebody else.
    fn ask<R: Submit>(
        &self,
        flight: &mut Flight<R, V::State>,
        errand: Arc<Errand>,
        number: usize,
        now: Instant,
    ) {
        let (ask, op) = errand.question(number, errand.dir());
        let owner = Owner::Errand(errand.clone(), ask);
        let token = flight.sent.put(Sent { began: now, owner });
        if let Err(op) = flight.ring.offer(token as u64, op, errand.dir()) {
            flight.sent.take(token);
            errand.put(vec![(ask, (self.cx.io.perform)(op))]);
        }
    }

    /// Feeds all results that are there.
    fn feed_all<R: Submit>(&self, flight: &mut Flight<R, V::State>) {
        let now = Instant::now();
        while let Some((token, done)) = flight.ring.next_done() {
            let Some(Sent { began, owner }) = flight.sent.take(token as usize) else { continue };
            flight.since.done += 1;
            flight.since.busy += now - began;
            match owner {
                Owner::Errand(errand, ask) => errand.put(vec![(ask, done)]),
                Owner::Job(number, ticket) => {
                    let Some(aloft) = flight.jobs.get_mut(number) else { continue };
                    if aloft.job.feed(&self.cx, ticket, done) == Fed::Starved {
                        self.starved();
                    }
                    if !std::mem::replace(&mut aloft.hungry, true) {
                        flight.hungry.push_front(number);
                    }
                }
            }
        }
    }
}
