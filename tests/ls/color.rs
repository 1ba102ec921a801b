//! Colors: the built-in table, LS_COLORS, and where they are used.

use rustix::fs::{XattrFlags, setxattr};

use super::{ZOO, case, check, each};
use ringutils_tests::{Tree, is_root, not_run};

#[test]
fn when() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --color a
        --color=always a
        --color=yes a
        --color=force a
        --color=auto a
        --color=tty a
        --color=if-tty a
        --color=never a
        --color=none a
        --color=no a
        --color=al a
        --color=a a
        --color=x a
        --color= a
        --color=always
        --color=always -l
        --color=always -l a
        --color=always -F a
        --color=always -R .
        --color=always -C a
        --color=always -x a
        --color=always -la a/b
        --color=always -L a/b
        --color=always -d a a/b/link a/b/dangling
        --color=always a/b/link a/b/dangling a/fifo missing a/setid
        --color=always -i a
        --color=always -s a
        --color=always -f a
        --color=always -U a
        --color=always -p a
        --color=always a/empty
        ",
    );
    case(&["--color=always", "-l", "a"]).env("TERM", "dumb").check(&tree);
}

#[test]
fn settings() {
    let tree = Tree::new(ZOO);
    for colors in [
        "",
        "di=34",
        "fi=1:di=2:ln=3:pi=4:so=5:ex=6:or=7:mi=8:su=9:sg=10:st=11:ow=12:tw=13:mh=14",
        "*.txt=01;31:*.TXT=32",
        "*.tar=31:*.gz=32:*.tar.gz=33",
        "*.jpg=35:*t.jpg=36",
        "ln=target",
        "ln=target:or=1:mi=2:*.txt=33",
        "or=41:mi=42",
        "no=7:fi=0",
        "rs=0:lc=<:rc=>:ec=E",
        "ex=:di=",
        "mh=44;37",
        "ca=30;41",
        "di=nonsense",
        "nonsense",
        "di",
        "zz=1",
        "*.txt",
        "di=1:*.txt=2:",
        "*.x=\\e[m:*.txt=\\x41^A\\101\\_\\?",
        "di=\\",
        "di=1:ln=^",
        "*.txt=\\",
        "di=\\x",
        "mh=14:ln=target:or=9",
        ":::",
        "cl=\\033[K",
        "di=^?:*.TXT=^[[1m^?",
        "*.txt=1:*.TXT=2:*.tXt=2",
        "*.txt=3:*.tXt=4:*.TXT=3",
        "*.Txt=3:*.TXT=1:*.txt=3:*.TXT=4",
    ] {
        case(&["--color=always", "a", "a/b"]).env("LS_COLORS", colors).check(&tree);
        case(&["--color=always", "-l", "a/b", "a/b/dangling", "a/dirlink"])
            .env("LS_COLORS", colors)
            .check(&tree);
        case(&["--color=always", "-L", "a/b"]).env("LS_COLORS", colors).check(&tree);
    }
    case(&["--color=always", "a"]).env("COLORTERM", "truecolor").check(&tree);
    check(&tree, &["--color=always", "-d", "a/sp ace", "a/new\nline"]);
}

/// Files with capabilities have a colour of their own, where there is one.
#[test]
fn capabilities() {
    /// struct vfs_ns_cap_data of linux/capability.h, revision 2: cap_net_raw, permitted and effective.
    const NET_RAW: [u8; 20] = [1, 0, 0, 2, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let tree = Tree::new(
        "d d\nf d/able 755\nf d/plain 755\nf d/setuid 4755\nf d/data 644\nf d/x.txt 755\nl d/link -> able\nh d/second = d/able\n",
    );
    if !is_root() {
        return not_run("ls color::capabilities", "the tests do not run as root");
    }
    for name in ["d/able", "d/setuid", "d/data", "d/x.txt"] {
        let set = setxattr(tree.top().join(name), "security.capability", &NET_RAW, XattrFlags::empty());
        if let Err(why) = set {
            return not_run("ls color::capabilities", &format!("files cannot have them here: {why}"));
        }
    }
    for colors in ["ca=30;41:ex=32", "ca=30;41", "ca=0:ex=32", "ca=30;41:ln=target:mh=9", "ca=1:su=0:*.txt=2"]
    {
        for argv in [&["d"][..], &["-l", "d"], &["-L", "d"], &["-1U", "d"], &["d/able", "d/link"], &["-R"]] {
            let argv = [&["--color=always"], argv].concat();
            case(&argv).env("LS_COLORS", colors).check(&tree);
        }
    }
    // Without a colour of their own GNU's ls does not ask either.
    case(&["--color=always", "d"]).check(&tree);
}

/// Colours that depend on what links lead to need a look at links, which fails where directories can't be searched, and
/// their texts, which fails for those of processes of others.
#[test]
fn links_that_cannot_be_looked_at() {
    let tree = Tree::new("d a\nd a/blind 744\nl a/blind/l -> nowhere\nf a/blind/f\n");
    for colors in ["or=41", "or=41:mi=42", "ln=target", "mi=42", "or=", "or=0", ""] {
        for argv in
            [&["a/blind"][..], &["-1U", "a/blind"], &["-l", "a/blind"], &["-d", "/proc/1/cwd"], &["/proc/1"]]
        {
            let argv = [&["--color=always"], argv].concat();
            case(&argv).env("LS_COLORS", colors).check(&tree);
        }
    }
}
