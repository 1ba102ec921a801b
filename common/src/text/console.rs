//! What a tool must know of the terminal to lay text out well.

use crate::sys::{fd, term};

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    fd::is_terminal(1)
}

/// The width of the terminal that is standard output, where it has one.
pub fn columns() -> Option<usize> {
    term::columns(1).map(usize::from)
}

/// The name of the host.
pub fn host_name() -> Vec<u8> {
    term::host_name()
}
