//! Closed descriptors, a full disk, a reader that goes away.

use super::{BOTH, all, case};
use ringutils_tests::{Tool, Tree};

#[test]
fn closed_descriptors() {
    let tree = Tree::new(BOTH);
    for closing in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"] {
        for case in all() {
            case.shell(&format!("TOOL {closing}")).check(&tree);
        }
    }
}

#[test]
fn full_disk() {
    let tree = Tree::new(BOTH);
    for full in [">/dev/full", "2>/dev/full", ">/dev/full 2>&1", ">/dev/full <&-"] {
        for case in all() {
            case.shell(&format!("TOOL {full}")).check(&tree);
        }
    }
    // More than any buffer holds.
    let tree = Tree::new("many d 12000\n");
    for (tool, argv) in [
        (Tool::Find, &["d"][..]),
        (Tool::Find, &["d", "-print", "-exec", "true", "{}", "+"]),
        (Tool::Find, &["d", "-print0", "-quit"]),
        (Tool::Find, &["d", "-exec", "echo", "{}", "+"]),
        (Tool::Ls, &["d"]),
        (Tool::Ls, &["-l", "d"]),
        (Tool::Ls, &["-U", "d"]),
        (Tool::Ls, &["-f", "d", "missing"]),
    ] {
        case(tool, argv).shell("TOOL >/dev/full").locale("C").check(&tree);
    }
    case(Tool::Chmod, &["-Rv", "700", "d"]).shell("TOOL >/dev/full").locale("C").changes().check(&tree);
}

/// SIGPIPE kills, as it kills GNU's tools; where it is ignored, one message says so.
#[test]
fn killed_reader() {
    let tree = Tree::new("many d 30000\n");
    for (tool, argv) in [
        (Tool::Find, &["d"][..]),
        (Tool::Find, &["d", "-print0"]),
        (Tool::Find, &["d", "-size", "0"]),
        (Tool::Ls, &["d"]),
        (Tool::Ls, &["-U", "d"]),
        (Tool::Ls, &["-l", "d"]),
        (Tool::Ls, &["-R", "."]),
        (Tool::Chmod, &["-R", "-v", "a+r", "d"]),
    ] {
        let closed = "TOOL | exec >&- <&-; echo ${PIPESTATUS[0]}";
        case(tool, argv).shell(closed).locale("C").check(&tree);
        case(tool, argv).shell(&format!("trap '' PIPE; {closed}")).locale("C").check(&tree);
        case(tool, argv).shell("TOOL | head -n 1; echo ${PIPESTATUS[0]}").locale("C").check(&tree);
    }
}
