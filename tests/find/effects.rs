//! What changes the tree: -delete, and commands that make or remove files during the walk.

use super::{ZOO, case};
use ringutils_tests::{Case, Outcome, Tool, Tree, Who, check_each};

#[test]
fn deleting() {
    let tree = Tree::new(ZOO);
    check_each(
        Tool::Find,
        &tree,
        "
        a -delete
        . -delete
        ./a -delete
        a/b/ -delete
        . -mindepth 1 -delete
        . -name *.txt -delete
        . -name *.txt -print -delete
        . -name *.txt -delete -print
        . -type d -delete
        . -type d -empty -delete
        . -type f -delete -o -print
        . -depth -type l -delete
        . -empty -delete -print
        a/b -delete -quit
        a/b -quit -delete
        . -delete -quit
        . -type f -delete -quit
        . -type f -delete , -print
        a/one.txt a/b/hard -delete
        a/one.txt missing a/x.sh -delete
        a/b a/b -delete
        -L a/b -delete
        -L a/dirlink -delete
        -H a/dirlink -delete
        a/dirlink -delete
        . -maxdepth 1 -delete
        . -maxdepth 2 -type d -delete
        . -name b -prune -o -delete
        . -depth -name b -prune -o -delete
        theirs -delete
        theirs a/sticky -print -delete
        . -size +1 -delete -print
        . -delete -lname *
        . -delete , -xtype f -print
        . -type f -delete -o -printf %p:%l:%Y\\n
        . -delete -printf %p:%Y\\n
        . -type f -delete -readable
        ",
        Case::changes,
    );
}

/// G2: a directory is read after its visit, so that what its visit makes in it is found.
#[test]
fn files_made_during_the_walk() {
    let tree = Tree::new("d a\nd a/b\nd a/b/c\nf a/f\nd z\n");
    for argv in [
        &[".", "-type", "d", "-exec", "touch", "{}/new", ";"][..],
        &[".", "-type", "d", "-exec", "touch", "{}/new", ";", "-print"],
        &[".", "-print", "-type", "d", "-exec", "touch", "{}/new", ";"],
        &[".", "-depth", "-type", "d", "-exec", "touch", "{}/new", ";", "-print"],
        &[".", "-type", "d", "-exec", "touch", "{}/new", ";", "-o", "-name", "new", "-print"],
        &[".", "-name", "f", "-exec", "mkdir", "a/late", ";", "-o", "-print"],
        &[".", "-name", "b", "-exec", "rm", "-r", "{}", ";", "-print"],
        &[".", "-name", "b", "-exec", "rm", "-r", "{}", ";", "-prune", "-o", "-print"],
        &[".", "-name", "b", "-exec", "rm", "-rf", "a", "z", ";", "-print"],
        &[".", "-name", "a", "-exec", "chmod", "000", "{}", ";", "-print"],
        &[".", "-name", "f", "-exec", "rm", "{}", ";", "-size", "0", "-print"],
        &[".", "-name", "f", "-exec", "rm", "{}", ";", "-type", "f", "-print"],
        &[".", "-type", "d", "-exec", "touch", "{}/new", "+", "-print"],
        &[".", "-type", "d", "-exec", "sh", "-c", "touch \"$@\"", "sh", "a/x", "{}", "+", "-print"],
        &[".", "-name", "b", "-exec", "sh", "-c", "mv a/b a/old; ln -s ../z a/b", ";", "-o", "-print"],
        &["a", "z", "-name", "f", "-exec", "rmdir", "z", ";", "-o", "-print"],
    ] {
        case(argv).changes().check(&tree);
    }
    // Where `f` is read first, as on a tmpfs, the message about `b` stands on the other side of its name than GNU's.
    case(&[".", "-name", "f", "-exec", "mv", "a/b", "z/b", ";", "-o", "-print"])
        .changes()
        .apart()
        .check(&tree);
}

/// G6: nothing is read while a batch runs, so that what it makes in directories not yet read is found.
#[test]
fn files_made_by_a_batch() {
    let tree =
        Tree::new("many a-directory-with-a-long-name-to-fill-a-batch-quickly 4000\nd z1\nd z2\nd z2/z3\n");
    let script = "for d in z1 z2 z2/z3; do mkdir -p $d/by-$#; touch $d/by-$#/f; done; echo batch $#";
    case(&[".", "-exec", "sh", "-c", script, "sh", "{}", "+", "-name", "f", "-print"])
        .locale("C")
        .changes()
        .check(&tree);
    case(&[".", "-exec", "sh", "-c", script, "sh", "{}", "+", "-print"]).locale("C").changes().check(&tree);
}

/// Programs that put a new file in the place of each: none is seen twice, and no name of theirs is seen.
#[test]
fn files_replaced_by_a_batch() {
    let mut text = String::new();
    for i in 0..12 {
        text.push_str(&format!("d d{i}\nmany d{i}/a-name-that-is-long-enough-to-fill-a-batch-soon 300\n"));
    }
    let tree = Tree::new(&text);
    for argv in [
        &[".", "-type", "f", "-exec", "sed", "-i", "$a x", "{}", "+", "-print"][..],
        &[
            ".",
            "-type",
            "f",
            "-exec",
            "sh",
            "-c",
            "echo $# && sed -i s/x/y/ \"$@\"",
            "sh",
            "{}",
            "+",
            "-size",
            "-9",
        ],
        &[
            ".",
            "-depth",
            "-exec",
            "sh",
            "-c",
            "for f; do [ -d \"$f\" ] || { cp \"$f\" \"$f.n\"; mv \"$f.n\" \"$f\"; }; done",
            "sh",
            "{}",
            "+",
        ],
    ] {
        case(argv).locale("C").apart().only(Who::User).changes().check(&tree);
    }
}

/// A name that vanishes between the listing and the visit.
#[test]
fn vanished_files() {
    let tree = Tree::new("d a\nf a/1\nf a/2\nf a/3\nf a/4\nd a/d\nf a/d/x\nd a/e\n");
    for argv in [
        &["a", "-name", "1", "-exec", "rm", "-rf", "a/2", "a/3", "a/d", ";", "-o", "-print"][..],
        &["a", "-type", "f", "-exec", "sh", "-c", "rm -f a/[1-4]", ";", "-size", "0", "-print"],
        &["a", "-type", "f", "-exec", "sh", "-c", "rm -f a/[1-4]", ";", "-o", "-size", "+0", "-print"],
        &["a", "-exec", "sh", "-c", "rm -rf a/*", ";", "-size", "-9", "-print"],
        &["a", "-exec", "rm", "-rf", "a", ";", "-print"],
        &["a", "-exec", "rm", "-rf", "{}", ";", "-prune", "-print"],
        &["a", "-exec", "rm", "-rf", "{}", ";", "-lname", "*", "-o", "-xtype", "f", "-print"],
        &["a", "-exec", "rm", "-rf", "{}", ";", "-printf", "%p %y %Y\\n"],
        &["a", "-exec", "rm", "-rf", "{}", ";", "-printf", "%p %s\\n", "-o", "-ls"],
        &["a", "-name", "4", "-exec", "rm", "-rf", "a/1", ";", "-o", "-type", "f", "-delete"],
    ] {
        case(argv).changes().check(&tree);
    }
}

/// Names that vanish when the directory has been read, by somebody else's hand.
#[test]
fn files_that_others_remove() {
    let tree =
        Tree::new("d d\nf d/1\nf d/2\nf d/3 size=5\nl d/link -> 2\nl d/4 -> 3\nd d/s\nf d/s/in\nd d/t\n");
    let check = |argv: &[&str], meanwhile| case(argv).meanwhile(meanwhile).locale("C").apart().check(&tree);
    for argv in [
        &["d"][..],
        &["d", "-type", "f"],
        &["d", "-size", "-9"],
        &["d", "-empty"],
        &["d", "-depth", "-perm", "-1"],
        &["-L", "d"],
        &["d", "-name", "2", "-o", "-size", "-9"],
        &["d", "-delete"],
        &["d", "-type", "f", "-print", "-delete"],
        &["d", "-exec", "echo", "{}", "+"],
    ] {
        check(argv, "rm -rf d/2 d/s d/4");
    }
    for argv in [&["d"][..], &["d", "-depth"], &[".", "-size", "-9"], &["d", "-delete"]] {
        check(argv, "rm -rf d");
    }
}

/// A directory is opened as what it was listed as, without a look in between, and after its name is printed.
#[test]
fn names_that_change_hands() {
    let tree = Tree::new("d d\nd d/s\n");
    let out = "d\nd/s\nfind: 'd/s': No such file or directory\n";
    case(&["d"]).shell("TOOL 2>&1").meanwhile("rmdir d/s").pin(&tree, &Outcome::new(1, out, ""));
    for meanwhile in ["rmdir d/s; >d/s", "rmdir d/s; ln -s .. d/s"] {
        let said = "find: 'd/s': Not a directory\n";
        case(&["d"]).meanwhile(meanwhile).pin(&tree, &Outcome::new(1, "d\nd/s\n", said));
    }
}
