//! Where a ring is refused, or must not be asked for: filters, tracers, preloaded libraries, limits.

use std::{
    os::{fd::AsFd, unix::process::CommandExt},
    process::Command,
};

use super::{Folder, Random, Ring, abilities, compare};
use crate::{
    ring::{
        caps::{Caps, Numbers, Refusal},
        uring::setup,
    },
    sys::Errno,
};

/// What a system call filter does to the calls of a ring.
#[derive(Clone, Copy)]
enum Filter {
    Answer(i32),
    Kill,
}

/// Filters this thread's io_uring calls, and those of what it executes. Async-signal-safe.
fn filter(what: Filter) -> bool {
    let action = match what {
        Filter::Answer(errno) => libc::SECCOMP_RET_ERRNO | errno as u32,
        Filter::Kill => libc::SECCOMP_RET_KILL_PROCESS,
    };
    let step = |code: u32, jt, jf, k| libc::sock_filter { code: code as u16, jt, jf, k };
    let (first, last) = (libc::SYS_io_uring_setup as u32, libc::SYS_io_uring_register as u32);
    let program = [
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 2, first),
        step(libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K, 1, 0, last),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, action),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: the program lives through the call, which copies it.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    }
}

#[test]
fn a_ring_that_is_refused_says_why() {
    let under = |what| {
        let tried = std::thread::spawn(move || filter(what).then(setup::probe)).join().unwrap();
        tried.and_then(|tried| tried.err())
    };
    if abilities().is_empty() {
        return;
    }
    assert_eq!(under(Filter::Answer(libc::EPERM)), Some(Refusal::Denied));
    assert_eq!(under(Filter::Answer(libc::ENOSYS)), Some(Refusal::Absent));
    assert_eq!(under(Filter::Answer(libc::ENOMEM)), Some(Refusal::Memory));
    assert_eq!(under(Filter::Answer(libc::EMFILE)), Some(Refusal::Failed(Errno::MFILE)));
}

/// This test program again, with `prepare` done to it, for the one test that tells what it found.
fn discovered(program: &[&str], prepare: impl FnOnce(&mut Command)) -> Option<String> {
    let own = std::env::current_exe().unwrap();
    let argv: Vec<&str> = program.iter().copied().chain([own.to_str().unwrap()]).collect();
    let mut command = Command::new(argv[0]);
    command.args(&argv[1..]).args([
        "--exact",
        "ring::uring::tests::refused::tells",
        "--ignored",
        "--nocapture",
    ]);
    prepare(&mut command);
    let output = command.output().ok()?;
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().find_map(|line| line.split_once("FOUND ")).expect("it tells").1.to_owned())
}

#[test]
#[ignore = "run by others"]
fn tells() {
    let folder = Folder::new();
    let caps = Caps::discover(Numbers::default(), folder.open(".").as_fd());
    let ring = match Ring::new(&caps, 8) {
        Ok(mut ring) => {
            compare(&mut ring, &folder, &mut Random(9), 200);
            format!("{:?} {:?}", caps.ring, ring.tally())
        }
        Err(refusal) => refusal.to_string(),
    };
    println!("FOUND {} {ring}", caps.filtered);
}

#[test]
fn who_is_watched_makes_no_call_of_a_ring() {
    let killed = discovered(&[], |command| {
        // SAFETY: the filter is made by async-signal-safe calls only.
        unsafe {
            command.pre_exec(|| filter(Filter::Kill).then_some(()).ok_or_else(std::io::Error::last_os_error))
        };
    });
    assert!(killed.unwrap().starts_with("true system calls are filtered"));
    match discovered(&["strace", "-o", "/dev/null"], |_| {}) {
        Some(traced) => assert!(traced.starts_with("false process ") && traced.ends_with("traces this one")),
        None => eprintln!("NOT RUN: no strace"),
    }
    let preloaded = discovered(&[], |command| {
        command.env("LD_PRELOAD", "librt.so.1");
    });
    assert!(preloaded.unwrap().starts_with("false librt.so.1 is preloaded"));
}

#[test]
fn without_locked_memory_there_is_a_ring_or_a_reason() {
    let found = discovered(&[], |command| {
        let limit = || {
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            // SAFETY: the limit is read by the call only.
            unsafe { libc::setrlimit(libc::RLIMIT_MEMLOCK, &raw const none) };
            Ok(())
        };
        // SAFETY: setrlimit is a system call and nothing else.
        unsafe { command.pre_exec(limit) };
    });
    assert!(found.unwrap().starts_with("false "));
}
