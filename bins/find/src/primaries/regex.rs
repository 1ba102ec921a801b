//! -regex and -iregex: regular expressions that match whole paths, by libc's engine, and without it where the answer is
//! the same: a literal text, with `.*` at either end, in a path of printable ASCII.

use ringutils::text::regex::{Regex, Syntax};

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
    /// What it comes to for paths of printable ASCII.
    literal: Option<Literal>,
}

impl PartialEq for PathRegex {
    fn eq(&self, other: &PathRegex) -> bool {
        self.regex == other.regex
    }
}

impl PathRegex {
    /// Reads a pattern; what is wrong with it is said in libc's words.
    pub(crate) fn new(pattern: &[u8], syntax: Syntax, fold: bool) -> Result<PathRegex, Vec<u8>> {
        let syntax = if fold { syntax.fold_case() } else { syntax };
        let literal = if fold { None } else { literal(pattern) };
        Ok(PathRegex { regex: Regex::new(pattern, syntax)?, literal })
    }

    /// Whether all of a path matches.
    pub(crate) fn matches(&self, path: &[u8]) -> bool {
        match &self.literal {
            Some(literal) if path.iter().all(|byte| matches!(byte, b' '..=b'~')) => {
                literal.holds(path, false)
            }
            _ => self.regex.matches(path),
        }
    }
}

/// A pattern of characters that mean themselves in every syntax, with `.*` at either end.
fn literal(pattern: &[u8]) -> Option<Literal> {
    let (before, rest) = match pattern.strip_prefix(b".*") {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let mut text = Vec::with_capacity(rest.len());
    let mut rest = rest;
    loop {
        rest = match rest {
            [] => return (!text.is_empty()).then(|| Literal::new(text, before, false)),
            b".*" => return (!text.is_empty()).then(|| Literal::new(text, before, true)),
            [b'\\', b'.', after @ ..] => {
                text.push(b'.');
                after
            }
            [byte, after @ ..] if byte.is_ascii_alphanumeric() || b"/_- ,=@%~:#".contains(byte) => {
                text.push(*byte);
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
            "a", "\\./a", ".*\\.c", ".*/y/.*", "a.*", "x/y/z", ".*x", ".*.*", ".*\\..*", "a b", "\\.c",
            ".*\\.c.*",
        ];
        for (name, syntax) in TYPES {
            for pattern in patterns {
                let regex = PathRegex::new(pattern.as_bytes(), syntax, false).expect("a pattern");
                for text in texts {
                    assert_eq!(
                        regex.matches(text.as_bytes()),
                        regex.regex.matches(text.as_bytes()),
                        "{name} {pattern} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_simple_patterns_are_cut_short() {
        let check = |pattern: &str, short: bool| {
            assert_eq!(literal(pattern.as_bytes()).is_some(), short, "{pattern}");
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
