//! Colours by the end of a name, as `*.tar.gz` has in LS_COLORS.

use std::collections::HashMap;

/// Sequences by the end of a name, in a map for each length there is: the time per name does not grow with their
/// number.
#[derive(Default)]
pub struct Endings {
    /// Each ending as it was given, later ones behind, with its sequence.
    given: Vec<(Vec<u8>, Vec<u8>)>,
    /// The lengths that there are.
    lengths: Vec<usize>,
    /// Numbers in `given` by the ending in small letters, the last given first.
    map: HashMap<Vec<u8>, Vec<usize>>,
    /// Whether capitals matter, by the number in `given`.
    exact: Vec<bool>,
}

impl Endings {
    /// Adds one, which goes before those added earlier.
    pub fn add(&mut self, ending: Vec<u8>, sequence: Vec<u8>) {
        self.given.push((ending, sequence));
    }

    /// Builds the map. Capitals matter only between endings that differ in nothing else and in their colour.
    pub fn settle(&mut self) {
        for (number, (ending, _)) in self.given.iter().enumerate().rev() {
            self.map.entry(ending.to_ascii_lowercase()).or_default().push(number);
            if !self.lengths.contains(&ending.len()) {
                self.lengths.push(ending.len());
            }
        }
        self.exact = vec![false; self.given.len()];
        for numbers in self.map.values_mut() {
            // A later entry for the same ending hides the earlier ones.
            let mut kept: Vec<usize> = Vec::new();
            for number in numbers.drain(..) {
                if kept.iter().all(|other| self.given[*other].0 != self.given[number].0) {
                    kept.push(number);
                }
            }
            let differ = kept.iter().any(|number| self.given[*number].1 != self.given[kept[0]].1);
            for number in &kept {
                self.exact[*number] = differ;
            }
            *numbers = kept;
        }
    }

    /// The sequence of the ending given last that `name` has.
    pub fn of(&self, name: &[u8]) -> Option<&[u8]> {
        let mut best: Option<usize> = None;
        for length in &self.lengths {
            let Some(start) = name.len().checked_sub(*length) else { continue };
            let end = &name[start..];
            let numbers = if end.iter().any(u8::is_ascii_uppercase) {
                self.map.get(&end.to_ascii_lowercase())
            } else {
                self.map.get(end)
            };
            let fits = |number: &&usize| !self.exact[**number] || self.given[**number].0 == end;
            best = best.max(numbers.and_then(|numbers| numbers.iter().find(fits)).copied());
        }
        best.map(|number| self.given[number].1.as_slice())
    }
}
