//! Which binaries are compared, and where they and the trees lie.
//!
//! Ours are built by the cargo that runs the tests, in the same profile; `RINGUTILS_BIN=DIR` names others. The
//! oracle is `RINGUTILS_ORACLE=DIR`, else what `tests/oracle.sh` has prepared, else the system's GNU tools. Both are
//! copied to a folder that ordinary users can read, since a home directory or a cache often is not.

use std::{
    env, fs,
    io::Write as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{ChildStdin, Command, Stdio},
    sync::{Mutex, OnceLock},
};

use rustix::{
    fs::{Mode, NFS_SUPER_MAGIC, statfs},
    process::{getegid, geteuid, umask},
};

/// One of the three tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// `ls` and `uls`.
    Ls,
    /// `chmod` and `uchmod`.
    Chmod,
    /// `find` and `ufind`.
    Find,
}

impl Tool {
    /// All of them.
    pub const ALL: [Tool; 3] = [Tool::Ls, Tool::Chmod, Tool::Find];

    /// GNU's name, which both are started under.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Ls => "ls",
            Tool::Chmod => "chmod",
            Tool::Find => "find",
        }
    }
}

/// The side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// GNU's tool.
    Oracle,
    /// Ours.
    Ours,
}

/// The kind of file system that a tree lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// One on a disk, if there is one.
    Disk,
    /// A tmpfs.
    Memory,
}

/// Whether the tests run as root.
pub fn is_root() -> bool {
    geteuid().is_root()
}

/// User and group of the ordinary user: 65534 (nobody) where the tests run as root, else who runs them.
pub fn ordinary() -> (u32, u32) {
    if is_root() { (65534, 65534) } else { (geteuid().as_raw(), getegid().as_raw()) }
}

/// A new empty folder's path for a tree, or none where there is no such file system.
pub fn plot(place: Place) -> Option<PathBuf> {
    static NEXT: Mutex<u32> = Mutex::new(0);
    let ground = ground();
    let home = match place {
        Place::Disk => &ground.disk,
        Place::Memory => ground.memory.as_ref()?,
    };
    let number = {
        let mut next = NEXT.lock().expect("no panic while counting");
        *next += 1;
        *next
    };
    let path = home.join(number.to_string());
    fs::create_dir(&path).expect("a folder for a tree");
    Some(path)
}

/// The binary of one side, which any user can run.
pub fn binary(tool: Tool, side: Side) -> PathBuf {
    let programs = programs();
    match side {
        Side::Oracle => programs.oracle.join(tool.name()),
        Side::Ours => programs.ours.join(tool.name()),
    }
}

/// A folder for what the tools are given, which any user can read.
pub fn shared() -> &'static Path {
    &ground().disk
}

/// A program that the tests use, `slowfs` or `filter`, which any user can run.
pub fn aid(name: &str) -> PathBuf {
    static COPYING: Mutex<()> = Mutex::new(());
    let copy = ground().disk.join(name);
    let _one = COPYING.lock().expect("no panic while copying");
    if !copy.exists() {
        let file = profile().join(name);
        fs::copy(&file, &copy).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    }
    copy
}

/// Whether the oracle is of the version that we claim to equal.
pub fn oracle_is_new() -> bool {
    programs().new
}

/// Folders of this run, removed at its end.
struct Ground {
    /// On a disk, if there is one to write to.
    disk: PathBuf,
    /// On a tmpfs, if there is one.
    memory: Option<PathBuf>,
    /// Held open: when this process ends, however it does, the shell at the other end removes the folders.
    _ward: ChildStdin,
}

/// Makes the folders once.
fn ground() -> &'static Ground {
    static GROUND: OnceLock<Ground> = OnceLock::new();
    GROUND.get_or_init(|| {
        // What is created, and what a symbolic mode without a class does, must not depend on who runs the tests.
        umask(Mode::from_raw_mode(0o022));
        let temp = env::temp_dir();
        let disk = [temp.clone(), PathBuf::from("/var/tmp")]
            .into_iter()
            .find(|dir| is_tmpfs(dir) == Some(false))
            .unwrap_or_else(|| temp.clone());
        let memory = [temp, PathBuf::from("/dev/shm")].into_iter().find(|dir| is_tmpfs(dir) == Some(true));
        let name = format!("ringutils-tests.{}", std::process::id());
        let make = |dir: PathBuf| {
            let path = dir.join(&name);
            fs::create_dir(&path).expect("a temporary folder");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a folder of our own");
            path
        };
        let disk = make(disk);
        let memory = memory.map(|dir| if disk.parent() == Some(&dir) { disk.clone() } else { make(dir) });
        let mut ward = Command::new("sh");
        ward.args(["-c", "read -r _; exec rm -rf -- \"$@\"", "sh"]).arg(&disk).args(&memory);
        let ward = ward.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let ward = ward.expect("a shell that tidies up").stdin.take().expect("its stdin");
        Ground { disk, memory, _ward: ward }
    })
}

/// Whether a folder is on a tmpfs; none where it is not there, or on NFS.
fn is_tmpfs(dir: &Path) -> Option<bool> {
    const TMPFS_MAGIC: i64 = 0x0102_1994;
    let answer = statfs(dir).ok()?;
    if answer.f_type == NFS_SUPER_MAGIC {
        return None;
    }
    Some(answer.f_type == TMPFS_MAGIC)
}

/// The binaries of both sides.
struct Programs {
    /// Folder of GNU's.
    oracle: PathBuf,
    /// Folder of ours, under GNU's names.
    ours: PathBuf,
    /// Whether the oracle is of our version.
    new: bool,
}

/// Finds, builds and copies the binaries once.
fn programs() -> &'static Programs {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let home = &ground().disk;
        let (oracle, from) = oracle();
        let new = version(&oracle.join("ls")) >= (9, 7) && version(&oracle.join("find")) >= (4, 10);
        let age = if new { "" } else { ", older than the versions that we claim to equal" };
        say(&format!("oracle: {} ({from}{age})", oracle.display()));
        let ours = ours();
        let copies = |name: &str, folder: &Path| {
            let to = home.join(name);
            fs::create_dir(&to).expect("a folder for binaries");
            for tool in Tool::ALL {
                let plain = folder.join(tool.name());
                let own = folder.join(format!("u{}", tool.name()));
                let file = if own.exists() { own } else { plain };
                let copy = to.join(tool.name());
                fs::copy(&file, &copy).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
                fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).expect("a file of our own");
            }
            to
        };
        Programs { oracle: copies("oracle", &oracle), ours: copies("ours", &ours), new }
    })
}

/// Folder of GNU's tools, and where it is from.
fn oracle() -> (PathBuf, &'static str) {
    if let Some(dir) = env::var_os("RINGUTILS_ORACLE") {
        return (PathBuf::from(dir), "RINGUTILS_ORACLE");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracle.sh");
    let answer = Command::new("bash").arg(script).arg("--where").output();
    let answer =
        answer.map(|answer| String::from_utf8_lossy(&answer.stdout).into_owned()).unwrap_or_default();
    if !answer.trim().is_empty() {
        return (PathBuf::from(answer.trim()), "prepared by tests/oracle.sh");
    }
    let all_there = |dir: &&str| Tool::ALL.iter().all(|tool| Path::new(dir).join(tool.name()).exists());
    let dir = ["/usr/bin", "/bin"].into_iter().find(all_there).expect("GNU's tools in /usr/bin");
    (PathBuf::from(dir), "the system's; tests/oracle.sh prepares the newer one")
}

/// Major and minor version that a GNU tool states; 0 where it is none.
fn version(tool: &Path) -> (u32, u32) {
    let answer = Command::new(tool)
        .arg("--version")
        .output()
        .unwrap_or_else(|why| panic!("{}: {why}", tool.display()));
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let word = text.lines().next().and_then(|line| line.rsplit(' ').next()).unwrap_or_default();
    let mut numbers = word.split('.').map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// Folder of our tools, built if need be.
fn ours() -> PathBuf {
    if let Some(dir) = env::var_os("RINGUTILS_BIN") {
        say(&format!("under test: {}", dir.to_string_lossy()));
        return PathBuf::from(dir);
    }
    let folder = profile();
    let target = folder.parent().expect("a target folder");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--workspace", "--bins", "--profile", profile]);
    cargo.arg("--manifest-path").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"));
    cargo.arg("--target-dir").arg(target);
    let status = cargo.status().expect("cargo runs");
    assert!(status.success(), "our binaries cannot be built");
    folder
}

/// Folder of what cargo builds in our profile: this program is TARGET/PROFILE/deps/NAME-HASH.
fn profile() -> PathBuf {
    let me = env::current_exe().expect("a path of our own");
    me.ancestors().nth(2).expect("a profile's folder").to_owned()
}

/// Writes a line to stderr, past the capture of the test runner.
pub fn say(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
