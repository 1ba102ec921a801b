//! Shell patterns: those that are compared without libc, and those that are left to it, on names of all kinds.

use super::{case, check, each, patterns};
use ringutils_tests::{Tree, random::Random};

/// Names for patterns to match.
const NAMES: &str = "
f a
f A
f ab
f aB
f abc
f abca
f a.c
f .c
f .ac
f a*c
f a\\\\
f [a]
f a?
f i
f I
f 1.c
f a\\nb.c
f \\xc3\\xa9
f \\xc3\\xa9.c
f a\\xc3\\xa9c
f \\xc3\\x89.C
f \\xff
f a\\xffc
f \\xc3
f \\xa9.c
f a\\xe2\\x82\\xac
f \\xe2\\x84\\xaa
f \\xc5\\xbf
d c
d c/a
f c/a/b.c
l link -> ab
l other -> \\xc3\\xa9.c
";

/// Thousands of patterns, forty a command.
#[test]
fn random_patterns() {
    let tree = Tree::new(NAMES);
    patterns::compare(&tree, |_| {
        let test = |random: &mut Random| {
            let test =
                *random.pick(&["-name", "-iname", "-name", "-iname", "-path", "-ipath", "-lname", "-ilname"]);
            Some([test.as_bytes().to_vec(), pattern(random)])
        };
        (vec![b".".to_vec()], test)
    });
}

/// A pattern, most often one that is a comparison of its begin, its end or a part.
fn pattern(random: &mut Random) -> Vec<u8> {
    const LITERALS: [&[u8]; 19] = [
        b"a",
        b"A",
        b"b",
        b"c",
        b".c",
        b".C",
        b"ab",
        b"i",
        b"I",
        b"k",
        b"s",
        b"\\a",
        b"\\*",
        b"\xc3\xa9",
        b"\xc3\x89",
        b"\xff",
        b"\xc3",
        b"\xa9",
        b"\xe2\x82\xac",
    ];
    const SPECIAL: [&[u8]; 8] = [b"?", b"[ab]", b"[!a]", b"[a-c]", b"[[:upper:]]", b"[", b"\\", b"]"];
    let mut pattern = Vec::new();
    for _ in 0..1 + random.below(3) {
        if random.once_in(2) {
            pattern.extend_from_slice(if random.once_in(6) { b"**" } else { b"*" });
        }
        let parts: &[&[u8]] = if random.once_in(6) { &SPECIAL } else { &LITERALS };
        pattern.extend_from_slice(random.pick::<&[u8]>(parts));
    }
    if random.once_in(3) {
        pattern.push(b'*');
    }
    pattern
}

/// The other case of `i` is not `I` in Turkish.
#[test]
fn letters_of_other_cases() {
    let tree = Tree::new("f i\nf I\nf \\xc4\\xb0\nf \\xc4\\xb1\nf Ki\nf kI\n");
    for locale in ["tr_TR.UTF-8", "tr_TR.ISO-8859-9"] {
        for test in ["-iname", "-iregex"] {
            for pattern in ["i", "I", "I*", ".*i", "k*", ".*/ki", "./I", "*I"] {
                case(&[".", test, pattern]).locale(locale).check(&tree);
            }
        }
    }
}

#[test]
fn text_around_a_star() {
    let tree = Tree::new(NAMES);
    each(
        &tree,
        r"
        . -name a*c
        . -iname A*C
        . -name ab*bc
        . -name ab*ca
        . -path ./*.c
        . -path ./a*c
        . -ipath ./A*C
        . -regex ./.*\.c
        . -regex \./a.*c
        . -iregex \./A.*C
        . -regex .*/a.*\.c
        ",
    );
    check(&tree, &[".", "-name", "é*c", "-o", "-name", "*é*"]);
}
