//! Tests of times.

use super::{ZOO, check, each, quick};
use ringutils_tests::Tree;

#[test]
fn times() {
    let tree = Tree::new(ZOO);
    for number in ["0", "1", "2", "3", "4", "60", "89", "90", "91", "1440"] {
        for sign in ["", "+", "-"] {
            quick(&tree, &[".", "-mmin", &format!("{sign}{number}")]);
            quick(&tree, &[".", "-mtime", &format!("{sign}{number}")]);
        }
    }
    each(&tree, ". -mmin +89.5\n. -mmin -1.5\n. -mtime 0.5\n. -mtime -0.5\n. -mmin -+5");
}

#[test]
fn newer() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -newer a/one.txt
        . -newer a/Two.TXT
        . ! -newer a/Two.TXT
        . -newer a/b/link
        -H . -newer a/b/link
        -L . -newer a/b/link
        . -newer a/b/dangling
        -H . -newer a/b/dangling
        . -newer missing
        . -newer a/x.sh
        ",
    );
}

#[test]
fn times_against_times() {
    let tree = Tree::new(
        "f a mtime=-5d atime=-1h\nf b mtime=-3d atime=-2d\nf c mtime=-1h atime=-4d\nf d mtime=-5d atime=-3d\n\
         d e mtime=-2d\nl l -> a\n",
    );
    for x in ["a", "c", "m"] {
        for y in ["a", "c", "m"] {
            for file in ["a", "b", "c", "d", "l"] {
                quick(&tree, &[".", &format!("-newer{x}{y}"), file]);
            }
        }
        quick(&tree, &["-L", ".", &format!("-newer{x}m"), "l"]);
    }
    for test in ["-anewer", "-cnewer", "-newer"] {
        for file in ["a", "b", "c", "l"] {
            quick(&tree, &[".", test, file]);
        }
    }
    for test in ["-amin", "-atime", "-cmin", "-ctime"] {
        for number in ["0", "1", "-1", "+1", "2", "+2", "60", "+60", "-60"] {
            quick(&tree, &[".", test, number]);
        }
    }
    each(
        &tree,
        "
        . -newerab
        . -newerab a
        . -newerxm a
        . -newermx a
        . -newertm a
        . -newermm
        . -newermm missing
        . -newerm a
        . -newermma a
        . -newerMM a
        ",
    );
}

#[test]
fn time_from_change_to_use() {
    let tree = Tree::new(
        "f past atime=-1d\nf now atime=+1m\nf h12 atime=+12h\nf h23 atime=+1439m\nf h25 atime=+25h\nf d2 atime=+2d\n\
         f d3 atime=+73h\nf month\n",
    );
    for number in ["0", "1", "2", "3", "4", "30", "0.5", "1.5"] {
        for sign in ["", "+", "-"] {
            quick(&tree, &[".", "-type", "f", "-used", &format!("{sign}{number}")]);
        }
    }
    each(
        &tree,
        "
        . -used
        . -used x
        . -used +x
        . -used +
        . -used 1x
        . -used nan
        . -used -nan
        . -used --1
        . -type f -used +-1
        . -type f -used 0x1
        . -type f -used -inf
        ",
    );
    check(&tree, &[".", "-used", ""]);
}
