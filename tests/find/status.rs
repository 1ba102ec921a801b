//! -status: how far the search is, at a terminal and when somebody asks.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    os::unix::process::CommandExt as _,
    process::{Command, Stdio},
};

use ringutils_tests::{
    Outcome, Tool, Tree, Who, is_root, ordinary,
    programs::{Side, binary},
    run::{Start, Streams},
};
use rustix::process::{Pid, Signal, kill_process};

use super::spellings::{everyone, ours, words};

/// A tree that takes a moment.
fn tree() -> Tree {
    let dirs: String = (0..300).map(|number| format!("many d/{number} 40\n")).collect();
    Tree::new(&format!("d d\n{dirs}"))
}

/// What a terminal gets.
fn terminal(tree: &Tree, who: Who, argv: &[&str], shell: Option<&str>) -> String {
    let start = Start {
        tool: Tool::Find,
        argv: argv.iter().map(|word| word.as_bytes().to_vec()).collect(),
        name: "find".to_owned(),
        env: vec![("TERM".to_owned(), "xterm".to_owned())],
        shell: shell.map(str::to_owned),
        filter: None,
        mounts: None,
        meanwhile: None,
        patience: 60,
    };
    let got = start.run(Side::Ours, who, "C", Streams::Terminal(200), tree.top());
    assert_eq!(got.status, "exit 0", "{who:?} {argv:?}");
    String::from_utf8_lossy(&got.out).into_owned()
}

#[test]
fn shown_at_a_terminal() {
    let tree = tree();
    for who in everyone() {
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
    for who in everyone() {
        asked(&tree, who, &[&["d"; 40][..], &["-status"]].concat(), true);
        asked(&tree, who, &["d"; 40], false);
        let quiet = ours(&tree, who, &words("d -status -name nothing"));
        assert_eq!(quiet, Outcome::new(0, "", ""), "{who:?}");
    }
}

/// Sends SIGUSR1 when the first line has come.
fn asked(tree: &Tree, who: Who, argv: &[&str], answers: bool) {
    let mut command = Command::new(binary(Tool::Find, Side::Ours));
    command.arg0("find").args(argv).current_dir(tree.top());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if who == Who::User && is_root() {
        command.uid(ordinary().0).gid(ordinary().1);
    }
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    kill_process(Pid::from_raw(child.id() as i32).unwrap(), Signal::USR1).unwrap();
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let status = child.wait().unwrap();
    if answers {
        assert!(status.success(), "{status}");
        assert!(err.starts_with("find: ") && err.contains(" directories, "), "{err}");
        assert!(err.contains(" matches, ") && err.contains(", in 'd") && err.ends_with("'\n"), "{err}");
        assert_eq!(rest.iter().filter(|byte| **byte == b'\n').count() + 1, 40 * (1 + 300 * 41), "{argv:?}");
    } else {
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(10), "{status}");
    }
}
