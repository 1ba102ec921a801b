//! Symbolic links, loops and mounts.

use super::{case, each};
use ringutils_tests::{Outcome, Tree, Who};

#[test]
fn following() {
    let tree = Tree::new(
        "d a\nd a/b\nf a/b/f\nl a/b/up -> ..\nl a/b/self -> self\nl a/b/none -> none/x\nl a/to -> b\nl top -> a\n\
         l file -> a/b/f\nl a/b/notdir -> f/x\nl ring1 -> ring2\nl ring2 -> ring1\n",
    );
    each(
        &tree,
        "
        .
        -P .
        -H .
        -L .
        -H top
        -L top
        -P top
        top
        top/
        -H top file ring1
        -L top file ring1
        -L . -depth
        -L . -type l
        -L . -type d
        -L . -name up
        -L a/b/up
        -H a/b/up
        -L . -maxdepth 1
        -L . -empty
        -H -L -P top
        -P -L top
        -L . -prune
        -L . -name b -prune -o -print
        -L top -xdev
        -L a -quit
        ",
    );
}

/// GNU's find -L takes a slash from the end of an empty starting point that it visits after reading it.
#[test]
fn empty_starting_points_that_end_in_a_slash() {
    let tree = Tree::new("d a\nl to -> a\nd full\nf full/f\n");
    case(&["-L", "a/", "-depth"]).pin(&tree, &Outcome::new(0, "a/\n", ""));
    case(&["-L", "to//", "-depth", "-type", "d"]).pin(&tree, &Outcome::new(0, "to//\n", ""));
    each(&tree, "-L a/\n-H a/ -depth\n-L full/ -depth\n-L a/ -depth -maxdepth 0\n-L a -depth");
}

/// A directory mounted below itself: GNU's find leaves the mount point out, ours shows it before it says what it is.
#[test]
fn loops_of_bind_mounts() {
    let mount = "mount --bind a a/b/c";
    let said = "find: File system loop detected; 'a/b/c' is part of the same file system loop as 'a'.\n";
    let tree = Tree::new("d a\nd a/b\nd a/b/c\n");
    let pin = |argv: &[&str], status, out: &str, err: &str| {
        case(argv).mounts(mount).pin(&tree, &Outcome::new(status, out, err));
    };
    for argv in [&["a"][..], &["a", "-xdev"], &["a", "-type", "d"], &["-L", "a"], &["a", "-size", "-99"]] {
        pin(argv, 1, "a\na/b\na/b/c\n", said);
    }
    pin(&["."], 1, ".\n./a\n./a/b\n./a/b/c\n", &said.replace("'a", "'./a"));
    pin(&["a", "-depth"], 1, "a/b/c\na/b\na\n", said);
    pin(&["a", "-exec", "echo", "{}", "+"], 1, "a a/b a/b/c\n", said);
    // What is not opened is not known to be a loop.
    pin(&["a", "-maxdepth", "2"], 0, "a\na/b\na/b/c\n", "");
    pin(&["a", "-name", "c", "-prune"], 0, "a/b/c\n", "");
    let busy = "find: cannot delete 'a/b/c': Device or resource busy\n";
    let full =
        "find: cannot delete 'a/b': Directory not empty\nfind: cannot delete 'a': Directory not empty\n";
    case(&["a", "-delete"])
        .only(Who::Root)
        .mounts(mount)
        .changes()
        .pin(&tree, &Outcome::new(1, "", format!("{said}{busy}{full}")));

    // All else is the same.
    let tree = Tree::new("d a\nd a/b\nd a/b/c\nf a/b/c/f\nd a/other\nf a/x\n");
    for argv in [
        &["a", "!", "-name", "c"][..],
        &["a", "-type", "f"],
        &["a", "-maxdepth", "1"],
        &["-L", "a", "-name", "x"],
    ] {
        case(argv).mounts(mount).check(&tree);
    }
}

/// A walk that begins below the mounted directory comes to its own start inside the mount, and sees it there.
#[test]
fn loops_entered_below_their_start() {
    let mount = "mount --bind a a/b/c";
    let said = "find: File system loop detected; 'a/b/c/b' is part of the same file system loop as 'a/b'.\n";
    let tree = Tree::new("d a\nd a/b\nd a/b/c\nf a/b/f\n");
    let pin = |argv: &[&str], out: &str| {
        case(argv).mounts(mount).pin(&tree, &Outcome::new(1, out, said));
    };
    pin(&["a/b", "-type", "d"], "a/b\na/b/c\na/b/c/b\n");
    pin(&["a/b", "-type", "d", "-xdev"], "a/b\na/b/c\na/b/c/b\n");
    pin(&["a/b", "-type", "d", "-depth"], "a/b/c/b\na/b/c\na/b\n");
    for argv in [&["a/b/c"][..], &["-L", "a/b"], &["a/b", "-type", "f"], &["a/b", "-maxdepth", "1"]] {
        case(argv).mounts(mount).check(&tree);
    }
    let other = Tree::new("d a\nd a/b\nd a/b/c\nd a/b/x\nd a/b/x/y\nd a/z\nd a/z/y\n");
    case(&["a/b", "!", "-name", "b"]).mounts(mount).check(&other);
    // Below a mount of the same device that is no loop.
    case(&["a", "-name", "y"]).mounts("mount --bind a/b/x a/b/c").check(&other);
}

#[test]
fn mounts() {
    let tree = Tree::new("d a\nd a/m\nf a/m/under\nd a/n\nf a/x\nd b\nf b/in\n");
    let mounts = "mount -t tmpfs none a/m; mkdir a/m/d; echo hi >a/m/d/f; mount --bind b a/n";
    for argv in [
        &["a"][..],
        &["a", "-xdev"],
        &["a", "-depth", "-xdev"],
        &["a", "-type", "d"],
        &["a", "a/m", "-xdev"],
        &["a/m", "-xdev", "-size", "-5"],
        &["a", "-empty"],
        &["-L", "a", "-xdev"],
        &["a", "-name", "m", "-prune", "-o", "-print"],
    ] {
        case(argv).mounts(mounts).check(&tree);
    }
}

#[test]
fn deleting_at_a_mount() {
    let tree = Tree::new("d a\nd a/m\nd a/n\nf a/x\n");
    let mounts = "mount -t tmpfs none a/m; mkdir a/m/d";
    case(&["a", "-depth", "-print", "-delete"]).mounts(mounts).only(Who::Root).changes().check(&tree);
    case(&["a", "-xdev", "-delete"]).mounts(mounts).changes().check(&tree);
}
