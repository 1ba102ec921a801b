//! What `uchmod` does, held against GNU's `chmod`: what it says, and the modes it leaves.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod attack;
mod beyond;
mod german;
mod hardship;
mod interrupted;
mod mistakes;
mod modes;
mod notice;
mod random;
mod recursion;
mod shards;
mod undo;

use ringutils_tests::{
    Case, Outcome, Tool, Tree, Who, check_each,
    programs::Side,
    run::{Start, Streams},
};

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

/// Runs ours in a tree as it is, inside of bash text where `TOOL` is the command.
fn ours(tree: &Tree, who: Who, argv: &[&str], shell: &str) -> Outcome {
    let start = Start { shell: Some(shell.to_owned()), patience: 120, ..Start::new(Tool::Chmod, argv) };
    start.run(Side::Ours, who, "C", Streams::Apart, tree.top())
}
