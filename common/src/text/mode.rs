//! A file's type and permissions as `ls -l` and `find -ls` show them.

use crate::sys::Kind;

/// The letter of a type; `?` for one that has no name.
pub fn letter(kind: Kind) -> u8 {
    match kind {
        Kind::Unknown => b'?',
        Kind::Fifo => b'p',
        Kind::Char => b'c',
        Kind::Dir => b'd',
        Kind::Block => b'b',
        Kind::File => b'-',
        Kind::Link => b'l',
        Kind::Socket => b's',
    }
}

/// The letter of a type as `find -type` has it; `U` for one that has no name.
pub fn kind_letter(kind: Kind) -> u8 {
    match kind {
        Kind::Unknown => b'U',
        Kind::File => b'f',
        kind => letter(kind),
    }
}

/// The ten characters of a mode, as `drwxr-sr-t`. Set-user-ID, set-group-ID and the sticky bit replace an `x` by `s`,
/// `s`, `t`, and stand as capitals where there is no `x`.
pub fn text(mode: u32) -> [u8; 10] {
    let mut text = *b"----------";
    text[0] = letter(Kind::from_mode(mode));
    for (at, letter) in b"rwxrwxrwx".iter().enumerate() {
        if mode & (0o400 >> at) != 0 {
            text[at + 1] = *letter;
        }
    }
    for (bit, at, with, without) in
        [(0o4000, 3, b's', b'S'), (0o2000, 6, b's', b'S'), (0o1000, 9, b't', b'T')]
    {
        if mode & bit != 0 {
            text[at] = if text[at] == b'x' { with } else { without };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes() {
        let check = |mode, expected: &[u8; 10]| assert_eq!(&text(mode), expected, "{mode:o}");
        check(0o100644, b"-rw-r--r--");
        check(0o40755, b"drwxr-xr-x");
        check(0o41777, b"drwxrwxrwt");
        check(0o41776, b"drwxrwxrwT");
        check(0o104755, b"-rwsr-xr-x");
        check(0o104644, b"-rwSr--r--");
        check(0o102755, b"-rwxr-sr-x");
        check(0o102745, b"-rwxr-Sr-x");
        check(0o120777, b"lrwxrwxrwx");
        check(0o20600, b"crw-------");
        check(0o60660, b"brw-rw----");
        check(0o10000, b"p---------");
        check(0o147001, b"s--S--S--t");
        check(0, b"?---------");
    }
}
