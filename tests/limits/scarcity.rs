//! Few descriptors, no process more, little memory.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{BOTH, all, case};
use ringutils_tests::{
    Place, Tool, Tree, not_run,
    programs::{Side, is_root},
    run::{Start, Streams, Who},
};

#[test]
fn few_descriptors() {
    let tree = Tree::new(BOTH);
    for case in all() {
        case.shell("ulimit -n 64; TOOL").check(&tree);
    }
    let mut text = String::from("d w\n");
    for i in 0..300 {
        text.push_str(&format!("d w/d{i}\nd w/d{i}/e\nf w/d{i}/e/f\n"));
    }
    let tree = Tree::new(&text);
    for (tool, argv) in [
        (Tool::Find, &["w"][..]),
        (Tool::Find, &["w", "-depth"]),
        (Tool::Find, &["-L", "w"]),
        (Tool::Find, &["w", "-size", "0"]),
        (Tool::Ls, &["-R", "w"]),
        (Tool::Ls, &["-lR", "w"]),
    ] {
        for limit in [64, 16] {
            case(tool, argv).shell(&format!("ulimit -n {limit}; TOOL")).locale("C").check(&tree);
        }
    }
    case(Tool::Chmod, &["-Rv", "go=", "w"]).shell("ulimit -n 16; TOOL").changes().check(&tree);
    case(Tool::Find, &["w", "-delete"]).shell("ulimit -n 16; TOOL").changes().check(&tree);
}

/// A tree that is worth a thread.
fn wide() -> Tree {
    let mut text = String::from("d w\n");
    for i in 0..3000 {
        text.push_str(&format!("d w/d{i}\nf w/d{i}/f\n"));
    }
    Tree::new(&text)
}

/// Commands on that tree, some of which start programs.
const ON_WIDE: [(Tool, &[&str]); 6] = [
    (Tool::Find, &["w"]),
    (Tool::Find, &["w", "-size", "0"]),
    (Tool::Find, &["w", "-maxdepth", "1", "-exec", "echo", "{}", "+"]),
    (Tool::Find, &["w", "-maxdepth", "1", "-name", "d7", "-exec", "echo", "{}", ";"]),
    (Tool::Ls, &["-lR", "w"]),
    (Tool::Ls, &["-R", "w"]),
];

#[test]
fn one_process() {
    let tree = Tree::new(BOTH);
    for case in all() {
        // Root is not bound by this limit.
        case.only(Who::User).shell("ulimit -u 1; TOOL").check(&tree);
    }
    let tree = wide();
    for (tool, argv) in ON_WIDE {
        case(tool, argv).only(Who::User).locale("C").shell("ulimit -u 1; TOOL").check(&tree);
    }
    let case = case(Tool::Chmod, &["-Rv", "a+r", "w"]);
    case.only(Who::User).locale("C").shell("ulimit -u 1; TOOL").check(&tree);
}

/// A control group for a few processes, cgroups(7), of version 1 where that has the controller.
struct Group(PathBuf);

impl Group {
    fn new(most: u32) -> io::Result<Group> {
        let old = Path::new("/sys/fs/cgroup/pids");
        let top = if old.join("cgroup.procs").exists() { old } else { Path::new("/sys/fs/cgroup") };
        let enabled = fs::read_to_string(top.join("cgroup.subtree_control")).unwrap_or_default();
        if top != old && !enabled.split_whitespace().any(|name| name == "pids") {
            fs::write(top.join("cgroup.subtree_control"), "+pids")?;
        }
        let group = Group(top.join(format!("ringutils-tests.{}.{most}", std::process::id())));
        fs::create_dir(&group.0)?;
        fs::write(group.0.join("pids.max"), most.to_string())?;
        Ok(group)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// Root is bound by this limit: by one process, and by two threads of a crew.
#[test]
fn few_processes_in_the_group() {
    if !is_root() {
        return not_run("limits few_processes_in_the_group", "only root makes control groups");
    }
    let tree = wide();
    for most in [1, 3] {
        let group = match Group::new(most) {
            Ok(group) => group,
            Err(error) => return not_run("limits few_processes_in_the_group", &error.to_string()),
        };
        let enter = format!("echo $$ >{}/cgroup.procs; TOOL", group.0.display());
        for (tool, argv) in ON_WIDE {
            for io in ["auto", "threads", "ring"] {
                case(tool, argv)
                    .only(Who::Root)
                    .locale("C")
                    .env("RINGUTILS_IO", io)
                    .shell(&enter)
                    .check(&tree);
            }
        }
        let case = case(Tool::Chmod, &["-Rv", "a+r", "w"]).changes();
        case.only(Who::Root).locale("C").env("RINGUTILS_IO", "threads").shell(&enter).check(&tree);
    }
}

#[test]
fn little_memory() {
    let mut text = String::from("many d 20000\nd w\n");
    for i in 0..2000 {
        text.push_str(&format!("d w/d{i}\nf w/d{i}/f\n"));
    }
    let tree = Tree::new(&text);
    for (tool, argv) in [
        (Tool::Find, &["."][..]),
        (Tool::Find, &[".", "-size", "0"]),
        (Tool::Ls, &["-R", "."]),
        (Tool::Ls, &["-lR", "."]),
        (Tool::Find, &[".", "-exec", "echo", "{}", "+"]),
        (Tool::Chmod, &["-Rv", "a+r", "."]),
    ] {
        case(tool, argv).locale("C").shell("ulimit -v 200000; TOOL").check(&tree);
    }
    let tree = Tree::new(BOTH);
    for case in all() {
        case.locale("C").shell("ulimit -v 200000; TOOL").check(&tree);
    }
}

/// A comb of 5,000 levels, three directories each, with 64 descriptors.
#[test]
fn a_comb() {
    // A tmpfs makes and removes it quickly, where there is one.
    let text = "comb d 5000\n";
    let tree = Tree::at(Place::Memory, text).unwrap_or_else(|| Tree::new(text));
    for argv in [&["d", "-name", "c"][..], &["d", "-depth", "-name", "a"], &["d", "-maxdepth", "400"]] {
        // Paths grow with the depth, so that all of them are 150 MB: the names are enough.
        case(Tool::Find, argv)
            .locale("C")
            .apart()
            .shell("ulimit -n 64; TOOL | cksum; exit ${PIPESTATUS[0]}")
            .check(&tree);
    }
    case(Tool::Chmod, &["-R", "700", "d"])
        .locale("C")
        .apart()
        .changes()
        .shell("ulimit -n 64; TOOL")
        .check(&tree);
    case(Tool::Find, &["d", "-delete"])
        .locale("C")
        .apart()
        .changes()
        .shell("ulimit -n 64; TOOL")
        .check(&tree);
}

/// Three descriptors besides the standard ones take each tool through a tree of any shape.
#[test]
fn three_descriptors() {
    let mut text = String::from("d w\ndeep w/deep 100 9\nl w/up -> deep\n");
    for i in 0..50 {
        text.push_str(&format!("d w/d{i}\nd w/d{i}/e\nf w/d{i}/e/f\n"));
    }
    let tree = Tree::new(&text);
    for (tool, argv) in [
        (Tool::Find, &["w"][..]),
        (Tool::Find, &["-L", "w", "-size", "0"]),
        (Tool::Find, &["w", "-depth", "-links", "1"]),
        (Tool::Ls, &["-lR", "w"]),
        (Tool::Chmod, &["-Rv", "go=", "w"]),
        (Tool::Chmod, &["-RLv", "go=", "w"]),
    ] {
        let start = |shell: &str| Start { shell: Some(shell.to_owned()), ..Start::new(tool, argv) };
        for who in Who::everyone() {
            tree.rebuild();
            let many = start("TOOL").run(Side::Oracle, who, "C", Streams::Apart, tree.top());
            tree.rebuild();
            let few = start("ulimit -n 6; TOOL").run(Side::Ours, who, "C", Streams::Apart, tree.top());
            assert_eq!(few, many, "{who:?} {tool:?} {argv:?}");
        }
    }
}
