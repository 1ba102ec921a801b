//! -shard K/N: N processes that know nothing of one another evaluate everything, and nothing twice.

use std::collections::BTreeMap;

use ringutils_tests::{
    Outcome, Tool, Tree, Who, is_root,
    programs::Side,
    run::{Start, Streams},
};

/// Runs one of ours in a tree.
fn run(tool: Tool, tree: &Tree, who: Who, argv: &[&str]) -> Outcome {
    Start::new(tool, argv).run(Side::Ours, who, "C", Streams::Apart, tree.top())
}

/// Runs our find.
fn ours(tree: &Tree, who: Who, argv: &[&str]) -> Outcome {
    run(Tool::Find, tree, who, argv)
}

/// Lines, each with how often it came.
fn count(outcome: &Outcome, into: &mut BTreeMap<String, usize>) {
    for line in String::from_utf8_lossy(&outcome.out).lines() {
        *into.entry(line.to_owned()).or_default() += 1;
    }
}

#[test]
fn shards_make_the_whole() {
    let mut text = String::from("d d\nf d/f size=9\nf single\nl d/link -> 1\nd other\nf other/x\n");
    for outer in 0..6 {
        text.push_str(&format!("d d/{outer}\nf d/{outer}/f size={outer}\n"));
        for inner in 0..5 {
            text.push_str(&format!(
                "d d/{outer}/{inner}\nf d/{outer}/{inner}/a\nf d/{outer}/{inner}/b size=70\n"
            ));
        }
    }
    let tree = Tree::new(&text);
    for who in if is_root() { vec![Who::Root, Who::User] } else { vec![Who::User] } {
        for argv in [
            &["d", "single", "other"][..],
            &["d", "other", "-depth"],
            &["d", "-type", "f", "-size", "+1c"],
            &["d", "-name", "2", "-prune", "-o", "-print"],
            &["d", "-size", "+100c", "-type", "d", "-name", "3", "-prune", "-o", "-printf", "%p %s\\n"],
            &["-L", "d", "-type", "f"],
            &["d", "-mindepth", "1", "-maxdepth", "2", "-name", "[f2]"],
            &["d", "-type", "f", "-exec", "echo", "{}", ";"],
            &["d", "-empty"],
        ] {
            let mut whole = BTreeMap::new();
            count(&ours(&tree, who, argv), &mut whole);
            assert!(whole.len() > 4, "{argv:?}");
            for parts in [1, 2, 5] {
                let mut all = BTreeMap::new();
                for part in 1..=parts {
                    let shard = format!("{part}/{parts}");
                    // Global options come before the tests.
                    let paths = argv
                        .iter()
                        .position(|word| word.starts_with('-') && *word != "-L")
                        .unwrap_or(argv.len());
                    let word = if part % 2 == 0 { "-shard" } else { "--shard" };
                    let argv: Vec<&str> = [&argv[..paths], &[word, &shard], &argv[paths..]].concat();
                    let got = ours(&tree, who, &argv);
                    assert_eq!(
                        (got.status.as_str(), got.err.as_slice()),
                        ("exit 0", b"".as_slice()),
                        "{argv:?}"
                    );
                    let before: usize = all.values().sum();
                    count(&got, &mut all);
                    assert!(parts == 1 || all.values().sum::<usize>() - before < whole.len(), "{argv:?}");
                }
                assert_eq!(all, whole, "{who:?} {argv:?} in {parts}");
            }
        }
    }
}

/// The same part as uchmod's, so that one can look at what the other does.
#[test]
fn parts_are_those_of_chmod() {
    let tree = Tree::new("d d\nd d/a\nf d/a/f\nd d/b\nf d/b/f\nd d/c\nf d/c/f\n");
    for part in ["1/3", "2/3", "3/3"] {
        let found = ours(&tree, Who::User, &["d", "-shard", part, "-printf", "mode of '%p' retained\\n"]);
        let told = run(Tool::Chmod, &tree, Who::User, &["-Rv", "--shard", part, "u+r", "d"]);
        let told = String::from_utf8(told.out).unwrap();
        let told: String =
            told.lines().map(|line| line.split(" as ").next().unwrap().to_owned() + "\n").collect();
        assert_eq!(told, String::from_utf8(found.out).unwrap(), "{part}");
    }
}

#[test]
fn mistakes() {
    let tree = Tree::new("d d\n");
    let check = |argv: &[&str], err: &str| {
        assert_eq!(ours(&tree, Who::User, argv), Outcome::new(1, "", format!("find: {err}\n")), "{argv:?}");
    };
    check(&["d", "-shard"], "missing argument to `-shard'");
    check(&["d", "-shard", "2/1"], "invalid argument `2/1' to `-shard', expected K/N");
    check(&["d", "-shar", "1/2"], "unknown predicate `-shar'");
    check(
        &["d", "-shard", "1/2", "-exec", "true", ";", "-prune"],
        "-shard cannot be combined with both -prune and -exec, -execdir, -ok or -okdir with a `;': what is left out could \
         depend on what a program answers to another process",
    );
}
