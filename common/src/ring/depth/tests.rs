//! The controller on simulated devices: at most a tenth slower than the best fixed depth, and what must not mislead it.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::*;

/// A device and the CPUs before it. Times are in microseconds.
#[derive(Clone, Copy)]
struct Device {
    /// CPUs.
    cpus: usize,
    /// CPU time of an operation.
    work: f64,
    /// What one more in flight adds to that, as a part of it: a contended lock, cold caches.
    strain: f64,
    /// How long the device takes.
    wait: f64,
    /// How many it serves at a time.
    servers: usize,
    /// The part of the operations that reach it, each of which then takes a time of its own; the others are answered by a
    /// cache. 1: all do, and all alike.
    misses: f64,
}

const HOT: Device = Device { cpus: 2, work: 2.0, strain: 0.03, wait: 0.0, servers: 1, misses: 1.0 };
const SSD: Device = Device { work: 4.0, strain: 0.0, wait: 80.0, servers: 32, ..HOT };
const NFS: Device = Device { work: 20.0, strain: 0.0, wait: 1000.0, servers: usize::MAX, ..HOT };
const LIMITED: Device = Device { servers: 8, ..NFS };
const DISK: Device = Device { work: 5.0, strain: 0.0, wait: 8000.0, ..HOT };
const TMPFS: Device = Device { cpus: 1, work: 2.0, strain: 0.1, ..HOT };
const COLD: Device = Device { work: 5.0, strain: 0.0, wait: 1000.0, servers: 64, misses: 0.3, ..HOT };

/// Runs `total` operations with a depth that is fixed or controlled: how long it takes, in microseconds. `wide` tells
/// how many may be in flight after so many completions, and whether the reader keeps up.
fn run(
    device: Device,
    total: u32,
    fixed: Option<usize>,
    wide: impl Fn(u32) -> (usize, bool),
) -> (f64, usize) {
    let mut depth = Depth::new(device.cpus, CAP);
    // When CPUs and servers are free, and what is in flight: when it ends, what it took, what of that it waited.
    let mut cpus = vec![0.0f64; device.cpus];
    let mut servers = vec![0.0f64; device.servers.min(256)];
    let mut flight: BinaryHeap<Reverse<(u64, u64, u64)>> = BinaryHeap::new();
    let (mut now, mut done) = (0.0f64, 0);
    let (mut began, mut sample, mut full) = (0.0, Sample::default(), 0.0);
    let mut state = 1u64;
    let mut chance = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let micros = |us: f64| Duration::from_nanos((us * 1000.0) as u64);
    while done < total {
        let target = fixed.unwrap_or(depth.target());
        let (width, reads) = wide(done);
        while flight.len() < target.min(width).min((total - done) as usize) {
            let work =
                device.work * (1.0 + device.strain * flight.len().saturating_sub(device.cpus - 1) as f64);
            let cpu = cpus.iter_mut().min_by(|a, b| a.total_cmp(b)).unwrap();
            *cpu = cpu.max(now) + work;
            let ran = *cpu;
            let mut end = ran;
            if device.wait > 0.0 && chance() < device.misses {
                let server = servers.iter_mut().min_by(|a, b| a.total_cmp(b)).unwrap();
                // With misses, times as queues make them: most short, some long.
                let spread = if device.misses < 1.0 { -(1.0 - chance()).ln() } else { 1.0 };
                *server = server.max(ran) + device.wait * spread;
                end = *server;
            }
            let nanos = |us: f64| (us * 1000.0) as u64;
            flight.push(Reverse((nanos(end), nanos(end - now), nanos(end - ran))));
        }
        let is_full = flight.len() >= target;
        let Some(Reverse((end, took, waited))) = flight.pop() else { break };
        let end = end as f64 / 1000.0;
        if is_full && reads {
            full += end - now;
        }
        now = end;
        done += 1;
        sample.done += 1;
        sample.busy += Duration::from_nanos(took);
        sample.blocked += Duration::from_nanos(waited);
        sample.elapsed = micros(now - began);
        if depth.is_whole(&sample) {
            sample.full = full >= 0.9 * (now - began);
            depth.sees(&sample);
            (began, sample, full) = (now, Sample::default(), 0.0);
        }
    }
    (now, depth.target())
}

/// The controlled run is at most a tenth slower than the best fixed depth, or what `share` says.
fn check(name: &str, device: Device, total: u32, share: f64, wide: impl Fn(u32) -> (usize, bool) + Copy) {
    let best = [1, 2, 4, 8, 16, 32, 64].map(|depth| run(device, total, Some(depth), wide).0);
    let best = best.into_iter().min_by(f64::total_cmp).unwrap();
    let (controlled, target) = run(device, total, None, wide);
    assert!(controlled <= best / share, "{name}: {controlled} against {best}, target {target}");
}

const WIDE: (usize, bool) = (usize::MAX, true);

#[test]
fn no_device_is_far_from_its_best_depth() {
    check("hot cache", HOT, 20_000, 0.97, |_| WIDE);
    check("SSD", SSD, 20_000, 0.9, |_| WIDE);
    check("NFS, 1 ms", NFS, 20_000, 0.9, |_| WIDE);
    check("NFS, 0.5 ms", Device { wait: 500.0, ..NFS }, 20_000, 0.9, |_| WIDE);
    check("NFS, 2 ms", Device { wait: 2000.0, ..NFS }, 20_000, 0.9, |_| WIDE);
    check("NFS with eight servers", LIMITED, 20_000, 0.9, |_| WIDE);
    check("disk", DISK, 2_000, 0.9, |_| WIDE);
    check("tmpfs under a lock", TMPFS, 20_000, 0.97, |_| WIDE);
    check("cold cache", COLD, 100_000, 0.9, |_| WIDE);
    check("cold cache, most of it read", Device { misses: 0.1, ..COLD }, 100_000, 0.9, |_| WIDE);
    check("cold cache, a slow disk", Device { servers: 4, ..COLD }, 50_000, 0.9, |_| WIDE);
}

/// 1, 8, 64, 512 directories, each level read before the next is known.
#[test]
fn a_tree_that_widens() {
    let wide = |done: u32| match done {
        0 => (1, true),
        1..9 => (9 - done as usize, true),
        9..73 => (73 - done as usize, true),
        _ => WIDE,
    };
    check("NFS", NFS, 4_000, 0.9, wide);
    check("hot cache", HOT, 4_000, 0.97, wide);
}

/// A comb never has more than three in flight: no growth, and none is missed.
#[test]
fn a_comb() {
    check("NFS", NFS, 4_000, 0.9, |_| (3, true));
}

/// While the reader of the output stalls nothing is learned.
#[test]
fn a_stalled_reader() {
    let (_, target) = run(NFS, 4_000, None, |_| (usize::MAX, false));
    assert_eq!(target, GUESS);
}

/// Operations that take long because others have the CPU are not blocked.
#[test]
fn a_busy_machine() {
    let mut depth = Depth::new(2, CAP);
    for _ in 0..100 {
        let (elapsed, busy) = (Duration::from_millis(10), Duration::from_millis(20));
        depth.sees(&Sample { elapsed, done: 100, busy, blocked: Duration::ZERO, full: true });
        assert_eq!(depth.target(), 2);
    }
}

/// An epoch that looks as if nothing blocked, when much was in flight, does not make little seem to be as good.
#[test]
fn a_false_alarm() {
    let mut depth = Depth::new(2, CAP);
    let sample = |done: u32, blocked: u64| Sample {
        elapsed: Duration::from_millis(10),
        done,
        busy: Duration::from_millis(100),
        blocked: Duration::from_millis(blocked),
        full: true,
    };
    for done in [20, 160, 640, 640, 640] {
        depth.sees(&sample(done, 95));
    }
    assert_eq!(depth.target(), 64);
    depth.sees(&sample(640, 2));
    depth.sees(&sample(640, 2));
    assert!(!depth.blocks());
    depth.sees(&sample(600, 95));
    for _ in 0..3 {
        depth.sees(&sample(10 * depth.target() as u32, 95));
    }
    assert_eq!(depth.target(), 64);
}

/// A cache that has been read in needs no depth any more.
#[test]
fn what_was_slow_becomes_quick() {
    let mut depth = Depth::new(2, CAP);
    let sample = |rate: u32, blocked: u64| Sample {
        elapsed: Duration::from_millis(10),
        done: rate,
        busy: Duration::from_millis(100),
        blocked: Duration::from_millis(blocked),
        full: true,
    };
    for round in 1..=4 {
        depth.sees(&sample(100 * round, 95));
    }
    assert!(depth.blocks() && depth.target() > 16);
    depth.sees(&sample(1000, 3));
    depth.sees(&sample(1000, 3));
    assert!(!depth.blocks());
    assert_eq!(depth.target(), 2);
}

/// A pause of a file system that is as quick as the CPUs: with more in flight operations wait for each other, and less
/// is done.
#[test]
fn waiting_that_more_does_not_help() {
    let mut depth = Depth::new(2, CAP);
    let sample = |done: u32, millis: u64, blocked: u64| Sample {
        elapsed: Duration::from_millis(millis),
        done,
        busy: Duration::from_millis(2 * millis),
        blocked: Duration::from_millis(2 * millis).mul_f64(blocked as f64 / 100.0),
        full: true,
    };
    for _ in 0..10 {
        depth.sees(&sample(1000, 2, 0));
    }
    depth.sees(&sample(16, 2, 90));
    assert!(depth.blocks(), "what comes now is to be compared");
    for _ in 0..2 {
        depth.sees(&sample(500, 2, 60));
    }
    assert!(!depth.blocks() && depth.target() == 2);
    depth.sees(&sample(16, 2, 90));
    assert!(!depth.blocks(), "it was just found out");
    for _ in 0..30 {
        depth.sees(&sample(1000, 2, 0));
    }
    depth.sees(&sample(16, 2, 90));
    assert!(depth.blocks(), "things may have changed");
}
