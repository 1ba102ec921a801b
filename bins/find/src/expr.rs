//! The expression as a tree of closed enums, and what its parts need and do.
//!
//! Does not evaluate and does not reorder: see `eval` and `optimize`.

use ringutils::sys::Time;

use crate::{
    exec::Command,
    primaries::{Age, Number, Owner, PermTest, Since, SizeTest, kind::Kinds, name::Pattern},
};

/// An expression. Chains of one operator are lists, so that a long command line is no deep tree.
#[derive(Debug, PartialEq)]
pub(crate) enum Expr {
    /// Always the same, as options are true.
    Always(bool),
    /// The opposite.
    Not(Box<Expr>),
    /// True if all are, evaluated up to the first that is false.
    And(Vec<Expr>),
    /// True if one is, evaluated up to the first that is true.
    Or(Vec<Expr>),
    /// All are evaluated, and the last counts.
    Comma(Vec<Expr>),
    /// A question about the file that changes nothing.
    Test(Test),
    /// Something done.
    Act(Action),
}

/// A question about a file.
#[derive(Debug, PartialEq)]
pub(crate) enum Test {
    /// -name, -iname: the last part of the path.
    Name(Pattern),
    /// -path, -ipath: the whole path.
    Path(Pattern),
    /// -type.
    Kind(Kinds),
    /// -inum, by what the directory says where nothing was stat'ed.
    Inum(Number),
    /// -empty.
    Empty,
    /// -size.
    Size(SizeTest),
    /// -perm.
    Perm(PermTest),
    /// -uid, -gid, -user, -group, -nouser, -nogroup.
    Owner(Owner),
    /// -links.
    Links(Number),
    /// -samefile: device and inode number.
    SameFile(u64, u64),
    /// -newer and its kin.
    Since(Since),
    /// -mtime, -mmin and their kin.
    Age(Age),
}

/// Something done about a file.
#[derive(Debug, PartialEq)]
pub(crate) enum Action {
    /// -print, and -print0: the path and this byte.
    Print(u8),
    /// -prune.
    Prune,
    /// -quit.
    Quit,
    /// -delete.
    Delete,
    /// -exec … ;
    Exec(Command),
    /// -exec … {} +: the number of the batch, counted from 0 in the order of the command line.
    Batch(usize),
}

impl Test {
    /// Whether the answer takes a stat; the rest is known from the name, the type and the directory's listing.
    pub(crate) fn needs_meta(&self) -> bool {
        !matches!(self, Test::Name(_) | Test::Path(_) | Test::Kind(_) | Test::Inum(_))
    }

    /// Whether the answer may take a stat: that of -inum does for directories.
    pub(crate) fn may_need_meta(&self) -> bool {
        self.needs_meta() || matches!(self, Test::Inum(_))
    }

    /// Whether only the path is looked at: GNU's find takes such tests first.
    fn needs_nothing(&self) -> bool {
        matches!(self, Test::Name(_) | Test::Path(_))
    }
}

impl Expr {
    /// Whether the first thing that is evaluated about any file takes a stat.
    pub(crate) fn begins_with_meta(&self) -> bool {
        match self {
            Expr::Test(test) => test.needs_meta(),
            Expr::Not(part) => part.begins_with_meta(),
            Expr::And(parts) | Expr::Or(parts) | Expr::Comma(parts) => {
                parts.first().is_some_and(Expr::begins_with_meta)
            }
            Expr::Always(_) | Expr::Act(_) => false,
        }
    }

    /// Whether it is a leaf that costs nothing and does nothing.
    pub(crate) fn is_free(&self) -> bool {
        match self {
            Expr::Always(_) => true,
            Expr::Test(test) => test.needs_nothing(),
            _ => false,
        }
    }

    /// Whether it, or a part of it, does something, were it only -prune or -quit.
    pub(crate) fn acts(&self) -> bool {
        self.any(&|part| matches!(part, Expr::Act(_)))
    }

    /// Whether a part of it takes a stat.
    pub(crate) fn needs_meta(&self) -> bool {
        self.any(&|part| matches!(part, Expr::Test(test) if test.needs_meta()))
    }

    /// Whether some part, itself included, is as `wanted` says.
    pub(crate) fn any(&self, wanted: &impl Fn(&Expr) -> bool) -> bool {
        wanted(self)
            || match self {
                Expr::Not(part) => part.any(wanted),
                Expr::And(parts) | Expr::Or(parts) | Expr::Comma(parts) => {
                    parts.iter().any(|part| part.any(wanted))
                }
                Expr::Always(_) | Expr::Test(_) | Expr::Act(_) => false,
            }
    }
}

/// What the words of an expression are read against, fixed before the first file is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'a> {
    /// The time at which the command was started.
    pub now: Time,
    /// Whether files named in the expression are looked at through links: -H or -L.
    pub follow: bool,
    /// Whether warnings are given that GNU gives only where somebody sits at a terminal.
    pub verbose: bool,
    /// Where the walk starts.
    pub roots: &'a [&'a [u8]],
}
