//! Man pages. Title, name and description are clap_mangen's; it would show values as `--opt <VALUE>` and leave out
//! further names, so the options are written here, as are usage and closing paragraphs.

use clap_mangen::{
    Man,
    roff::{Inline, Roff, bold, italic, roman},
};
use ringutils::args::{Shown, Table, Value};

use crate::command::command;

/// The page of a tool, section 1.
pub(crate) fn render<Id: Copy + PartialEq>(table: &Table<Id>) -> String {
    let name = format!("u{}", table.tool);
    let version = format!("ringutils {}", env!("CARGO_PKG_VERSION"));
    let likeness = format!("GNU {} {} compatible", table.suite, table.version);
    // The version stands where pages have a date: a file that is compared can't have one.
    let man = Man::new(command(table))
        .title(name.to_uppercase())
        .section("1")
        .date(version)
        .source(likeness)
        .manual("User Commands");
    let mut bytes = Vec::new();
    man.render_title(&mut bytes).expect("memory");
    man.render_name_section(&mut bytes).expect("memory");
    synopsis(table, &name).to_writer(&mut bytes).expect("memory");
    man.render_description_section(&mut bytes).expect("memory");
    options(table).to_writer(&mut bytes).expect("memory");
    notes(table).to_writer(&mut bytes).expect("memory");
    String::from_utf8(bytes).expect("text")
}

fn synopsis<Id: Copy + PartialEq>(table: &Table<Id>, name: &str) -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", ["SYNOPSIS"]);
    for form in table.usage {
        roff.text([bold(name), roman(" "), italic(*form)]);
        roff.control("br", []);
    }
    roff
}

fn options<Id: Copy + PartialEq>(table: &Table<Id>) -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", ["OPTIONS"]);
    for section in table.sections() {
        roff.control("SS", [section]);
        for shown in table.shown(section) {
            roff.control("TP", []);
            roff.text(names(table, &shown));
            let words = match shown.row.words {
                [] => String::new(),
                words => format!(": {}", words.join(", ")),
            };
            let text = format!("{}{words}", shown.row.help);
            let stop = if text.ends_with('.') { "" } else { "." };
            roff.text([roman(format!("{text}{stop}"))]);
        }
    }
    roff
}

/// All names of an option, and its value behind the last.
fn names<Id: Copy + PartialEq>(table: &Table<Id>, shown: &Shown<'_, Id>) -> Vec<Inline> {
    let row = shown.row;
    let letters = row.short.chars().map(|letter| format!("-{letter}"));
    let long = std::iter::once(&row.long).chain(&shown.aliases).filter(|name| !name.is_empty());
    let mut inlines = Vec::new();
    for name in letters.chain(long.map(|name| format!("{}{name}", table.marks(row).0))) {
        if !inlines.is_empty() {
            inlines.push(roman(", "));
        }
        inlines.push(bold(name));
    }
    let joint = table.marks(row).1;
    match row.value {
        Value::None => {}
        Value::Required(value) => inlines.extend([roman(joint), italic(value)]),
        Value::Optional(value) => {
            inlines.extend([roman(format!("[{}", joint.trim())), italic(value), roman("]")])
        }
    }
    inlines
}

fn notes<Id: Copy + PartialEq>(table: &Table<Id>) -> Roff {
    let mut roff = Roff::default();
    for (heading, paragraph) in table.notes {
        roff.control("SH", [heading.to_uppercase().as_str()]);
        roff.text([roman(*paragraph)]);
    }
    let likeness = format!(
        "The behaviour is that of {} in GNU {} {}, whose manual tells more.",
        table.tool, table.suite, table.version
    );
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(likeness)]);
    roff
}
