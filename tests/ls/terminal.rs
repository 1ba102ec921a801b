//! On a terminal: columns, its width, quoting, colors.

use super::{ZOO, case};
use ringutils_tests::Tree;

#[test]
fn plain() {
    let tree = Tree::new(ZOO);
    for width in [20, 80, 133, 0] {
        for argv in [
            &[][..],
            &["a"],
            &["-a", "a"],
            &["-l", "a"],
            &["-1", "a"],
            &["-x", "a"],
            &["-F", "a"],
            &["-s", "a"],
            &["-i", "a"],
            &["-R", "."],
            &["-f", "a"],
            &["-U", "a"],
            &["a", "missing", "a/sp ace", "no such"],
            &["-d", "a/sp ace", "a/new\nline", "a/tab\there"],
            &["--color", "a"],
            &["--color=auto", "a"],
            &["--color=never", "a"],
            &["-lR", "a"],
        ] {
            case(argv).terminal(width).check(&tree);
        }
    }
    case(&["a"]).env("COLUMNS", "40").terminal(80).check(&tree);
    case(&["a"]).env("COLUMNS", "nonsense").terminal(80).check(&tree);
    case(&["a"]).env("TERM", "dumb").env("COLORTERM", "").terminal(80).check(&tree);
}

#[test]
fn quoting() {
    let names = [
        "plain",
        "two\\swords",
        "quo'te",
        "dou\\x22ble",
        "both'\\x22",
        "new\\nline",
        "tab\\there",
        "\\x01",
        "\\x1b[31m",
        "\\xff",
        "\\xc3\\x28",
        "caf\\xc3\\xa9",
        "$dollar",
        "star*",
        "q?",
        "[b]",
        "a=b",
        "#x",
        "x#",
        "~x",
        "x~",
        "-dash",
        "a;b",
        "a&b",
        "a|b",
        "(p)",
        "<l",
        ">g",
        "b`t",
        "b\\\\s",
        "!x",
        "x!",
        "^c",
        "{b}",
        "{",
        "}",
        "a,b",
        "a:b",
        "%p",
        "@a",
        "+p",
        "\\xe2\\x80\\xae",
        "\\xc2\\xa0",
        "\\xc2\\xad",
        "\\xe6\\x97\\xa5",
        "\\xf0\\x9f\\x98\\x80",
        "e\\xcc\\x81",
        "'",
        "\\x22",
        "\\s",
        "\\\\",
        "\\slead",
        "trail\\s",
        "a\\n'b",
        "\\x7f",
        "\\xc2\\x85",
    ];
    let mut text = String::from("d d\n");
    for name in names {
        text.push_str(&format!("f d/{name}\n"));
    }
    text.push_str("l d/zlink -> two\\swords\nl d/zlink2 -> new\\nline'\nd d/zdir\\sx\nf d/zdir\\sx/f\n");
    let tree = Tree::new(&text);
    for argv in [
        &["d"][..],
        &["-1", "d"],
        &["-l", "d"],
        &["-x", "d"],
        &["-R", "d"],
        &["-F", "d"],
        &["-s", "d"],
        &["-C", "d"],
        &["--color=always", "-l", "d"],
    ] {
        case(argv).terminal(80).check(&tree);
        case(argv).terminal(200).check(&tree);
        case(argv).check(&tree);
    }
    // Without a name that needs quotes, nothing is indented.
    let tree = Tree::new("d d\nf d/a\nf d/b\n");
    case(&["-l", "d"]).terminal(80).check(&tree);
    case(&["d", "d/a"]).terminal(80).check(&tree);
    // An operand that is not there counts.
    case(&["d/a", "no such"]).terminal(80).check(&tree);
    case(&["-l", "d/a", "no such"]).terminal(80).check(&tree);
    // Each name alone: what makes a shell's quotes needed.
    for name in names {
        let tree = Tree::new(&format!("f {name}\n"));
        case(&[]).terminal(80).check(&tree);
    }
}
