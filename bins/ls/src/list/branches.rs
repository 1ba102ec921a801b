//! The branches of a tree. What is drawn before a name depends on whether more follows on each level above it, which
//! only the output's order tells: so they are drawn by the emitter.

use std::sync::{Mutex, PoisonError};

use ringutils::text::locale;

/// Where the tree stands in the output.
#[derive(Default)]
pub struct Branches(Mutex<Vec<bool>>);

/// What is drawn for a level: the entry, and before its last one; below an entry, and below the last one.
type Marks = [&'static str; 4];

impl Branches {
    /// What is left to the emitter about an entry: its depth from 1 on, and whether it is its directory's last.
    pub fn payload(depth: u32, last: bool) -> [u8; 5] {
        let [a, b, c, d] = depth.to_ne_bytes();
        [a, b, c, d, last.into()]
    }

    /// Appends what stands before the name of an entry.
    pub fn draw(&self, out: &mut Vec<u8>, payload: &[u8]) {
        const LINES: Marks =
            ["\u{251c}\u{2500}\u{2500} ", "\u{2514}\u{2500}\u{2500} ", "\u{2502}   ", "    "];
        const LETTERS: Marks = ["|-- ", "`-- ", "|   ", "    "];
        let [entry, last_entry, below, below_last] = if locale::is_utf8() { LINES } else { LETTERS };
        let &[a, b, c, d, last] = payload else { return };
        let (depth, last) = (u32::from_ne_bytes([a, b, c, d]) as usize, last != 0);
        let mut above = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        above.truncate(depth - 1);
        for last in above.iter() {
            out.extend_from_slice(if *last { below_last } else { below }.as_bytes());
        }
        out.extend_from_slice(if last { last_entry } else { entry }.as_bytes());
        above.push(last);
    }
}
