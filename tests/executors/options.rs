//! The options about executors: what they take, what they refuse, and that they take no part in GNU's abbreviations.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use super::tree;
use ringutils_tests::{
    Case, Outcome, Tool, is_root, not_run,
    programs::{Side, binary},
};

#[test]
fn wrong_values() {
    let tree = tree(1);
    let list = "Valid arguments are:\n  - 'auto'\n  - 'plain'\n  - 'threads'\n  - 'ring'\n";
    for (tool, paths, word, number) in
        [(Tool::Ls, &["t"][..], 1, 2), (Tool::Find, &["t"], 1, 1), (Tool::Chmod, &["700", "t"], 1, 1)]
    {
        let name = tool.name();
        let hint = format!("Try '{name} --help' for more information.\n");
        let check = |option: &str, status, said: String| {
            let argv: Vec<&str> = option.split(' ').chain(paths.iter().copied()).collect();
            Case::new(tool, &argv).pin(&tree, &Outcome::new(status, "", said + &hint));
        };
        check("--io=fast", word, format!("{name}: invalid argument 'fast' for '--io'\n{list}"));
        for value in ["0", "-1", "many", "8k"] {
            check(
                &format!("--io-depth={value}"),
                number,
                format!("{name}: invalid --io-depth argument '{value}'\n"),
            );
        }
        check("--io-depth 0", number, format!("{name}: invalid --io-depth argument '0'\n"));
        check("--io-cpus=auto", number, format!("{name}: invalid --io-cpus argument 'auto'\n"));
        check("--io-ops=getdents:1", number, format!("{name}: invalid --io-ops argument 'getdents:1'\n"));
        check("--io-stats=1", number, format!("{name}: option '--io-stats' doesn't allow an argument\n"));
    }
}

/// GNU's tools take them for mistakes; ours give what GNU's give without them.
#[test]
fn right_values() {
    let tree = tree(3);
    let first = Command::new(binary(Tool::Chmod, Side::Oracle))
        .args(["-R", "755", "t"])
        .current_dir(tree.top())
        .status();
    assert!(first.unwrap().success());
    for options in ["--io=plain", "--io ring --io-depth=4", "--io=thr --io-cpus=1", "--io-depth auto"] {
        let ours = |tool: Tool, words: &[&str]| {
            let argv: Vec<&str> = options.split(' ').chain(words.iter().copied()).collect();
            let answer = |side, argv: &[&str]| {
                let mut command = Command::new(binary(tool, side));
                command.args(argv).current_dir(tree.top()).env("LC_ALL", "C").output().unwrap()
            };
            let (ours, gnus) = (answer(Side::Ours, &argv), answer(Side::Oracle, words));
            assert_eq!(ours.stdout, gnus.stdout, "{tool:?} {argv:?}");
            assert_eq!(ours.status.code(), gnus.status.code(), "{tool:?} {argv:?}");
            assert!(ours.stderr.is_empty(), "{tool:?} {argv:?}");
        };
        ours(Tool::Ls, &["-R", "t"]);
        ours(Tool::Find, &["-P", "t", "-type", "f"]);
        ours(Tool::Chmod, &["-Rv", "755", "t"]);
    }
}

/// What they are the beginning of means what it means at GNU's, and in an expression of find they are no words.
#[test]
fn abbreviations_are_gnus() {
    let tree = tree(1);
    for argv in [&["--i", "t"][..], &["--io-", "t"], &["--in", "t"]] {
        Case::new(Tool::Ls, argv).check(&tree);
    }
    for argv in [&["--i", "700", "t"][..], &["--io-d=3", "700", "t"]] {
        Case::new(Tool::Chmod, argv).check(&tree);
    }
    for argv in [&["t", "--io=plain"][..], &["t", "-io", "plain"], &["--", "--io=plain"], &["-io=plain", "t"]]
    {
        Case::new(Tool::Find, argv).check(&tree);
    }
}

/// The environment is a default, and nothing is said of what makes no sense in it.
#[test]
fn the_environment() {
    let tree = tree(3);
    for (io, depth) in [("fast", "0"), ("", ""), ("RING", "-1"), ("plain ", "4k")] {
        for (tool, argv) in
            [(Tool::Ls, &["-R", "t"][..]), (Tool::Find, &["t"]), (Tool::Chmod, &["-R", "755", "t"])]
        {
            let case = Case::new(tool, argv).env("RINGUTILS_IO", io).env("RINGUTILS_IO_DEPTH", depth);
            case.locale("C").check(&tree);
        }
    }
}

/// Who starts a program with more rights than his own does not choose for it.
#[test]
fn the_environment_of_somebody_else() {
    if !is_root() {
        return not_run("executors options", "only root makes programs that give rights");
    }
    let tree = tree(1);
    let program = tree.top().join("ls-of-root");
    fs::copy(binary(Tool::Ls, Side::Ours), &program).unwrap();
    let why = |mode| {
        fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]).arg(&program);
        command.args(["--io-stats", "t"]).current_dir(tree.top()).env("RINGUTILS_IO", "plain");
        String::from_utf8_lossy(&command.output().unwrap().stderr)
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(why(0o755), "ls-of-root: ring: not used: not wanted");
    assert_eq!(why(0o4755), "ls-of-root: ring: not used: too little waited for a device");
}
