//! Under a filter that kills on every call that GNU's tool does not make for the same command: threads alone may make
//! some more.

use std::{
    collections::BTreeSet,
    fs,
    process::{Command, Stdio},
};

use super::{READERS, WRITERS, tree};
use ringutils_tests::{
    Case, Tool, Tree, not_run,
    programs::{Side, binary, is_root},
};

/// What threads make: to be started, to wait, to be watched and to end. The standard library asks how many CPUs there are by
/// one, and what a thread has used is asked by another.
const THREADS: [i64; 15] = [
    libc::SYS_clone3,
    libc::SYS_clone,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigaction,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_getrusage,
    libc::SYS_madvise,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// What GNU's tools make in other circumstances: for larger directories, of descriptors that they read directories from,
/// where there is something to be said, and below a directory where they have a path.
const ELSEWHERE: [i64; 6] = [
    libc::SYS_fstatfs,
    libc::SYS_mremap,
    libc::SYS_fcntl,
    libc::SYS_lseek,
    libc::SYS_write,
    libc::SYS_readlinkat,
];

/// The numbers of the calls that GNU's tool makes, as root and as somebody else.
fn calls(tool: Tool, argv: &[&str], tree: &Tree) -> Option<BTreeSet<i64>> {
    let log = tree.top().with_file_name("log");
    let mut numbers = BTreeSet::new();
    for user in ["", "-u nobody"].into_iter().take(if is_root() { 2 } else { 1 }) {
        let answer = Command::new("bash")
            .args(["-c", &format!("exec strace {user} -n -qq -o \"$@\""), "bash"])
            .arg(&log)
            .arg(binary(tool, Side::Oracle))
            .args(argv)
            .env("LC_ALL", "C")
            .current_dir(tree.top())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let Ok(text) = fs::read(&log) else {
            not_run("filters strict", &format!("strace does not work: {answer:?}"));
            return None;
        };
        let _ = fs::remove_file(&log);
        let text = String::from_utf8_lossy(&text).into_owned();
        let number = |line: &str| line.strip_prefix('[')?.split_once(']')?.0.trim().parse::<i64>().ok();
        numbers.extend(text.lines().filter_map(number));
    }
    assert!(numbers.contains(&libc::SYS_openat), "the trace has no numbers: {numbers:?}");
    Some(numbers)
}

/// The rule that forbids all other calls.
fn rule(tool: Tool, argv: &[&str], more: &[i64]) -> Option<String> {
    let mut numbers = calls(tool, argv, &tree(40))?;
    numbers.extend(more.iter().chain(&ELSEWHERE));
    let list: Vec<String> = numbers.iter().map(i64::to_string).collect();
    Some(format!("only:{}", list.join(",")))
}

#[test]
fn no_call_but_those_of_gnus_tools() {
    let tree = tree(40);
    for (tool, argv) in READERS {
        let Some(rule) = rule(tool, argv, &THREADS) else { return };
        Case::new(tool, argv).filter(&rule).locale("C").check(&tree);
    }
    for (tool, argv) in WRITERS {
        let Some(rule) = rule(tool, argv, &THREADS) else { return };
        Case::new(tool, argv).changes().filter(&rule).locale("C").check(&tree);
    }
}

/// Where a crew is hired, and where the options want a ring.
#[test]
fn nor_by_threads() {
    let tree = tree(1_000);
    for (tool, argv) in READERS {
        let Some(rule) = rule(tool, argv, &THREADS) else { return };
        for (io, depth) in [("auto", "16"), ("threads", "4"), ("ring", "8")] {
            let case = Case::new(tool, argv).filter(&rule).locale("C").apart();
            case.env("RINGUTILS_IO", io).env("RINGUTILS_IO_DEPTH", depth).check(&tree);
        }
    }
}

/// The filter would tell.
#[test]
#[should_panic(expected = "signal 31")]
fn a_call_that_is_not_listed_kills() {
    let argv = &["-lR", "t"][..];
    let rule = rule(Tool::Ls, argv, &THREADS).expect("strace works");
    // Only ours makes this one.
    let rule = rule.replace(&format!(",{},", libc::SYS_sched_getaffinity), ",");
    Case::new(Tool::Ls, argv).filter(&rule).locale("C").apart().check(&tree(4));
}
