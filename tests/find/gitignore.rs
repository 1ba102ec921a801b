//! -gitignore: what git would ignore is left out; git itself is asked.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use ringutils_tests::{
    Outcome, Tree, Who, is_root,
    programs::Side,
    random::{Random, seed},
    run::{Start, Streams},
};

use super::spellings::{ours, run_with, start, words};

/// Files that a list names, of all that are there.
fn lines(text: &[u8]) -> BTreeSet<String> {
    String::from_utf8_lossy(text).split('\0').filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// What git ignores of these paths.
fn ignored(tree: &Tree, paths: &BTreeSet<String>) -> BTreeSet<String> {
    let mut git = Command::new("git")
        .args(["-c", "safe.directory=*", "check-ignore", "--no-index", "-z", "--stdin"])
        .env("HOME", tree.top())
        .env_remove("XDG_CONFIG_HOME")
        .current_dir(tree.top().join("r"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git");
    let text: String = paths.iter().map(|path| format!("{path}\0")).collect();
    git.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    lines(&git.wait_with_output().unwrap().stdout)
}

/// A repository in `r` of a tree, with these files below it.
fn repository(text: &str) -> Tree {
    let tree = Tree::new(text);
    let made = Command::new("git").args(["init", "-q", "r"]).current_dir(tree.top()).status().expect("git");
    assert!(made.success());
    // An ordinary user must be able to read what git has made.
    let opened = Command::new("chmod").args(["-R", "a+rX", "r"]).current_dir(tree.top()).status().unwrap();
    assert!(opened.success());
    tree
}

/// Ours visits what git does not ignore.
fn agrees(tree: &Tree, what: &str) -> usize {
    let mut count = 0;
    for who in Who::everyone() {
        let run = |argv: &str| {
            run_with(Side::Ours, tree, who, &words(argv), &[("HOME", tree.top().to_str().unwrap())])
        };
        let whole = run("r -mindepth 1 -exclude -name .git -printf %P\\0");
        let all = lines(&whole.out);
        let got = run("r -mindepth 1 -gitignore -exclude -name .git -printf %P\\0");
        let expected: BTreeSet<String> = all.difference(&ignored(tree, &all)).cloned().collect();
        assert_eq!(lines(&got.out), expected, "{who:?} {what}");
        assert_eq!((got.status.as_str(), got.err.as_slice()), ("exit 0", b"".as_slice()));
        // From within, the rules of the directories above count.
        let within = run("r/a -mindepth 1 -gitignore -printf a/%P\\0");
        if expected.contains("a") {
            let below: BTreeSet<String> =
                expected.iter().filter(|path| path.starts_with("a/")).cloned().collect();
            assert_eq!(lines(&within.out), below, "{who:?} {what}, from within");
        }
        count = all.len() - expected.len();
    }
    count
}

const FILES: &str = "d .\nd r\nd r/a\nd r/a/b\nd r/a/b/c\nf r/a/b/c/x.o\nf r/a/b/x.c\nf r/a/y.o\nf r/top\nd r/build\nf r/build/out\n\
    f r/.hidden\nd r/src\nf r/src/build\nf r/src/keep.o\nf r/src/z.o\nf r/[x]\nf r/#a\nf r/sp\\s\nf r/caf\\xc3\\xa9\nd r/d\nd r/d/e\n\
    f r/d/e/top\nf r/d/x.c\n";

#[test]
fn files_of_rules() {
    let tree = repository(FILES);
    let write = |name: &str, text: &str| fs::write(tree.top().join(name), text).unwrap();
    write("r/.gitignore", "*.o\n!keep.o\nbuild/\n/top\n\\#a\nsp\\ \n# no\n\n");
    write("r/a/.gitignore", "!y.o\nb/**/x.o\n/b/x.c\r\n");
    write("r/.git/info/exclude", "[[]x]\n");
    fs::create_dir_all(tree.top().join(".config/git")).unwrap();
    write(".config/git/ignore", "caf?\u{301}*\ncaf*\n");
    assert!(agrees(&tree, "all files") > 6);
    write(".gitconfig", "[core]\n\texcludesFile = ~/list\n");
    write("list", "d\n!x.c\n");
    assert!(agrees(&tree, "a list by name") > 6);
    // What is no regular file holds no rules.
    fs::remove_file(tree.top().join("r/a/.gitignore")).unwrap();
    std::os::unix::fs::symlink("../.gitignore", tree.top().join("r/a/.gitignore")).unwrap();
    agrees(&tree, "a link");
}

#[test]
fn random_rules() {
    let parts = [
        "a", "b", "*", "**", "x.*", "?", "*.o", "[a-c]", "[!x]*", "build", "top", "src", ".h*", "\\#a", "d",
        "e", "x.[co]", "t*p", "[a--]", "[a-[x]", "[x--].c", "a\\", "x.c\\",
    ];
    let seed = seed();
    for number in 0..60 {
        let mut random = Random::new(seed + number);
        let tree = repository(FILES);
        let mut what = format!("seed {}:", seed + number);
        for file in [".gitignore", "a/.gitignore", "d/.gitignore", ".git/info/exclude"] {
            let mut text = String::new();
            for _ in 0..random.below(4) {
                let mut line = String::from(*random.pick(&["", "", "!", "/"]));
                for _ in 0..random.below(3) {
                    line += *random.pick(&parts);
                    line += *random.pick(&["/", "/", ""]);
                }
                line += *random.pick(&parts);
                line += *random.pick(&["", "", "/", " ", "/**"]);
                // What two stars mean beside anything but slashes gitignore(5) leaves open.
                let alone = line
                    .trim_end_matches(' ')
                    .trim_start_matches('!')
                    .split('/')
                    .all(|part| part == "**" || !part.contains("**"));
                if alone {
                    text += &(line + "\n");
                }
            }
            what += &format!(" {file}: {text:?}");
            fs::write(tree.top().join("r").join(file), text).unwrap();
        }
        agrees(&tree, &what);
    }
}

#[test]
fn where_rules_count() {
    let tree = Tree::new(
        "d d\nf d/.gitignore\nf d/x.o\nf d/y.c\nd d/e\nf d/e/x.o\nf d/e/.ignore\nf d/e/n\nd d/r\nd d/r/.git\nf d/r/x.o\nf d/r/n\n\
         f d/r/.gitignore\nd d/r/below\nf d/r/below/n\nd d/r/below/in\nd d/r/below/in/.git\nf d/r/below/in/n\n",
    );
    fs::write(tree.top().join("d/.gitignore"), "*.o\n").unwrap();
    fs::write(tree.top().join("d/e/.ignore"), "n\n").unwrap();
    fs::write(tree.top().join("d/r/.gitignore"), "n\n").unwrap();
    for who in Who::everyone() {
        let check = |argv: &str, expected: &str| {
            let out: String = expected.split_whitespace().map(|path| format!("{path}\n")).collect();
            assert_eq!(ours(&tree, who, &words(argv)), Outcome::new(0, out, ""), "{who:?} {argv}");
        };
        // Outside of repositories .ignore alone counts; a repository within another has its own rules.
        check(
            "-s d -gitignore -type f",
            "d/.gitignore d/e/.ignore d/e/x.o d/r/.gitignore d/r/below/in/n d/r/x.o d/x.o d/y.c",
        );
        check("-s d/e -gitignore -nohidden", "d/e d/e/x.o");
        check("-s d/e/n d/r/n -gitignore", "d/e/n d/r/n");
        check("-s d/r/below -gitignore -name n", "d/r/below/in/n");
        check("-s d/r/ -gitignore -name [nx]*", "d/r/below/in/n d/r/x.o");
        check("-s d -depth -gitignore -name n", "d/r/below/in/n");
        check("-s -L d -mindepth 2 -gitignore -name *.o", "d/e/x.o d/r/x.o");
    }
    if is_root() {
        // Rules that cannot be read are none, of which is told once.
        let shut = Tree::new("d d\nd d/.git\nf d/.gitignore owner=0 600\nf d/x\nd d/in\nf d/in/x\n");
        fs::write(shut.top().join("d/.gitignore"), "x\n").unwrap();
        let told = |path: &str| format!("find: '{path}': Permission denied\n");
        let run = |who, argv: &str| ours(&shut, who, &words(argv));
        let expected = Outcome::new(1, "d/in/x\nd/x\n", told("d/.gitignore"));
        assert_eq!(run(Who::User, "-s d -gitignore -name x"), expected);
        let whole = shut.top().join("d/.gitignore");
        let expected = Outcome::new(1, "d/in/x\n", told(whole.to_str().unwrap()));
        assert_eq!(run(Who::User, "d/in -gitignore -name x"), expected);
        assert_eq!(run(Who::User, "d -noerror -gitignore -name x").err, b"");
        assert_eq!(run(Who::Root, "d -gitignore -name x"), Outcome::new(0, "", ""));
    }
}

#[test]
fn what_holds_no_rules() {
    for made in
        ["p FILE", "l FILE -> /dev/zero", "l FILE -> /dev/tty", "l FILE -> ../rules", "d FILE", "s FILE"]
    {
        let text = "d d\nd d/.git\nd d/.git/info\nf rules\nf d/rules\nd d/in\nf d/in/x\n".to_owned();
        let files = ["d/.ignore", "d/.gitignore", "d/.git/info/exclude"];
        let text = files.iter().fold(text, |text, file| text + &made.replace("FILE", file) + "\n");
        let tree = Tree::new(&text);
        for rules in ["rules", "d/rules"] {
            fs::write(tree.top().join(rules), "x\n").unwrap();
        }
        for (who, start) in Who::everyone().into_iter().flat_map(|who| [(who, "d"), (who, "d/in")]) {
            let got = ours(&tree, who, &[start, "-gitignore", "-name", "x"]);
            assert_eq!(got, Outcome::new(0, "d/in/x\n", ""), "{who:?} {made} {start}");
        }
    }
}

#[test]
fn rules_without_end() {
    let tree = Tree::new("d d\nd d/.git\nf d/.gitignore\nd d/in\nf d/in/x\n");
    let file = fs::File::create(tree.top().join("d/.gitignore")).unwrap();
    file.set_len(1 << 40).unwrap();
    for who in Who::everyone() {
        let whole = tree.top().join("d/.gitignore");
        for (start, path) in [("d", "d/.gitignore"), ("d/in", whole.to_str().unwrap())] {
            let expected = Outcome::new(1, "d/in/x\n", format!("find: '{path}': File too large\n"));
            assert_eq!(ours(&tree, who, &[start, "-gitignore", "-name", "x"]), expected, "{who:?} {start}");
        }
    }
}

#[test]
fn rules_above_the_start() {
    // Up to the root of the repository.
    let tree =
        Tree::new("d d\nf d/.ignore\nd d/r\nd d/r/.git\nf d/r/.ignore\nd d/r/in\nf d/r/in/x\nf d/r/in/y\n");
    fs::write(tree.top().join("d/.ignore"), "x\n").unwrap();
    fs::write(tree.top().join("d/r/.ignore"), "y\n").unwrap();
    for who in Who::everyone() {
        for (start, expected) in [("d/r/in", "d/r/in/x\n"), ("d/r", "d/r/in/x\n"), ("d", "")] {
            let got = ours(&tree, who, &[start, "-gitignore", "-name", "[xy]"]);
            assert_eq!(got, Outcome::new(0, expected, ""), "{who:?} {start}");
        }
    }
    if is_root() {
        // What belongs to somebody else does not count, be it rules or the mark of a repository.
        for (owner, is_others) in [("0", false), ("me", false), ("4321", true)] {
            let text = "d d 777\nf d/.ignore owner=WHO\nd d/.git owner=WHO\nf d/.gitignore\nd d/in\nf d/in/x\nf d/in/y\n";
            let tree = Tree::new(&text.replace("WHO", owner));
            fs::write(tree.top().join("d/.ignore"), "x\n").unwrap();
            fs::write(tree.top().join("d/.gitignore"), "y\n").unwrap();
            for who in Who::everyone() {
                let got = ours(&tree, who, &words("-s d/in -gitignore -name [xy]"));
                let expected = if is_others { "d/in/x\nd/in/y\n" } else { "" };
                assert_eq!(got, Outcome::new(0, expected, ""), "{who:?} {owner}");
                // From above it is part of the tree.
                assert_eq!(ours(&tree, who, &words("d -gitignore -name [xy]")), Outcome::new(0, "", ""));
            }
        }
    }
}

#[test]
fn list_of_the_user() {
    let tree = Tree::new(
        "d d\nd d/.git\nf d/x\nf d/y\nf rules\np pipe\nl zero -> /dev/zero\nl link -> rules\nf .gitconfig\nd .config\n\
         d .config/git\nf .config/git/ignore\nf .config/git/config\nf big\n",
    );
    let write = |name: &str, text: &str| fs::write(tree.top().join(name), text).unwrap();
    write("rules", "x\n");
    write(".config/git/ignore", "y\n");
    write(".config/git/config", "[core]\nexcludesfile = ~/rules\n");
    fs::File::create(tree.top().join("big")).unwrap().set_len(1 << 40).unwrap();
    let home = tree.top().to_str().unwrap();
    for (settings, expected) in [
        ("", "d/y\n"),
        ("[core]\nexcludesfile =\n", "d/x\nd/y\n"),
        ("[core] excludesFile = ~/link # a link\n", "d/y\n"),
        ("[core]\nexcludesFile = \"~/ru\"les ; that\n", "d/y\n"),
        ("[core]\nexcludesFile = ~/pipe\n", "d/x\nd/y\n"),
        ("[core]\nexcludesFile = ~/zero\n", "d/x\nd/y\n"),
        ("[core]\nexcludesFile = ~/big\n", "d/x\nd/y\n"),
    ] {
        write(".gitconfig", settings);
        for who in Who::everyone() {
            let argv = words("-s d -gitignore -name [xy]");
            let got = run_with(Side::Ours, &tree, who, &argv, &[("HOME", home)]);
            let told = settings.contains("big").then(|| format!("find: '{home}/big': File too large\n"));
            let expected = Outcome::new(u8::from(told.is_some()), expected, told.unwrap_or_default());
            assert_eq!(got, expected, "{who:?} {settings}");
        }
    }
}

#[test]
fn rules_without_descriptors() {
    let text: String = (0..100)
        .map(|n| format!("d w/{n}\nd w/{n}/.git\nd w/{n}/.git/info\nf w/{n}/.git/info/exclude\nf w/{n}/x\n"))
        .collect();
    let tree = Tree::new(&("d w\n".to_owned() + &text));
    for n in 0..100 {
        fs::write(tree.top().join(format!("w/{n}/.git/info/exclude")), "x\n").unwrap();
    }
    for (limit, who) in
        [5, 6, 7, 64].into_iter().flat_map(|limit| Who::everyone().into_iter().map(move |who| (limit, who)))
    {
        for io in ["--io=threads --io-depth=16", "-j 1"] {
            let argv = format!("{io} w -gitignore -name x");
            let start = Start {
                shell: Some(format!("ulimit -n {limit}; TOOL")),
                ..start(&words(&argv), &[("HOME", "/nowhere")])
            };
            tree.settle();
            let got = start.run(Side::Ours, who, "C", Streams::Apart, tree.top());
            let (out, err) = (String::from_utf8_lossy(&got.out), String::from_utf8_lossy(&got.err));
            // Whatever is not left out for the lack of its rules, that lack is told.
            for path in out.lines() {
                let rules = path.strip_suffix('x').unwrap().to_owned() + ".git/info/exclude";
                let message = format!("find: '{rules}': Too many open files\n");
                assert_eq!(err.matches(&message).count(), 1, "{who:?} {limit} {io} {path}");
            }
            let expected = if err.is_empty() { "exit 0" } else { "exit 1" };
            assert_eq!(got.status, expected, "{who:?} {limit} {io}: {err}");
            assert!(limit < 64 || (out.is_empty() && err.is_empty()), "{who:?} {io}: {out}{err}");
            assert!(limit > 5 || !err.is_empty(), "{who:?} {io}: nothing was lacking");
        }
    }
}
