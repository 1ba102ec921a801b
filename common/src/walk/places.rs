//! Numbered places for what comes and goes in any order; a number is used again once its place is free.

/// The places.
pub(crate) struct Places<T> {
    /// What is in them.
    places: Vec<Option<T>>,
    /// Numbers of those that are free.
    free: Vec<usize>,
}

impl<T> Places<T> {
    /// None yet.
    pub fn new() -> Places<T> {
        Places { places: Vec::new(), free: Vec::new() }
    }

    /// How many are taken.
    pub fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Puts something into a place: its number.
    pub fn put(&mut self, what: T) -> usize {
        let number = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            self.places.len() - 1
        });
        self.places[number] = Some(what);
        number
    }

    /// All that are taken, with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (usize, &T)> {
        self.places.iter().enumerate().filter_map(|(number, place)| Some((number, place.as_ref()?)))
    }

    /// What is in a place.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.places.get_mut(number)?.as_mut()
    }

    /// Takes what is in a place, which is free then.
    pub fn take(&mut self, number: usize) -> Option<T> {
        let what = self.places.get_mut(number)?.take()?;
        self.free.push(number);
        Some(what)
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn numbers_are_used_again() {
        let mut places = Places::new();
        let numbers = ["a", "b", "c"].map(|name| places.put(name));
        assert_eq!((numbers, places.len()), ([0, 1, 2], 3));
        assert_eq!((places.take(1), places.take(1), places.take(7)), (Some("b"), None, None));
        assert_eq!((places.put("d"), places.put("e"), places.len()), (1, 3, 4));
        assert_eq!(places.get_mut(1), Some(&mut "d"));
        assert_eq!(places.take(0), Some("a"));
        assert_eq!(places.all().collect::<Vec<_>>(), [(1, &"d"), (2, &"c"), (3, &"e")]);
    }
}
