//! What never comes back: a ring that dies, and a file system that hangs.

use std::{
    ffi::CString,
    fs,
    os::fd::{AsFd, AsRawFd},
    path::Path,
    time::{Duration, Instant},
};

use super::{Folder, Random, Ring, abilities, compare, told};
use crate::{
    ring::{budget::DirFd, op::Op, perform::perform},
    sys::{file::How, meta::Mask},
};

/// Its descriptor leads elsewhere all of a sudden, so that each call on it fails.
#[test]
fn when_a_ring_dies_plain_calls_go_on() {
    fn op(number: u64, dir: &DirFd) -> Op<'_> {
        let dir = dir.as_fd();
        match number % 3 {
            0 => Op::Open { dir, name: c"..".into(), how: How::Within },
            1 => Op::Identify { dir },
            _ => Op::Read { dir, buf: vec![7; 4096], at: 9 },
        }
    }
    let folder = Folder::new();
    for able in abilities() {
        let mut ring = Ring::with(&able, 8).unwrap();
        compare(&mut ring, &folder, &mut Random(5), 50);
        let dirs: Vec<_> = (0..8).map(|number| folder.open(&format!("d{number}"))).collect();
        for (number, dir) in dirs.iter().enumerate() {
            ring.submit(number as u64, op(number as u64, dir), dir.clone());
            if number == 4 {
                ring.flush();
            }
        }
        let null = fs::File::open("/dev/null").unwrap();
        let number = ring.uring.as_ref().unwrap().as_raw_fd();
        // SAFETY: the ring's number is open, and the ring is told of its end by the error of its next call.
        assert_eq!(unsafe { libc::dup2(null.as_raw_fd(), number) }, number);
        ring.wait(8, None);
        assert!(ring.death().is_some());
        let mut tokens = Vec::new();
        while let Some((token, done)) = ring.next_done() {
            let dir = folder.open(&format!("d{token}"));
            let expected = told(&perform(op(token, &dir)), 9);
            let told = told(&done, 9);
            // The end of a ring is a notice to its thread, for which the kernel cuts a read of a directory short.
            let begins = told.strip_suffix(']').is_some_and(|begin| expected.starts_with(begin));
            assert!(told == expected || token % 3 == 2 && begins, "{token}: {told} {expected}");
            tokens.push(token);
        }
        tokens.sort();
        assert_eq!(tokens, (0..8).collect::<Vec<_>>());
        compare(&mut ring, &folder, &mut Random(6), 50);
    }
}

/// A file system in user space whose server never answers, in a mount namespace of this thread's own.
fn never_answers(at: &Path) -> Option<fs::File> {
    let server = fs::File::options().read(true).write(true).open("/dev/fuse").ok()?;
    let options =
        CString::new(format!("fd={},rootmode=40000,user_id=0,group_id=0", server.as_raw_fd())).unwrap();
    let at = CString::new(at.to_str().unwrap()).unwrap();
    // SAFETY: strings end with a NUL, and the namespace is left with this thread.
    let mounted = unsafe {
        libc::unshare(libc::CLONE_NEWNS) == 0
            && libc::mount(
                c"none".as_ptr(),
                c"/".as_ptr(),
                std::ptr::null(),
                libc::MS_REC | libc::MS_PRIVATE,
                std::ptr::null(),
            ) == 0
            && libc::mount(c"none".as_ptr(), at.as_ptr(), c"fuse".as_ptr(), 0, options.as_ptr().cast()) == 0
    };
    mounted.then_some(server)
}

#[test]
fn a_file_system_that_hangs_keeps_nobody() {
    let folder = Folder::new();
    let all = abilities();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let Some(server) = never_answers(&folder.0.join("d0")) else {
                return eprintln!("NOT RUN: no FUSE, or not as root");
            };
            let dir = folder.open(".");
            let look = |name| Op::Stat { dir: dir.as_fd(), name, follow: false, mask: Mask::MODE };
            for able in all {
                let mut ring = Ring::with(&able, 4).unwrap();
                ring.submit(1, look(c"d0/x".into()), dir.clone());
                ring.submit(2, look(c"d1".into()), dir.clone());
                ring.wait(2, Some(Duration::from_millis(50)));
                assert_eq!(ring.next_done().map(|done| done.0), Some(2));
                assert_eq!((ring.in_flight(), ring.next_done().is_none()), (1, true));
                let began = Instant::now();
                drop(ring);
                assert!(began.elapsed() < Duration::from_secs(1));
            }
            drop(server);
        });
    });
}
