//! Rows of an option table, written as constants with a builder: a row fits on a line or two, and a new option is
//! one more row.

/// Whether an option takes a value, and what `--help` calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// It takes none.
    None,
    /// It needs one: `-w COLS`, `-wCOLS`, `--width COLS`, `--width=COLS`.
    Required(&'static str),
    /// It may have one, attached: `-OLEVEL`, `--color=WHEN`.
    Optional(&'static str),
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Row<Id: 'static> {
    /// What the tool knows it by; rows with one id are names of one option.
    pub id: Id,
    /// Its letters, one byte each; often one, often none.
    pub short: &'static str,
    /// Its long name without dashes; empty for none.
    pub long: &'static str,
    /// What it takes.
    pub value: Value,
    /// The words that its value may be, for completions; empty where any text may do.
    pub words: &'static [&'static str],
    /// The heading under which `--help` shows it.
    pub section: &'static str,
    /// What it does, a phrase without a full stop. Empty for a further name of a row with the same id, and for
    /// options that are accepted but not shown.
    pub help: &'static str,
    /// Whether GNU's tool does not have it: such an option is never meant by an abbreviation.
    pub ours: bool,
    /// Whether it is GNU's and not there yet: it is refused, but no other option is meant by its name or the
    /// beginning of it.
    pub absent: bool,
}

/// A row with its letters and its long name, either of which may be empty.
pub const fn opt<Id: Copy>(id: Id, short: &'static str, long: &'static str) -> Row<Id> {
    Row { id, short, long, value: Value::None, words: &[], section: "", help: "", ours: false, absent: false }
}

impl<Id: Copy> Row<Id> {
    /// With a value that it needs.
    pub const fn takes(self, name: &'static str) -> Row<Id> {
        Row { value: Value::Required(name), ..self }
    }

    /// With a value that it may have.
    pub const fn may_take(self, name: &'static str) -> Row<Id> {
        Row { value: Value::Optional(name), ..self }
    }

    /// With the words that its value may be.
    pub const fn words(self, words: &'static [&'static str]) -> Row<Id> {
        Row { words, ..self }
    }

    /// With its place and its text in `--help`.
    pub const fn help(self, section: &'static str, help: &'static str) -> Row<Id> {
        Row { section, help, ..self }
    }

    /// As an option that is not there yet.
    pub const fn absent(self) -> Row<Id> {
        Row { absent: true, ..self }
    }

    /// As an option that GNU's tool does not have.
    pub const fn ours(self) -> Row<Id> {
        Row { ours: true, ..self }
    }
}

/// All options of a tool, and the prose around them.
#[derive(Debug)]
pub struct Table<Id: 'static> {
    /// The tool's name at GNU's: `ls`.
    pub tool: &'static str,
    /// The package at GNU's whose behaviour the tool has: `coreutils`.
    pub suite: &'static str,
    /// That package's version.
    pub version: &'static str,
    /// What the tool does, in one sentence.
    pub about: &'static str,
    /// What may follow the tool's name, one form a line.
    pub usage: &'static [&'static str],
    /// What stands before a long name: `--`, or `-` for the words of a find expression.
    pub dashes: &'static str,
    /// The options, in the order in which GNU's tool lists the possible meanings of an ambiguous one.
    pub rows: &'static [Row<Id>],
    /// Headings and paragraphs that close `--help` and the man page.
    pub notes: &'static [(&'static str, &'static str)],
}

/// An option as it is shown: its first row and the further names it has.
pub struct Shown<'a, Id: 'static> {
    /// The row that has the text.
    pub row: &'a Row<Id>,
    /// Its other long names.
    pub aliases: Vec<&'static str>,
}

impl<Id: Copy + PartialEq> Table<Id> {
    /// What stands before the long name of a row, and what between the name and its value: ours are alike in all tools.
    pub fn marks(&self, row: &Row<Id>) -> (&'static str, &'static str) {
        match row.ours {
            true => ("--", "="),
            false => (self.dashes, if row.long.is_empty() || self.dashes == "-" { " " } else { "=" }),
        }
    }

    /// The headings, in the order of their first row.
    pub fn sections(&self) -> Vec<&'static str> {
        let mut sections = Vec::new();
        for row in self.rows.iter().filter(|row| !row.help.is_empty()) {
            if !sections.contains(&row.section) {
                sections.push(row.section);
            }
        }
        sections
    }

    /// The options under a heading, sorted as GNU's help sorts them: by letter, else by long name, `-a` before `-A`.
    pub fn shown(&self, section: &str) -> Vec<Shown<'_, Id>> {
        let mut shown: Vec<_> = self
            .rows
            .iter()
            .filter(|row| !row.help.is_empty() && row.section == section)
            .map(|row| Shown {
                row,
                aliases: self
                    .rows
                    .iter()
                    .filter(|other| other.id == row.id && other.help.is_empty() && !other.long.is_empty())
                    .map(|other| other.long)
                    .collect(),
            })
            .collect();
        shown.sort_by_key(|shown| {
            let first = shown.row.short.bytes().chain(shown.row.long.bytes()).next().unwrap_or(0);
            (first.to_ascii_lowercase(), first.is_ascii_uppercase(), shown.row.long)
        });
        shown
    }
}
