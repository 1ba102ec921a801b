//! Somebody who may write to the tree swaps names in it for links out of it, as fast as possible, while root changes the
//! tree: nothing outside of it is ever touched. And the root directory, which --preserve-root spares in every guise.

use std::{
    os::fd::{AsFd, OwnedFd},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use super::ours;
use ringutils_tests::{Outcome, Tool, Tree, Who, check_each};
use rustix::fs::{AtFlags, Mode, OFlags, RenameFlags, openat, renameat_with, statat};

/// Files that the commonest way of changing the tree is to go over, and each of the others.
const FILES: usize = 10_000;
const FEWER: usize = 1_500;

/// Directories of the tree, and files in each.
const DIRS: usize = 12;
const EACH: usize = 12;

/// A tree; what lies outside of it; and beside it links, of the names that are swapped with the tree's own.
fn arena() -> Tree {
    let mut text = String::from("d sentinel 755\nd sentinel/sub 755\nd links\nd t\n");
    for file in 0..EACH {
        text.push_str(&format!("f sentinel/f{file} 644\nf sentinel/sub/f{file} 644\n"));
    }
    for dir in 0..DIRS {
        text.push_str(&format!("d t/d{dir}\nd t/d{dir}/sub\nl links/d{dir} -> ../sentinel\n"));
        text.push_str(&format!("d links/in{dir}\nl links/in{dir}/sub -> ../../../sentinel\n"));
        for file in 0..EACH {
            text.push_str(&format!("f t/d{dir}/f{file}\nf t/d{dir}/sub/f{file}\n"));
            text.push_str(&format!("l links/in{dir}/f{file} -> ../../sentinel/f{file}\n"));
        }
    }
    Tree::new(&text)
}

/// What is swapped: directories of the tree, and those beside it with links of the same names.
struct Places {
    /// t and links.
    top: (OwnedFd, OwnedFd),
    /// t/dN and links/inN.
    dirs: Vec<(OwnedFd, OwnedFd)>,
}

impl Places {
    /// Opens all of them, while nobody swaps anything yet.
    fn open(top: &OwnedFd) -> Places {
        let open = |path: &str| {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            openat(top, path, flags, Mode::empty()).expect("a directory of the arena")
        };
        let dirs = (0..DIRS).map(|dir| (open(&format!("t/d{dir}")), open(&format!("links/in{dir}"))));
        Places { top: (open("t"), open("links")), dirs: dirs.collect() }
    }
}

/// Swaps names until it is told to stop, and counts how often.
fn swap(places: &Places, stop: &AtomicBool, turn: usize, swaps: &AtomicUsize) {
    let (tree, links) = &places.top;
    let dirs = &places.dirs;
    let exchange = |from: &OwnedFd, to: &OwnedFd, name: &str| {
        let done = renameat_with(from, name, to, name, RenameFlags::EXCHANGE).is_ok();
        swaps.fetch_add(usize::from(done), Ordering::Relaxed);
    };
    let mut at = turn;
    while !stop.load(Ordering::Relaxed) {
        at += 1;
        let dir = at % DIRS;
        let name = format!("d{dir}");
        match at % 3 {
            0 => {
                // A directory for a link, and back. Its own are reached by descriptor meanwhile.
                exchange(tree, links, &name);
                exchange(tree, links, &name);
            }
            1 => exchange(&dirs[dir].0, &dirs[dir].1, "sub"),
            _ => exchange(&dirs[dir].0, &dirs[dir].1, &format!("f{}", at / 3 % EACH)),
        }
    }
}

/// Modes and times of change of all that must not be touched.
fn sentinel(top: &OwnedFd) -> Vec<(String, u32, i64, i64)> {
    let mut paths = vec!["sentinel".to_owned(), "sentinel/sub".to_owned()];
    for file in 0..EACH {
        paths.extend([format!("sentinel/f{file}"), format!("sentinel/sub/f{file}")]);
    }
    let state = |path: String| {
        let stat = statat(top.as_fd(), &path, AtFlags::SYMLINK_NOFOLLOW).unwrap();
        (path, stat.st_mode, stat.st_ctime as i64, stat.st_ctime_nsec as i64)
    };
    paths.into_iter().map(state).collect()
}

/// Swaps that an attack has at least.
const SWAPS: usize = 1_000;

/// Runs commands under attack until they have gone over so many files: whether anything outside has changed.
fn attack(who: Who, argv: &[&str], shell: &str, files: usize) -> bool {
    let tree = arena();
    let top = tree.open();
    let before = sentinel(&top);
    let places = Places::open(&top);
    let (stop, swaps) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for turn in 0..2 {
            let (places, stop, swaps) = (&places, &stop, &swaps);
            scope.spawn(move || swap(places, stop, turn, swaps));
        }
        let mut done = 0;
        let mut changed = false;
        while (done < files || swaps.load(Ordering::Relaxed) < SWAPS) && !changed {
            let answer = ours(&tree, who, argv, shell);
            assert!(answer.status.starts_with("exit "), "{argv:?}: {answer:?}");
            done += 2 * DIRS * EACH;
            changed = sentinel(&top) != before;
        }
        stop.store(true, Ordering::Relaxed);
        changed
    })
}

#[test]
fn nothing_outside_is_touched() {
    for who in Who::everyone() {
        for (argv, shell) in [
            (&["-R", "700", "t"][..], "TOOL"),
            (&["-R", "u=rwX,go=", "t"], "TOOL"),
            (&["-R", "--skip-unchanged", "711", "t"], "\"$0\" -R 755 t; TOOL"),
            (&["-Rv", "u=g,g=o,o=u", "t"], "TOOL"),
            (&["-R", "--one-file-system", "4700", "t"], "TOOL"),
            (&["-R", "--preserve-root", "700", "t"], "TOOL"),
            (&["-R", "700", "t"], "ulimit -n 64; TOOL"),
            (&["-R", "--io=plain", "700", "t"], "TOOL"),
            (&["-R", "--io=threads", "--io-depth=8", "700", "t"], "TOOL"),
            (&["-R", "--io=ring", "--io-depth=8", "700", "t"], "TOOL"),
            (&["-R", "--io=ring", "--io-depth=8", "u=rwX,go=", "t"], "TOOL"),
            (&["-R", "--undo-log=log", "g+w,o-r", "t"], "rm -f log; TOOL; \"$0\" --undo=log"),
        ] {
            let files = if shell == "TOOL" && argv == ["-R", "700", "t"] { FILES } else { FEWER };
            assert!(!attack(who, argv, shell, files), "{who:?} {argv:?}");
        }
    }
}

/// The same where the kernel or a filter lacks what the safest way takes.
#[test]
fn nothing_outside_is_touched_the_long_way() {
    let filter = ringutils_tests::names::quoted(&ringutils_tests::programs::aid("filter"));
    for who in Who::everyone() {
        for rules in ["ENOSYS:fchmodat2", "EPERM:fchmodat2,openat2"] {
            let shell = format!("exec {filter} {rules} -- chmod \"$0\" \"$@\"");
            assert!(!attack(who, &["-R", "700", "t"], &shell, FEWER), "{who:?} {rules}");
        }
    }
}

/// The attack does reach what follows links: it is no idle threat.
#[test]
fn who_follows_links_is_led_out() {
    for who in Who::everyone() {
        assert!(attack(who, &["-RL", "700", "t"], "TOOL", 100 * FILES), "{who:?}");
    }
}

/// Everything is mounted read-only here, and the mode changes nothing, so that a mistake of the tool under test harms
/// nothing.
#[test]
fn the_root_directory_in_every_guise() {
    let tree = Tree::new("d a\nd a/b\nd a/m\nl slash -> /\nl a/up -> /\nl a/far -> ../slash\nf a/f\n");
    let every =
        ["/", "//", "///", "/../", "/./", "/..//.", "slash", "slash/", "slash/.", "a/m", "a/up/", "a"];
    let mut commands = String::new();
    for operand in every {
        for flags in ["-R", "-Rv", "-RH", "-RL", "-RLv", "-RP"] {
            commands.push_str(&format!("{flags} --preserve-root a+ {operand}\n"));
        }
    }
    let read_only =
        "for dir in /dev /sys /proc; do mount --bind $dir $dir; mount -o remount,bind,ro $dir; done
            mount -o remount,bind,ro /";
    check_each(Tool::Chmod, &tree, &commands, |case| {
        case.locale("C").apart().mounts(&format!("{read_only}; mount --bind / a/m"))
    });
    // Through a link that is changed through and not looked through. Behind it nothing comes: GNU's chmod loses what does.
    let tree = Tree::new("d b\nl b/up -> /\n");
    let commands = ["-R", "-Rv", "-RH", "-RL", "-Rf"]
        .map(|flags| format!("{flags} --dereference --preserve-root a+ b\n"));
    check_each(Tool::Chmod, &tree, &commands.concat(), |case| case.locale("C").apart().mounts(read_only));
}

/// What comes behind a spared link to the root directory is changed. As an ordinary user, should that go wrong.
#[test]
fn what_comes_behind_a_link_to_the_root() {
    let tree = Tree::new("d d\nl d/a -> /\nl d/c -> /\nl d/e -> /\nf d/b\nf d/d\nf d/f\n");
    let argv = ["-R", "-H", "--dereference", "--preserve-root", "700", "d"];
    let got = ours(&tree, Who::User, &argv, "(TOOL) 2>/dev/null; echo $?; find d -perm 700 ! -type l | sort");
    assert_eq!(got, Outcome::new(0, "1\nd\nd/b\nd/d\nd/f\n", ""));
}
