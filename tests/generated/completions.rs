//! Completions for bash, fish and zsh, by clap_complete.
//!
//! Put right afterwards: a word without a dash is a file, also when it is the first or still empty, and the words of a
//! find expression have one dash and their arguments behind a blank.

use clap_complete::{Generator, Shell};
use ringutils::args::Table;

use crate::command::{MARK, command};

/// The files of all shells.
pub(crate) fn all<Id: Copy + PartialEq>(table: &Table<Id>) -> Vec<(String, String)> {
    let name = format!("u{}", table.tool);
    vec![
        (format!("completions/{name}.bash"), bash(table)),
        (format!("completions/{name}.fish"), fish(table)),
        (format!("completions/_{name}"), zsh(table)),
    ]
}

fn bash<Id: Copy + PartialEq>(table: &Table<Id>) -> String {
    let words = r#"COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )"#;
    let text = generate(table, Shell::Bash);
    let text = replace(&text, " || ${COMP_CWORD} -eq 1", "");
    let end = format!("{words}\n            return 0\n            ;;");
    replace(&text, &end, "COMPREPLY=()\n            return 0\n            ;;")
        .replace(&format!("--{MARK}"), "-")
}

fn fish<Id: Copy + PartialEq>(table: &Table<Id>) -> String {
    generate(table, Shell::Fish).replace(&format!(" -l {MARK}"), " -o ")
}

fn zsh<Id: Copy + PartialEq>(table: &Table<Id>) -> String {
    let text = generate(table, Shell::Zsh);
    if table.dashes == "--" {
        return text;
    }
    let text = replace(&replace(&text, "(-s -S -C)", "(-C)"), "(-s -C)", "(-C)");
    let one_dash = format!("'--{MARK}");
    let lines = text.lines().map(|line| match line.strip_prefix(&one_dash) {
        Some(rest) => format!("'-{}\n", rest.replacen("=[", "[", 1)),
        None => format!("{line}\n"),
    });
    lines.collect()
}

fn generate<Id: Copy + PartialEq>(table: &Table<Id>, shell: Shell) -> String {
    let mut command = command(table);
    command.build();
    let mut bytes = Vec::new();
    shell.generate(&command, &mut bytes);
    String::from_utf8(bytes).expect("text")
}

/// Replaces what must be there, so that a new clap_complete that writes something else is noticed.
fn replace(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "clap_complete no longer writes {from}");
    text.replace(from, to)
}
