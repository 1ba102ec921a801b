//! What GNU's ls does not have.

use super::{case, quick};
use ringutils_tests::{Outcome, Tree, Who};

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
    case(&["--json", "d/e", "d/f"]).shell(paths).only(Who::Root).pin(&tree, &Outcome::new(0, below, ""));
    let link = "\"link\":{\"base64\":\"bm//d2hlcmU=\"},\"mode\":511,\"permissions\":\"lrwxrwxrwx\"";
    let link = object("\"d/l\"", "\"d/l\"", "l", &format!("{link},{root}"));
    let link = link.trim_end().to_owned();
    case(&["--json", "-d", "d/l"])
        .shell(&format!("{PLAIN} | sed -E 's/,\"size.*//'"))
        .pin(&tree, &Outcome::new(0, format!("{link}\n"), ""));
}

/// A link whose text can't be read has an error in place of it, and a message.
#[test]
fn objects_of_links_that_cannot_be_read() {
    let tree = Tree::new("f f\n");
    let told = "TOOL | sed -E 's/,\"(inode|mode).*,\"error\"/,...,\"error\"/'; exit ${PIPESTATUS[0]}";
    let said = "ls: cannot read symbolic link '/proc/1/cwd': Permission denied\n";
    let object = "{\"path\":\"/proc/1/cwd\",\"name\":\"/proc/1/cwd\",\"type\":\"l\",\"link\":null,...,\"error\":\"Permission denied\"}\n";
    case(&["--json", "/proc/1/cwd"]).shell(told).only(Who::User).pin(&tree, &Outcome::new(2, object, said));
}

const TREE: &str = "d a\nd a/b\nd a/b/c\nf a/b/c/x 755\nf a/b/.hidden\nf a/z\nd e\nl e/l -> ../a\nf f\nd shut owner=0 700\nf shut/f\n";

#[test]
fn trees() {
    let tree = Tree::new(TREE);
    let check = |argv: &[&str], out: &str| case(argv).pin(&tree, &Outcome::new(0, out, ""));
    check(&["--tree", "a", "e", "f"], "f\na\n|-- b\n|   `-- c\n|       `-- x\n`-- z\ne\n`-- l\n");
    check(&["--tree=1", "a"], "a\n|-- b\n`-- z\n");
    check(&["--tree=1", "-D", "-go", "--time-style=+", "f"], "-rw-r--r-- 1 0  f\n");
    check(&["--tree=2", "-aF", "a"], "a/\n|-- b/\n|   |-- .hidden\n|   `-- c/\n`-- z\n");
    check(&["--tree", "-r", "a"], "a\n|-- z\n`-- b\n    `-- c\n        `-- x\n");
    check(&["--tree", "-CR", "--zero", "e"], "e\0`-- l\0");
    check(
        &["--tree=99999999999999999999", "-L", "e"],
        "e\n`-- l\n    |-- b\n    |   `-- c\n    |       `-- x\n    `-- z\n",
    );
    check(&["--tree", "-d", "a"], "a\n");
    let colored = "\x1b[0m\x1b[01;34ma\x1b[0m\n|-- \x1b[01;34mb\x1b[0m\n`-- z\n";
    case(&["--tree=1", "--color=always", "a"]).env("TERM", "xterm").pin(&tree, &Outcome::new(0, colored, ""));
    check(
        &["--tree=1", "-gon", "--time-style=+T", "e"],
        "drwxr-xr-x 2 4096 T e\nlrwxrwxrwx 1 4 T `-- l -> ../a\n",
    );
    let lines =
        "a\n\u{251c}\u{2500}\u{2500} b\n\u{2502}   \u{2514}\u{2500}\u{2500} c\n\u{2514}\u{2500}\u{2500} z\n";
    case(&["--tree=2", "a"]).env("LC_ALL", "C.UTF-8").pin(&tree, &Outcome::new(0, lines, ""));
    let refused = "ls: invalid depth of a tree: '0x'\n";
    case(&["--tree=0x", "a"]).pin(&tree, &Outcome::new(2, "", refused));
}

/// What can't be listed is told where it would stand.
#[test]
fn trees_with_holes() {
    let tree = Tree::new(TREE);
    let out = "shut\n";
    let err = "ls: cannot access 'missing': No such file or directory\nls: cannot open directory 'shut': Permission denied\n";
    case(&["--tree", "missing", "shut"]).only(Who::User).pin(&tree, &Outcome::new(2, out, err));
    // Bind mounts that close a loop end as those of -R do.
    let said = "ls: a/b: not listing already-listed directory\n";
    let case = case(&["--tree", "a"]).mounts("mount --bind a a/b").only(Who::Root);
    case.pin(&tree, &Outcome::new(2, "a\n|-- b\n`-- z\n", said));
}

/// A tree of many files, which fills more pages than one.
#[test]
fn trees_of_many() {
    let tree = Tree::new("d a\nmany a/1 9000\nmany a/2 9000\n");
    case(&["--tree", "a"])
        .shell("TOOL | wc -l; TOOL | grep -c '^|   |-- '; TOOL | grep -c '^    `-- '")
        .only(Who::User)
        .pin(&tree, &Outcome::new(0, "18003\n8999\n1\n", ""));
}

/// Every beginning of an option of GNU's means what it means to GNU's ls, and our own can't be shortened.
#[test]
fn abbreviations_are_gnus() {
    let tree = Tree::new("f f\n");
    for beginning in ["--j", "--js", "--jso", "--t", "--tr", "--tre"] {
        quick(&[beginning, "f"]).locale("C").check(&tree);
    }
}
