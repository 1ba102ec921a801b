//! Words of other people's finds, held against what GNU's find is given for the same: ours must say what GNU's says of the
//! longer command.

use std::collections::HashSet;

use ringutils_tests::{
    Case, Outcome, Tool, Tree, Who,
    programs::Side,
    random::{Random, seed},
    run::{Start, Streams},
};

use super::ZOO;

/// Runs a find in a tree, in the C locale.
pub(crate) fn run(side: Side, tree: &Tree, who: Who, argv: &[&str]) -> Outcome {
    run_with(side, tree, who, argv, &[])
}

/// The same with these variables in the environment.
pub(crate) fn run_with(side: Side, tree: &Tree, who: Who, argv: &[&str], env: &[(&str, &str)]) -> Outcome {
    tree.settle();
    start(argv, env).run(side, who, "C", Streams::Apart, tree.top())
}

/// How a find is run with these variables in the environment.
pub(crate) fn start(argv: &[&str], env: &[(&str, &str)]) -> Start {
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Start { env, ..Start::new(Tool::Find, argv) }
}

/// What ours says.
pub(crate) fn ours(tree: &Tree, who: Who, argv: &[&str]) -> Outcome {
    run(Side::Ours, tree, who, argv)
}

/// The words of a command, parted by blanks.
pub(crate) fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Ours says of the first what GNU's says of the second, and GNU's refuses the first.
fn means(tree: &Tree, own: &str, gnus: &str) {
    for who in Who::everyone() {
        let expected = run(Side::Oracle, tree, who, &words(gnus));
        assert_eq!(ours(tree, who, &words(own)), expected, "{who:?} {own}");
        let refused = run(Side::Oracle, tree, who, &words(own));
        assert_eq!((refused.status.as_str(), refused.out.as_slice()), ("exit 1", b"".as_slice()), "{own}");
    }
}

#[test]
fn words_for_what_gnus_find_has() {
    let tree = Tree::new(ZOO);
    for (own, gnus) in [
        ("-x .", ". -xdev"),
        (". -x -type d", ". -xdev -type d"),
        ("-E . -regex .*/(b|x|one.txt)", ". -regextype posix-extended -regex .*/(b|x|one.txt)"),
        (
            ". -regex .*x -o -E -regex .*/(b|one.txt)",
            ". -regex .*x -o -regextype posix-extended -regex .*/(b|one.txt)",
        ),
        ("-j 2 . -ls", ". -ls"),
        ("-j1 -x -L . -size +0", "-L . -xdev -size +0"),
        (". -j12 -name *.txt", ". -name *.txt"),
        (". -nocolor -name *e*", ". -name *e*"),
        (". -since 2001-02-03", ". -newermt 2001-02-03"),
        (". -msince yesterday", ". -newermt yesterday"),
        (". -asince @5 -print0", ". -newerat @5 -print0"),
        (". ! -csince now", ". ! -newerct now"),
        (". -depth 2", ". -mindepth 2 -maxdepth 2"),
        (". -depth -2", ". -maxdepth 1"),
        (". -depth +1 -type f", ". -mindepth 2 -type f"),
        ("a caf\u{e9}s -depth 0", "a caf\u{e9}s -maxdepth 0"),
        (". -depth -depth 1", ". -depth -mindepth 1 -maxdepth 1"),
        (". -hidden", ". -name .?*"),
        ("./a/.config a/.. -hidden", "./a/.config a/.. ( -name .?* ! -name .. )"),
        (". -nohidden", ". -name .?* -prune -o -print"),
        ("a/.config a -nohidden", "a/.config a -name .?* -prune -o -print"),
        (". -type f -nohidden -name *e*", ". -name .?* -prune -o -type f -name *e* -print"),
        (". -exclude -name b", ". -name b -prune -o -print"),
        (". -exclude ( -name b -o -size +1 ) -type f", ". ( -name b -o -size +1 ) -prune -o -type f -print"),
        (". -exclude -name b -exclude -type l -ls", ". ( -name b -o -type l ) -prune -o -ls"),
        (". -exclude ! -name .", ". -maxdepth 0"),
        (". -exclude -name .", ". -false"),
        (". -mindepth 2 -exclude -name b", ". -name b -prune -o -mindepth 2 -print"),
        (". -depth -exclude -name b", ". -depth ! -path */b ! -path */b/*"),
        (". -depth -exclude -size +1000k", ". -depth ! -size +1000k"),
        ("-L . -exclude -type l", "-L . -type l -prune -o -print"),
        (". -limit 1", ". -maxdepth 0"),
        (". -limit 1000", "."),
        ("a -depth -limit 3 -name nonsense", ". -false"),
        (". -type f -exec echo {} + -limit 9999", ". -type f -exec echo {} +"),
        (". -unique", "."),
        (". -unique -depth -ls", ". -depth -ls"),
        (". . -unique", "."),
    ] {
        // Trees of ours have names with hard links: those that -unique leaves out.
        if own.contains("-unique") {
            means(&Tree::new("d d\nd d/e\nf d/e/f\nf d/g size=9\n"), own, gnus);
        } else {
            means(&tree, own, gnus);
        }
    }
}

#[test]
fn mistakes() {
    let tree = Tree::new("d d\nf d/f\n");
    for (argv, message) in [
        ("-j", "missing argument to `-j'"),
        ("-j 0 d", "invalid argument `0' to `-j', expected a number from 1 on"),
        ("-j0 d", "invalid argument `0' to `-j0', expected a number from 1 on"),
        ("-jx d", "unknown predicate `-jx'"),
        ("-xE d", "unknown predicate `-xE'"),
        ("d -limit", "missing argument to `-limit'"),
        ("d -limit 0", "invalid argument `0' to `-limit', expected a number from 1 on"),
        ("d -limit -1", "invalid argument `-1' to `-limit', expected a number from 1 on"),
        ("d -limi 1", "unknown predicate `-limi'"),
        ("d -depth 1x", "paths must precede expression: `1x'"),
        ("d -d 1", "paths must precede expression: `1'"),
        ("d -exclude", "expected an expression after '-exclude'"),
        ("d -exclude -name x -o", "expected an expression after '-o'"),
        ("d -exclude -print", "-exclude takes tests: it cannot be given an action"),
        ("d -exclude ( -name x -prune )", "-exclude takes tests: it cannot be given an action"),
        ("d -exclude -limit 3", "-exclude takes tests: it cannot be given an action"),
        ("d -exclude -exclude -name x", "-exclude cannot be part of what -exclude is given"),
        ("d -exclude ( -true -exclude -name x )", "-exclude cannot be part of what -exclude is given"),
        ("d -since foo", "I cannot figure out how to interpret 'foo' as a date or time"),
        ("d -flags x", "unknown flag 'x' in the argument 'x' to -flags"),
        ("d -flags -append,", "unknown flag '' in the argument '-append,' to -flags"),
        ("d -xattrname", "missing argument to `-xattrname'"),
        (
            "d -unique -shard 1/2",
            "-unique cannot be combined with -shard: which name of a file comes first is known where all are visited",
        ),
    ] {
        for who in Who::everyone() {
            let expected = Outcome::new(1, "", format!("find: {message}\n"));
            assert_eq!(ours(&tree, who, &words(argv)), expected, "{who:?} {argv}");
        }
    }
}

/// GNU's -depth keeps its meaning whatever follows, unless that is what GNU's find refuses.
#[test]
fn depth_without_a_number_is_gnus() {
    let tree = Tree::new("d d\nf d/f\nf 1\n");
    for argv in ["d -depth", "d -depth -print", "1 d -depth", "d -depth x", "d -d 1", "d -depth ( -true )"] {
        Case::new(Tool::Find, &words(argv)).check(&tree);
    }
}

/// What -s visits is what is visited without, siblings in the order of their bytes.
#[test]
fn siblings_in_order() {
    let tree = Tree::new(&(ZOO.to_owned() + "many wide 11000\nd a/b.c\nf a/b.c/x\nf a/b-\n"));
    for who in Who::everyone() {
        for argv in
            ["theirs a other -print0", "-L a wide -print0", ". -type d -print0", "a -exec printf %s\\0 {} ;"]
        {
            let mut argv = words(argv);
            let plain = run(Side::Oracle, &tree, who, &argv);
            argv.insert(1, "-s");
            if argv[0] != "-L" {
                argv.swap(0, 1);
            }
            let sorted = ours(&tree, who, &argv);
            let lines = |text: &[u8]| text.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect::<Vec<_>>();
            let mut expected = lines(&plain.out);
            expected.pop();
            // Starting points stay as they are given: only what is below the same is compared.
            let starts: Vec<&str> = argv.iter().copied().filter(|word| !word.starts_with('-')).collect();
            let start = |path: &[u8]| {
                let below = |start: &&str| {
                    path.strip_prefix(start.as_bytes()).is_some_and(|rest| rest.is_empty() || rest[0] == b'/')
                };
                starts.iter().position(below)
            };
            expected.sort_by_key(|path| {
                (start(path), path.split(|&byte| byte == b'/').map(<[u8]>::to_vec).collect::<Vec<_>>())
            });
            let mut got = lines(&sorted.out);
            got.pop();
            assert!(got.len() > 5, "{argv:?}");
            let differs = got.iter().zip(&expected).find(|(got, expected)| got != expected);
            assert!(got == expected, "{who:?} {argv:?}: {differs:?}");
            assert_eq!((sorted.status, sorted.err.len()), (plain.status, plain.err.len()), "{argv:?}");
        }
    }
}

/// -limit ends behind the N-th file that it is evaluated for, however the walk is made, with all that is done about it.
#[test]
fn limits() {
    let tree = Tree::new(&(ZOO.to_owned() + "comb deep 5\nmany wide 3000\n"));
    for who in Who::everyone() {
        let whole = |argv: &str| run(Side::Oracle, &tree, who, &words(argv)).out;
        let lines = |text: &[u8], count: usize| -> Vec<u8> {
            text.split_inclusive(|&byte| byte == 0).take(count).flatten().copied().collect()
        };
        for count in [1, 7, 2000] {
            for (argv, gnus) in [
                (". -print0 -limit N", ". -print0"),
                (". -limit N -print0", ". -print0"),
                (". -depth -limit N -print0", ". -depth -print0"),
                (". -name *e* -print0 -limit N", ". -name *e* -print0"),
                (". -size -3 -printf %p\\0 -limit N", ". -size -3 -printf %p\\0"),
                (". -type f -exec printf %s\\0 {} ; -limit N", ". -type f -print0"),
                (". -type f -limit N -exec printf %s\\0 {} +", ". -type f -print0"),
                (". -type d -print0 -limit N -o -limit 9999", ". -type d -print0"),
                (". -unique ( -limit N , -print0 )", ". ! -path ./a/b/hard -print0"),
            ] {
                let argv = argv.replace('N', &count.to_string());
                if count > 100 && argv.contains(';') {
                    continue;
                }
                let got = ours(&tree, who, &words(&argv));
                let expected = lines(&whole(gnus), count);
                assert!(got.out == expected, "{who:?} {argv}: {:?}", String::from_utf8_lossy(&got.out));
            }
        }
    }
}

/// What lies beyond a limit is not deleted.
#[test]
fn limits_of_deletions() {
    for who in Who::everyone() {
        let tree = Tree::new("d d\nf d/1\nf d/2\nf d/3\nd d/e\nf d/e/4\n");
        let got = ours(&tree, who, &words("d -type f -delete -limit 2"));
        assert_eq!(got, Outcome::new(0, "", ""));
        let left = ours(&tree, who, &words("d -type f"));
        assert_eq!(left.out.split(|&byte| byte == b'\n').count() - 1, 2, "{who:?}");
    }
}

/// -unique visits each file under the name that comes first.
#[test]
fn files_once() {
    let tree = Tree::new(&(ZOO.to_owned() + "h a/b/again = a/one.txt\nl up -> .\nl a/theirs -> ../theirs\n"));
    for who in Who::everyone() {
        for argv in ["a .", ". a", "-L a .", "-L .", "-H up .", ". -depth", "-L . -type f"] {
            let own: Vec<&str> =
                words(argv).into_iter().chain(words("-unique -printf %D:%i:%p\\0")).collect();
            let all: Vec<&str> = words(argv).into_iter().chain(words("-printf %D:%i:%p\\0")).collect();
            let (own, all) = (ours(&tree, who, &own), run(Side::Oracle, &tree, who, &all));
            let list = |outcome: &Outcome| -> Vec<(String, Vec<u8>)> {
                let lines = outcome.out.split(|&byte| byte == 0).filter(|line| !line.is_empty());
                lines
                    .map(|line| {
                        let cut =
                            line.iter().enumerate().filter(|(_, byte)| **byte == b':').nth(1).unwrap().0;
                        (String::from_utf8(line[..cut].to_vec()).unwrap(), line[cut + 1..].to_vec())
                    })
                    .collect()
            };
            let (own, all) = (list(&own), list(&all));
            let ids =
                |list: &[(String, Vec<u8>)]| list.iter().map(|(id, _)| id.clone()).collect::<HashSet<_>>();
            assert_eq!(ids(&own), ids(&all), "{who:?} {argv}");
            assert_eq!(ids(&own).len(), own.len(), "{who:?} {argv}");
            // Links to directories that lead up change which name is met first: the rest is GNU's order.
            if !argv.contains("-L") {
                let mut seen = HashSet::new();
                let first: Vec<_> = all.into_iter().filter(|(id, _)| seen.insert(id.clone())).collect();
                assert!(argv.contains("-depth") || own == first, "{who:?} {argv}: {own:?}");
            }
        }
    }
}

/// -noerror says nothing of what is below the starting points, and does not fail for it.
#[test]
fn errors_passed_over() {
    let tree = Tree::new(
        "d d\nd d/shut 000\nf d/shut/f\nd d/blind 444\nf d/blind/f\nf d/f\nl d/loop -> loop\nd gone 000\n",
    );
    for argv in ["d", "d -size -9", "-L d", "-L d -depth -ls", "d -printf %Y\\n", "d -xtype f", "d -empty"] {
        let plain = words(argv);
        let mut quiet = plain.clone();
        let paths = plain.iter().position(|word| *word == "d").unwrap() + 1;
        quiet.insert(paths, "-noerror");
        let all = run(Side::Oracle, &tree, Who::User, &plain);
        let got = ours(&tree, Who::User, &quiet);
        assert_eq!(got, Outcome::new(0, all.out, ""), "{argv}");
        assert!(!all.err.is_empty() || argv.contains("-xtype"), "{argv}");
    }
    // Where it was told to start, and what a program was told to do, is another matter.
    let missing = "find: 'none': No such file or directory\n";
    assert_eq!(ours(&tree, Who::User, &words("none -noerror")), Outcome::new(1, "", missing));
    let shut = "find: 'gone': Permission denied\n";
    assert_eq!(ours(&tree, Who::User, &words("gone -noerror")), Outcome::new(1, "gone\n", shut));
}

/// Random choices of what is left out, against GNU's way of saying it.
#[test]
fn random_exclusions() {
    let tree = Tree::new(ZOO);
    let seed = seed();
    for number in 0..40 {
        let mut random = Random::new(seed + number);
        let tests = [
            "-name *e*",
            "-type d",
            "-type l",
            "-size +1",
            "-path */b/*",
            "-hidden",
            "-perm -111",
            "-empty",
            "-depth 2",
            "-links +1",
            "! -type f",
            "-user root",
        ];
        let pick = |random: &mut Random| (*random.pick(&tests)).to_owned();
        let mut out = pick(&mut random);
        for _ in 0..random.below(3) {
            let operator = *random.pick(&["-a", "-o"]);
            out = format!("{out} {operator} {}", pick(&mut random));
        }
        let kept = pick(&mut random);
        let own = format!(". -exclude ( {out} ) {kept} -print0");
        let gnus = format!(". ( {out} ) -prune -o {kept} -print0");
        let translate = |text: &str| text.replace("-hidden", "-name .?*");
        let gnus = translate(&gnus);
        // Where GNU's find has no such test, ours stands for it, which is held against GNU's elsewhere.
        let side = if gnus.contains("-depth") { Side::Ours } else { Side::Oracle };
        for who in Who::everyone() {
            let expected = run(side, &tree, who, &words(&gnus));
            assert_eq!(ours(&tree, who, &words(&own)), expected, "seed {}: {who:?} {own}", seed + number);
        }
    }
}
