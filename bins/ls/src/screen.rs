//! What depends on the terminal and its variables: whether there is one, how wide lines are, and where tabs stop.

use std::{cell::OnceCell, env, ffi::OsStr, os::unix::ffi::OsStrExt};

use ringutils::{
    args::Program,
    text::{console, diag, num, quote, wording},
};

use crate::cli;

/// Whether stdout is a terminal, asked once and only when it matters.
#[derive(Default)]
pub struct Terminal(OnceCell<bool>);

impl Terminal {
    /// Whether it is.
    pub fn is(&self) -> bool {
        *self.0.get_or_init(console::is_terminal)
    }
}

/// The width of a line by the terminal or COLUMNS; 0 for any.
pub fn line_width(program: &Program, notes: &mut Vec<u8>, terminal: &Terminal) -> usize {
    if let Some(width) = terminal.is().then(console::columns).flatten() {
        return width;
    }
    let Some(word) = env::var_os("COLUMNS").filter(|word| !word.is_empty()) else { return 80 };
    cli::columns(word.as_bytes()).map(Option::unwrap_or_default).unwrap_or_else(|| {
        note_invalid(program, notes, "ignoring invalid width in environment variable COLUMNS: %s", &word);
        80
    })
}

/// The distance of tab stops by TABSIZE; 0 for no tabs.
pub fn tab_stops(program: &Program, notes: &mut Vec<u8>) -> usize {
    let Some(word) = env::var_os("TABSIZE") else { return 8 };
    match num::read(word.as_bytes()) {
        Some((Some(tab), b"")) => tab as usize,
        _ => {
            let what = "ignoring invalid tab size in environment variable TABSIZE: %s";
            note_invalid(program, notes, what, &word);
            8
        }
    }
}

/// Adds a note about a variable that makes no sense.
pub fn note_invalid(program: &Program, notes: &mut Vec<u8>, what: &str, word: &OsStr) {
    diag::note(notes, program.name(), &wording::text(what, &[&quote::marked(word.as_bytes())]));
}
