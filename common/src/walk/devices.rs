//! Numbers for the devices that a walk comes to, in the order in which it does: what each of them is worth is learned
//! apart.

use std::{
    os::fd::BorrowedFd,
    sync::{Mutex, PoisonError},
};

use crate::ring::op::{Done, Op, Perform};

/// Devices that are told from one another; all others share the last number.
pub(crate) const MOST: usize = 8;

/// What tells a device from others: the file system's ID of statfs(2), or where it has none the device number.
type Id = u64;

/// The first devices seen; their places are their numbers.
#[derive(Default)]
pub(crate) struct Devices(Mutex<Vec<Id>>);

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
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = seen.iter().position(|&other| other == id).unwrap_or_else(|| {
            if seen.len() < MOST {
                seen.push(id);
            }
            seen.len() - 1
        });
        number as u8
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
        assert_eq!(devices.0.lock().unwrap().len(), MOST);
    }
}
