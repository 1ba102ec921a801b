//! Who watches this process: system call filters, tracers, and libraries that stand between it and libc.
//!
//! Only tells. That a filter may kill, a tracer slow down, and a library go blind to what does not pass through libc is
//! why `ring::caps` wants to know, and whoever is about to make a call that GNU's tools do not make.

use std::{
    ffi::{CStr, c_int, c_void},
    fs,
    os::fd::{FromRawFd, OwnedFd},
    sync::OnceLock,
};

use super::errno::{Errno, check};

/// Bytes of /proc/self/status that are read: several times what it has.
const STATUS: usize = 8192;

/// Whether no call is to be made that GNU's tools would not make with this libc, and none that does not pass through libc:
/// a filter may kill, and a library that stands before libc would not see it. Looked at once, which takes some 30 us. Where
/// there is no /proc nothing is known of filters.
pub fn is_strict() -> bool {
    static STRICT: OnceLock<bool> = OnceLock::new();
    *STRICT.get_or_init(|| watch().is_ok_and(|watch| watch.filtered) || interposer().is_some())
}

/// What /proc/self/status says of filters and tracers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Watch {
    /// Whether system calls are filtered by seccomp(2).
    pub filtered: bool,
    /// The process that traces this one, ptrace(2); 0 where none does.
    pub tracer: u32,
}

/// Who filters and traces. An error where there is no /proc.
pub fn watch() -> Result<Watch, Errno> {
    // By no more than the calls that every program makes: reading a file whole begins with a look at its size.
    let flags = libc::O_RDONLY | libc::O_CLOEXEC;
    // SAFETY: the path is NUL-terminated, and the descriptor is the kernel's gift; the buffer's length is passed.
    let (status, got) = unsafe {
        let fd = check(libc::open(c"/proc/self/status".as_ptr(), flags))?;
        let _open = OwnedFd::from_raw_fd(fd);
        // Not on the stack, of which a limit and a large environment may leave little.
        let mut status = vec![0u8; STATUS];
        let got = libc::read(fd, status.as_mut_ptr().cast(), status.len());
        (status, usize::try_from(got).map_err(|_| Errno::last())?)
    };
    Ok(parse(&status[..got]))
}

fn parse(status: &[u8]) -> Watch {
    let number = |key: &[u8]| -> u32 {
        let line = status.split(|&byte| byte == b'\n').find_map(|line| line.strip_prefix(key));
        // A kernel without the feature has no such line.
        line.and_then(|rest| std::str::from_utf8(rest).ok()?.trim().parse().ok()).unwrap_or(0)
    };
    Watch { filtered: number(b"Seccomp:") != 0, tracer: number(b"TracerPid:") }
}

/// The setting kernel.io_uring_disabled: 0 for nobody, 1 for all but a group, 2 for all; 0 too where there is none.
pub fn io_uring_disabled() -> u8 {
    let text = fs::read_to_string("/proc/sys/kernel/io_uring_disabled").unwrap_or_default();
    text.trim().parse().unwrap_or(0)
}

/// The first library that can take the place of libc's symbols: one that was loaded before libc, by the environment or
/// by /etc/ld.so.preload, or an auditor (LD_AUDIT), whose libraries the linker keeps apart: then the name is empty.
/// Modules that libc loads by itself, as for users' names, come behind it and can't.
pub fn interposer() -> Option<Vec<u8>> {
    let mut seen = Seen::default();
    // SAFETY: `note` gets the pointer that is passed here, and nobody else uses it meanwhile.
    unsafe { libc::dl_iterate_phdr(Some(note), (&raw mut seen).cast()) };
    let others = seen.loaded > seen.listed;
    seen.before_libc.or(others.then(Vec::new))
}

/// What was seen of the objects in memory.
#[derive(Default)]
struct Seen {
    /// How many the linker lists for us.
    listed: u64,
    /// How many it has loaded, for us and for auditors.
    loaded: u64,
    /// Whether libc has come.
    libc: bool,
    /// The first that came before it and does not belong to every program.
    before_libc: Option<Vec<u8>>,
}

/// Takes note of one object. The linker lists them in the order in which symbols are searched.
unsafe extern "C" fn note(info: *mut libc::dl_phdr_info, _: usize, seen: *mut c_void) -> c_int {
    // SAFETY: the linker passes a valid description, and `interposer` a `Seen`.
    let (info, seen) = unsafe { (&*info, &mut *seen.cast::<Seen>()) };
    seen.listed += 1;
    seen.loaded = info.dlpi_adds - info.dlpi_subs;
    // SAFETY: the name is a string or null.
    let name = (!info.dlpi_name.is_null()).then(|| unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes());
    let base = name.and_then(|name| name.rsplit(|&byte| byte == b'/').next()).unwrap_or_default();
    seen.libc |= base.starts_with(b"libc.so");
    if !seen.libc && seen.before_libc.is_none() && !is_own(base) {
        seen.before_libc = Some(base.to_vec());
    }
    0
}

/// Whether an object belongs to every program: itself, the kernel's page of code, and what builds for tests link.
fn is_own(base: &[u8]) -> bool {
    let own: [&[u8]; 3] = [b"linux-vdso", b"libgcc_s.so", b"libm.so"];
    base.is_empty() || own.iter().any(|name| base.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_tells_of_filters_and_tracers() {
        let check = |status: &[u8], filtered, tracer| assert_eq!(parse(status), Watch { filtered, tracer });
        check(b"", false, 0);
        check(b"Name:\tls\nTracerPid:\t0\nSeccomp:\t0\nSeccomp_filters:\t0\n", false, 0);
        check(b"Name:\tls\nTracerPid:\t4711\nSeccomp:\t2\nSeccomp_filters:\t3\n", true, 4711);
        check(b"Name:\tSeccomp:\t2\nSeccomp_filters:\t3\n", false, 0);
    }

    #[test]
    fn no_library_stands_before_libc_in_the_tests() {
        assert_eq!(interposer(), None);
    }
}
