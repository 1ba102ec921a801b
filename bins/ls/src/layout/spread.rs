//! Lines of a large directory, written by as many threads as there are CPUs.
//!
//! Reading what is known of a hundred thousand files, in an order other than that in which it lies in memory, waits for
//! memory most of the time. Threads wait side by side.

use std::{hint::black_box, thread::Builder};

use ringutils::sys::{limits, threads};

use super::{
    long::Owners,
    pen::{First, Pen},
};
use crate::{
    hyperlink::Place,
    listing::{Item, Listing},
    plan::Settings,
};

/// As many lines at once; a listing with fewer is not worth a thread.
pub const WORTH: usize = 16_384;

/// Bytes that a line is likely to have.
const LIKELY: usize = 80;

/// Entries that are fetched from memory at once.
const NEAR: usize = 32;

/// Appends the lines of the entries that `order` names, each as `line` writes it, in the directory that hyperlinks lead
/// into.
pub fn lines<L>(
    settings: &Settings,
    listing: Listing<'_>,
    base: Option<&Place>,
    order: &[u32],
    out: &mut Vec<u8>,
    line: L,
) where
    L: Fn(&mut Pen<'_>, &mut Vec<u8>, Item<'_>, &mut Owners) + Sync,
{
    let share = order.len().div_ceil(limits::cpus()).max(1);
    let write = |order: &[u32], out: &mut Vec<u8>| {
        let mut pen = Pen::new(settings, First::Pass, base);
        let mut owners = Owners::new(settings);
        let mut near = Vec::with_capacity(NEAR);
        for part in order.chunks(NEAR) {
            near.clear();
            near.extend(part.iter().map(|at| listing.get(*at)));
            fetch(&near);
            for item in &near {
                line(&mut pen, out, *item, &mut owners);
            }
        }
    };
    let (own, others) = order.split_at(share);
    let mut texts: Vec<_> = others.chunks(share).map(|order| (order, None)).collect();
    threads::scope(|scope| {
        for (order, text) in &mut texts {
            let start = || {
                let mut own = Vec::with_capacity(order.len() * LIKELY);
                write(order, &mut own);
                *text = Some(own);
            };
            // Where no thread can be had its share is done below.
            let _ = scope.start(Builder::new(), start);
        }
        write(own, out);
    });
    for (order, text) in texts {
        match text {
            Some(text) => out.extend_from_slice(&text),
            None => write(order, out),
        }
    }
}

/// Touches what is known of entries, in a loop that does nothing else: the CPU then waits for many of them at once.
fn fetch(items: &[Item<'_>]) {
    let mut touched = 0;
    for item in items {
        touched ^= u64::from(item.entry.name.to_bytes_with_nul()[0]);
        if let Some(meta) = item.entry.facts.meta().is() {
            // The first and the last of its fields lie in different lines of the cache.
            touched ^= u64::from(meta.mode) ^ meta.mtime.sec as u64 ^ meta.rdev;
        }
        touched ^= u64::from(item.entry.facts.guard().is().is_some());
    }
    black_box(touched);
}
