//! -status: how far the search is, at a terminal and when somebody asks.

use ringutils_tests::{
    Outcome, Tool, Tree, Who,
    programs::Side,
    run::{Start, Streams},
    signalled::{Signalled, signalled},
};
use rustix::process::Signal;

use super::spellings::{ours, start, words};

/// A tree that takes a moment.
fn tree() -> Tree {
    let dirs: String = (0..300).map(|number| format!("many d/{number} 40\n")).collect();
    Tree::new(&format!("d d\n{dirs}"))
}

/// What a terminal gets.
fn terminal(tree: &Tree, who: Who, argv: &[&str], shell: Option<&str>) -> String {
    let shell = shell.map(str::to_owned);
    let start = Start { shell, ..start(argv, &[("TERM", "xterm")]) };
    let got = start.run(Side::Ours, who, "C", Streams::Terminal(200), tree.top());
    assert_eq!(got.status, "exit 0", "{who:?} {argv:?}");
    String::from_utf8_lossy(&got.out).into_owned()
}

#[test]
fn shown_at_a_terminal() {
    let tree = tree();
    for who in Who::everyone() {
        // Several times, so that it takes longer than until the first drawing.
        let slow: Vec<&str> = [&["d"; 60][..], &["-status", "-size", "+1", "-name", "nothing"]].concat();
        let text = terminal(&tree, who, &slow, None);
        let all = [" directories, 0 matches, ", " files a second, in 'd"];
        assert!(all.iter().all(|part| text.contains(part)), "{who:?}: {text}");
        assert_eq!(terminal(&tree, who, &["d", "-name", "nothing"], None), "");
        // In the background the terminal is somebody else's.
        let background = "exec setsid --ctty --wait bash -c \"set -m; $(printf '%q ' TOOL) & wait\" <&1";
        let text = terminal(&tree, who, &slow, Some(background));
        assert!(!text.contains("directories") && !text.contains('\x1b'), "{who:?}: {text}");
        let front = "exec setsid --ctty --wait bash -c \"set -m; $(printf '%q ' TOOL)\" <&1";
        assert!(terminal(&tree, who, &slow, Some(front)).contains(" matches, "), "{who:?}");
    }
}

#[test]
fn told_when_asked() {
    let tree = tree();
    for who in Who::everyone() {
        asked(&tree, who, &[&["d"; 40][..], &["-status"]].concat(), true);
        asked(&tree, who, &["d"; 40], false);
        let quiet = ours(&tree, who, &words("d -status -name nothing"));
        assert_eq!(quiet, Outcome::new(0, "", ""), "{who:?}");
    }
}

/// Sends SIGUSR1 when the first line has come.
fn asked(tree: &Tree, who: Who, argv: &[&str], answers: bool) {
    let Signalled { status, out, err } = signalled(Tool::Find, tree, who, argv, 1, Signal::USR1);
    if answers {
        assert!(status.success(), "{status}");
        assert!(err.starts_with("find: ") && err.contains(" directories, "), "{err}");
        assert!(err.contains(" matches, ") && err.contains(", in 'd") && err.ends_with("'\n"), "{err}");
        assert_eq!(out.lines().count(), 40 * (1 + 300 * 41), "{argv:?}");
    } else {
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(10), "{status}");
    }
}
