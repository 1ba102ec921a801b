//! In which order large directories are visited (G1), and that deletion never runs ahead (G7).

use std::{fs, os::unix::process::CommandExt as _, process::Command};

use super::case;
use ringutils_tests::{
    Place, Tool, Tree, is_root, not_run, ordinary,
    programs::{Side, binary},
    run::Who,
};

/// Trees of that text, on a disk and on a tmpfs.
fn on_disk_and_in_memory(text: &str) -> Vec<Tree> {
    let trees: Vec<Tree> =
        [Place::Disk, Place::Memory].into_iter().filter_map(|place| Tree::at(place, text)).collect();
    if trees.len() < 2 {
        not_run("limits order", "there is no tmpfs");
    }
    trees
}

/// Up to 10,000 entries as read, from there on by inode number.
#[test]
fn ten_thousand_and_one() {
    for count in [9_999, 10_000, 10_001] {
        for tree in on_disk_and_in_memory(&format!("many d {count}\n")) {
            for argv in [
                &["d"][..],
                &["d", "-depth"],
                &["d", "-size", "0"],
                &["-L", "d"],
                &[".", "-name", "*7"],
                &["d", "-maxdepth", "1"],
            ] {
                case(Tool::Find, argv).locale("C").apart().check(&tree);
            }
            case(Tool::Chmod, &["-Rv", "a+r", "d"]).locale("C").apart().check(&tree);
            case(Tool::Ls, &["-U", "d"]).locale("C").apart().check(&tree);
            case(Tool::Ls, &["-f", "d"]).locale("C").apart().check(&tree);
        }
    }
}

/// Batches of 100,000, and a last one of at most 10,000 that stays as read.
#[test]
fn more_than_a_batch() {
    for count in [105_000, 110_001] {
        let tree = Tree::new(&format!("many d {count}\n"));
        for (tool, argv) in [
            (Tool::Find, &["d"][..]),
            (Tool::Find, &["d", "-depth"]),
            (Tool::Chmod, &["-Rv", "a+r", "d"]),
            (Tool::Ls, &["-U", "d"]),
        ] {
            case(tool, argv).locale("C").apart().only(Who::User).check(&tree);
        }
    }
}

/// The order of a deletion is that of the walk: inode numbers differ in a tree made anew, so ours deletes the very
/// tree that GNU's has listed.
#[test]
fn deletion_in_order() {
    let tree = Tree::new("many d 10500\n");
    let run = |side, argv: &[&str]| {
        Command::new(binary(Tool::Find, side))
            .args(argv)
            .current_dir(tree.top())
            .output()
            .expect("a tool that starts")
    };
    let listed = run(Side::Oracle, &["d", "-depth"]);
    let deleted = run(Side::Ours, &["d", "-print", "-delete"]);
    assert!(listed.stdout == deleted.stdout, "deleted in another order than listed");
    assert_eq!(deleted.status.code(), Some(0));
    assert!(!tree.top().join("d").exists());
}

/// Our find in bash text, by whoever the tests can be; what bash ends with.
fn find_by_all(text: &str, argv: &[&str], tree: &Tree, look: impl Fn(Option<i32>)) {
    for who in [Who::Root, Who::User] {
        if who == Who::Root && !is_root() {
            not_run("limits order", "the tests do not run as root");
            continue;
        }
        tree.rebuild();
        let mut command = Command::new("bash");
        command.args(["-c", text]).arg(binary(Tool::Find, Side::Ours)).args(argv).current_dir(tree.top());
        if who == Who::User && is_root() {
            command.uid(ordinary().0).gid(ordinary().1);
        }
        look(command.status().expect("a shell").code());
    }
}

/// G7: `-delete -quit` deletes one file.
#[test]
fn one_deletion() {
    for count in [100, 20_000] {
        let tree = Tree::new(&format!("many d {count}\n"));
        find_by_all("exec \"$0\" \"$@\"", &["d", "-type", "f", "-delete", "-quit"], &tree, |status| {
            assert_eq!(status, Some(0));
            assert_eq!(fs::read_dir(tree.top().join("d")).unwrap().count(), count - 1);
        });
    }
}

/// G7: a reader that has seen enough stops the deletion: no more is deleted than what fits between the two, a pipe
/// and a buffer.
#[test]
fn deletion_stops_with_its_reader() {
    const COUNT: usize = 100_000;
    let text = format!("many d {COUNT}\n");
    // A tmpfs makes so many files quickly, where there is one.
    let tree = Tree::at(Place::Memory, &text).unwrap_or_else(|| Tree::new(&text));
    let reader = "\"$0\" d -type f \"$@\" | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}";
    for argv in [["-print", "-delete"], ["-delete", "-print"]] {
        find_by_all(reader, &argv, &tree, |status| {
            assert_eq!(status, Some(128 + 13), "killed by SIGPIPE");
            let left = fs::read_dir(tree.top().join("d")).unwrap().count();
            // 64 KiB of pipe and as much again of names of 10 bytes.
            assert!(left >= COUNT - 14_000, "{argv:?}: only {left} are left");
        });
    }
}
