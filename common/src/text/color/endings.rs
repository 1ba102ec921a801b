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

    /// Builds the map. Capitals matter only between endings that differ in nothing else, but in their colour.
    pub fn settle(&mut self) {
        for (number, (ending, _)) in self.given.iter().enumerate().rev() {
            self.map.entry(ending.to_ascii_lowercase()).or_default().push(number);
            if !self.lengths.contains(&ending.len()) {
                self.lengths.push(ending.len());
            }
        }
        self.exact = vec![false; self.given.len()];
        for numbers in self.map.values_mut() {
            let mut left = std::mem::take(numbers);
            while !left.is_empty() {
                let newest = left.remove(0);
                numbers.push(newest);
                left = older(&self.given, newest, left, &mut self.exact);
            }
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

/// Which of the `others`, given before `newest` and spelt as it is but for capitals, it leaves to be looked at, the last
/// given first. Notes where capitals matter.
fn older(given: &[(Vec<u8>, Vec<u8>)], newest: usize, others: Vec<usize>, exact: &mut [bool]) -> Vec<usize> {
    let (ending, sequence) = &given[newest];
    // Of one colour in two spellings GNU ls takes it that no older spelling counts.
    let mut hides_all = false;
    let is_left = |other: &usize| {
        let (other_ending, other_sequence) = &given[*other];
        if hides_all || other_ending == ending {
            return false;
        }
        hides_all = other_sequence == sequence;
        if !hides_all {
            exact[newest] = true;
            exact[*other] = true;
        }
        !hides_all
    };
    others.into_iter().filter(is_left).collect()
}
