//! SIGINT and SIGTERM in the middle: what is under way comes to its end, what was done is told of in order, the undo log
//! has all of it, and the process dies by the signal.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    process::{Command, Stdio},
};

use super::{everyone, ours};
use ringutils_tests::{
    Outcome, Tool, Tree, Who, is_root, ordinary,
    programs::{Side, binary},
    survey::survey,
};
use rustix::process::{Pid, Signal, kill_process};

/// Some 25,000 files, which take a tenth of a second at least.
fn forest() -> Tree {
    let mut text = String::from("d d\n");
    for outer in 0..25 {
        text.push_str(&format!("d d/{outer}\n"));
        for inner in 0..25 {
            text.push_str(&format!("many d/{outer}/{inner} 40\n"));
        }
    }
    text.push_str("f d/1/two\nh d/2/names = d/1/two\n");
    Tree::new(&text)
}

/// Runs ours, and sends the signal after so many lines: the lines, and the signal that ended it.
fn interrupt(
    tree: &Tree,
    who: Who,
    argv: &[&str],
    after: usize,
    signal: Signal,
) -> (Vec<String>, Option<i32>) {
    // Whoever started the tests may ignore SIGINT, as a shell does for what it runs in the background.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM").arg(binary(Tool::Chmod, Side::Ours));
    command
        .args(argv)
        .current_dir(tree.top())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if who == Who::User && is_root() {
        command.uid(ordinary().0).gid(ordinary().1);
    }
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = String::new();
    for _ in 0..after {
        out.read_line(&mut lines).unwrap();
    }
    kill_process(Pid::from_raw(child.id() as i32).unwrap(), signal).unwrap();
    out.read_to_string(&mut lines).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, "", "{argv:?}");
    let status = child.wait().unwrap();
    (lines.lines().map(str::to_owned).collect(), status.signal())
}

#[test]
fn what_was_done_is_told_of_in_order() {
    for who in everyone() {
        for (flags, mode, signal) in [
            ("-Rv", "700", Signal::INT),
            ("-Rc", "u=rwX,go=", Signal::TERM),
            ("-RLv", "go=", Signal::INT),
            ("-Rv", "u=g,g=o", Signal::TERM),
        ] {
            let tree = forest();
            let before = survey(tree.open());
            let whole = ours(&tree, who, &["--dry-run", flags, mode, "d"], "TOOL");
            let whole: Vec<String> =
                String::from_utf8(whole.out).unwrap().lines().map(str::to_owned).collect();
            // Beside the tree, where whoever runs the tool may write.
            let log = tree.top().with_file_name("log");
            let _ = fs::remove_file(&log);
            let beside = log.parent().unwrap();
            fs::set_permissions(beside, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
            let argv = [flags, "--undo-log=../log", mode, "d"];
            let (lines, ended) = interrupt(&tree, who, &argv, 30, signal);
            assert_eq!(ended, Some(signal.as_raw()), "{who:?} {argv:?}: {} lines", lines.len());
            assert!(
                lines.len() >= 30 && lines.len() < whole.len(),
                "{who:?} {argv:?}: {} lines",
                lines.len()
            );
            // In the order of the whole, and each about a file that has been changed, of which there are no others.
            let mut at = whole.iter();
            for line in &lines {
                assert!(at.any(|other| other == line), "{who:?} {argv:?}: {line}");
            }
            let count = |text: &[u8]| {
                let mut modes = std::collections::BTreeMap::<String, usize>::new();
                for line in String::from_utf8_lossy(text).lines().filter(|line| !line.ends_with('/')) {
                    *modes
                        .entry(line.split(' ').skip(1).take(2).collect::<Vec<_>>().join(" "))
                        .or_default() += 1;
                }
                modes
            };
            let (was, is) = (count(&before), count(&survey(tree.open())));
            let files =
                |modes: &std::collections::BTreeMap<String, usize>| modes.get("f 0644").copied().unwrap_or(0);
            let told = lines.iter().filter(|line| line.contains("from 0644")).count();
            // A file with two names is told of once for each.
            let changed = files(&was) - files(&is);
            assert!(
                told == changed || told + 1 == changed,
                "{who:?} {argv:?}: {told} told, {changed} changed"
            );
            let undone = ours(&tree, who, &["--undo=../log"], "TOOL");
            assert_eq!(undone, Outcome::new(0, "", ""), "{who:?} {argv:?}");
            assert!(survey(tree.open()) == before, "{who:?} {argv:?}");
        }
    }
}

/// A signal that is ignored stays so, and a second one ends the process at once.
#[test]
fn ignored_signals_stay_ignored() {
    for who in everyone() {
        let tree = forest();
        let shell = "trap '' INT TERM; (TOOL) >/dev/null & kill -INT $!; kill -TERM $!; wait $!; echo $?";
        assert_eq!(ours(&tree, who, &["-Rv", "700", "d"], shell), Outcome::new(0, "0\n", ""));
        assert!(!String::from_utf8_lossy(&survey(tree.open())).contains(" 0644 "));
        // Nobody reads the pipe: the run can't come to its end.
        let shell = "mkfifo ../pipe 2>/dev/null; exec 3<>../pipe; (TOOL) >&3 & sleep 0.3
            kill -TERM $!; sleep 0.2; kill -TERM $! 2>/dev/null; wait $!; echo $?";
        let beside = tree.top().parent().unwrap();
        fs::set_permissions(beside, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let _ = fs::remove_file(beside.join("pipe"));
        let got = ours(&tree, who, &["-Rv", "755", "d"], shell);
        assert_eq!(String::from_utf8_lossy(&got.out).lines().last(), Some("143"), "{got:?}");
    }
}
