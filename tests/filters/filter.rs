//! Runs a program under seccomp filters: `filter [RULE]... -- NAME PROGRAM [ARGUMENT]...`, where it is started as NAME.
//!
//! A RULE is `ACTION:CALL,CALL...`. The action `kill` ends the process with SIGSYS; EPERM, ENOSYS and EAGAIN are answers.
//! `only` kills on every call that is not listed; it comes last, and never forbids the start of the program. A CALL is one
//! of the names below, or a number.
//!
//! The filters hold for whatever the program starts as well. What a case under filters expects is the tests'.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    os::unix::process::CommandExt as _,
    process::{Command, ExitCode},
};

use rustix::io::Errno;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// Calls that cases name. Numbers from 424 on are the same on all architectures.
const CALLS: [(&str, i64); 11] = [
    ("clone", libc::SYS_clone),
    ("statx", libc::SYS_statx),
    ("execve", libc::SYS_execve),
    ("io_uring_setup", 425),
    ("io_uring_enter", 426),
    ("io_uring_register", 427),
    ("clone3", 435),
    ("openat2", 437),
    ("faccessat2", 439),
    ("fchmodat2", 452),
    ("listxattrat", 465),
];

fn main() -> ExitCode {
    let why = run(env::args_os().skip(1)).err().unwrap_or_default();
    eprintln!("filter: {why}");
    ExitCode::from(125)
}

/// Puts the filters up and becomes the program; returns only to say what is wrong.
fn run(mut words: impl Iterator<Item = OsString>) -> Result<(), String> {
    let mut filters = Vec::new();
    for rule in words.by_ref().take_while(|word| word != "--") {
        let rule = rule.to_str().ok_or("a rule that is no text")?;
        filters.push(filter(rule).ok_or_else(|| format!("{rule}: what is this?"))?);
    }
    let name = words.next().ok_or("no name")?;
    let program = words.next().ok_or("no program")?;
    for filter in &filters {
        apply_filter(filter).map_err(|why| why.to_string())?;
    }
    let why = Command::new(&program).arg0(name).args(words).exec();
    Err(format!("{}: {why}", program.to_string_lossy()))
}

/// The filter that a rule describes.
fn filter(rule: &str) -> Option<BpfProgram> {
    let (action, calls) = rule.split_once(':')?;
    let errno = |why: Errno| SeccompAction::Errno(why.raw_os_error().unsigned_abs());
    let (listed, others) = match action {
        "kill" => (SeccompAction::KillProcess, SeccompAction::Allow),
        "only" => (SeccompAction::Allow, SeccompAction::KillProcess),
        "EPERM" => (errno(Errno::PERM), SeccompAction::Allow),
        "ENOSYS" => (errno(Errno::NOSYS), SeccompAction::Allow),
        "EAGAIN" => (errno(Errno::AGAIN), SeccompAction::Allow),
        _ => return None,
    };
    let mut numbers: BTreeMap<i64, Vec<_>> = BTreeMap::new();
    if action == "only" {
        numbers.insert(libc::SYS_execve, Vec::new());
    }
    for call in calls.split(',') {
        let named = CALLS.iter().find(|(name, _)| *name == call).map(|(_, number)| *number);
        numbers.insert(named.or_else(|| call.parse().ok())?, Vec::new());
    }
    let architecture = env::consts::ARCH.try_into().ok()?;
    SeccompFilter::new(numbers, others, listed, architecture).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::filter;

    #[test]
    fn rules_are_read() {
        for rule in ["kill:clone3,clone", "EPERM:openat2", "ENOSYS:257", "only:0,1,2"] {
            assert!(filter(rule).is_some(), "{rule}");
        }
        for rule in ["", "kill", "kill:", "KILL:clone", "EPERM:what", "kill:clone, clone3"] {
            assert!(filter(rule).is_none(), "{rule}");
        }
    }
}
