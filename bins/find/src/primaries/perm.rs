//! -perm: octal and symbolic modes, of which all bits, all of these or any of these are wanted.
//!
//! A symbolic mode is what chmod would make of mode 0 with it; the umask does not count. `X` is meant only for
//! directories then, so that a test has two masks.

use ringutils::sys::{Kind, Meta};

/// Permission bits, with the set-ID and sticky ones.
const ALL: u32 = 0o7777;

/// A mode to compare with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PermTest {
    /// Which of the bits must be set.
    match_: Match,
    /// The bits for files other than directories.
    bits: u32,
    /// The bits for directories.
    dir_bits: u32,
}

/// How a mode is compared with the bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Match {
    /// MODE: these and no others.
    Exactly,
    /// -MODE: at least these.
    All,
    /// /MODE: at least one of these; any mode where there are none.
    Any,
}

impl PermTest {
    /// Reads an argument; `None` where it is no mode. `+` before an octal number had a meaning that is gone, so it is
    /// refused, though chmod takes it.
    pub(crate) fn parse(text: &[u8]) -> Option<PermTest> {
        let (match_, mode) = match text {
            [b'-', rest @ ..] => (Match::All, rest),
            [b'/', rest @ ..] => (Match::Any, rest),
            [b'+', b'0'..=b'7', ..] => return None,
            _ => (Match::Exactly, text),
        };
        Some(PermTest { match_, bits: from_zero(mode, false)?, dir_bits: from_zero(mode, true)? })
    }

    /// Whether it holds for any mode because no bit is named, which once meant the contrary.
    pub(crate) fn is_any_of_none(self) -> bool {
        self.match_ == Match::Any && self.bits == 0 && self.dir_bits == 0
    }

    /// Whether the file's mode is as asked.
    pub(crate) fn holds(self, meta: &Meta) -> bool {
        let bits = if meta.kind() == Kind::Dir { self.dir_bits } else { self.bits };
        let mode = meta.mode & ALL;
        match self.match_ {
            Match::Exactly => mode == bits,
            Match::All => mode & bits == bits,
            Match::Any => bits == 0 || mode & bits != 0,
        }
    }
}

/// What a mode makes of 0: an octal number, or clauses `[ugoa]*([-+=]([rwxXst]*|[ugo]|[0-7]+))+` with commas.
fn from_zero(text: &[u8], is_dir: bool) -> Option<u32> {
    if text.first().is_some_and(u8::is_ascii_digit) {
        return octal(text);
    }
    text.split(|&byte| byte == b',').try_fold(0, |mode, clause| change(mode, clause, is_dir))
}

/// `mode` as one clause changes it.
fn change(mut mode: u32, clause: &[u8], is_dir: bool) -> Option<u32> {
    let classes = clause.iter().take_while(|byte| b"ugoa".contains(byte)).count();
    let (classes, mut rest) = clause.split_at(classes);
    let who = classes.iter().fold(if classes.is_empty() { ALL } else { 0 }, |who, class| {
        who | match class {
            b'u' => 0o4700,
            b'g' => 0o2070,
            b'o' => 0o1007,
            _ => ALL,
        }
    });
    if rest.is_empty() {
        return None;
    }
    while let [operator, after @ ..] = rest {
        let until = after.iter().position(|byte| b"+-=".contains(byte)).unwrap_or(after.len());
        let (operand, next) = after.split_at(until);
        let bits = match operand {
            [b'0'..=b'7', ..] if classes.is_empty() && next.is_empty() => octal(operand)?,
            [b'u'] => (mode >> 6 & 0o7) * 0o111,
            [b'g'] => (mode >> 3 & 0o7) * 0o111,
            [b'o'] => (mode & 0o7) * 0o111,
            letters => {
                letters.iter().try_fold(0, |bits, letter| Some(bits | letter_bits(*letter, mode, is_dir)?))?
            }
        };
        mode = match operator {
            b'+' => mode | bits & who,
            b'-' => mode & !(bits & who),
            b'=' => mode & !who | bits & who,
            _ => return None,
        };
        rest = next;
    }
    Some(mode)
}

fn letter_bits(letter: u8, mode: u32, is_dir: bool) -> Option<u32> {
    Some(match letter {
        b'r' => 0o444,
        b'w' => 0o222,
        b'x' => 0o111,
        b'X' if is_dir || mode & 0o111 != 0 => 0o111,
        b'X' => 0,
        b's' => 0o6000,
        b't' => 0o1000,
        _ => return None,
    })
}

/// An octal number up to 07777.
fn octal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        let digit = char::from(*digit).to_digit(8)?;
        Some(number * 8 + digit).filter(|number| *number <= ALL)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_what_chmod_makes_of_zero() {
        let check = |text: &str, bits: Option<(u32, u32)>| {
            let test = PermTest::parse(text.as_bytes()).map(|test| (test.bits, test.dir_bits));
            assert_eq!(test, bits, "{text}");
        };
        let same = |bits| Some((bits, bits));
        check("644", same(0o644));
        check("-0644", same(0o644));
        check("/07777", same(0o7777));
        check("u=rw,g=u", same(0o660));
        check("u=r,g=u,o=g", same(0o444));
        check("g=u,u=w", same(0o200));
        check("+w", same(0o222));
        check("-+644", same(0o644));
        check("=644", same(0o644));
        check("a+X", Some((0, 0o111)));
        check("u+x+X", same(0o100));
        check("u=rwx,u-w", same(0o500));
        check("o+s", same(0));
        check("+s", same(0o6000));
        check("u+", same(0));
        check("--", same(0));
        check("+644", None);
        check("10000", None);
        check("9", None);
        check("", None);
        check("-", None);
        check("u", None);
        check("X", None);
        check("u+x,", None);
        check("u+x,,g+w", None);
        check("644,g+w", None);
        check("u=644", None);
    }

    #[test]
    fn all_any_and_exactly() {
        let check = |text: &str, mode: u32, expected: bool| {
            let meta = Meta { mode: 0o100_000 | mode, ..Meta::default() };
            assert_eq!(
                PermTest::parse(text.as_bytes()).map(|test| test.holds(&meta)),
                Some(expected),
                "{text}"
            );
        };
        check("644", 0o644, true);
        check("644", 0o4644, false);
        check("-444", 0o644, true);
        check("-222", 0o644, false);
        check("/222", 0o644, true);
        check("/111", 0o644, false);
        check("/000", 0o644, true);
        check("-000", 0o644, true);
    }
}
