//! -regex and -iregex: regular expressions that match whole paths, by libc's engine, and without it where the answer is
//! the same: a literal text, with `.*` before, within or behind it, in a path of printable ASCII.

use ringutils::text::{
    glob,
    regex::{Regex, Syntax},
};

use super::literal::Literal;

/// The names of syntaxes, in the order in which GNU's find lists them. Without a name it is emacs', and not the first.
pub(crate) const TYPES: [(&str, Syntax); 13] = [
    ("findutils-default", Syntax::EMACS.dot_newline()),
    ("ed", Syntax::POSIX_BASIC),
    ("emacs", Syntax::EMACS),
    ("gnu-awk", Syntax::GNU_AWK),
    ("grep", Syntax::GREP),
    ("posix-awk", Syntax::POSIX_AWK),
    ("awk", Syntax::AWK),
    ("posix-basic", Syntax::POSIX_BASIC),
    ("posix-egrep", Syntax::EGREP),
    ("egrep", Syntax::EGREP),
    ("posix-extended", Syntax::POSIX_EXTENDED),
    ("posix-minimal-basic", Syntax::POSIX_MINIMAL_BASIC),
    ("sed", Syntax::POSIX_BASIC),
];

/// A regular expression.
#[derive(Debug)]
pub(crate) struct PathRegex {
    /// For libc.
    regex: Regex,
    /// What it comes to for paths of printable ASCII; in lower case where case is folded.
    literal: Option<Literal>,
    /// Whether upper and lower case are alike.
    fold: bool,
}

impl PartialEq for PathRegex {
    fn eq(&self, other: &PathRegex) -> bool {
        self.regex == other.regex
    }
}

impl PathRegex {
    /// Reads a pattern; what is wrong with it is said in libc's words. With `quick` libc is left out where it can be.
    pub(crate) fn new(pattern: &[u8], syntax: Syntax, fold: bool, quick: bool) -> Result<PathRegex, Vec<u8>> {
        let syntax = if fold { syntax.fold_case() } else { syntax };
        let literal = if quick { literal(pattern, fold) } else { None };
        let regex = Regex::new(pattern, syntax)?;
        if literal.is_none() {
            regex.expect_matches();
        }
        Ok(PathRegex { regex, literal, fold })
    }

    /// Whether paths are compared without libc.
    pub(crate) fn is_quick(&self) -> bool {
        self.literal.is_some()
    }

    /// Whether all of a path matches.
    pub(crate) fn matches(&self, path: &[u8]) -> bool {
        match &self.literal {
            Some(literal) if path.iter().all(|byte| matches!(byte, b' '..=b'~')) => {
                literal.holds(path, self.fold)
            }
            _ => self.regex.matches(path),
        }
    }
}

/// A pattern of characters that mean themselves in every syntax, with `.*` before, within or behind them.
fn literal(pattern: &[u8], fold: bool) -> Option<Literal> {
    let mut pieces = vec![Vec::new()];
    let mut rest = pattern;
    loop {
        rest = match rest {
            [] if pieces.iter().all(Vec::is_empty) || fold && !glob::folds_as_ascii() => return None,
            [] => return Literal::between_stars(&pieces),
            [b'.', b'*', after @ ..] => {
                pieces.push(Vec::new());
                after
            }
            [b'\\', b'.', after @ ..] => {
                pieces.last_mut()?.push(b'.');
                after
            }
            [byte, after @ ..] if byte.is_ascii_alphanumeric() || b"/_- ,=@%~:#".contains(byte) => {
                pieces.last_mut()?.push(if fold { byte.to_ascii_lowercase() } else { *byte });
                after
            }
            _ => return None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_cuts_agree_with_libc() {
        let texts = [
            "",
            "a",
            "./a",
            "./a.c",
            "./b.c/x",
            "axc",
            "x/y/z",
            ".c",
            "./a.c.c",
            "a b",
            "./a\n.c",
            "./\u{e9}.c",
        ];
        let patterns = [
            "a.*c",
            "./.*x",
            "\\./.*\\.c",
            ".*a.*c",
            "a",
            "\\./a",
            ".*\\.c",
            ".*/y/.*",
            "a.*",
            "x/y/z",
            ".*x",
            ".*.*",
            ".*\\..*",
            "a b",
            "\\.c",
            ".*\\.c.*",
        ];
        for (name, syntax) in TYPES {
            for pattern in patterns {
                for (fold, text) in texts.iter().flat_map(|text| [(false, text), (true, text)]) {
                    let pattern = if fold { pattern.to_uppercase() } else { pattern.to_owned() };
                    let regex = PathRegex::new(pattern.as_bytes(), syntax, fold, true).expect("a pattern");
                    assert_eq!(
                        regex.matches(text.as_bytes()),
                        regex.regex.matches(text.as_bytes()),
                        "{name} {pattern} {text} {fold}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_simple_patterns_are_cut_short() {
        let check = |pattern: &str, short: bool| {
            assert_eq!(literal(pattern.as_bytes(), false).is_some(), short, "{pattern}");
        };
        check(".*\\.c", true);
        check(".*/x/.*", true);
        check("\\./src/.*", true);
        check("./src/.*", false);
        check(".*", false);
        check("", false);
        check(".*(a)", false);
        check("a+", false);
        check(".*\\", false);
        check("a*", false);
    }
}
