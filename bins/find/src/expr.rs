//! The expression as a tree of closed enums, and what its parts need and do.
//!
//! Does not evaluate and does not reorder: see `eval` and `optimize`.

use ringutils::{sys::Time, walk::reach::Use};

use crate::{
    exec::Command,
    primaries::{
        Age, Attribute, Flags, FsType, Number, Owner, PathRegex, PermTest, Since, SizeTest, Used,
        kind::Kinds, name::Pattern,
    },
    printf::Format,
    sink::Sink,
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
    /// -regex, -iregex.
    Regex(PathRegex),
    /// -lname, -ilname: what a link says.
    LinkText(Pattern),
    /// -type.
    Kind(Kinds),
    /// -xtype: the type, looked at the other way as to links.
    OtherKind(Kinds),
    /// -readable, -writable, -executable.
    May(Use),
    /// -context.
    Context(Pattern),
    /// -fstype.
    FsType(FsType),
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
    /// -used.
    Used(Used),
    /// -depth N: how far below the starting point.
    Depth(Number),
    /// -hidden.
    Hidden,
    /// -gitignore.
    Ignored,
    /// -sparse.
    Sparse,
    /// -flags.
    Flags(Flags),
    /// -acl, -capable, -xattr, -xattrname.
    Attribute(Attribute),
}

/// What must be known of a file to answer a test or to show something, each more than the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Needs {
    /// Its name and its type.
    Nothing,
    /// Its inode number, by what the directory says where nothing was stat'ed.
    Inode,
    /// That a stat would succeed, since GNU's find makes one; not what it says.
    Sight,
    /// Its metadata.
    Meta,
}

/// Something done about a file.
#[derive(Debug, PartialEq)]
pub(crate) enum Action {
    /// -print, and -print0: the path and this byte.
    Print(u8),
    /// -printf, -fprintf, -fprint and -fprint0.
    Format(Sink, Format),
    /// -ls and -fls.
    List(Sink),
    /// -prune.
    Prune,
    /// -quit.
    Quit,
    /// -limit: the number of the limit, counted from 0 in the order of the command line.
    Limit(usize),
    /// -delete.
    Delete,
    /// -exec … ; and -execdir, -ok, -okdir.
    Exec(Command),
    /// -exec … {} +: the number of the batch, counted from 0 in the order of the command line.
    Batch(usize),
    /// -execdir … {} +: likewise.
    DirBatch(usize),
}

impl Test {
    /// What must be known for the answer.
    pub(crate) fn needs(&self) -> Needs {
        match self {
            Test::Name(_) | Test::Path(_) | Test::Regex(_) | Test::Kind(_) | Test::May(_) => Needs::Nothing,
            Test::Depth(_) | Test::Hidden | Test::Ignored => Needs::Nothing,
            Test::Inum(_) => Needs::Inode,
            Test::LinkText(_) | Test::OtherKind(_) | Test::Context(_) | Test::Attribute(_) => Needs::Sight,
            _ => Needs::Meta,
        }
    }

    /// Whether only the path is looked at: GNU's find takes such tests first.
    fn needs_nothing(&self) -> bool {
        matches!(self, Test::Name(_) | Test::Path(_) | Test::Regex(_) | Test::Depth(_) | Test::Hidden)
    }
}

impl Action {
    /// What must be known before it is done.
    pub(crate) fn needs(&self) -> Needs {
        match self {
            Action::Format(_, format) => format.needs(),
            Action::List(_) => Needs::Meta,
            _ => Needs::Nothing,
        }
    }
}

impl Expr {
    /// Whether the first thing that is evaluated about any file takes a stat.
    pub(crate) fn begins_with_meta(&self) -> bool {
        match self {
            Expr::Test(_) | Expr::Act(_) => self.needs() == Needs::Meta,
            Expr::Not(part) => part.begins_with_meta(),
            Expr::And(parts) | Expr::Or(parts) | Expr::Comma(parts) => {
                parts.first().is_some_and(Expr::begins_with_meta)
            }
            Expr::Always(_) => false,
        }
    }

    /// The most that must be known for a part of it. That of -inum is a stat for directories.
    pub(crate) fn needs(&self) -> Needs {
        match self {
            Expr::Always(_) => Needs::Nothing,
            Expr::Test(test) => test.needs(),
            Expr::Act(action) => action.needs(),
            Expr::Not(part) => part.needs(),
            Expr::And(parts) | Expr::Or(parts) | Expr::Comma(parts) => {
                parts.iter().map(Expr::needs).max().unwrap_or(Needs::Nothing)
            }
        }
    }

    /// Whether it is a leaf that costs nothing and does nothing.
    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Expr::Always(_)) || self.is_free_test()
    }

    /// Whether it is one that has to be evaluated.
    pub(crate) fn is_free_test(&self) -> bool {
        matches!(self, Expr::Test(test) if test.needs_nothing())
    }

    /// Whether it, or a part of it, does something, were it only -prune or -quit.
    pub(crate) fn acts(&self) -> bool {
        self.any(&|part| matches!(part, Expr::Act(_)))
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
    /// The time from which ages are counted: the same or, after -daystart, the end of the day.
    pub until: Time,
    /// Whether files named in the expression are looked at through links: -H or -L.
    pub follow: bool,
    /// Whether warnings are given that GNU gives only where somebody sits at a terminal.
    pub verbose: bool,
    /// Whether short cuts are taken that do not show.
    pub quick: bool,
    /// Where the walk starts.
    pub roots: &'a [&'a [u8]],
}
