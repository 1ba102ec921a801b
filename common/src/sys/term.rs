//! What the kernel knows of the terminal behind a descriptor.

/// The terminal's width in columns, TIOCGWINSZ of ioctl_tty(2). `None` where the descriptor is no terminal or the
/// terminal does not know.
pub fn columns(fd: i32) -> Option<u16> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: size is valid for writing.
    let done = unsafe { libc::ioctl(fd, libc::TIOCGWINSZ, &mut size) };
    (done == 0 && size.ws_col > 0).then_some(size.ws_col)
}
