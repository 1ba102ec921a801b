//! The words of a command: -exec … ; and -exec … {} +, and those of its kin that run in a file's directory or ask first.

use std::{env, os::unix::ffi::OsStrExt};

use super::{
    Stop,
    argument::{c_text, missing},
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
        return Err(Stop::misuse(text!("invalid argument `", words[0], "' to `", typed, "'")));
    }
    let args = words[..end].iter().map(|word| c_text(word));
    if words[end] == b";" {
        return Ok((end + 1, Run::Each(Command::new(args.collect(), manner.there, manner.asks))));
    }
    if words[..end].iter().filter(|word| exec::names_path(word)).count() > 1 {
        return Err(Stop::misuse(text!("Only one instance of {} is supported with ", typed, " ... +")));
    }
    if !exec::is_path(words[end - 1]) {
        return Err(Stop::misuse(text!(
            "In ",
            quoted(&text!(typed, " ... {} +")),
            " the ",
            quoted(b"{}"),
            " must appear by itself, but you specified ",
            quoted(words[end - 1])
        )));
    }
    let batch = Batch::new(args.take(end - 1).collect(), manner.there);
    Ok((end + 1, Run::Many(batch.map_err(|TooLong| Stop::misuse(TooLong::MESSAGE))?)))
}

/// What is wrong with the search path for programs that are started in directories that others may write to: an entry
/// that means the present one.
pub(super) fn check_search_path(typed: &[u8]) -> Result<(), Stop> {
    let Some(path) = env::var_os("PATH") else { return Ok(()) };
    let insecure = text!(
        " is included in the PATH environment variable, which is insecure in combination with the ",
        typed,
        " action of find.  Please remove "
    );
    for entry in path.as_bytes().split(|&byte| byte == b':') {
        match entry {
            b"" | b"." => {
                return Err(Stop::misuse(text!(
                    "The current directory",
                    insecure,
                    "the current directory from your $PATH (that is, remove \".\", doubled colons, or leading or \
                     trailing colons)"
                )));
            }
            [b'/', ..] => {}
            _ => {
                return Err(Stop::misuse(text!(
                    "The relative path ",
                    quoted(entry),
                    insecure,
                    "that entry from $PATH"
                )));
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
