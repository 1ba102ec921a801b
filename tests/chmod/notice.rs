//! What others notice: no file is opened that GNU's chmod does not open, refusals are GNU's, and libraries that stand
//! between the tool and libc see what they have to see.

use std::{
    ffi::CString,
    mem::MaybeUninit,
    os::unix::process::CommandExt as _,
    process::{Command, Stdio},
};

use super::{case, each, ours};
use ringutils_tests::{
    Outcome, Tool, Tree, Who, is_root, not_run, ordinary,
    programs::{Side, binary},
};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};

const TREE: &str = "d d\nf d/f 600\nf d/g 4755\nl d/link -> f\np d/fifo\ns d/socket\nd d/e\nf d/e/h 640\nd d/e/i\nf d/e/i/j\nh d/k = d/e/h\n";

/// What happens to the non-directories of a tree's directories while a command runs there: names that are opened or
/// read, and names whose attributes change.
fn happens(tree: &Tree, mut command: Command) -> (Vec<CString>, Vec<CString>) {
    let watch = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).expect("inotify");
    let flags = WatchFlags::OPEN | WatchFlags::ACCESS | WatchFlags::MODIFY | WatchFlags::ATTRIB;
    for dir in ["d", "d/e", "d/e/i"] {
        inotify::add_watch(&watch, tree.top().join(dir), flags).expect("a watch");
    }
    command.current_dir(tree.top()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().expect("a program that starts").success(), "{command:?}");
    let mut buf = [MaybeUninit::uninit(); 4096];
    let mut reader = Reader::new(&watch, &mut buf);
    let (mut opened, mut changed) = (Vec::new(), Vec::new());
    while let Ok(event) = reader.next() {
        assert!(!event.events().contains(ReadFlags::QUEUE_OVERFLOW));
        // A directory's own events have no name.
        let Some(name) = event.file_name().filter(|_| !event.events().contains(ReadFlags::ISDIR)) else {
            continue;
        };
        if event.events().contains(ReadFlags::ATTRIB) {
            changed.push(name.to_owned());
        } else {
            opened.push(name.to_owned());
        }
    }
    (opened, changed)
}

#[test]
fn no_file_is_opened() {
    let tree = Tree::new(TREE);
    let mut cat = Command::new("cat");
    cat.arg("d/f");
    assert!(!happens(&tree, cat).0.is_empty(), "the watch sees what is opened");
    for who in Who::everyone() {
        for argv in [
            &["-R", "755", "d"][..],
            &["-R", "u=rwX,go=rX", "d"],
            &["-Rv", "u+s,g-w", "d"],
            &["-R", "u=g,g=o,o=u", "d"],
            &["-RL", "700", "d"],
            &["-R", "--skip-unchanged", "711", "d"],
            &["-R", "--one-file-system", "701", "d"],
            &["700", "d/f", "d/fifo", "d/socket"],
        ] {
            tree.rebuild();
            let mut command = Command::new(binary(Tool::Chmod, Side::Ours));
            command.args(argv);
            if who == Who::User && is_root() {
                command.uid(ordinary().0).gid(ordinary().1);
            }
            let (opened, changed) = happens(&tree, command);
            assert_eq!(opened, Vec::<CString>::new(), "{who:?} {argv:?}");
            assert!(changed.len() >= 3, "{who:?} {argv:?}: {changed:?}");
        }
    }
}

/// Files and file systems that do not allow it: each case says which refusal it must see, so that it can fail.
#[test]
fn refusals() {
    let tree = Tree::new("d a\nf f\n");
    let files = "mkdir a/d; touch a/f a/d/g a/z; chmod -R 777 a; chown -R 65534:65534 a";
    let immutable = format!("mount -t tmpfs none a; {files}; chattr +i a/f a/d; chmod 755 a");
    let read_only = format!("mount -t tmpfs none a; {files}; mount -o remount,ro a");
    let theirs = format!("mount -t tmpfs none a; {files}; chown 7:7 a/f a/d");
    for (mounts, refusal, who) in [
        (&immutable, "Operation not permitted", Who::Root),
        (&immutable, "Operation not permitted", Who::User),
        (&read_only, "Read-only file system", Who::Root),
        (&read_only, "Read-only file system", Who::User),
        (&theirs, "Operation not permitted", Who::User),
    ] {
        let told = format!("(TOOL) 2>&1 | grep -q \"changing permissions of 'a/f': {refusal}\" && echo told");
        let sees = case(&["-R", "700", "a"]).mounts(mounts).shell(&told).only(who);
        sees.pin_ours(&tree, &Outcome::new(0, "told\n", ""));
        for argv in [
            &["-R", "700", "a"][..],
            &["-Rv", "go=", "a", "f"],
            &["-Rc", "go=", "a"],
            &["-Rf", "700", "a"],
            &["-R", "u=g,g=o", "a"],
            &["-v", "600", "a/f", "a/z"],
            &["-RL", "700", "a"],
            &["-R", "755", "a/missing", "a/f", "a/d"],
        ] {
            case(argv).mounts(mounts).only(who).locale("C").check(&tree);
        }
    }
}

/// fakeroot keeps owners and modes in a book of its own. Without the chown there is nothing in it.
#[test]
fn under_fakeroot() {
    if Command::new("fakeroot").arg("--version").output().is_err() {
        return not_run("chmod notice under_fakeroot", "there is no fakeroot");
    }
    let tree = Tree::new("d d\nf d/f\nd d/e\nf d/e/g\nf f\n");
    // Both write what GNU's tools and ours show of what one of the two chmods has done.
    let script = "
        shown() { \"$1/ls\" -ln f; \"$1/ls\" -lnR d; \"$1/find\" f d -ls; \"$1/find\" f d -printf '%m %U %p\\n'; }
        look() {
            shown \"$GNU\"
            [ \"$(shown \"$GNU\")\" = \"$(shown \"$OURS\")\" ] || { echo ours show; shown \"$OURS\"; }
        }
        \"$GNU/chmod\" 644 f d/f d/e/g; \"$GNU/chmod\" 00755 d d/e; chown 1:1 f; chown -R 2:3 d
        $CHMOD u+s f; look
        $CHMOD 2711 f; look
        $CHMOD -R u+s,g=u d; look
        $CHMOD -R 4755 d; look
        $CHMOD -Rv 700 d f; look";
    let folder = |side| binary(Tool::Chmod, side).parent().unwrap().to_owned();
    let run = |chmod: &std::path::Path, who| {
        let mut command = Command::new("fakeroot");
        command.args(["sh", "-c", script]).current_dir(tree.top()).env("LC_ALL", "C").env("TZ", "UTC");
        command.env("GNU", folder(Side::Oracle)).env("OURS", folder(Side::Ours)).env("CHMOD", chmod);
        if who == Who::User && is_root() {
            command.uid(ordinary().0).gid(ordinary().1);
        }
        let answer = command.output().unwrap();
        let errors = String::from_utf8_lossy(&answer.stderr).into_owned();
        (String::from_utf8_lossy(&answer.stdout).into_owned(), errors)
    };
    for who in Who::everyone() {
        // fakeroot changes owners indeed where it may.
        tree.rebuild();
        let (gnus, errors) = run(&binary(Tool::Chmod, Side::Oracle), who);
        assert!(
            gnus.contains("-rwSr--r-- 1 1 1") && gnus.contains("4755 2 d/e/g"),
            "{who:?}: {gnus}{errors}"
        );
        assert_eq!(run(&binary(Tool::Chmod, Side::Ours), who), (gnus, errors), "{who:?}");
    }
}

/// Numeric modes need no look at the links of a file: a tree where every file has two names is like any other.
#[test]
fn two_names_cost_nothing() {
    let tree = Tree::new("d a\nf a/f 600\nf a/g 640\nd b\nh b/f = a/f\nh b/g = a/g\n");
    each(&tree, "-R 755 .\n-R 4711 a b\n-Rv 755 .\n-Rc 640 b a");
    let traced = ours(
        &tree,
        Who::User,
        &["-R", "755", "."],
        "command -v strace >/dev/null || exit 9; strace -f -qq -o '| grep -c statx.*\\\"[fg]\\\" >&2' bash -c 'TOOL' \"$0\" \"$@\"",
    );
    if traced.status == "exit 9" {
        return not_run("chmod notice two_names_cost_nothing", "strace does not work");
    }
    assert_eq!(String::from_utf8_lossy(&traced.err), "0\n", "{}", traced.status);
}
