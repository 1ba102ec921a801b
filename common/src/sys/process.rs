//! Child processes, and what this process was started with.
//!
//! Does not capture output, change directories or retry. A child gets the caller's signal mask and dispositions,
//! its environment and working directory; descriptors of ours do not reach it, since all are opened close-on-exec.
//!
//! Not posix_spawn(3): glibc's leaves its own two signals (32 and 33) ignored in the child, which fork(2) and
//! execve(2), as GNU's tools use them, do not. Not fork either: it copies the page tables.

use std::{
    env,
    ffi::{CStr, c_char, c_int, c_void},
    mem::MaybeUninit,
    os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd},
    ptr,
    sync::Once,
};

use super::{
    errno::{Errno, check},
    meta::{self, Kind, Mask},
};

/// The error of a write to a standard stream that we were started without.
pub const NO_STREAM: Errno = Errno(libc::EBADF);

/// How a child came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It exited with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
}

/// Why a program did not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRun {
    /// No process could be made for it, clone(2).
    Process(Errno),
    /// It could not be executed, execve(2): ENOENT, EACCES, E2BIG and the like.
    Program(Errno),
}

/// What a child gets that differs from what we have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// The directory that it starts in, if not ours.
    pub dir: Option<BorrowedFd<'a>>,
    /// Whether it has no standard input.
    pub no_input: bool,
}

/// Runs a program, searched for as execvp(3) does, and waits for its end. `argv[0]` is the program.
pub fn run(argv: &[&CStr], setting: Setting<'_>) -> Result<End, NotRun> {
    if argv.is_empty() {
        return Err(NotRun::Program(Errno::NOENT));
    }
    wait_for_children();
    let mut pointers: Vec<*const c_char> = argv.iter().map(|arg| arg.as_ptr()).collect();
    pointers.push(ptr::null());
    let dir = setting.dir.map_or(-1, |dir| dir.as_raw_fd());
    let mut birth =
        Birth { argv: pointers.as_ptr(), dir, no_input: setting.no_input, mask: block_all(), error: 0 };
    // execvp puts the arguments on the stack once more where it turns to the shell.
    let mut stack = Vec::<u128>::with_capacity(STACK / size_of::<u128>() + pointers.len());
    // SAFETY: the stack ends at this address, aligned to 16 bytes. The child borrows our memory and we sleep until it
    // has executed the program or exited, so that the stack and `birth` outlive it.
    let child = check(unsafe {
        let top = stack.as_mut_ptr().add(stack.capacity());
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        libc::clone(execute, top.cast(), flags, (&raw mut birth).cast())
    });
    unblock(&birth.mask);
    let end = wait(child.map_err(NotRun::Process)?).map_err(NotRun::Process)?;
    // SAFETY: birth is ours again; the compiler can't see that the child wrote to it.
    match unsafe { ptr::read_volatile(&raw const birth.error) } {
        0 => Ok(end),
        error => Err(NotRun::Program(Errno(error))),
    }
}

/// Whether nobody can be waiting for what is written to standard output: it is a regular file or /dev/null.
pub fn output_has_no_reader() -> bool {
    /// Device 1:3, null(4).
    const NULL: u64 = 1 << 8 | 3;
    meta::fstatx(1, Mask::BASIC)
        .is_ok_and(|meta| meta.kind() == Kind::File || meta.kind() == Kind::Char && meta.rdev == NULL)
}

/// Whether the working directory may still be entered: EACCES where it may not be searched. By fchdir(2), since that is
/// what it would take to come back to it.
pub fn enter_working_directory() -> Result<(), Errno> {
    let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC;
    // SAFETY: the name is NUL-terminated.
    let fd = check(unsafe { libc::open(c".".as_ptr(), flags) })?;
    // SAFETY: open just gave us this descriptor.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    // SAFETY: the descriptor is open.
    check(unsafe { libc::fchdir(fd.as_raw_fd()) }).map(drop)
}

/// Bytes that arguments may take beside the environment: ARG_MAX less the environment and the 2,048 bytes that POSIX
/// tells xargs to leave free.
pub fn argument_room() -> usize {
    const LEFT_FREE: usize = 2048;
    // SAFETY: sysconf takes any number.
    let all = usize::try_from(unsafe { libc::sysconf(libc::_SC_ARG_MAX) }).unwrap_or(usize::MAX);
    // Between name and value stands `=`, behind them a NUL.
    let taken: usize = env::vars_os().map(|(name, value)| name.len() + value.len() + 2).sum();
    all.saturating_sub(taken + LEFT_FREE)
}

/// Bytes of stack for a child until it executes its program: more than the longest path that execvp tries.
const STACK: usize = 64 * 1024;

/// What a child needs to know, and what it tells.
struct Birth {
    /// Arguments, the program first, with a null pointer at the end.
    argv: *const *const c_char,
    /// The directory that it starts in; negative for ours.
    dir: c_int,
    /// Whether its standard input is closed.
    no_input: bool,
    /// The signal mask that it is to have.
    mask: libc::sigset_t,
    /// Why it could not execute the program.
    error: c_int,
}

/// What a child does. It shares our memory, so it touches nothing but `birth` and what libc's execvp touches.
extern "C" fn execute(birth: *mut c_void) -> c_int {
    // SAFETY: birth is the `Birth` of `run`, which waits; there is a program, and the arguments end with a null pointer.
    unsafe {
        let birth = &mut *birth.cast::<Birth>();
        libc::sigprocmask(libc::SIG_SETMASK, &raw const birth.mask, ptr::null_mut());
        // The working directory and the table of descriptors are its own, unlike the memory.
        if birth.no_input {
            libc::close(0);
        }
        if birth.dir < 0 || libc::fchdir(birth.dir) == 0 {
            libc::execvp(*birth.argv, birth.argv);
        }
        birth.error = Errno::last().0;
        libc::_exit(127)
    }
}

/// Lets children be waited for: where SIGCHLD is ignored, as whoever started us may have left it, they end unseen. GNU's
/// find does the same, and its children see it.
fn wait_for_children() {
    static ONCE: Once = Once::new();
    // SAFETY: SIG_DFL is a disposition of every signal that can have one.
    ONCE.call_once(|| unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    });
}

/// Blocks all signals and gives the mask from before: until it executes its program the child must not take one.
fn block_all() -> libc::sigset_t {
    let (mut all, mut before) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: sigfillset fills the set that is then read, and pthread_sigmask fills the other.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
        before.assume_init()
    }
}

fn unblock(before: &libc::sigset_t) {
    // SAFETY: the mask is what pthread_sigmask gave.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, ptr::null_mut()) };
}

fn wait(child: libc::pid_t) -> Result<End, Errno> {
    let mut status = 0;
    loop {
        // SAFETY: status has room for the answer.
        match check(unsafe { libc::waitpid(child, &raw mut status, 0) }) {
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
            Ok(_) if libc::WIFSIGNALED(status) => return Ok(End::Signal(libc::WTERMSIG(status))),
            Ok(_) => return Ok(End::Exit(libc::WEXITSTATUS(status))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        ffi::CString,
        fs,
        os::{
            fd::AsFd,
            unix::{ffi::OsStrExt, fs::PermissionsExt},
        },
    };

    use super::*;

    #[test]
    fn children_end_as_they_say() {
        let check = |argv: &[&CStr], expected: Result<End, NotRun>| {
            assert_eq!(run(argv, Setting::default()), expected, "{argv:?}")
        };
        check(&[c"true"], Ok(End::Exit(0)));
        check(&[c"sh", c"-c", c"exit 3"], Ok(End::Exit(3)));
        check(&[c"sh", c"-c", c"kill -9 $$"], Ok(End::Signal(9)));
        check(&[c"no-such-program-anywhere"], Err(NotRun::Program(Errno::NOENT)));
        check(&[c"/"], Err(NotRun::Program(Errno::ACCES)));
        check(&[c""], Err(NotRun::Program(Errno::NOENT)));
        check(&[], Err(NotRun::Program(Errno::NOENT)));
    }

    #[test]
    fn children_start_where_they_are_told() {
        let root = fs::File::open("/").unwrap();
        let setting = Setting { dir: Some(root.as_fd()), no_input: true };
        let script = c"test \"$(pwd)\" = / && ! read line <&0 2>/dev/null";
        assert_eq!(run(&[c"sh", c"-c", script], setting), Ok(End::Exit(0)));
        assert_ne!(env::current_dir().unwrap().as_os_str(), "/");
    }

    #[test]
    fn children_get_the_mask_and_the_dispositions_of_the_parent() {
        let script = c"grep -E '^Sig(Blk|Ign)' /proc/self/status > \"$0\"";
        let path = env::temp_dir().join(format!("ringutils-signals-{}", std::process::id()));
        let file = CString::new(path.as_os_str().as_bytes()).unwrap();
        assert_eq!(run(&[c"sh", c"-c", script, &file], Setting::default()), Ok(End::Exit(0)));
        let childs = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let ours = fs::read_to_string("/proc/thread-self/status").unwrap();
        for line in childs.lines() {
            assert!(ours.lines().any(|other| other == line), "{line}");
        }
        assert_eq!(childs.lines().count(), 2);
    }

    #[test]
    fn what_is_no_program_is_run_by_the_shell() {
        let script = env::temp_dir().join(format!("ringutils-noexec-{}", std::process::id()));
        fs::write(&script, "test \"$1\" = one && exit 7").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let program = CString::new(script.as_os_str().as_bytes()).unwrap();
        let end = run(&[&program, c"one"], Setting::default());
        fs::remove_file(&script).unwrap();
        assert_eq!(end, Ok(End::Exit(7)));
    }
}
