//! The slow file system itself.

use std::time::{Duration, Instant};

use super::{Counts, on_slow};
use ringutils_tests::Tree;

/// Stats of so many files at once, a process each.
fn stats(count: usize) -> String {
    format!("for i in {{1..{count}}}; do stat -c %n s/f$i & done; wait")
}

/// What takes half a second each does not take half a minute together.
#[test]
fn requests_overlap() {
    const COUNT: usize = 64;
    const LATENCY: Duration = Duration::from_millis(500);
    let tree = Tree::new("d s\n");
    let began = Instant::now();
    let Some(output) = on_slow(&tree, "--latency=500ms --tree=0,0,100", &stats(COUNT)) else { return };
    let took = began.elapsed();
    assert_eq!(output.stdout.iter().filter(|&&b| b == b'\n').count(), COUNT);
    let counts = Counts::of(&output);
    assert!(counts.peak >= 32, "{counts:?}");
    assert!(took >= LATENCY && took < LATENCY * 32, "{took:?}, {counts:?}");
}

/// A server's limit is felt: with two at a time, forty requests take twenty times the latency.
#[test]
fn a_limit_makes_requests_wait() {
    const LATENCY: Duration = Duration::from_millis(20);
    let tree = Tree::new("d s\n");
    let began = Instant::now();
    let Some(output) = on_slow(&tree, "--latency=20ms --at-once=2 --tree=0,0,100", &stats(40)) else {
        return;
    };
    let counts = Counts::of(&output);
    assert!(counts.sum() >= 40, "{counts:?}");
    assert!(began.elapsed() >= LATENCY * 20, "{:?}, {counts:?}", began.elapsed());
}

#[test]
fn latency_is_what_was_asked_for() {
    let tree = Tree::new("d s\n");
    for (latency, micros) in [("500us", 500), ("2ms", 2000), ("8ms", 8000)] {
        let began = Instant::now();
        let options = format!("--latency={latency} --tree=0,0,10");
        let Some(output) = on_slow(&tree, &options, "cat s/f{0..9}; ls -l s") else { return };
        let least = Duration::from_micros(micros * Counts::of(&output).sum());
        assert!(began.elapsed() >= least, "{latency}: {:?}, at least {least:?}", began.elapsed());
    }
}

#[test]
fn the_tree_is_as_described() {
    let tree = Tree::new("d s\n");
    let script =
        "find s | wc -l; find s -type d | wc -l; find s/d2 | head -3; chmod 600 s/d0/f1; stat -c %a s/d0/f1";
    let Some(output) = on_slow(&tree, "--latency=0us --tree=3,2,4", script) else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "65\n13\ns/d2\ns/d2/d0\ns/d2/d0/f0\n600\n");
    let Some(output) = on_slow(&tree, "--latency=0us", "find s -type d | wc -l; find s -type f | wc -l")
    else {
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "585\n4680\n");
}

#[test]
fn requests_fail_hang_and_kill_as_asked() {
    let tree = Tree::new("d s\n");
    let options = "--latency=1ms --tree=2,1,2 --fail=lookup:f0:EIO --fail=open:d0:EACCES --fail=read:d1:ESTALE \
                   --fail=chmod:f1:ENOENT --hang=getattr:d1/f1 --die=lookup:d1/f0";
    let script = "exec 2>&1
        cat s/f0; ls s/d0; ls s/d1; chmod 600 s/f1
        timeout -s INT 0.3 stat s/d1/f1; echo $?
        timeout -s KILL 0.3 stat s/d1/f1; echo $?
        ls s >/dev/null; stat s/d1/f0; stat s/f0";
    let Some(output) = on_slow(&tree, options, script) else { return };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // bash tells of the death of a process with its number.
    let lines = text.lines().filter(|line| !line.starts_with("bash: line "));
    assert_eq!(
        lines.collect::<Vec<_>>().join("\n"),
        "cat: s/f0: Input/output error
ls: cannot open directory 's/d0': Permission denied
ls: reading directory 's/d1': Stale file handle
chmod: changing permissions of 's/f1': No such file or directory
124
137
stat: cannot statx 's/d1/f0': Software caused connection abort
stat: cannot statx 's/f0': Transport endpoint is not connected"
    );
}

/// The command's status is passed on, and nothing stays mounted.
#[test]
fn it_ends_with_its_command() {
    let tree = Tree::new("d s\n");
    let Some(output) = on_slow(&tree, "--quiet", "kill -9 $$") else { return };
    assert_eq!(output.status.code(), Some(137));
    let script = "\"$0\" --quiet s -- sh -c 'ls s | wc -l; exit 7'; echo $?; mountpoint -q s || ls s | wc -l";
    let output = std::process::Command::new("unshare")
        .args(["-m", "bash", "-c", script])
        .arg(ringutils_tests::programs::aid("slowfs"))
        .current_dir(tree.top())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "16\n7\n0\n");
}
