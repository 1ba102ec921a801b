//! Messages in another language: that of the system's catalogue for GNU's find. It lacks many texts, so that each command
//! is run by catalogues too that have all and mark them.

use super::{ZOO, case, mistakes};
use ringutils_tests::{Case, GERMAN, Outcome, Tool, Tree, check_each};

/// Compares one command a line, in German and marked.
fn each(tree: &Tree, commands: &str, shape: impl Fn(Case) -> Case) {
    check_each(Tool::Find, tree, commands, |case| shape(case).locale(GERMAN));
    check_each(Tool::Find, tree, commands, |case| shape(case).marked().apart());
}

/// Compares a case so.
fn both(tree: &Tree, case: &Case) {
    case.clone().locale(GERMAN).check(tree);
    case.clone().marked().check(tree);
}

/// What is said of a wrong command line.
#[test]
fn wrong_commands() {
    let tree = Tree::new(ZOO);
    each(&tree, mistakes::WRONG, |case| case.apart());
    each(
        &tree,
        "
        -D
        -D ,
        -D foo a -maxdepth 0
        -D foo,tree,bar -nonsense
        -O
        -Ox
        -O2x
        -O65536
        -O99999999999999999999
        a -exit
        a -D
        a -size 5cc
        a -size k
        a -size +-5c
        a -size 99999999999999999999
        a -size 99999999999999999999M
        a -type D
        a -type d,
        a -xtype q
        a -links x
        a -inum +x
        a -uid -x
        a -gid 99999999999999999999
        a -user nosuchuser
        a -group nosuchgroup
        a -mtime nan
        a -mmin +nan
        a -atime 1x
        a -used x
        a -used nan
        a -newer missing
        a -samefile missing
        a -anewer a/none -cnewer missing
        a -newermt x
        a -newermt
        a -newerxy a
        a -newerat 1x
        a -regex (
        a -regex \\(
        a -regex [
        a -regextype posix-extended -regex (
        a -regextype x
        a -regextype
        a -perm 8
        a -perm u=z,
        a -maxdepth x
        a -mindepth 99999999999
        a -printf %
        a -printf %(
        a -printf %{
        a -printf %-5.
        a -printf %5[
        a -fprint missing/x
        a -fprint0 .
        a -fls missing/x
        a -fprintf x
        a -fprintf missing/x x
        a -context x
        a -execdir x{} +
        a -execdir {} {} +
        a -okdir
        a -ok ;
        a -files0-from b
        -files0-from - -ok x ;
        -files0-from missing
        -files0-from a
        -nonsense -files0-from a
        a -name x -name y ) (
        a b -name x ( a )
        ( ) a
        ",
        |case| case.apart(),
    );
    both(&tree, &case(&["-D", "", "a"]));
    both(&tree, &case(&["-files0-from", "-"]).shell("TOOL </"));
    both(&tree, &case(&["-files0-from", "-"]).shell("TOOL <&-"));
    both(&tree, &case(&["-files0-from", "-", "-print"]).shell("printf 'a/b\\0\\0missing\\0' | TOOL"));
    both(&tree, &case(&["-files0-from", "/dev/stdin", "-ok", "x", ";"]));
    for path in [".:/bin", "/bin::/usr/bin", "a:/bin", "/bin:sp ace"] {
        both(&tree, &case(&["a", "-execdir", "true", ";"]).env("PATH", path));
        both(&tree, &case(&["a", "-okdir", "true", ";"]).env("PATH", path));
    }
    let many = "x".repeat(140_000);
    both(
        &tree,
        &case(&["a", "-maxdepth", "0", "-exec", "true", &many[..130_000], &many[..10_000], "{}", "+"]),
    );
}

/// What is said of a command line that makes little sense.
#[test]
fn warnings() {
    let tree = Tree::new("d a\nf a/b\n");
    each(
        &tree,
        "
        a -warn -name x -maxdepth 1 -depth
        a -warn -name x -maxdepth 1 -nowarn -depth
        a -warn -d
        a -warn -name b/ -iname */b
        a -nowarn -name b/
        a -path a/ -ipath A/
        a -wholename */ -iwholename x/
        a -perm /000 -perm /0
        a -printf %zx%q\\n
        a -printf x\\qy\\yz\\n
        a -printf x\\
        a -printf %A
        a -printf %5T
        a -printf %-d%%\\z%
        a -fprintf /dev/stderr %z
        a ( -warn -mount )
        ",
        |case| case,
    );
    both(&tree, &case(&["a", "-name", "b/c", "-maxdepth", "1", "-d"]).shell("TOOL </dev/ptmx"));
}

/// What is said of files.
#[test]
fn files() {
    let tree = Tree::new(&format!(
        "{ZOO}d shut 000\nd shut/in\nd blind 444\nf blind/f\nd blind/d\nl loop -> loop\nd round\nl round/back -> ..\n"
    ));
    each(
        &tree,
        "
        missing
        missing a/b nowhere
        mis'sing caf\u{e9}
        .
        . -depth
        . -ls
        . -size +0
        blind -type f
        blind -printf %y%s%l\\n
        shut blind -empty
        -L . -maxdepth 2
        -L round
        -L round -depth
        -L loop
        -H loop
        loop/
        a/one.txt/
        . -maxdepth 1 -printf %p%2147483648d\\n
        . -maxdepth 1 -fprintf /dev/stderr %2147483648d\\n
        . -maxdepth 1 -fprintf /dev/full %2147483648d\\n
        . -maxdepth 1 -fprint /dev/full
        . -maxdepth 1 -fls /dev/full
        . -maxdepth 1 -printf %p|%y|%Y|%F|%M|%A+\\n
        . -maxdepth 1 -printf %Aa|%AA|%Ab|%AB|%Ah|%Ap|%Ac|%Ax|%AX|%Ar|%AD\\n -nowarn
        ",
        |case| case,
    );
    for argv in [&["a", "missing"][..], &["a", "-print0"], &["a", "-exec", "true", ";", "-print"]] {
        both(&tree, &case(argv).shell("TOOL >/dev/full").apart());
        both(&tree, &case(argv).shell("TOOL >&-").apart());
    }
}

/// Names of months, and how numbers with fractions are written.
#[test]
fn listings() {
    let mut text = String::from("d months\n");
    for month in 0..12 {
        text.push_str(&format!("f months/{month} mtime=@{}\n", 1_577_900_000 + month * 2_629_746));
        text.push_str(&format!("f months/now{month} mtime=-{}d\n", month * 30));
    }
    let tree = Tree::new(&text);
    each(
        &tree,
        "
        months -ls
        months -printf %t|%Tb|%TB|%Tc|%Tx\\n
        months -printf %S\\n
        ",
        |case| case,
    );
}

/// What is said of programs and of what is removed.
#[test]
fn actions() {
    let tree = Tree::new("d a\nf a/1\nd a/d\nf a/d/x\nd kept owner=0\nf kept/f owner=0\nd kept/d owner=0\n");
    each(
        &tree,
        "
        a -exec nosuchprogram {} ;
        a -exec nosuchprogram {} +
        a -execdir a/nosuch {} ;
        a -execdir /etc/passwd {} +
        a -ok nosuchprogram ;
        kept -delete
        . -mindepth 1 -name d -delete
        kept -depth -delete -print
        kept -name f -delete
        a/./. -delete
        ",
        |case| case.changes(),
    );
    for signal in [1, 9, 15] {
        let kill = format!("kill -{signal} $$");
        both(&tree, &case(&["a", "-exec", "sh", "-c", &kill, ";"]));
        both(&tree, &case(&["a", "-execdir", "sh", "-c", &kill, "{}", "+"]));
    }
}

/// Questions, and yes and no in German; German's pattern takes English answers too.
#[test]
fn asking() {
    let tree = Tree::new("d a\nf a/1\nf a/2\nd a/3\nf a/3/x\nf a/sp\\sace\n");
    for answers in ["", "j\\n", "n\\n", "ja\\nnein\\nJA\\nJein\\nN", "y\\nYes\\nn\\nnej\\n", "+\\n1\\n- j\\n"]
    {
        for words in [
            &["-ok", "echo", "{}", ";"][..],
            &["-okdir", "echo", "x{}", ";", "-print"],
            &["-okdir", "nosuch program", ";", "-o", "-ok", "{}", ";"],
        ] {
            let argv: Vec<&str> = ["a"].into_iter().chain(words.iter().copied()).collect();
            both(&tree, &case(&argv).shell(&format!("printf '{answers}' | TOOL")));
        }
    }
    both(&tree, &case(&["a", "-ok", "echo", ";"]).shell("TOOL <&-"));
}

/// Which language it is: by LANGUAGE where the locale is not C, else by the locale, in another character set too.
#[test]
fn languages() {
    let tree = Tree::new("d d\nf d/f mtime=-400d\n");
    for locale in ["C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE.UTF-8", "xx_XX"] {
        for language in ["", "de", "en", "en:de", "de_DE.UTF-8:en", "en_US:en", "xx", "C", "C:de"] {
            for argv in [&["d", "missing", "-ls"][..], &["-nonsense"]] {
                let case = case(argv).locale(GERMAN).apart().env("LANGUAGE", language);
                case.clone().env("LC_ALL", locale).check(&tree);
                // The whole locale is another matter than the category that counts.
                case.clone().env("LC_ALL", "").env("LC_MESSAGES", locale).check(&tree);
                case.env("LC_ALL", "").env("LANG", locale).check(&tree);
            }
        }
    }
}

/// What GNU's find does not say is said in English.
#[test]
fn our_own_words() {
    let tree = Tree::new("f f\n");
    let german = |argv: &[&str]| case(argv).env("LC_ALL", GERMAN).env("LANGUAGE", "");
    let said = "find: invalid argument `0' to `-limit', expected a number from 1 on\n";
    german(&["-limit", "0"]).pin_ours(&tree, &Outcome::new(1, "", said));
    let said = "find: invalid --io-depth argument 'x'\nTry 'find --help' for more information.\n";
    german(&["--io-depth=x"]).pin_ours(&tree, &Outcome::new(1, "", said));
}
