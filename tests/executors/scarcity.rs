//! Executors where something is short, or refused.

use super::{READERS, WRITERS, tree, with_each};
use ringutils_tests::{Case, Who};

/// Calls that make rings.
const RING: &str = "io_uring_setup,io_uring_enter,io_uring_register";

/// All cases, with each executor.
fn all(shape: impl Fn(Case) -> Case) {
    let tree = tree(12);
    for case in cases(shape) {
        with_each(&case).for_each(|case| case.check(&tree));
    }
}

fn cases(shape: impl Fn(Case) -> Case) -> Vec<Case> {
    let readers = READERS.into_iter().map(|(tool, argv)| Case::new(tool, argv));
    let writers = WRITERS.into_iter().map(|(tool, argv)| Case::new(tool, argv).changes());
    readers.chain(writers).map(|case| shape(case).apart()).collect()
}

#[test]
fn few_descriptors() {
    all(|case| case.shell("ulimit -n 20; TOOL"));
}

#[test]
fn no_locked_memory() {
    all(|case| case.shell("ulimit -l 0; TOOL"));
}

/// Root is not bound by the limit.
#[test]
fn no_thread_more() {
    all(|case| case.only(Who::User).shell("ulimit -u 1; TOOL"));
}

#[test]
fn no_ring() {
    let tree = tree(12);
    for answer in ["EPERM", "ENOSYS", "kill"] {
        for case in cases(|case| case.filter(&format!("{answer}:{RING}"))) {
            let case = case.env("RINGUTILS_IO", "ring").env("RINGUTILS_IO_DEPTH", "6");
            case.locale("C").check(&tree);
        }
    }
}

#[test]
fn by_a_process_that_is_nice() {
    all(|case| case.shell("exec nice -n 15 bash -c 'TOOL' \"$0\" \"$@\""));
}
