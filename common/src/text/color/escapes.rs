//! Escapes in the keys and values of LS_COLORS: `\e`, `\033`, `\x1b`, `^[` and the like, as dircolors(1) and ls know
//! them. What a key means is for `color` to know.

/// Reads one key or value up to its end, a colon, or an equals sign where `is_key`, and gives what is left. `None`
/// where an escape is cut off.
pub fn unescape(text: &[u8], is_key: bool) -> Option<(Vec<u8>, &[u8])> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b':' => break,
            b'=' if is_key => break,
            b'\\' => {
                let &escaped = text.get(at + 1)?;
                at += 2;
                match escaped {
                    b'0'..=b'7' => {
                        let digits =
                            text[at - 1..].iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count();
                        let octal = &text[at - 1..at - 1 + digits];
                        out.push(
                            octal.iter().fold(0u8, |n, digit| n.wrapping_mul(8).wrapping_add(digit - b'0')),
                        );
                        at += digits - 1;
                    }
                    b'x' | b'X' => {
                        let digits = text[at..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
                        let value = |digit: &u8| (*digit as char).to_digit(16).unwrap_or(0) as u8;
                        let hex = &text[at..at + digits];
                        out.push(
                            hex.iter().fold(0u8, |n, digit| n.wrapping_mul(16).wrapping_add(value(digit))),
                        );
                        at += digits;
                    }
                    b'a' => out.push(7),
                    b'b' => out.push(8),
                    b'e' => out.push(27),
                    b'f' => out.push(12),
                    b'n' => out.push(10),
                    b'r' => out.push(13),
                    b't' => out.push(9),
                    b'v' => out.push(11),
                    b'?' => out.push(127),
                    b'_' => out.push(b' '),
                    other => out.push(other),
                }
            }
            b'^' => {
                let &control = text.get(at + 1)?;
                at += match control {
                    b'@'..=b'~' => {
                        out.push(control & 0x1f);
                        2
                    }
                    // So it is at GNU's: what stands for DEL is read once more, for itself.
                    b'?' => {
                        out.push(127);
                        1
                    }
                    _ => return None,
                };
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Some((out, &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let check = |text: &[u8], expected: Option<(&[u8], &[u8])>| {
            let got = unescape(text, true);
            assert_eq!(got.as_ref().map(|(out, rest)| (out.as_slice(), *rest)), expected);
        };
        check(b"\\e[\\033\\x1b^[\\_\\?=x", Some((b"\x1b[\x1b\x1b\x1b \x7f", b"=x")));
        check(b"^?=x", Some((b"\x7f?", b"=x")));
        check(b"a\\", None);
        check(b"^1", None);
    }
}
