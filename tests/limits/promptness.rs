//! A match reaches a pipe while the walk goes on.

use std::{
    io::Read as _,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use ringutils_tests::{
    Tool, Tree, not_run,
    programs::{Side, binary},
};

/// strace delays every read of a directory by 300 ms; the first names must arrive long before the last.
#[test]
fn matches_arrive_during_the_walk() {
    let tree = Tree::new("d a\nd a/b\nd a/b/c\nd a/b/c/d\nd a/b/c/d/e\nf a/b/c/d/e/f\n");
    let start = || {
        Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "inject=getdents64:delay_enter=300000"])
            .arg(binary(Tool::Find, Side::Ours))
            .arg("a")
            .current_dir(tree.top())
            .stdout(Stdio::piped())
            .spawn()
    };
    let began = Instant::now();
    let Ok(mut child) = start() else {
        return not_run("limits promptness", "strace is not installed");
    };
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 2];
    out.read_exact(&mut first).expect("a first name");
    let until_first = began.elapsed();
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    let until_last = began.elapsed();
    assert!(child.wait().unwrap().success());
    assert_eq!(rest.iter().filter(|&&b| b == b'\n').count(), 5);
    assert!(
        until_last - until_first > Duration::from_millis(1000),
        "first after {until_first:?}, last after {until_last:?}"
    );
}
