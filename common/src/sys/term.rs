//! What the kernel knows of the terminal behind a descriptor, and of the host that it is on.

/// The terminal's width in columns, TIOCGWINSZ of ioctl_tty(2). `None` where the descriptor is no terminal or the
/// terminal does not know.
pub fn columns(fd: i32) -> Option<u16> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: size is valid for writing.
    let done = unsafe { libc::ioctl(fd, libc::TIOCGWINSZ, &mut size) };
    (done == 0 && size.ws_col > 0).then_some(size.ws_col)
}

/// Whether what a process writes to the terminal behind the descriptor is not in the way of others: it is in the terminal's
/// foreground group, tcgetpgrp(3), or the terminal has none that it could be in.
pub fn is_ours(fd: i32) -> bool {
    // SAFETY: neither call takes memory.
    let (front, own) = unsafe { (libc::tcgetpgrp(fd), libc::getpgrp()) };
    front < 0 || front == own
}

/// The host's name, gethostname(2); nothing where it has none.
pub fn host_name() -> Vec<u8> {
    // HOST_NAME_MAX and a NUL.
    let mut name = vec![0u8; 65];
    // SAFETY: the buffer's length is passed; its last byte stays a NUL where the name is cut off.
    unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
    name.truncate(name.iter().position(|byte| *byte == 0).unwrap_or(0));
    name
}
