//! `uchmod`: GNU chmod on the parallel walk.
//!
//! `cli` reads the command line, `plan` decides how it is carried out, `apply` is the visitor that the walk calls, `fate`
//! what becomes of a file and `tell` what is said of it, `mode` and `report` are what it knows about modes and messages.
//! `operands`, `log`, and `undo` with `records` are options that GNU's does not have.

#![cfg_attr(not(test), no_main)]
#![deny(unsafe_code)]

mod apply;
mod cli;
mod fate;
mod log;
mod mode;
mod operands;
mod options;
mod plan;
mod records;
mod report;
mod tell;
mod undo;

use std::{env, ffi::OsString, os::unix::ffi::OsStringExt};

use anyhow::Result;
use ringutils::{
    args::{Complaint, Program, means, progress},
    sys::signals,
    text::locale,
    walk::run::run,
};

use report::Report;

ringutils::main!(start);

/// Runs chmod and returns its exit status.
fn start() -> i32 {
    locale::start(locale::Domains::COREUTILS);
    let mut argv: Vec<OsString> = env::args_os().collect();
    let given = if argv.is_empty() { OsString::from("chmod") } else { argv.remove(0) };
    let program = Program::new(given.into_vec());
    let status = match obey(&program, &argv) {
        Ok(status) => i32::from(status),
        Err(error) => {
            // The status says it too, should nobody hear it.
            let _ = match error.downcast_ref::<Complaint>() {
                Some(complaint) => complaint.tell(),
                None => program.plain(format!("{error:#}").as_bytes()).tell(),
            };
            1
        }
    };
    // By the signal that has ended the run, if one has.
    signals::caught().into_iter().for_each(signals::die_by);
    status
}

fn obey(program: &Program, argv: &[OsString]) -> Result<u8> {
    let args = match cli::parse(program, argv)? {
        cli::Command::Print(text) => {
            program.show(&text)?;
            return Ok(0);
        }
        cli::Command::Undo(log, args) => {
            let (verbosity, quiet) = (plan::verbosity(&args), args.quiet);
            let report = Report { program: program.name().to_vec(), verbosity, quiet };
            return undo::undo(program, &log, &report, args.beyond.dry_run);
        }
        cli::Command::Change(args) => args,
    };
    let many = args.recursive || args.beyond.undo_log.is_some();
    let work = plan::decide(program, args)?;
    // What was done is to be told of, where a signal could come between the two.
    if many || work.apply.report.is_verbose() {
        signals::take_note();
    }
    let outcome = run(&work.plan, work.operands, &work.apply);
    progress::end();
    means::tell(program, outcome.account.as_deref());
    match outcome.write_error {
        Some(errno) => Err(program.output_lost(errno).into()),
        None => Ok(outcome.status),
    }
}
