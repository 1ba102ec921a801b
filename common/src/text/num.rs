//! Whole numbers: written in decimal and octal digits, without the formatting machinery, and read from text.

/// Appends `n` in decimal.
pub fn push(out: &mut Vec<u8>, n: u64) {
    let mut buf = [0u8; 20];
    out.extend_from_slice(decimal(&mut buf, n));
}

/// Appends `n` in decimal, with blanks before it up to `width` columns.
pub fn push_right(out: &mut Vec<u8>, n: u64, width: usize) {
    let mut buf = [0u8; 20];
    let digits = decimal(&mut buf, n);
    pad(out, width.saturating_sub(digits.len()), b' ');
    out.extend_from_slice(digits);
}

/// Appends `n` in decimal, with `fill` before it up to `width` columns.
pub fn push_filled(out: &mut Vec<u8>, n: u64, width: usize, fill: u8) {
    let mut buf = [0u8; 20];
    let digits = decimal(&mut buf, n);
    pad(out, width.saturating_sub(digits.len()), fill);
    out.extend_from_slice(digits);
}

/// Appends a signed number in decimal.
pub fn push_signed(out: &mut Vec<u8>, n: i64) {
    if n < 0 {
        out.push(b'-');
    }
    push(out, n.unsigned_abs());
}

/// How many decimal digits `n` has.
pub fn digits(n: u64) -> usize {
    n.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Appends `count` times `fill`.
pub fn pad(out: &mut Vec<u8>, count: usize, fill: u8) {
    out.resize(out.len() + count, fill);
}

/// Appends a byte as three octal digits.
pub fn push_octal(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(&[b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]);
}

/// Reads the number that a text begins with, as strtoumax(3) does in base 0, and gives the rest; `None` inside where it
/// is too large.
pub fn read(text: &[u8]) -> Option<(Option<u64>, &[u8])> {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let (digits, base) = match text {
        [b'0', b'x' | b'X', digits @ ..] if digits.first().is_some_and(u8::is_ascii_hexdigit) => (digits, 16),
        [b'0', ..] => (text, 8),
        _ => (text, 10),
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(base).map(u64::from);
    let count = digits.iter().take_while(|byte| digit(byte).is_some()).count();
    let (digits, rest) = digits.split_at(count);
    let value = digits
        .iter()
        .filter_map(digit)
        .try_fold(0u64, |value, digit| value.checked_mul(base.into())?.checked_add(digit));
    (count > 0).then_some((value, rest))
}

/// The decimal digits of `n`, at the end of `buf`; two at a time, from the last on.
pub fn decimal(buf: &mut [u8; 20], mut n: u64) -> &[u8] {
    let mut at = buf.len();
    while n >= 100 {
        let pair = (n % 100) as u8;
        n /= 100;
        at -= 2;
        buf[at] = b'0' + pair / 10;
        buf[at + 1] = b'0' + pair % 10;
    }
    if n >= 10 {
        at -= 2;
        buf[at] = b'0' + n as u8 / 10;
        buf[at + 1] = b'0' + n as u8 % 10;
    } else {
        at -= 1;
        buf[at] = b'0' + n as u8;
    }
    &buf[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal() {
        let check = |n: u64, width, expected: &str| {
            let mut out = Vec::new();
            push_right(&mut out, n, width);
            assert_eq!(String::from_utf8_lossy(&out), expected);
            assert_eq!(digits(n), expected.trim().len());
        };
        check(0, 0, "0");
        check(9, 3, "  9");
        check(10, 1, "10");
        check(99, 2, "99");
        check(100, 5, "  100");
        check(1234567, 0, "1234567");
        check(u64::MAX, 0, "18446744073709551615");
    }

    #[test]
    fn reading() {
        let check = |text: &str, expected: Option<(Option<u64>, &str)>| {
            let got = read(text.as_bytes());
            assert_eq!(got, expected.map(|(value, rest)| (value, rest.as_bytes())), "{text:?}");
        };
        check("", None);
        check("x1", None);
        check("-1", None);
        check(" +12x", Some((Some(12), "x")));
        check("010", Some((Some(8), "")));
        check("08", Some((Some(0), "8")));
        check("0x1fg", Some((Some(31), "g")));
        check("0x", Some((Some(0), "x")));
        check("18446744073709551615", Some((Some(u64::MAX), "")));
        check("18446744073709551616K", Some((None, "K")));
    }

    #[test]
    fn signed_and_octal() {
        let mut out = Vec::new();
        push_signed(&mut out, i64::MIN);
        push_octal(&mut out, 0xff);
        push_octal(&mut out, 1);
        push_filled(&mut out, 7, 3, b'0');
        assert_eq!(out, b"-9223372036854775808377001007");
    }
}
