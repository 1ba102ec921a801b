//! Regular expressions, in every syntax.

use super::{ZOO, case, check, each, patterns, quick};
use ringutils::text::regex::{Regex, Syntax};
use ringutils_tests::{Tree, Who, random::Random};

/// The names of syntaxes, and what they are to libc: a pattern that it refuses would spoil a whole command.
const TYPES: [(&str, Syntax); 13] = [
    ("findutils-default", Syntax::EMACS),
    ("ed", Syntax::POSIX_BASIC),
    ("emacs", Syntax::EMACS),
    ("gnu-awk", Syntax::GNU_AWK),
    ("grep", Syntax::GREP),
    ("posix-awk", Syntax::POSIX_AWK),
    ("awk", Syntax::AWK),
    ("posix-basic", Syntax::POSIX_BASIC),
    ("posix-egrep", Syntax::EGREP),
    ("egrep", Syntax::EGREP),
    ("posix-extended", Syntax::POSIX_EXTENDED),
    ("posix-minimal-basic", Syntax::POSIX_MINIMAL_BASIC),
    ("sed", Syntax::POSIX_BASIC),
];

/// Names for patterns to match.
const NAMES: &str = "
f a
f b
f A
f aa
f ab
f aab
f aba
f abc
f a.c
f a+b
f a*b
f (a)
f a|b
f a{1,2}
f [a]
f a\\\\b
f a\\nb
f a\\sb
f _a-b
f 1
f a1
f a^b
f $a
f \\xc3\\xa9
f a\\xc3\\xa9
f \\xff
f a\\xffb
f \\xc3\\x89
d c
d c/a
f c/a/b
";

#[test]
fn usual_patterns() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        r"
        . -regex .*\.txt
        . -iregex .*\.TXT
        . -regex \./a/b/.*
        . -regex .*/b/.*
        . -regex \./a/b
        . -regex a/b
        . -regex .*
        . -regex .
        . -regex .*[0-9]
        . -regex .*/[a-z]*
        . -regex .*\(one\|three\).*
        . -regextype posix-extended -regex .*(one|three).*
        . -regextype posix-extended -regex .*/[[:alpha:]]+
        . -regextype posix-extended -regex .*(e)\1.*
        . -regextype egrep -regex .*{5}
        . -regextype sed -regex .*e -regextype emacs -regex .*t?hre+
        . -regex .*e -o -regextype posix-extended -iregex .*(E|O).*
        a/ a// -regex a/+b
        . -regex .*é.*
        . -iregex .*É.*
        . -size +0 -regex .*/b/.*
        . -warn -name b -regextype sed -maxdepth 2
        ",
    );
    check(&tree, &[".", "-regex", ""]);
    check(&tree, &[".", "-regex", ".*new\nline"]);
    for kind in ["emacs", "findutils-default", "posix-extended", "awk"] {
        check(&tree, &[".", "-regextype", kind, "-regex", ".*new.line"]);
    }
}

#[test]
fn what_is_no_pattern() {
    let tree = Tree::new("d a\n");
    each(
        &tree,
        "a -regex\na -iregex\na -regextype\na -regextype foo\na -regextype posix\na -regextype emacs,sed",
    );
    check(&tree, &["a", "-regextype", ""]);
    for pattern in [
        "[",
        "[[:foo:]]",
        "[[.x.]",
        "\\(",
        "\\)",
        "(",
        ")",
        "\\",
        "*a",
        "+a",
        "a**",
        "a\\{1",
        "a{1",
        "a{2,1}",
        "a\\{2,1\\}",
        "[z-a]",
        "\\1",
        "a{99999}",
        "(*)",
        "a|*b",
        "\\{1\\}",
        "{1}",
        "[]",
        "[^]",
        "[[=a]",
        "a\\|*b",
        "\\(*a\\)",
        "^*",
    ] {
        for (kind, _) in TYPES {
            quick(&tree, &["a", "-regextype", kind, "-regex", pattern]);
        }
    }
}

/// Where engines that try one way after the other would try for ever, an automaton is done at once.
#[test]
fn patterns_that_go_many_ways() {
    let long = "a".repeat(250);
    let tree = Tree::new(&format!("f {long}\nf {long}b\n"));
    for pattern in [
        ".*(a*)*b",
        ".*(a|aa)*c",
        ".*a*a*a*a*a*a*a*a*b",
        ".*(a+a+)+y",
        ".*((a*)*)*b",
        ".*(a?){60}a{60}b",
        ".*(a|a?)+b",
        ".*(.*)(.*)(.*)(.*)(.*)[^a]",
    ] {
        for (kind, pattern) in [
            ("posix-extended", pattern.to_owned()),
            ("emacs", pattern.replace('(', "\\(").replace(')', "\\)").replace('|', "\\|")),
        ] {
            case(&[".", "-regextype", kind, "-regex", &pattern])
                .only(Who::Root)
                .apart()
                .patience(20)
                .check(&tree);
        }
    }
}

/// Thousands of patterns, forty a command.
#[test]
fn random_patterns() {
    let tree = Tree::new(NAMES);
    patterns::compare(&tree, |random| {
        let (name, syntax) = *random.pick(&TYPES);
        let test: &[u8] = if random.once_in(4) { b"-iregex" } else { b"-regex" };
        let begin = [".", "-regextype", name].map(|word| word.as_bytes().to_vec()).to_vec();
        let make = move |random: &mut Random| {
            let pattern = pattern(random);
            Regex::new(&pattern, syntax).is_ok().then(|| [test.to_vec(), pattern])
        };
        (begin, make)
    });
}

/// A pattern that means something in one syntax or another.
fn pattern(random: &mut Random) -> Vec<u8> {
    const PARTS: [&[u8]; 44] = [
        b"a",
        b"b",
        b"A",
        b"c",
        b"1",
        b".",
        b".",
        b".*",
        b"*",
        b"+",
        b"?",
        b"\\+",
        b"\\?",
        b"(",
        b")",
        b"\\(",
        b"\\)",
        b"|",
        b"\\|",
        b"[ab]",
        b"[^a]",
        b"[a-c]",
        b"[[:alpha:]]",
        b"[^[:upper:]b]",
        b"[]a]",
        b"[a\\]",
        b"{1,2}",
        b"\\{1,2\\}",
        b"{2}",
        b"^",
        b"$",
        b"\\1",
        b"\\w",
        b"\\W",
        b"\\b",
        b"\\<",
        b"\\>",
        b"\\.",
        b"/",
        b"\n",
        b"\xc3\xa9",
        b"\xff",
        b"_",
        b"\\`",
    ];
    const FRONTS: [&[u8]; 5] = [b"", b"./", b"\\./", b".*", b".*/"];
    let mut pattern = random.pick(&FRONTS).to_vec();
    for _ in 0..1 + random.below(6) {
        // A group that is opened is usually wanted closed.
        match random.below(10) {
            0 => {
                let (open, close): (&[u8], &[u8]) =
                    if random.once_in(2) { (b"(", b")") } else { (b"\\(", b"\\)") };
                pattern.extend_from_slice(open);
                for _ in 0..1 + random.below(3) {
                    pattern.extend_from_slice(random.pick::<&[u8]>(&PARTS));
                }
                pattern.extend_from_slice(close);
            }
            _ => pattern.extend_from_slice(random.pick::<&[u8]>(&PARTS)),
        }
    }
    if random.once_in(3) {
        pattern.extend_from_slice(b".*");
    }
    pattern
}
