//! Small runs create no thread and no ring. A filter that kills shows it, since tracing would change what is measured:
//! each traced call makes its caller wait.

use super::{READERS, WRITERS, tree};
use ringutils_tests::Case;

/// Calls that make threads and rings. Where a case starts programs, it is not among these.
const SET_UP: &str = "kill:clone3,clone,io_uring_setup";

#[test]
fn trees_under_a_thousand_entries_need_no_thread() {
    // With the top, 997 entries.
    let tree = tree(249);
    for (tool, argv) in READERS {
        Case::new(tool, argv).filter(SET_UP).locale("C").check(&tree);
    }
    for (tool, argv) in WRITERS {
        Case::new(tool, argv).changes().filter(SET_UP).locale("C").check(&tree);
    }
}

/// The filter would tell: a tree that is worth a thread gets one. It must be many times as large, so that the test does
/// not depend on how quick the machine is.
#[test]
#[should_panic(expected = "signal 31")]
fn large_trees_are_worth_one() {
    let tree = tree(10_000);
    Case::new(ringutils_tests::Tool::Find, &["t", "-size", "-9"])
        .filter(SET_UP)
        .locale("C")
        .apart()
        .check(&tree);
}
