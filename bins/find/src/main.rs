//! ufind: GNU's find on the ringutils walk.
//!
//! The way of a command line: `cli` finds options and paths, `parse` makes the expression, `optimize` puts it into
//! GNU's order, `cost` what is left to choose into that of cost, `plan` chooses how the walk may run, and `find` is the
//! visitor that chooses (`choice`), evaluates (`eval`, `scene`) and acts (`act`, `exec`, `show`).
#![cfg_attr(not(test), no_main)]
#![deny(unsafe_code)]

mod act;
mod answers;
mod choice;
mod cli;
mod consent;
mod cost;
mod date;
mod eval;
mod exec;
mod expr;
mod find;
mod handover;
mod home;
mod ignore;
mod list;
mod message;
mod optimize;
mod parse;
mod paths;
mod plan;
mod primaries;
mod printf;
mod reference;
mod roots;
mod scene;
mod selinux;
mod show;
mod sink;

use std::{ffi::OsString, os::unix::ffi::OsStringExt};

use anyhow::Result;
use ringutils::{
    args::{Complaint, Program, When, means, progress},
    sys::{Errno, process},
    text::{locale, wording},
    walk::run::run,
};

use crate::{
    find::Find,
    message::{because, failed, text},
    parse::{Stop, table},
    roots::{Roots, Trouble},
};

ringutils::main!(start);

/// What `-D help` shows.
const DEBUG_HELP: &str = "\
The flags of -D, of which several may be given with commas between them:
exec    Programs that are started
opt     The order in which the expression is evaluated
rates   How often each part of it was true
search  Directories on their way
stat    Files that are looked at
time    What ages are counted from
tree    The expression as it was understood
all     All of these
help    This text
All but help are accepted for the sake of scripts, and say nothing.
";

/// Runs find and returns its exit status.
fn start() -> i32 {
    locale::start(locale::Domains::FINDUTILS);
    let mut words = std::env::args_os().map(OsString::into_vec);
    let program = Program::new(words.next().unwrap_or_else(|| b"find".to_vec()));
    let words: Vec<Vec<u8>> = words.collect();
    let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    match obey(&program, &words) {
        Ok(status) => i32::from(status),
        Err(error) => {
            // The status says it too, should nobody hear it.
            let _ = match error.downcast_ref::<Complaint>() {
                Some(complaint) => complaint.tell(),
                None => lines(&program, &[format!("{error:#}").into_bytes()]).tell(),
            };
            1
        }
    }
}

fn obey(program: &Program, words: &[&[u8]]) -> Result<u8> {
    let mut warnings = Vec::new();
    let args = cli::read(program, words, &mut warnings);
    // As with GNU find, a lost warning is no failure.
    let _ = lines(program, &warnings).tell();
    let args = match args {
        Ok(args) => args,
        Err(Stop::Misuse(messages)) => return Err(lines(program, &messages).into()),
        Err(Stop::Usage(message)) => {
            let hint = wording::text("Try '%s --help' for more information.\n", &[program.given()]);
            return Err(Complaint::new(text!(program.given(), b": ", message, b"\n", hint)).into());
        }
        Err(Stop::Refused(complaint)) => return Err(complaint.into()),
        Err(Stop::DebugHelp) => return show(program, DEBUG_HELP.as_bytes()),
        Err(Stop::Help) => return show(program, &table::TABLE.help(program)),
        Err(Stop::Version) => return show(program, &table::TABLE.version()),
    };
    let plan = plan::plan(&args);
    let trouble = Trouble::default();
    let roots = match args.parsed.paths_from {
        None => Roots::Given(args.roots.clone().into_iter()),
        Some(name) => {
            Roots::listed(name, &trouble, args.parsed.asks).map_err(|message| lines(program, &[message]))?
        }
    };
    if args.parsed.globals.status {
        progress::begin(program.given(), When::Always, false, told);
    }
    let breadth_first = args.parsed.globals.breadth_first;
    let find = Find::new(program.given().to_vec(), args, plan.class, &trouble);
    let searches_all = find.searches_all;
    let roots = if breadth_first { roots.together() } else { roots };
    let outcome = run(&plan, roots, &find);
    progress::end();
    means::tell(program, outcome.account.as_deref());
    let lost =
        if searches_all { None } else { home::lost("Failed to restore initial working directory%s%s") };
    if let Some(message) = &lost {
        let _ = lines(program, std::slice::from_ref(message)).tell();
    }
    match outcome.write_error {
        Some(errno) => Err(output_lost(program, errno, outcome.ends_with_output).into()),
        None => Ok(outcome.status.max(lost.is_some().into())),
    }
}

/// What -status says of so many directories, matches and files.
fn told([dirs, matches, files]: [u64; 3], seconds: f64) -> String {
    format!("{dirs} directories, {matches} matches, {:.0} files a second", files as f64 / seconds)
}

fn show(program: &Program, text: &[u8]) -> Result<u8> {
    program.show(text)?;
    Ok(0)
}

/// What GNU's find says when standard output could not be written. It notices when it writes what it has gathered; what
/// it lost before a message or a program it lost in silence, and only the end of the run tells.
fn output_lost(program: &Program, errno: Errno, at_the_end: bool) -> Complaint {
    let mut messages = Vec::new();
    if at_the_end {
        messages.push(failed(b"standard output", errno));
    }
    messages.push(match errno {
        process::NO_STREAM => because("write error", &[], errno),
        _ => wording::text("write error", &[]),
    });
    lines(program, &messages)
}

/// Messages, each on a line behind the program's name as it was given.
fn lines(program: &Program, messages: &[Vec<u8>]) -> Complaint {
    Complaint::new(
        messages.iter().flat_map(|message| text!(program.given(), b": ", message, b"\n")).collect(),
    )
}
