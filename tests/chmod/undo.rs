//! --undo-log and --undo: what was changed can be given back, and nothing else is touched.

use super::{case, ours};
use ringutils_tests::{Outcome, Tree, Who, is_root, survey::survey};

/// Modes that all names of one kind do not share, links, files of two names, odd names.
const TREE: &str = "d d 755\nf d/f 640\nf d/x 4711\nf d/new\\nline 600\nf d/sp\\sace 755\nf d/\\xff 444\nl d/link -> f\nl d/up -> ..\n\
    p d/fifo 622\nd d/e 2770\nf d/e/g 742\nh d/e/h = d/e/g\nd d/e/shut 711\nf d/e/shut/in 604\nd o 750\nf o/p 640\nl top -> d\n";

#[test]
fn what_was_changed_is_given_back() {
    for who in Who::everyone() {
        for argv in [
            &["-R", "700", "d"][..],
            &["-R", "u=rwX,go=", "d", "o"],
            &["-R", "u=g,g=o", "d"],
            &["-Rv", "a-x", "d/e", "o"],
            &["-R", "000", "d"],
            &["-RL", "go=", "d"],
            &["-R", "g+s", "./d//"],
            &["-R", "700", "top"],
            &["700", "d/f", "top", "d/link", "o/p"],
            &["-RP", "go-rwx", "top", "d"],
            &["-R", "700", "d", "d/e", "d"],
            &["-h", "711", "top", "d/link", "d/x"],
            &["-RL", "-h", "711", "d"],
            &["-Rh", "711", "top"],
        ] {
            let tree = Tree::new(TREE);
            let before = survey(tree.open());
            let argv: Vec<&str> = ["--undo-log=../log"].iter().chain(argv).copied().collect();
            // The log lies beside the tree, where only root may write.
            let log = tree.top().with_file_name("log");
            let _ = std::fs::remove_file(&log);
            std::fs::set_permissions(
                log.parent().unwrap(),
                std::os::unix::fs::PermissionsExt::from_mode(0o777),
            )
            .unwrap();
            let changed = ours(&tree, who, &argv, "TOOL");
            assert_ne!(survey(tree.open()), before, "{who:?} {argv:?}: {changed:?}");
            let told = ours(&tree, who, &["--undo=../log", "--dry-run", "-c"], "TOOL");
            assert_ne!(survey(tree.open()), before, "{who:?} {argv:?}");
            // From another directory too.
            let undone = ours(&tree, who, &["-c", "--undo", "log"], "cd ..; TOOL");
            assert_eq!(
                (undone.status.as_str(), undone.err.as_slice()),
                ("exit 0", b"".as_slice()),
                "{who:?} {argv:?}"
            );
            let after = survey(tree.open());
            assert_eq!(String::from_utf8_lossy(&after), String::from_utf8_lossy(&before), "{who:?} {argv:?}");
            // A file that went through several modes comes back step by step: a dry run does not see the steps.
            if argv.contains(&"u=g,g=o") {
                continue;
            }
            assert_eq!(undone, told, "{who:?} {argv:?}");
            // Once more there is nothing to do.
            let again = ours(&tree, who, &["-c", "--undo=../log"], "TOOL");
            assert_eq!(again, Outcome::new(0, "", ""), "{who:?} {argv:?}");
        }
    }
}

/// Modes that take searching from directories are undone by their owner too, since the last change is undone first.
#[test]
fn what_is_no_longer_the_same_is_left_alone() {
    let tree =
        Tree::new("d d\nf d/gone\nf d/other\nf d/mode\nf d/same\nd d/moved\nf d/moved/in\nd out\nf out/in\n");
    let change = "(umask 022; TOOL) && \"$0\" -R --undo-log=log 700 d || exit 9
        rm d/gone; touch d/another; chmod 700 d/another; mv d/another d/other; chmod 640 d/mode
        mv d/moved away; ln -s ../out d/moved; chmod 700 out/in
        \"$0\" -v --undo=log | LC_ALL=C sort; echo ${PIPESTATUS[0]}; stat -c '%a %n' d d/mode d/other d/same out/in";
    let out = "'d/gone' could not be accessed\n'd/moved/in' could not be accessed\n\
        failed to change mode of 'd/mode' from 0640 (rw-r-----) to 0644 (rw-r--r--)\n\
        failed to change mode of 'd/moved' from 0777 (rwxrwxrwx) to 0755 (rwxr-xr-x)\n\
        failed to change mode of 'd/other' from 0700 (rwx------) to 0644 (rw-r--r--)\n\
        mode of 'd' changed from 0700 (rwx------) to 0755 (rwxr-xr-x)\n\
        mode of 'd/same' changed from 0700 (rwx------) to 0644 (rw-r--r--)\n\
        1\n755 d\n640 d/mode\n700 d/other\n644 d/same\n700 out/in\n";
    for who in Who::everyone() {
        tree.rebuild();
        let got = ours(&tree, who, &["--version"], &change.replace("(umask 022; TOOL)", "true"));
        assert_eq!(String::from_utf8_lossy(&got.out), out, "{who:?}");
        let mut err: Vec<&str> = std::str::from_utf8(&got.err).unwrap().lines().collect();
        err.sort_unstable();
        let expected = [
            "chmod: cannot access 'd/gone': No such file or directory",
            "chmod: cannot access 'd/moved/in': Not a directory",
            "chmod: d/mode: its mode is 0640, not 0700 as it was left",
            "chmod: d/moved: not the file that was changed",
            "chmod: d/other: not the file that was changed",
        ];
        assert_eq!(
            err.iter().map(|line| line.replace("uchmod:", "chmod:")).collect::<Vec<_>>(),
            expected,
            "{who:?}"
        );
    }
}

/// A log is never written over, and one that can't be made stops everything.
#[test]
fn logs_that_cannot_be_made() {
    let tree = Tree::new("d d\nf d/f 640\nf log 644\nd shut 500\nl link -> nowhere\n");
    let before = survey(tree.open());
    for who in Who::everyone() {
        for (log, reason) in [
            ("log", "File exists"),
            ("d", "File exists"),
            ("link", "File exists"),
            ("no/log", "No such file or directory"),
        ] {
            let got = ours(&tree, who, &["-R", &format!("--undo-log={log}"), "700", "d"], "TOOL");
            let err = format!("chmod: cannot create undo log '{log}': {reason}\n");
            assert_eq!(got, Outcome::new(1, "", err), "{who:?}");
        }
        assert_eq!(survey(tree.open()), before);
    }
    let got = ours(&tree, Who::User, &["--undo-log=shut/log", "700", "d"], "TOOL");
    assert_eq!(got, Outcome::new(1, "", "chmod: cannot create undo log 'shut/log': Permission denied\n"));
    for (argv, err) in [
        (["--undo=missing"], "chmod: cannot open undo log 'missing': No such file or directory\n"),
        (["--undo=d/f"], "chmod: not an undo log: 'd/f'\n"),
        (["--undo=d"], "chmod: cannot read undo log 'd': Is a directory\n"),
    ] {
        assert_eq!(ours(&tree, Who::User, &argv, "TOOL"), Outcome::new(1, "", err));
    }
}

/// A file whose mode can't be noted is not changed, the rest of the tree is still gone through, and what was noted can
/// be undone.
#[test]
fn no_room_for_the_log() {
    let tree = Tree::new("d s\n");
    let make = "mount -t tmpfs -o mode=777 none s; mkdir -m 777 s/m s/d; mount -t tmpfs -o size=16k,mode=777 none s/m
        for i in $(seq 30); do mkdir s/d/$i; for j in $(seq 20); do echo s/d/$i/$j; done; done | xargs touch
        chown -R 65534 s/d; chmod -R 755 s/d";
    let check = "(TOOL) >out 2>err; status=$?
        unchanged=$(find s/d -perm 755 | wc -l); changed=$(find s/d -perm 700 | wc -l)
        said=$(grep -c 'left as it is, since undo log .s/m/log. cannot be written: No space left on device$' err)
        other=$(grep -vc 'left as it is' err)
        [ $status = 1 ] && [ $unchanged -ge 50 ] && [ $changed -gt 10 ] && [ $said = $unchanged ] && [ $other = 0 ] || {
            echo $status $unchanged $changed $said $other; head -3 err; exit 2; }
        \"$0\" --undo=s/m/log && [ $(find s/d -perm 755 | wc -l) = 631 ] && echo undone";
    for argv in
        [&["-R", "--undo-log=s/m/log", "700", "s/d"][..], &["-RL", "--undo-log=s/m/log", "700", "s/d"]]
    {
        let shell = check.replace(">out 2>err", ">s/out 2>s/err").replace(" err", " s/err");
        case(argv).mounts(make).shell(&shell).pin_ours(&tree, &Outcome::new(0, "undone\n", ""));
    }
    assert!(is_root() || !Who::everyone().contains(&Who::Root));
}

/// Where what is said is lost, everything is given back all the same.
#[test]
fn lost_output_stops_nothing() {
    let tree = Tree::new("d d\nmany d/many 2000\n");
    let shell = "(TOOL) && \"$0\" -v --undo=log >/dev/full; echo $?; find d -perm 700 | wc -l";
    for who in Who::everyone() {
        tree.rebuild();
        let got = ours(&tree, who, &["-R", "--undo-log=log", "700", "d"], shell);
        assert_eq!(
            got,
            Outcome::new(0, "1\n0\n", "chmod: write error: No space left on device\n"),
            "{who:?}"
        );
    }
}

/// What was not written when a machine stopped, and what never was a record, is said once and hides nothing else. Both
/// are more than is read at once.
#[test]
fn damaged_logs() {
    let tree = Tree::new("d d\nf d/f\nf d/g\n");
    let damaged = [
        ("head -c 3000000 /dev/zero >>log", "a part that makes no sense"),
        ("printf '%s\\0' {1..90000} >>log", "a part that makes no sense"),
        (
            "head -c 70000000 /dev/zero | tr '\\0' x >>log; head -c 1 /dev/zero >>log",
            "a part that makes no sense",
        ),
        ("head -c 3000000 /dev/zero | tr '\\0' x >>log", "the last record is cut short"),
    ];
    for (damage, reason) in damaged {
        let shell = format!("(TOOL) && {damage}; \"$0\" --undo=log; echo $?; find d -perm 700 | wc -l");
        for who in Who::everyone() {
            tree.rebuild();
            let got = ours(&tree, who, &["-R", "--undo-log=log", "700", "d"], &shell);
            assert_eq!(got, Outcome::new(0, "1\n0\n", format!("chmod: log: {reason}\n")), "{who:?} {damage}");
        }
    }
    tree.rebuild();
    let shell = "(TOOL) && cat log | \"$0\" --undo=/dev/stdin";
    let got = ours(&tree, Who::User, &["--undo-log=log", "700", "d/f"], shell);
    assert_eq!(got, Outcome::new(1, "", "chmod: cannot read undo log '/dev/stdin': Illegal seek\n"));
}

/// The working directory's path may be longer than a system call takes; and one that is gone has none to be noted.
#[test]
fn logs_made_far_away() {
    let tree = Tree::new("d d\ndeep d/e 40 200\n");
    let shell = "cd d; while cd * 2>/dev/null; do :; done; pwd | wc -c; (TOOL) && stat -c %a leaf
        (cd /; exec \"$0\" -v --undo=/dev/fd/3) 3<log; stat -c %a leaf";
    for who in Who::everyone() {
        tree.rebuild();
        let got = ours(&tree, who, &["--undo-log=log", "700", "leaf"], shell);
        let (length, rest) = std::str::from_utf8(&got.out).unwrap().split_once('\n').unwrap();
        assert!(length.parse::<usize>().unwrap() > 8000, "{got:?}");
        let out = "700\nmode of 'leaf' changed from 0700 (rwx------) to 0600 (rw-------)\n600\n";
        assert_eq!((rest, got.err.as_slice()), (out, b"".as_slice()), "{who:?}");
        let shell = "mkdir gone; cd gone; rmdir ../gone; (TOOL); ls ..";
        let got = ours(&tree, who, &["--undo-log=../log", "700", "../d"], shell);
        let err = "chmod: cannot create undo log '../log': No such file or directory\n";
        assert_eq!(got, Outcome::new(0, "d\n", err), "{who:?}");
    }
}
