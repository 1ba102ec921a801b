//! The tree: which names there are, and their numbers. Nothing is stored; numbers are computed from names and back.
//!
//! Directories are numbered breadth first, beginning with the root at [`ROOT`], files after them, a directory's
//! in a row.

/// The number of the root, as FUSE demands.
pub const ROOT: u64 = 1;

/// How many of what the tree has.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Directories in each directory above the lowest level.
    pub fanout: u64,
    /// Files in each directory.
    pub files: u64,
    /// Directories that have directories.
    inner: u64,
    /// Directories in all.
    directories: u64,
}

impl Shape {
    /// A tree with so many levels below its root.
    pub fn new(fanout: u64, levels: u32, files: u64) -> Shape {
        let below = |levels| (0..levels).map(|level| fanout.pow(level)).sum();
        Shape { fanout, files, inner: below(levels), directories: below(levels + 1) }
    }

    /// Whether an entry is a directory.
    pub fn is_directory(&self, node: u64) -> bool {
        node < ROOT + self.directories
    }

    /// The number of a directory's entry of that name.
    pub fn child(&self, node: u64, name: &[u8]) -> Option<u64> {
        let name = std::str::from_utf8(name).ok()?;
        let entry = self.entry(node, self.place(node, name)?)?;
        (entry.1 == name).then_some(entry.0)
    }

    /// The number of what a path from the root leads to.
    pub fn find(&self, path: &str) -> Option<u64> {
        path.split('/')
            .filter(|name| *name != ".")
            .try_fold(ROOT, |node, name| self.child(node, name.as_bytes()))
    }

    /// Number and name of the entry at that place of a directory: `.`, `..`, directories, files.
    pub fn entry(&self, node: u64, place: u64) -> Option<(u64, String)> {
        let index = node - ROOT;
        let directories = self.directories_in(node);
        match place {
            0 => Some((node, ".".to_owned())),
            1 => Some((ROOT + index.saturating_sub(1) / self.fanout.max(1), "..".to_owned())),
            _ if place - 2 < directories => {
                let number = place - 2;
                Some((ROOT + index * self.fanout + 1 + number, format!("d{number}")))
            }
            _ if place - 2 - directories < self.files => {
                let number = place - 2 - directories;
                Some((ROOT + self.directories + index * self.files + number, format!("f{number}")))
            }
            _ => None,
        }
    }

    /// Where a name would stand in a directory.
    fn place(&self, node: u64, name: &str) -> Option<u64> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number < u64::MAX / 2);
        if let Some(number) = name.strip_prefix('d').and_then(number) {
            return (number < self.directories_in(node)).then_some(2 + number);
        }
        let number = name.strip_prefix('f').and_then(number)?;
        Some(2 + self.directories_in(node) + number)
    }

    /// How many directories a directory has.
    fn directories_in(&self, node: u64) -> u64 {
        if node - ROOT < self.inner { self.fanout } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        let shape = Shape::new(3, 2, 2);
        let mut waiting = vec![(ROOT, ".".to_owned())];
        let mut seen = std::collections::BTreeSet::new();
        while let Some((node, path)) = waiting.pop() {
            assert!(seen.insert(node), "{path}: {node} is another's number");
            assert_eq!(shape.find(&path), Some(node), "{path}");
            if shape.is_directory(node) {
                let entries = (2..).map_while(|place| shape.entry(node, place));
                waiting.extend(entries.map(|(child, name)| (child, format!("{path}/{name}"))));
            }
        }
        assert_eq!(seen.len(), 13 + 26);
        for name in ["d3", "f2", "d00", "f+1", "x", "", "d0/d0/d0", "d18446744073709551615"] {
            assert_eq!(shape.find(name), None, "{name}");
        }
    }

    #[test]
    fn parents_are_found() {
        let shape = Shape::new(3, 2, 0);
        for (path, parent) in [("d1/d2", "d1"), ("d2", "."), (".", ".")] {
            let up = shape.entry(shape.find(path).unwrap(), 1).unwrap().0;
            assert_eq!(Some(up), shape.find(parent), "{path}");
        }
    }
}
