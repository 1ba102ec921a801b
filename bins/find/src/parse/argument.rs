//! The arguments of primaries, and what GNU's find says of words that are wrong.

use std::ffi::CString;

use ringutils::{
    args::Shard,
    sys::{Meta, Time, number},
    text::{regex::Syntax, time},
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
    let mut messages = vec![text!("paths must precede expression: `", path, "'")];
    if let Some(before) = before.filter(|_| reference::exists(&c_text(path))) {
        messages.push(text!("possible unquoted pattern after predicate `", before, "'?"));
    }
    Stop::Misuse(messages)
}

/// What is said at a terminal of an option that holds for the whole walk and stands behind the word `first`.
pub(super) fn late(typed: &[u8], first: &[u8]) -> Vec<u8> {
    text!(
        "warning: you have specified the global option ",
        typed,
        " after the argument ",
        first,
        ", but global options are not positional, i.e., ",
        typed,
        " affects tests specified before it as well as those specified after it.  Please specify global options before \
         other arguments."
    )
}

/// What is said where the words end too early.
pub(super) fn missing(typed: &[u8]) -> Stop {
    Stop::misuse(text!("missing argument to `", typed, "'"))
}

/// A depth: digits alone, up to the largest int.
pub(super) fn level(typed: &[u8], arg: &[u8]) -> Result<u32, Stop> {
    if arg.is_empty() || !arg.iter().all(u8::is_ascii_digit) {
        return Err(Stop::misuse(text!(
            "Expected a positive decimal integer argument to ",
            typed,
            ", but got ",
            quoted(arg)
        )));
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
    Kinds::parse(arg).map_err(|error| {
        Stop::misuse(match error {
            NoKinds::Empty => text!("Arguments to ", typed, " should contain at least one letter"),
            NoKinds::Unknown(letter) => text!("Unknown argument to ", typed, ": ", [letter]),
            NoKinds::Door => text!(
                typed,
                " D is not supported because Solaris doors are not supported on the platform find was compiled on."
            ),
            NoKinds::Twice(letter) => {
                text!("Duplicate file type '", [letter], "' in the argument list to ", typed, ".")
            }
            NoKinds::Joined => text!("Must separate multiple arguments to ", typed, " using: ','"),
            NoKinds::Open => text!(
                "Last file type in list argument to ",
                typed,
                " is missing, i.e., list is ending on: ','"
            ),
        })
    })
}

/// A size to compare with.
pub(super) fn size(arg: &[u8]) -> Result<SizeTest, Stop> {
    SizeTest::parse(arg).map_err(|error| {
        Stop::misuse(match error {
            NoSize::Empty => b"invalid null argument to -size".to_vec(),
            NoSize::Unit(letter) => text!("invalid -size type `", [letter], "'"),
            NoSize::Number => text!("Invalid argument `", arg, "' to -size"),
        })
    })
}

/// An age to compare with.
pub(super) fn age(field: Field, unit: Unit, typed: &[u8], arg: &[u8], start: Start<'_>) -> Result<Age, Stop> {
    Age::parse(field, unit, &c_text(arg), start.until).map_err(|error| {
        Stop::misuse(match error {
            NoAge::Nonsense => text!("invalid argument `", arg, "' to `", typed, "'"),
            NoAge::NotANumber => not_a_number(arg),
        })
    })
}

/// A time between a file's change and its use.
pub(super) fn used(arg: &[u8]) -> Result<Used, Stop> {
    Used::parse(&c_text(arg)).map_err(|error| {
        Stop::misuse(match error {
            NoAge::Nonsense => text!("Invalid argument ", arg, " to -used"),
            NoAge::NotANumber => not_a_number(arg),
        })
    })
}

fn not_a_number(arg: &[u8]) -> Vec<u8> {
    let number = arg.strip_prefix(b"+").or(arg.strip_prefix(b"-")).unwrap_or(arg);
    text!("invalid not-a-number argument: `", number, "'")
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
        Stop::misuse(text!("Unknown regular expression type ", quoted(arg), "; valid types are ", names, "."))
    })
}

/// A number with or without a sign.
pub(super) fn number(typed: &[u8], arg: &[u8]) -> Result<Number, Stop> {
    Number::parse(arg)
        .ok_or_else(|| Stop::misuse(text!("non-numeric argument to ", typed, ": ", quoted(arg))))
}

/// A number that is not 0, of something that GNU's find does not count.
pub(super) fn positive(typed: &[u8], arg: &[u8]) -> Result<u64, Stop> {
    let digits = arg.iter().all(u8::is_ascii_digit);
    unsigned(arg).filter(|&number| digits && number > 0).ok_or_else(|| {
        Stop::misuse(text!("invalid argument `", arg, "' to `", typed, "', expected a number from 1 on"))
    })
}

/// A mode to compare with.
pub(super) fn perm(arg: &[u8]) -> Result<PermTest, Stop> {
    PermTest::parse(arg).ok_or_else(|| Stop::misuse(text!("invalid mode ", quoted(arg))))
}

/// A word as a C text; the kernel passes none with a NUL inside.
pub(super) fn c_text(word: &[u8]) -> CString {
    CString::new(word).unwrap_or_default()
}
