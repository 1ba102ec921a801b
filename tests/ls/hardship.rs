//! The bad input: what cannot be read, odd names, long paths.

use super::{case, check, each};
use ringutils_tests::{Case, Outcome, Tool, Tree, tree::deep};

#[test]
fn closed_directories() {
    let tree = Tree::new(
        "d a\nd a/closed 000\nf a/closed/in\nd a/unreadable 311\nf a/unreadable/in\nd a/unreadable/sub\nd a/unsearchable 644\n\
         f a/unsearchable/in size=3\nd a/unsearchable/sub\nl a/unsearchable/link -> in\nd a/theirs 700 owner=0\n\
         f a/theirs/in owner=0\nd a/open\nf a/open/f\nl a/into -> closed/in\nl a/through -> unsearchable/in\n",
    );
    each(
        &tree,
        "
        -R
        -R a
        -lR
        -laR a
        -Rr
        -RU
        a/closed
        a/closed a/open
        a/closed/in
        a/unreadable
        a/unreadable/in
        -l a/unreadable/in
        a/unsearchable
        -l a/unsearchable
        -la a/unsearchable
        -F a/unsearchable
        -p a/unsearchable
        -i a/unsearchable
        -s a/unsearchable
        -S a/unsearchable
        -t a/unsearchable
        -C a/unsearchable
        -R a/unsearchable
        -lR a/unsearchable
        -Cs a/unsearchable
        -Fl a/unsearchable
        -L a/unsearchable
        -f a/unsearchable
        -U a/unsearchable
        --color=always a/unsearchable
        --color=always -l a/unsearchable
        -n a/unsearchable
        -lis a/unsearchable
        -lh a/unsearchable
        --full-time a/unsearchable
        --group-directories-first a/unsearchable
        --group-directories-first -U a/unsearchable
        --group-directories-first -F a/unsearchable
        --group-directories-first -L a
        --group-directories-first -R a
        --group-directories-first a
        -d a/closed a/unsearchable/in
        -l a
        -L a
        -lL a
        -lLR a
        -H a/into
        a/into a/through
        -l a/into a/through
        --color=always a
        a missing a/closed a/theirs
        ",
    );
}

#[test]
fn odd_names() {
    let tree = Tree::new(
        "d a\nf a/new\\nline\nf a/\\xff\nf a/\\x01\\x1b[31m\nd a/\\xc3\\x28\nf a/\\xc3\\x28/\\xe2\\x82 000\nf a/caf\\xc3\\xa9\n\
         d a/\\xff\\n'\\x22 000\nl a/l -> \\xff\nf a/\\xf0\\x9f\\x98\\x80\nf a/\\xc2\\xa0\nf a/\\xe2\\x80\\xae\nf a/e\\xcc\\x81\n",
    );
    each(&tree, "a\n-R\n-lR\n-C a\n-x a\n-Cs a\n-F a\n-i a\n-r a\n-L a\n--color=always a");
    Case::new(Tool::Ls, &[b"a/\xff".as_slice(), b"a/no\xff", b"a/no\nsuch", b"a/\xc3\x28"]).check(&tree);
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

#[test]
fn loops_of_bind_mounts() {
    let tree = Tree::new("d a\nd a/b\nd a/b/c\nf a/b/c/f\nd a/other\nf a/x\n");
    for argv in [&["-R", "a"][..], &["-lR", "a"], &["-i", "a/b"], &["-R", "-L", "a"], &["-Ri", "a"]] {
        case(argv).mounts("mount --bind a a/b/c").check(&tree);
    }
}

#[test]
fn mounts() {
    let tree = Tree::new("d a\nd a/m\nf a/m/under\nd a/n\nf a/x\nd b\nf b/in\n");
    let mounts = "mount -t tmpfs -o mode=755 none a/m; mkdir a/m/d; echo hi >a/m/d/f; touch -d @0 a/m a/m/d a/m/d/f; mount --bind b a/n";
    for argv in [&["-R", "a"][..], &["-i", "a"], &["-F", "a"], &["-iR", "a/n"], &["-fi", "a"]] {
        case(argv).mounts(mounts).check(&tree);
    }
}

#[test]
fn a_closed_working_directory() {
    let tree = Tree::new("d inner\nd inner/a\nf inner/a/b\n");
    for argv in [
        &["."][..],
        &["a"],
        &["a", "."],
        &["-l"],
        &["-l", "."],
        &["-la"],
        &["-lL"],
        &[],
        &["-R"],
        &["-d"],
        &["-F"],
        &["--color=always"],
        &["--group-directories-first"],
    ] {
        case(argv).shell("cd inner; chmod 000 .; TOOL").changes().check(&tree);
    }
}

/// GNU's ls gives up where a path is longer than PATH_MAX; up to there both must agree, and ours goes on.
#[test]
fn deeper_than_a_path_may_be_long() {
    let tree = Tree::new("deep d 18 200\n");
    each(&tree, "-R\n-lR\n-aR d");
    case(&["-R"]).shell("ulimit -n 64; TOOL").check(&tree);

    let tree = Tree::new("deep d 40 200\n");
    let paths = deep("d", 40, 200);
    let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let listings = paths.iter().enumerate().map(|(level, path)| {
        let entry = paths.get(level + 1).map_or_else(|| "leaf".to_owned(), |below| name(below));
        format!("{path}:\n{entry}\n")
    });
    let all = listings.collect::<Vec<_>>().join("\n");
    case(&["-R", "d"]).pin(&tree, &Outcome::new(0, all, ""));
}

/// A walk that begins below the mounted directory comes to its own start inside the mount.
#[test]
fn loops_entered_below_their_start() {
    let tree = Tree::new("d a\nd a/b\nd a/b/c\n");
    for argv in [&["-R", "a/b"][..], &["-lR", "a/b"], &["-R", "a/b/c"], &["-RL", "a/b"]] {
        case(argv).mounts("mount --bind a a/b/c").check(&tree);
    }
}

/// Names that vanish when the directory has been read.
#[test]
fn vanished_files() {
    let tree =
        Tree::new("d d\nf d/1\nf d/2\nf d/3 size=5\nl d/link -> 2\nl d/4 -> 3\nd d/s\nf d/s/in\nd d/t\n");
    let case = |argv: &[&str], meanwhile| case(argv).meanwhile(meanwhile).locale("C");
    for argv in [
        &["d"][..],
        &["-R", "d"],
        &["-lR", "d"],
        &["-L", "d"],
        &["-lL", "d"],
        &["-F", "d"],
        &["-Cs", "d"],
        &["-t", "d", "d/t"],
        &["--color=always", "d"],
        &["--group-directories-first", "d"],
        &["-fl", "d"],
    ] {
        case(argv, "rm -rf d/2 d/s d/4").check(&tree);
    }
    for argv in [&["-R", "d"][..], &["-lR"]] {
        case(argv, "rm -rf d").check(&tree);
    }
    // What a name stands for may change too.
    for argv in [&["-lnR", "d"][..], &["-R", "d"], &["-F", "d"]] {
        case(argv, "mv d/s d/x; mv d/1 d/s; mkdir d/1; rm d/3; ln -s x d/3").check(&tree);
    }
    // That the files vanished in time is seen here.
    let said = "ls: cannot access 'd/2': No such file or directory\n";
    case(&["-F", "d"], "rm d/2").pin_ours(&tree, &Outcome::new(1, "1\n2\n3\n4@\nlink@\ns/\nt/\n", said));
}
