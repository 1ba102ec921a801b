//! What is written about files: -printf, -ls, and their kin that write to files.

use super::{ZOO, case, check, each};
use ringutils_tests::{Outcome, Tree, is_root, not_run};

/// Every directive but those of times.
const FACTS: &str = "%b|%d|%D|%f|%F|%g|%G|%h|%H|%i|%k|%l|%m|%M|%n|%p|%P|%s|%S|%u|%U|%y|%Y|%%\\n";

#[test]
fn facts() {
    let tree = Tree::new(ZOO);
    for argv in [
        &["."][..],
        &["-L", "."],
        &["a/", "a//", "./a/b", "a/b/.", "a/dirlink", "a/one.txt"],
        &["-H", "a/dirlink", "a/b/link", "a/b/dangling"],
        &[".", "-depth"],
        &[".", "-mindepth", "2"],
        &["/", "//", "-maxdepth", "0"],
        &["missing", "a/b"],
    ] {
        let argv: Vec<&str> = argv.iter().copied().chain(["-printf", FACTS]).collect();
        check(&tree, &argv);
    }
    for letter in FACTS.split(['%', '|']).filter(|letter| letter.len() == 1) {
        case(&[".", "-printf", &format!("%p %{letter}\\n")]).locale("C").check(&tree);
        case(&["-L", "a", "-printf", &format!("%p %{letter}\\n")]).locale("C").check(&tree);
    }
    let roots = "a/b/ a/b// a//b/ caf\u{e9}s/ caf\u{e9}s// theirs/ ../ ..// ./ .// ./.. /// theirs/. theirs/.. theirs/../";
    let argv: Vec<&str> =
        roots.split(' ').chain(["-maxdepth", "0", "-printf", "%p|%h|%f|%H|%P|%d\\n"]).collect();
    check(&tree, &argv);
    for follow in ["-P", "-H", "-L"] {
        check(&tree, &[follow, ".", "a/b/dangling", "-printf", "%p %Z\\n"]);
    }
    check(&tree, &[".", "-type", "d", "-printf", "%f/\\n", "-o", "-printf", "%f %s\\n"]);
    check(&tree, &["missing", "a/b", "-printf", "%s\\n", "-o", "-print"]);
    check(&tree, &[".", "-printf", "%p\\n", "-quit"]);
    check(&tree, &[".", "-printf", "%p ", "-exec", "echo", "{}", ";"]);
    check(&tree, &[".", "-printf", "%p %s\\n", "-exec", "echo", "{}", "+"]);
    check(&tree, &["/proc", "/dev", "/sys", "-maxdepth", "0", "-printf", "%p %F %y\\n"]);
}

#[test]
fn links() {
    let tree = Tree::new(
        "d a\nf a/f\nl a/l -> f\nl a/up -> ..\nl a/none -> none/x\nl a/loop -> loop\nl a/notdir -> f/x\n\
         l a/null -> /dev/null\nl a/far -> /nonexistent\nl a/tab -> x\\ty\np a/p\nl a/pl -> p\n",
    );
    for follow in ["-P", "-H", "-L"] {
        check(&tree, &[follow, "a", "-printf", "%p %y %Y %l\\n"]);
        check(&tree, &[follow, "a/l", "a/loop", "a/notdir", "a/none", "-printf", "%p %y %Y %l %s\\n"]);
        check(&tree, &[follow, "a", "-ls"]);
    }
}

#[test]
fn shapes() {
    let tree = Tree::new(ZOO);
    for shape in [
        "12", "-12", "012", "-012", ".2", "12.1", "12.", "+", " ", "#", "#8", "-#8.5", "+012", "0.3",
        "+ -5.4", "#.0",
    ] {
        let format = FACTS.replace('%', &format!("%{shape}"));
        case(&["a", "-printf", &format]).locale("C").check(&tree);
        let format = format!("%{shape}T@|%{shape}T+|%{shape}TY|%{shape}Ta|%{shape}t|\\n");
        case(&["a", "-printf", &format]).locale("C").check(&tree);
    }
    check(&tree, &["caf\u{e9}s", "-printf", "%10f|%-10f|%.4f|%3.4f\\n"]);
}

#[test]
fn escapes() {
    let tree = Tree::new(ZOO);
    for format in [
        "",
        "\\a\\b\\f\\n\\r\\t\\v\\\\",
        "\\0",
        "\\1\\12\\012\\0123\\1234\\400\\777\\08",
        "x\\cy%",
        "\\q",
        "\\",
        "\\x41\\e\\\"\\%p",
        "%%%%",
        "%5%|%-5%|%05%d",
        "%z",
        "%5z|%-j%",
        "%1-2d",
        "%*d%'d%Id",
        "%lp%hd",
        "%é\\é",
        "%A",
        "%5T",
        "%\\n",
        "a%",
        "%-5",
        "%.",
        "%{x",
        "%5[x",
        "%(x",
        "%z%",
        "%99999999999d|%p",
        "%99999999999p",
    ] {
        check(&tree, &["a/b", "-printf", format]);
    }
    each(&tree, "a -printf\na -nowarn -printf %z\na -warn -printf %z\na -printf %z -nonsense");
}

/// Letters of strftime(3), some of which mean nothing to find.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@+%-_0^#5.:é";

#[test]
fn times() {
    let tree = Tree::new(
        "f a mtime=@1614834367.089012345\nf b mtime=@-310157633.5\nf c mtime=@1640991600\nf d mtime=@0.000000001\n\
         f e mtime=@951782400\nf f mtime=@4102444799.999999999\nf g mtime=@1609459199\nf h mtime=@1230768000\n",
    );
    for letter in LETTERS.chars() {
        check(&tree, &[".", "-mindepth", "1", "-printf", &format!("[%T{letter}]\\n")]);
    }
    check(&tree, &[".", "-printf", "%a|%c|%t|%A@|%C+|%AX %CS\\n"]);
    for zone in ["America/New_York", "Asia/Kolkata", "QQQ-5:45:30", "Europe/London"] {
        case(&[".", "-printf", "%t|%T+|%TX|%Tc|%TZ|%Tz|%Ts|%TI|%TV|%TG|%TU|%TW|%Tj|%Tu|%Tw\\n"])
            .env("TZ", zone)
            .check(&tree);
    }
}

/// GNU's find 4.10, where it is built so that it does not know the time of birth, prints what is none.
#[test]
fn births() {
    let tree = Tree::new("f a\n");
    case(&["a", "-printf", "%BY %B@\\n"])
        .shell("TOOL | sed -E 's/^20[0-9][0-9] [0-9]{10}[.][0-9]{9}0$/born/'")
        .pin(&tree, &Outcome::new(0, "born\n", ""));
    case(&["a", "-newerBm", "a"]).pin(&tree, &Outcome::new(0, "a\n", ""));
    case(&["a", "-newermB", "a"]).pin(&tree, &Outcome::new(0, "", ""));
    case(&["a", "-newerBB", "a"]).pin(&tree, &Outcome::new(0, "", ""));
}

#[test]
fn lists() {
    let tree = Tree::new(ZOO);
    for argv in [
        &["."][..],
        &["-L", "."],
        &[".", "-depth"],
        &["a/", "a/b//", "missing", "a/one.txt"],
        &[".", "-type", "f", "-print"],
        &[".", "-print"],
        &[".", "-printf", "%p "],
        &[".", "-type", "d", "-printf", "%p:\\n"],
        &[".", "-exec", "echo", "{}", ";"],
        &[".", "-exec", "echo", "{}", "+"],
        &[".", "-quit"],
        &[".", "-fls", "/dev/stdout"],
    ] {
        let argv: Vec<&str> = argv.iter().copied().chain(["-ls"]).collect();
        check(&tree, &argv);
        case(&argv).env("POSIXLY_CORRECT", "1").locale("C").check(&tree);
    }
    // Bytes on their way to standard output do not hold up those to standard error.
    case(&[".", "-ls", "-fls", "/dev/stderr"]).apart().check(&tree);
    case(&["a/b", "a/none", "-maxdepth", "0", "-ls", "-fls", "/dev/stderr"]).apart().check(&tree);
    check(&tree, &[".", "-ls", "-name", "a"]);
    check(&tree, &[".", "-ls", "-o", "-print"]);
    case(&["a", "-ls"]).env("TZ", "Asia/Kolkata").check(&tree);
}

/// Names with every byte, and times around the edges of half a year ago and an hour ahead.
#[test]
fn lists_of_odd_files() {
    let bytes: String =
        (1..=255).filter(|byte| *byte != b'/').map(|byte| format!("f \\x{byte:02x}\n")).collect();
    let tree = Tree::new(&bytes.replace("f \\x2e\n", ""));
    check(&tree, &[".", "-ls"]);
    let tree = Tree::new(
        "f a mtime=-181d\nf b mtime=-179d\nf c mtime=+59m\nf d mtime=+61m\nf e mtime=@0\nf f mtime=@-1\nf g mtime=-1m\n\
         f h mtime=@4102444800\nl l -> x\\sy\\n\"z\\\\\n",
    );
    check(&tree, &[".", "-ls"]);
    check(&tree, &[".", "-daystart", "-ls"]);
}

/// Columns grow with what has been put into them.
#[test]
fn lists_with_wide_columns() {
    if !is_root() {
        return not_run(
            "find printing::lists_with_wide_columns",
            "root only makes devices and gives files away",
        );
    }
    let tree = Tree::new(
        "d a\nf a/1\nf a/2 owner=123456789:1234567890\nf a/3\nf a/4 owner=99:99\nf a/5 size=123456789012\nf a/6\n\
         f a/7 owner=4000000000:0\nc a/8 4095,1048575\nc a/9 1,3\nb b 7,200\nd b1\nf b1/f owner=0:77\nf b2 owner=12345678:1\n",
    );
    check(&tree, &[".", "-ls"]);
    check(
        &tree,
        &["a/1", "a/2", "a/1", "a/4", "a/5", "a/1", "a/8", "a/9", "a/1", "b", "a/7", "a/4", "a/1", "-ls"],
    );
    check(&tree, &["a/4", "a/1", "a/4", "b2", "a/1", "b2", "-ls"]);
    check(&tree, &[".", "-name", "?", "-fls", "/dev/stdout", "-o", "-ls"]);
    let tree = Tree::new(
        "d a\nmany a/long-enough-to-fill-pages-with-fewer-lines 3000\nf z owner=123456789\nd zz\nmany zz/d 500\n",
    );
    case(&[".", "-ls"]).locale("C").check(&tree);
    case(&[".", "-ls", "-type", "d", "-print"]).locale("C").check(&tree);
}

#[test]
fn writing_to_files() {
    let tree = Tree::new("d a\nf a/one size=3\nd a/b\nf a/b/two\nl a/b/link -> two\nd a/c\nf a/sp\\sace\n");
    for argv in [
        &["-fprint", "../o"][..],
        &["-fprint0", "../o"],
        &["-fprintf", "../o", "%p %s %Y\\n"],
        &["-fprintf", "../o", "%f|%h|%P|%d\\n", "-print"],
        &["-fprint", "../o", "-fprint0", "../o"],
        &["-fprint", "../o", "-fprintf", "./../o", "%f\\n"],
        &["-fprint", "../o", "-fprint", "../p", "-type", "d", "-fprint", "../p"],
        &["-type", "f", "-fprint", "../o", "-o", "-fprint0", "../p"],
        &["-fprint", "../o", "-exec", "cat", "../o", ";"],
        &["-fprint", "../o", "-exec", "sh", "-c", "cat ../o", "sh", "{}", "+"],
        &["-fprint", "/dev/stdout", "-exec", "echo", "X", ";"],
        &["-fprint", "/dev/stdout", "-print"],
        &["-fprint", "/dev/stderr"],
        &["-fprint", "../o", "-quit"],
        &["-false", "-fprint", "../o"],
        &["-fprint", "../o", "-newer", "missing"],
        &["-fprint", "../o", "-nonsense"],
        &["-fprint", "../o", "-fprint", "../missing/x"],
        &["-fprint", "../o", "missing"],
        &["-depth", "-fprint", "../o", "-fprintf", "../p", "%s\\n"],
        &["-size", "+0", "-fprint", "../o", "-exec", "echo", "{}", "+", "-fprint", "../p"],
        &["-fprint", "../o", "-delete"],
        &["-name", "b", "-fprint", "../o", "-prune", "-o", "-fprint", "../p"],
    ] {
        let argv: Vec<&str> = ["."].into_iter().chain(argv.iter().copied()).collect();
        let shell =
            "cd a; TOOL; status=$?; for f in ../o ../p; do test -e $f && cat $f && rm $f; done; exit $status";
        case(&argv).shell(shell).changes().check(&tree);
    }
    each(
        &tree,
        "
        . -fprint
        . -fprint .
        . -fprint missing/x
        . -fprint0
        . -fprintf
        . -fprintf missing/x
        . -fprintf missing/x %
        . -fprintf /dev/null %
        . -fls
        . -fls .
        . -fprint /dev/null
        . -fls /dev/null
        ",
    );
    check(&tree, &[".", "-fprint", ""]);
}

#[test]
fn files_that_are_full() {
    let tree = Tree::new(ZOO);
    for argv in [
        &["-fprint", "/dev/full"][..],
        &["-print", "-fprint", "/dev/full"],
        &["-printf", "x", "-fprint", "/dev/full", "-fprint0", "/dev/full"],
        &["-fls", "/dev/full"],
        &["-fprint", "/dev/full", "-quit"],
        &["-fprint", "/dev/full", "-exec", "true", "{}", "+"],
        &["-fprintf", "/dev/full", "%05000d\\n", "-printf", "done\\n"],
        &["-false", "-fprint", "/dev/full"],
    ] {
        let argv: Vec<&str> = ["a/b", "a/none"].into_iter().chain(argv.iter().copied()).collect();
        check(&tree, &argv);
    }
}

/// On a terminal paths are made safe to show.
#[test]
fn terminals() {
    let tree = Tree::new(
        "d a\nf a/new\\nline\nf a/\\xff\nf a/\\x01\\x1b[31m\nd a/\\xc3\\x28\nf a/\\xc3\\x28/\\xe2\\x82\nf a/caf\\xc3\\xa9\n\
         l a/l -> \\x02x\nf a/\\xf0\\x9f\\x98\\x80\nf a/q'\"\\\\\\s\nf a/\\xe2\\x80\\xae\nd a/\\x07\nf a/\\x07/f\n",
    );
    for argv in [
        &[][..],
        &["-print"],
        &["-print0"],
        &["-printf", "%f|%p|%P|%h|%H|%l|%s\\n"],
        &["-printf", "[%5f|%-5f|%.1f|%5l]\\001\\n"],
        &["-fprint", "/dev/stdout"],
        &["-fprint", "/dev/stderr"],
        &["-fprint0", "/dev/stdout"],
        &["-fprintf", "/dev/stderr", "%f\\n"],
        &["-fprint", "/dev/tty"],
        &["-ls"],
        &["-type", "d", "-ls", "-o", "-print"],
        &["-exec", "echo", "{}", ";"],
    ] {
        let argv: Vec<&str> = ["a"].into_iter().chain(argv.iter().copied()).collect();
        case(&argv).terminal(80).check(&tree);
    }
    case(&["a/\u{7}", "a/\u{7}/x", "-printf", "%H|%p|%h|%f\\n"]).terminal(80).check(&tree);
}
