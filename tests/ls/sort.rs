//! Order: by name under both collations, size, time, none; and how ties fall.

use super::{ZOO, case, each, quick};
use ringutils_tests::Tree;

/// Which time counts, and that --time alone sorts by it.
#[test]
fn clocks() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --time=atime a
        --time=access -l a
        --time=use -lt a
        --time=ctime a
        --time=status -lt a
        --time=ctime -r a
        --time=ctime -S a
        --time=atime -U a
        --time=atime -f a
        --time=mtime a
        --time=modif -lt a
        --time=birth a
        --time=creation -l a
        --time=birth -lt --full-time a
        --time=birth -lL a
        --time=birth --color=always a
        --time=use --time=ctime a
        --time=ctime --group-directories-first a
        --time=birth -ld --time-style=+%s /proc/version a
        ",
    );
}

#[test]
fn orders() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -S
        -Sr
        -t
        -tr
        -U
        -Ur
        -f
        -fr
        -r
        -f a
        -U a
        -fA a
        -f -l a
        -l -f a
        -f -a
        -f -C a
        -f -F a
        -f -s a
        -f --color=always a
        -St a
        -tS a
        -tU a
        -Ut a
        -fS a
        -Sf a
        -tf a
        --group-directories-first
        --group-directories-first a
        --group-directories-first -r a
        --group-directories-first -t a
        --group-directories-first -S a
        --group-directories-first -U a
        --group-directories-first -f a
        --group-directories-first -L a
        --group-directories-first -d a cafe theirs
        --group-directories-first -l a cafe a/dirlink
        -r a cafe missing theirs
        -t a cafe theirs
        -S a other cafe
        -U theirs cafe a
        -f theirs cafe a
        ",
    );
}

#[test]
fn collation() {
    let tree = Tree::new(
        "f a\nf B\nf b\nf A\nf \u{e4}\nf ae\nf af\nf .b\nf .B\nf _a\nf -a\nf a-b\nf ab\nf a_b\nf a.b\nf a\\sb\nf 10\nf 9\nf 1\n\
         f \u{e9}a\nf eb\nf \u{c9}a\nf e\u{301}c\nf \\xe9\nf \\xe8\nf \\xff\nf z\nf \u{3b1}\nf \u{430}\nf \u{65e5}\nf \u{1f600}\nf #x\nf ~\nf \\xc3\n\
         f {\nf }\nf \\x01\nf \\x7f\nf a\\xff\nf a\\xfe\nf \u{df}\nf ss\nf st\n",
    );
    each(&tree, "\n-r\n-a\n-A\n-C\n-t\n-S\n-Sr\n-l\n-x\n-R\n--group-directories-first");
}

/// Thousands of names of all scripts: their order says how each pair of them compares.
#[test]
fn collation_of_many_names() {
    const RANGES: [(u32, u32); 12] = [
        (0x20, 0x7e),
        (0x20, 0x40),
        (0x1, 0x7f),
        (0xa0, 0xff),
        (0x100, 0x24f),
        (0x300, 0x36f),
        (0x370, 0x5ff),
        (0x2000, 0x2bff),
        (0x3040, 0x30ff),
        (0x4e00, 0x4eff),
        (0xac00, 0xd7a3),
        (0x1f300, 0x1f6ff),
    ];
    let mut random = ringutils_tests::random::Random::new(ringutils_tests::random::seed());
    let mut names = std::collections::BTreeSet::new();
    while names.len() < 2000 {
        let mut name = String::new();
        let only = *random.pick(&RANGES);
        for _ in 0..1 + random.below(8) {
            let (from, to) = if random.once_in(3) { *random.pick(&RANGES) } else { only };
            let character = char::from_u32(from + random.below((to - from + 1) as usize) as u32);
            name.extend(character.filter(|character| *character != '/'));
        }
        if !matches!(name.as_str(), "" | "." | "..") {
            names.insert(name);
        }
    }
    let mut text = String::from("d d\n");
    for name in &names {
        text.push_str(&format!("f d/{}\n", ringutils_tests::names::escape(name.as_bytes())));
    }
    let tree = Tree::new(&text);
    for argv in [&["-A", "d"][..], &["-rA", "d"], &["-XA", "d"], &["-SA", "d"]] {
        quick(argv).check(&tree);
    }
}

/// G9: ties stay in the order that the directory has, reversed or not.
#[test]
fn ties() {
    let mut text = String::from("d d\n");
    for i in 0..200 {
        text.push_str(&format!(
            "f d/{:x} size={} mtime=@{}\n",
            i * 7919 % 1009,
            i % 3,
            1_000_000_000 + i % 4
        ));
    }
    let tree = Tree::new(&text);
    each(&tree, "-t d\n-tr d\n-S d\n-Sr d\n-U d\n-f d\n-lS d\n-lt d\n-ltr d\n-r d\n-tS d");
    // Arguments that are equal stay as given.
    case(&["-1", "d/0", "d", "d/0", "d", "./d/0"]).check(&tree);
    case(&["-tr", "d/0", "d", "d/0", "d/4", "./d/0"]).check(&tree);
}

#[test]
fn nanoseconds_count() {
    let tree = Tree::new(
        "f a mtime=@100.5\nf b mtime=@100.4\nf c mtime=@100.600000000\nf d mtime=@100.000000001\nf e mtime=@100\n",
    );
    each(&tree, "-t\n-tr\n-lt\n--full-time -t");
}

#[test]
fn many_entries() {
    let tree = Tree::new("many d 12000\n");
    for argv in [
        &["d"][..],
        &["-U", "d"],
        &["-f", "d"],
        &["-r", "d"],
        &["-S", "d"],
        &["-l", "d"],
        &["-C", "d"],
        &["-i", "d"],
        &["-R", "."],
    ] {
        case(argv).apart().check(&tree);
    }
}

/// A directory that is large enough to be asked about while it is being read.
#[test]
fn many_entries_of_all_kinds() {
    let mut text = "many d 9000\nmany closed 9000 444\n".to_owned();
    for number in 0..1500 {
        let time = 7919 * number % 1013;
        text += &format!(
            "d d/d{number} mtime=@{time}\nf d/e{number} size={} mtime=@{time}.{number}\n",
            number % 77
        );
        for (kind, target) in [("to-file", "e5"), ("to-dir", "d7"), ("dangling", "no"), ("loop", "loop3")] {
            text += &format!("l d/{kind}{number} -> {target}\n");
        }
    }
    let tree = Tree::new(&text);
    let locale = |argv: &[&str]| case(argv).apart().locale("C");
    for argv in [
        "-l",
        "-lL",
        "-lH",
        "-lt",
        "-lSr",
        "-lF",
        "-F",
        "-lu --color=always",
        "-lLi",
        "-sp",
        "-L --color=always",
    ] {
        let words: Vec<&str> = argv.split(' ').chain(["d"]).collect();
        locale(&words).env("LS_COLORS", "mh=5:or=7:mi=8").check(&tree);
    }
    locale(&["-l", "--group-directories-first", "d"]).check(&tree);
    for argv in [&["-l", "closed"][..], &["-lL", "closed"], &["-F", "closed"], &["-lR", "."]] {
        locale(argv).check(&tree);
    }
}

/// What names are compared by.
#[test]
fn keys() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -v
        -va a
        -vr a
        -X
        -Xa a
        -Xr a
        --sort=width
        --sort=width a
        --sort=width -r a
        --sort=width -Q a
        --sort=width -F a
        --sort=width -b a
        --sort=width -q a
        --sort=width -C --quoting-style=shell a
        --sort=width -l --quoting-style=shell a
        --sort=name -c a
        --sort=none a
        --sort=size a
        --sort=time a
        --sort=time -c a
        --sort=version a
        --sort=extension a
        -vX a
        -Xv a
        -vt a
        -tv a
        -fv a
        -vf a
        -v --sort=none a
        -c a
        -u a
        -ct a
        -ut a
        -lc a
        -lu a
        -ltc a
        -ltu a
        -cu a
        -uc a
        -cU a
        -uv a
        -cX a
        -u --time=mtime a
        -l --time=use --sort=time a
        -vR --group-directories-first
        -X --group-directories-first a
        ",
    );
    case(&["-v", "-d", "a", "./a", "a/../a", "cafe", "a"]).check(&tree);
}

/// Thousands of names in which digits, letters, dots and tildes meet, against both `ls -v` and `sort -V`.
#[test]
fn versions() {
    let mut random = ringutils_tests::random::Random::new(ringutils_tests::random::seed());
    let mut text = String::from("d d\n");
    let mut names = std::collections::BTreeSet::new();
    while names.len() < 1000 {
        let length = 1 + random.below(9);
        let name: String =
            (0..length).map(|_| char::from(*random.pick(b"000112899aabAzZ~~...--+_^"))).collect();
        if !matches!(name.as_str(), "." | "..") && !name.contains('\\') {
            names.insert(name);
        }
    }
    for name in &names {
        text.push_str(&format!("f d/{name}\n"));
    }
    let tree = Tree::new(&text);
    case(&["-v", "d"]).apart().locale("C").check(&tree);
    case(&["-vA", "d"]).apart().check(&tree);
    case(&["-var", "d"]).apart().locale("C").check(&tree);
    case(&["-UA", "d"])
        .shell("TOOL -v | LC_ALL=C sort -cV && echo in order")
        .apart()
        .locale("C")
        .check(&tree);
}
