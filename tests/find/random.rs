//! Random trees, random expressions.

use ringutils_tests::{
    Tool,
    random::{Grown, Random, run},
};

#[test]
fn random_expressions() {
    run(Tool::Find, |random, grown| {
        let mut argv: Vec<Vec<u8>> = Vec::new();
        if random.once_in(3) {
            argv.push(random.pick(&["-H", "-L", "-P"]).as_bytes().to_vec());
        }
        if random.once_in(3) {
            // Without short cuts all must be the same.
            argv.push(random.pick(&["-O0", "-O1"]).as_bytes().to_vec());
        }
        roots(random, &grown.paths, &mut argv);
        let mut words = Vec::new();
        for (option, bound) in [("-maxdepth", 4), ("-mindepth", 3)] {
            if random.once_in(6) {
                words.extend([option.to_owned(), random.below(bound).to_string()]);
            }
        }
        for option in ["-depth", "-xdev", "-noleaf", "-ignore_readdir_race"] {
            if random.once_in(6) {
                words.push(option.to_owned());
            }
        }
        let changes = random.once_in(6);
        if !random.once_in(8) {
            expression(random, grown, 3, changes, &mut words);
        }
        if words.iter().any(|word| word == "-follow") || argv[0] == b"-L" {
            // With -depth a slash at the end may make a difference that COMPATIBILITY.md names.
            for root in &mut argv {
                if root.ends_with(b"/") {
                    root.pop();
                }
            }
        }
        argv.extend(words.into_iter().map(String::into_bytes));
        (argv, changes)
    });
}

/// Starting points: usually the top, else some of the tree's paths.
fn roots(random: &mut Random, paths: &[Vec<u8>], argv: &mut Vec<Vec<u8>>) {
    if random.once_in(2) {
        return argv.push(b".".to_vec());
    }
    for _ in 0..1 + random.below(3) {
        let mut path = random.pick(paths).clone();
        if path.starts_with(b"-") || random.once_in(4) {
            path.splice(0..0, *b"./");
        }
        if random.once_in(8) {
            path.push(b'/');
        }
        if random.once_in(12) {
            path.push(b'x');
        }
        argv.push(path);
    }
}

/// An expression of at most so many levels.
fn expression(random: &mut Random, grown: &Grown, levels: usize, changes: bool, words: &mut Vec<String>) {
    match random.below(if levels == 0 { 5 } else { 12 }) {
        0..=4 => primary(random, grown, changes, words),
        5 => {
            words.push((*random.pick(&["!", "-not"])).to_owned());
            expression(random, grown, levels - 1, changes, words);
        }
        6 => {
            words.push("(".to_owned());
            expression(random, grown, levels - 1, changes, words);
            words.push(")".to_owned());
        }
        7..=9 => {
            expression(random, grown, levels - 1, changes, words);
            if random.once_in(3) {
                words.push("-a".to_owned());
            }
            expression(random, grown, levels - 1, changes, words);
        }
        operator => {
            expression(random, grown, levels - 1, changes, words);
            words.push(if operator == 10 || random.once_in(2) { "-o" } else { "," }.to_owned());
            expression(random, grown, levels - 1, changes, words);
        }
    }
}

/// One test or action.
fn primary(random: &mut Random, grown: &Grown, changes: bool, words: &mut Vec<String>) {
    const PATTERNS: [&str; 14] = [
        "*",
        "?",
        "a*",
        "*.txt",
        "[a-c]",
        "[!a-c]*",
        ".*",
        "*e*",
        "caf?",
        "[[:upper:]]*",
        "\\*",
        "b",
        "*\n*",
        "A",
    ];
    let sign = *random.pick(&["", "+", "-"]);
    let file = |random: &mut Random| {
        String::from_utf8(random.pick(&grown.paths).clone()).unwrap_or_else(|_| "a".to_owned())
    };
    let text: Vec<String> = match random.below(if changes { 37 } else { 36 }) {
        0..=2 => vec!["-name".to_owned(), (*random.pick(&PATTERNS)).to_owned()],
        3 => vec!["-iname".to_owned(), (*random.pick(&PATTERNS)).to_owned()],
        4 if random.once_in(2) => {
            let pattern = *random.pick(&[".*/a.*", ".*[a-c]", ".*\\.txt", "\\./.*", ".*\\(b\\|e\\)", ".*.e"]);
            vec![(*random.pick(&["-regex", "-iregex"])).to_owned(), pattern.to_owned()]
        }
        4 => vec!["-path".to_owned(), format!("*{}*", random.pick(&["/a", "b/", "./", "x", "e/"]))],
        5..=7 => {
            vec!["-type".to_owned(), (*random.pick(&["f", "d", "l", "p", "s", "f,d", "l,p", "b"])).to_owned()]
        }
        8 | 9 => vec![
            "-size".to_owned(),
            format!("{sign}{}{}", random.below(4), random.pick(&["", "c", "k", "b", "w", "M"])),
        ],
        10 => vec!["-empty".to_owned()],
        11 | 12 => {
            let mode =
                *random.pick(&["644", "755", "111", "u+r", "a=r", "6000", "000", "022", "u=rw,go=r", "g+w"]);
            vec!["-perm".to_owned(), format!("{}{mode}", random.pick(&["", "-", "/"]))]
        }
        13 => vec!["-user".to_owned(), (*random.pick(&["root", "0", "65534", "nobody", "12345"])).to_owned()],
        14 => {
            let test = *random.pick(&["-newer", "-anewer", "-newerac", "-newermm", "-newerca", "-samefile"]);
            // GNU's waits for a writer: COMPATIBILITY.md.
            let test = if test == "-samefile" && grown.has_pipes() { "-newer" } else { test };
            vec![test.to_owned(), file(random)]
        }
        15 => vec!["-mtime".to_owned(), format!("{sign}{}", random.below(5))],
        16 => vec!["-mmin".to_owned(), format!("{sign}{}", random.below(120))],
        17 => vec![(*random.pick(&["-true", "-false"])).to_owned()],
        18 => vec!["-print".to_owned()],
        19 => vec!["-print0".to_owned()],
        20 | 21 => vec!["-prune".to_owned()],
        22 => vec![(if random.once_in(3) { "-quit" } else { "-true" }).to_owned()],
        23 => ["-exec", "echo", "{}", "x{}", ";"].map(str::to_owned).to_vec(),
        24 => {
            let action = *random.pick(&["-exec", "-exec", "-execdir"]);
            let end = *random.pick(&["+", "+", ";"]);
            [action, "echo", "{}", end].map(str::to_owned).to_vec()
        }
        25 => vec!["-lname".to_owned(), (*random.pick(&["*", "?", "*a*", "../*", "/*"])).to_owned()],
        26 => vec!["-xtype".to_owned(), (*random.pick(&["f", "d", "l", "f,l", "p"])).to_owned()],
        27 => vec![(*random.pick(&["-readable", "-writable", "-executable"])).to_owned()],
        28 => vec![(*random.pick(&["-daystart", "-nowarn", "-warn", "-follow"])).to_owned()],
        29 => vec!["-fstype".to_owned(), (*random.pick(&["ext4", "tmpfs", "overlay"])).to_owned()],
        30 => vec![
            // Not -used: the tree was changed just now, and a second's turn decides.
            (*random.pick(&["-amin", "-cmin", "-atime", "-ctime", "-ctime"])).to_owned(),
            format!("{sign}{}", random.below(40)),
        ],
        31 => vec!["-fprint".to_owned(), (*random.pick(&["/dev/stdout", "/dev/null"])).to_owned()],
        32 => vec![(if changes { "-print" } else { "-ls" }).to_owned()],
        33..=35 => vec!["-printf".to_owned(), format(random, changes)],
        _ => vec!["-delete".to_owned()],
    };
    words.extend(text);
}

/// A format of -printf; without what two trees that were made alike do not share, where the tree changes.
fn format(random: &mut Random, changes: bool) -> String {
    const ALIKE: [&str; 16] =
        ["p", "f", "h", "H", "P", "d", "y", "Y", "l", "m", "M", "u", "g", "U", "G", "F"];
    const OWN: [&str; 10] = ["i", "n", "s", "k", "b", "S", "A@", "c", "Ts", "t"];
    const SHAPES: [&str; 8] = ["", "", "", "12", "-9", "05", ".2", "+"];
    let mut format = String::new();
    for _ in 0..1 + random.below(3) {
        let letters: &[&str] = if changes || random.once_in(2) { &ALIKE } else { &OWN };
        format.push_str(&format!("%{}{} ", random.pick(&SHAPES), random.pick(letters)));
    }
    format + *random.pick(&["\\n", "|\\t\\0", ""])
}
