//! Numbers for the devices that a walk comes to, in the order in which it does: what each of them is worth is learned
//! apart.

use std::{
    os::fd::BorrowedFd,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
};

use crate::ring::op::{Done, Op, Perform};

/// Devices that are told from one another; all others share the last number.
pub(crate) const MOST: usize = 8;

/// What tells a device from others: the file system's ID of statfs(2), or where it has none the device number.
type Id = u64;

/// The devices of a walk.
#[derive(Default)]
pub(crate) struct Devices {
    /// The first ones seen; their places are their numbers.
    seen: Mutex<Vec<Id>>,
    /// Those whose file systems have said that they keep no extended attributes: a bit for each, by their numbers.
    bare: AtomicU8,
}

impl Devices {
    /// The number of the device with that file system ID, which `dir` is on.
    pub fn number(&self, id: Id, dir: BorrowedFd<'_>, perform: &Perform<'_>) -> u8 {
        // What is mounted through FUSE or from a server has none.
        let id = match id {
            0 => match perform(Op::Identify { dir }) {
                Done::Meta(Ok(meta)) => meta.dev,
                _ => 0,
            },
            id => id,
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let number = seen.iter().position(|&other| other == id).unwrap_or_else(|| {
            if seen.len() < MOST {
                seen.push(id);
            }
            seen.len() - 1
        });
        number as u8
    }

    /// Takes note that a device's file system keeps no extended attributes. Of those that share a number one says nothing
    /// of the others.
    pub fn is_found_bare(&self, number: u8) {
        if usize::from(number) < MOST - 1 {
            self.bare.fetch_or(1 << number, Ordering::Relaxed);
        }
    }

    /// Whether its file system has said so.
    pub fn is_bare(&self, number: u8) -> bool {
        self.bare.load(Ordering::Relaxed) & 1 << number != 0
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::*;
    use crate::ring::perform::perform;

    #[test]
    fn each_device_keeps_its_number() {
        let (devices, dir) = (Devices::default(), std::fs::File::open("/").unwrap());
        let mut number = |id| devices.number(id, dir.as_fd(), &perform);
        assert_eq!([7, 8, 7, 9].map(&mut number), [0, 1, 0, 2]);
        // Without an ID it is known by its device number.
        assert_eq!([0, 0, 8].map(&mut number), [3, 3, 1]);
        assert_eq!([20, 21, 22, 23, 24, 25, 20].map(&mut number), [4, 5, 6, 7, 7, 7, 4]);
        assert_eq!(devices.seen.lock().unwrap().len(), MOST);
    }
}
