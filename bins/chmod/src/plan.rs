//! From what was asked for to what the walk is to do: the mode understood, links and order decided.

use std::{
    ffi::{CString, OsStr},
    fs, io,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
};

use anyhow::Result;
use ringutils::{
    args::{Complaint, Program, progress},
    sys::{Errno, ids::effective_user, meta::Mask, umask::umask},
    text::{diag, quote, wording},
    walk::visit::{Arrange, Class, Look, Plan},
};

use crate::{
    apply::{Apply, Links},
    cli::{Args, Beyond, Source, Traverse},
    log::Log,
    mode::Change,
    operands::{Operands, trim},
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
    pub(crate) operands: Operands,
}

/// Decides how a command line is carried out.
pub(crate) fn decide(program: &Program, args: Args) -> Result<Work> {
    let change = understand(program, &args.source)?;
    let umask = umask();
    let Beyond { dry_run, one_file_system, shard, skip_unchanged, .. } = args.beyond;
    let shard = shard.filter(|shard| !shard.is_all());
    if shard.is_some() && args.recursive && effective_user() != 0 && change.may_close(umask) {
        return Err(closes(program).into());
    }
    let spared = if args.recursive && args.preserve_root { Some(root_id(program)?) } else { None };
    let links = follow(&args);
    let recursive = args.recursive;
    let below_is_simple = !links.look_below && !links.change_below && !links.asked_for;
    let serial = recursive && !below_is_simple;
    let may_surprise = matches!(args.source, Source::Options(_));
    let verbosity = verbosity(&args);
    let logs = args.beyond.undo_log.is_some();
    let old_is_shown = verbosity != Verbosity::Off || may_surprise || logs;
    let old_matters = old_is_shown || skip_unchanged || one_file_system;
    let ahead = recursive && !serial;
    let order_shows = ahead && !dry_run && (old_is_shown || !change.is_idempotent(umask));
    let file_mode = if old_matters { None } else { change.constant(umask, false) };
    let dir_mode = if old_matters || spared.is_some() { None } else { change.constant(umask, true) };
    let mut mask = Mask::MODE;
    if spared.is_some() || one_file_system {
        mask = mask.with(Mask::ID);
    }
    if order_shows || logs {
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
        breadth_first: false,
        one_device: one_file_system,
        search: false,
        loops_within: false,
        verify: recursive && !links.look_below,
        only_looks: false,
        alone: !ahead,
        means: args.means,
    };
    let report = Report { program: program.name().to_vec(), verbosity, quiet: args.quiet };
    let operands = match &args.beyond.files_from {
        Some(file) => Operands::listed(program, file)?,
        None => given(args.files, recursive),
    };
    // Last, since a log that is there must not be left behind by a mistake in the command line.
    let log =
        args.beyond.undo_log.map(|name| Log::create(&name).map_err(|errno| unmade(program, &name, errno)));
    let log = log.transpose()?;
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
        dry_run,
        skip_unchanged,
        one_device: one_file_system,
        shard,
        log,
        progress: args.beyond.progress.is_some_and(|when| progress::begin(program.name(), when, true, told)),
    };
    Ok(Work { plan, apply, operands })
}

/// What --progress says of so many files.
fn told([files, ..]: [u64; 3], seconds: f64) -> String {
    format!("{files} files, {:.0} a second", files as f64 / seconds)
}

/// Which files get a line.
pub(crate) fn verbosity(args: &Args) -> Verbosity {
    match args.verbosity {
        Verbosity::Off if args.beyond.dry_run => Verbosity::All,
        given => given,
    }
}

/// Operands of the command line. One may lie below another: with -R each waits until the one before it is done with.
fn given(files: Vec<Vec<u8>>, recursive: bool) -> Operands {
    let files = files.into_iter().filter_map(|file| CString::new(trim(file)).ok());
    let batches = if recursive { files.map(|file| vec![file]).collect() } else { vec![files.collect()] };
    Operands::Given(Vec::into_iter(batches))
}

fn closes(program: &Program) -> Complaint {
    program.plain(
        b"--shard: the mode takes reading or searching from directories, which other shards have yet to do",
    )
}

fn unmade(program: &Program, name: &[u8], errno: Errno) -> Complaint {
    let mut text = Vec::new();
    diag::cannot(&mut text, program.name(), "create undo log", name, errno);
    Complaint::new(text)
}

fn understand(program: &Program, source: &Source) -> Result<Change> {
    let text = match source {
        Source::Operand(text) | Source::Options(text) => text,
        Source::File(file) => {
            let failed = |error| attributes(program, file, error);
            return Ok(Change::exactly(fs::metadata(OsStr::from_bytes(file)).map_err(failed)?.mode()));
        }
    };
    Change::parse(text)
        .ok_or_else(|| program.misused(&wording::text("invalid mode: %s", &[&quote::marked(text)])).into())
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
