//! Regular expressions by the characters of the run's locale.
//!
//! Each thread compiles a pattern for itself when it first needs it: libc locks a pattern while it is matched.

use std::{
    cell::RefCell,
    sync::atomic::{AtomicUsize, Ordering},
};

pub use crate::sys::regex::Syntax;
use crate::{
    sys::{limits, regex::Compiled},
    text::locale,
};

/// A pattern.
#[derive(Debug)]
pub struct Regex {
    /// As it was given.
    pattern: Vec<u8>,
    /// How it is written.
    syntax: Syntax,
    /// Which one of the process it is, counted from 0.
    number: usize,
}

/// How many there have been.
static COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// What this thread has compiled, by number.
    static COMPILED: RefCell<Vec<Option<Compiled>>> = const { RefCell::new(Vec::new()) };
}

impl Regex {
    /// Reads a pattern. What is wrong with one is said in libc's words.
    pub fn new(pattern: &[u8], syntax: Syntax) -> Result<Regex, Vec<u8>> {
        let compiled = Compiled::new(locale::ctype(), pattern, syntax)?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        COMPILED.with_borrow_mut(|all| *slot(all, number) = Some(compiled));
        Ok(Regex { pattern: pattern.to_owned(), syntax, number })
    }

    /// Says that threads are going to match it, before there are any: libc allocates for each match.
    pub fn expect_matches(&self) {
        limits::expect_allocations();
    }

    /// Whether all of `text` matches.
    pub fn matches(&self, text: &[u8]) -> bool {
        COMPILED.with_borrow_mut(|all| {
            let own = slot(all, self.number);
            if own.is_none() {
                // It has been compiled once, so that only memory can lack.
                *own = Compiled::new(locale::ctype(), &self.pattern, self.syntax).ok();
            }
            own.as_mut().is_some_and(|own| own.matches(locale::ctype(), text) == Some(text.len()))
        })
    }
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.pattern == other.pattern && self.syntax == other.syntax
    }
}

fn slot(all: &mut Vec<Option<Compiled>>, number: usize) -> &mut Option<Compiled> {
    if all.len() <= number {
        all.resize_with(number + 1, || None);
    }
    &mut all[number]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_patterns_of_their_own() {
        let patterns =
            ["a*", "[0-9]+", ".*"].map(|pattern| Regex::new(pattern.as_bytes(), Syntax::EMACS).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let holds =
                            |text: &str| patterns.each_ref().map(|regex| regex.matches(text.as_bytes()));
                        assert_eq!(holds("aaa"), [true, false, true]);
                        assert_eq!(holds("12"), [false, true, true]);
                        assert_eq!(holds("a1"), [false, false, true]);
                    }
                });
            }
        });
        assert!(Regex::new(b"[", Syntax::EMACS).is_err());
    }
}
