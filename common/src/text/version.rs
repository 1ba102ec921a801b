//! The order of names with numbers in them: `file9` before `file10`, as `ls -v` and `sort -V` have it.
//!
//! It is that of Debian's versions, which Debian's policy manual lays down, applied first to names without their
//! extensions. Names are bytes: no locale counts.

use std::cmp::Ordering;

/// Compares two names. Names that differ in leading zeros alone are equal.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    rank(a).cmp(&rank(b)).then_with(|| {
        // Where it is all the same but for the extensions, these decide.
        versions(stem(a), stem(b)).then_with(|| versions(a, b))
    })
}

/// What comes before all comparison: nothing, `.`, `..`, hidden names, all others.
fn rank(name: &[u8]) -> u8 {
    match name {
        [] => 0,
        b"." => 1,
        b".." => 2,
        [b'.', ..] => 3,
        _ => 4,
    }
}

/// A name without its extensions: dots, each with a letter or a tilde and then letters, digits and tildes behind.
fn stem(name: &[u8]) -> &[u8] {
    let mut end = name.len();
    while let Some(dot) = name[..end].iter().rposition(|byte| *byte == b'.') {
        let extension = &name[dot + 1..end];
        let begins = extension.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'~');
        if dot == 0 || !begins || !extension.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'~')
        {
            break;
        }
        end = dot;
    }
    &name[..end]
}

/// Compares two versions: text and numbers by turns.
fn versions(mut a: &[u8], mut b: &[u8]) -> Ordering {
    while !a.is_empty() || !b.is_empty() {
        // A text ends where a number begins, or with the whole, which is as good as a number of no digits.
        loop {
            let (left, right) = (weight(a.first()), weight(b.first()));
            if matches!((left, right), (END | DIGIT, END | DIGIT)) {
                break;
            }
            if left != right {
                return left.cmp(&right);
            }
            (a, b) = (&a[1..], &b[1..]);
        }
        let order = numbers(&mut a, &mut b);
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// The weight of the end of a version.
const END: u16 = 1;
/// The weight of a digit, which ends a text.
const DIGIT: u16 = 2;

/// The weight of a byte in a text: tildes before the end, then digits, letters and all else.
fn weight(byte: Option<&u8>) -> u16 {
    match byte {
        Some(b'~') => 0,
        None => END,
        Some(byte) if byte.is_ascii_digit() => DIGIT,
        Some(byte) if byte.is_ascii_alphabetic() => u16::from(*byte),
        Some(byte) => u16::from(*byte) + 256,
    }
}

/// Takes a number off both, of any length, and compares them.
fn numbers(a: &mut &[u8], b: &mut &[u8]) -> Ordering {
    let parts = |text: &[u8]| {
        let zeros = text.iter().take_while(|byte| **byte == b'0').count();
        let digits = text[zeros..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        (zeros, digits)
    };
    let (a_zeros, a_digits) = parts(a);
    let (b_zeros, b_digits) = parts(b);
    let (a_number, a_rest) = a[a_zeros..].split_at(a_digits);
    let (b_number, b_rest) = b[b_zeros..].split_at(b_digits);
    (*a, *b) = (a_rest, b_rest);
    a_digits.cmp(&b_digits).then_with(|| a_number.cmp(b_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_order() {
        let names = [
            "", ".", "..", ".0", ".9", ".A", ".a~", ".a", ".b~", "0", "9", "A", "Z", "a~", "a", "a.b~",
            "a.b", "a.bc~", "a.bc", "a+", "a.", "a..a", "a.+", "b~", "b", "bb",
        ];
        for (at, a) in names.iter().enumerate() {
            for (other, b) in names.iter().enumerate() {
                let got = compare(a.as_bytes(), b.as_bytes());
                assert_eq!(got, at.cmp(&other), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn numbers_in_names() {
        let check = |a: &str, b: &str, expected| {
            assert_eq!(compare(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
            assert_eq!(compare(b.as_bytes(), a.as_bytes()), expected.reverse(), "{b} {a}");
        };
        check("file9", "file10", Ordering::Less);
        check("file9.txt", "file10.c", Ordering::Less);
        check("a-1.10", "a-1.9", Ordering::Greater);
        check("a01", "a1", Ordering::Equal);
        check("~", "~0", Ordering::Equal);
        check("~0~1", "~", Ordering::Less);
        check("a0+", "a1", Ordering::Less);
        check("a1.tar.gz", "a1.10", Ordering::Less);
        check("123456789012345678901234567890", "123456789012345678901234567891", Ordering::Less);
    }
}
