//! Whether an operation does what its name says: tried once, where it leaves no trace, and compared with the plain call.
//!
//! The ring of a trial can do nothing else, and nobody waits long for it.

use std::{
    os::fd::{AsFd, AsRawFd, BorrowedFd},
    sync::Arc,
    time::Duration,
};

use super::{
    super::{
        budget::DirFd,
        caps::{Abilities, Lack, Setup},
        op::{Done, Op},
    },
    Ring,
};
use crate::sys::{
    Errno,
    dents::{self, Dents},
    file::{self, How},
    meta::{self, Mask},
};

/// How long a trial waits for its operation.
const LIMIT: Duration = Duration::from_secs(1);

/// A mode that no new file has.
const MODE: u32 = 0o640;

/// How often a directory is read that others may be changing.
const ATTEMPTS: u32 = 3;

/// Tries getdents: first on a file in memory, which an operation that changes what it is given may change, and getdents
/// refuses; then on a second descriptor of `sample`, a directory that is being read, where it must give the plain call's
/// records and move on.
pub(in crate::ring) fn getdents(setup: Setup, number: u8, sample: BorrowedFd<'_>) -> Result<u8, Lack> {
    let unproven = |why| Lack::Unproven(number, why);
    let second = file::open_dir(sample.as_raw_fd(), c".".into(), How::NoFollow);
    let dir = Arc::new(DirFd::from(second.map_err(|_| unproven("no directory to try it on"))?));
    let able = Abilities { setup, getdents: Ok(number), fchmod: Err(Lack::Unnamed) };
    let file = nameless().map_err(unproven)?;
    match by_ring(&able, Op::Read { dir: file.as_fd(), buf: vec![0; 8192], at: 0 }, &file)
        .map_err(unproven)?
    {
        Done::Read(_, Err(Errno::NOTDIR)) => {}
        _ => return Err(unproven("it works on what is no directory")),
    }
    let mut last = Ok(number);
    for _ in 0..ATTEMPTS {
        last = reads_alike(&able, &dir).map(|()| number).map_err(unproven);
        if last.is_ok() || dents::go_to(dir.as_fd().as_raw_fd(), 0).is_err() {
            break;
        }
    }
    last
}

/// Tries fchmod on a file in memory.
pub(in crate::ring) fn fchmod(setup: Setup, number: u8) -> Result<u8, Lack> {
    let unproven = |why| Lack::Unproven(number, why);
    let file = nameless().map_err(unproven)?;
    let able = Abilities { setup, getdents: Err(Lack::Unnamed), fchmod: Ok(number) };
    let op = Op::ChmodOpen { dir: file.as_fd(), mode: MODE };
    match by_ring(&able, op, &file).map_err(unproven)? {
        Done::Changed(Ok(())) => {}
        _ => return Err(unproven("it failed")),
    }
    let now = meta::fstatx(file.as_fd().as_raw_fd(), Mask::MODE);
    if now.is_ok_and(|now| now.mode & 0o7777 == MODE) {
        Ok(number)
    } else {
        Err(unproven("it changed no mode"))
    }
}

fn reads_alike(able: &Abilities, dir: &Arc<DirFd>) -> Result<(), &'static str> {
    let fd = dir.as_fd().as_raw_fd();
    let op = Op::Read { dir: dir.as_fd(), buf: vec![0; 8192], at: 0 };
    let Done::Read(ring, Ok(got)) = by_ring(able, op, dir)? else { return Err("it failed") };
    let moved = dents::position(fd).is_ok_and(|position| position != 0);
    let mut plain = vec![0; ring.len()];
    dents::go_to(fd, 0).map_err(|_| "the directory can't be read again")?;
    let expected = dents::getdents(fd, &mut plain).map_err(|_| "the plain call failed")?;
    // What pads a name is left as it was, and a read may end where it likes: records are compared, those of both.
    let (ring, plain) = (Dents::new(&ring[..got]), Dents::new(&plain[..expected]));
    let both = ring.clone().zip(plain.clone()).map(|(ring, plain)| ring == plain);
    if got == 0 || expected == 0 || !both.clone().all(|same| same) || both.count() == 0 {
        return Err("it read other records than the plain call");
    }
    if !moved {
        return Err("it did not move on in the directory");
    }
    Ok(())
}

/// A file in memory; a ring does not care that it is no directory.
fn nameless() -> Result<Arc<DirFd>, &'static str> {
    let file = file::nameless().map_err(|_| "no file to try it on")?;
    Ok(Arc::new(DirFd::from(file)))
}

/// What the ring alone makes of an operation.
fn by_ring(able: &Abilities, op: Op<'_>, on: &Arc<DirFd>) -> Result<Done, &'static str> {
    let mut ring = Ring::with(able, 1).map_err(|_| "no ring to try it on")?;
    ring.submit(0, op, on.clone());
    ring.wait(1, Some(LIMIT));
    let (_, done) = ring.next_done().ok_or("it did not end")?;
    let tally = ring.tally();
    if tally.plain + tally.again == 0 { Ok(done) } else { Err("it failed") }
}
