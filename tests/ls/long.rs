//! The long format: modes, owners, sizes, times, targets.

use super::{ZOO, case, check, each};
use ringutils_tests::{Tree, is_root, not_run};

#[test]
fn long() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        -l
        -l a
        -la a
        -lA a
        -ld a
        -ld a a/b cafe
        -l a/b
        -l cafe a other
        -l missing a
        -n
        -n a
        -ln a
        -nl theirs
        -lh
        -lh a/b
        -li
        -li a
        -ls
        -ls a
        -lsh a
        -lis a
        -lF a
        -lp a
        -lL a/b
        -lH a/dirlink a/b/link a/b/dangling
        -l a/dirlink
        -l a/dirlink/
        -l a/b/link
        -l a/b/dangling
        -lL a/b/dangling
        -lr a
        -lS a
        -lt a
        -lU a
        -lf a
        -l --color=always a
        -l a/empty
        -l a/empty a/sticky
        -lR a
        -h
        -sh
        -nh a
        ",
    );
}

#[test]
fn times() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        --full-time
        --full-time a
        -l --full-time
        --time-style=full-iso
        -l --time-style=full-iso
        -l --time-style=long-iso
        -l --time-style=iso
        -l --time-style=locale
        -l --time-style=posix-iso
        -l --time-style=posix-long-iso
        -l --time-style=+%Y
        -l --time-style=+%s
        -l --time-style=+
        -l --time-style=+%Y-%m-%dT%H:%M:%S.%N%z
        -l --time-style=+%a_%A_%b_%B_%c_%C_%d_%D_%e_%F_%g_%G_%h_%H
        -l --time-style=+%I_%j_%k_%l_%m_%M_%n_%p_%P_%r_%R_%S_%t_%T_%u_%U
        -l --time-style=+%V_%w_%W_%x_%X_%y_%Y_%z_%:z_%::z_%:::z_%Z_%%
        -l --time-style=+%_d_%-d_%0e_%^a_%#Z_%10Y_%-H_%_H_%05d_%+4Y
        -l --time-style=+%Q_%
        -l --time-style=+%3N_%6N_%9N_%12N_%-N_%_N
        -l --time-style=+%Ey_%Od_%Ez
        -l --time-style full-iso
        -l --time-style=f
        -l --time-style=full
        -l --time-style=lo
        -l --time-style=nonsense
        -l --time-style=
        --full-time --time-style=iso
        --time-style=iso --full-time
        ",
    );
    check(&tree, &["-l", "--time-style=+%H:%M older\n%H:%M recent", "a"]);
    check(&tree, &["-l", "--time-style=+a\nb\nc", "a"]);
    for style in ["full-iso", "long-iso", "iso", "locale", "posix-full-iso", "+%s", "nonsense"] {
        case(&["-l", "a/b"]).env("TIME_STYLE", style).check(&tree);
    }
}

#[test]
fn time_zones() {
    let tree = Tree::new(
        "f summer mtime=@1720000000\nf winter mtime=@1705000000\nf old mtime=@0\nf older mtime=@-1000000000.999999999\n\
         f changes mtime=@1711846799\nf changed mtime=@1711846800\nf recent mtime=-170d\nf notrecent mtime=-190d\nf soon mtime=+1h\n",
    );
    for zone in [
        "",
        "UTC0",
        "CET-1CEST,M3.5.0,M10.5.0/3",
        "EST5EDT,M3.2.0,M11.1.0",
        "XYZ+12:34:56",
        "Europe/Berlin",
        "America/St_Johns",
        "nonsense",
        "<+0330>-3:30",
    ] {
        case(&["-l"]).env("TZ", zone).check(&tree);
        case(&["--full-time"]).env("TZ", zone).check(&tree);
        case(&["-l", "--time-style=+%c %Z %z"]).env("TZ", zone).check(&tree);
    }
}

#[test]
fn devices() {
    if !is_root() {
        return not_run("ls long::devices", "devices are made by root only");
    }
    let tree =
        Tree::new("c null 1,3\nc big 254,1048575\nb loop 7,200 600 owner=0\nf f size=123456789\nd d\n");
    each(&tree, "\n-l\n-lh\n-li\n-lis\n-F\n-C\n-ln\n-l null f\n-l f\n-l null\n-s\n-S\n-lSr\n--color=always");
}

#[test]
fn sizes() {
    let tree = Tree::new(
        "f s0\nf s1 size=1\nf s1023 size=1023\nf s1024 size=1024\nf s1025 size=1025\nf s1535 size=1535\nf s9k size=9999\n\
         f s10k size=10189\nf s10k1 size=10240\nf s99k size=101900\nf s1m size=1048575\nf s1m1 size=1048577\nf s1g size=1073741824\n\
         f s1t size=1099511627776\nf s5t size=6000000000000\n",
    );
    each(
        &tree,
        "-l\n-lh\n-l --si\n-s --si\n-lh --si\n-lsh --si\n--si -lsh\n-lS\n-lSr\n-s\n-sh\n-lsh\n-S\n-Ssh\n-C -sh",
    );
}

#[test]
fn block_sizes_of_the_environment() {
    let tree =
        Tree::new("f s0\nf s1 size=1\nf s1025 size=1025\nf s10k size=10189\nf s1m size=1048577\nd d\n");
    for (name, value) in [
        ("BLOCK_SIZE", "1"),
        ("BLOCK_SIZE", "1K"),
        ("BLOCK_SIZE", "human-readable"),
        ("BLOCK_SIZE", "si"),
        ("BLOCK_SIZE", "nonsense"),
        ("BLOCK_SIZE", ""),
        ("BLOCK_SIZE", "0x10"),
        ("BLOCK_SIZE", "010kBx"),
        ("BLOCK_SIZE", "KD"),
        ("BLOCK_SIZE", "'human"),
        ("BLOCK_SIZE", "1 MB"),
        ("BLOCK_SIZE", "E"),
        ("BLOCK_SIZE", "1Y"),
        ("BLOCK_SIZE", "p"),
        ("LS_BLOCK_SIZE", "512"),
        ("LS_BLOCK_SIZE", "'1"),
        ("LS_BLOCK_SIZE", "M"),
        ("LS_BLOCK_SIZE", "MB"),
        ("LS_BLOCK_SIZE", "'kB"),
        ("BLOCKSIZE", "512"),
        ("BLOCKSIZE", "'1"),
        ("BLOCKSIZE", "si"),
        ("BLOCKSIZE", "x"),
        ("POSIXLY_CORRECT", "1"),
    ] {
        case(&["-ls"]).env(name, value).check(&tree);
        case(&["-s"]).env(name, value).check(&tree);
        case(&["-lsh"]).env(name, value).check(&tree);
        case(&["-Cs"]).env(name, value).env("POSIXLY_CORRECT", "1").check(&tree);
        case(&["-lsk"]).env(name, value).env("POSIXLY_CORRECT", "1").check(&tree);
        case(&["-ms"]).env(name, value).env("BLOCKSIZE", "2M").check(&tree);
    }
}

/// An access control list shows as a plus sign.
#[test]
fn access_control_lists() {
    let tree = Tree::new("d d\nf d/acl\nf d/none\nd d/default\nd d/closed\nf d/closed/in\n");
    let set = std::process::Command::new("setfacl")
        .args(["-m", "u:12345:r", "d/acl"])
        .current_dir(tree.top())
        .status();
    if !set.is_ok_and(|status| status.success()) {
        return not_run("ls long::access_control_lists", "setfacl does not work here");
    }
    let set = std::process::Command::new("setfacl")
        .args(["-d", "-m", "u:12345:r", "d/default"])
        .current_dir(tree.top())
        .status();
    assert!(set.expect("setfacl").success());
    each(&tree, "-l d\n-lR\n-ld d d/default d/acl\n-lL d\n-n d\n-lF d");
}
