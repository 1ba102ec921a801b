//! How an expression comes to a verdict about a file. Pure: what tests answer and what actions do is the caller's.

use std::ffi::{CStr, CString};

use ringutils::{
    sys::{Kind, Meta, Name, until_nul},
    walk::dir::Dir,
};

use crate::expr::{Expr, Test};

/// What an expression, or a part of it, came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// True.
    True,
    /// False.
    False,
    /// Evaluation ends here, whatever the rest would say.
    Over,
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Verdict {
        if holds { Verdict::True } else { Verdict::False }
    }
}

/// Evaluates an expression as GNU's find does, from left to right and only as far as needed. `leaf` answers for tests
/// and carries out actions.
pub(crate) fn eval(expr: &Expr, leaf: &mut impl FnMut(&Expr) -> Verdict) -> Verdict {
    match expr {
        Expr::Always(holds) => Verdict::from(*holds),
        Expr::Test(_) | Expr::Act(_) => leaf(expr),
        Expr::Not(part) => match eval(part, leaf) {
            Verdict::True => Verdict::False,
            Verdict::False => Verdict::True,
            Verdict::Over => Verdict::Over,
        },
        Expr::And(parts) => up_to(parts, Verdict::True, leaf),
        Expr::Or(parts) => up_to(parts, Verdict::False, leaf),
        Expr::Comma(parts) => {
            let mut last = Verdict::True;
            for part in parts {
                last = eval(part, leaf);
                if last == Verdict::Over {
                    break;
                }
            }
            last
        }
    }
}

/// Evaluates parts while they come to `usual`.
fn up_to(parts: &[Expr], usual: Verdict, leaf: &mut impl FnMut(&Expr) -> Verdict) -> Verdict {
    parts.iter().map(|part| eval(part, leaf)).find(|verdict| *verdict != usual).unwrap_or(usual)
}

/// What the entries of a directory are called: names and paths, put together when asked for.
pub(crate) struct Names<'a> {
    /// The path of the directory; empty where the entries are roots, whose names are paths.
    dir: &'a [u8],
    /// What stands before the names, then an entry's name and a NUL; empty until asked for.
    path: Vec<u8>,
    /// Bytes before the entry's name.
    prefix: usize,
    /// Whether the path is that of the present entry.
    made: bool,
    /// Whether entries are roots.
    roots: bool,
    /// The last part of a root, for -name.
    base: Option<CString>,
    /// How deep the entries are below the starting point.
    depth: u32,
}

impl<'a> Names<'a> {
    /// For the entries of the directory of this path, or for roots.
    pub(crate) fn new(dir: &'a [u8], roots: bool) -> Names<'a> {
        Names { depth: 0, dir, path: Vec::new(), prefix: 0, made: false, roots, base: None }
    }

    /// The names of the entries of a directory of the walk.
    pub(crate) fn of(dir: &Dir<'a>) -> Names<'a> {
        Names { depth: dir.entry_depth(), ..Names::new(dir.path(), dir.is_roots()) }
    }

    /// Turns to another entry.
    pub(crate) fn turn(&mut self) {
        self.made = false;
    }

    /// The whole path of the entry.
    pub(crate) fn path(&mut self, name: Name<'_>) -> &CStr {
        if !self.made {
            self.path.truncate(self.prefix);
            if self.path.is_empty() && !self.roots {
                self.path.extend_from_slice(self.dir);
                if !self.dir.ends_with(b"/") {
                    self.path.push(b'/');
                }
                self.prefix = self.path.len();
            }
            self.path.extend_from_slice(name.to_bytes_with_nul());
            self.made = true;
        }
        until_nul(&self.path)
    }

    /// The last part of the path: of a root without the slashes at its end, unless it is nothing but slashes.
    fn last_part<'n>(&'n mut self, name: Name<'n>) -> &'n CStr {
        if !self.roots {
            return name.c_str();
        }
        self.base.insert(CString::new(base(name.to_bytes())).unwrap_or_default())
    }
}

fn base(path: &[u8]) -> &[u8] {
    let Some(end) = path.iter().rposition(|&byte| byte != b'/') else { return &path[..path.len().min(1)] };
    let from = path[..end].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    &path[from..=end]
}

/// Whether the last part of a path begins with a dot, and is not the name that each directory has for itself or its parent.
fn is_hidden(base: &[u8]) -> bool {
    base.starts_with(b".") && base != b"." && base != b".."
}

impl Test {
    /// The answer, if it takes no more than what a directory's listing tells. `ino` is the entry's own, if known.
    pub(crate) fn by_listing(
        &self,
        names: &mut Names<'_>,
        name: Name<'_>,
        kind: Kind,
        ino: Option<u64>,
    ) -> Option<bool> {
        match self {
            Test::Name(pattern) => Some(pattern.matches(names.last_part(name))),
            Test::Path(pattern) => Some(pattern.matches(names.path(name))),
            Test::Regex(regex) => Some(regex.matches(names.path(name).to_bytes())),
            Test::Kind(kinds) => Some(kinds.holds(kind)),
            Test::Inum(number) => ino.map(|ino| number.holds(ino)),
            Test::Depth(number) => Some(number.holds(names.depth.into())),
            Test::Hidden => Some(is_hidden(names.last_part(name).to_bytes())),
            _ => None,
        }
    }

    /// The answer by the metadata. Of directories, -empty is not answered by it.
    pub(crate) fn by_meta(&self, meta: &Meta) -> bool {
        match self {
            Test::Inum(number) => number.holds(meta.ino),
            Test::Empty => meta.kind() == Kind::File && meta.size == 0,
            Test::Size(size) => size.holds(meta.size),
            Test::Perm(perm) => perm.holds(meta),
            Test::Owner(owner) => owner.holds(meta),
            Test::Links(number) => number.holds(u64::from(meta.nlink)),
            Test::SameFile(dev, ino) => meta.id() == (*dev, *ino),
            Test::Since(since) => since.holds(meta),
            Test::Age(age) => age.holds(meta),
            Test::Used(used) => used.holds(meta),
            Test::FsType(name) => name.holds(meta.dev),
            Test::Kind(kinds) => kinds.holds(meta.kind()),
            Test::Sparse => meta.blocks < meta.size.div_ceil(512),
            Test::Flags(flags) => flags.holds(meta.attributes),
            Test::Name(_)
            | Test::Path(_)
            | Test::Regex(_)
            | Test::LinkText(_)
            | Test::OtherKind(_)
            | Test::May(_)
            | Test::Depth(_)
            | Test::Hidden
            | Test::Ignored
            | Test::Attribute(_)
            | Test::Context(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{expr::Action, parse::tests::expression};

    /// Evaluates for a file of this name of which no stat is made: what is printed, and whether a stat was reached.
    fn run(text: &str, name: &CStr) -> (usize, bool, Verdict) {
        let mut names = Names::new(b"dir", false);
        let (mut printed, mut needed) = (0, false);
        let verdict = eval(&expression(text), &mut |leaf| match leaf {
            Expr::Test(test) => match test.by_listing(&mut names, name.into(), Kind::File, Some(7)) {
                Some(holds) => Verdict::from(holds),
                None => {
                    needed = true;
                    Verdict::Over
                }
            },
            Expr::Act(Action::Quit) => Verdict::Over,
            _ => {
                printed += 1;
                Verdict::True
            }
        });
        (printed, needed, verdict)
    }

    #[test]
    fn only_what_is_needed_is_evaluated() {
        use Verdict::{False, Over, True};
        let check = |text: &str, expected| assert_eq!(run(text, c"x.c"), expected, "{text}");
        check("-name *.c", (1, false, True));
        check("-name *.h", (0, false, False));
        check("-name *.h -o -print -print", (2, false, True));
        check("-name *.c -o -print", (0, false, True));
        check("! -name *.h -print", (1, false, True));
        check("-path dir/x.c -type f -inum 7", (1, false, True));
        check("-path x.c", (0, false, False));
        check("-print , -name *.h", (1, false, False));
        check("-print -name *.h -print", (1, false, False));
        check("-name *.h -size 1", (0, false, False));
        check("-name *.c -size 1", (0, true, Over));
        check("-print -size 1 -print", (1, true, Over));
        check("-print -quit -print", (1, false, Over));
        check("! -quit , -print", (0, false, Over));
        check("( -quit -o -print ) -o -print", (0, false, Over));
    }

    #[test]
    fn roots_have_a_last_part() {
        let check = |path: &str, expected: &str| {
            assert_eq!(base(path.as_bytes()), expected.as_bytes(), "{path}");
        };
        check("a", "a");
        check("a/", "a");
        check("a/b//", "b");
        check("/", "/");
        check("//", "/");
        check(".", ".");
        check("./", ".");
        check("a/..", "..");
        check("", "");
    }
}
