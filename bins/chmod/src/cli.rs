//! The command line of chmod: what was asked for, with GNU's checks in GNU's order. Touches no file.

use std::ffi::OsString;

use anyhow::Result;
use ringutils::{
    args::{self, Arg, Parser, Program, Shard, WHEN, When, means},
    text::{quote, wording},
    walk::means::Means,
};

use crate::{
    options::{Id, TABLE},
    report::Verbosity,
};

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Command {
    /// Print this text.
    Print(Vec<u8>),
    /// Undo what this log has.
    Undo(Vec<u8>, Args),
    /// Change modes.
    Change(Args),
}

/// Where the mode comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// This text, the first operand.
    Operand(Vec<u8>),
    /// This text, put together from arguments that look like options.
    Options(Vec<u8>),
    /// The mode of this file.
    File(Vec<u8>),
}

/// Which links to directories are descended into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Traverse {
    /// -H: those among the operands.
    Operands,
    /// -L: all.
    All,
    /// -P: none.
    None,
}

/// A command line that passed the checks.
#[derive(Debug)]
pub(crate) struct Args {
    /// Where the mode comes from.
    pub(crate) source: Source,
    /// The files, as given.
    pub(crate) files: Vec<Vec<u8>>,
    /// -R
    pub(crate) recursive: bool,
    /// -H, -L or -P, the last one given.
    pub(crate) traverse: Traverse,
    /// --dereference (true) or -h (false), the last one given.
    pub(crate) dereference: Option<bool>,
    /// --preserve-root
    pub(crate) preserve_root: bool,
    /// -v or -c, the last one given.
    pub(crate) verbosity: Verbosity,
    /// -f
    pub(crate) quiet: bool,
    /// --io and its like.
    pub(crate) means: Means,
    /// What GNU's does not have.
    pub(crate) beyond: Beyond,
}

/// Options that GNU's chmod does not have.
#[derive(Default, Debug)]
pub(crate) struct Beyond {
    /// --dry-run
    pub(crate) dry_run: bool,
    /// --files0-from
    pub(crate) files_from: Option<Vec<u8>>,
    /// --one-file-system
    pub(crate) one_file_system: bool,
    /// --progress
    pub(crate) progress: Option<When>,
    /// --shard
    pub(crate) shard: Option<Shard>,
    /// --skip-unchanged
    pub(crate) skip_unchanged: bool,
    /// --undo
    pub(crate) undo: Option<Vec<u8>>,
    /// --undo-log
    pub(crate) undo_log: Option<Vec<u8>>,
}

/// Reads the arguments, without argv[0].
pub(crate) fn parse(program: &Program, argv: &[OsString]) -> Result<Command> {
    let mut parser = Parser::new(program, &TABLE, argv);
    let mut args = Args {
        source: Source::Operand(Vec::new()),
        files: Vec::new(),
        recursive: false,
        traverse: Traverse::Operands,
        dereference: None,
        preserve_root: false,
        verbosity: Verbosity::Off,
        quiet: false,
        means: means::from_environment(),
        beyond: Beyond::default(),
    };
    let mut mode: Option<Vec<u8>> = None;
    let mut reference = None;
    let mut suits_undo = true;
    while let Some(arg) = parser.next()? {
        let (id, value) = match arg {
            Arg::Operand(operand) => {
                args.files.push(operand.to_vec());
                continue;
            }
            Arg::Option(id, value) => (id, value),
        };
        let says = matches!(id, Id::Changes | Id::Verbose | Id::Quiet);
        suits_undo &= says || matches!(id, Id::DryRun | Id::Undo);
        match id {
            Id::Changes => args.verbosity = Verbosity::Changes,
            Id::Verbose => args.verbosity = Verbosity::All,
            Id::Quiet => args.quiet = true,
            Id::Recursive => args.recursive = true,
            Id::Dereference => args.dereference = Some(true),
            Id::NoDereference => args.dereference = Some(false),
            Id::FollowOperands => args.traverse = Traverse::Operands,
            Id::FollowAll => args.traverse = Traverse::All,
            Id::FollowNone => args.traverse = Traverse::None,
            Id::PreserveRoot => args.preserve_root = true,
            Id::NoPreserveRoot => args.preserve_root = false,
            Id::Reference => reference = value.map(<[u8]>::to_vec),
            // The whole argument is the mode, be there options before the letter or not; several are joined.
            Id::Mode => match &mut mode {
                Some(mode) => {
                    mode.push(b',');
                    mode.extend_from_slice(parser.whole());
                }
                None => mode = Some(parser.whole().to_vec()),
            },
            Id::Means(setting) => means::set(program, setting, value, &mut args.means)?,
            Id::DryRun => args.beyond.dry_run = true,
            Id::FilesFrom => args.beyond.files_from = value.map(<[u8]>::to_vec),
            Id::OneFileSystem => args.beyond.one_file_system = true,
            Id::Progress => {
                let when = value.map(|word| args::choose(program, "--progress", word, &WHEN)).transpose()?;
                args.beyond.progress = Some(when.unwrap_or(When::Auto));
            }
            Id::Shard => args.beyond.shard = Some(shard(program, value.unwrap_or_default())?),
            Id::SkipUnchanged => args.beyond.skip_unchanged = true,
            Id::Undo => args.beyond.undo = value.map(<[u8]>::to_vec),
            Id::UndoLog => args.beyond.undo_log = value.map(<[u8]>::to_vec),
            Id::Help => return Ok(Command::Print(TABLE.help(program))),
            Id::Version => return Ok(Command::Print(TABLE.version())),
        }
    }
    if args.recursive && args.dereference == Some(true) && args.traverse == Traverse::None {
        return Err(program.plain(&wording::text("-R --dereference requires either -H or -L", &[])).into());
    }
    if let Some(log) = args.beyond.undo.take() {
        return undo(program, log, args, suits_undo);
    }
    if args.beyond.dry_run && args.beyond.undo_log.is_some() {
        return Err(program.misused(b"cannot combine --dry-run and --undo-log: nothing is changed").into());
    }
    args.source = match (reference, mode) {
        (Some(_), Some(_)) => {
            return Err(program
                .misused(&wording::text("cannot combine mode and --reference options", &[]))
                .into());
        }
        (Some(file), None) => Source::File(file),
        (None, Some(mode)) => Source::Options(mode),
        (None, None) if args.files.is_empty() => {
            return Err(program.misused(&wording::text("missing operand", &[])).into());
        }
        (None, None) => Source::Operand(args.files.remove(0)),
    };
    if let Some(file) = args.beyond.files_from.as_ref().and(args.files.first()) {
        let mut message = b"extra operand ".to_vec();
        quote::push_locale(&mut message, file);
        message.extend_from_slice(b"\nfile operands cannot be combined with --files0-from");
        return Err(program.misused(&message).into());
    }
    match &args.source {
        _ if args.beyond.files_from.is_some() => Ok(Command::Change(args)),
        _ if !args.files.is_empty() => Ok(Command::Change(args)),
        Source::Operand(mode) => {
            Err(program.misused(&wording::text("missing operand after %s", &[&quote::marked(mode)])).into())
        }
        Source::Options(_) | Source::File(_) => {
            Err(program.misused(&wording::text("missing operand", &[])).into())
        }
    }
}

/// --undo takes its modes and files from the log.
fn undo(program: &Program, log: Vec<u8>, args: Args, suits: bool) -> Result<Command> {
    if !suits {
        return Err(program.misused(b"--undo can be combined with -c, -f, -v and --dry-run only").into());
    }
    if let Some(operand) = args.files.first() {
        let mut message = b"extra operand ".to_vec();
        quote::push_locale(&mut message, operand);
        return Err(program.misused(&message).into());
    }
    Ok(Command::Undo(log, args))
}

fn shard(program: &Program, text: &[u8]) -> Result<Shard> {
    Shard::parse(text).ok_or_else(|| {
        let mut message = b"invalid shard: ".to_vec();
        quote::push_locale(&mut message, text);
        program.misused(&message).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a command line means, in one line.
    fn read(line: &[&str]) -> String {
        let argv: Vec<OsString> = line.iter().map(OsString::from).collect();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match parse(&Program::new("bin/chmod"), &argv) {
            Ok(Command::Print(text)) => {
                format!("prints {}", if text.is_empty() { "nothing" } else { "something" })
            }
            Ok(Command::Change(args)) => {
                let source = match &args.source {
                    Source::Operand(mode) => text(mode),
                    Source::Options(mode) => format!("option {}", text(mode)),
                    Source::File(file) => format!("file {}", text(file)),
                };
                let files: Vec<String> = args.files.iter().map(|file| text(file)).collect();
                let Args { recursive, traverse, dereference, preserve_root, verbosity, quiet, .. } = args;
                format!(
                    "{source} on {} {recursive} {traverse:?} {dereference:?} {preserve_root} {verbosity:?} {quiet}",
                    files.join(" ")
                )
            }
            Ok(Command::Undo(log, _)) => format!("undoes {}", text(&log)),
            Err(error) => error.to_string().lines().next().unwrap_or_default().to_owned(),
        }
    }

    #[test]
    fn modes_and_files() {
        let check = |line: &[&str], expected: &str| {
            let expected = format!("{expected} false Operands None false Off false");
            assert_eq!(read(line), expected, "{line:?}");
        };
        check(&["755", "a", "b"], "755 on a b");
        check(&["a", "-w"], "option -w on a");
        check(&["-x,+r", "-w", "a"], "option -x,+r,-w on a");
        check(&["-r-w", "a"], "option -r-w on a");
        check(&["-wc", "a"], "option -wc on a");
        check(&["-0222", "a"], "option -0222 on a");
        check(&["--", "-w", "a"], "-w on a");
        check(&["-", "a"], "- on a");
        check(&["--reference=r", "-", "a"], "file r on - a");
        check(&["--ref", "r", "--", "-w"], "file r on -w");
    }

    #[test]
    fn the_last_of_contrary_options_counts() {
        let check = |line: &[&str], expected: &str| {
            let line: Vec<&str> = line.iter().chain(&["7", "a"]).copied().collect();
            assert_eq!(read(&line), format!("7 on a {expected}"), "{line:?}");
        };
        check(&["-R", "-v", "-c", "-f"], "true Operands None false Changes true");
        check(&["-cv"], "false Operands None false All false");
        check(&["-HLP", "-h", "--dereference"], "false None Some(true) false Off false");
        check(&["-PL", "--dereference", "-h"], "false All Some(false) false Off false");
        check(&["--pres", "--no-p", "--pres"], "false Operands None true Off false");
        check(&["-RP", "--dereference", "-H"], "true Operands Some(true) false Off false");
    }

    #[test]
    fn mistakes() {
        let check = |line: &[&str], expected: &str| assert_eq!(read(line), expected, "{line:?}");
        check(&[], "chmod: missing operand");
        check(&["-R"], "chmod: missing operand");
        check(&["755"], "chmod: missing operand after '755'");
        check(&["755", "-v"], "chmod: missing operand after '755'");
        check(&["-w"], "chmod: missing operand");
        check(&["--reference=r"], "chmod: missing operand");
        check(&["--reference=r", "-w", "a"], "chmod: cannot combine mode and --reference options");
        check(&["-RP", "--dereference"], "chmod: -R --dereference requires either -H or -L");
        check(
            &["--re", "a"],
            "bin/chmod: option '--re' is ambiguous; possibilities: '--recursive' '--reference'",
        );
        check(&["-y"], "bin/chmod: invalid option -- 'y'");
        check(&["--help", "-y"], "prints something");
    }

    /// Options of our own are meant by their whole names only.
    #[test]
    fn beyond_gnu() {
        let check = |line: &[&str], expected: &str| assert_eq!(read(line), expected, "{line:?}");
        check(&["--undo", "log"], "undoes log");
        check(&["--undo=log", "-v"], "undoes log");
        check(&["--undo=log", "f"], "chmod: extra operand 'f'");
        let mixed = "chmod: --undo can be combined with -c, -f, -v and --dry-run only";
        for option in
            ["-w", "-R", "-h", "--undo-log=other", "--one-file-system", "--reference=f", "--io=plain"]
        {
            check(&["--undo=log", option], mixed);
        }
        check(&["--dry-run", "-cfv", "--undo=log"], "undoes log");
        check(&["--files0-from=list", "755"], "755 on  false Operands None false Off false");
        check(&["--files0-from=list", "755", "f"], "chmod: extra operand 'f'");
        check(&["--files0-from=list"], "chmod: missing operand");
        check(&["--shard=0/3", "755", "f"], "chmod: invalid shard: '0/3'");
        check(
            &["--dry-run", "--undo-log=l", "755", "f"],
            "chmod: cannot combine --dry-run and --undo-log: nothing is changed",
        );
        check(&["--progress=x", "755", "f"], "chmod: invalid argument 'x' for '--progress'");
        check(&["--p", "755", "f"], "755 on f false Operands None true Off false");
        check(&["--s", "755", "f"], "755 on f false Operands None false Off true");
        check(&["--d", "755", "f"], "755 on f false Operands Some(true) false Off false");
        for option in ["--dry", "--files0", "--one", "--prog", "--shar", "--skip", "--und", "--undo-l"] {
            check(&[option, "755", "f"], &format!("bin/chmod: unrecognized option '{option}'"));
        }
    }
}
