//! Queues of pages that share one block of memory: a page moves from queue to queue without being moved in memory,
//! and two queues become one at no cost.

/// Where the pages of all queues are.
pub(crate) struct Store<T> {
    /// Places; those not in use are chained from `free`.
    places: Vec<Place<T>>,
    /// First place not in use.
    free: usize,
}

/// A place in the store.
struct Place<T> {
    /// The page, while the place is in use.
    page: Option<T>,
    /// The place of the page behind it in its queue; `NONE` for the last.
    next: usize,
}

/// Some pages of a store, in order.
#[derive(Clone, Copy)]
pub(crate) struct Queue {
    /// Place of the first page.
    first: usize,
    /// Place of the last page.
    last: usize,
    /// How many there are.
    len: usize,
}

const NONE: usize = usize::MAX;

impl Queue {
    /// No page.
    pub const EMPTY: Queue = Queue { first: NONE, last: NONE, len: 0 };

    /// How many pages there are.
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<T> Store<T> {
    /// An empty store.
    pub fn new() -> Store<T> {
        Store { places: Vec::new(), free: NONE }
    }

    /// The last page of a queue.
    pub fn last(&self, queue: Queue) -> Option<&T> {
        self.places.get(queue.last)?.page.as_ref()
    }

    /// Puts a page behind the others.
    pub fn push_back(&mut self, queue: &mut Queue, page: T) {
        let place = Place { page: Some(page), next: NONE };
        let at = match self.places.get(self.free) {
            Some(free) => std::mem::replace(&mut self.free, free.next),
            None => {
                self.places.push(Place { page: None, next: NONE });
                self.places.len() - 1
            }
        };
        self.places[at] = place;
        *queue = self.joined(*queue, Queue { first: at, last: at, len: 1 });
    }

    /// Takes the first page.
    pub fn pop_front(&mut self, queue: &mut Queue) -> Option<T> {
        let at = queue.first;
        let place = self.places.get_mut(at)?;
        let page = place.page.take();
        queue.first = std::mem::replace(&mut place.next, self.free);
        self.free = at;
        queue.len -= 1;
        if queue.len == 0 {
            *queue = Queue::EMPTY;
        }
        page
    }

    /// Takes the last page, by way of all others.
    pub fn pop_back(&mut self, queue: &mut Queue) -> Option<T> {
        let mut before = Queue::EMPTY;
        while queue.len > 1 {
            let page = self.pop_front(queue)?;
            self.push_back(&mut before, page);
        }
        let last = self.pop_front(queue);
        *queue = before;
        last
    }

    /// The pages of `front`, then those of `back`.
    pub fn joined(&mut self, front: Queue, back: Queue) -> Queue {
        if front.is_empty() || back.is_empty() {
            return if front.is_empty() { back } else { front };
        }
        self.places[front.last].next = back.first;
        Queue { first: front.first, last: back.last, len: front.len + back.len }
    }

    /// All pages, of whatever queue.
    pub fn into_pages(self) -> impl Iterator<Item = T> {
        self.places.into_iter().filter_map(|place| place.page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(store: &mut Store<u32>, mut queue: Queue) -> Vec<u32> {
        std::iter::from_fn(|| store.pop_front(&mut queue)).collect()
    }

    #[test]
    fn queues_share_places_and_keep_their_order() {
        let mut store = Store::new();
        let (mut odd, mut even) = (Queue::EMPTY, Queue::EMPTY);
        for number in 1..=6 {
            store.push_back(if number % 2 == 1 { &mut odd } else { &mut even }, number);
        }
        assert_eq!(store.pop_front(&mut odd), Some(1));
        store.push_back(&mut even, 7);
        assert_eq!(store.last(even), Some(&7));
        assert_eq!(store.pop_back(&mut even), Some(7));
        assert_eq!((odd.len(), even.len()), (2, 3));
        let all = store.joined(odd, even);
        assert_eq!(drain(&mut store, all), [3, 5, 2, 4, 6]);
        let mut again = Queue::EMPTY;
        store.push_back(&mut again, 8);
        assert_eq!(store.joined(Queue::EMPTY, again).len(), 1);
        assert_eq!(drain(&mut store, again), [8]);
        assert_eq!(store.pop_front(&mut Queue::EMPTY.clone()), None);
        assert!(store.places.len() <= 6);
    }
}
