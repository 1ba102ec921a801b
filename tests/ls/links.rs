//! Names as hyperlinks, and links that are operands.

use super::{ZOO, case, each};
use ringutils_tests::Tree;

#[test]
fn hyperlinks() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --hyperlink
        --hyperlink a
        --hyperlink=always -a a
        --hyperlink=yes -l a
        --hyperlink=never a
        --hyperlink=auto a
        --hyperlink=never --hyperlink a
        --hyperlink -R a
        --hyperlink -C a
        --hyperlink -CF --quoting-style=shell a
        --hyperlink -l --quoting-style=shell-escape a
        --hyperlink -lF --quoting-style=c-maybe a a/b
        --hyperlink -Q a a/b
        --hyperlink -m --quoting-style=shell a
        --hyperlink -Cw0 --quoting-style=shell a
        --hyperlink --color=always a
        --hyperlink --color=always -l --quoting-style=shell a a/b
        --hyperlink --color=always -C --quoting-style=shell a
        --hyperlink -L a/b
        --hyperlink -lL a/b
        --hyperlink -1U a/b
        --hyperlink -H a/dirlink
        --hyperlink a/dirlink/
        --hyperlink -d a/dirlink a/b/link a/b/dangling tolink
        --hyperlink missing a/b/link a/b/dangling tolink a
        --hyperlink ./a/..//a/./dirlink/
        --hyperlink /
        --hyperlink -d / /proc/self/.. /no/..
        --hyperlink -a /
        --hyperlink -D a
        -D --hyperlink a
        --zero --hyperlink a
        --hyperlink --zero a
        ",
    );
    case(&["--hyperlink=auto", "a"]).terminal(80).check(&tree);
    case(&["--hyperlink", "--color", "-l", "a"]).terminal(80).check(&tree);
}

#[test]
fn hyperlinks_through_odd_places() {
    let tree = Tree::new(
        "d a\nd a/\\xc3\\xa9\\xff+=%~_.-,:@\nf a/\\xc3\\xa9\\xff+=%~_.-,:@/x\nl a/loop -> loop\nl a/one -> two\nl a/two -> one\n\
         d a/open 755\nf a/open/f\nd a/blind 644\nf a/blind/f\nd a/closed 000\nl a/up -> ../a/./open\nl a/abs -> /usr/..//etc\n\
         l a/through -> open/f/../x\nl a/lost -> no/../open\n",
    );
    each(
        &tree,
        "
        --hyperlink a
        --hyperlink -l a
        --hyperlink -R
        --hyperlink a/loop
        --hyperlink -d a/up a/abs a/through a/lost a/blind/f a/closed/f
        --hyperlink a/blind
        --hyperlink -l a/blind
        --hyperlink -a a/up/
        ",
    );
    let commands =
        [&["--hyperlink"][..], &["--hyperlink", "-l"], &["--hyperlink", "."], &["--hyperlink", ".."]];
    for argv in commands {
        case(argv).shell("cd a/open; TOOL").check(&tree);
    }
    for argv in commands {
        case(argv).shell("cd a/open; chmod 000 .; TOOL").changes().check(&tree);
    }
}

#[test]
fn operands() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --dereference-command-line-symlink-to-dir a/dirlink
        --dereference-command-line-symlink-to-dir -l a/dirlink a/b/link a/b/dangling
        --dereference-command-line-symlink-to-dir -d a/dirlink a/b/link
        --dereference-command-line-symlink-to-dir -F a/dirlink
        --dereference-command-line-symlink-to-dir -H -l a/b/link
        -H --dereference-command-line-symlink-to-dir -l a/b/link
        -L --dereference-command-line-symlink-to-dir -l a/b
        --dereference-command-line-symlink-to-dir -L -l a/b
        ",
    );
}
