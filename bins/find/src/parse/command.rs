//! The words of a command: -exec … ; and -exec … {} +, and those of its kin that run in a file's directory or ask first.

use std::{env, os::unix::ffi::OsStrExt};

use super::{
    Stop,
    argument::{c_text, invalid, missing},
};
use crate::{
    exec::{self, Batch, Command, TooLong},
    message::{quoted, text},
};

/// Where and how a command is to be run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// In the directory of the file: -execdir, -okdir.
    pub there: bool,
    /// Only if somebody says so: -ok, -okdir. There are no batches then.
    pub asks: bool,
}

/// How often a command is run.
pub(super) enum Run {
    /// For each path.
    Each(Command),
    /// For many paths at once.
    Many(Batch),
}

/// Reads the words behind `typed` up to `;`, or up to a `+` behind a word with `{}`, and tells how many those are.
pub(super) fn read(typed: &[u8], words: &[&[u8]], manner: Manner) -> Result<(usize, Run), Stop> {
    let is_plus = |index: usize| {
        words[index] == b"+" && index > 0 && exec::names_path(words[index - 1]) && !manner.asks
    };
    let is_end = |index: usize| words[index] == b";" || is_plus(index);
    let end = (0..words.len()).find(|&index| is_end(index)).ok_or_else(|| missing(typed))?;
    if end == 0 {
        return Err(invalid(typed, words[0]));
    }
    let args = words[..end].iter().map(|word| c_text(word));
    if words[end] == b";" {
        return Ok((end + 1, Run::Each(Command::new(args.collect(), manner.there, manner.asks))));
    }
    if words[..end].iter().filter(|word| exec::names_path(word)).count() > 1 {
        return Err(Stop::told(
            "Only one instance of {} is supported with -exec%s ... +",
            &[typed.strip_prefix(b"-exec").unwrap_or_default()],
        ));
    }
    if !exec::is_path(words[end - 1]) {
        return Err(Stop::told(
            "In %s the %s must appear by itself, but you specified %s",
            &[&quoted(&text!(typed, " ... {} +")), &quoted(b"{}"), &quoted(words[end - 1])],
        ));
    }
    let batch = Batch::new(args.take(end - 1).collect(), manner.there);
    Ok((end + 1, Run::Many(batch.map_err(|TooLong| Stop::told(TooLong::MESSAGE, &[]))?)))
}

/// What is wrong with the search path for programs that are started in directories that others may write to: an entry
/// that means the present one.
pub(super) fn check_search_path(typed: &[u8]) -> Result<(), Stop> {
    let Some(path) = env::var_os("PATH") else { return Ok(()) };
    for entry in path.as_bytes().split(|&byte| byte == b':') {
        match entry {
            b"" | b"." => {
                return Err(Stop::told(
                    "The current directory is included in the PATH environment variable, which is insecure in \
                     combination with the %s action of find.  Please remove the current directory from your $PATH \
                     (that is, remove \".\", doubled colons, or leading or trailing colons)",
                    &[typed],
                ));
            }
            [b'/', ..] => {}
            _ => {
                return Err(Stop::told(
                    "The relative path %s is included in the PATH environment variable, which is insecure in \
                     combination with the %s action of find.  Please remove that entry from $PATH",
                    &[&quoted(entry), typed],
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::tests::words, *};

    #[test]
    fn where_commands_end() {
        // How many words are taken, and whether it is a command for many paths.
        let check = |text: &str, expected: (usize, bool)| {
            let (taken, run) = read(b"-exec", &words(text), Manner::default()).expect("a command");
            assert_eq!((taken, matches!(run, Run::Many(_))), expected, "{text}");
        };
        check("echo ; -print", (2, false));
        check("echo {} x{} ; ;", (4, false));
        check("echo + ;", (3, false));
        check("echo {} x + ;", (5, false));
        check("+ {} + +", (3, true));
        check("{} + -print", (2, true));
        check("echo x y {} +", (5, true));
    }

    #[test]
    fn what_is_no_command() {
        let check = |text: &str, expected: &str| {
            let stop = read(b"-exec", &words(text), Manner::default()).err();
            assert_eq!(stop, Some(Stop::misuse(expected)), "{text}");
        };
        check("", "missing argument to `-exec'");
        check("echo", "missing argument to `-exec'");
        check("echo x +", "missing argument to `-exec'");
        check("echo {} x +", "missing argument to `-exec'");
        check("; ;", "invalid argument `;' to `-exec'");
        check("echo {} {} +", "Only one instance of {} is supported with -exec ... +");
        check("x{} {} +", "Only one instance of {} is supported with -exec ... +");
        check("echo x{} + ;", "In '-exec ... {} +' the '{}' must appear by itself, but you specified 'x{}'");
    }
}
