//! What is listed, and how names are set out, away from a terminal.

use super::{ZOO, case, check, each};
use ringutils_tests::Tree;

#[test]
fn names_only() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        .
        -1
        -a
        -A
        -a -A
        -A -a
        -d
        -d .
        -d a a/b cafe
        -d a/ a//
        a
        a/
        a a/b
        a/one.txt a cafe
        a/b/link
        a/b/dangling
        a/dirlink
        a/dirlink/
        tolink
        -- -dash
        ./-dash
        missing
        missing a
        a missing cafe nowhere/either
        a/one.txt/
        -F
        -F a
        -F a/b a
        -p
        -p a
        -p -F a
        -F -p a
        -Fd a a/dirlink a/fifo a/socket a/x.sh
        -H a/dirlink
        -H a/b/link a/b/dangling
        -L a/dirlink
        -L a/b
        -L a/b/dangling
        -F a/dirlink
        -l a/dirlink
        -d a/dirlink
        -FL a/b
        -FH a/dirlink a/b/link
        -i
        -i a a/one.txt a/b/hard
        -s
        -s a
        -sh a
        -si a
        -is a
        -ish a
        -sd a
        -s a/b/big a
        ",
    );
    check(&tree, &[]);
    check(&tree, &[""]);
    check(&tree, &["-d", "a/sp ace", "a/new\nline"]);
}

#[test]
fn recursion() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -R
        -R .
        -aR
        -AR
        -R a
        -R a/
        -R a/b cafe
        -R a a/b
        -dR a
        -lR
        -RF
        -Rr
        -RU
        -Rf
        -Rt
        -RS
        -RC
        -Rx
        -Ris
        -R missing a
        -RL a/b
        -RH a/dirlink
        -R a/dirlink
        -R a/dirlink/
        -R --group-directories-first
        -1R
        ",
    );
}

#[test]
fn loops() {
    let tree = Tree::new("d a\nd a/b\nl a/b/up -> ..\nl a/self -> self\nf a/f\nl a/to -> b\n");
    each(&tree, "-RL\n-RL a\n-R\n-LR a/b\n-lRL a\n-H -R a/to\n-L a\n-lL a\n-RLF");
}

#[test]
fn columns() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -C
        -x
        -C a
        -x a
        -Ca a
        -CF a
        -Cp a
        -xF a
        -Ci a
        -Cs a
        -xs a
        -Cis a
        -Csh a
        -Cd a/b a
        -C a a/b
        -C cafe
        -C a/empty
        -x a/empty
        -1C
        -C1
        -lC
        -Cl
        -xC
        -Cx
        -x1
        -1l
        -l1
        -C -l -1
        -C --color=always a
        ",
    );
    for width in ["1", "20", "40", "79", "81", "132", "200", "0", "x", "-5"] {
        case(&["-C", "a"]).env("COLUMNS", width).check(&tree);
        case(&["-x", "a"]).env("COLUMNS", width).check(&tree);
    }
    case(&["-C", "a"]).env("TABSIZE", "4").check(&tree);
    case(&["-C", "a"]).env("TABSIZE", "0").check(&tree);
    case(&["-C", "a"]).env("TABSIZE", "x").check(&tree);
}

/// Columns of every width, from one to dozens of names.
#[test]
fn columns_of_many_names() {
    let tree = Tree::new("many d 1000\nd e\n");
    for width in ["10", "80", "100", "500", "5000"] {
        case(&["-C", "d"]).env("COLUMNS", width).locale("C").check(&tree);
        case(&["-x", "d"]).env("COLUMNS", width).locale("C").check(&tree);
    }
    let mut text = String::from("d d\n");
    for i in 0..60 {
        text.push_str(&format!("f d/{}\n", "n".repeat(1 + i * 7 % 41) + &i.to_string()));
    }
    let tree = Tree::new(&text);
    for width in 1..100 {
        case(&["-C", "d"]).env("COLUMNS", &width.to_string()).locale("C").apart().check(&tree);
        case(&["-x", "d"]).env("COLUMNS", &width.to_string()).locale("C").apart().check(&tree);
    }
}

#[test]
fn quoting_styles_of_the_environment() {
    let tree = Tree::new(ZOO);
    for style in [
        "literal",
        "shell",
        "shell-always",
        "shell-escape",
        "shell-escape-always",
        "c",
        "escape",
        "locale",
        "clocale",
        "nonsense",
    ] {
        case(&["a", "missing"]).env("QUOTING_STYLE", style).check(&tree);
        case(&["-C", "a"]).env("QUOTING_STYLE", style).check(&tree);
    }
}
