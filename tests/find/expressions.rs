//! Operators, precedence, and what is evaluated when.

use super::{ZOO, each};
use ringutils_tests::Tree;

#[test]
fn operators() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -true
        . -false
        . ! -true
        . ! ! -name b
        . -not -name b
        . -name b -o -name a
        . -name b -a -type d
        . -name b -type d -o -name one.txt
        . ( -name b -o -name one.txt ) -type f
        . ( -name b -o -name one.txt ) -type d -print
        . ! ( -type d -o -type l )
        . -type d , -name *.txt
        . -type d -print , -name *.txt
        . -type d -print , -name *.txt -print
        . -name b -print -o -print0
        . -type f -print -print
        . -false -o -print
        . -true -o -print
        . -false -print -o -true -print
        . ( ( ( -name b ) ) )
        . ! -type d ! -type l
        . -name b -o -false , -name one.txt
        . -print -o -print
        . -print , -print
        . -prune
        . -name b -prune
        . -name b -prune -o -print
        . -path ./a/b -prune -o -type f -print
        . -name b -prune , -print
        . -depth -name b -prune -o -print
        . ( -name b -prune -false ) -o -print
        . -print0
        . -type d -print0
        . -quit
        . -print -quit
        . -name one.txt -quit
        . -name one.txt -print -quit
        . -name one.txt -quit -print
        a a/b -name b -quit
        . -type f -print -quit -print
        . -depth -print -quit
        a missing -name one.txt -print -quit
        missing a -name one.txt -print -quit
        . ! -name b -o -quit
        . -mindepth 2 -quit
        . -name b -quit , -print
        ",
    );
}

#[test]
fn order_of_cost_does_not_show() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -size +0 -name *.txt
        . -newer a/Two.TXT -type f -name *.txt
        . -perm /111 -type f -name *.sh
        . -size +0 -o -name b
        . -empty -name e* -type d
        . ( -size +1 , -name b ) -type d
        ",
    );
}
