//! Which names are shown, and how they are quoted.

use super::{ZOO, case, each, quick};
use ringutils_tests::{Tree, not_run};

/// Names that patterns and quoting tell apart.
const NAMES: &str = "d d\nf d/a*\nf d/a=\nf d/a>\nf d/a@\nf d/a|\nf d/a\\sb\nf d/a:b\nf d/a~\nf d/.b~\nf d/.c\nf d/a\\\\b\nf d/ab\nf d/b.c\n\
     p d/fifo\ns d/socket\nl d/link -> a\\sb\nl d/dangling -> no=where\nd d/dir\nf d/x 755\nf d/new\\nline\nf d/caf\\xc3\\xa9\nf d/\\xff\nf d/it's\n\
     f d/\\x22q\\x22\nf d/\\x01\nf d/$'x\n";

#[test]
fn left_out() {
    let tree = Tree::new(NAMES);
    each(
        &tree,
        "
        -B d
        -aB d
        -BA d
        -Bd d/a~ d
        d/a~ -B
        -I a* d
        -aI a* d
        -I * d
        -aI * d
        -aI .* d
        -AI .* d
        -AI \\.* d
        -AI [.]* d
        -AI ?c d
        -I [ d
        -I [a]? d
        -I a\\* d
        -I ab -I b* d
        --ignore=*~ -a d
        --hide=a* d
        --hide=a* -a d
        --hide=a* -A d
        -a --hide=* d
        --hide=* -I x d
        --hide=d
        -R --ignore=dir
        -RI d
        -lI *a* d
        -fI *a* d
        -1UI *a* d
        --hide=caf? d
        --hide=?c d
        ",
    );
}

#[test]
fn styles() {
    let tree = Tree::new(NAMES);
    for style in [
        "-N",
        "-b",
        "-Q",
        "-q",
        "--show-control-chars",
        "--quoting-style=literal",
        "--quoting-style=shell",
        "--quoting-style=shell-always",
        "--quoting-style=shell-escape",
        "--quoting-style=shell-escape-always",
        "--quoting-style=c",
        "--quoting-style=c-maybe",
        "--quoting-style=escape",
        "--quoting-style=locale",
        "--quoting-style=clocale",
    ] {
        for more in ["-1", "-F", "--file-type", "-p", "-l", "-Fl", "-C", "-m", "-q", "-x", "-Cw0", "-s"] {
            quick(&[style, more, "d"]).check(&tree);
        }
        case(&[style, "-R", "d", "d/a b"]).check(&tree);
        for more in ["-C", "-l", "--show-control-chars"] {
            quick(&[style, more, "d"]).terminal(60).check(&tree);
        }
        quick(&[style, "-ml", "-m", "d"]).env("QUOTING_STYLE", "c").check(&tree);
    }
    each(
        &tree,
        "-NbQ d\n-QN d\n-bN d\n-qN d\n-Nq d\n-q --show-control-chars d\n--show-control-chars -q d\n-Q --quoting-style=locale d",
    );
}

#[test]
fn indicators() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --file-type a
        -l --file-type a
        -lF --file-type a
        --file-type -F a
        -F --file-type a
        -p --classify=never a
        -F --classify=never a
        --classify=auto -p a
        --classify=auto a
        -F --classify=auto a
        --classify a
        --classify=always a/b a/dirlink
        --file-type a/dirlink
        -p a/dirlink
        --indicator-style=none -F a
        -F --indicator-style=none a
        --indicator-style=slash a
        --indicator-style=file-type a
        --indicator-style=classify a
        --indicator-style=cl -l a a/b
        --file-type -L a/b
        --file-type -R
        ",
    );
    case(&["--classify=auto", "a"]).terminal(80).check(&tree);
    case(&["--classify=auto", "--file-type", "a"]).terminal(80).check(&tree);
    case(&["--file-type", "--classify=auto", "a"]).terminal(80).check(&tree);
    case(&["--file-type", "a"]).terminal(80).check(&tree);
}

/// Locales whose characters are one byte, and those with two that are no UTF-8: widths, months and order.
#[test]
fn other_character_sets() {
    let tree = Tree::new(
        "d d\nf d/caf\\xe9\nf d/\\xc4\\xd6 size=12345678\nf d/\\x89x\nf d/\\xb0\\xa1\nf d/\\xb0\nf d/ea mtime=@1707000000\nf d/Ea mtime=@1722000000\n\
         f d/e\\sa\nf d/\\xc3\\xa9\n",
    );
    let places = tree.top().with_file_name("locales");
    std::fs::create_dir(&places).expect("a folder");
    for (source, map, name) in
        [("fr_FR", "ISO-8859-1", "fr_FR"), ("zh_CN", "GB2312", "zh_CN"), ("ar_SY", "ISO-8859-6", "ar_SY")]
    {
        let made = std::process::Command::new("localedef")
            .args(["-i", source, "-f", map])
            .arg(places.join(name))
            .output();
        if !places.join(name).join("LC_CTYPE").exists() {
            not_run(&format!("ls in {name}"), &format!("localedef does not work here: {made:?}"));
            continue;
        }
        for options in [
            "-l",
            "-C",
            "-x",
            "-m",
            "-X",
            "-v",
            "--sort=width",
            "-CQ",
            "-Cb",
            "-Cq",
            "--full-time",
            "-l --block-size='1",
            "-lh",
            "-C --quoting-style=locale",
            "-C --quoting-style=shell",
            "-C --quoting-style=shell-escape",
            "-l --time-style=+%c_%x_%X_%B_%a",
        ] {
            let argv: Vec<&str> = options.split(' ').chain(["d"]).collect();
            let case =
                quick(&argv).locale("C").env("LOCPATH", places.to_str().expect("text")).env("LC_ALL", name);
            case.check(&tree);
        }
    }
}

/// Characters that are quoted in addition, in names that fit between double quotes.
#[test]
fn additional_characters_between_double_quotes() {
    let tree = Tree::new("d x:'y\nf x:'y/f\nf x@'y\nf x@y\nf a=b'\nf a|*'\nf 'a@\n");
    for style in ["shell", "shell-always", "shell-escape", "shell-escape-always", "c", "c-maybe", "escape"] {
        for options in ["-F", "-R", "-p", "--file-type", "-D -go --time-style=+ -F -R", "--hyperlink -F"] {
            let argv: Vec<&str> = options.split(' ').chain(["--quoting-style", style]).collect();
            quick(&argv).check(&tree);
        }
    }
}
