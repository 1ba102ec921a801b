//! Block sizes by name, as the BLOCK_SIZE variables of GNU's tools have them: `512`, `1K`, `MB`, `si`, `'1`.
//!
//! Reads them, and shows sizes in them. Which variable counts, and for what, is the tool's to know.

use super::{locale, num, size::Scale, width};

/// A unit of sizes, and how numbers of it look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockSize {
    /// The unit.
    scale: Scale,
    /// Whether digits are grouped as the locale has it.
    grouped: bool,
    /// A letter behind each number, and what follows it; for units that were named without a number.
    suffix: Option<(u8, &'static str)>,
}

/// Why a text is no block size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It does not begin with a number or a unit, or is zero.
    Senseless,
    /// Something stands behind the number and the unit.
    Suffix,
    /// It is more than 64 bits can hold.
    TooLarge,
}

/// How far a number with a unit could be read.
struct Reading {
    /// Its value, or as much of it as made sense.
    value: u64,
    /// What made no sense.
    flaw: Option<Flaw>,
    /// The unit, where there was no number before it.
    suffix: Option<(u8, &'static str)>,
}

impl From<Scale> for BlockSize {
    fn from(scale: Scale) -> BlockSize {
        BlockSize { scale, grouped: false, suffix: None }
    }
}

impl BlockSize {
    /// Reads a name. What makes no sense is `usual`, in bytes; a number before something that makes no sense counts.
    pub fn parse(name: &[u8], usual: u64) -> BlockSize {
        BlockSize::read(name).unwrap_or_else(|(value, _)| match value {
            0 => Scale::Block(usual).into(),
            value => Scale::Block(value).into(),
        })
    }

    /// Reads a name, all of which must make sense.
    pub fn exact(name: &[u8]) -> Result<BlockSize, Flaw> {
        BlockSize::read(name).map_err(|(_, flaw)| flaw)
    }

    /// Reads a name; on an error as much of the value as made sense, and what did not.
    fn read(name: &[u8]) -> Result<BlockSize, (u64, Flaw)> {
        let (grouped, text) = match name.strip_prefix(b"'") {
            Some(text) => (true, text),
            None => (false, name),
        };
        for (word, scale) in [("human-readable", Scale::Human), ("si", Scale::Si)] {
            if !text.is_empty() && word.as_bytes().starts_with(text) {
                return Ok(BlockSize { scale, grouped, suffix: None });
            }
        }
        match read(text) {
            Reading { value: 0, .. } => Err((0, Flaw::Senseless)),
            Reading { value, flaw: Some(flaw), .. } => Err((value, flaw)),
            Reading { value, suffix, .. } => Ok(BlockSize { scale: Scale::Block(value), grouped, suffix }),
        }
    }

    /// Appends a size given in bytes.
    pub fn push(self, out: &mut Vec<u8>, bytes: u64) {
        let from = out.len();
        self.scale.push(out, bytes);
        if self.grouped {
            let (separator, sizes) = locale::groups();
            group(out, from, separator, sizes);
        }
        if let Some((letter, rest)) = self.suffix {
            out.push(letter);
            out.extend_from_slice(rest.as_bytes());
        }
    }

    /// How many columns `push` takes.
    pub fn width(self, bytes: u64) -> usize {
        if !self.grouped {
            return self.scale.width(bytes) + self.suffix.map_or(0, |(_, rest)| 1 + rest.len());
        }
        let mut text = Vec::new();
        self.push(&mut text, bytes);
        width::of(&text)
    }
}

/// Reads a number, a unit, or a number and a unit.
fn read(text: &[u8]) -> Reading {
    let (value, unit) = num::read(text).map_or((None, text), |(value, unit)| (Some(value), unit));
    // What is too large counts as the largest there is.
    let given = value.map(|value| value.unwrap_or(u64::MAX));
    let suffixed = Reading { value: given.unwrap_or(0), flaw: Some(Flaw::Suffix), suffix: None };
    let Some((letter, rest)) = unit.split_first() else {
        let flaw = if value == Some(None) { Some(Flaw::TooLarge) } else { None };
        return Reading { flaw, ..suffixed };
    };
    let power = match letter {
        b'K' | b'k' => 1,
        b'M' | b'm' => 2,
        b'G' | b'g' => 3,
        b'T' | b't' => 4,
        b'P' => 5,
        b'E' => 6,
        b'Z' => 7,
        b'Y' => 8,
        // These are taken for units, of which it is then found out that they are none.
        b'p' | b'e' | b'z' | b'y' => return Reading { value: given.unwrap_or(1), ..suffixed },
        _ => return suffixed,
    };
    let (base, behind, rest) = match rest {
        [b'i', b'B', rest @ ..] => (1024u64, "iB", rest),
        [b'B', rest @ ..] => (1000, "B", rest),
        [b'D', rest @ ..] => (1000, "", rest),
        rest => (1024, "", rest),
    };
    let product = base.checked_pow(power).and_then(|unit| unit.checked_mul(value.unwrap_or(Some(1))?));
    let letter = if behind == "B" && power == 1 { b'k' } else { letter.to_ascii_uppercase() };
    let flaw = match product {
        _ if !rest.is_empty() => Some(Flaw::Suffix),
        None => Some(Flaw::TooLarge),
        Some(_) => None,
    };
    Reading {
        value: product.unwrap_or(if given == Some(0) { 0 } else { u64::MAX }),
        flaw,
        suffix: given.is_none().then_some((letter, behind)),
    }
}

/// Groups the digits that stand at `from`, up to the first byte that is none.
fn group(out: &mut Vec<u8>, from: usize, separator: &[u8], sizes: &[u8]) {
    let digits = out[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = from + digits;
    let mut sizes = sizes.iter();
    let mut size = usize::MAX;
    loop {
        size = sizes.next().map_or(size, |size| usize::from(*size));
        // CHAR_MAX, or anything of that order, is no size.
        if size == 0 || size >= 127 || at <= from + size {
            return;
        }
        at -= size;
        out.splice(at..at, separator.iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |name: &str, bytes: u64, expected: &str| {
            let unit = BlockSize::parse(name.as_bytes(), 1024);
            let mut out = Vec::new();
            unit.push(&mut out, bytes);
            assert_eq!(String::from_utf8_lossy(&out), expected, "{name} {bytes}");
            assert_eq!(unit.width(bytes), expected.len(), "{name} {bytes}");
        };
        check("1", 1500, "1500");
        check("'1", 1500, "1500");
        check("512", 1500, "3");
        check("0x10", 1500, "94");
        check("010", 1500, "188");
        check("+1", 1500, "1500");
        check(" 5", 1500, "300");
        check("1K", 1500, "2");
        check("K", 1500, "2K");
        check("k", 1500, "2K");
        check("kB", 3_145_728, "3146kB");
        check("KB", 3_145_728, "3146kB");
        check("KD", 3_145_728, "3146K");
        check("KiB", 3_145_728, "3072KiB");
        check("m", 3_145_728, "3M");
        check("MB", 3_145_728, "4MB");
        check("1MB", 3_145_728, "4");
        check("EiB", 1, "1EiB");
        check("h", 1500, "1.5K");
        check("human-readable", 1500, "1.5K");
        check("si", 3_145_728, "3.2M");
        for senseless in
            ["", "'", "0", "00", "0K", "08", "0x", "-1", "+K", "b", "c", "R", "nonsense", "six", "''1", " K"]
        {
            check(senseless, 1500, "2");
        }
        for one in ["1x", "1 MB", "1b", "1R", "p", "e", "1p", "z", "'1x"] {
            check(one, 1500, "1500");
        }
        check("12abc", 1500, "125");
        check("Ki", 1500, "2");
        check("2K0", 3_145_728, "1536");
        check("Mx", 3_145_728, "3");
        check("kBx", 3_145_728, "3146");
        for huge in ["99999999999999999999", "16E", "Z", "1Y"] {
            check(huge, 3_145_728, "1");
        }
    }

    #[test]
    fn flaws() {
        let check = |flaw, names: &[&str]| {
            for name in names {
                assert_eq!(BlockSize::exact(name.as_bytes()), Err(flaw), "{name:?}");
            }
        };
        check(Flaw::Senseless, &["", "'", "x", "0", "0K", "0kk", "0x", "08", "-1", "six", "si ", "''1", "R"]);
        check(
            Flaw::Suffix,
            &["p", "1p", "1x", "Kx", "Ki", "1Ki", "1 ", "1.5", "16Ex", "99999999999999999999b"],
        );
        check(Flaw::TooLarge, &["Z", "1Y", "16E", "16EiB", "99999999999999999999"]);
        assert!(
            ["h", "'si", "K", "1KB", " +1", "0x10"]
                .iter()
                .all(|name| BlockSize::exact(name.as_bytes()).is_ok())
        );
    }

    #[test]
    fn groups() {
        let check = |digits: &str, sizes: &[u8], expected: &str| {
            let mut out = format!("x{digits}").into_bytes();
            group(&mut out, 1, b",", sizes);
            assert_eq!(String::from_utf8_lossy(&out), format!("x{expected}"), "{digits} {sizes:?}");
        };
        check("1234567", b"\x03\x03", "1,234,567");
        check("123456", b"\x03", "123,456");
        check("123", b"\x03", "123");
        check("1023K", b"\x03", "1,023K");
        check("123456789", b"\x03\x02", "12,34,56,789");
        check("123456789", b"\x03\x7f", "123456,789");
        check("123456789", b"", "123456789");
    }
}
