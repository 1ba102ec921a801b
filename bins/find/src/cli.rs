//! The command line up to the expression: how links are followed, and where paths end.

use std::time::{SystemTime, UNIX_EPOCH};

use ringutils::sys::{Time, fd};

use crate::{
    expr::Start,
    parse::{self, Parsed, Stop},
};

/// Which symbolic links are followed: the last of -P, -L and -H counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Follow {
    /// -P: none.
    #[default]
    Never,
    /// -L: all.
    Always,
    /// -H: those among the paths given.
    Roots,
}

/// A command line.
#[derive(Debug)]
pub(crate) struct Args<'a> {
    /// Which links are followed.
    pub follow: Follow,
    /// Where the walk starts; `.` where none was given.
    pub roots: Vec<&'a [u8]>,
    /// What is asked of the files.
    pub parsed: Parsed,
}

/// Reads a command line without the program's name.
pub(crate) fn read<'a>(words: &[&'a [u8]], warnings: &mut Vec<Vec<u8>>) -> Result<Args<'a>, Stop> {
    let (follow, rest) = options(words);
    let (mut roots, expression) = split(rest);
    if roots.is_empty() {
        roots.push(b".");
    }
    let start =
        Start { now: now(), follow: follow != Follow::Never, verbose: fd::is_terminal(0), roots: &roots };
    let parsed = parse::parse(expression, start, warnings)?;
    Ok(Args { follow, roots, parsed })
}

/// The options before the paths. They end before the first word that is none, or behind `--`.
fn options<'a, 'w>(words: &'w [&'a [u8]]) -> (Follow, &'w [&'a [u8]]) {
    let mut follow = Follow::default();
    for (index, word) in words.iter().enumerate() {
        follow = match *word {
            b"-P" => Follow::Never,
            b"-L" => Follow::Always,
            b"-H" => Follow::Roots,
            b"--" => return (follow, &words[index + 1..]),
            _ => return (follow, &words[index..]),
        };
    }
    (follow, &[])
}

/// The paths, and the expression behind them. It begins with a word that begins with `-`, a lone `-` apart, or with
/// `(` or `!`; `)` and the comma do not begin one.
fn split<'a, 'w>(words: &'w [&'a [u8]]) -> (Vec<&'a [u8]>, &'w [&'a [u8]]) {
    let begins = |word: &&[u8]| matches!(*word, [b'-', _, ..] | b"(" | b"!");
    let paths = words.iter().position(begins).unwrap_or(words.len());
    (words[..paths].to_vec(), &words[paths..])
}

/// The time of the start. A clock before 1970 counts as 1970.
fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time { sec: i64::try_from(since.as_secs()).unwrap_or(i64::MAX), nsec: since.subsec_nanos() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tests::words;

    #[test]
    fn where_paths_begin_and_end() {
        let check = |text: &str, follow: Follow, paths: &str, expression: &str| {
            let words_ = words(text);
            let (got, rest) = options(&words_);
            let (roots, rest) = split(rest);
            assert_eq!((got, roots, rest), (follow, words(paths), &words(expression)[..]), "{text}");
        };
        check("", Follow::Never, "", "");
        check("a b", Follow::Never, "a b", "");
        check("-L a -name b", Follow::Always, "a", "-name b");
        check("-L -H -P a", Follow::Never, "a", "");
        check("-H -- a -H", Follow::Roots, "a", "-H");
        check("-- -x", Follow::Never, "", "-x");
        check("a -- b", Follow::Never, "a", "-- b");
        check("-HL a", Follow::Never, "", "-HL a");
        check("- -true", Follow::Never, "-", "-true");
        check("! -true", Follow::Never, "", "! -true");
        check("a ( -true )", Follow::Never, "a", "( -true )");
        check(") , a !x -true", Follow::Never, ") , a !x", "-true");
    }
}
