//! Starts one tool and collects what it says.

use std::{
    env,
    fs::File,
    io::Read,
    os::{
        fd::OwnedFd,
        unix::process::{CommandExt as _, ExitStatusExt as _},
    },
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use rustix::{
    fs::{Mode, OFlags, open},
    io::{Errno, FdFlags, fcntl_setfd},
    pipe::{PipeFlags, pipe_with},
    pty::{OpenptFlags, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use crate::{
    case::{GERMAN, not_run},
    names::quoted,
    programs::{Side, Tool, aid, binary, is_root, ordinary},
};

/// Who runs a tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The superuser.
    Root,
    /// The ordinary user.
    User,
}

impl Who {
    /// Those who can run a tool here.
    pub fn everyone() -> Vec<Who> {
        if is_root() {
            vec![Who::Root, Who::User]
        } else {
            not_run("as root", "the tests do not run as root");
            vec![Who::User]
        }
    }
}

/// Where stdout and stderr lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Streams {
    /// To a pipe each.
    Apart,
    /// To one pipe.
    Together,
    /// To a terminal of so many columns.
    Terminal(u16),
}

/// Variables that the tools are given as the tests are: who does file-system operations, and how many at once.
const EXECUTORS: [&str; 2] = ["RINGUTILS_IO", "RINGUTILS_IO_DEPTH"];

/// How the status of a tool that was waited for in vain begins.
pub const HANGS: &str = "did not end in ";

/// How a tool is started.
#[derive(Clone, Debug)]
pub struct Start {
    /// Which tool.
    pub tool: Tool,
    /// Its arguments, without its name.
    pub argv: Vec<Vec<u8>>,
    /// What it is called; its name, where nothing else is tested.
    pub name: String,
    /// Environment beyond PATH, TZ and the locale.
    pub env: Vec<(String, String)>,
    /// bash text in which `TOOL` stands for the command, to be run last: limits, redirections, readers.
    pub shell: Option<String>,
    /// Rules of a seccomp filter that the tool alone runs under, parted by spaces.
    pub filter: Option<String>,
    /// bash text that runs as root in a mount namespace of its own, before all else.
    pub mounts: Option<String>,
    /// bash text without single quotes that runs while the tool is held, when it has read its first directory and
    /// looked at none of the entries.
    pub meanwhile: Option<String>,
    /// Seconds until it counts as hanging.
    pub patience: u64,
}

/// What a tool said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// `exit N`, `signal N`, or [`HANGS`] and the time.
    pub status: String,
    /// stdout; stderr too where they are together.
    pub out: Vec<u8>,
    /// stderr.
    pub err: Vec<u8>,
}

impl Outcome {
    /// An answer as a test writes it down.
    pub fn new(status: u8, out: impl Into<Vec<u8>>, err: impl Into<Vec<u8>>) -> Outcome {
        Outcome { status: format!("exit {status}"), out: out.into(), err: err.into() }
    }
}

impl Start {
    /// A tool under its own name, with nothing around it.
    pub fn new<A: AsRef<[u8]>>(tool: Tool, argv: &[A]) -> Start {
        Start {
            tool,
            argv: argv.iter().map(|word| word.as_ref().to_vec()).collect(),
            name: tool.name().to_owned(),
            env: Vec::new(),
            shell: None,
            filter: None,
            mounts: None,
            meanwhile: None,
            patience: 60,
        }
    }

    /// Runs one side's tool in `top`.
    pub fn run(&self, side: Side, who: Who, locale: &str, streams: Streams, top: &Path) -> Outcome {
        let mut command = self.command(side, who);
        command.current_dir(top).stdin(Stdio::null());
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin")
            .env("TZ", "CET-1CEST,M3.5.0,M10.5.0/3");
        // A suite can be run with each executor.
        command.envs(EXECUTORS.into_iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.env("LC_ALL", locale);
        if locale != GERMAN {
            command.env("LANGUAGE", "en");
        }
        command.envs(self.env.iter().map(|(k, v)| (k, v)));
        let (out, err) = match streams {
            Streams::Apart => {
                let (out, for_out) = pipe();
                let (err, for_err) = pipe();
                command.stdout(for_out).stderr(for_err);
                (out, Some(err))
            }
            Streams::Together => {
                let (out, for_out) = pipe();
                command.stderr(for_out.try_clone().expect("a second descriptor")).stdout(for_out);
                (out, None)
            }
            Streams::Terminal(columns) => {
                let (out, for_out) = terminal(columns);
                command.stderr(for_out.try_clone().expect("a second descriptor")).stdout(for_out);
                (out, None)
            }
        };
        let child =
            command.spawn().unwrap_or_else(|why| panic!("cannot start {:?}: {why}", command.get_program()));
        // The command holds the pipes' other ends, which must be closed for the end to be seen.
        drop(command);
        collect(child, out, err, self.patience)
    }

    /// The command of one side, as that user.
    fn command(&self, side: Side, who: Who) -> Command {
        let binary = binary(self.tool, side);
        let change_user = who == Who::User && is_root();
        if [&self.shell, &self.filter, &self.mounts, &self.meanwhile].into_iter().all(Option::is_none) {
            let mut command = Command::new(binary);
            command.arg0(&self.name);
            if change_user {
                // The standard library clears the groups when root changes user.
                command.uid(ordinary().0).gid(ordinary().1);
            }
            command.args(self.words());
            return command;
        }
        let tool = match &self.filter {
            None => format!("exec -a {} \"$0\" \"$@\"", self.name),
            Some(rules) => format!("exec {} {rules} -- {} \"$0\" \"$@\"", quoted(&aid("filter")), self.name),
        };
        let mut text = self.shell.clone().unwrap_or("TOOL".to_owned());
        if let Some(meanwhile) = &self.meanwhile {
            text = text.replace("TOOL", &held(meanwhile));
        }
        text = text.replace("TOOL", &tool);
        let mut words = Vec::new();
        if let Some(mounts) = &self.mounts {
            words.extend(["unshare", "-m", "bash", "-c"].map(str::to_owned));
            words.push(format!("set -e; {mounts}\ncd .; exec \"$@\""));
            words.push("bash".to_owned());
        }
        if change_user {
            let (user, group) = ordinary();
            words.extend(["setpriv".to_owned(), format!("--reuid={user}"), format!("--regid={group}")]);
            words.extend(["--clear-groups", "--"].map(str::to_owned));
        }
        words.extend(["bash", "-c"].map(str::to_owned));
        words.push(text);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(binary).args(self.words());
        command
    }

    /// The arguments, as the standard library wants them.
    fn words(&self) -> impl Iterator<Item = &std::ffi::OsStr> {
        use std::os::unix::ffi::OsStrExt as _;
        self.argv.iter().map(|word| std::ffi::OsStr::from_bytes(word))
    }
}

/// The command with that text inside of it, as bash text. strace tells of the first read of a directory, and keeps the
/// tool from going on for a fifth of a second, in which its listener stops the tool for as long as the text takes.
fn held(meanwhile: &str) -> String {
    format!(
        "strace -f -qq -e trace=getdents64 -e signal=none -e inject=getdents64:delay_exit=200000:when=1 -o '|
        until case $said in *getdents64*) ;; *) false ;; esac; do read -r pid said || exit; done
        kill -STOP $pid; {meanwhile}; kill -CONT $pid; cat >/dev/null' bash -c 'TOOL' \"$0\" \"$@\""
    )
}

/// A pipe: the end to read, and the end to give away.
fn pipe() -> (OwnedFd, OwnedFd) {
    pipe_with(PipeFlags::CLOEXEC).expect("a pipe")
}

/// A terminal: the end to read, and the end to give away.
pub fn terminal(columns: u16) -> (OwnedFd, OwnedFd) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    fcntl_setfd(&master, FdFlags::CLOEXEC).expect("a flag");
    unlockpt(&master).expect("a terminal");
    let name = ptsname(&master, Vec::new()).expect("a terminal's name");
    let slave = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty());
    let slave = slave.expect("a terminal");
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&slave, size).expect("a size");
    (master, slave)
}

/// Reads both streams to their ends and waits.
fn collect(mut child: Child, out: OwnedFd, err: Option<OwnedFd>, patience: u64) -> Outcome {
    let (sender, receiver) = mpsc::channel();
    let streams = 1 + usize::from(err.is_some());
    for (number, stream) in [Some(out), err].into_iter().flatten().enumerate() {
        let sender = sender.clone();
        thread::spawn(move || {
            // Nobody listens any more where the tool hung.
            let _ = sender.send((number, read_all(stream)));
        });
    }
    let mut texts = [Vec::new(), Vec::new()];
    for _ in 0..streams {
        match receiver.recv_timeout(Duration::from_secs(patience)) {
            Ok((number, text)) => texts[number] = text,
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                let [out, err] = texts;
                return Outcome { status: format!("{HANGS}{patience} s"), out, err };
            }
        }
    }
    let status = child.wait().expect("a child of ours");
    let [out, err] = texts;
    Outcome { status: describe(status), out, err }
}

/// Reads a stream to its end, which a terminal reports as EIO.
fn read_all(stream: OwnedFd) -> Vec<u8> {
    let mut text = Vec::new();
    if let Err(why) = File::from(stream).read_to_end(&mut text) {
        assert_eq!(why.raw_os_error(), Some(Errno::IO.raw_os_error()), "reading a tool's output: {why}");
    }
    text
}

/// `exit N` or `signal N`.
fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => format!("{status:?}"),
    }
}
