//! Small runs create no thread and no ring. A filter that kills shows it, since tracing would change what is measured:
//! each traced call makes its caller wait.

use super::tree;
use ringutils_tests::{Case, Place, Tool, Tree};

/// Calls that make threads and rings. No case here starts programs, which needs them too.
const SET_UP: &str = "kill:clone3,clone,io_uring_setup";

#[test]
fn a_small_directory_needs_no_thread() {
    let text = "many t 990\n";
    let tree = Tree::at(Place::Memory, text).unwrap_or_else(|| Tree::new(text));
    for (tool, argv) in [
        (Tool::Find, &["t"][..]),
        (Tool::Find, &["t", "-depth", "-size", "-9"]),
        (Tool::Ls, &["t"]),
        (Tool::Ls, &["-RF", "t"]),
    ] {
        Case::new(tool, argv).filter(SET_UP).locale("C").check(&tree);
    }
    for argv in [&["-R", "700", "t"][..], &["-Rv", "u=rwX,go=", "t"]] {
        Case::new(Tool::Chmod, argv).changes().filter(SET_UP).locale("C").check(&tree);
    }
}

/// The filter would tell: a tree that is worth a thread gets one. It is many times as large, so that the test does not
/// depend on how quick the machine is.
#[test]
#[should_panic(expected = "signal 31")]
fn a_large_tree_is_worth_one() {
    let tree = tree(10_000);
    Case::new(Tool::Find, &["t", "-size", "-9"]).filter(SET_UP).locale("C").apart().check(&tree);
}
