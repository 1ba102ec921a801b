//! Peaks of resident memory, which must not grow with what a tool has passed.
//!
//! A peak is the mark that the kernel keeps of a process's memory (VmHWM), read before each piece of output is taken.
//! A tool cannot end while a pipe's worth of its output is not taken, so that the last reading comes after all but
//! its last words. The peak that wait4(2) tells would not do: the kernel counts there what a child shared with the
//! process that started it, which is large here. The control below shows what the measure is worth.
//!
//! Trees are made of directories and hard links, on a tmpfs that has inodes enough (by default one of 4 GiB or more, a
//! machine of 8): a million of them takes seconds there, a minute on a disk. A bar of 48 MiB at a million entries is
//! broken by a leak of 50 bytes an entry.

use std::{
    fs,
    io::Read as _,
    os::fd::OwnedFd,
    path::Path,
    process::{Command, Stdio},
};

use ringutils_tests::{
    Place, Tool, Tree,
    programs::{Side, binary},
    random::Random,
    tree::deep,
};
use rustix::fs::{AtFlags, Mode, OFlags, linkat, mkdirat, openat, statvfs};

/// One MiB in KiB, the unit of peaks.
const MIB: u64 = 1024;

/// Entries of the large directories.
const MILLION: u64 = 1_000_000;

/// Files of one name that a file system may be asked for; ext4 allows 65,000.
const LINKS: u64 = 50_000;

/// The peak of a program in KiB, and the bytes that it wrote.
fn peak(program: &Path, argv: &[&str], top: &Path) -> (u64, u64) {
    let mut child = Command::new(program)
        .args(argv)
        .current_dir(top)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let mut out = child.stdout.take().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut piece = vec![0; 1 << 16];
    let (mut peak, mut written) = (0, 0);
    loop {
        // A process that has ended has no mark any more.
        peak = peak.max(mark(&status).unwrap_or(0));
        match out.read(&mut piece).expect("output") {
            0 => break,
            count => written += count as u64,
        }
    }
    assert!(child.wait().unwrap().success(), "{argv:?}");
    (peak, written)
}

/// The mark of resident memory in a process's status, in KiB.
fn mark(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Ours must write so many bytes, and stay below so many MiB.
fn bar(tool: Tool, argv: &[&str], tree: &Tree, bytes: u64, most: u64) {
    let (peak, written) = peak(&binary(tool, Side::Ours), argv, tree.top());
    assert_eq!(written, bytes, "{tool:?} {argv:?}");
    // Less than any program has were no measure.
    assert!(peak > MIB && peak < most * MIB, "{tool:?} {argv:?}: {peak} KiB");
}

/// A tree of that text, in memory where there is room for a million more entries.
fn tree(text: &str) -> Tree {
    let roomy = |tree: &Tree| statvfs(tree.top()).unwrap().f_favail > MILLION;
    Tree::at(Place::Memory, text).filter(roomy).unwrap_or_else(|| Tree::new(text))
}

/// Opens a directory of a tree.
fn open(tree: &Tree, path: &str) -> OwnedFd {
    openat(tree.open(), path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).unwrap()
}

/// Makes files in a directory: names of seven bytes for few inodes.
fn files(dir: &OwnedFd, count: u64) {
    let mut first = String::new();
    for i in 0..count {
        let name = format!("f{i:06}");
        if i % LINKS == 0 {
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
            openat(dir, &name, flags, Mode::from_raw_mode(0o644)).unwrap();
            first = name;
        } else {
            linkat(dir, &first, dir, &name, AtFlags::empty()).unwrap();
        }
    }
}

/// The measure finds 64 MiB in a program that fills so much before it writes, and not in one that writes as much.
#[test]
fn peaks_are_peaks() {
    let tree = Tree::new("d a\n");
    for (argv, least, most) in [
        (["if=/dev/zero", "status=none", "bs=64M", "count=1"], 64 * MIB, 70 * MIB),
        (["if=/dev/zero", "status=none", "bs=64K", "count=1024"], 1, 6 * MIB),
    ] {
        let (peak, written) = peak(Path::new("/bin/dd"), &argv, tree.top());
        assert_eq!(written, 64 << 20);
        assert!(peak >= least && peak < most, "{argv:?}: {peak} KiB");
    }
}

#[test]
fn a_million_files_in_one_directory() {
    let tree = tree("d d\n");
    files(&open(&tree, "d"), MILLION);
    bar(Tool::Find, &["d"], &tree, 2 + 10 * MILLION, 48);
    // Silence has no marks to be read at.
    assert!(
        Command::new(binary(Tool::Chmod, Side::Ours))
            .args(["-R", "755", "d"])
            .current_dir(tree.top())
            .status()
            .unwrap()
            .success()
    );
    let line = |path: &str| format!("mode of '{path}' retained as 0755 (rwxr-xr-x)\n").len() as u64;
    for mode in ["755", "u=rwX,go=rX"] {
        bar(Tool::Chmod, &["-Rv", mode, "d"], &tree, line("d") + MILLION * line("d/f000000"), 32);
    }

    // At most 0.6 of GNU's.
    let (gnus, written) = peak(&binary(Tool::Ls, Side::Oracle), &["d"], tree.top());
    assert_eq!(written, 8 * MILLION);
    bar(Tool::Ls, &["d"], &tree, written, gnus * 6 / 10 / MIB);
}

#[test]
fn a_million_directories_in_one() {
    let tree = tree("d d\n");
    let dir = open(&tree, "d");
    for i in 0..MILLION {
        mkdirat(&dir, format!("d{i:06}"), Mode::RWXU).unwrap();
    }
    bar(Tool::Find, &["d"], &tree, 2 + 10 * MILLION, 48);
}

#[test]
fn files_below_a_long_path() {
    const FILES: u64 = 200_000;
    let tree = tree("deep d 20 194\n");
    let paths = deep("d", 20, 194);
    let last = paths.last().unwrap();
    assert_eq!(last.len(), 3901);
    files(&open(&tree, last), FILES);
    let above: usize = paths.iter().map(|path| path.len() + 1).sum();
    let bytes = above as u64 + (3901 + 6) + FILES * (3901 + 9);
    bar(Tool::Find, &["d"], &tree, bytes, 48);
}

/// What waits for its turn at every level does not hold a path each: that would be memory by the square of the depth.
#[test]
fn many_levels() {
    const LEVELS: usize = 3000;
    const FILES: u64 = 4;
    let tree = tree("d d\n");
    let mut dir = open(&tree, "d");
    let line = |len: usize| "mode of '' retained as 0755 (rwxr-xr-x)\n".len() + len;
    let (mut found, mut told) = ("d\n".len(), line("d".len()));
    for level in 1..=LEVELS {
        files(&dir, FILES);
        mkdirat(&dir, "directory", Mode::from_raw_mode(0o755)).unwrap();
        dir = openat(&dir, "directory", OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).unwrap();
        let above = "d".len() + (level - 1) * "/directory".len();
        let paths = [FILES as usize * (above + "/f000000".len()), above + "/directory".len()];
        found += paths[0] + paths[1] + FILES as usize + 1;
        told += paths[0] + paths[1] + (FILES as usize + 1) * line(0);
    }
    assert!(
        Command::new(binary(Tool::Chmod, Side::Ours))
            .args(["-R", "755", "d"])
            .current_dir(tree.top())
            .status()
            .unwrap()
            .success()
    );
    for argv in [&["d"][..], &["d", "-printf", "%p\\n"], &["d", "-fprint", "/dev/stdout"]] {
        bar(Tool::Find, argv, &tree, found as u64, 32);
    }
    for argv in [&["-Rv", "755", "d"][..], &["-Rv", "u=rwX,go=rX", "d"]] {
        bar(Tool::Chmod, argv, &tree, told as u64, 32);
    }
}

/// The shape of `tests/bench/gen.c`: 40,000 directories, usually below a recent one, with up to 16 files each.
#[test]
fn many_directories() {
    /// Bytes of a path below which directories are made no more.
    const LONGEST: usize = 300;
    let tree = tree("d d\n");
    let top = tree.open();
    let mut random = Random::new(1);
    let mut paths = vec!["d".to_owned()];
    let mut bytes = 2;
    for number in 1..=40_000 {
        let near = paths.len().min(if random.once_in(4) { usize::MAX } else { 50 });
        let mut parent = &paths[paths.len() - 1 - random.below(near)];
        if parent.len() > LONGEST {
            parent = &paths[0];
        }
        let path = format!("{parent}/d{number:05}");
        mkdirat(&top, &path, Mode::RWXU).unwrap();
        let count = random.below(17) as u64;
        files(&open(&tree, &path), count);
        bytes += (path.len() + 1) as u64 + count * (path.len() + 9) as u64;
        paths.push(path);
    }
    bar(Tool::Find, &["d"], &tree, bytes, 24);
}
