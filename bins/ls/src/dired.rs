//! Positions of names in the output, which `--dired` tells to Emacs.
//!
//! Pages are made ahead of the output, so each carries the positions of its own names, counted from where it begins,
//! and how far it goes; when it is put out, these are added up. Colours count for nothing.

use std::sync::{Mutex, PoisonError};

use ringutils::text::{
    num,
    quote::{STYLES, Style},
};

/// Positions of the names on a part of a page.
#[derive(Default)]
pub struct Positions {
    /// Where each name begins and ends.
    pub names: Vec<[u64; 2]>,
    /// How many bytes the part has.
    pub bytes: u64,
}

/// Positions of all that has been put out.
#[derive(Default)]
struct All {
    /// Of names.
    names: Vec<[u64; 2]>,
    /// Of directories above their listings.
    directories: Vec<[u64; 2]>,
    /// How many bytes have been put out.
    bytes: u64,
}

/// What is told to Emacs at the end.
#[derive(Default)]
pub struct Dired(Mutex<All>);

impl Positions {
    /// The same, counted from there.
    pub fn counted_from(mut self, begin: usize) -> Positions {
        self.names.iter_mut().flatten().for_each(|at| *at -= begin as u64);
        self
    }

    /// As an act carries them: numbers, one behind the other.
    pub fn payload(&self) -> Vec<u8> {
        let numbers = self.names.iter().flatten().chain([&self.bytes]);
        numbers.flat_map(|number| number.to_ne_bytes()).collect()
    }
}

impl Dired {
    /// Adds a part that has been put out: names of files, or the name of a directory.
    pub fn add(&self, payload: &[u8], is_directory: bool) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let numbers: Vec<u64> =
            payload.chunks_exact(8).map(|bytes| bytes.try_into().map_or(0, u64::from_ne_bytes)).collect();
        let Some((bytes, names)) = numbers.split_last() else { return };
        let from = all.bytes;
        all.bytes += bytes;
        let list = if is_directory { &mut all.directories } else { &mut all.names };
        list.extend(names.chunks_exact(2).map(|ends| [from + ends[0], from + ends[1]]));
    }

    /// Adds bytes that hold no name.
    pub fn pass(&self, bytes: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).bytes += bytes;
    }

    /// Appends what is told.
    pub fn finish(&self, out: &mut Vec<u8>, style: Style) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (what, list) in [(&b"//DIRED//"[..], &all.names), (b"//SUBDIRED//", &all.directories)] {
            if list.is_empty() {
                continue;
            }
            out.extend_from_slice(what);
            for position in list.iter().flatten() {
                out.push(b' ');
                num::push(out, *position);
            }
            out.push(b'\n');
        }
        out.extend_from_slice(b"//DIRED-OPTIONS// --quoting-style=");
        let word = STYLES.iter().find(|(_, its)| *its == style).map_or("", |(word, _)| word);
        out.extend_from_slice(word.as_bytes());
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_added_up() {
        let dired = Dired::default();
        dired.pass(3);
        dired.add(&Positions { names: vec![[2, 5]], bytes: 7 }.payload(), true);
        dired.add(&Positions { names: vec![[1, 2], [4, 6]], bytes: 8 }.payload(), false);
        let mut out = Vec::new();
        dired.finish(&mut out, Style::Literal);
        let expected = "//DIRED// 11 12 14 16\n//SUBDIRED// 5 8\n//DIRED-OPTIONS// --quoting-style=literal\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}
