//! The lines of an ignore file: each a pattern, whether it is about directories alone, and whether it takes back what
//! others say.

use super::glob;

/// A line that says something.
#[derive(Debug, PartialEq, Eq)]
struct Rule {
    /// Its pattern, without the marks around it.
    pattern: Vec<u8>,
    /// Whether the pattern is one of paths below the file's directory; else it is one of names, at any depth.
    of_paths: bool,
    /// The byte that all it matches ends in, where the pattern ends in one that stands for itself: most lines are sorted out
    /// by it.
    last: Option<u8>,
    /// Whether it is about directories only.
    of_dirs: bool,
    /// Whether what it matches is not ignored after all.
    spares: bool,
}

/// The lines of one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rules(Vec<Rule>);

impl Rules {
    /// Reads a file's text.
    pub(super) fn parse(text: &[u8]) -> Rules {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Rules(text.split(|&byte| byte == b'\n').filter_map(rule).collect())
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a file is ignored, by the last line that is about it; `None` where no line is. `path` is below the file's
    /// directory.
    pub(super) fn say(&self, path: &[u8], is_dir: bool) -> Option<bool> {
        let name = path.iter().rposition(|&byte| byte == b'/').map_or(path, |slash| &path[slash + 1..]);
        let holds = |rule: &&Rule| {
            (is_dir || !rule.of_dirs)
                && rule.last.is_none_or(|last| path.last() == Some(&last))
                && glob::matches(&rule.pattern, if rule.of_paths { path } else { name })
        };
        self.0.iter().rev().find(holds).map(|rule| !rule.spares)
    }
}

/// A line.
fn rule(line: &[u8]) -> Option<Rule> {
    let line = without_blanks(line.strip_suffix(b"\r").unwrap_or(line));
    let (spares, line) = match line {
        [] | [b'#', ..] => return None,
        [b'!', rest @ ..] => (true, rest),
        _ => (false, line),
    };
    let (of_dirs, line) = match line.strip_suffix(b"/") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let of_paths = line.contains(&b'/');
    let pattern = line.strip_prefix(b"/").unwrap_or(line).to_owned();
    let last = pattern.last().copied().filter(|byte| !matches!(byte, b'*' | b'?' | b']' | b'\\' | b'/'));
    Some(Rule { pattern, of_paths, last, of_dirs, spares }).filter(|rule| !rule.pattern.is_empty())
}

/// A line without the blanks at its end, but for one that a backslash keeps.
fn without_blanks(line: &[u8]) -> &[u8] {
    let mut end = 0;
    let mut at = 0;
    while at < line.len() {
        if line[at] == b'\\' && at + 1 < line.len() {
            at += 1;
            end = at + 1;
        } else if line[at] != b' ' {
            end = at + 1;
        }
        at += 1;
    }
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_is_ignored() {
        let rules = Rules::parse(
            b"\xef\xbb\xbf# no\n\n*.o\n/top\nsub/x\ndir/\n!keep.o\n\\#a\n\\!b  \nsp\\ \r\n!\n/\n",
        );
        let check = |path: &str, is_dir, expected: Option<bool>| {
            assert_eq!(rules.say(path.as_bytes(), is_dir), expected, "{path}");
        };
        check("a.o", false, Some(true));
        check("d/a.o", true, Some(true));
        check("d/keep.o", false, Some(false));
        check("top", false, Some(true));
        check("d/top", false, None);
        check("sub/x", false, Some(true));
        check("d/sub/x", false, None);
        check("dir", true, Some(true));
        check("d/dir", true, Some(true));
        check("dir", false, None);
        check("#a", false, Some(true));
        check("!b", false, Some(true));
        check("sp ", false, Some(true));
        check("no", false, None);
    }
}
