//! -size: the size in units, rounded up.

use super::number::Number;

/// A size to compare with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SizeTest {
    /// How many units.
    count: Number,
    /// Bytes a unit.
    unit: u64,
}

/// Why an argument is no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoSize {
    /// It is empty.
    Empty,
    /// It ends with this, which is no unit.
    Unit(u8),
    /// What stands before the unit is no number.
    Number,
}

impl SizeTest {
    /// Reads a number and its unit: `c` bytes, `w` two bytes, `b` or none 512, `k` KiB, `M` MiB, `G` GiB.
    pub(crate) fn parse(text: &[u8]) -> Result<SizeTest, NoSize> {
        let &last = text.last().ok_or(NoSize::Empty)?;
        let (digits, unit) = match last {
            b'0'..=b'9' => (text, 512),
            b'b' => (&text[..text.len() - 1], 512),
            b'c' => (&text[..text.len() - 1], 1),
            b'w' => (&text[..text.len() - 1], 2),
            b'k' => (&text[..text.len() - 1], 1 << 10),
            b'M' => (&text[..text.len() - 1], 1 << 20),
            b'G' => (&text[..text.len() - 1], 1 << 30),
            other => return Err(NoSize::Unit(other)),
        };
        Ok(SizeTest { count: Number::parse(digits).ok_or(NoSize::Number)?, unit })
    }

    /// Whether a file of `bytes` bytes is as asked.
    pub(crate) fn holds(self, bytes: u64) -> bool {
        self.count.holds(bytes.div_ceil(self.unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_up() {
        let check = |text: &str, bytes: u64, expected: bool| {
            assert_eq!(
                SizeTest::parse(text.as_bytes()).map(|size| size.holds(bytes)),
                Ok(expected),
                "{text} {bytes}"
            );
        };
        check("1", 1, true);
        check("1", 512, true);
        check("1", 513, false);
        check("0", 0, true);
        check("-1k", 0, true);
        check("-1k", 1, false);
        check("+1k", 1024, false);
        check("+1k", 1025, true);
        check("2w", 3, true);
        check("3c", 3, true);
        check("1M", 1, true);
        check("1G", (1 << 30) + 1, false);
        check("1b", 512, true);
    }

    #[test]
    fn what_is_no_size() {
        let check =
            |text: &str, expected| assert_eq!(SizeTest::parse(text.as_bytes()), Err(expected), "{text}");
        check("", NoSize::Empty);
        check("x", NoSize::Unit(b'x'));
        check("+", NoSize::Unit(b'+'));
        check("5K", NoSize::Unit(b'K'));
        check("c", NoSize::Number);
        check("5cc", NoSize::Number);
        check("+-1", NoSize::Number);
    }
}
