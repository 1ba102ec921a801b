//! The directory that find was started in. GNU's find leaves it and comes back at the end and before programs; ours
//! never leaves it, but says what GNU's says where it may not be searched, as after a change of user.

use std::{env, os::unix::ffi::OsStringExt};

use ringutils::sys::process;

use crate::message::text;

/// What GNU's find would say when it tries `what`: "change directory", "restore initial working directory".
pub(crate) fn lost(what: &str) -> Option<Vec<u8>> {
    let errno = process::enter_working_directory().err()?;
    let path = env::current_dir().unwrap_or_default().into_os_string().into_vec();
    Some(text!("Failed to ", what, ": ", path, ": ", errno.message()))
}
