//! Values that are one of a few words, such as WHEN of `--color`: an exact word, or the beginning of words that all
//! mean the same.

use super::program::{Complaint, Program};
use crate::text::{
    quote,
    wording::{self, Source},
};

/// When something is shown that a terminal is for: the meanings of WHEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// In any case.
    Always,
    /// Never.
    #[default]
    Never,
    /// If it goes to a terminal.
    Auto,
}

/// The words of WHEN.
pub const WHEN: [(&str, When); 9] = [
    ("always", When::Always),
    ("yes", When::Always),
    ("force", When::Always),
    ("never", When::Never),
    ("no", When::Never),
    ("none", When::Never),
    ("auto", When::Auto),
    ("tty", When::Auto),
    ("if-tty", When::Auto),
];

/// The words alone, for a row's completions.
pub const fn names<T: Copy, const N: usize>(words: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = words[index].0;
        index += 1;
    }
    names
}

/// What `given`, the value of `option` (as the message shows it: `--color`), means. Neighbours with one meaning are
/// listed on one line of the message.
pub fn choose<T: Copy + PartialEq>(
    program: &Program,
    option: &str,
    given: &[u8],
    words: &[(&'static str, T)],
) -> Result<T, Complaint> {
    let mut beginnings = words.iter().filter(|(word, _)| word.as_bytes().starts_with(given));
    let exact = words.iter().find(|(word, _)| word.as_bytes() == given);
    let first = exact.or_else(|| beginnings.next()).map(|(_, meaning)| *meaning);
    match first {
        Some(meaning) if exact.is_some() || beginnings.all(|(_, other)| *other == meaning) => Ok(meaning),
        Some(_) => Err(refuse(program, "ambiguous argument %s for %s", option, given, words)),
        None => Err(refuse(program, "invalid argument %s for %s", option, given, words)),
    }
}

fn refuse<T: Copy + PartialEq>(
    program: &Program,
    what: &str,
    option: &str,
    given: &[u8],
    words: &[(&'static str, T)],
) -> Complaint {
    let mut message =
        wording::text_of(Source::Shared, what, &[&quote::marked(given), &quote::marked(option.as_bytes())]);
    message.push(b'\n');
    wording::push_of(Source::Shared, &mut message, "Valid arguments are:", &[]);
    let mut before = None;
    for (word, meaning) in words {
        message.extend_from_slice(if before == Some(*meaning) { b", " } else { b"\n  - " });
        quote::push_locale(&mut message, word.as_bytes());
        before = Some(*meaning);
    }
    program.misused(&message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\nValid arguments are:\n  - 'always', 'yes', 'force'\n  - 'never', 'no', 'none'\n  - 'auto', \
                        'tty', 'if-tty'\nTry 'bin/ls --help' for more information.";

    #[test]
    fn words_and_their_beginnings() {
        let check = |given: &str, expected: Result<When, &str>| {
            let got = choose(&Program::new("bin/ls"), "--color", given.as_bytes(), &WHEN);
            let expected = expected.map_err(|message| format!("{message}{LIST}"));
            assert_eq!(got.map_err(|complaint| complaint.to_string()), expected, "{given}");
        };
        check("always", Ok(When::Always));
        check("al", Ok(When::Always));
        check("n", Ok(When::Never));
        check("no", Ok(When::Never));
        check("if", Ok(When::Auto));
        check("a", Err("ls: ambiguous argument 'a' for '--color'"));
        check("", Err("ls: ambiguous argument '' for '--color'"));
        check("alwaysx", Err("ls: invalid argument 'alwaysx' for '--color'"));
    }

    #[test]
    fn names_are_the_words() {
        assert_eq!(names(&WHEN)[8], "if-tty");
    }
}
