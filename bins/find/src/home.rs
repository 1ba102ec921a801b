//! The directory that find was started in. GNU's find leaves it and comes back at the end and before programs; ours
//! never leaves it, but says what GNU's says where it may not be searched, as after a change of user.

use std::{env, os::unix::ffi::OsStringExt};

use ringutils::sys::process;

use crate::message::because;

/// What GNU's find would say when it tries that: `format` has two directives, for `: ` and the directory's path.
pub(crate) fn lost(format: &str) -> Option<Vec<u8>> {
    let errno = process::enter_working_directory().err()?;
    let path = env::current_dir().unwrap_or_default().into_os_string().into_vec();
    Some(because(format, &[b": ", &path], errno))
}
