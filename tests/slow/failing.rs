//! A server that hangs, and one that dies.

use std::{
    fs,
    io::Read,
    process::{Command, Stdio},
};

use super::{on_slow, slow};
use ringutils_tests::{
    Case, Tool, Tree,
    names::quoted,
    programs::{Side, binary},
};

/// Twenty directories with a file each.
const WIDE: &str = "--latency=1ms --tree=20,1,1 --quiet";

/// A command for each tool, and what it says of the last entry before `d9`.
const COMMANDS: [(Tool, &str, &str); 3] = [
    (Tool::Find, "s", "\ns/d8/f0\n"),
    (Tool::Ls, "-UR s", "\ns/d8:\nf0\n"),
    (Tool::Chmod, "-Rv 700 s", "\nmode of 's/d8/f0' changed from 0644 (rw-r--r--) to 0700 (rwx------)\n"),
];

/// The tenth directory never answers: what comes before it reaches the pipe all the same, and an interrupt from the
/// keyboard ends the tool.
#[test]
fn a_hang_holds_nothing_back() {
    let tree = Tree::new("d s\n");
    for (tool, argv, before) in COMMANDS {
        for hang in ["open", "read"] {
            let command = format!("echo $$ >pid; exec {} {argv}", quoted(&binary(tool, Side::Ours)));
            // A tool that holds it back, or does not end, must not keep the tests waiting for ever.
            let script = format!("exec timeout --foreground -s KILL 60 bash -c '{command}'");
            let Some(mut command) = slow(&tree, &format!("{WIDE} --hang={hang}:d9"), &script) else { return };
            let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
            let mut out = child.stdout.take().unwrap();
            read_until(&mut out, before);
            let pid = fs::read_to_string(tree.top().join("pid")).unwrap();
            assert!(Command::new("kill").args(["-INT", pid.trim()]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().code(), Some(128 + 2), "{tool:?} {argv}, {hang}");
        }
    }
}

/// Reads up to the end of a text; panics where the stream ends before.
fn read_until(stream: &mut impl Read, text: &str) {
    let mut seen = Vec::new();
    let mut buffer = [0; 4096];
    while !seen.windows(text.len()).any(|window| window == text.as_bytes()) {
        let length = stream.read(&mut buffer).expect("a pipe");
        assert!(length > 0, "no {text:?} in {:?}", String::from_utf8_lossy(&seen));
        seen.extend(&buffer[..length]);
    }
}

/// A server that is not there any more is like any other error.
#[test]
fn a_dead_server_is_reported() {
    let tree = Tree::new("d s\n");
    for (tool, argv) in [
        (Tool::Find, &["s", "s", "s/d0"][..]),
        (Tool::Ls, &["s", "s", "s/d0"]),
        (Tool::Ls, &["-lR", "s/d0", "s"]),
        (Tool::Chmod, &["-R", "700", "s", "s", "s/d0"]),
    ] {
        let case = Case::new(tool, argv).slow(&format!("{WIDE} --die=lookup:d0"));
        case.shell("stat s/d0 >/dev/null 2>&1; TOOL").locale("C").check(&tree);
    }
}

/// The server dies in mid-run. What was read ahead of the output by then is not GNU's, but the tool ends, with GNU's
/// status, and complains of nothing else.
#[test]
fn a_server_may_die_meanwhile() {
    let tree = Tree::new("d s\n");
    for (tool, argv, _) in COMMANDS {
        for die in ["open", "read"] {
            let run = |side| {
                let script =
                    format!("exec timeout --foreground -s KILL 60 {} {argv}", quoted(&binary(tool, side)));
                on_slow(&tree, &format!("{WIDE} --die={die}:d9"), &script)
            };
            let (Some(gnus), Some(ours)) = (run(Side::Oracle), run(Side::Ours)) else { return };
            assert_eq!(gnus.status.code(), ours.status.code(), "{tool:?} {argv}, {die}");
            let err = String::from_utf8_lossy(&ours.stderr).into_owned();
            assert!(!err.is_empty(), "{tool:?} {argv}, {die}");
            for line in err.lines() {
                let known = ["Software caused connection abort", "Transport endpoint is not connected"];
                assert!(known.iter().any(|why| line.ends_with(why)), "{tool:?} {argv}, {die}: {line}");
            }
        }
    }
}
