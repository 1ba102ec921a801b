//! --shard K/N: N processes that know nothing of one another change everything, and nothing twice.

use std::collections::BTreeMap;

use super::ours;
use ringutils_tests::{Outcome, Tree, Who, survey::survey};

/// A tree of forty directories.
fn forest() -> Tree {
    let mut text = String::from("d d\nf d/f 640\nf single 640\nf other 600\nl d/link -> f\nf d/set 4755\n");
    for outer in 0..6 {
        text.push_str(&format!("d d/{outer} 700\nf d/{outer}/f 640\n"));
        for inner in 0..6 {
            text.push_str(&format!(
                "d d/{outer}/{inner} 700\nf d/{outer}/{inner}/a 600\nf d/{outer}/{inner}/b 750\n"
            ));
        }
    }
    Tree::new(&text)
}

/// The lines about files, each with how often it was said.
fn lines(outcome: &Outcome, into: &mut BTreeMap<String, usize>) {
    for line in String::from_utf8_lossy(&outcome.out).lines() {
        *into.entry(line.to_owned()).or_default() += 1;
    }
}

#[test]
fn shards_make_the_whole() {
    for who in Who::everyone() {
        for argv in [
            &["-Rv", "u=rwX,go=rX", "d", "single", "other"][..],
            &["-Rv", "755", "d/1", "d/2"],
            &["-RLv", "go+rX", "d"],
            &["-v", "600", "single", "other", "d/f", "d/set"],
            &["-Rv", "--skip-unchanged", "755", "d"],
            &["-Rv", "--preserve-root", "--one-file-system", "755", "d"],
        ] {
            let tree = forest();
            let mut whole = BTreeMap::new();
            lines(&ours(&tree, who, argv, "TOOL"), &mut whole);
            let expected = survey(tree.open());
            for count in [1, 2, 5] {
                tree.rebuild();
                let mut parts = BTreeMap::new();
                for part in 1..=count {
                    let shard = format!("--shard={part}/{count}");
                    let argv: Vec<&str> = [shard.as_str()].iter().chain(argv).copied().collect();
                    let got = ours(&tree, who, &argv, "TOOL");
                    assert_eq!(
                        (got.status.as_str(), got.err.as_slice()),
                        ("exit 0", b"".as_slice()),
                        "{argv:?}"
                    );
                    let before: usize = parts.values().sum();
                    lines(&got, &mut parts);
                    let mine = parts.values().sum::<usize>() - before;
                    assert!(count == 1 || mine < whole.len(), "{argv:?}: {mine} of {}", whole.len());
                }
                assert_eq!(parts, whole, "{who:?} {argv:?} in {count}");
                assert!(survey(tree.open()) == expected, "{who:?} {argv:?} in {count}");
            }
        }
    }
}

/// All at once, as on several hosts.
#[test]
fn shards_at_the_same_time() {
    for who in Who::everyone() {
        let tree = forest();
        ours(&tree, who, &["-R", "u=rwX,go=rX", "d"], "TOOL");
        let expected = survey(tree.open());
        tree.rebuild();
        let shell = "for k in 1 2 3; do (set -- --shard=$k/3 \"$@\"; TOOL) & done; wait";
        assert_eq!(ours(&tree, who, &["-R", "u=rwX,go=rX", "d"], shell), Outcome::new(0, "", ""));
        assert!(survey(tree.open()) == expected);
    }
}

/// What one shard closes, an ordinary user's other shards could not go through.
#[test]
fn modes_that_close_directories_are_refused() {
    let refusal = "chmod: --shard: the mode takes reading or searching from directories, which other shards have yet to do\n";
    for mode in ["644", "a-x", "u=rw", "u-r", "000", "u=g", "=", "u=w,+X"] {
        let tree = forest();
        let before = survey(tree.open());
        let got = ours(&tree, Who::User, &["-R", "--shard=1/2", mode, "d"], "TOOL");
        assert_eq!(got, Outcome::new(1, "", refusal), "{mode}");
        assert!(survey(tree.open()) == before);
        // Where there is one shard, and for operands alone, there are no others to be locked out.
        assert_eq!(ours(&tree, Who::User, &["--shard=1/2", mode, "single"], "TOOL"), Outcome::new(0, "", ""));
        if Who::everyone().contains(&Who::Root) {
            assert_eq!(
                ours(&tree, Who::Root, &["-R", "--shard=1/2", mode, "d"], "TOOL"),
                Outcome::new(0, "", "")
            );
        }
    }
    let tree = forest();
    assert_eq!(ours(&tree, Who::User, &["-R", "--shard=1/1", "a-w", "d"], "TOOL"), Outcome::new(0, "", ""));
    for shard in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"] {
        let err = format!("chmod: invalid shard: '{shard}'\nTry 'chmod --help' for more information.\n");
        let got = ours(&tree, Who::User, &[&format!("--shard={shard}"), "755", "d"], "TOOL");
        assert_eq!(got, Outcome::new(1, "", err));
    }
}

/// A shard that comes to a directory before another has opened it to the user says so, and finds it open the next time.
#[test]
fn directories_that_are_opened_by_another_shard() {
    let mut text = String::from("d d\n");
    for outer in 0..6 {
        for (mode, path) in [("0", ""), ("600", "/e"), ("100", "/e/f"), ("0", "/e/f/g")] {
            text.push_str(&format!("d d/{outer}{path} {mode}\nf d/{outer}{path}/file 600\n"));
        }
    }
    let tree = Tree::new(&text);
    ours(&tree, Who::User, &["-R", "u=rwX,go=rX", "d"], "TOOL");
    let expected = survey(tree.open());
    tree.rebuild();
    let mut statuses = Vec::new();
    for _ in 0..5 {
        let mut run = String::new();
        for part in 1..=4 {
            let got =
                ours(&tree, Who::User, &["-R", &format!("--shard={part}/4"), "u=rwX,go=rX", "d"], "TOOL");
            let err = String::from_utf8_lossy(&got.err).into_owned();
            assert!(err.lines().all(|line| line.ends_with("Permission denied")), "{err}");
            assert_eq!(got.status == "exit 1", !err.is_empty(), "{err}");
            run.push(if err.is_empty() { '0' } else { '1' });
        }
        statuses.push(run);
    }
    assert!(statuses[0] != "0000" && statuses[4] == "0000", "{statuses:?}");
    assert!(survey(tree.open()) == expected, "{statuses:?}");
}
