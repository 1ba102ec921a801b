//! One comparison: a tree, a tool and its arguments; in both locales, as root and as an ordinary user, with the
//! streams apart and together.

use std::{env, path::Path, thread};

use crate::{
    diff::first_difference,
    machine::{can_mount, can_mount_slow, can_trace, has_locale, oracle_speaks_german},
    marked,
    names::{quoted, shell_line},
    newer,
    programs::{Side, Tool, aid, is_root, oracle_is_new, say},
    run::{Outcome, Start, Streams, Who},
    survey::survey,
    tree::Tree,
};

/// The locales that every case runs in.
pub const LOCALES: [&str; 2] = ["C", "en_US.UTF-8"];

/// The locale in which messages are compared as they are translated. In the others they are in English.
pub const GERMAN: &str = "de_DE.UTF-8";

/// A command to compare, before it is given a tree.
#[derive(Clone, Debug)]
#[must_use]
pub struct Case {
    /// How both tools are started.
    start: Start,
    /// Who runs them.
    who: Vec<Who>,
    /// In which locales.
    locales: Vec<&'static str>,
    /// Where their output leads.
    streams: Vec<Streams>,
    /// Whether they change the tree, which is then made anew for each and compared too.
    changes: bool,
}

impl Case {
    /// A case that reads the tree only.
    pub fn new<A: AsRef<[u8]>>(tool: Tool, argv: &[A]) -> Case {
        Case {
            start: Start { patience: 120, ..Start::new(tool, argv) },
            who: vec![Who::Root, Who::User],
            locales: LOCALES.to_vec(),
            streams: vec![Streams::Apart, Streams::Together],
            changes: false,
        }
    }

    /// The tools change the tree: each gets it newly made, and what they leave is compared.
    pub fn changes(mut self) -> Case {
        self.changes = true;
        self
    }

    /// Started under another name.
    pub fn called(mut self, name: &str) -> Case {
        name.clone_into(&mut self.start.name);
        self
    }

    /// With a variable in the environment.
    pub fn env(mut self, name: &str, value: &str) -> Case {
        self.start.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Inside bash text, where `TOOL` stands for the command: `ulimit -n 64; TOOL`, `TOOL >&-`.
    pub fn shell(mut self, text: &str) -> Case {
        self.start.shell = Some(text.to_owned());
        self
    }

    /// Under seccomp filters that hold for the tool alone: `kill:clone3,clone EPERM:openat2`, as `tests/filters/filter.rs`
    /// has them.
    pub fn filter(mut self, rules: &str) -> Case {
        self.start.filter = Some(rules.to_owned());
        self
    }

    /// With a slow file system on the tree's directory `s`, mounted anew for each run; its options are in
    /// `tests/slow/slowfs/main.rs`.
    pub fn slow(self, options: &str) -> Case {
        let slowfs = quoted(&aid("slowfs"));
        self.mounts(&format!("exec {slowfs} --quiet {options} s -- \"$@\""))
    }

    /// After bash text that mounts something, in a namespace of its own, in the tree's top.
    pub fn mounts(mut self, text: &str) -> Case {
        self.start.mounts = Some(text.to_owned());
        self
    }

    /// With bash text, without single quotes, that changes the tree when the tool has read its first directory and
    /// looked at none of the entries.
    pub fn meanwhile(mut self, text: &str) -> Case {
        self.start.meanwhile = Some(text.to_owned());
        self.changes = true;
        self
    }

    /// With so many seconds until a tool counts as hanging.
    pub fn patience(mut self, seconds: u64) -> Case {
        self.start.patience = seconds;
        self
    }

    /// On a terminal of so many columns.
    pub fn terminal(mut self, columns: u16) -> Case {
        self.streams = vec![Streams::Terminal(columns)];
        self
    }

    /// With both streams on one pipe left out: where a closed or full stdout makes that meaningless.
    pub fn apart(mut self) -> Case {
        self.streams = vec![Streams::Apart];
        self
    }

    /// Only as this user.
    pub fn only(mut self, who: Who) -> Case {
        self.who = vec![who];
        self
    }

    /// Only in this locale.
    pub fn locale(mut self, locale: &'static str) -> Case {
        self.locales = vec![locale];
        self
    }

    /// In German, by catalogues that know every text, and mark it.
    pub fn marked(mut self) -> Case {
        match marked::catalogue() {
            Some(library) => self.locale(GERMAN).env("LD_PRELOAD", &library.to_string_lossy()),
            None => {
                not_run("with marked messages", "there is no C compiler");
                self.who.clear();
                self
            }
        }
    }

    /// In German too.
    pub fn in_german_too(mut self) -> Case {
        self.locales.push(GERMAN);
        self
    }

    /// Runs both tools and panics where they differ.
    pub fn check(&self, tree: &Tree) {
        if let Err(difference) = self.compare(tree) {
            panic!("\n{difference}tree:\n{}\n", tree.text);
        }
    }

    /// Runs both tools; an account of the first difference.
    pub fn compare(&self, tree: &Tree) -> Result<(), String> {
        for (who, locale) in self.circumstances() {
            for &streams in &self.streams {
                self.compare_once(tree, who, locale, streams)?;
            }
        }
        Ok(())
    }

    /// A difference that COMPATIBILITY.md names: panics where ours does not answer exactly so in the C locale, with the
    /// streams apart; where GNU's does too, since the line there is then untrue; and where the two leave different trees.
    pub fn pin(&self, tree: &Tree, ours: &Outcome) {
        let case = self.clone().locale("C");
        for (who, locale) in case.circumstances() {
            let (gnus, kept) = case.one_side(tree, Side::Oracle, who, locale, Streams::Apart);
            let left = case.say(tree, who, ours);
            let text = case.line(who, locale, Streams::Apart);
            assert!(gnus != *ours, "\n{text}GNU's tool does the same: COMPATIBILITY.md need not name it\n");
            let difference = first_difference("the tree left", &kept, &left);
            assert!(difference.is_empty(), "\n{text}{difference}tree:\n{}\n", tree.text);
        }
    }

    /// Like [`pin`](Case::pin) where what GNU's tool does depends on the machine: it is not run.
    pub fn pin_ours(&self, tree: &Tree, ours: &Outcome) {
        for (who, _) in self.clone().locale("C").circumstances() {
            self.say(tree, who, ours);
        }
    }

    /// Panics where ours does not answer exactly so in the C locale; else what it left of the tree.
    fn say(&self, tree: &Tree, who: Who, expected: &Outcome) -> Vec<u8> {
        let (got, left) = self.one_side(tree, Side::Ours, who, "C", Streams::Apart);
        let differences = [
            first_difference("status", expected.status.as_bytes(), got.status.as_bytes()),
            first_difference("stdout", &expected.out, &got.out),
            first_difference("stderr", &expected.err, &got.err),
        ]
        .concat()
        .replace("GNU ", "pin ");
        let text = self.line(who, "C", Streams::Apart);
        assert!(differences.is_empty(), "\n{text}{differences}tree:\n{}\n", tree.text);
        left
    }

    /// The users and locales that the case runs with here; none where it cannot run at all.
    fn circumstances(&self) -> Vec<(Who, &'static str)> {
        let mut all = Vec::new();
        if !self.can_run() {
            return all;
        }
        for &who in &self.who {
            if who == Who::Root && !is_root() {
                not_run("as root", "the tests do not run as root");
                continue;
            }
            for &locale in &self.locales {
                if !has_locale(locale) {
                    not_run(&format!("in {locale}"), "there is no such locale");
                } else if locale == GERMAN && !oracle_speaks_german(self.start.tool) {
                    not_run(
                        &format!("in {locale}"),
                        "GNU's tool has no German messages, or finds no catalogue",
                    );
                } else {
                    all.push((who, locale));
                }
            }
        }
        all
    }

    /// Whether the oracle and the machine have what the case needs.
    fn can_run(&self) -> bool {
        let target = env::current_exe().ok();
        let target =
            target.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        let target = target.split('-').next().unwrap_or_default();
        let test = thread::current().name().unwrap_or_default().to_owned();
        let words: Vec<_> = self.start.argv.iter().map(|word| String::from_utf8_lossy(word)).collect();
        let command = words.join(" ");
        if newer::needed(target, &test, &command) && !oracle_is_new() {
            // Random commands are too many to be named.
            let name = if test.starts_with("random") {
                format!("{target} {test}")
            } else {
                format!("{target} {test}: {command}")
            };
            not_run(&name, "it needs GNU coreutils 9.7 and findutils 4.10");
            return false;
        }
        let slow = self.start.mounts.as_ref().is_some_and(|text| text.contains("slowfs"));
        if self.start.mounts.is_some() && !can_mount() || slow && !can_mount_slow() {
            not_run(&format!("{target} {test}"), "it cannot be mounted here");
            return false;
        }
        if self.start.meanwhile.is_some() && !can_trace() {
            not_run(&format!("{target} {test}"), "strace does not work");
            return false;
        }
        true
    }

    /// Compares one user, locale and kind of stream.
    fn compare_once(&self, tree: &Tree, who: Who, locale: &str, streams: Streams) -> Result<(), String> {
        /// How often a case is run again where GNU itself answers in two ways, as a clock may make it.
        const AGAIN: usize = 3;
        let mut expected = self.one_side(tree, Side::Oracle, who, locale, streams);
        for _ in 0..AGAIN {
            let got = self.one_side(tree, Side::Ours, who, locale, streams);
            if got == expected {
                return Ok(());
            }
            let second = self.one_side(tree, Side::Oracle, who, locale, streams);
            if second == expected {
                return Err(self.account(who, locale, streams, &expected, &got));
            }
            expected = second;
        }
        Err(format!("GNU's answers differ among themselves:\n{}", self.line(who, locale, streams)))
    }

    /// Runs one side, on a tree made anew where the tools change it; what it said and what it left.
    fn one_side(
        &self,
        tree: &Tree,
        side: Side,
        who: Who,
        locale: &str,
        streams: Streams,
    ) -> (Outcome, Vec<u8>) {
        if self.changes {
            tree.rebuild();
        }
        tree.settle();
        let outcome = self.start.run(side, who, locale, streams, tree.top());
        let left = if self.changes { survey(tree.open()) } else { Vec::new() };
        (outcome, left)
    }

    /// An account of how two answers differ.
    fn account(
        &self,
        who: Who,
        locale: &str,
        streams: Streams,
        expected: &(Outcome, Vec<u8>),
        got: &(Outcome, Vec<u8>),
    ) -> String {
        let mut text = self.line(who, locale, streams);
        if expected.0.status != got.0.status {
            text.push_str(&format!("status: GNU {}, ours {}\n", expected.0.status, got.0.status));
        }
        let out = if streams == Streams::Apart { "stdout" } else { "stdout with stderr" };
        text.push_str(&first_difference(out, &expected.0.out, &got.0.out));
        text.push_str(&first_difference("stderr", &expected.0.err, &got.0.err));
        text.push_str(&first_difference("the tree left", &expected.1, &got.1));
        text
    }

    /// The command as a person would type it, with its circumstances.
    fn line(&self, who: Who, locale: &str, streams: Streams) -> String {
        let words = [self.start.name.as_bytes()].into_iter().chain(self.start.argv.iter().map(Vec::as_slice));
        let mut text = format!("{who:?}, {locale}, streams {streams:?}\n$ ");
        for (name, value) in &self.start.env {
            text.push_str(&format!("{name}={} ", shell_line([value.as_bytes()])));
        }
        text.push_str(&shell_line(words));
        text.push('\n');
        let texts = [
            ("inside", &self.start.shell),
            ("filter", &self.start.filter),
            ("mounts", &self.start.mounts),
            ("meanwhile", &self.start.meanwhile),
        ];
        for (what, shell) in texts {
            if let Some(shell) = shell {
                text.push_str(&format!("{what}: {shell}\n"));
            }
        }
        text
    }
}

/// Compares one command a line, its words parted by spaces, and tells of all that differ.
pub fn check_each(tool: Tool, tree: &Tree, commands: &str, shape: impl Fn(Case) -> Case) {
    /// Differences that are told in full.
    const TOLD: usize = 8;
    let mut differences = Vec::new();
    let commands = commands.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().collect();
        if let Err(difference) = shape(Case::new(tool, &words)).compare(tree) {
            differences.push(difference);
        }
    }
    if !differences.is_empty() {
        let count = differences.len();
        differences.truncate(TOLD);
        panic!("\n{count} commands differ:\n{}\ntree:\n{}\n", differences.join("\n"), tree.text);
    }
}

/// Says once that something cannot be tested here, and why; fails where the environment has CI set.
pub fn not_run(what: &str, why: &str) {
    static SAID: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let line = format!("NOT RUN: {what}: {why}");
    assert!(env::var_os("CI").is_none(), "{line}");
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !said.contains(&line) {
        said.push(line.clone());
        say(&format!("{line} ({} so far)", said.len()));
    }
}
