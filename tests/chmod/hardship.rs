//! The issue's bad input: odd names, long paths, folders that cannot be reached.

use super::{case, check, each};
use ringutils_tests::{Case, Outcome, Tree, Who, tree::deep};

#[test]
fn odd_names() {
    let tree = Tree::new(
        "d a\nf a/new\\nline\nf a/\\xff\nf a/\\x01\\x1b[31m\nd a/\\xc3\\x28\nf a/\\xc3\\x28/\\xe2\\x82 000\nf a/caf\\xc3\\xa9\n\
         d a/\\xff\\n'\\x22 000\nl a/l -> \\xff\nf a/\\xf0\\x9f\\x98\\x80\nf a/\\xc2\\xa0\nf a/\\xe2\\x80\\xae\nf a/e\\xcc\\x81\nf a/it's\nf -dash\n",
    );
    each(&tree, "-Rv 700 a\n-Rc a-r a\n-Rv a-x a\n-Rv 000 a\n-v 600 ./-dash\n-v 600 -- -dash\n600 -dash");
    check(
        &tree,
        &[
            "600",
            "no such",
            "no'such",
            "no\"such",
            "no\\such",
            "nos\u{fc}ch",
            "no\tsuch",
            "no\u{1b}such",
            "\u{202e}",
        ],
    );
}

/// 40 levels of 200 characters: 8,000 bytes, beyond PATH_MAX.
#[test]
fn deeper_than_a_path_may_be_long() {
    let tree = Tree::new("deep d 40 200\n");
    each(&tree, "-R 700 d\n-Rv 700 d\n-Rc go-x d\n-R a-x d\n-Rv a-r d");
    case(&["-Rv", "u+s", "d"]).shell("ulimit -n 64; TOOL").check(&tree);
}

/// Where links are followed GNU's chmod gives up at PATH_MAX; ours goes on, so that only ours changes what is below.
#[test]
fn following_deeper_than_a_path_may_be_long() {
    let tree = Tree::new("deep d 22 200\n");
    let paths = deep("d", 22, 200);
    let leaf = format!("{}/leaf", paths[22]);
    let all: String = paths
        .iter()
        .map(|path| format!("mode of '{path}' retained as 0755 (rwxr-xr-x)\n"))
        .chain([format!("mode of '{leaf}' retained as 0600 (rw-------)\n")])
        .collect();
    case(&["-RLv", "u+rwX", "d"]).pin(&tree, &Outcome::new(0, all, ""));
    check(&tree, &["-RHv", "u+rwX", "d"]);
}

#[test]
fn a_long_name() {
    let tree = Tree::new("d a\n");
    check(&tree, &["700", &"n".repeat(300), "a", &"n/".repeat(3000)]);
    check(&tree, &["-R", "700", &"n".repeat(300), "a"]);
    check(&tree, &[&"u".repeat(5000), "a"]);
}

#[test]
fn a_closed_working_directory() {
    let tree = Tree::new("d inner\nd inner/a\nf inner/a/b\n");
    for argv in
        [&["-v", "700", "."][..], &["-R", "700", "a"], &["-Rv", "700", ".", "a"], &["-R", "700", "../inner"]]
    {
        case(argv).shell("cd inner; chmod 000 .; TOOL").check(&tree);
    }
}

/// Without /proc GNU's chmod changes nothing below its operands, and says nothing, where its libc changes files by way
/// of /proc (glibc before 2.39). Ours asks the kernel itself, and fails where the kernel has no way either.
#[test]
fn without_proc() {
    let tree = Tree::new("d a\n");
    let mounts = "mount -t tmpfs -o mode=755 none a; mkdir a/d; touch a/d/f; mount -t tmpfs none /proc";
    let check = |case: Case, expected: Outcome| {
        let shell = "TOOL; echo $? $(stat -c %a a/d a/d/f)";
        case.only(Who::Root)
            .mounts(mounts)
            .shell(&shell.replace("TOOL", "(TOOL)"))
            .pin_ours(&tree, &expected);
    };
    // The kernel that the tests run on may be without fchmodat2, which a filter can take away and not give.
    let verdict = "(TOOL) 2>/dev/null; status=$?; modes=$(stat -c %a a/d a/d/f | sort -u | paste -sd' ')
        [ \"$status:$modes\" = 0:700 ] || { [ $status = 1 ] && [ \"$modes\" = '644 755' ]; } && echo honest";
    let honest = case(&["-R", "700", "a"]).only(Who::Root).mounts(mounts).shell(verdict);
    honest.pin_ours(&tree, &Outcome::new(0, "honest\n", ""));
    let err = "chmod: changing permissions of 'a/d': Operation not supported\n\
               chmod: changing permissions of 'a/d/f': Operation not supported\n";
    for answer in ["ENOSYS", "EPERM"] {
        let filtered = case(&["-R", "700", "a"]).filter(&format!("{answer}:fchmodat2"));
        check(filtered, Outcome::new(0, "1 755 644\n", err));
        let filtered = case(&["-R", "u+w,g-r", "a"]).filter(&format!("{answer}:fchmodat2"));
        check(filtered, Outcome::new(0, "1 755 644\n", err));
    }
}

/// Names that vanish when the directory has been read are no error, as in GNU's chmod since 2026; that of 9.7 says that
/// they cannot be accessed, and ends with status 1.
#[test]
fn vanished_files() {
    let tree = Tree::new("d d\nf d/1\nf d/2\nf d/3\nl d/link -> 2\nd d/s\nf d/s/in\nd d/t\nf f\n");
    let pin = |argv: &[&str], meanwhile, out: &str| {
        case(argv).meanwhile(meanwhile).pin(&tree, &Outcome::new(0, out, ""));
    };
    for argv in [
        &["-R", "700", "d"][..],
        &["-Rc", "u+r", "d", "f"],
        &["-R", "u+X", "d"],
        &["-R", "g+s", "d"],
        &["-R", "-x+X", "d"],
        &["-RP", "go=", "d"],
        &["-R", "g=o,o=g", "d"],
    ] {
        pin(argv, "rm -rf d/2 d/s", "");
    }
    // With -L a link that leads nowhere is an error, vanished target or not.
    pin(&["-RL", "a+w", "d"], "rm -rf d/3 d/s", "");
    for argv in [&["-R", "700", "d"][..], &["-R", "g-r", "d", "f"], &["-R", "a+w", "."], &["-RL", "a+w", "d"]]
    {
        pin(argv, "rm -rf d", "");
    }
    let lines = "mode of 'd' changed from 0755 (rwxr-xr-x) to 0700 (rwx------)\n\
         mode of 'd/1' changed from 0644 (rw-r--r--) to 0600 (rw-------)\n\
         mode of 'd/3' changed from 0644 (rw-r--r--) to 0600 (rw-------)\n\
         mode of 'd/t' changed from 0755 (rwxr-xr-x) to 0700 (rwx------)\n\
         neither symbolic link 'd/link' nor referent has been changed\n";
    case(&["-Rv", "go=", "d"])
        .shell("(TOOL) 2>&1 | LC_ALL=C sort")
        .meanwhile("rm -rf d/2 d/s")
        .pin(&tree, &Outcome::new(0, lines, ""));
    // Operands are another matter.
    check(&tree, &["-Rv", "700", "missing", "d"]);
    case(&["-Rv", "700", "d", "f"]).meanwhile("rm f").locale("C").check(&tree);
}

/// Links are passed over without a look, so that one that has vanished is not noticed; and a directory must be the one
/// that was listed.
#[test]
fn names_that_change_hands() {
    let tree = Tree::new("d d\nf d/f\nl d/link -> f\n");
    case(&["-R", "700", "d"]).meanwhile("rm d/link").pin(&tree, &Outcome::new(0, "", ""));

    let tree = Tree::new("d d\nd d/s\n");
    let err = "chmod: cannot read directory 'd/s': Stale file handle\n";
    case(&["-R", "700", "d"]).meanwhile("mv d/s old; mkdir d/s").pin(&tree, &Outcome::new(1, "", err));
    case(&["-R", "700", "d"]).meanwhile("mv d/s old; ln -s ../old d/s").check(&tree);
}

/// A link that is left alone is no failure where nothing can be changed.
#[test]
fn links_on_a_read_only_file_system() {
    let tree = Tree::new("d d\nf d/a\nl d/l -> a\n");
    for argv in [&["-v", "-h", "700", "d/l"][..], &["-Rh", "-v", "700", "d/l"], &["-h", "700", "d/l", "d/a"]]
    {
        case(argv).changes().mounts("mount --bind d d; mount -o remount,bind,ro d").check(&tree);
    }
}
