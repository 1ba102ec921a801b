//! The bad input: what cannot be read, odd names, long paths.

use super::{case, check, each};
use ringutils_tests::{Outcome, Tree, tree::deep};

/// Directories that the ordinary user cannot read, or cannot search.
const WALLS: &str = "
d a
d a/closed 000
f a/closed/in
d a/unreadable 311
f a/unreadable/in
d a/unreadable/sub
d a/unsearchable 644
f a/unsearchable/in size=3
d a/unsearchable/sub
l a/unsearchable/link -> in
d a/unsearchable/other
d a/deep
d a/deep/locked 444
d a/deep/locked/sub
f a/deep/locked/sub/f
d a/deep/locked/sub/sub
l a/way -> closed/in
d a/theirs 700 owner=0
f a/theirs/in owner=0
d a/open
f a/open/f
d a/z 500
f a/z/kept
";

#[test]
fn closed_directories() {
    let tree = Tree::new(WALLS);
    each(
        &tree,
        "
        .
        a
        a -depth
        a/closed
        a/closed/in
        a/unsearchable
        a/unsearchable/in
        a/unsearchable/sub
        a/unsearchable -type f
        a/unsearchable -size -9
        a/unsearchable -type d -size -9
        a/unsearchable -empty
        a -empty
        a -size -9
        a -perm /111
        a -maxdepth 1
        a -maxdepth 2 -type d
        -L a
        -L a -type f
        a -name closed -prune -o -print
        a -name in -print -quit
        a -newer a/theirs/in
        a -newer a/unsearchable/in
        a -depth -type d
        a/deep -maxdepth 2
        a/deep -name sub -prune
        a/deep -name sub -prune -o -name f -print
        a/deep -depth -name sub
        a/deep -mindepth 3
        -L a/deep
        a/deep -delete
        a -exec echo {} ;
        a -exec echo {} +
        a -print -exec echo {} ; -print
        a -printf %p\\n
        a -printf %p|%f|%d|%i|%y\\n
        a -printf %p|%y\\n
        a -printf %12y\\n -o -print
        -L a -printf %y|%p\\n
        a -depth -fprintf /dev/stdout %p|%-5y\\n
        a -printf %p|%Y\\n
        a -printf %p|%l\\n
        a -printf %p|%s|%Y|%l\\n
        a -printf %i\\n
        a -printf %i|%Y\\n
        a -printf %F\\n
        a -printf %p -printf %s\\n
        a -printf %s\\n -o -print
        a -ls
        -L a -ls
        -L a -printf %p|%y|%Y|%l|%s\\n
        -L a -printf %p|%y|%i\\n
        a -readable
        a -writable
        a -executable
        -L a -readable
        a -xtype f
        a -xtype l
        a ! -xtype l
        -L a -xtype f
        -L a -xtype l
        a -lname in
        a ! -lname in
        -L a -lname in
        a -fstype ext4
        a -used 1
        a -newerac a/open/f
        a -print -fls /dev/stdout
        a a/closed -maxdepth 0
        a/unreadable/in
        a/unreadable/sub
        ",
    );
}

#[test]
fn deleting_what_is_closed() {
    let tree = Tree::new(WALLS);
    for argv in [
        &["a", "-delete"][..],
        &["a", "-depth", "-print", "-delete"],
        &["a", "-delete", "-print"],
        &["a/closed", "-delete"],
        &["a/z", "-type", "f", "-delete"],
        &["a/unsearchable", "-name", "in", "-delete"],
        &["a", "-type", "f", "-delete"],
        &["a", "-name", "in", "-exec", "rm", "-f", "{}", ";", "-print"],
    ] {
        case(argv).changes().check(&tree);
    }
}

/// The user stands in a folder that has been closed meanwhile.
#[test]
fn a_closed_working_directory() {
    let tree = Tree::new("d inner\nd inner/a\nf inner/a/b\n");
    for argv in
        [&["."][..], &["a"], &["a", ".", "/nonsense"], &["a", "-exec", "echo", "{}", ";"], &["a", "-delete"]]
    {
        case(argv).shell("cd inner; chmod 000 .; TOOL").changes().check(&tree);
    }
}

#[test]
fn odd_names() {
    let tree = Tree::new(
        "d a\nf a/new\\nline\nf a/\\xff\nf a/\\x01\\x1b[31m\nd a/\\xc3\\x28\nf a/\\xc3\\x28/\\xe2\\x82 000\nf a/caf\\xc3\\xa9\n\
         d a/\\xff\\n'\" 000\nl a/l -> \\xff\nf a/\\xf0\\x9f\\x98\\x80\nf a/\\xc2\\xa0\nf a/\\xe2\\x80\\xae\n",
    );
    each(
        &tree,
        "a\na -print0\na -type f\na -exec echo {} ;\n-L a\na -empty\na -name *\na -name ?\na -iname *É",
    );
    ringutils_tests::Case::new(
        ringutils_tests::Tool::Find,
        &[b"a/\xff".as_slice(), b"a/no\xff", b"a/no\nsuch", b"a/\xc3\x28"],
    )
    .check(&tree);
    check(
        &tree,
        &[
            "no such",
            "no'such",
            "no\"such",
            "no\\such",
            "nos\u{fc}ch",
            "no\tsuch",
            "no\u{1b}such",
            "-",
            "\u{202e}",
        ],
    );
}

/// 40 levels of 200 characters: 8,000 bytes, beyond PATH_MAX.
#[test]
fn deeper_than_a_path_may_be_long() {
    let tree = Tree::new("deep d 40 200\n");
    each(
        &tree,
        "
        d
        d -depth
        d -type f
        d -size -9
        d -empty
        d -name leaf
        d -maxdepth 30
        d -perm 644
        d -newer d
        ",
    );
    // The path is too long for the command.
    check(&tree, &["d", "-exec", "test", "-e", "{}", ";", "-print"]);
    check(&tree, &["d", "-exec", "sh", "-c", "echo $#", "sh", "{}", "+"]);
    case(&["d", "-delete"]).changes().check(&tree);
    case(&["d", "-type", "f", "-delete", "-print"]).changes().check(&tree);
    case(&["d", "-size", "-9"]).shell("ulimit -n 64; TOOL").check(&tree);
}

/// Where links are followed GNU's find gives up at PATH_MAX; ours goes on.
#[test]
fn following_deeper_than_a_path_may_be_long() {
    let tree = Tree::new("deep d 22 200\n");
    let paths = deep("d", 22, 200);
    let all =
        paths.iter().map(|path| format!("{path}\n")).collect::<String>() + paths[22].as_str() + "/leaf\n";
    case(&["-L", "d"]).pin(&tree, &Outcome::new(0, all, ""));
    case(&["-L", "d", "-type", "f"]).pin(&tree, &Outcome::new(0, format!("{}/leaf\n", paths[22]), ""));
    check(&tree, &["-L", "d", "-maxdepth", "15"]);
    check(&tree, &["-H", "d"]);
}

#[test]
fn a_long_name() {
    let tree = Tree::new("d a\n");
    let long = "n".repeat(300);
    let longer = "n/".repeat(3000);
    check(&tree, &[&long, "a", &longer]);
    check(&tree, &["a", "-name", &longer]);
    check(&tree, &["a", "-newer", &long]);
}

/// GNU's find says otherwise of output that fails, and forgets what waits for files where nobody can be asked.
#[test]
fn output_that_fails() {
    let tree = Tree::new("many d 1200\n");
    let lost = "find: 'standard output': No space left on device\nfind: write error\n";
    for argv in [&["d", "-ls"][..], &["d", "-printf", "%p\\n"]] {
        case(argv).shell("TOOL >/dev/full").pin(&tree, &Outcome::new(1, "", lost));
    }
    let lost = "find: '/dev/full': No space left on device\n".repeat(3);
    case(&["d", "-fprint", "/dev/full"]).pin(&tree, &Outcome::new(1, "", lost));
    case(&["d", "-maxdepth", "0", "-fprint", "d/out", "-ok", "true", ";"])
        .shell("yes | TOOL 2>&-; cat d/out; rm d/out")
        .pin(&tree, &Outcome::new(0, "d\n", ""));
}
