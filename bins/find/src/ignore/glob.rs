//! Patterns of .gitignore files: `*`, `?`, `[...]` and `**` over bytes, as gitignore(5) describes them.

/// Whether a pattern matches the whole of a path. Only `**` matches slashes, as a part between slashes.
///
/// Of the stars that have been passed only the last can have to match more, and of `**/` likewise: what lies before has
/// matched as early as it can. So the time is that of the pattern's length for each byte, whatever stars there are.
pub(super) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let (mut at, mut from) = (0, 0);
    // Where the pattern goes on behind the last star, or the last `**/`, and the path behind what that matches.
    let (mut star, mut deep) = (None, None);
    loop {
        let begins_part = at == 0 || pattern[at - 1] == b'/';
        match &pattern[at..] {
            [] if from == path.len() => return true,
            [b'*', b'*', b'/', ..] if begins_part => {
                at += 3;
                (star, deep) = (None, Some((at, from)));
                continue;
            }
            // All that is in a directory.
            [b'*', b'*'] if begins_part && at > 0 => return from < path.len(),
            [b'*', ..] => {
                at += pattern[at..].iter().take_while(|&&byte| byte == b'*').count();
                star = Some((at, from));
                continue;
            }
            rest => {
                let next = path.get(from).and_then(|&byte| one(rest, byte));
                if let Some(length) = next {
                    (at, from) = (at + length, from + 1);
                    continue;
                }
            }
        }
        let longer = star.filter(|(_, end)| path.get(*end).is_some_and(|&byte| byte != b'/'));
        if let Some((behind, end)) = longer {
            (at, from) = (behind, end + 1);
            star = Some((at, from));
        } else if let Some((behind, end)) = deep {
            let Some(slash) = path[end..].iter().position(|&byte| byte == b'/') else { return false };
            (at, from) = (behind, end + slash + 1);
            (star, deep) = (None, Some((at, from)));
        } else {
            return false;
        }
    }
}

/// How long the part of a pattern is that matches this one byte, if it does.
fn one(pattern: &[u8], byte: u8) -> Option<usize> {
    match pattern {
        [b'?', ..] => (byte != b'/').then_some(1),
        [b'[', rest @ ..] => {
            let (holds, behind) = class(rest, byte)?;
            (holds && byte != b'/').then_some(pattern.len() - behind.len())
        }
        [b'\\', wanted, ..] => (*wanted == byte).then_some(2),
        // A backslash with nothing behind it is no pattern.
        [b'\\'] => None,
        [wanted, ..] => (*wanted == byte).then_some(1),
        [] => None,
    }
}

/// Whether a byte is in a class, whose text begins behind its bracket, and what follows the class; `None` where it is never
/// closed.
fn class(text: &[u8], byte: u8) -> Option<(bool, &[u8])> {
    let (negated, mut rest) = match text {
        [b'!' | b'^', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (mut holds, mut first) = (false, true);
    loop {
        match rest {
            [] => return None,
            [b']', after @ ..] if !first => return Some((holds != negated, after)),
            [b'[', b':', after @ ..] => {
                let end = after.windows(2).position(|two| two == b":]")?;
                holds |= named(&after[..end])?(&byte);
                rest = &after[end + 2..];
            }
            _ => {
                let (from, after) = letter(rest)?;
                let (to, after) = match after {
                    [b'-', end, ..] if *end != b']' => letter(&after[1..])?,
                    _ => (from, after),
                };
                // The first end matches itself, even where the range is empty.
                holds |= byte == from || (from..=to).contains(&byte);
                rest = after;
            }
        }
        first = false;
    }
}

/// A byte of a class, escaped or not, and what follows it.
fn letter(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'\\', byte, rest @ ..] | [byte, rest @ ..] => Some((*byte, rest)),
        [] => None,
    }
}

/// A class by its name, in the C locale.
fn named(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |byte| matches!(byte, b' '..=b'~'),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |byte| matches!(byte, b' ' | 9..=13),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let check = |pattern: &str, path: &str, expected| {
            assert_eq!(matches(pattern.as_bytes(), path.as_bytes()), expected, "{pattern} {path}");
        };
        check("a", "a", true);
        check("*.c", "x.c", true);
        check("*.c", "d/x.c", false);
        check("?", "/", false);
        check("a*b*c", "axxbxxc", true);
        check("[a-c]x", "bx", true);
        check("[!a-c]x", "bx", false);
        check("[]]", "]", true);
        check("[]-a]", "_", true);
        check("[a-]", "-", true);
        check("[[:digit:]x]", "7", true);
        check("[[:nope:]]", "7", false);
        check("[a", "[a", false);
        check("[\\]]", "]", true);
        check("\\*", "*", true);
        check("\\*", "x", false);
        check("**/x", "x", true);
        check("**/x", "a/b/x", true);
        check("a/**/x", "a/x", true);
        check("a/**/x", "a/b/c/x", true);
        check("a/**/x", "ab/x", false);
        check("a/**", "a/b/c", true);
        check("a/**", "a", false);
        check("a**b", "axb", true);
        check("a**b", "a/b", false);
        check("a\\", "a\\", false);
        check("[a--]", "a", true);
        check("[a--]", "-", false);
        check("[a-[x]", "a", true);
        check("[a-[x]", "x", true);
        check("[a-[x]", "[", false);
        check("a/**/b*/**/c", "a/x/b1/b2/c", true);
        check("**/a/*b", "a/x/a/yb", true);
        check("a/**/*/c", "a/c", false);
        check("**", "a", true);
        check("a/**/", "a/", true);
    }

    #[test]
    fn many_stars_take_no_time() {
        let name = "a".repeat(255);
        assert!(!matches("*a".repeat(40).as_bytes(), (name.clone() + "b").as_bytes()));
        let path = vec![name; 15].join("/");
        assert!(!matches(("**/*a".repeat(20) + "b").as_bytes(), path.as_bytes()));
        assert!(!matches(("**/".repeat(30) + &"*a".repeat(30) + "b").as_bytes(), path.as_bytes()));
    }
}
