//! The order in which the entries of a directory are visited: by their names, or as GNU's tools do.
//!
//! find and chmod -R visit up to 10,000 entries as the directory gives them, and from 10,001 on by inode number, in
//! separate batches of 100,000, since on most disks that is how the inodes lie. On tmpfs, NFS and CIFS the order is
//! always that of the directory. Found by running the tools; `Plan::unit` makes the batches.

use super::{
    entries::Entries,
    fs::Fs,
    visit::{Arrange, Look, Plan},
};

/// Entries that a batch may have and still stay as it was read.
const AS_READ: usize = 10_000;

/// Arranges one batch of a directory.
pub(crate) fn arrange(entries: &mut Entries, plan: &Plan, fs: Fs) {
    if plan.arrange == Arrange::ByName {
        return entries.sort_by_name();
    }
    // Where links are followed GNU's fts does not ask for the file system.
    let sorted = plan.look != Look::NoFollow || !fs.unsorted;
    if plan.arrange == Arrange::LikeFts && entries.read_len() > AS_READ && sorted {
        entries.sort_by_inode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys::Kind;

    fn first_of(count: usize, arrange_like: Arrange, look: Look, unsorted: bool) -> u64 {
        let mut entries = Entries::default();
        (0..count).for_each(|number| entries.push(b"n", Kind::File, (count - number) as u64));
        let plan = Plan { arrange: arrange_like, look, ..Plan::default() };
        arrange(&mut entries, &plan, Fs { unsorted, ..Fs::default() });
        entries.get(0).ino
    }

    #[test]
    fn sorts_by_inode_from_10001_on() {
        assert_eq!(first_of(10_000, Arrange::LikeFts, Look::NoFollow, false), 10_000);
        assert_eq!(first_of(10_001, Arrange::LikeFts, Look::NoFollow, false), 1);
        assert_eq!(first_of(10_001, Arrange::LikeFts, Look::NoFollow, true), 10_001);
        assert_eq!(first_of(10_001, Arrange::LikeFts, Look::Follow, true), 1);
        assert_eq!(first_of(10_001, Arrange::AsRead, Look::NoFollow, false), 10_001);
    }

    #[test]
    fn sorts_by_bytes() {
        let list = [b"b".as_slice(), b"\xff", b"ab", b"B", b"a"].map(|name| (name, Kind::File));
        let mut entries: Entries = list.into_iter().collect();
        let plan = Plan { arrange: Arrange::ByName, ..Plan::default() };
        arrange(&mut entries, &plan, Fs::default());
        let names: Vec<&[u8]> = entries.iter().map(|entry| entry.name.to_bytes()).collect();
        assert_eq!(names, [b"B".as_slice(), b"a", b"ab", b"b", b"\xff"]);
    }
}
