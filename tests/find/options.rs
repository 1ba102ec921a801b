//! Options: those before the paths, those for what stands behind them, those for the whole walk, and the warnings that
//! they give.

use super::{ZOO, case, check, each};
use ringutils_tests::Tree;

#[test]
fn before_the_paths() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -O3 a/b
        -O0 -O1 -O2 a/b
        -O32768 a/b
        -L -O3 -P a/b/link
        -O a
        -Ox a
        -O+1 a
        -O-1 a
        -O2x a
        -O0x1 a
        -O65535 a/b
        -O65536 a
        -O99999999999999999999 a
        . -O3
        -D
        -L -D
        -D exec -- a/b
        -D exec,foo a/b
        -D foo,exec,bar a/b
        -D foo -nonsense
        -D ,,exec a/b
        -D -L a/b/link
        -D ,
        -Dexec a
        -- -D exec
        a -D exec
        ",
    );
    check(&tree, &["-D", "", "a"]);
    check(&tree, &["-O 3", "a"]);
}

#[test]
fn following_from_here_on() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -follow
        a -follow -type l
        a -type l -follow
        a -H -follow
        -H a/dirlink -follow
        . -follow -lname *
        . -follow -newer a/b/link
        . -newer a/b/link -follow
        . -follow -newermm a/b/link
        . -follow -samefile a/b/link
        . -samefile a/b/link -follow
        -P a -follow -name three
        ",
    );
}

#[test]
fn without_effect() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -noleaf
        . -ignore_readdir_race
        . -noignore_readdir_race
        nosuch -ignore_readdir_race
        . ! -noleaf
        . -warn -o -name a
        . -name a -o -nowarn
        . ( -follow )
        ",
    );
}

/// Files that vanish after they were listed.
#[test]
fn vanished_files_are_passed_over() {
    let tree = Tree::new("d a\nf a/1\nf a/2\nf a/3\nf a/4\nd a/d\nf a/d/x\nd a/e\n");
    for rest in [
        &["-name", "1", "-exec", "rm", "-rf", "a/2", "a/3", "a/d", ";", "-o", "-print"][..],
        &["-type", "f", "-exec", "sh", "-c", "rm -f a/[1-4]", ";", "-size", "0", "-print"],
        &["-type", "f", "-exec", "sh", "-c", "rm -f a/[1-4]", ";", "-delete", "-print"],
        &["-exec", "sh", "-c", "rm -rf a/*", ";", "-size", "-9", "-print"],
    ] {
        for option in ["-ignore_readdir_race", "-noignore_readdir_race"] {
            let argv: Vec<&str> = ["a", option].into_iter().chain(rest.iter().copied()).collect();
            case(&argv).changes().check(&tree);
        }
        let argv: Vec<&str> = ["a", "-ignore_readdir_race", "-noignore_readdir_race"]
            .into_iter()
            .chain(rest.iter().copied())
            .collect();
        case(&argv).changes().check(&tree);
    }
}

#[test]
fn ages_from_the_end_of_today() {
    let tree = Tree::new(
        "f now mtime=-0s\nf h1 mtime=-1h\nf h5 mtime=-5h\nf h11 mtime=-11h\nf h13 mtime=-13h\nf h19 mtime=-19h\n\
         f h23 mtime=-23h\nf h25 mtime=-25h\nf h31 mtime=-31h\nf h37 mtime=-37h\nf h43 mtime=-43h\nf h50 mtime=-50h\n\
         f later mtime=+3h\nf tomorrow mtime=+25h\n",
    );
    for zone in ["UTC0", "EST5EDT", "Asia/Kolkata", "QQQ-13", "RRR11:30"] {
        for test in ["-mtime", "-mmin", "-atime", "-ctime"] {
            for number in ["0", "1", "-1", "+0", "+1", "-0", "2", "0.5", "-1440", "+1440", "-300", "+3000"] {
                case(&[".", "-daystart", test, number]).env("TZ", zone).locale("C").apart().check(&tree);
            }
        }
        case(&[".", "-mtime", "0", "-daystart", "-mtime", "0"])
            .env("TZ", zone)
            .locale("C")
            .apart()
            .check(&tree);
        case(&[".", "-daystart", "-daystart", "-mtime", "0"])
            .env("TZ", zone)
            .locale("C")
            .apart()
            .check(&tree);
    }
}

/// -daystart and -files0-from are no parts of the expression.
#[test]
fn words_that_are_not_there() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -daystart
        . ! -daystart -name a
        . ( -daystart )
        . -daystart -o -name a
        . -name a -o -daystart
        . -name b -daystart -o -name a
        . -name b -daystart ! -daystart
        . -name a , -daystart
        . -name a -daystart b
        . -daystart )
        . -daystart ) -print
        . -daystart ) -o -nonsense
        . -daystart ! )
        . -daystart ( )
        -files0-from /dev/null )
        ",
    );
}

#[test]
fn paths_from_a_file() {
    let tree = Tree::new(ZOO);
    let from = |list: &str, argv: &[&str]| {
        let shell = format!("printf -- '{list}' | TOOL");
        for name in ["-", "/dev/stdin"] {
            let argv: Vec<&str> =
                argv.iter().map(|word| if *word == "LIST" { name } else { *word }).collect();
            case(&argv).shell(&shell).check(&tree);
        }
    };
    for list in [
        "",
        "a/b\\0a/one.txt\\0",
        "a/b\\0a/one.txt",
        "a/b\\0\\0caf\\303\\251s\\0",
        "no such\\0.\\0",
        "\\0",
        "-dash\\0",
    ] {
        from(list, &["-files0-from", "LIST"]);
        from(list, &["-files0-from", "LIST", "-maxdepth", "0", "-printf", "%H|%P|%p|%d\\n"]);
    }
    let list = "a/b\\0\\0a/none\\0";
    from(list, &["-files0-from", "LIST", "-print", "-quit"]);
    from(list, &["-depth", "-files0-from", "LIST", "-print0"]);
    from(list, &["-files0-from", "LIST", "-exec", "echo", "{}", "+"]);
    from(list, &["-files0-from", "LIST", "-exec", "echo", "{}", ";"]);
    from("a/b\\0a/none\\0", &["-files0-from", "LIST", "-exec", "echo", "{}", "+"]);
    from(list, &["-L", "-files0-from", "LIST", "-type", "f"]);
    from(list, &["-files0-from", "nosuch", "-files0-from", "LIST", "-type", "f"]);
    from(list, &["-files0-from", "LIST", "a"]);
    each(
        &tree,
        "
        a -files0-from x
        a b -name x -files0-from x
        -files0-from nosuch
        -files0-from nosuch -nonsense
        -files0-from .
        -files0-from a/b/block
        -files0-from
        -files0-from /dev/null a
        -files0-from /dev/null -path b/
        ",
    );
    case(&["-files0-from", "-"]).shell("TOOL <&-").check(&tree);
    case(&["-files0-from", "-"]).shell("TOOL <.").check(&tree);
}

/// Warnings are given where standard input is a terminal, or -warn says so.
#[test]
fn warnings() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        a/b -warn -name b -noleaf
        a/b -warn -noleaf
        a/b -warn -name b -ignore_readdir_race
        a/b -warn -name b -noignore_readdir_race
        a/b -warn -name b -maxdepth 1 -mindepth 0
        a/b -warn -name b -xdev
        a/b -warn -name b -mount
        a/b -warn -name b -depth
        a/b -warn -name b -d
        a/b -warn -d
        a/b -warn -name b -warn -nowarn -depth
        a/b -warn -name b -nowarn -depth
        a/b -warn -name b -files0-from x
        a/b -warn -daystart -maxdepth 1
        a/b -warn -follow -maxdepth 1
        a/b -warn ( -maxdepth 1 )
        a/b -warn ! -maxdepth 1
        a/b -warn -name x/y
        a/b -warn -iname x/y
        a/b -warn -path x/
        a/b -warn -lname x/
        a/b -warn -perm /0
        a/b -name b -maxdepth 1 -warn
        ",
    );
}

/// What is found is seen on a terminal while the next starting point is awaited.
#[test]
fn starting_points_that_are_long_in_coming() {
    let tree = Tree::new("d d\nf d/f\n");
    let shell = "mkfifo pipe; exec 3<>pipe; printf 'd\\0' >&3; (TOOL) & sleep 1; { kill -KILL $!; wait; } 2>/dev/null";
    let case = case(&["-files0-from", "pipe", "-name", "f"]).shell(shell);
    case.terminal(80).locale("C").changes().check(&tree);
}
