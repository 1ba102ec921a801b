//! Which terminals show colours, where LS_COLORS does not say how.

use std::{env, os::unix::ffi::OsStrExt};

/// Whether COLORTERM or TERM says that the terminal shows colours.
pub fn show_colors() -> bool {
    if env::var_os("COLORTERM").is_some_and(|value| !value.is_empty()) {
        return true;
    }
    env::var_os("TERM").is_some_and(|term| TERMS.iter().any(|pattern| fits(pattern, term.as_bytes())))
}

/// Values of TERM, as fnmatch(3) patterns, of terminals that show colours; those that dircolors knows.
const TERMS: [&[u8]; 26] = [
    b"Eterm",
    b"ansi",
    b"*color*",
    b"con[0-9]*x[0-9]*",
    b"cons25",
    b"console",
    b"cygwin",
    b"*direct*",
    b"dtterm",
    b"gnome",
    b"hurd",
    b"jfbterm",
    b"konsole",
    b"kterm",
    b"linux",
    b"linux-c",
    b"mlterm",
    b"putty",
    b"rxvt*",
    b"screen*",
    b"st",
    b"terminator",
    b"tmux*",
    b"vt100",
    b"xterm*",
    b"vt220",
];

/// The part of fnmatch(3) that `TERMS` uses: stars and the class of digits.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    if let Some(rest) = pattern.strip_prefix(b"*") {
        return (0..=text.len()).any(|skip| fits(rest, &text[skip..]));
    }
    if let Some(rest) = pattern.strip_prefix(b"[0-9]") {
        return text.split_first().is_some_and(|(first, tail)| first.is_ascii_digit() && fits(rest, tail));
    }
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((want, rest)), Some((first, tail))) => want == first && fits(rest, tail),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let check = |term: &[u8], expected| {
            assert_eq!(TERMS.iter().any(|pattern| fits(pattern, term)), expected, "{}", term.escape_ascii());
        };
        check(b"xterm-kitty", true);
        check(b"my-color-term", true);
        check(b"con80x25", true);
        check(b"conx25", false);
        check(b"dumb", false);
        check(b"vt100x", false);
    }
}
