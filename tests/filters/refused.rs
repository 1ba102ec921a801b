//! Calls that a container or an old kernel refuses: GNU's bytes all the same.

use super::{READERS, WRITERS, tree};
use ringutils_tests::{Case, Tool};

/// What newer kernels have, and filters of containers may not know.
const NEWER: &str = "openat2,fchmodat2,listxattrat";

/// What makes threads and rings.
const SET_UP: &str = "clone3,clone,io_uring_setup,io_uring_enter,io_uring_register";

#[test]
fn newer_calls() {
    let tree = tree(40);
    for answer in ["EPERM", "ENOSYS"] {
        let rule = format!("{answer}:{NEWER}");
        for (tool, argv) in READERS {
            Case::new(tool, argv).filter(&rule).locale("C").check(&tree);
        }
        for (tool, argv) in WRITERS {
            Case::new(tool, argv).changes().filter(&rule).locale("C").check(&tree);
        }
    }
}

/// A tree that would be worth a crew, where none can be hired.
#[test]
fn threads_and_rings() {
    let tree = tree(2_000);
    for answer in ["EPERM", "ENOSYS", "EAGAIN"] {
        let rule = format!("{answer}:{SET_UP}");
        for (tool, argv) in READERS {
            Case::new(tool, argv).filter(&rule).locale("C").apart().check(&tree);
        }
        let chmod = Case::new(Tool::Chmod, &["-Rv", "u=rwX,go=", "t", "missing"]).changes();
        chmod.filter(&rule).locale("C").apart().check(&tree);
    }
}
