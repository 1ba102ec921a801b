//! N, +N and -N: how -links, -inum, -uid, -gid and -size compare.

/// A number to compare with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    /// N.
    Exactly(u64),
    /// +N.
    MoreThan(u64),
    /// -N.
    LessThan(u64),
}

/// How an argument compares, by the sign before the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    /// No sign.
    Exactly,
    /// `+`
    MoreThan,
    /// `-`
    LessThan,
}

impl Number {
    /// Reads an argument; `None` where it is no number.
    pub(crate) fn parse(text: &[u8]) -> Option<Number> {
        let (comparison, digits) = comparison(text);
        let value = unsigned(digits)?;
        Some(match comparison {
            Comparison::Exactly => Number::Exactly(value),
            Comparison::MoreThan => Number::MoreThan(value),
            Comparison::LessThan => Number::LessThan(value),
        })
    }

    /// Whether `value` is as asked.
    pub(crate) fn holds(self, value: u64) -> bool {
        match self {
            Number::Exactly(wanted) => value == wanted,
            Number::MoreThan(limit) => value > limit,
            Number::LessThan(limit) => value < limit,
        }
    }
}

/// Takes the sign off an argument.
pub(crate) fn comparison(text: &[u8]) -> (Comparison, &[u8]) {
    match text {
        [b'+', rest @ ..] => (Comparison::MoreThan, rest),
        [b'-', rest @ ..] => (Comparison::LessThan, rest),
        _ => (Comparison::Exactly, text),
    }
}

/// A decimal number as strtoumax(3) reads it, white space and a plus sign included, but nothing behind it, no minus
/// and no overflow.
pub(crate) fn unsigned(text: &[u8]) -> Option<u64> {
    let text = text.trim_ascii_start();
    let digits = text.strip_prefix(b"+").unwrap_or(text);
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |value, &digit| {
        let digit = char::from(digit).to_digit(10)?;
        value.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_gnu_reads_them() {
        let check = |text: &str, expected| assert_eq!(Number::parse(text.as_bytes()), expected, "{text:?}");
        check("5", Some(Number::Exactly(5)));
        check("+5", Some(Number::MoreThan(5)));
        check("-5", Some(Number::LessThan(5)));
        check("++5", Some(Number::MoreThan(5)));
        check("-+5", Some(Number::LessThan(5)));
        check(" 5", Some(Number::Exactly(5)));
        check("18446744073709551615", Some(Number::Exactly(u64::MAX)));
        check("18446744073709551616", None);
        check("", None);
        check("+", None);
        check("--5", None);
        check("+-5", None);
        check("5x", None);
        check("0x5", None);
    }

    #[test]
    fn comparisons_are_strict() {
        let check = |number: Number, below, at, above| {
            assert_eq!([4, 5, 6].map(|value| number.holds(value)), [below, at, above], "{number:?}");
        };
        check(Number::Exactly(5), false, true, false);
        check(Number::MoreThan(5), false, false, true);
        check(Number::LessThan(5), true, false, false);
    }
}
