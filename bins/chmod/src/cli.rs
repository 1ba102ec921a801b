//! The command line of chmod: what was asked for, with GNU's checks in GNU's order. Touches no file.

use std::ffi::OsString;

use anyhow::Result;
use ringutils::{
    args::{Arg, Parser, Program, means},
    text::quote,
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
    };
    let mut mode: Option<Vec<u8>> = None;
    let mut reference = None;
    while let Some(arg) = parser.next()? {
        let (id, value) = match arg {
            Arg::Operand(operand) => {
                args.files.push(operand.to_vec());
                continue;
            }
            Arg::Option(id, value) => (id, value),
        };
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
            Id::Help => return Ok(Command::Print(TABLE.help(program))),
            Id::Version => return Ok(Command::Print(TABLE.version())),
        }
    }
    if args.recursive && args.dereference == Some(true) && args.traverse == Traverse::None {
        return Err(program.plain(b"-R --dereference requires either -H or -L").into());
    }
    args.source = match (reference, mode) {
        (Some(_), Some(_)) => {
            return Err(program.misused(b"cannot combine mode and --reference options").into());
        }
        (Some(file), None) => Source::File(file),
        (None, Some(mode)) => Source::Options(mode),
        (None, None) if args.files.is_empty() => return Err(program.misused(b"missing operand").into()),
        (None, None) => Source::Operand(args.files.remove(0)),
    };
    match &args.source {
        _ if !args.files.is_empty() => Ok(Command::Change(args)),
        Source::Operand(mode) => {
            let mut message = b"missing operand after ".to_vec();
            quote::push_locale(&mut message, mode);
            Err(program.misused(&message).into())
        }
        Source::Options(_) | Source::File(_) => Err(program.misused(b"missing operand").into()),
    }
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
}
