//! When each request is answered, and how. What a request says in bytes is `wire`'s.
//!
//! ```text
//! kernel --read--> answer made --latency--> due, in order of arrival --its time has come--> written
//!                       `--hang--> hung --interrupt--> EINTR
//! ```
//!
//! The answer is made when the request arrives: what takes time is only its way back. Since all take the same time,
//! they become due in the order of arrival, even where a limit lets them wait for those before them.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    fmt,
    num::NonZeroU64,
    os::fd::OwnedFd,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read, write},
    thread::set_current_timer_slack,
};

use crate::{
    options::{Fault, On, Options},
    shape::Shape,
    wire::{self, Inode, Request, Want},
};

/// Serves one mount.
#[derive(Debug)]
pub struct Server {
    /// The connection to the kernel.
    device: OwnedFd,
    /// What a request takes.
    latency: Duration,
    /// How many requests are served at a time.
    at_once: Option<usize>,
    /// The tree.
    shape: Shape,
    /// Requests on entries, and what goes wrong with them.
    faults: Vec<(On, u64, Fault)>,
    /// Permissions that were changed.
    modes: HashMap<u64, u32>,
    /// Answers and their times, in order.
    due: VecDeque<(Instant, Vec<u8>)>,
    /// Requests that hang.
    hung: HashSet<u64>,
    /// When each of the last requests, as many as are served at a time, will have been answered.
    turns: VecDeque<Instant>,
    /// What there has been.
    counts: Counts,
}

/// What there has been.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Requests by kind, in the order of [`On::ALL`].
    by_kind: [u64; On::ALL.len()],
    /// Most requests that were in flight.
    peak: usize,
}

/// What becomes of a request.
enum Fate {
    /// It is answered at once, and does not count.
    AtOnce(Result<Vec<u8>, Errno>),
    /// It is answered in its time.
    Later(On, Result<Vec<u8>, Errno>),
    /// It hangs.
    Never(On),
    /// Nothing is to be said.
    Nothing,
    /// The server ends.
    Death,
}

impl Server {
    /// A server of that connection.
    pub fn new(device: OwnedFd, options: &Options) -> Server {
        Server {
            device,
            latency: options.latency,
            at_once: options.at_once,
            shape: options.shape,
            faults: options.faults.clone(),
            modes: HashMap::new(),
            due: VecDeque::new(),
            hung: HashSet::new(),
            turns: VecDeque::new(),
            counts: Counts::default(),
        }
    }

    /// Serves until the file system is unmounted, or a request lets the server die.
    pub fn serve(mut self) -> Counts {
        // Answers would else come up to 50 us late.
        set_current_timer_slack(NonZeroU64::new(1)).expect("a timer slack");
        let mut buffer = vec![0; 1 << 16];
        loop {
            self.wait();
            self.send_due();
            loop {
                match read(&self.device, &mut buffer[..]) {
                    Ok(length) => {
                        let request = Request::parse(&buffer[..length]).expect("a whole request");
                        if !self.take(request) {
                            return self.counts;
                        }
                    }
                    Err(Errno::AGAIN) => break,
                    // The caller was killed before the request could be read.
                    Err(Errno::NOENT | Errno::INTR) => {}
                    Err(Errno::NODEV) => return self.counts,
                    Err(why) => panic!("/dev/fuse: {why}"),
                }
            }
        }
    }

    /// Waits for a request, or for the next answer's time.
    fn wait(&self) {
        let timeout = self.due.front().map(|(time, _)| {
            let left = time.saturating_duration_since(Instant::now());
            Timespec::try_from(left).expect("a short time")
        });
        let mut device = [PollFd::new(&self.device, PollFlags::IN)];
        match poll(&mut device, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(why) => panic!("/dev/fuse: {why}"),
        }
    }

    /// Writes the answers whose time has come.
    fn send_due(&mut self) {
        let now = Instant::now();
        while self.due.front().is_some_and(|(time, _)| *time <= now) {
            if let Some((_, bytes)) = self.due.pop_front() {
                self.send(&bytes);
            }
        }
    }

    /// Writes an answer.
    fn send(&self, bytes: &[u8]) {
        match write(&self.device, bytes) {
            // The caller, or the mount, is no more.
            Ok(_) | Err(Errno::NOENT | Errno::NODEV) => {}
            Err(why) => panic!("/dev/fuse: {why}"),
        }
    }

    /// Takes a request on; whether to go on.
    fn take(&mut self, request: Request<'_>) -> bool {
        match self.fate(request) {
            Fate::AtOnce(result) => self.send(&wire::answer(request.unique, result)),
            Fate::Later(on, result) => {
                let time = self.time();
                self.due.push_back((time, wire::answer(request.unique, result)));
                self.count(on);
            }
            Fate::Never(on) => {
                self.hung.insert(request.unique);
                self.count(on);
            }
            Fate::Nothing => {}
            Fate::Death => return false,
        }
        true
    }

    /// When a request that arrives now is answered.
    fn time(&mut self) -> Instant {
        let mut start = Instant::now();
        if let Some(at_once) = self.at_once {
            if self.turns.len() == at_once {
                start = self.turns.pop_front().map_or(start, |turn| turn.max(start));
            }
            self.turns.push_back(start + self.latency);
        }
        start + self.latency
    }

    /// Counts a request that is now in flight.
    fn count(&mut self, on: On) {
        let index = On::ALL.iter().position(|(kind, _)| *kind == on).expect("a kind");
        self.counts.by_kind[index] += 1;
        self.counts.peak = self.counts.peak.max(self.due.len() + self.hung.len());
    }

    /// Decides what becomes of a request.
    fn fate(&mut self, request: Request<'_>) -> Fate {
        let (on, node) = match request.want {
            Want::Init => return Fate::AtOnce(Ok(wire::init())),
            Want::Statfs => return Fate::AtOnce(Ok(wire::statfs())),
            Want::Release => return Fate::AtOnce(Ok(Vec::new())),
            // The kernel remembers, and does without.
            Want::Other => return Fate::AtOnce(Err(Errno::NOSYS)),
            Want::Forget => return Fate::Nothing,
            Want::Interrupt(unique) => {
                if self.hung.remove(&unique) {
                    self.send(&wire::answer(unique, Err(Errno::INTR)));
                }
                return Fate::Nothing;
            }
            Want::Lookup(name) => match self.shape.child(request.node, name) {
                Some(node) => (On::Lookup, node),
                None => return Fate::Later(On::Lookup, Err(Errno::NOENT)),
            },
            Want::Getattr => (On::Getattr, request.node),
            Want::Setattr(_) => (On::Chmod, request.node),
            Want::Open => (On::Open, request.node),
            Want::Readdir(0, _) => (On::Read, request.node),
            Want::Readdir(..) => (On::Rest, request.node),
        };
        let fault = self.faults.iter().find(|(its, place, _)| (*its, *place) == (on, node));
        match fault.map(|(_, _, fault)| *fault) {
            None => Fate::Later(on, Ok(self.result(request.want, node))),
            Some(Fault::Fail(why)) => Fate::Later(on, Err(why)),
            Some(Fault::Hang) => Fate::Never(on),
            Some(Fault::Die) => Fate::Death,
        }
    }

    /// The body of an answer to a request that succeeds.
    fn result(&mut self, want: Want<'_>, node: u64) -> Vec<u8> {
        match want {
            Want::Lookup(_) => wire::entry(self.inode(node)),
            Want::Open => wire::open(),
            Want::Readdir(place, room) => self.listing(node, place, room),
            Want::Setattr(mode) => {
                if let Some(mode) = mode {
                    self.modes.insert(node, mode & 0o7777);
                }
                wire::inode(self.inode(node))
            }
            _ => wire::inode(self.inode(node)),
        }
    }

    /// What an entry's inode says.
    fn inode(&self, node: u64) -> Inode {
        let directory = self.shape.is_directory(node);
        let (kind, usual, size) = if directory {
            (0o040_000, 0o755, 4096)
        } else {
            (0o100_000, 0o644, node * 2_654_435_761 % 5000)
        };
        Inode { node, mode: kind | self.modes.get(&node).copied().unwrap_or(usual), size }
    }

    /// Entries of a directory from that place on.
    fn listing(&self, node: u64, place: u64, room: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for place in place.. {
            let Some((child, name)) = self.shape.entry(node, place) else { break };
            let mode = self.inode(child).mode;
            if !wire::push_entry(&mut bytes, room, (child, &name), place + 1, mode) {
                break;
            }
        }
        bytes
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} requests (", self.by_kind.iter().sum::<u64>())?;
        for (index, (count, (_, name))) in self.by_kind.iter().zip(On::ALL).enumerate() {
            write!(f, "{}{name} {count}", if index > 0 { ", " } else { "" })?;
        }
        write!(f, "), at most {} in flight", self.peak)
    }
}
