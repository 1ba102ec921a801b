//! `uchmod`: GNU chmod on the parallel walk.
//!
//! `cli` reads the command line, `plan` decides how it is carried out, `apply` is the visitor that the walk calls,
//! `mode` and `report` are what it knows about modes and messages.

#![cfg_attr(not(test), no_main)]
#![deny(unsafe_code)]

mod apply;
mod cli;
mod mode;
mod options;
mod plan;
mod report;

use std::{env, ffi::OsString, os::unix::ffi::OsStringExt};

use anyhow::Result;
use ringutils::{
    args::{Complaint, Program, means},
    text::locale,
    walk::run::run,
};

ringutils::main!(start);

/// Runs chmod and returns its exit status.
fn start() -> i32 {
    locale::start();
    let mut argv: Vec<OsString> = env::args_os().collect();
    let given = if argv.is_empty() { OsString::from("chmod") } else { argv.remove(0) };
    let program = Program::new(given.into_vec());
    match obey(&program, &argv) {
        Ok(status) => i32::from(status),
        Err(error) => {
            match error.downcast_ref::<Complaint>() {
                Some(complaint) => complaint.tell(),
                None => program.plain(format!("{error:#}").as_bytes()).tell(),
            }
            1
        }
    }
}

fn obey(program: &Program, argv: &[OsString]) -> Result<u8> {
    let args = match cli::parse(program, argv)? {
        cli::Command::Print(text) => {
            program.show(&text)?;
            return Ok(0);
        }
        cli::Command::Change(args) => args,
    };
    let work = plan::decide(program, args)?;
    let outcome = run(&work.plan, work.operands, &work.apply);
    means::tell(program, outcome.account.as_deref());
    match outcome.write_error {
        Some(errno) => Err(program.output_lost(errno).into()),
        None => Ok(outcome.status),
    }
}
