//! -color: paths as bfs shows them, in the colours of LS_COLORS.

use ringutils_tests::{Outcome, Tree, Who, programs::Side, run::Streams};

use super::spellings::{ours, run_with, start, words};

const TREE: &str = "d d\nf d/a.c\nf d/run 755\nf d/set 4755\nl d/link -> a.c\nl d/lost -> none\np d/pipe\nd d/open 1777\nf d/open/x\n";

const COLORS: &str = "di=1:ln=2:or=3:pi=4:ex=5:su=6:tw=7:*.c=8";

/// A path in colours: parts and their colours.
fn painted(parts: &[(&str, &str)]) -> String {
    let part = |(text, color): &(&str, &str)| match *color {
        "" => (*text).to_owned(),
        color => format!("\x1b[{color}m{text}\x1b[0m"),
    };
    parts.iter().map(part).collect::<String>() + "\n"
}

#[test]
fn paths_in_colors() {
    let tree = Tree::new(TREE);
    let all = [
        painted(&[("d", "1")]),
        painted(&[("d/", "1"), ("a.c", "8")]),
        painted(&[("d/", "1"), ("link", "2")]),
        painted(&[("d/", "1"), ("lost", "3")]),
        painted(&[("d/", "1"), ("open", "7")]),
        painted(&[("d/open/", "1"), ("x", "")]),
        painted(&[("d/", "1"), ("pipe", "4")]),
        painted(&[("d/", "1"), ("run", "5")]),
        painted(&[("d/", "1"), ("set", "6")]),
    ];
    for who in Who::everyone() {
        let check = |argv: &str, colors: &str, expected: &str| {
            let got = run_with(Side::Ours, &tree, who, &words(argv), &[("LS_COLORS", colors)]);
            assert_eq!(got, Outcome::new(0, expected, ""), "{who:?} {argv}");
        };
        check("-s d -color", COLORS, &all.concat());
        check("-s d -print -color", COLORS, &all.concat());
        check(
            "-s d -color -name run -print -o -name link -print",
            COLORS,
            &[all[2].as_str(), &all[7]].concat(),
        );
        check("-s d/ -color -depth 0", COLORS, &painted(&[("d/", "1")]));
        check("-s d/a.c -color", "di=01:*.c=9", &painted(&[("d/", "01"), ("a.c", "9")]));
        check("-L d -name link -color", COLORS, &painted(&[("d/", "1"), ("link", "")]));
        check("-s d -color -nocolor -name run", COLORS, "d/run\n");
        check("-s d -color -name run -print0", COLORS, "d/run\0");
        check("-s d -color -name run -fprint /dev/stdout", COLORS, "d/run\n");
        check("-s d -color -name run -printf %p", COLORS, "d/run");
        // Without the variable, as ls: by the terminal's name.
        let plain = ours(&tree, who, &words("d -name run -color"));
        assert_eq!(plain, Outcome::new(0, "d/run\n", ""));
        let known = run_with(Side::Ours, &tree, who, &words("d -name run -color"), &[("TERM", "xterm")]);
        assert_eq!(known, Outcome::new(0, painted(&[("d/", "01;34"), ("run", "01;32")]), ""));
        let wrong =
            run_with(Side::Ours, &tree, who, &words("d -name run -color"), &[("LS_COLORS", "di=1:zz=2")]);
        let said =
            "find: unrecognized prefix: 'zz'\nfind: unparsable value for LS_COLORS environment variable\n";
        assert_eq!(wrong, Outcome::new(0, "d/run\n", said));
    }
}

/// On a terminal names are made safe to show, in colours too, and there are colours only where they are asked for.
#[test]
fn at_a_terminal() {
    let tree = Tree::new("d d\nf d/x\\x1by\n");
    for who in Who::everyone() {
        for (argv, expected) in
            [("d -type f -color", "\x1b[1md/\x1b[0m\x1b[2mx?y\x1b[0m\r\n"), ("d -type f", "d/x?y\r\n")]
        {
            let start = start(&words(argv), &[("LS_COLORS", "di=1:fi=2")]);
            let got = start.run(Side::Ours, who, "C", Streams::Terminal(80), tree.top());
            assert_eq!(String::from_utf8_lossy(&got.out), expected, "{who:?} {argv}");
        }
    }
}
