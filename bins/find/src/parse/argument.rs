//! The arguments of primaries, and what GNU's find says of words that are wrong.

use std::ffi::CString;

use ringutils::{
    args::Shard,
    sys::{Meta, Time, number},
    text::{regex::Syntax, time, wording},
};

use super::Stop;
use crate::{
    expr::Start,
    message::{failed, quoted, text},
    primaries::{
        Age, Field, NoAge, NoSize, Number, PermTest, SizeTest, TYPES, Unit, Used,
        kind::{Kinds, NoKinds},
        unsigned,
    },
    reference,
};

/// A word that looks like a path behind the beginning of the expression. A file of that name hints at a pattern that
/// the shell has expanded.
pub(super) fn misplaced(path: &[u8], before: Option<&[u8]>) -> Stop {
    let mut messages = vec![wording::text("paths must precede expression: `%s'", &[path])];
    if let Some(before) = before.filter(|_| reference::exists(&c_text(path))) {
        messages.push(wording::text("possible unquoted pattern after predicate `%s'?", &[before]));
    }
    Stop::Misuse(messages)
}

/// What is said at a terminal of an option that holds for the whole walk and stands behind the word `first`.
pub(super) fn late(typed: &[u8], first: &[u8]) -> Vec<u8> {
    wording::text(
        "warning: you have specified the global option %s after the argument %s, but global options are not \
         positional, i.e., %s affects tests specified before it as well as those specified after it.  Please specify \
         global options before other arguments.",
        &[typed, first, typed],
    )
}

/// What is said where the words end too early.
pub(super) fn missing(typed: &[u8]) -> Stop {
    Stop::told("missing argument to `%s'", &[typed])
}

/// A depth: digits alone, up to the largest int.
pub(super) fn level(typed: &[u8], arg: &[u8]) -> Result<u32, Stop> {
    if arg.is_empty() || !arg.iter().all(u8::is_ascii_digit) {
        return Err(Stop::told(
            "Expected a positive decimal integer argument to %s, but got %s",
            &[typed, &quoted(arg)],
        ));
    }
    std::str::from_utf8(arg)
        .ok()
        .and_then(|digits| digits.parse::<i32>().ok())
        .map(|number| number as u32)
        .ok_or_else(|| Stop::misuse(text!(arg, ": ", number::OUT_OF_RANGE.message())))
}

/// A part of the tree.
pub(super) fn shard(typed: &[u8], arg: &[u8]) -> Result<Shard, Stop> {
    Shard::parse(arg)
        .ok_or_else(|| Stop::misuse(text!("invalid argument `", arg, "' to `", typed, "', expected K/N")))
}

/// Types.
pub(super) fn kinds(typed: &[u8], arg: &[u8]) -> Result<Kinds, Stop> {
    Kinds::parse(arg).map_err(|error| match error {
        NoKinds::Empty => Stop::told("Arguments to %s should contain at least one letter", &[typed]),
        NoKinds::Unknown(letter) => Stop::told("Unknown argument to %s: %c", &[typed, &[letter]]),
        NoKinds::Door => Stop::told(
            "%s %c is not supported because Solaris doors are not supported on the platform find was compiled on.",
            &[typed, b"D"],
        ),
        NoKinds::Twice(letter) => {
            Stop::told("Duplicate file type '%c' in the argument list to %s.", &[&[letter], typed])
        }
        NoKinds::Joined => Stop::told("Must separate multiple arguments to %s using: ','", &[typed]),
        NoKinds::Open => Stop::told(
            "Last file type in list argument to %s is missing, i.e., list is ending on: ','",
            &[typed],
        ),
    })
}

/// A size to compare with.
pub(super) fn size(arg: &[u8]) -> Result<SizeTest, Stop> {
    SizeTest::parse(arg).map_err(|error| match error {
        NoSize::Empty => Stop::told("invalid null argument to -size", &[]),
        NoSize::Unit(letter) => Stop::told("invalid -size type `%c'", &[&[letter]]),
        NoSize::Number => {
            let has_unit = arg.last().is_some_and(|letter| !letter.is_ascii_digit());
            let (number, unit) = arg.split_at(arg.len() - usize::from(has_unit));
            Stop::told("Invalid argument `%s%s' to -size", &[number, unit])
        }
    })
}

/// An age to compare with.
pub(super) fn age(field: Field, unit: Unit, typed: &[u8], arg: &[u8], start: Start<'_>) -> Result<Age, Stop> {
    Age::parse(field, unit, &c_text(arg), start.until).map_err(|error| match error {
        NoAge::Nonsense => invalid(typed, arg),
        NoAge::NotANumber => not_a_number(arg),
    })
}

/// A time between a file's change and its use.
pub(super) fn used(arg: &[u8]) -> Result<Used, Stop> {
    Used::parse(&c_text(arg)).map_err(|error| match error {
        NoAge::Nonsense => Stop::told("Invalid argument %s to -used", &[arg]),
        NoAge::NotANumber => not_a_number(arg),
    })
}

/// What is said of an argument that makes no sense.
pub(super) fn invalid(typed: &[u8], arg: &[u8]) -> Stop {
    Stop::told("invalid argument `%s' to `%s'", &[arg, typed])
}

fn not_a_number(arg: &[u8]) -> Stop {
    let number = arg.strip_prefix(b"+").or(arg.strip_prefix(b"-")).unwrap_or(arg);
    Stop::told("invalid not-a-number argument: `%s'", &[number])
}

/// The end of the day of `now`, 24 hours after what the clock says was its beginning.
pub(super) fn day_end(now: Time) -> Time {
    let passed = time::of_day(now).unwrap_or(0);
    Time { sec: now.sec - i64::from(passed) + 86_400, nsec: 0 }
}

/// A file that the expression names to compare with.
pub(super) fn reference(arg: &[u8], start: Start<'_>) -> Result<Meta, Stop> {
    reference::stat(&c_text(arg), start.follow).map_err(|errno| Stop::misuse(failed(arg, errno)))
}

/// How regular expressions are written.
pub(super) fn regex_type(arg: &[u8]) -> Result<Syntax, Stop> {
    let found = TYPES.iter().find(|(name, _)| name.as_bytes() == arg);
    found.map(|(_, syntax)| *syntax).ok_or_else(|| {
        let names: Vec<_> = TYPES.iter().map(|(name, _)| quoted(name.as_bytes())).collect();
        let names = names.join(b", ".as_slice());
        Stop::told("Unknown regular expression type %s; valid types are %s.", &[&quoted(arg), &names])
    })
}

/// A number with or without a sign.
pub(super) fn number(typed: &[u8], arg: &[u8]) -> Result<Number, Stop> {
    Number::parse(arg).ok_or_else(|| Stop::told("non-numeric argument to %s: %s", &[typed, &quoted(arg)]))
}

/// A number that is not 0, of something that GNU's find does not count.
pub(super) fn positive(typed: &[u8], arg: &[u8]) -> Result<u64, Stop> {
    let digits = arg.iter().all(u8::is_ascii_digit);
    unsigned(arg).filter(|&number| digits && number > 0).ok_or_else(|| {
        Stop::misuse(text!("invalid argument `", arg, "' to `", typed, "', expected a number from 1 on"))
    })
}

/// The order of the walk: whether it is level by level.
pub(super) fn breadth_first(typed: &[u8], arg: &[u8]) -> Result<bool, Stop> {
    match arg {
        b"bfs" => Ok(true),
        b"dfs" => Ok(false),
        _ => Err(Stop::misuse(text!("Unknown argument to ", typed, ": ", arg, "; it is bfs or dfs"))),
    }
}

/// A mode to compare with.
pub(super) fn perm(arg: &[u8]) -> Result<PermTest, Stop> {
    PermTest::parse(arg).ok_or_else(|| Stop::told("invalid mode %s", &[&quoted(arg)]))
}

/// A word as a C text; the kernel passes none with a NUL inside.
pub(super) fn c_text(word: &[u8]) -> CString {
    CString::new(word).unwrap_or_default()
}
