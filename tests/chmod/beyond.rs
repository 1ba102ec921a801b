//! What GNU's chmod does not have: --skip-unchanged, --dry-run, --one-file-system, --files0-from, --progress.

use super::{case, check, ours};
use ringutils_tests::{
    Outcome, Tool, Tree, Who,
    programs::Side,
    run::{Start, Streams},
    signalled::{Signalled, signalled},
    survey::survey,
};
use rustix::{
    fs::{AtFlags, statat},
    process::Signal,
};

const TREE: &str = "d d 755\nf d/f 644\nf d/x 755\nf d/set 4755\nl d/link -> f\np d/fifo 600\nd d/e 2755\nf d/e/g 640\nh d/e/h = d/e/g\n\
    d d/shut 700\nf d/shut/in 600\nf theirs owner=0 644\n";

/// Time of change of a name.
fn ctime(tree: &Tree, path: &str) -> (i64, i64) {
    let stat = statat(tree.open(), path, AtFlags::SYMLINK_NOFOLLOW).unwrap();
    (stat.st_ctime as i64, stat.st_ctime_nsec as i64)
}

#[test]
fn what_is_right_is_skipped() {
    let names = ["d", "d/f", "d/x", "d/set", "d/fifo", "d/e", "d/e/g", "d/shut"];
    for who in Who::everyone() {
        for (argv, touched) in [
            (&["-R", "--skip-unchanged", "755", "d"][..], &["d/f", "d/set", "d/fifo", "d/e/g", "d/shut"][..]),
            (&["-R", "--skip-unchanged", "u=rwX,go=rX", "d"], &["d/set", "d/fifo", "d/e/g", "d/shut"]),
            (&["-R", "--skip-unchanged", "u+rw", "d"], &[]),
            (&["-RL", "--skip-unchanged", "g-w", "d"], &[]),
            (&["-R", "--skip-unchanged", "u=g,g=o", "d/e"], &["d/e", "d/e/g"]),
            (&["--skip-unchanged", "755", "d/f", "d", "d/x", "d/link"], &["d/f"]),
            (&["-R", "g-w", "d"], &names),
        ] {
            let tree = Tree::new(TREE);
            let before: Vec<_> = names.iter().map(|name| ctime(&tree, name)).collect();
            assert_eq!(ours(&tree, who, argv, "TOOL"), Outcome::new(0, "", ""), "{who:?} {argv:?}");
            for (name, before) in names.iter().zip(before) {
                let is_touched = ctime(&tree, name) != before;
                assert_eq!(is_touched, touched.contains(name), "{who:?} {argv:?}: {name}");
            }
        }
    }
}

/// With it the tree and the output are what they are without it.
#[test]
fn skipping_shows_nowhere() {
    for who in Who::everyone() {
        for mode in ["755", "u=rwX,go=rX", "a+X", "go=", "00755", "u=g,g=o", "-x"] {
            for flags in ["-R", "-Rv", "-Rc", "-RLv", "-v"] {
                let run = |more: &[&str]| {
                    let tree = Tree::new(TREE);
                    let argv: Vec<&str> = more.iter().chain(&[flags, mode, "d", "d/e"]).copied().collect();
                    (ours(&tree, who, &argv, "TOOL"), survey(tree.open()))
                };
                assert_eq!(run(&["--skip-unchanged"]), run(&[]), "{who:?} {flags} {mode}");
            }
        }
    }
}

/// It says what -v says, where nothing is refused, and changes nothing.
#[test]
fn a_dry_run_tells_what_would_be_done() {
    for who in Who::everyone() {
        for (flags, told) in
            [("-R", "-Rv"), ("-Rv", "-Rv"), ("-Rc", "-Rc"), ("-RL", "-RLv"), ("-h", "-hv"), ("-RH", "-RHv")]
        {
            for mode in ["755", "u=rwX,go=rX", "go=", "a+X", "+t", "-w", "g+s"] {
                // Of two names of a file the second one would be changed from what the first has become.
                let tree = Tree::new(&TREE.replace("h d/e/h = d/e/g\n", ""));
                let before = survey(tree.open());
                let times = ctime(&tree, "d/f");
                let dry = ours(&tree, who, &["--dry-run", flags, mode, "d", "missing", "d/link"], "TOOL");
                assert_eq!(
                    (survey(tree.open()), ctime(&tree, "d/f")),
                    (before, times),
                    "{who:?} {flags} {mode}"
                );
                let wet = ours(&tree, who, &[told, mode, "d", "missing", "d/link"], "TOOL");
                // The kernel may refuse an ordinary user's special bits, which nobody can foresee, and later operands
                // see what earlier ones have changed.
                let of_d = |outcome: &Outcome| -> Vec<String> {
                    let text = String::from_utf8_lossy(&outcome.out).into_owned();
                    text.lines().filter(|line| !line.contains("'d/link'")).map(str::to_owned).collect()
                };
                assert_eq!(of_d(&dry), of_d(&wet), "{who:?} {flags} {mode}");
                assert_eq!((&dry.err, &dry.status), (&wet.err, &wet.status), "{who:?} {flags} {mode}");
            }
        }
    }
}

/// A link that stays as it is is told of alike, whatever the mode of what it leads to.
#[test]
fn links_that_are_left_are_told_of_alike() {
    let tree = Tree::new("f f 640\nl lf -> f\nd d\nl ld -> d\n");
    for who in Who::everyone() {
        for flags in ["-hv", "-hc", "-Rhv", "-RHhv"] {
            for mode in ["711", "640"] {
                let run = |more: &[&str]| {
                    let argv: Vec<&str> = more.iter().chain(&[flags, mode, "lf", "ld"]).copied().collect();
                    ours(&tree, who, &argv, "TOOL")
                };
                let plain = run(&[]);
                assert_eq!(plain.out.is_empty(), flags == "-hc", "{flags} {mode}");
                assert_eq!(
                    [run(&["--dry-run"]), run(&["--skip-unchanged"])],
                    [plain.clone(), plain],
                    "{flags} {mode}"
                );
            }
        }
    }
}

#[test]
fn other_file_systems_are_left_alone() {
    let tree = Tree::new(
        "d d\nd d/m\nd d/same\nd other\nf other/f\nf d/f\nf d/bound\nl d/out -> ../n\nl d/outf -> ../n/f\nd n\n",
    );
    let mounts =
        "mount -t tmpfs -o mode=755 none d/m; touch d/m/in; mount -t tmpfs -o mode=755 none n; touch n/f
        mount --bind other d/same; mount --bind n/f d/bound; chown -R 65534:65534 d/m n other";
    let look = "(TOOL); stat -c '%a %n' d d/f d/m d/m/in d/same d/same/f d/bound n n/f";
    let all = Outcome::new(
        0,
        "700 d\n700 d/f\n700 d/m\n700 d/m/in\n700 d/same\n700 d/same/f\n700 d/bound\n755 n\n700 n/f\n",
        "",
    );
    let one = Outcome::new(
        0,
        "700 d\n700 d/f\n755 d/m\n644 d/m/in\n700 d/same\n700 d/same/f\n644 d/bound\n755 n\n644 n/f\n",
        "",
    );
    let pin =
        |argv: &[&str], expected: &Outcome| case(argv).mounts(mounts).shell(look).pin_ours(&tree, expected);
    pin(&["-R", "700", "d"], &all);
    for argv in [
        &["-R", "--one-file-system", "700", "d"][..],
        &["-R", "--one-file-system", "u=rwx,go=", "d"],
        &["-R", "--one-file-system", "--skip-unchanged", "700", "d"],
        &["-RL", "--one-file-system", "700", "d"],
        &["-R", "--dereference", "--one-file-system", "700", "d"],
        &["-RH", "--dereference", "--one-file-system", "700", "d"],
        &["-R", "--preserve-root", "--one-file-system", "700", "d"],
    ] {
        pin(argv, &one);
    }
    // An operand is on its own.
    let operand = Outcome::new(
        0,
        "755 d\n644 d/f\n700 d/m\n700 d/m/in\n755 d/same\n644 d/same/f\n644 d/bound\n755 n\n644 n/f\n",
        "",
    );
    pin(&["-R", "--one-file-system", "700", "d/m"], &operand);
}

#[test]
fn operands_from_a_file() {
    let tree = Tree::new("d d\nf d/f\nd e\nf e/g\nf new\\nline\nf -dash\n");
    let run = |who, argv: &[&str], list: &str| ours(&tree, who, argv, &format!("printf '{list}' | (TOOL)"));
    for who in Who::everyone() {
        tree.rebuild();
        let out = "mode of 'd/f' changed from 0644 (rw-r--r--) to 0600 (rw-------)\n\
                   mode of 'new'$'\\n''line' changed from 0644 (rw-r--r--) to 0600 (rw-------)\n\
                   mode of '-dash' changed from 0644 (rw-r--r--) to 0600 (rw-------)\n";
        let got = run(who, &["-v", "--files0-from=-", "600"], "d/f\\0new\\nline\\0-dash");
        assert_eq!(got, Outcome::new(0, out, ""), "{who:?}");
        let err = "chmod: -:2: invalid zero-length file name\n\
                   chmod: cannot access 'missing': No such file or directory\n";
        let out = "mode of 'd' changed from 0755 (rwxr-xr-x) to 0700 (rwx------)\n\
                   mode of 'd/f' changed from 0600 (rw-------) to 0700 (rwx------)\n\
                   mode of 'e/' changed from 0755 (rwxr-xr-x) to 0700 (rwx------)\n\
                   mode of 'e/g' changed from 0644 (rw-r--r--) to 0700 (rwx------)\n";
        let got = run(who, &["-Rc", "--files0-from", "-", "700"], "d\\0\\0missing\\0e///\\0");
        assert_eq!(got, Outcome::new(1, out, err), "{who:?}");
        assert_eq!(run(who, &["--files0-from=-", "700"], ""), Outcome::new(0, "", ""));
        let err = "chmod: cannot open 'missing' for reading: No such file or directory\n";
        assert_eq!(run(who, &["--files0-from=missing", "700"], ""), Outcome::new(1, "", err));
        let err = "chmod: d: read error: Is a directory\n";
        assert_eq!(run(who, &["--files0-from=d", "700"], ""), Outcome::new(1, "", err));
        let err = "chmod: extra operand 'f'\nfile operands cannot be combined with --files0-from\n\
                   Try 'chmod --help' for more information.\n";
        assert_eq!(run(who, &["--files0-from=-", "700", "f"], ""), Outcome::new(1, "", err));
    }
}

/// Abbreviations mean what they mean in GNU's chmod.
#[test]
fn abbreviations_are_gnus() {
    let tree = Tree::new("f f\nd d\n");
    for option in [
        "--s", "--p", "--d", "--r", "--u", "--un", "--undo-", "--dr", "--fi", "--o", "--one", "--sh", "--sk",
        "--pro",
    ] {
        check(&tree, &[option, "644", "f"]);
    }
}

/// On a terminal there is a bar; SIGUSR1 asks for a line; without the option the signal ends the process, as ever.
#[test]
fn progress() {
    let mut text = String::from("d d\n");
    for number in 0..300 {
        text.push_str(&format!("many d/{number} 40\n"));
    }
    let tree = Tree::new(&text);
    let start = |argv: &[&str]| Start {
        env: vec![("TERM".to_owned(), "xterm".to_owned())],
        ..Start::new(Tool::Chmod, argv)
    };
    for who in Who::everyone() {
        let terminal = |argv: &[&str]| {
            let got = start(argv).run(Side::Ours, who, "C", Streams::Terminal(200), tree.top());
            assert_eq!(got.status, "exit 0");
            String::from_utf8_lossy(&got.out).into_owned()
        };
        for argv in [["-RL", "--progress", "u=rwX"], ["-RL", "--progress=auto", "g-w"]] {
            // Several times, so that it takes longer than until the first drawing.
            let text = terminal(&[&argv[..], &["d"; 20]].concat());
            assert!(
                text.contains(" files, ") && text.contains(" a second, in 'd"),
                "{who:?} {argv:?}: {text}"
            );
        }
        assert_eq!(terminal(&["-RL", "--progress=never", "g-w", "d"]), "");
        let piped =
            start(&["-R", "--progress", "g-w", "d"]).run(Side::Ours, who, "C", Streams::Apart, tree.top());
        assert_eq!(piped, Outcome::new(0, "", ""));
        asked(&tree, who, &["-RLv", "--progress=always", "g-w", "d", "d", "d", "d"], true);
        asked(&tree, who, &["-RLv", "g-w", "d", "d", "d", "d"], false);
    }
}

/// Sends SIGUSR1 when the first line has come.
fn asked(tree: &Tree, who: Who, argv: &[&str], answers: bool) {
    let Signalled { status, err, .. } = signalled(Tool::Chmod, tree, who, argv, 1, Signal::USR1);
    if answers {
        assert!(status.success(), "{argv:?}: {status} {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(
            err.starts_with("chmod: ") && err.contains(" files, ") && err.contains(" a second, in 'd"),
            "{err}"
        );
    } else {
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&status),
            Some(Signal::USR1.as_raw()),
            "{argv:?}"
        );
    }
}
