//! `--help` and `--version`, rendered from the table when they are asked for.
//!
//! Not rendered by clap: linked in, it made uchmod a quarter larger (124 KB) and its start one or two percent slower,
//! and it has no words with one dash, which find's are. The man pages and completions, made ahead of time from the
//! same table, do use it.

use super::{
    program::Program,
    row::{Row, Shown, Table, Value},
};

/// Lines end before this column, as those of GNU's help do.
const WIDTH: usize = 79;

/// Where the texts of the options begin.
const INDENT: usize = 26;

impl<Id: Copy + PartialEq> Table<Id> {
    /// What `--help` prints.
    pub fn help(&self, program: &Program) -> Vec<u8> {
        let mut out = Vec::new();
        for (index, form) in self.usage.iter().enumerate() {
            out.extend_from_slice(if index == 0 { b"Usage: " } else { b"  or:  " });
            out.extend_from_slice(program.given());
            out.extend_from_slice(format!(" {form}\n").as_bytes());
        }
        out.extend_from_slice(wrap(self.about, 0, 0).as_bytes());
        for section in self.sections() {
            out.extend_from_slice(format!("\n{section}:\n").as_bytes());
            for shown in self.shown(section) {
                out.extend_from_slice(self.lines(&shown).as_bytes());
            }
        }
        for (heading, paragraph) in self.notes {
            out.extend_from_slice(format!("\n{heading}:\n").as_bytes());
            out.extend_from_slice(wrap(paragraph, 2, 0).as_bytes());
        }
        out
    }

    /// What `--version` prints. Shell frameworks look for "GNU" in the first line, test suites for the version at
    /// its end.
    pub fn version(&self) -> Vec<u8> {
        let (tool, suite, version) = (self.tool, self.suite, self.version);
        let ours = env!("CARGO_PKG_VERSION");
        format!(
            "{tool} (ringutils {ours}, GNU {suite} compatible) {version}\nLicense: MIT or Apache-2.0, at your \
             option.\nThis is not a GNU program; it shares no code with GNU {suite}.\n"
        )
        .into_bytes()
    }

    /// `-a, --all`, `    --color[=WHEN]`: all names of an option, with its value.
    fn names(&self, shown: &Shown<'_, Id>) -> String {
        let mut names: Vec<String> = shown.row.short.chars().map(|letter| format!("-{letter}")).collect();
        names.extend(
            std::iter::once(&shown.row.long)
                .chain(&shown.aliases)
                .filter(|long| !long.is_empty())
                .map(|long| format!("{}{long}", self.marks(shown.row).0)),
        );
        let letterless = if shown.row.short.is_empty() && self.dashes == "--" { "    " } else { "" };
        format!("{letterless}{}{}", names.join(", "), self.value(shown.row))
    }

    /// The value as it stands behind the last name.
    fn value(&self, row: &Row<Id>) -> String {
        let joint = self.marks(row).1;
        match row.value {
            Value::None => String::new(),
            Value::Required(name) => format!("{joint}{name}"),
            Value::Optional(name) if row.long.is_empty() => format!("[{name}]"),
            Value::Optional(name) => format!("[{joint}{name}]"),
        }
    }

    /// An option's names and its text; on one line where the names are short enough.
    fn lines(&self, shown: &Shown<'_, Id>) -> String {
        let names = self.names(shown);
        let mut text = shown.row.help.to_owned();
        if !shown.row.words.is_empty() {
            text = format!("{text}: {}", shown.row.words.join(", "));
        }
        let first = 2 + names.len();
        if first + 2 > INDENT {
            return format!("  {names}\n{}", wrap(&text, INDENT, 0));
        }
        format!("  {names}{}", wrap(&text, INDENT, first))
    }
}

/// `text` in lines that begin at column `indent`; the first has `used` columns taken already.
fn wrap(text: &str, indent: usize, used: usize) -> String {
    let mut lines = String::new();
    let mut column = used;
    let mut fresh = true;
    for word in text.split(' ') {
        if !fresh && column + 1 + word.len() > WIDTH {
            lines.push('\n');
            column = 0;
            fresh = true;
        }
        let gap = if fresh { indent.saturating_sub(column) } else { 1 };
        lines.extend(std::iter::repeat_n(' ', gap));
        lines.push_str(word);
        column += gap + word.len();
        fresh = false;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::opt;

    static TABLE: Table<u8> = Table {
        tool: "ls",
        suite: "coreutils",
        version: "9.7",
        about: "Lists files.",
        usage: &["[OPTION]... [FILE]...", "--help"],
        dashes: "--",
        rows: &[
            opt(0, "A", "almost-all").help("What", "Show all but . and .."),
            opt(1, "a", "all").help("What", "Show all"),
            opt(2, "f", "silent").help("How", "Say little"),
            opt(3, "", "color").may_take("WHEN").words(&["always", "never"]).help("How", "Colour names"),
            opt(4, "", "block-size-of-everything").takes("SIZE").help("How", "Units"),
            opt(2, "", "quiet"),
            opt(5, "y", ""),
        ],
        notes: &[("Exit status", "0 if all went well.")],
    };

    #[test]
    fn help_shows_each_option_once_in_order() {
        let expected = "\
Usage: bin/ls [OPTION]... [FILE]...
  or:  bin/ls --help
Lists files.

What:
  -a, --all               Show all
  -A, --almost-all        Show all but . and ..

How:
      --block-size-of-everything=SIZE
                          Units
      --color[=WHEN]      Colour names: always, never
  -f, --silent, --quiet   Say little

Exit status:
  0 if all went well.
";
        assert_eq!(String::from_utf8_lossy(&TABLE.help(&Program::new("bin/ls"))), expected);
    }

    #[test]
    fn lines_are_wrapped() {
        let text = "word ".repeat(40);
        let wrapped = wrap(text.trim_end(), 26, 10);
        assert!(wrapped.starts_with(&format!("{}word", " ".repeat(16))));
        assert!(wrapped.lines().skip(1).all(|line| line.starts_with(&" ".repeat(26)) && line.len() <= WIDTH));
        assert_eq!(wrapped.split_whitespace().count(), 40);
    }

    #[test]
    fn version_has_gnu_and_the_version_last() {
        let text = String::from_utf8(TABLE.version()).expect("text");
        let first = text.lines().next().expect("a line");
        assert!(
            first.starts_with("ls (ringutils ") && first.contains("GNU") && first.ends_with(" 9.7"),
            "{first}"
        );
    }
}
