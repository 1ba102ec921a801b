//! -R: order, links, directories that close under it, and the root directory.

use super::{case, check, each};
use ringutils_tests::{Outcome, Tool, Tree, check_each};

const TREE: &str = "
d a
f a/f 644
f a/x 755
d a/b 750
f a/b/g 600
f a/b/t 777
d a/b/c 2770
f a/b/c/deep 640
l a/link -> f
l a/dirlink -> b
l a/dangling -> nowhere
l a/out -> ../outside
p a/fifo 600
s a/socket 755
d a/empty 700
f a/theirs owner=0 644
d a/theirdir owner=0 755
f a/theirdir/mine 644
d outside 755
f outside/f 644
l top -> a
f single 640
";

/// Compares in the C locale only: the messages of so many commands say the same in the other.
fn in_c(tree: &Tree, argv: &[&str]) {
    case(argv).locale("C").check(tree);
}

/// Compares one command a line, in the C locale only.
fn each_in_c(tree: &Tree, commands: &str) {
    check_each(Tool::Chmod, tree, commands, |case| case.changes().locale("C"));
}

#[test]
fn recursion() {
    let tree = Tree::new(TREE);
    each(
        &tree,
        "
        -R 755 a
        -R -v 755 a
        -R -c 755 a
        -Rv 644 a/b
        -Rv u+x a
        -Rv a+X a
        -Rv u=rwX,go=rX a
        -Rv go= a
        -Rc go= a
        -Rf go= a
        -Rvf 700 a
        -Rv 700 a/f single
        -Rv 700 missing a
        -R 700 a missing
        -Rf 700 a missing
        -Rv 700 top
        -Rv 700 top/
        -Rv 700 a/link
        -Rv 700 a/dangling
        -Rv 700 a/dirlink
        -Rv 700 .
        -Rv 700 ./a//
        -Rv 700 a a
        -Rv 700 a a/b
        -Rv -x a
        -Rv +t a
        -Rv g+s a
        -Rv 00755 a
        -Rv 755 a/b
        -Rv u=g,g=o a
        --recursive -v 700 a
        -v -R 700 a
        a-w -R a
        -Rv --reference=single a
        -Rc a+r a
        ",
    );
}

/// G3: a directory's mode is changed before it is opened. These are the issue's own, and the way back.
#[test]
fn directories_that_close() {
    for mode in [
        "a-r", "a-x", "444", "000", "u=wx", "a-rwx", "-r", "-x", "u-x", "u-r", "u-w", "0", "u=x", "a=",
        "111", "333", "666",
    ] {
        let tree = Tree::new(TREE);
        for flags in ["-R", "-Rv", "-Rc", "-Rf", "-Rvf"] {
            in_c(&tree, &[flags, mode, "a"]);
        }
        case(&["-R", mode, "a/b", "outside", "a/b"]).check(&tree);
    }
}

/// From nothing back to 755.
#[test]
fn directories_that_open() {
    let tree = Tree::new(
        "d a 000\nf a/f 000\nd a/b 000\nf a/b/g 000\nd a/b/c 000\nf a/b/c/h 000\nd a/d 111\nd a/d/e 222\nf a/d/e/i 444\nd a/z 444\nd a/z/y 333\n",
    );
    for mode in ["755", "u+r", "u+x", "u+rx", "a+rwx", "u=rwX", "+X", "u+w", "000", "u+rX,go+rX", "711"] {
        for flags in ["-R", "-Rv", "-Rc", "-Rf"] {
            in_c(&tree, &[flags, mode, "a"]);
        }
    }
}

#[test]
fn walls() {
    let tree = Tree::new(
        "d a\nd a/closed 000\nf a/closed/in\nd a/unreadable 311\nf a/unreadable/in\nd a/unsearchable 644\nf a/unsearchable/in\n\
         d a/unsearchable/sub\nl a/unsearchable/l -> in\nd a/theirs 700 owner=0\nf a/theirs/in owner=0\nd a/theirs-open 755 owner=0\nf a/theirs-open/mine\n\
         f a/theirs-open/theirs owner=0\n",
    );
    for mode in ["755", "700", "u+w", "g+w", "a-w", "000", "u-x", "u-r"] {
        for flags in ["-R", "-Rv", "-Rc", "-Rf"] {
            in_c(&tree, &[flags, mode, "a"]);
        }
    }
    each(
        &tree,
        "
        600 a/closed/in
        -v 600 a/closed/in a/unsearchable/in
        -f 600 a/closed/in
        -v 600 a/theirs/in
        -v 600 a/theirs-open/mine a/theirs-open/theirs
        -v 755 a/closed/nothing a/closed
        ",
    );
}

/// G4: a symbolic mode may do something else the second time, so that two names of one file depend on the order.
#[test]
fn hard_links() {
    let tree = Tree::new(
        "d a\nf a/1 742\nh a/2 = a/1\nd a/b\nh a/b/3 = a/1\nf a/b/x 751\nh a/x = a/b/x\nd c\nh c/4 = a/1\nf a/single 742\n",
    );
    for mode in ["u=g,g=o", "u=g,g=o,o=u", "g=u,u=o", "a+X", "u=o,o=g", "755", "u-x,g+x", "o=g,g=u,u="] {
        for flags in ["-R", "-Rv", "-Rc"] {
            in_c(&tree, &[flags, mode, "a", "c"]);
            in_c(&tree, &[flags, mode, "."]);
        }
        check(&tree, &["-v", mode, "a/1", "a/2", "c/4"]);
    }
}

/// Everything is mounted read-only here, so that a mistake of the tool under test harms nothing.
#[test]
fn the_root_directory() {
    let tree = Tree::new("d a\nl slash -> /\nd a/b\n");
    check_each(
        Tool::Chmod,
        &tree,
        "
        -R --preserve-root a+ /
        -R --preserve-root a+ //
        -R --preserve-root a+ /.
        -R --preserve-root a+ /../
        -R --preserve-root a+ a /
        -Rv --preserve-root a+ / a
        -Rf --preserve-root a+ /
        --preserve-root -v a+ /
        -R --preserve-root a+ slash/
        -R --preserve-root -v a+ slash
        --no-preserve-root -v a+ a
        --preserve-root --no-preserve-root -v a+ /
        -R --preserve a+ /
        ",
        |case| {
            case.mounts(
                "for dir in /dev /sys /proc; do mount --bind $dir $dir; mount -o remount,bind,ro $dir; done
                mount -o remount,bind,ro /",
            )
        },
    );
}

#[test]
fn mounts() {
    let tree = Tree::new("d a\nd a/b\nd a/b/c\nf a/b/c/f\nd a/other\nf a/x\nd a/m\n");
    for argv in [&["-Rv", "700", "a"][..], &["-R", "u+rwx", "a"], &["-Rc", "g-rx", "a"]] {
        case(argv).mounts("mount -t tmpfs -o mode=755 none a/m; mkdir a/m/d; touch a/m/d/f").check(&tree);
    }
}

/// Links that lead up, to themselves, round in a ring, and twice to one place.
#[test]
fn loops_of_links() {
    let tree = Tree::new(
        "d a\nd a/b\nf a/b/f 640\nl a/b/up -> ..\nl a/self -> self\nl a/ring -> ring2\nl a/ring2 -> ring\nl a/to -> b\n\
         l a/out -> ../o\nd o\nf o/f\nl top -> a\n",
    );
    each_in_c(
        &tree,
        "
        -RL 700 a
        -RLv 700 a
        -RLv g+w,o=u a
        -RLf 700 .
        -RLv 700 top a/b/up
        -RHv 700 top
        -RHv 700 a/self a/ring a/to
        -RPv 700 top a/to
        -RLv 000 a
        -RLc u-x a
        -RLv --reference=o/f a
        -RH --dereference 700 a
        -RHv --dereference 700 a top
        -RHf --dereference 700 a
        -RLv --dereference 700 a
        -RHhv 700 a top
        -RLhv 700 a
        ",
    );
    // Read the first time, and closed when the link leads there again.
    check(&Tree::new("d b 751\nd b/a\nl b/a/up -> ..\n"), &["-RLv", "u=g,g=o", "b"]);
}

/// Links that lead nowhere.
#[test]
fn dangling_links() {
    let tree =
        Tree::new("d a\nd a/d\nf a/f 640\nl a/l -> nope\nl a/d/l -> ../../nope\nl a/t -> f\nl to -> nope\n");
    each_in_c(
        &tree,
        "
        -R 700 a to
        -Rv 700 a to
        -RLv 700 a to
        -RHv 700 a to
        -RH --dereference 700 a
        -RHv --dereference 700 a to
        -RHc --dereference u+x a
        -RHf --dereference 700 a
        -RLv --dereference 700 a
        -RHhv 700 a
        ",
    );
}

/// Links that are not looked through and changed through: what special bits came to is looked up where they went.
#[test]
fn special_bits_behind_links() {
    let tree = Tree::new("d d 700\nf f 600\nf s 4755\nl to-d -> d\nl to-f -> f\nl to-s -> s\n");
    let operands = "to-d to-f to-s d f s";
    let commands: String = ["-Pv", "-Pc", "-Hv", "-Lv", "-hv", "-RPv", "-RLhv", "-RHv", "-v"]
        .iter()
        .flat_map(|options| {
            ["1755", "4777", "u+s", "755"].map(|mode| format!("{options} {mode} {operands}\n"))
        })
        .collect();
    each_in_c(&tree, &commands);
}

/// A directory mounted below itself: GNU's chmod may go round once more before it says so, ours says so at once. Either
/// has changed every file of it by then.
#[test]
fn loops_of_bind_mounts() {
    let warning = "chmod: WARNING: Circular directory structure.\n\
         This almost certainly means that you have a corrupted file system.\n\
         NOTIFY YOUR SYSTEM MANAGER.\n\
         The following directory is part of the cycle:\n  a/b/c\n\n";
    let tree = Tree::new("d a\nd a/b\nd a/b/c\n");
    let pin = |argv: &[&str], out: &str| {
        case(argv).mounts("mount --bind a a/b/c").pin(&tree, &Outcome::new(1, out, warning));
    };
    pin(&["-R", "u+rwx", "a"], "");
    pin(&["-Rf", "700", "a"], "");
    pin(
        &["-Rv", "700", "a"],
        "mode of 'a' changed from 0755 (rwxr-xr-x) to 0700 (rwx------)\n\
         mode of 'a/b' changed from 0755 (rwxr-xr-x) to 0700 (rwx------)\n\
         mode of 'a/b/c' retained as 0700 (rwx------)\n",
    );
    pin(
        &["-Rc", "g-rx", "a"],
        "mode of 'a' changed from 0755 (rwxr-xr-x) to 0705 (rwx---r-x)\n\
         mode of 'a/b' changed from 0755 (rwxr-xr-x) to 0705 (rwx---r-x)\n",
    );
    for argv in [&["-RL", "700", "a"][..], &["-RLv", "700", "a"], &["-Rv", "700", "a/b"]] {
        case(argv).mounts("mount --bind a a/b/c").check(&tree);
    }
}
