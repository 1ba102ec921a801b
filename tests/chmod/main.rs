//! What `uchmod` does, held against GNU's `chmod`: what it says, and the modes it leaves.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod hardship;
mod mistakes;
mod modes;
mod random;
mod recursion;

use ringutils_tests::{Case, Tool, Tree, check_each};

/// A case that changes the tree.
fn case(argv: &[&str]) -> Case {
    Case::new(Tool::Chmod, argv).changes()
}

/// Compares one command on one tree.
fn check(tree: &Tree, argv: &[&str]) {
    case(argv).check(tree);
}

/// Compares one command a line; none of their words may hold a space.
fn each(tree: &Tree, commands: &str) {
    check_each(Tool::Chmod, tree, commands, Case::changes);
}

/// Like [`each`], where neither the locale nor the order of the streams can matter.
fn each_quickly(tree: &Tree, commands: &str) {
    check_each(Tool::Chmod, tree, commands, |case| case.changes().locale("C").apart());
}
