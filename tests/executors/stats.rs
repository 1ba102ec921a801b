//! What `--io-stats` tells: who did what, and why there was no ring.

use std::process::{Command, Output};

use super::tree;
use ringutils_tests::{
    Tool, Tree,
    machine::can_mount_slow,
    names::quoted,
    not_run,
    programs::{Side, aid, binary},
};

/// Runs bash text in which `TOOL` stands for ours with `--io-stats`; again while the main thread is done before another
/// has begun, as on a busy machine, and others are wanted.
fn run(tree: &Tree, tool: Tool, script: &str) -> Output {
    let others = ["--io=ring", "--io=threads"].iter().any(|option| script.contains(option));
    let late = |output: &Output| {
        let told = told(output);
        let by_others =
            ["open directory", "look at file"].iter().any(|kind| counts(&told, kind)[1..] != [0, 0]);
        others && !by_others && why(&told) == "not used: too little waited for a device"
    };
    let mut outputs = (0..100).map(|_| run_once(tree, tool, script));
    outputs.find(|output| !late(output)).expect("a run in which others had their turn")
}

fn run_once(tree: &Tree, tool: Tool, script: &str) -> Output {
    let script = script.replace("TOOL", &format!("{} --io-stats", quoted(&binary(tool, Side::Ours))));
    let mut command = Command::new("bash");
    command.args(["-c", &script]).current_dir(tree.top()).env("LC_ALL", "C");
    command.env_remove("RINGUTILS_IO").env_remove("RINGUTILS_IO_DEPTH").output().unwrap()
}

/// What was told, without the program's name.
fn told(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().map(|line| line.split_once(": ").map_or(line, |(_, rest)| rest).to_owned()).collect()
}

/// Operations of a kind, by plain calls, threads and the ring.
fn counts(told: &[String], kind: &str) -> [u64; 3] {
    let numbers = |line: &String| {
        let numbers: Vec<u64> = line.strip_prefix(kind)?.split_whitespace().flat_map(str::parse).collect();
        numbers.try_into().ok()
    };
    told.iter().find_map(numbers).unwrap_or_default()
}

fn why(told: &[String]) -> &str {
    told.iter().find_map(|line| line.strip_prefix("ring: ")).unwrap_or("nothing")
}

/// Whether a ring can be had here at all.
fn has_ring(tree: &Tree) -> bool {
    let told = told(&run(tree, Tool::Find, "TOOL --io=ring --io-depth=4 t"));
    let used = why(&told).starts_with("used");
    assert!(used || is_refused(why(&told)), "{told:?}");
    used
}

/// Whether a reason is one of the system's: a setting, a filter, a kernel without.
fn is_refused(why: &str) -> bool {
    let known = ["kernel.io_uring_disabled", "the system does not permit it", "no io_uring", FILTERED];
    known.iter().any(|reason| why.contains(reason))
}

/// The reason that comes before all others.
const FILTERED: &str = "system calls are filtered (seccomp), and a filter may kill";

/// What is expected where the tests themselves are not filtered, as in some containers.
fn unless_filtered(expected: &str) -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let filtered = status.lines().any(|line| line.starts_with("Seccomp:") && !line.ends_with('0'));
    format!("not used: {}", if filtered { FILTERED } else { expected })
}

#[test]
fn nothing_is_told_unasked() {
    let tree = tree(20);
    let script = "RINGUTILS_IO=ring RINGUTILS_IO_DEPTH=4 exec \"$@\"";
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash"]).arg(binary(Tool::Find, Side::Ours)).arg("t");
    assert!(command.current_dir(tree.top()).output().unwrap().stderr.is_empty());
}

#[test]
fn everything_is_counted() {
    let tree = tree(60);
    let (directories, files) = (1 + 60 * 2, 60 * 6);
    for options in ["--io=plain", "--io=threads --io-depth=4", "--io=ring --io-depth=4", "--io-depth=1"] {
        let told = told(&run(&tree, Tool::Find, &format!("TOOL {options} t -size -9")));
        let sum = |kind| counts(&told, kind).iter().sum::<u64>();
        assert_eq!(sum("open directory"), directories, "{options}: {told:?}");
        // Looked at are the root and all that is in it, and nothing twice.
        assert_eq!(sum("look at file"), 1 + files, "{options}: {told:?}");
    }
}

#[test]
fn who_did_it() {
    let tree = tree(400);
    let plain = told(&run(&tree, Tool::Find, "TOOL --io=plain --io-cpus=1 t -size -9"));
    assert_eq!(counts(&plain, "open directory"), [801, 0, 0], "{plain:?}");
    assert!(plain.contains(&"threads beside the main one: 0".to_owned()), "{plain:?}");
    assert_eq!(why(&plain), "not used: not wanted");
    let threads = told(&run(&tree, Tool::Find, "TOOL --io=threads --io-depth=8 t -size -9"));
    let [_, by_threads, by_ring] = counts(&threads, "look at file");
    assert!(by_threads > 0 && by_ring == 0, "{threads:?}");
    assert!(threads.iter().any(|line| line.starts_with("depth: 8 after ")), "{threads:?}");
    if has_ring(&tree) {
        let ring = told(&run(&tree, Tool::Find, "TOOL --io=ring --io-depth=8 t -size -9"));
        for kind in ["open directory", "look at file"] {
            assert!(counts(&ring, kind)[2] > 0, "{kind}: {ring:?}");
        }
    }
}

/// One operation at a time is never done by a ring, unless somebody insists.
#[test]
fn depth_one_is_plain() {
    let tree = tree(100);
    let told = told(&run(&tree, Tool::Find, "TOOL --io-depth=1 t"));
    assert_eq!(why(&told), "not used: one operation at a time is done better by plain calls");
}

/// On a file system with 1 ms a request, 73 directories and 146 files: what was told.
fn on_slow(script: &str) -> Option<Vec<String>> {
    if !can_mount_slow() {
        not_run("executors on a slow file system", "FUSE cannot be mounted here");
        return None;
    }
    let tree = Tree::new("d s\n");
    let mount = format!("exec unshare -m {} --quiet --latency=1ms --tree=8,2,2 s --", quoted(&aid("slowfs")));
    Some(told(&run(&tree, Tool::Find, &format!("{mount} {script}"))))
}

/// The depths that were told.
fn depths(told: &[String]) -> Vec<usize> {
    let line = told.iter().find_map(|line| line.strip_prefix("depth: ")).expect("depths");
    line.split(", ").map(|each| each.split_once(" after ").expect("a time").0.parse().unwrap()).collect()
}

#[test]
fn what_waits_is_kept_in_flight() {
    let Some(told) = on_slow("TOOL s -size +1k") else { return };
    assert!(depths(&told).iter().any(|&depth| depth >= 8), "{told:?}");
    let waiting = told.iter().find_map(|line| line.strip_prefix("waiting for devices: "));
    let share: u32 = waiting.and_then(|rest| rest.split_once(' ')?.0.parse().ok()).expect("a share");
    assert!(share >= 50, "{told:?}");
    // A kernel that reads directories by the ring uses it, and all others say what lacks.
    let why = why(&told);
    let known = why.starts_with("used; getdents is operation ") || why.starts_with("not used: no getdents: ");
    assert!(known || is_refused(why), "{told:?}");
}

/// Who wants to leave others alone keeps four in flight at most.
#[test]
fn a_nice_process_is_modest() {
    for script in ["nice -n 10 TOOL s -size +1k", "ionice -c 3 TOOL s -size +1k"] {
        let Some(told) = on_slow(script) else { return };
        assert!(depths(&told).iter().skip(1).all(|&depth| depth <= 4), "{script}: {told:?}");
    }
}

/// Links and modes can't be asked for by a ring, so that threads are better.
#[test]
fn what_a_ring_cannot_ask() {
    let Some(told) = on_slow("TOOL s -lname x") else { return };
    assert_eq!(why(&told), "not used: it can't do all that is asked here");
}

/// Who is watched has no ring, and is told why.
#[test]
fn watched() {
    let tree = tree(100);
    let command = "TOOL --io=ring --io-depth=4 t";
    let filter = quoted(&aid("filter"));
    let filtered = told(&run(&tree, Tool::Find, &format!("exec {filter} EPERM:999 -- find {command}")));
    assert_eq!(why(&filtered), format!("not used: {FILTERED}"));
    let traced = told(&run(&tree, Tool::Find, &format!("exec strace -f -qq -o /dev/null {command}")));
    let process = why(&traced).split(' ').find(|word| word.parse::<u32>().is_ok()).unwrap_or_default();
    assert_eq!(why(&traced), unless_filtered(&format!("process {process} traces this one")));
    // Any library that is loaded before libc could stand in its place.
    let library = "$(ldconfig -p | sed -n 's/.*librt.so.1 .*=> //p' | head -n 1)";
    let preloaded = told(&run(&tree, Tool::Find, &format!("LD_PRELOAD={library} {command}")));
    let expected = unless_filtered("librt.so.1 is preloaded, and sees only calls of libc");
    assert_eq!(why(&preloaded), expected);
}
