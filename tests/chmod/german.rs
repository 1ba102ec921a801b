//! Messages in another language: that of the system's catalogue for GNU's chmod.

use super::case;
use ringutils_tests::{GERMAN, Tool, Tree, check_each};

#[test]
fn messages() {
    let tree = Tree::new(
        "d a\nf a/f\nl a/l -> nowhere\nf f 600\nd shut owner=0 700\nf theirs owner=0\nl l -> nowhere\n",
    );
    check_each(
        Tool::Chmod,
        &tree,
        "
        644
        -v
        --nonsense 644 f
        -j 644 f
        --v=1 644 f
        q f
        --reference=f 644 f
        --reference=missing f
        644 missing
        644 l
        -v 644 f
        -v 600 f theirs
        -c 755 f theirs shut
        -Rv 700 .
        -Rv a-r a
        -v 644 l a/l
        -hv 644 l
        ",
        |case| case.changes().locale(GERMAN),
    );
    case(&["-v", "-w", "f"]).shell("umask 777; TOOL").changes().locale(GERMAN).check(&tree);
}
