//! SIGINT and SIGTERM in the middle: what is under way comes to its end, what was done is told of in order, the undo log
//! has all of it, and the process dies by the signal.

use std::{fs, os::unix::process::ExitStatusExt as _};

use super::ours;
use ringutils_tests::{
    Outcome, Tool, Tree, Who,
    signalled::{Signalled, signalled},
    survey::survey,
};
use rustix::process::Signal;

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
    let Signalled { status, out, err } = signalled(Tool::Chmod, tree, who, argv, after, signal);
    assert_eq!(err, "", "{argv:?}");
    (out.lines().map(str::to_owned).collect(), status.signal())
}

#[test]
fn what_was_done_is_told_of_in_order() {
    for who in Who::everyone() {
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

/// A pipe that names are read from may be silent: a signal ends the run while it is, and half a name is none. The alarm
/// that ends a run that hangs is kept away.
#[test]
fn while_nobody_names_a_file() {
    let tree = Tree::new("d d\nf d/f\n");
    let shell = "mkfifo pipe; exec 3<>pipe; printf 'd/f\\0none\\0d' >&3
        env --block-signal=ALRM \"$0\" \"$@\" <pipe >out 2>err & until [ -s err ]; do sleep 0.01; done
        kill -TERM $!; wait $!; echo $?; cat out; stat -c %a d d/f";
    let out = "143\nmode of 'd/f' changed from 0644 (rw-r--r--) to 0700 (rwx------)\n'none' could not be accessed\n755\n700\n";
    for who in Who::everyone() {
        tree.rebuild();
        let got = ours(&tree, who, &["-v", "--files0-from=-", "700"], shell);
        assert_eq!(got, Outcome::new(0, out, ""), "{who:?}");
    }
}

/// A signal that is ignored stays so, and a second one ends the process at once.
#[test]
fn ignored_signals_stay_ignored() {
    for who in Who::everyone() {
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
