//! From what was asked for to what the walk is to do: the mode understood, links and order decided.

use std::{
    ffi::{CString, OsStr},
    fs, io,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
};

use anyhow::Result;
use ringutils::{
    args::{Complaint, Program},
    sys::{Errno, meta::Mask, umask::umask},
    text::{diag, quote},
    walk::visit::{Arrange, Class, Look, Plan},
};

use crate::{
    apply::{Apply, Links},
    cli::{Args, Source, Traverse},
    mode::Change,
    report::{Report, Verbosity},
};

/// Everything that a run needs.
#[derive(Debug)]
pub(crate) struct Work {
    /// For the walk.
    pub(crate) plan: Plan,
    /// The visitor.
    pub(crate) apply: Apply,
    /// Operands, in batches that the walk takes one after the other.
    pub(crate) operands: Vec<Vec<CString>>,
}

/// Decides how a command line is carried out.
pub(crate) fn decide(program: &Program, args: Args) -> Result<Work> {
    let change = understand(program, &args.source)?;
    let umask = umask();
    let spared = if args.recursive && args.preserve_root { Some(root_id(program)?) } else { None };
    let links = follow(&args);
    let recursive = args.recursive;
    let below_is_simple = !links.look_below && !links.change_below && !links.asked_for;
    let serial = recursive && !below_is_simple;
    let may_surprise = matches!(args.source, Source::Options(_));
    let old_matters = args.verbosity != Verbosity::Off || may_surprise;
    let ahead = recursive && !serial;
    let order_shows = ahead && (old_matters || !change.is_idempotent(umask));
    let file_mode = if old_matters { None } else { change.constant(umask, false) };
    let dir_mode = if old_matters || spared.is_some() { None } else { change.constant(umask, true) };
    let mut mask = Mask::MODE;
    if spared.is_some() {
        mask = mask.with(Mask::ID);
    }
    if order_shows {
        mask = Mask::BASIC;
    }
    let look = |follow| if follow { Look::Follow } else { Look::NoFollow };
    let plan = Plan {
        class: if serial { Class::Serial } else { Class::InStep },
        root_look: look(links.look_at_operands),
        look: look(links.look_below),
        look_at_roots: false,
        kinds: ahead,
        // The old mode, or a type that the directory does not tell, then the change.
        rounds: if ahead { 2 } else { 0 },
        mask,
        arrange: Arrange::LikeFts,
        unit: 100_000,
        dots: false,
        one_device: false,
        search: false,
        loops_within: false,
        verify: recursive && !links.look_below,
        only_looks: false,
        alone: !ahead,
        means: args.means,
    };
    let report = Report { program: program.name().to_vec(), verbosity: args.verbosity, quiet: args.quiet };
    let apply = Apply {
        change,
        umask,
        recursive,
        links,
        serial,
        may_surprise,
        order_shows,
        spared,
        report,
        file_mode,
        dir_mode,
    };
    let files = args.files.into_iter().filter_map(|file| CString::new(trim(file)).ok());
    // An operand may lie below another: with -R each waits until the one before it is done with.
    let operands = if recursive { files.map(|file| vec![file]).collect() } else { vec![files.collect()] };
    Ok(Work { plan, apply, operands })
}

fn understand(program: &Program, source: &Source) -> Result<Change> {
    let text = match source {
        Source::Operand(text) | Source::Options(text) => text,
        Source::File(file) => {
            let failed = |error| attributes(program, file, error);
            return Ok(Change::exactly(fs::metadata(OsStr::from_bytes(file)).map_err(failed)?.mode()));
        }
    };
    Change::parse(text).ok_or_else(|| {
        let mut message = b"invalid mode: ".to_vec();
        quote::push_locale(&mut message, text);
        program.misused(&message).into()
    })
}

fn root_id(program: &Program) -> Result<(u64, u64)> {
    let meta = fs::symlink_metadata("/").map_err(|error| attributes(program, b"/", error))?;
    Ok((meta.dev(), meta.ino()))
}

fn attributes(program: &Program, file: &[u8], error: io::Error) -> Complaint {
    let mut text = Vec::new();
    let errno = Errno(error.raw_os_error().unwrap_or_default());
    diag::failed(&mut text, program.name(), "failed to get attributes of", file, errno);
    Complaint::new(text)
}

fn follow(args: &Args) -> Links {
    let change = |by_default| args.dereference.unwrap_or(by_default);
    let (all, none) = (args.traverse == Traverse::All, args.traverse == Traverse::None);
    Links {
        look_at_operands: !none,
        look_below: all,
        change_operands: change(!args.recursive || !none),
        change_below: change(args.recursive && all),
        asked_for: args.dereference == Some(true),
    }
}

/// An operand as messages show it: of several slashes at its end one is left, unless it is `//`.
fn trim(mut file: Vec<u8>) -> Vec<u8> {
    if file.len() > 2 {
        while file.len() > 1 && file.ends_with(b"//") {
            file.pop();
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_at_the_end() {
        let check = |file: &str, expected: &str| assert_eq!(trim(file.into()), expected.as_bytes(), "{file}");
        check("", "");
        check("/", "/");
        check("//", "//");
        check("///", "/");
        check("a", "a");
        check("a/", "a/");
        check("a///", "a/");
        check("//a//b", "//a//b");
    }
}
