//! -exec in both forms: what is run, with what, and in which order with the output.

use super::{ZOO, case, check, each};
use ringutils_tests::{Tree, Who};

#[test]
fn one_at_a_time() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -exec echo {} ;
        . -exec echo a{}b{} {} ;
        . -exec echo ;
        . -exec echo x;y ;
        . -exec true ; -print
        . -exec false ; -print
        . ! -exec false ; -print
        . -type f -exec test -s {} ; -print
        . -name *.txt -exec nosuchprogram {} ; -print
        . -name *.txt -exec /nosuch/program {} ; -print
        . -name *.txt -exec a/none {} ;
        . -print -exec echo {} ; -print
        . -exec echo {} ; -quit
        . -depth -exec echo {} ;
        . -name b -exec echo {} ; -prune
        a/b/link -exec echo {} ;
        missing a/b -exec echo {} ;
        . -exec echo {} \\;
        . -exec echo + ;
        . -maxdepth 1 -exec echo {} + ;
        . -exec {} ;
        ",
    );
    check(&tree, &[".", "-type", "f", "-exec", "sh", "-c", "echo \"$1\" >&2; echo $1", "sh", "{}", ";"]);
    check(&tree, &[".", "-maxdepth", "1", "-exec", "sh", "-c", "kill -9 $$", ";", "-o", "-print"]);
    check(&tree, &[".", "-maxdepth", "1", "-exec", "sh", "-c", "pwd", ";"]);
    check(&tree, &[".", "-name", "b", "-exec", "cat", ";"]);
}

#[test]
fn in_batches() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -exec echo {} +
        . -type f -exec echo start {} +
        . -exec false {} +
        . -exec false {} + -print
        . -print -exec echo {} + -print
        . -exec nosuchprogram {} + -print
        . -exec echo {} + -exec echo again {} +
        . -name nothing -exec echo {} +
        . -name b -exec echo {} + -quit
        . -quit -exec echo {} +
        . -depth -exec echo {} +
        missing a/b -exec echo {} +
        . -name b -exec echo {} + -o -exec echo not {} +
        ",
    );
    check(&tree, &[".", "-exec", "sh", "-c", "echo $# >&2", "sh", "{}", "+", "-print"]);
    check(&tree, &[".", "-exec", "sh", "-c", "exit 7", "sh", "{}", "+"]);
}

/// G6: a batch ends at 128 KiB.
#[test]
fn batches_end_where_gnus_do() {
    let tree = Tree::new(
        "d a\nmany a/longish-name-of-a-directory 9000\nd b\nmany b/longish-name-of-a-directory 9000\n",
    );
    check(&tree, &[".", "-exec", "sh", "-c", "echo $# $1", "sh", "{}", "+"]);
    case(&[".", "-exec", "sh", "-c", "echo $#", "sh", "{}", "+"])
        .env("PADDING", &"x".repeat(30_000))
        .check(&tree);
}

/// Words that fill a batch, or more than that, by themselves.
#[test]
fn words_that_leave_no_room() {
    let tree = Tree::new("d a\nf a/1\nf a/2\n");
    for length in [65_500, 65_530, 65_531, 65_540, 100_000] {
        let word = "x".repeat(length);
        check(&tree, &[".", "-print", "-exec", "/bin/true", &word, &word, "{}", "+", "-print"]);
    }
}

/// Less goes into a batch where the environment or a small stack leave less.
#[test]
fn batches_fit_what_there_is_room_for() {
    let tree = Tree::new("d a\nmany a/longish-name-of-a-directory 4000\n");
    let argv = [".", "-exec", "sh", "-c", "echo $# $1", "sh", "{}", "+"];
    let quick = || case(&argv).locale("C").apart();
    for kib in [128, 256, 512, 1024] {
        // With more on a stack of 128 KiB a shell dies by chance, whoever starts it.
        for padding in [0, 20_000, if kib == 128 { 80_000 } else { 100_000 }] {
            let shell = format!("ulimit -s {kib}; TOOL");
            quick().shell(&shell).env("PADDING", &"x".repeat(padding)).only(Who::User).check(&tree);
        }
    }
    quick().shell("ulimit -s unlimited; TOOL").check(&tree);
    // Many variables take room for their addresses, too.
    quick().shell("for i in {1..3000}; do export V$i=; done; ulimit -s 512; TOOL").check(&tree);
}

/// The first 31 signals that a child finds blocked and ignored: what posix_spawn(3) does with libc's own two, beyond
/// these, depends on libc.
const SIGNALS: &str =
    "grep -E 'Sig(Blk|Ign)' /proc/self/status | while read n m; do echo $n $((0x$m & 0x7fffffff)); done";

/// Children get the signals, limits, directory and descriptors that find was started with.
#[test]
fn what_children_inherit() {
    let tree = Tree::new("d a\nf a/b\nd c\n");
    // As they are seen by a program that is started without a shell. SigQ counts signals of all the user's processes.
    for program in [["ls", "/proc/self/fd"].as_slice(), &["grep", "Sig[^Q]", "/proc/self/status"]] {
        check(&tree, &[&["a/b", "-exec"][..], program, &[";"]].concat());
        check(&tree, &[&["a/b", "-execdir"][..], program, &[";"]].concat());
    }
    for script in
        ["ls -l /proc/self/fd | wc -l", "ulimit -n; ulimit -s", "pwd; echo $PWD", SIGNALS, "env | sort"]
    {
        for end in [&[";"][..], &["{}", "+"]] {
            let mut argv = vec![".", "-exec", "sh", "-c", script, "sh"];
            argv.extend(end);
            check(&tree, &argv);
            case(&argv).shell("trap '' HUP PIPE; ulimit -n 100; TOOL").check(&tree);
            // Whoever started find may not wait for its children; find waits for its own.
            case(&argv).shell("env --ignore-signal=CHLD bash -c 'TOOL' \"$0\" \"$@\"").check(&tree);
        }
    }
}

/// Programs that take their time are no reason to read ahead of them: each runs in its turn.
#[test]
fn slow_programs_run_in_order() {
    let tree =
        Tree::new("d d1\nf d1/e\nd d2\nf d2/e\nd d3\nf d3/e\nd d4\nf d4/e\nd d5\nf d5/e\nd d6\nf d6/e\n");
    for _ in 0..3 {
        check(&tree, &[".", "-exec", "sh", "-c", "echo x$1; sleep 0.003", "sh", "{}", ";", "-print"]);
    }
}
