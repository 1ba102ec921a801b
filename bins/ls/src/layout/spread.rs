//! Long lines of a large directory, written by as many threads as there are CPUs.
//!
//! Reading what is known of a hundred thousand files, in an order other than that in which it lies in memory, waits for
//! memory most of the time. Threads wait side by side.

use std::thread;

use ringutils::sys::limits;

use super::{
    Fields,
    long::Owners,
    pen::{First, Pen},
};
use crate::{listing::Listing, plan::Settings};

/// As many lines at once; a listing with fewer is not worth a thread.
pub const WORTH: usize = 16_384;

/// Bytes that a line is likely to have.
const LIKELY: usize = 80;

/// Appends the lines of the entries that `order` names, in the directory that hyperlinks lead into.
pub fn lines(
    settings: &Settings,
    fields: &Fields,
    listing: Listing<'_>,
    base: Option<&[u8]>,
    order: &[u32],
    out: &mut Vec<u8>,
) {
    let share = order.len().div_ceil(limits::cpus()).max(1);
    let write = |order: &[u32], out: &mut Vec<u8>| {
        let mut pen = Pen::new(settings, First::Pass, base);
        let mut owners = Owners::new(settings);
        for at in order {
            fields.line(&mut pen, out, listing.get(*at), &mut owners);
        }
    };
    let (own, others) = order.split_at(share);
    thread::scope(|scope| {
        let started: Vec<_> = others
            .chunks(share)
            .map(|order| {
                let start = || {
                    let mut text = Vec::with_capacity(order.len() * LIKELY);
                    write(order, &mut text);
                    text
                };
                (order, thread::Builder::new().spawn_scoped(scope, start))
            })
            .collect();
        write(own, out);
        for (order, thread) in started {
            match thread.map(|thread| thread.join()) {
                Ok(Ok(text)) => out.extend_from_slice(&text),
                // No thread could be had: its share is done here.
                _ => write(order, out),
            }
        }
    });
}
