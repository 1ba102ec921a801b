//! The order of names: an index of the entries that are shown, sorted stably, so that entries which compare equal
//! stay as the directory has them, in a reversed order too.

use std::{
    cmp::{Ordering, Reverse},
    ffi::CStr,
};

use ringutils::{
    sys::{Kind, Meta, Name, Time},
    text::{locale, version},
    walk::entries::{Entries, Entry},
};

use crate::{choices::Sort, collation::Keys, layout, plan::Settings};

/// As many texts are sorted as they are; more than these are worth a look at their fronts.
const FEW: usize = 256;

/// How many texts are looked at to see how most begin.
const SAMPLE: usize = 64;

/// Where the file system does not keep a time, it is sorted as the second before 1970.
const UNKNOWN: Time = Time { sec: -1, nsec: 0 };

/// Sorts `index`, which numbers entries in rising order. `shift`: whether names are moved by a blank.
pub fn arrange(settings: &Settings, entries: &Entries, shift: bool, index: &mut [u32]) {
    let reverse = settings.reverse;
    match settings.sort {
        Sort::None => return,
        Sort::Name => by_key(reverse, entries, index, |_| ()),
        Sort::Version => by(reverse, index, |a, b| {
            let (a, b) = (name(entries, a).to_bytes(), name(entries, b).to_bytes());
            version::compare(a, b).then_with(|| a.cmp(b))
        }),
        Sort::Extension => by(reverse, index, |a, b| {
            let (a, b) = (name(entries, a), name(entries, b));
            collated(extension(a), extension(b)).then_with(|| collated(a.c_str(), b.c_str()))
        }),
        Sort::Width => {
            let mut scratch = Vec::new();
            by_key(reverse, entries, index, |entry| {
                layout::name_width(&settings.quoting, entry.name.to_bytes(), shift, &mut scratch) as isize
            });
        }
        Sort::Size => {
            by_key(reverse, entries, index, |entry| Reverse(entry.facts.meta().is().map_or(0, size)));
        }
        Sort::Time => {
            by_key(reverse, entries, index, |entry| {
                let time = entry.facts.meta().is().map(|meta| settings.clock.of(meta).unwrap_or(UNKNOWN));
                Reverse(time.unwrap_or_default())
            });
        }
    }
    if settings.dirs_first {
        index.sort_by_key(|at| !leads_to_dir(&entries.get(*at as usize)));
    }
}

/// What stands behind the last dot of a name, the dot included; nothing where there is none.
fn extension(name: Name<'_>) -> &CStr {
    let whole = name.c_str();
    let dot = whole.to_bytes().iter().rposition(|byte| *byte == b'.').unwrap_or(whole.count_bytes());
    CStr::from_bytes_until_nul(&whole.to_bytes_with_nul()[dot..]).unwrap_or_default()
}

/// Whether an entry is a directory, or a link to one where that is known.
fn leads_to_dir(entry: &Entry<'_>) -> bool {
    entry.kind == Kind::Dir || entry.facts.target().is().is_some_and(|meta| meta.kind() == Kind::Dir)
}

/// Sizes compare as signed numbers, as off_t is.
fn size(meta: &Meta) -> i64 {
    meta.size as i64
}

/// By a comparison of entries.
fn by(reverse: bool, index: &mut [u32], compare: impl Fn(u32, u32) -> Ordering) {
    index.sort_by(|a, b| {
        let order = compare(*a, *b);
        if reverse { order.reverse() } else { order }
    });
}

/// By a key, then by name.
fn by_key<K: Ord>(reverse: bool, entries: &Entries, index: &mut [u32], mut key: impl FnMut(&Entry<'_>) -> K) {
    let given = index.to_vec();
    let name = |at: usize| entries.get(given[at] as usize).name;
    let keys: Vec<K> = given.iter().map(|at| key(&entries.get(*at as usize))).collect();
    let order = if !locale::collates() {
        by_texts(reverse, keys, |at| name(at).to_bytes(), |_, _| Ordering::Equal)
    } else if let Some(texts) = Keys::of(given.len(), name) {
        by_texts(reverse, keys, |at| texts.get(at), |a, b| locale::collate(name(a).c_str(), name(b).c_str()))
    } else {
        let mut order: Vec<u32> = (0..given.len() as u32).collect();
        by(reverse, &mut order, |a, b| {
            let (a, b) = (a as usize, b as usize);
            keys[a].cmp(&keys[b]).then_with(|| locale::collate(name(a).c_str(), name(b).c_str()))
        });
        order
    };
    index.iter_mut().zip(order).for_each(|(slot, at)| *slot = given[at as usize]);
}

/// The order by keys, then by texts that compare as bytes, then by `last`; stable in either direction.
fn by_texts<'a, K: Ord>(
    reverse: bool,
    keys: Vec<K>,
    text: impl Fn(usize) -> &'a [u8],
    last: impl Fn(usize, usize) -> Ordering,
) -> Vec<u32> {
    let last = |a: u32, b: u32| last(a as usize, b as usize);
    let turned = |order: Ordering| if reverse { order.reverse() } else { order };
    if keys.len() <= FEW {
        let mut few: Vec<(K, &[u8], u32)> =
            keys.into_iter().enumerate().map(|(at, key)| (key, text(at), at as u32)).collect();
        few.sort_by(|a, b| turned(a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1)).then_with(|| last(a.2, b.2))));
        return few.into_iter().map(|(_, _, at)| at).collect();
    }
    // Most comparisons are settled by eight bytes that lie beside the number, without a look at the texts. The
    // bytes that most texts begin with would settle none, so they are left out; others come before or behind all of those.
    let usual = usual_beginning(keys.len(), &text);
    let split = |at: usize| match text(at).strip_prefix(usual) {
        Some(rest) => (Ordering::Equal, rest),
        None => (text(at).cmp(usual), text(at)),
    };
    let with_front = |(at, key)| {
        let (side, rest) = split(at);
        (key, side, front(rest), at as u32)
    };
    let mut many: Vec<(K, Ordering, u64, u32)> = keys.into_iter().enumerate().map(with_front).collect();
    let rest = |at: u32| split(at as usize).1.get(8..).unwrap_or_default();
    many.sort_unstable_by(|a, b| {
        let by_text = || a.1.cmp(&b.1).then(a.2.cmp(&b.2)).then_with(|| rest(a.3).cmp(rest(b.3)));
        let order = a.0.cmp(&b.0).then_with(by_text).then_with(|| last(a.3, b.3));
        turned(order).then(a.3.cmp(&b.3))
    });
    many.into_iter().map(|(_, _, _, at)| at).collect()
}

/// Compares by the locale's collation.
fn collated(a: &CStr, b: &CStr) -> Ordering {
    if locale::collates() { locale::collate(a, b) } else { a.to_bytes().cmp(b.to_bytes()) }
}

fn name(entries: &Entries, at: u32) -> Name<'_> {
    entries.get(at as usize).name
}

/// The first eight bytes as a number that compares as they do; a shorter name is filled up with zeros, which no name
/// has.
fn front(name: &[u8]) -> u64 {
    if let Some((bytes, _)) = name.split_first_chunk() {
        return u64::from_be_bytes(*bytes);
    }
    let mut bytes = [0; 8];
    bytes[..name.len()].copy_from_slice(name);
    u64::from_be_bytes(bytes)
}

/// What half of `count` texts begin with at least, by a sample of them.
fn usual_beginning<'a>(count: usize, text: impl Fn(usize) -> &'a [u8]) -> &'a [u8] {
    let mut sample: Vec<&[u8]> = (0..SAMPLE).map(|part| text(count * part / SAMPLE)).collect();
    sample.sort_unstable();
    let (low, high) = (sample[SAMPLE / 4], sample[SAMPLE * 3 / 4]);
    let length = low.iter().zip(high).take_while(|(a, b)| a == b).count();
    &low[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(names: &[&str], reverse: bool) -> Vec<u32> {
        let entries: Entries = names.iter().map(|name| (name.as_bytes(), Kind::File)).collect();
        let mut index: Vec<u32> = (0..names.len() as u32).collect();
        by_key(reverse, &entries, &mut index, |_| ());
        index
    }

    #[test]
    fn bytes_decide() {
        let check = |names: &[&str], reverse, expected: &[u32]| {
            assert_eq!(sorted(names, reverse), expected, "{names:?} {reverse}");
            // Among so many others that keys are made; these stand behind all names above.
            let many: Vec<String> = (0..=FEW).map(|n| format!("\u{10ffff}{n:03}")).collect();
            let mut all: Vec<&str> = names.iter().copied().chain(many.iter().map(String::as_str)).collect();
            let few: Vec<u32> =
                sorted(&all, reverse).into_iter().filter(|at| (*at as usize) < names.len()).collect();
            assert_eq!(few, expected, "{names:?} {reverse} among many");
            // Among such as begin like some of them.
            let alike: Vec<String> = (0..=FEW).map(|n| format!("file-0000{n}")).collect();
            all.splice(names.len().., alike.iter().map(String::as_str));
            let order = sorted(&all, reverse);
            let mut plain: Vec<u32> = (0..all.len() as u32).collect();
            plain.sort_by(|a, b| {
                let order = all[*a as usize].cmp(all[*b as usize]);
                if reverse { order.reverse() } else { order }
            });
            assert_eq!(order, plain, "{names:?} {reverse} among alike");
        };
        check(&[], false, &[]);
        check(&["b", "a", "B", ""], false, &[3, 2, 1, 0]);
        check(&["file-0000010", "file-0000009", "file-00000"], false, &[2, 1, 0]);
        check(&["prefix-long-b", "prefix-long-a", "prefix-long-ab"], true, &[0, 2, 1]);
        check(&["12345678x", "12345678", "12345678\u{e9}"], false, &[1, 0, 2]);
        // Operands can be given twice: equal ones keep their order, reversed or not.
        check(
            &["file-0001", "file-000", "file-0000", "file-", "", "z", "file-0000\u{1}"],
            false,
            &[4, 3, 1, 2, 6, 0, 5],
        );
        check(&["a", "b", "a", "a"], false, &[0, 2, 3, 1]);
        check(&["a", "b", "a", "a"], true, &[1, 0, 2, 3]);
    }
}
