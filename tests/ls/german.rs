//! Messages and times in another language: that of the system's catalogue for GNU's ls.

use super::{ZOO, case, quick};
use ringutils_tests::{GERMAN, Outcome, Tool, Tree, check_each};

/// Compares one command a line, in German.
fn each(tree: &Tree, commands: &str) {
    check_each(Tool::Ls, tree, commands, |case| case.locale(GERMAN));
}

/// Totals, times, names of months and the order of names.
#[test]
fn listings() {
    let mut zoo = ZOO.to_owned();
    for month in 0..12 {
        zoo.push_str(&format!("f months/{month} mtime=@{}\n", 1_577_900_000 + month * 2_629_746));
        zoo.push_str(&format!("f months/now{month} mtime=-{}d\n", month * 30));
    }
    let tree = Tree::new(&zoo.replace("d theirs", "d months\nd theirs"));
    each(
        &tree,
        "
        -l
        -la
        -lR
        -s
        -sh a
        -lt months
        -lc months
        -l --time-style=locale months
        -l --time-style=posix-locale months
        -l --time-style=long-iso months
        -l --time-style=iso months
        -l --full-time months
        -l --time-style=+%b|%e|%B|%a months
        -C
        -m
        --quoting-style=locale a
        --quoting-style=clocale a
        -lD a
        -lZ a
        -l --block-size='1 a
        ",
    );
}

/// What is said of files.
#[test]
fn messages() {
    let tree = Tree::new(&format!("{ZOO}d shut 000\nd blind 444\nf blind/f\nl loop -> loop\n"));
    each(
        &tree,
        "
        missing a
        mis'sing caf\u{e9}
        shut a/b
        -R .
        -l blind
        -R blind
        -L loop
        -lL .
        loop/
        a/one.txt/
        ",
    );
    quick(&["a", "nowhere"]).locale(GERMAN).shell("TOOL >/dev/full").check(&tree);
    quick(&["a", "nowhere"]).locale(GERMAN).shell("TOOL >&-").check(&tree);
}

/// What is said of a wrong command line, and of wrong variables.
#[test]
fn mistakes() {
    let tree = Tree::new("f f\n");
    each(
        &tree,
        "
        --nonsense
        -j
        --sort
        --all=1
        --d
        -w
        -w x
        -T x
        -T 99999999999999999999
        --block-size=x
        --block-size=1x
        --block-size=99999999999999999999
        --color=x
        --format=
        -l --time-style=x
        -l --time-style=l
        -D --zero
        ",
    );
    quick(&["-l", "--time-style=+%a\n%b\n%c"]).locale(GERMAN).check(&tree);
    for (name, value) in [
        ("COLUMNS", "x"),
        ("TABSIZE", "x"),
        ("QUOTING_STYLE", "x"),
        ("LS_COLORS", "xx=1"),
        ("LS_COLORS", "di"),
        ("TIME_STYLE", "x"),
    ] {
        for argv in [&["-C", "--color"], &["-l", "--color"]] {
            quick(argv).locale(GERMAN).env(name, value).check(&tree);
        }
    }
}

/// Which language it is: by LANGUAGE where the locale is not C, else by the locale, in another character set too.
#[test]
fn languages() {
    let tree = Tree::new("d d\nf d/f mtime=-400d\n");
    for locale in ["C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE.UTF-8", "xx_XX"] {
        for language in ["", "de", "en", "en:de", "de_DE.UTF-8:en", "en_US:en", "xx", "C", "C:de"] {
            for argv in [&["-l", "d"], &["d", "missing"], &["-w", "x"]] {
                let case = quick(argv).locale(GERMAN).env("LANGUAGE", language);
                case.clone().env("LC_ALL", locale).check(&tree);
                // The whole locale is another matter than the category that counts.
                case.clone().env("LC_ALL", "").env("LC_MESSAGES", locale).check(&tree);
                case.clone().env("LC_ALL", "").env("LC_TIME", locale).check(&tree);
                case.env("LC_ALL", "").env("LANG", locale).check(&tree);
            }
        }
    }
}

/// What GNU's tools do not say is said in English.
#[test]
fn our_own_options() {
    let tree = Tree::new("f f\n");
    let said = "ls: invalid --io-depth argument 'x'\n„ls --help“ liefert weitere Informationen.\n";
    let case = case(&["--io-depth=x"]).env("LC_ALL", GERMAN).env("LANGUAGE", "");
    case.pin_ours(&tree, &Outcome::new(2, "", said));
}
