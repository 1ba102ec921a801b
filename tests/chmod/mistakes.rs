//! Usage errors: GNU's words, GNU's status.

use super::{case, check, each};
use ringutils_tests::{Outcome, Tree};

#[test]
fn wrong_commands() {
    let tree = Tree::new("d a\nf a/f\nf f\n");
    each(
        &tree,
        "
        644
        -v
        -R
        -x
        --
        -- 644
        8 f
        9 f
        77777 f
        10000 f
        0x1 f
        888 f
        64q f
        q f
        u f
        u+q f
        u+xq f
        +q f
        -q f
        -rq f
        u=gq f
        a+x, f
        ,a+x f
        a+x,,a-x f
        , f
        a++q f
        x+u f
        u+64 f
        u=644 f
        755,u+x f
        u+x,755 f
        --nonsense 644 f
        -j 644 f
        -vj 644 f
        -Rj 644 f
        --verbose=1 644 f
        --rec 644 a
        --c 644 f
        --s 644 missing
        --q 644 missing
        --v 644 f
        --no 644 f
        --p 644 f
        --r 644 f
        --re 644 f
        --nonsense
        644 -j
        644 f --nonsense
        - f
        = f
        + f
        644 -
        --reference=f
        --reference=f -x
        --reference=missing missing2
        -v -x
        ",
    );
    check(&tree, &["", "f"]);
    check(&tree, &["644", ""]);
    check(&tree, &["-v", "644", ""]);
    check(&tree, &["u+x ", "f"]);
    check(&tree, &[" 644", "f"]);
    check(&tree, &["caf\u{e9}", "f"]);
    check(&tree, &["new\nline", "f"]);
    check(&tree, &["it's", "f"]);
    check(&tree, &[]);
    case(&["-v", "600", "f", "missing", "-R"]).env("POSIXLY_CORRECT", "1").check(&tree);
}

/// G10: run-time errors begin with the last part of the name that the tool was started under, usage errors with all
/// of it.
#[test]
fn a_path_as_name() {
    let tree = Tree::new("d a\nf a/f\nf f\n");
    case(&["600", "missing"]).called("./some/where/chmod").check(&tree);
    case(&["-j"]).called("./some/where/chmod").check(&tree);
    case(&["q", "f"]).called("./some/where/chmod").check(&tree);
    case(&["600"]).called("./some/where/chmod").check(&tree);
}

/// Texts of our own, which name GNU's package and end with its version where scripts look for them.
#[test]
fn help_and_version() {
    let tree = Tree::new("d a\n");
    let version = "chmod (ringutils 0.1.0, GNU coreutils compatible) 9.7\n\
         License: MIT or Apache-2.0, at your option.\n\
         This is not a GNU program; it shares no code with GNU coreutils.\n";
    case(&["--version"]).pin(&tree, &Outcome::new(0, version, ""));
    let line = "Gives each FILE the permissions that MODE describes, or those of RFILE.\n";
    case(&["--help"]).shell("TOOL | sed -n 4p").pin(&tree, &Outcome::new(0, line, ""));
}
