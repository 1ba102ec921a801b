//! A tool's option table as clap's description of a command, which clap's generators take.
//!
//! clap has no long options with one dash, as the words of a find expression are. They are given to it with a [`MARK`]
//! in front, and what the generators wrote is put right afterwards.

use clap::{
    Arg, ArgAction, Command, ValueHint,
    builder::{PossibleValuesParser, Str, ValueParser},
};
use ringutils::args::{Shown, Table, Value};

/// Stands in front of names that have one dash.
pub(crate) const MARK: &str = "@";

/// The command, under the name of our binary.
pub(crate) fn command<Id: Copy + PartialEq>(table: &Table<Id>) -> Command {
    let name = format!("u{}", table.tool);
    let mut command = Command::new(name.clone())
        .bin_name(name)
        .version(env!("CARGO_PKG_VERSION"))
        .about(table.about)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("files").value_name("FILE").help("Files").num_args(0..).value_hint(ValueHint::AnyPath));
    for section in table.sections() {
        for shown in table.shown(section) {
            command = command.arg(arg(table, &shown).help_heading(section));
        }
    }
    command
}

fn arg<Id: Copy + PartialEq>(table: &Table<Id>, shown: &Shown<'_, Id>) -> Arg {
    let row = shown.row;
    let dashes = table.marks(row).0;
    let long = |name: &'static str| -> Str {
        match name.strip_prefix('-') {
            Some(name) => name.into(),
            None if dashes == "--" => name.into(),
            None => format!("{MARK}{name}").into(),
        }
    };
    let mut arg = Arg::new(format!("{}{}", row.short, row.long)).help(row.help);
    let mut letters = row.short.chars();
    if let Some(letter) = letters.next() {
        arg = arg.short(letter);
    }
    arg = arg.visible_short_aliases(letters);
    let mut names =
        std::iter::once(row.long).chain(shown.aliases.iter().copied()).filter(|name| !name.is_empty());
    if let Some(name) = names.next() {
        arg = arg.long(long(name));
    }
    arg = arg.visible_aliases(names.map(long));
    let (name, count) = match row.value {
        Value::None => return arg.action(ArgAction::SetTrue),
        Value::Required(name) => (name, 1..=1),
        Value::Optional(name) => (name, 0..=1),
    };
    let optional = *count.start() == 0;
    let parser = match row.words {
        [] => ValueParser::string(),
        words => PossibleValuesParser::new(words).into(),
    };
    let hint = if name.contains("FILE") { ValueHint::AnyPath } else { ValueHint::Unknown };
    arg.value_name(name).num_args(count).require_equals(optional).value_parser(parser).value_hint(hint)
}
