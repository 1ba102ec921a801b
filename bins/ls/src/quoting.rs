//! How names are quoted, by the options, QUOTING_STYLE and the terminal.

use std::env;

use ringutils::{
    args::Program,
    text::quote::{Quoting, STYLES, Style},
};

use crate::{
    choices::{Choices, Indicator},
    screen::{Terminal, note_invalid},
};

/// How names are quoted.
pub struct Quotings {
    /// The style.
    pub style: Style,
    /// In listings.
    pub names: Quoting,
    /// Above the listings of directories.
    pub headings: Quoting,
}

/// Settles it. What is wrong with the environment is added to `notes`.
pub fn settle(
    program: &Program,
    choices: &Choices,
    indicator: Indicator,
    notes: &mut Vec<u8>,
    terminal: &Terminal,
) -> Quotings {
    let style = choices
        .quoting
        .or_else(|| from_environment(program, notes))
        .unwrap_or_else(|| if terminal.is() { Style::ShellEscape } else { Style::Literal });
    let mut names = Quoting::new(style);
    let mut headings = Quoting::new(style).also(b":");
    if style == Style::Escape {
        names = names.also(b" ");
    }
    // A name may not look as if it ended in an indicator.
    names = match indicator {
        Indicator::None | Indicator::Slash => names,
        Indicator::FileType => names.also(b"*=>@|"),
        Indicator::Classify => names.also(b"=>@|"),
    };
    let as_they_are = matches!(style, Style::Literal | Style::Shell | Style::ShellAlways);
    if as_they_are && choices.hide_controls.unwrap_or_else(|| terminal.is()) {
        names = names.hiding();
        headings = headings.hiding();
    }
    Quotings { style, names, headings }
}

fn from_environment(program: &Program, notes: &mut Vec<u8>) -> Option<Style> {
    let word = env::var_os("QUOTING_STYLE")?;
    let style = STYLES.iter().find(|(name, _)| word == *name).map(|(_, style)| *style);
    if style.is_none() {
        let what = "ignoring invalid value of environment variable QUOTING_STYLE: %s";
        note_invalid(program, notes, what, &word);
    }
    style
}
