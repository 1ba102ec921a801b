//! The permission bits that this process does not give to new files.

/// umask(2), read by setting it to what it was. For a moment it is 0: call it while there is one thread.
pub fn umask() -> u32 {
    // SAFETY: the call cannot fail and touches no memory.
    let mask = unsafe { libc::umask(0) };
    // SAFETY: as above.
    unsafe { libc::umask(mask) };
    mask
}
