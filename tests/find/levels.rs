//! -S bfs: all of one level comes before anything of the next, in the order in which GNU's find comes to it.
//!
//! The reference is what GNU's find says, sorted by depth and else left as it is: what comes first of two files of one depth
//! also comes first where levels are walked one after the other.

use ringutils_tests::{
    Outcome, Tree, Who,
    programs::Side,
    run::{Start, Streams},
};

use super::{
    ZOO,
    spellings::{ours, run, start, words},
};

/// Executors, and how many operations are to be in flight.
const EXECUTORS: [(&str, &str); 4] = [("plain", "auto"), ("threads", "6"), ("ring", "6"), ("auto", "auto")];

/// Levels of three directories in each, four deep, and what a walk stumbles over.
fn forest() -> Tree {
    let mut text = String::from("d t\n");
    let mut level = vec!["t".to_owned()];
    for _ in 0..4 {
        let mut below = Vec::new();
        for dir in &level {
            for name in ["n", "a", "z"] {
                text.push_str(&format!("f {dir}/f{name} size={}\nd {dir}/{name}\n", dir.len()));
                below.push(format!("{dir}/{name}"));
            }
        }
        level = below;
    }
    text.push_str(
        "d t/shut 000\nd t/shut/in\nd t/n/blind 444\nf t/n/blind/f\nd t/a/a/shut 000\nl t/z/up -> ..\n",
    );
    text.push_str(
        "l t/z/one -> ../fa\nl t/z/other -> ../../u\nd u\nf u/f\nd u/shut 000\nd u/d\nf u/d/f\nl up -> t\n",
    );
    Tree::new(&text)
}

/// What `-printf '%d %p\n'` and messages say, level by level. A message about a directory that can't be opened stands where
/// what it holds would.
fn by_level(out: &[u8]) -> Vec<u8> {
    let mut lines: Vec<(usize, &str)> = std::str::from_utf8(out)
        .unwrap()
        .lines()
        .map(|line| match line.strip_prefix("find: ") {
            None => {
                let (depth, path) = line.split_once(' ').unwrap();
                (depth.parse().unwrap(), path)
            }
            Some(message) => {
                let path = message.split('\'').nth(1).unwrap();
                let path =
                    if message.starts_with("File system loop") { path } else { path.trim_end_matches('/') };
                (path.matches('/').count() + usize::from(path.ends_with("shut")), line)
            }
        })
        .collect();
    lines.sort_by_key(|line| line.0);
    lines.iter().flat_map(|(_, line)| [line.as_bytes(), b"\n"].concat()).collect()
}

/// Runs a find whose action is to print depth and path.
fn searched(side: Side, start: &Start, who: Who, streams: Streams, tree: &Tree) -> Outcome {
    tree.settle();
    start.run(side, who, "C", streams, tree.top())
}

/// The same by GNU's find, level by level.
fn expected(tree: &Tree, who: Who, streams: Streams, command: &str) -> Outcome {
    let argv = format!("{command} -printf %d\\40%p\\n");
    let gnus = searched(Side::Oracle, &start(&words(&argv), &[]), who, streams, tree);
    let err = if streams == Streams::Apart { by_level(&gnus.err) } else { gnus.err };
    Outcome { out: by_level(&gnus.out), err, ..gnus }
}

/// Compares one command with every executor, with many descriptors and with few.
fn check(tree: &Tree, command: &str) {
    let argv = format!("{command} -S bfs -printf %p\\n");
    for who in Who::everyone() {
        for streams in [Streams::Apart, Streams::Together] {
            let expected = expected(tree, who, streams, command);
            for (io, depth) in EXECUTORS {
                for files in [1024, 64, 20] {
                    let env = [("RINGUTILS_IO", io), ("RINGUTILS_IO_DEPTH", depth)];
                    let mut start = start(&words(&argv), &env);
                    start.shell = Some(format!("ulimit -Sn {files}; TOOL"));
                    let got = searched(Side::Ours, &start, who, streams, tree);
                    assert!(
                        got == expected,
                        "{who:?} {io} {files} {command}: {got:?}\nexpected: {expected:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn levels_in_gnus_order() {
    let tree = forest();
    for command in [
        "t",
        "t u",
        "u none t",
        "t -maxdepth 2",
        "t -mindepth 3",
        "t -size +6c",
        "t -name a -prune -o",
        "t -name a -prune -o -type f",
        "t -xdev -type d",
        "-L t",
        "-H up u -type d",
        "t -newer t/a -o",
    ] {
        check(&tree, command);
    }
}

/// Paths that -L finds a loop in, and names of all kinds, by the bytes.
#[test]
fn the_same_files_as_gnus() {
    let tree = Tree::new(ZOO);
    for who in Who::everyone() {
        for command in
            [". -print0", "-L . -size +0 -print0", "a . -name *e* -print0", ". ! -readable -print0"]
        {
            let sorted = |outcome: &Outcome| {
                let mut paths: Vec<Vec<u8>> =
                    outcome.out.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
                paths.sort();
                (outcome.status.clone(), paths)
            };
            let gnus = run(Side::Oracle, &tree, who, &words(command));
            let own = ours(&tree, who, &words(&format!("-S bfs {command}")));
            assert_eq!(sorted(&own), sorted(&gnus), "{who:?} {command}");
        }
    }
}

/// Lines of the breadth-first walk of `t`, as root or the ordinary user sees it.
fn lines_of(tree: &Tree, who: Who, command: &str) -> Vec<String> {
    let out = expected(tree, who, Streams::Apart, command).out;
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn what_ends_or_runs_along_the_way() {
    let tree = forest();
    for who in Who::everyone() {
        let all = lines_of(&tree, who, "t");
        let says = |command: &str, lines: &[String]| {
            let got = String::from_utf8(ours(&tree, who, &words(command)).out).unwrap();
            let got: Vec<&str> = got.split_whitespace().collect();
            assert!(got == lines, "{who:?} {command}: {got:?}\nexpected: {lines:?}");
        };
        let at = all.iter().position(|line| line.matches('/').count() == 3 && line.ends_with("/fz")).unwrap();
        says("t -S bfs -print -path t/?/?/fz -quit", &all[..=at]);
        says("-S bfs t -print -limit 30", &all[..30]);
        says("-S bfs t -exec echo {} ;", &all);
        says("-S bfs t -exec echo {} +", &all);
        // Elsewhere there are directories in which the ordinary user can start no program, and GNU's find ends then.
        let clear = lines_of(&tree, who, "t/z");
        let there: Vec<String> =
            clear.iter().map(|line| format!("./{}", line.rsplit('/').next().unwrap())).collect();
        says("-S bfs t/z -execdir echo {} ;", &there);
        says("-S bfs t/z -execdir echo {} +", &there);
        says("-S dfs t -S bfs -print", &all);
        says("-S bfs t -nohidden -type f -print", &lines_of(&tree, who, "t -type f"));
        // By the bytes of the names, level by level.
        let mut sorted = all.clone();
        sorted.sort_by_key(|line| {
            let parts: Vec<String> = line.split('/').map(str::to_owned).collect();
            (parts.len(), parts)
        });
        says("-s -S bfs t", &sorted);
        let depths = lines_of(&tree, who, "t -depth");
        assert_eq!(
            ours(&tree, who, &words("-S dfs t -depth")).out,
            run(Side::Oracle, &tree, who, &words("t -depth")).out
        );
        assert_eq!(depths.len(), all.len());
    }
}

/// The name that comes first is the one that is nearest to the start.
#[test]
fn files_once() {
    let tree = Tree::new(
        "d t\nd t/a\nf t/a/x\nd t/b\nd t/b/c\nh t/b/c/x = t/a/x\nd u\nd u/v\nh u/v/x = t/a/x\nh u/x = t/a/x\n",
    );
    for who in Who::everyone() {
        for (paths, first) in
            [("t u", "u/x\n"), ("t", "t/a/x\n"), ("t/b u", "u/x\n"), ("t/b/c u", "t/b/c/x\n")]
        {
            let got = ours(&tree, who, &words(&format!("-S bfs {paths} -unique -name x")));
            assert_eq!(got, Outcome::new(0, first, ""), "{who:?} {paths}");
        }
    }
}

/// All paths of a file are known before the walk begins; what is wrong with one is said in its place.
#[test]
fn starting_points_of_a_file() {
    let tree = Tree::new("d t\nd t/a\nf t/a/x\nd u\nd u/v\n");
    for who in Who::everyone() {
        let mut start = start(&words("-S bfs -files0-from -"), &[]);
        start.shell = Some("printf 't\\0\\0u\\0\\0' | (TOOL)".to_owned());
        let got = searched(Side::Ours, &start, who, Streams::Together, &tree);
        let wrong = |number| format!("find: '(standard input)':{number}: invalid zero-length file name\n");
        let expected = format!("t\n{}u\n{}t/a\nu/v\nt/a/x\n", wrong(2), wrong(4));
        assert_eq!(String::from_utf8_lossy(&got.out), expected, "{who:?}");
        assert_eq!(got.status, "exit 1");
    }
}

/// A level of 20,000 directories, many with one of their own, under 64 descriptors.
#[test]
fn a_wide_level() {
    let mut text = String::from("d t\n");
    for number in 0..20_000 {
        text.push_str(&format!("d t/{number:05}\n"));
        if number % 4 == 0 {
            text.push_str(&format!("d t/{number:05}/e\n"));
        }
    }
    let tree = Tree::new(&text);
    for who in Who::everyone() {
        let expected = expected(&tree, who, Streams::Apart, "t");
        assert_eq!(expected.out.iter().filter(|&&byte| byte == b'\n').count(), 25_001);
        for (io, depth) in EXECUTORS {
            let env = [("RINGUTILS_IO", io), ("RINGUTILS_IO_DEPTH", depth)];
            let mut start = start(&words("-S bfs t"), &env);
            start.shell = Some("ulimit -Sn 64; TOOL".to_owned());
            let got = start.run(Side::Ours, who, "C", Streams::Apart, tree.top());
            assert!(got == expected, "{who:?} {io}: {} {}", got.status, String::from_utf8_lossy(&got.err));
        }
        // Programs that are started in between see the same.
        let batches = start(&words("-S bfs t -exec echo {} +"), &[]);
        let got = batches.run(Side::Ours, who, "C", Streams::Apart, tree.top());
        let joined = String::from_utf8(expected.out.clone()).unwrap();
        let got = String::from_utf8(got.out).unwrap();
        assert!(got.lines().count() > 1, "several batches");
        assert!(got.split_whitespace().eq(joined.lines()), "{who:?}");
    }
}

/// Levels that are both wider and deeper than there are descriptors: the way to each directory is opened over and over.
#[test]
fn deep_and_wide() {
    let mut text = String::from("d t\n");
    for chain in 0..30 {
        let mut path = format!("t/c{chain}");
        for _ in 0..40 {
            text.push_str(&format!("d {path}\n"));
            path.push_str("/d");
        }
    }
    let tree = Tree::new(&text);
    for who in Who::everyone() {
        let expected = expected(&tree, who, Streams::Apart, "t");
        assert_eq!(expected.out.iter().filter(|&&byte| byte == b'\n').count(), 1_201);
        for (io, depth) in EXECUTORS {
            for files in [12, 20, 64] {
                let env = [("RINGUTILS_IO", io), ("RINGUTILS_IO_DEPTH", depth)];
                let mut start = start(&words("-S bfs t"), &env);
                start.shell = Some(format!("ulimit -Sn {files}; TOOL"));
                let got = start.run(Side::Ours, who, "C", Streams::Apart, tree.top());
                let err = String::from_utf8_lossy(&got.err);
                assert!(got == expected, "{who:?} {io} {files}: {} {err}", got.status);
            }
        }
    }
}

/// What a batch makes in directories that have not been come to is found, though they may have been read already.
#[test]
fn batches_that_make_files() {
    let long = "x".repeat(120);
    let mut text = String::from("d t\n");
    for dir in ["a", "b", "c", "d"] {
        text.push_str(&format!("d t/{dir}\nd t/{dir}/e\n"));
        for number in 0..400 {
            text.push_str(&format!("d t/{dir}/{long}{number}\n"));
        }
    }
    for (io, depth) in EXECUTORS {
        for who in Who::everyone() {
            let tree = Tree::new(&text);
            let order = lines_of(&tree, who, "t");
            let bytes = |path: &String| path.len() + 1 + size_of::<usize>();
            // The first batch holds what fits into 128 KiB: it ends in the middle of the second level.
            let held: Vec<&String> = order.iter().filter(|path| path.len() > 100).collect();
            assert!(held.iter().map(|path| bytes(path)).sum::<usize>() > 140 << 10);
            let make = "for d in t/*/e; do echo > $d/new; done; echo ran";
            let argv = ["-S", "bfs", "t", "-exec", "sh", "-c", make, "{}", "+", "-name", "new", "-print"];
            let env = [("RINGUTILS_IO", io), ("RINGUTILS_IO_DEPTH", depth)];
            let got = searched(Side::Ours, &start(&argv, &env), who, Streams::Apart, &tree);
            let out = String::from_utf8(got.out).unwrap();
            let mut found: Vec<&str> = out.lines().filter(|line| *line != "ran").collect();
            found.sort();
            assert_eq!(found, ["t/a/e/new", "t/b/e/new", "t/c/e/new", "t/d/e/new"], "{who:?} {io}");
            assert_eq!((got.status.as_str(), got.err.as_slice()), ("exit 0", b"".as_slice()));
        }
    }
}

#[test]
fn mistakes() {
    let tree = forest();
    let together = "find: -S bfs cannot be combined with -depth or -delete: what a directory holds cannot come before it and a \
                    level later\n";
    for who in Who::everyone() {
        for (command, message) in [
            ("t -S bfs -depth", together),
            ("-S bfs t -d", together),
            ("-S bfs t -name fz -delete", together),
            ("-S ids t", "find: Unknown argument to -S: ids; it is bfs or dfs\n"),
            ("t -S eds", "find: Unknown argument to -S: eds; it is bfs or dfs\n"),
            ("t -S BFS", "find: Unknown argument to -S: BFS; it is bfs or dfs\n"),
            ("-S", "find: missing argument to `-S'\n"),
            ("t -Sbfs", "find: unknown predicate `-Sbfs'\n"),
        ] {
            assert_eq!(ours(&tree, who, &words(command)), Outcome::new(1, "", message), "{command}");
            let refused = run(Side::Oracle, &tree, who, &words(command));
            assert_eq!(
                (refused.status.as_str(), refused.out.as_slice()),
                ("exit 1", b"".as_slice()),
                "{command}"
            );
        }
    }
}
