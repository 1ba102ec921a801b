//! The words of a command: -exec … ; and -exec … {} +.

use super::{
    Stop,
    argument::{c_text, missing},
};
use crate::{
    exec::{self, Batch, Command},
    message::{quoted, text},
};

/// How a command is run.
pub(super) enum Run {
    /// For each path.
    Each(Command),
    /// For many paths at once.
    Many(Batch),
}

/// Reads the words behind `typed` up to `;`, or up to a `+` behind a word with `{}`, and tells how many those are.
pub(super) fn read(typed: &[u8], words: &[&[u8]]) -> Result<(usize, Run), Stop> {
    let is_end = |index: usize| {
        words[index] == b";" || words[index] == b"+" && index > 0 && exec::names_path(words[index - 1])
    };
    let end = (0..words.len()).find(|&index| is_end(index)).ok_or_else(|| missing(typed))?;
    if end == 0 {
        return Err(Stop::misuse(text!("invalid argument `", words[0], "' to `", typed, "'")));
    }
    let args = words[..end].iter().map(|word| c_text(word));
    if words[end] == b";" {
        return Ok((end + 1, Run::Each(Command::new(args.collect()))));
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
    Ok((end + 1, Run::Many(Batch::new(args.take(end - 1).collect()))))
}

#[cfg(test)]
mod tests {
    use super::{super::tests::words, *};

    #[test]
    fn where_commands_end() {
        // How many words are taken, and whether it is a command for many paths.
        let check = |text: &str, expected: (usize, bool)| {
            let (taken, run) = read(b"-exec", &words(text)).expect("a command");
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
            let stop = read(b"-exec", &words(text)).err();
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
