//! -acl, -capable, -xattr, -xattrname, -flags and -sparse: what other programs have set is found.

use ringutils_tests::{Case, Outcome, Tool, Tree, Who, is_root, not_run};

use super::spellings::{ours, words};

/// What each command finds, one path a line.
fn finds(tree: &Tree, argv: &str, expected: &str) {
    for who in Who::everyone() {
        let out: String = expected.split_whitespace().map(|path| format!("{path}\n")).collect();
        assert_eq!(ours(tree, who, &words(argv)), Outcome::new(0, out, ""), "{who:?} {argv}");
    }
}

/// A case of ours alone, on a file system that is made for it.
fn pins(tree: &Tree, argv: &str, mounts: &str, expected: &str) {
    let out: String = expected.split_whitespace().map(|path| format!("{path}\n")).collect();
    Case::new(Tool::Find, &words(argv)).mounts(mounts).pin_ours(tree, &Outcome::new(0, out, ""));
}

#[test]
fn extended_attributes() {
    if !is_root() {
        return not_run("extended attributes", "only root can set all of them");
    }
    let tree = Tree::new("d m\n");
    // Made by the very programs that people use, on a file system that is sure to keep them.
    let made = "truncate -s 9M m.img; mkfs.ext4 -q m.img; mount m.img m; rmdir m/lost+found; cd m; touch acl cap none plain; \
                mkdir dir shut; ln -s acl link; setfacl -m u:12345:r acl; setfacl -d -m u:12345:r dir; \
                setfattr -n user.a -v 1 plain; setcap cap_net_raw=ep cap; \
                cd ..";
    for (argv, expected) in [
        ("-s m -acl", "m/acl m/dir"),
        ("-s m -capable", "m/cap"),
        ("-s m -xattr", "m/acl m/cap m/dir m/plain"),
        ("-s m -xattrname user.a", "m/plain"),
        ("-s m -xattrname user.b", ""),
        ("-s m -xattrname security.capability", "m/cap"),
        ("-s -L m -acl", "m/acl m/dir m/link"),
        ("-s m ! -xattr", "m m/link m/none m/shut"),
        ("-s m -exclude -acl", "m m/cap m/link m/none m/plain m/shut"),
        ("m/plain m/none m -maxdepth 0 -xattrname user.a -o -maxdepth 0 -name none", "m/plain m/none"),
    ] {
        pins(&tree, argv, made, expected);
    }
}

#[test]
fn flags() {
    if !is_root() {
        return not_run("flags", "only root can set them");
    }
    let tree = Tree::new("d m\n");
    let made = "truncate -s 9M m.img; mkfs.ext4 -q m.img; mount m.img m; rmdir m/lost+found; cd m; touch a d i ad none; \
                chattr +a a ad; chattr +d d ad; chattr +i i; chmod 755 .; cd ..";
    for (argv, expected) in [
        ("-s m -type f -flags append", "m/a"),
        ("-s m -type f -flags append,nodump", "m/ad"),
        ("-s m -type f -flags -append", "m/a m/ad"),
        ("-s m -type f -flags -append,dump", "m/a"),
        ("-s m -type f -flags +append,immutable", "m/a m/ad m/i"),
        ("-s m -type f -flags -noappend,noimmutable", "m/d m/none"),
        ("-s m -type f -flags uchg", "m/i"),
        ("-s m -exclude -flags +nodump -type f", "m/a m/i m/none"),
    ] {
        pins(&tree, argv, made, expected);
    }
}

/// Where a file system keeps no attributes, no file has any, and nothing is said.
#[test]
fn file_systems_without_attributes() {
    let tree = Tree::new("d d\n");
    for argv in [
        "/proc/self/status -xattrname user.a",
        "/proc/self/status -flags +append",
        "d /proc/self/status -acl",
    ] {
        finds(&tree, argv, "");
    }
}

#[test]
fn sparse_files() {
    let tree = Tree::new("d d\nf d/empty\nd d/e\nl d/short -> x\nf d/full\nf d/holes size=3000000\n");
    std::fs::write(tree.top().join("d/full"), [7; 70_000]).unwrap();
    for who in Who::everyone() {
        // Blocks are there once the file system has written them.
        std::fs::File::open(tree.top().join("d/full")).unwrap().sync_all().unwrap();
        let sizes = ours(&tree, who, &words("d -printf %b\\t%s\\t%p\\n"));
        let expected: String = String::from_utf8(sizes.out)
            .unwrap()
            .lines()
            .filter_map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                let (blocks, size): (u64, u64) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
                (blocks < size.div_ceil(512)).then(|| format!("{}\n", fields[2]))
            })
            .collect();
        assert!(expected.contains("d/holes\n") && !expected.contains("d/full"), "{expected}");
        assert_eq!(ours(&tree, who, &words("d -sparse")), Outcome::new(0, expected, ""), "{who:?}");
    }
}

/// A directory that can be read and not searched: each entry is told of once.
#[test]
fn attributes_out_of_reach() {
    let tree = Tree::new("d d\nd d/blind 444\nf d/blind/f\n");
    let got = ours(&tree, Who::User, &words("d -name f -xattr"));
    assert_eq!(got, Outcome::new(1, "", "find: 'd/blind/f': Permission denied\n"));
}
