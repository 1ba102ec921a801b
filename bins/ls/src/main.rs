//! `uls`: GNU-compatible ls on the ringutils walk.
//!
//! `cli` reads the arguments (`options`, `words`) into `choices`, `plan` settles them against the environment and the
//! terminal (`units`, `times`, `quoting`, `screen`, `shown`), `ask` says what must be known of files, `list` visits what
//! the walk finds, `listing` holds it, `sort` puts it in order (`collation`), `layout` turns it into lines, as
//! `hyperlink`s, and with positions for Emacs (`dired`).
#![cfg_attr(not(test), no_main)]
#![deny(unsafe_code)]

mod ask;
mod choices;
mod cli;
mod collation;
mod dired;
mod hyperlink;
mod layout;
mod list;
mod listing;
mod options;
mod plan;
mod quoting;
mod screen;
mod shown;
mod sort;
mod times;
mod units;
mod words;

use std::{
    env,
    ffi::{CString, OsString},
    iter,
    os::unix::ffi::OsStringExt,
};

use ringutils::{
    args::{Program, means},
    sys::{leave, meta},
    text::{console, locale},
    walk::run::run,
};

use crate::cli::{Refusal, Request};

/// The status for a wrong command line, for operands that cannot be listed, and for output that is lost.
const TROUBLE: u8 = 2;

ringutils::main!(start);

/// Runs ls and returns its exit status.
fn start() -> i32 {
    locale::start(locale::Domains::COREUTILS);
    meta::statx_is_usual();
    let mut args = env::args_os();
    let program = Program::new(args.next().unwrap_or_else(|| "ls".into()).into_vec());
    let args: Vec<OsString> = args.collect();
    let status = obey(&program, &args)
        .unwrap_or_else(|refusal| refusal.complaint.tell().map_or(TROUBLE, |()| refusal.status));
    status.into()
}

fn obey(program: &Program, args: &[OsString]) -> Result<u8, Refusal> {
    let mut choices = match cli::parse(program, args)? {
        Request::Say(text) => {
            program.show(&text)?;
            return Ok(0);
        }
        Request::List(choices) => choices,
    };
    let settings = plan::settle(program, &choices)?;
    let plan = plan::walk(&settings, choices.means);
    if let Some(palette) = settings.palette.as_ref().filter(|_| console::is_terminal()) {
        leave::see_to_colors(palette.plain());
    }
    let mut operands: Vec<CString> = std::mem::take(&mut choices.operands);
    if operands.is_empty() {
        operands.push(c".".to_owned());
    }
    let untold = settings.untold;
    let outcome = run(&plan, iter::once(operands), &list::Lister::new(settings));
    means::tell(program, outcome.account.as_deref());
    match outcome.write_error {
        Some(errno) => Err(program.output_lost(errno).into()),
        // What could not be said is serious trouble, whatever it was about.
        None if outcome.messages_lost || untold => Ok(TROUBLE),
        None => Ok(outcome.status),
    }
}
