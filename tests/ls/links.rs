//! Names as hyperlinks, and links that are operands.

use super::{ZOO, case, each};
use ringutils_tests::{Outcome, Tree};

#[test]
fn hyperlinks() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --hyperlink
        --hyperlink a
        --hyperlink=always -a a
        --hyperlink=yes -l a
        --hyperlink=never a
        --hyperlink=auto a
        --hyperlink=never --hyperlink a
        --hyperlink -R a
        --hyperlink -C a
        --hyperlink -CF --quoting-style=shell a
        --hyperlink -l --quoting-style=shell-escape a
        --hyperlink -lF --quoting-style=c-maybe a a/b
        --hyperlink -Q a a/b
        --hyperlink -m --quoting-style=shell a
        --hyperlink -Cw0 --quoting-style=shell a
        --hyperlink --color=always a
        --hyperlink --color=always -l --quoting-style=shell a a/b
        --hyperlink --color=always -C --quoting-style=shell a
        --hyperlink -L a/b
        --hyperlink -lL a/b
        --hyperlink -1U a/b
        --hyperlink -H a/dirlink
        --hyperlink a/dirlink/
        --hyperlink -d a/dirlink a/b/link a/b/dangling tolink
        --hyperlink missing a/b/link a/b/dangling tolink a
        --hyperlink ./a/..//a/./dirlink/
        --hyperlink /
        --hyperlink -d / /proc/self/.. /no/..
        --hyperlink -a /
        --hyperlink -D a
        -D --hyperlink a
        --zero --hyperlink a
        --hyperlink --zero a
        ",
    );
    case(&["--hyperlink", "", "a"]).check(&tree);
    case(&["--hyperlink=auto", "a"]).terminal(80).check(&tree);
    case(&["--hyperlink", "--color", "-l", "a"]).terminal(80).check(&tree);
}

#[test]
fn hyperlinks_through_odd_places() {
    let tree = Tree::new(
        "d a\nd a/\\xc3\\xa9\\xff+=%~_.-,:@\nf a/\\xc3\\xa9\\xff+=%~_.-,:@/x\nl a/loop -> loop\nl a/one -> two\nl a/two -> one\n\
         d a/open 755\nf a/open/f\nd a/blind 644\nf a/blind/f\nd a/closed 000\nl a/up -> ../a/./open\nl a/abs -> /usr/..//etc\n\
         l a/through -> open/f/../x\nl a/lost -> no/../open\n",
    );
    each(
        &tree,
        "
        --hyperlink a
        --hyperlink -l a
        --hyperlink -R
        --hyperlink a/loop
        --hyperlink -d a/up a/abs a/through a/lost a/blind/f a/closed/f
        --hyperlink a/blind
        --hyperlink -l a/blind
        --hyperlink -a a/up/
        ",
    );
    let commands =
        [&["--hyperlink"][..], &["--hyperlink", "-l"], &["--hyperlink", "."], &["--hyperlink", ".."]];
    for argv in commands {
        case(argv).shell("cd a/open; TOOL").check(&tree);
    }
    for argv in commands {
        case(argv).shell("cd a/open; chmod 000 .; TOOL").changes().check(&tree);
    }
}

#[test]
fn operands() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --dereference-command-line-symlink-to-dir a/dirlink
        --dereference-command-line-symlink-to-dir -l a/dirlink a/b/link a/b/dangling
        --dereference-command-line-symlink-to-dir -d a/dirlink a/b/link
        --dereference-command-line-symlink-to-dir -F a/dirlink
        --dereference-command-line-symlink-to-dir -H -l a/b/link
        -H --dereference-command-line-symlink-to-dir -l a/b/link
        -L --dereference-command-line-symlink-to-dir -l a/b
        --dereference-command-line-symlink-to-dir -L -l a/b
        ",
    );
}

/// The texts of the links of another user's process can't be read. What is asked of links without need is not missed.
#[test]
fn links_that_cannot_be_read() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        /proc/1/cwd
        -F /proc/1/cwd
        -p /proc/1/cwd
        -dZ /proc/1/cwd
        -goL --time-style=+ /proc/1/cwd
        -goH --time-style=+ /proc/1/cwd
        -go --time-style=+ /proc/1/cwd a/b/link
        -goF --time-style=+ /proc/1/cwd
        -goD --time-style=+ /proc/1/exe
        -d --group-directories-first /proc/1/cwd /proc/1/root
        --group-directories-first /proc/1
        --group-directories-first -1U /proc/1
        -go --time-style=+ /proc/1
        ",
    );
}

/// In a directory that has been removed relative paths lead nowhere.
#[test]
fn hyperlinks_without_a_working_directory() {
    let tree = Tree::new(ZOO);
    for argv in [
        &[][..],
        &["."],
        &["-d", "."],
        &["-R"],
        &["-a"],
        &["../a"],
        &["-R", "../a"],
        &["-1U", "../a"],
        &["-C", "../a"],
        &["-go", "--time-style=+", "../a/b"],
        &["../a", "missing", "/dev/null"],
        &["../nowhere"],
        &["-L", "../a/b"],
        &["-H", "../a/b/dangling"],
        &["--color=always", "-R", "../a"],
    ] {
        let argv = [&["--hyperlink"], argv].concat();
        case(&argv).shell("mkdir gone; cd gone; rmdir ../gone; TOOL").changes().check(&tree);
    }
}

/// Chains of links, longer than the kernel follows, and circles.
#[test]
fn hyperlinks_through_chains() {
    let mut text = String::from("d d\nf c61\nd d27\n");
    (1..=60).for_each(|number| text.push_str(&format!("l c{number} -> c{}\n", number + 1)));
    (1..=26).for_each(|number| text.push_str(&format!("l d{number} -> d{}\n", number + 1)));
    text.push_str("l a -> b\nl b -> c\nl c -> a\nl p -> q\nl q -> p\nl s -> s\nl dotty -> c30/../x\nl around -> a/./b/../q\n");
    text.push_str("l d27/up -> ../c1\nl d27/loop -> ../a\nl d27/more -> ../a/x/../y\nl d27/pair -> ../p\n");
    let tree = Tree::new(&text);
    each(
        &tree,
        "--hyperlink\n--hyperlink -d a b c p q s c1 c40 d1/up d1/loop\n--hyperlink d1/\n--hyperlink d2/\n--hyperlink d3/\n--hyperlink d4/ d5/",
    );
}

/// GNU's ls would not end.
#[test]
fn hyperlinks_that_grow() {
    let tree = Tree::new("l self -> self/x\n");
    let cut = "TOOL | sed -E 's#//.*/t/self(/x)+\x07#//...\x07#'";
    let link = "\u{1b}]8;;file://...\u{7}self\u{1b}]8;;\u{7}\n";
    case(&["--hyperlink"]).shell(cut).pin_ours(&tree, &Outcome::new(0, link, ""));
}

/// Marks around the text of a link belong to the hyperlink where no name is moved for marks.
#[test]
fn hyperlinks_of_quoted_texts() {
    let tree = Tree::new("l l1 -> sp\\sace\nl plain -> 1\nf sp\\sace\n");
    for style in ["shell", "shell-escape", "shell-always", "c-maybe", "c"] {
        for operands in [&["."][..], &["l1", "plain"], &["plain"], &["-w0", "l1"], &["--color=always", "l1"]]
        {
            let argv =
                [&["-go", "--time-style=+", "--hyperlink", "--quoting-style", style], operands].concat();
            case(&argv).check(&tree);
        }
    }
}
