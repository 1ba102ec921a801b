//! What others want of this process, and what they can spare: its priority, and how many processes are left.

use std::{ffi::c_int, fs, mem::MaybeUninit};

/// The niceness from which on others come first.
const NICE: c_int = 10;

/// ioprio_get(2): the calling thread, and the class of those who only get what nobody else wants.
const IOPRIO_WHO_PROCESS: c_int = 1;
const IOPRIO_CLASS_SHIFT: u32 = 13;
const IOPRIO_CLASS_IDLE: libc::c_long = 3;

/// Whether the process is to leave others alone: it is nice, or in the idle class of I/O.
pub fn is_modest() -> bool {
    // SAFETY: both calls only ask. An error of getpriority(2) is -1, which is not nice.
    let (nice, class) = unsafe {
        let class = libc::syscall(libc::SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
        (libc::getpriority(libc::PRIO_PROCESS, 0), class >> IOPRIO_CLASS_SHIFT)
    };
    nice >= NICE || class == IOPRIO_CLASS_IDLE
}

/// How many more processes and threads there may be, at least, by the limit on those of the user and by that of the
/// control group. Those of all users count as the user's, since counting would take a look at each.
pub fn free_processes() -> usize {
    let mut limit = MaybeUninit::<libc::rlimit>::uninit();
    let mut system = MaybeUninit::<libc::sysinfo>::uninit();
    // SAFETY: both have room for the answer, and are read only after it has been given.
    let (limit, running) = unsafe {
        if libc::getrlimit(libc::RLIMIT_NPROC, limit.as_mut_ptr()) != 0
            || libc::sysinfo(system.as_mut_ptr()) != 0
        {
            return usize::MAX;
        }
        (limit.assume_init().rlim_cur, u64::from(system.assume_init().procs))
    };
    // Root is not limited, and a limit below what there is says nothing about how much is left.
    let left = if super::ids::effective_user() == 0 || limit <= running { u64::MAX } else { limit - running };
    left.min(left_in_group().unwrap_or(u64::MAX)).try_into().unwrap_or(usize::MAX)
}

/// How many the control group allows, cgroups(7), version 2 or 1.
fn left_in_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let (path, unified) = of_pids(&groups)?;
    let folder = format!("/sys/fs/cgroup{}{path}", if unified { "" } else { "/pids" });
    let read = |name| fs::read_to_string(format!("{folder}/{name}")).ok()?.trim().parse::<u64>().ok();
    Some(read("pids.max")?.saturating_sub(read("pids.current")?))
}

/// The group that limits processes, and whether it is one of version 2.
fn of_pids(groups: &str) -> Option<(&str, bool)> {
    let mut lines = groups.lines().filter_map(|line| line.split_once(':')?.1.split_once(':'));
    let old = lines.clone().find(|(controllers, _)| controllers.split(',').any(|name| name == "pids"));
    match old {
        Some((_, path)) => Some((path, false)),
        None => lines.find(|(controllers, _)| controllers.is_empty()).map(|(_, path)| (path, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_that_counts() {
        assert_eq!(of_pids("0::/user.slice/a:b\n"), Some(("/user.slice/a:b", true)));
        assert_eq!(of_pids("3:cpu,pids:/x\n1:name=systemd:/y\n0::/z\n"), Some(("/x", false)));
        assert_eq!(of_pids("1:name=systemd:/y\n"), None);
    }

    #[test]
    fn some_are_left_for_the_tests() {
        assert!(free_processes() > 0);
    }
}
