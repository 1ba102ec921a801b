//! The command line up to the expression: how links are followed, and where paths end.

use std::env;

use ringutils::{
    args::{Program, Value, means},
    sys::{Time, fd, number},
    text::{time, wording},
    walk::means::Means,
};

use crate::{
    expr::{Action, Expr, Start},
    message::{because, quoted, text},
    parse::{self, Parsed, Stop, table},
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
    /// Where the walk starts, unless a file tells; `.` where nothing was given.
    pub roots: Vec<&'a [u8]>,
    /// What is asked of the files.
    pub parsed: Parsed<'a>,
    /// The time of the start.
    pub now: Time,
    /// --io and its like.
    pub means: Means,
}

/// Reads a command line without the program's name.
pub(crate) fn read<'a>(
    program: &Program,
    words: &[&'a [u8]],
    warnings: &mut Vec<Vec<u8>>,
) -> Result<Args<'a>, Stop> {
    let mut means = means::from_environment();
    let (Before { mut follow, quick, early }, rest) = options(program, words, warnings, &mut means)?;
    let (mut roots, expression) = split(rest);
    let expression = &[&early, expression].concat();
    let given = roots.first().copied();
    if roots.is_empty() {
        roots.push(b".");
    }
    let now = time::now();
    let verbose = env::var_os("POSIXLY_CORRECT").is_none() && fd::is_terminal(0);
    let start = Start { now, until: now, follow: follow != Follow::Never, verbose, quick, roots: &roots };
    let parsed = parse::parse(expression, start, warnings)?;
    if let (Some(given), Some(_)) = (given, parsed.paths_from) {
        return Err(Stop::Misuse(vec![
            wording::text("extra operand %s", &[&quoted(given)]),
            wording::text("file operands cannot be combined with -files0-from", &[]),
        ]));
    }
    let has = |wanted: fn(&Action) -> bool| {
        parsed.expr.any(&|part| matches!(part, Expr::Act(action) if wanted(action)))
    };
    if parsed.globals.shard.is_some()
        && has(|action| matches!(action, Action::Prune))
        && has(|action| matches!(action, Action::Exec(_)))
    {
        return Err(Stop::misuse(
            "-shard cannot be combined with both -prune and -exec, -execdir, -ok or -okdir with a `;': what is left out \
             could depend on what a program answers to another process",
        ));
    }
    if parsed.globals.shard.is_some() && parsed.globals.unique {
        return Err(Stop::misuse(
            "-unique cannot be combined with -shard: which name of a file comes first is known where all are visited",
        ));
    }
    if parsed.globals.breadth_first && parsed.globals.depth_first {
        return Err(Stop::misuse(
            "-S bfs cannot be combined with -depth or -delete: what a directory holds cannot come before it and a level \
             later",
        ));
    }
    if parsed.asks && parsed.paths_from == Some(b"-") {
        return Err(Stop::told(
            "option -files0-from reading from standard input cannot be combined with -ok, -okdir",
            &[],
        ));
    }
    if parsed.globals.follow {
        follow = Follow::Always;
    }
    if let Some(cpus) = parsed.globals.cpus {
        means.cpus = cpus;
    }
    Ok(Args { follow, roots, parsed, now, means })
}

/// What comes before the paths.
#[derive(Default)]
struct Before<'a> {
    /// How links are followed.
    follow: Follow,
    /// Whether short cuts are to be taken.
    quick: bool,
    /// Words of the expression that may stand there.
    early: Vec<&'a [u8]>,
}

/// The options before the paths, and what is behind them. They end before the first word that is none, or behind `--`.
fn options<'a, 'w>(
    program: &Program,
    words: &'w [&'a [u8]],
    warnings: &mut Vec<Vec<u8>>,
    means: &mut Means,
) -> Result<(Before<'a>, &'w [&'a [u8]]), Stop> {
    let mut before = Before { quick: true, ..Before::default() };
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        let mut taken = 1;
        match *word {
            b"-P" => before.follow = Follow::Never,
            b"-L" => before.follow = Follow::Always,
            b"-H" => before.follow = Follow::Roots,
            b"-D" => {
                debug(after.first().copied(), warnings)?;
                taken = 2;
            }
            [b'-', b'O', level @ ..] => before.quick = optimize(level)? > 0,
            b"--" => return Ok((before, after)),
            word if table::comes_early(word).is_some() => {
                taken = (1 + usize::from(table::comes_early(word) == Some(true))).min(rest.len());
                before.early.extend_from_slice(&rest[..taken]);
            }
            word => taken = setting(program, word, after, means)?,
        }
        if taken == 0 {
            break;
        }
        rest = &rest[taken..];
    }
    Ok((before, rest))
}

/// An option of ours: how many words it took, 0 if it is none. Its value is attached, or the next word.
fn setting(program: &Program, word: &[u8], after: &[&[u8]], means: &mut Means) -> Result<usize, Stop> {
    let Some(named) = word.strip_prefix(b"--") else { return Ok(0) };
    let (name, attached) = match named.iter().position(|&byte| byte == b'=') {
        Some(equals) => (&named[..equals], Some(&named[equals + 1..])),
        None => (named, None),
    };
    let Some((row, setting)) = table::setting(name) else { return Ok(0) };
    let (value, taken) = match (row.value, attached) {
        (Value::None, Some(_)) => {
            return Err(Stop::Usage(text!("option '--", name, "' doesn't allow an argument")));
        }
        (Value::Required(_), None) => match after.first() {
            Some(next) => (Some(*next), 2),
            None => return Err(Stop::Usage(text!("option '--", name, "' requires an argument"))),
        },
        (_, attached) => (attached, 1),
    };
    means::set(program, setting, value, means).map_err(Stop::Refused)?;
    Ok(taken)
}

/// What -D can be told; none of it has anything to say here, apart from `help`.
const FLAGS: [&[u8]; 8] = [b"exec", b"opt", b"rates", b"search", b"stat", b"time", b"tree", b"all"];

/// -D: words with commas between them.
fn debug(arg: Option<&[u8]>, warnings: &mut Vec<Vec<u8>>) -> Result<(), Stop> {
    let usage = |text| Stop::Usage(wording::text(text, &[]));
    let arg = arg.ok_or_else(|| usage("Missing argument after the -D option."))?;
    let flags = arg.split(|&byte| byte == b',').filter(|flag| !flag.is_empty());
    let first = flags.clone().next().ok_or_else(|| usage("Empty argument to the -D option."))?;
    let mut help = false;
    flags.for_each(|flag| match flag {
        b"help" => help = true,
        _ if FLAGS.contains(&flag) => {}
        // GNU's find names the first of them, whichever it is.
        _ => warnings.push(wording::text("Ignoring unrecognised debug flag %s", &[&quoted(first)])),
    });
    if help { Err(Stop::DebugHelp) } else { Ok(()) }
}

/// -O: a level in decimal.
fn optimize(level: &[u8]) -> Result<u64, Stop> {
    if level.is_empty() {
        return Err(Stop::told("The -O option must be immediately followed by a decimal integer", &[]));
    }
    if !level[0].is_ascii_digit() {
        return Err(Stop::told("Please specify a decimal number immediately after -O", &[]));
    }
    const INVALID: &str = "Invalid optimisation level %s";
    if !level.iter().all(u8::is_ascii_digit) {
        return Err(Stop::told(INVALID, &[level]));
    }
    let number = level
        .iter()
        .try_fold(0u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
    match number {
        None => Err(Stop::misuse(because(INVALID, &[level], number::OUT_OF_RANGE))),
        Some(number) if number > u64::from(u16::MAX) => Err(Stop::told(
            "Optimisation level %lu is too high.  If you want to find files very quickly, consider using GNU locate.",
            &[number.to_string().as_bytes()],
        )),
        Some(number) => Ok(number),
    }
}

/// The paths, and the expression behind them. It begins with a word that begins with `-`, a lone `-` apart, or with
/// `(` or `!`; `)` and the comma do not begin one.
fn split<'a, 'w>(words: &'w [&'a [u8]]) -> (Vec<&'a [u8]>, &'w [&'a [u8]]) {
    let begins = |word: &&[u8]| matches!(*word, [b'-', _, ..] | b"(" | b"!");
    let paths = words.iter().position(begins).unwrap_or(words.len());
    (words[..paths].to_vec(), &words[paths..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tests::words;

    #[test]
    fn where_paths_begin_and_end() {
        let check = |text: &str, follow: Follow, paths: &str, expression: &str| {
            let words_ = words(text);
            let mut means = Means::default();
            let (before, rest) =
                options(&Program::new("find"), &words_, &mut Vec::new(), &mut means).expect("options");
            let (roots, rest) = split(rest);
            assert_eq!(
                (before.follow, roots, rest),
                (follow, words(paths), &words(expression)[..]),
                "{text}"
            );
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
        check("-O3 -L -D tree a", Follow::Always, "a", "");
        check("-D -L a", Follow::Never, "a", "");
    }
}
