//! Keys that decide most comparisons of names by the locale's collation.
//!
//! A comparison of two names by the locale takes as long as to make the keys of both, and a sort compares each name some
//! twenty times. A key is the first level of what strxfrm(3) gives: letters and digits, without case, accents and
//! punctuation. Names with one key are left to strcoll(3), since glibc's two functions disagree in the last level: `9=S`
//! and `9=;S`. Keys are made by as many threads as there are CPUs.

use std::{str, thread::Builder};

use ringutils::{
    sys::{Name, limits, threads},
    text::locale,
};

/// As many names are worth keys.
const WORTH: usize = 32;

/// As many names at once; fewer are not worth a thread.
const PART: usize = 8192;

/// What parts the levels of a key, which compares below all else.
const NEXT_LEVEL: u8 = 1;

/// The keys of some names.
pub struct Keys(Vec<Part>);

/// The keys of at most `PART` names.
#[derive(Default)]
struct Part {
    /// The keys, one behind the other.
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Keys {
    /// The keys of `count` names. `None` where they are not worth it, or not sure to compare as the names do: glibc takes
    /// what is no character for one thing in a key and for another in a comparison.
    pub fn of<'a>(count: usize, name: impl Fn(usize) -> Name<'a> + Sync) -> Option<Keys> {
        let valid = |at| str::from_utf8(name(at).to_bytes()).is_ok();
        if count < WORTH || !locale::is_utf8() || !(0..count).all(valid) {
            return None;
        }
        let make = |begin: usize| {
            let mut part = Part::default();
            for at in begin..count.min(begin + PART) {
                let begin = part.bytes.len();
                locale::push_key(&mut part.bytes, name(at).c_str());
                let level = part.bytes[begin..].iter().position(|byte| *byte == NEXT_LEVEL);
                part.bytes.truncate(level.map_or(part.bytes.len(), |length| begin + length));
                part.ends.push(part.bytes.len());
            }
            part
        };
        let mut parts: Vec<(usize, Option<Part>)> = (0..count).step_by(PART).map(|at| (at, None)).collect();
        for round in parts.chunks_mut(if count > PART { limits::cpus() } else { 1 }) {
            let [(own, part), others @ ..] = round else { continue };
            threads::scope(|scope| {
                for (begin, part) in others {
                    // Where no thread can be had its part is made below.
                    let _ = scope.start(Builder::new(), || *part = Some(make(*begin)));
                }
                *part = Some(make(*own));
            });
        }
        let parts = parts.into_iter().map(|(begin, part)| part.unwrap_or_else(|| make(begin))).collect();
        Some(Keys(parts))
    }

    /// The key of the name number `at`.
    pub fn get(&self, at: usize) -> &[u8] {
        let part = &self.0[at / PART];
        let at = at % PART;
        let begin = if at == 0 { 0 } else { part.ends[at - 1] };
        &part.bytes[begin..part.ends[at]]
    }
}
