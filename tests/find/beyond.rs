//! Tests that look beyond a stat: at what a link says and leads to, at access, at file systems and contexts.

use super::{case, check, each, quick};
use ringutils_tests::Tree;

#[test]
fn other_types() {
    let tree = Tree::new(
        "d a\nf a/f\nl a/l -> f\nl a/up -> ..\nl a/none -> none/x\nl a/loop -> loop\nl a/notdir -> f/x\n\
         l a/null -> /dev/null\np a/p\nl a/pl -> p\nl a/ll -> l\n",
    );
    for follow in ["-P", "-H", "-L"] {
        for kinds in ["f", "d", "l", "p", "c", "f,l", "d,p,c"] {
            quick(&tree, &[follow, "a", "-xtype", kinds]);
            quick(&tree, &[follow, "a/l", "a/up", "a/none", "a/pl", "-maxdepth", "0", "-xtype", kinds]);
        }
    }
    each(
        &tree,
        "
        . -xtype
        . -xtype q
        . -xtype fd
        . -xtype f,
        . -xtype f,f
        . -xtype D
        a/loop a/notdir -xtype l
        -L a/loop a/notdir -xtype l
        ",
    );
    check(&tree, &[".", "-xtype", ""]);
}

#[test]
fn texts_of_links() {
    let tree = Tree::new(
        "d a\nf a/f\nl a/l -> f\nl a/up -> ../a\nl a/none -> None/x\nl a/loop -> loop\nl a/bad -> \\xff\\n\n\
         l a/e -> caf\\xc3\\xa9\n",
    );
    for follow in ["-P", "-H", "-L"] {
        for pattern in
            ["*", "f", "F", "?", "none/x", "None*", "..*", "*/x", "caf?", "CAF\u{c9}", "loop", "", "/"]
        {
            check(&tree, &[follow, "a", "-lname", pattern]);
            case(&[follow, "a", "-ilname", pattern]).apart().check(&tree);
        }
        check(&tree, &[follow, "a/l", "a/none", "-lname", "*"]);
    }
    each(&tree, ". -lname\n. -ilname");
}

#[test]
fn access() {
    let tree = Tree::new(
        "d a\nf a/rwx 777\nf a/r 444\nf a/w 222\nf a/x 111\nf a/none 000\nf a/theirs owner=0 640\nd a/d 000\nd a/closed 600\n\
         f a/closed/f 777\nl a/l -> none\nl a/away -> nowhere\nl a/in -> closed/f\n",
    );
    for follow in ["-P", "-L"] {
        for test in ["-readable", "-writable", "-executable"] {
            check(&tree, &[follow, "a", test]);
            check(&tree, &[follow, "a", "!", test, "-print"]);
            check(&tree, &[follow, "a/l", "a/away", "a/rwx", test]);
        }
    }
    check(&tree, &["a", "-readable", "-executable"]);
}

#[test]
fn file_systems() {
    let tree = Tree::new("d a\nd a/m\nf a/x\nl a/l -> m\n");
    let mounts = "mount -t tmpfs none a/m; mkdir a/m/d; echo hi >a/m/d/f";
    for argv in [
        &["a", "-fstype", "tmpfs"][..],
        &["a", "!", "-fstype", "tmpfs"],
        &["-L", "a", "-fstype", "tmpfs"],
        &["a", "-fstype", "tmpfs", "-prune", "-o", "-print"],
        &["a", "-printf", "%F %p\\n"],
        &["a", "-fstype", "nonsense"],
        &["a", "-fstype", ""],
        &["/proc", "/sys", "/dev", "-maxdepth", "0", "-fstype", "proc"],
    ] {
        case(argv).mounts(mounts).check(&tree);
    }
    check(&tree, &["a", "-fstype"]);
}

#[test]
fn contexts() {
    let tree = Tree::new("d a\n");
    each(&tree, "a -context\na -context *\na -context x -nonsense\na -nonsense -context x");
}
