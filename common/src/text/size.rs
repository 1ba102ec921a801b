//! Sizes in bytes, in blocks and in units for people, rounded up as GNU's tools do: what does not fit whole takes
//! part of a next unit, so it is shown as one.

use super::{locale, num, width};

/// The unit sizes are shown in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Whole blocks of so many bytes, at least 1.
    Block(u64),
    /// The largest power of 1,024 that fits, with a letter: `-h`.
    Human,
    /// The largest power of 1,000 that fits, with a letter: `--si`.
    Si,
}

const BINARY_LETTERS: &[u8] = b"\0KMGTPE";
const DECIMAL_LETTERS: &[u8] = b"\0kMGTPE";

impl Scale {
    /// Appends a size given in bytes.
    pub fn push(self, out: &mut Vec<u8>, bytes: u64) {
        match self {
            Scale::Block(1) => num::push(out, bytes),
            Scale::Block(block) => num::push(out, bytes.div_ceil(block)),
            Scale::Human => push_human(out, u128::from(bytes), 1024, BINARY_LETTERS),
            Scale::Si => push_human(out, u128::from(bytes), 1000, DECIMAL_LETTERS),
        }
    }

    /// How many columns `push` takes.
    pub fn width(self, bytes: u64) -> usize {
        match self {
            Scale::Block(block) => num::digits(if block == 1 { bytes } else { bytes.div_ceil(block) }),
            Scale::Human => human(u128::from(bytes), 1024).width(),
            Scale::Si => human(u128::from(bytes), 1000).width(),
        }
    }
}

/// A number for people, before it is written.
struct Human {
    /// The whole part.
    whole: u64,
    /// The tenths, where they are shown.
    tenths: Option<u64>,
    /// Which power of the base it counts.
    power: usize,
}

impl Human {
    fn width(&self) -> usize {
        num::digits(self.whole)
            + if self.tenths.is_some() { 1 + width::of(locale::radix()) } else { 0 }
            + usize::from(self.power > 0)
    }
}

/// One decimal below ten, none from there on; both rounded up, which may carry into the next power.
fn human(bytes: u128, base: u128) -> Human {
    let mut power = 0;
    let mut unit = 1u128;
    while bytes >= unit * base {
        unit *= base;
        power += 1;
    }
    if power == 0 {
        return Human { whole: bytes as u64, tenths: None, power };
    }
    let tenths = (bytes * 10).div_ceil(unit);
    if tenths < 100 {
        return Human { whole: (tenths / 10) as u64, tenths: Some((tenths % 10) as u64), power };
    }
    let whole = bytes.div_ceil(unit);
    if whole == base {
        return Human { whole: 1, tenths: Some(0), power: power + 1 };
    }
    Human { whole: whole as u64, tenths: None, power }
}

fn push_human(out: &mut Vec<u8>, bytes: u128, base: u128, letters: &[u8]) {
    let human = human(bytes, base);
    num::push(out, human.whole);
    if let Some(tenths) = human.tenths {
        out.extend_from_slice(locale::radix());
        out.push(b'0' + tenths as u8);
    }
    if human.power > 0 {
        out.push(letters[human.power]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scale: Scale, bytes: u64, expected: &str) {
        let mut out = Vec::new();
        scale.push(&mut out, bytes);
        assert_eq!(String::from_utf8_lossy(&out), expected, "{bytes} {scale:?}");
        assert_eq!(scale.width(bytes), expected.len(), "{bytes} {scale:?}");
    }

    #[test]
    fn human_rounds_up() {
        for (bytes, expected) in [
            (0, "0"),
            (1, "1"),
            (1023, "1023"),
            (1024, "1.0K"),
            (1025, "1.1K"),
            (1126, "1.1K"),
            (1127, "1.2K"),
            (10137, "9.9K"),
            (10138, "10K"),
            (10240, "10K"),
            (10241, "11K"),
            (1023 * 1024, "1023K"),
            (1023 * 1024 + 1, "1.0M"),
            (1 << 40, "1.0T"),
            (u64::MAX, "16E"),
        ] {
            check(Scale::Human, bytes, expected);
        }
        check(Scale::Si, 999, "999");
        check(Scale::Si, 1000, "1.0k");
        check(Scale::Si, 999_001, "1.0M");
        check(Scale::Si, 999_000, "999k");
    }

    #[test]
    fn blocks_round_up() {
        check(Scale::Block(1), u64::MAX, "18446744073709551615");
        check(Scale::Block(1024), 0, "0");
        check(Scale::Block(1024), 1, "1");
        check(Scale::Block(1024), 4096, "4");
        check(Scale::Block(512), 513, "2");
    }
}
