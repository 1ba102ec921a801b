//! What GNU's ls does not have.

use super::{case, quick};
use ringutils_tests::{Outcome, Tree};

/// What depends on the machine is left out of objects.
const PLAIN: &str = r#"TOOL | sed -E 's/"(inode|device|blocks|links)":[0-9]+,//g; s/,"[abc]time":[^}]*\}//g; s/,"btime":null//'"#;

#[test]
fn objects() {
    let tree = Tree::new(
        "d d 755 owner=0\nf d/f 640 size=5 owner=12345:54321 mtime=@86400.5\nl d/l -> no\\xffwhere owner=0\np d/p 600 owner=0\n\
         f d/\\xff 644 owner=0 mtime=@0\nd d/e 700 owner=0\nf d/e/q\\x22\\n 4755 owner=0 mtime=@-1\n",
    );
    let object = |path: &str, name: &str, kind: &str, rest: &str| {
        format!("{{\"path\":{path},\"name\":{name},\"type\":\"{kind}\",{rest}\n")
    };
    let root = "\"user\":\"root\",\"uid\":0,\"group\":\"root\",\"gid\":0";
    let file = object(
        "\"d/f\"",
        "\"f\"",
        "f",
        "\"mode\":416,\"permissions\":\"-rw-r-----\",\"user\":null,\"uid\":12345,\"group\":null,\"gid\":54321,\"size\":5,\
         \"mtime\":{\"sec\":86400,\"nsec\":5}}",
    );
    case(&["--json", "d/f"])
        .shell(PLAIN)
        .pin(&tree, &Outcome::new(0, file.replace("\"name\":\"f\"", "\"name\":\"d/f\""), ""));
    case(&["--json", "-l", "--color=always", "d/f", "missing"])
        .shell(&format!("{PLAIN}; exit ${{PIPESTATUS[0]}}"))
        .pin(
            &tree,
            &Outcome::new(
                2,
                file.replace("\"name\":\"f\"", "\"name\":\"d/f\""),
                "ls: cannot access 'missing': No such file or directory\n",
            ),
        );
    // The order is that of a listing, and paths tell of the directory.
    let paths = "TOOL | sed -E 's/,\"name.*//'";
    let listed = "{\"path\":\"d/e\"\n{\"path\":\"d/f\"\n{\"path\":\"d/l\"\n{\"path\":\"d/p\"\n{\"path\":{\"base64\":\"ZC//\"}\n";
    case(&["--json", "d"]).shell(paths).pin(&tree, &Outcome::new(0, listed, ""));
    let below = "{\"path\":\"d/f\"\n{\"path\":\"d/e/q\\\"\\n\"\n";
    case(&["--json", "d/e", "d/f"])
        .shell(paths)
        .only(ringutils_tests::Who::Root)
        .pin(&tree, &Outcome::new(0, below, ""));
    let link = "\"link\":{\"base64\":\"bm//d2hlcmU=\"},\"mode\":511,\"permissions\":\"lrwxrwxrwx\"";
    let link = object("\"d/l\"", "\"d/l\"", "l", &format!("{link},{root}"));
    let link = link.trim_end().to_owned();
    case(&["--json", "-d", "d/l"])
        .shell(&format!("{PLAIN} | sed -E 's/,\"size.*//'"))
        .pin(&tree, &Outcome::new(0, format!("{link}\n"), ""));
}

/// Every beginning of an option of GNU's means what it means to GNU's ls, and our own can't be shortened.
#[test]
fn abbreviations_are_gnus() {
    let tree = Tree::new("f f\n");
    for beginning in ["--j", "--js", "--jso", "--t", "--tr", "--tre"] {
        quick(&[beginning, "f"]).locale("C").check(&tree);
    }
}
