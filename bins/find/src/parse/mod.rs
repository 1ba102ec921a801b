//! From words to an expression: `lex` reads words one by one against the `table`, `build` gives them the shape of a
//! tree. What is wrong is said in GNU's words.
//!
//! Looks at no file but those that the expression names to compare with.

mod argument;
mod beyond;
pub(crate) mod build;
mod command;
pub(crate) mod lex;
mod newer;
mod primary;
pub(crate) mod table;

use ringutils::{
    args::{Complaint, Shard},
    text::wording,
};

use self::lex::Lexed;
use crate::{
    cost,
    exec::Batch,
    expr::{Expr, Needs, Start},
    optimize,
    sink::Sinks,
};

/// What a command line asks for behind its paths.
#[derive(Debug)]
pub(crate) struct Parsed<'a> {
    /// The expression, with -print where it has no other action.
    pub expr: Expr,
    /// -exclude and its like: what is left out, with all that is below it.
    pub excluded: Option<Expr>,
    /// The numbers of -limit, in the order of the command line.
    pub limits: Vec<u64>,
    /// The commands of -exec … {} +, in the order of the command line.
    pub batches: Vec<Batch>,
    /// The files that are written.
    pub sinks: Sinks,
    /// What holds for the whole walk.
    pub globals: Globals,
    /// -files0-from: the file that holds the paths.
    pub paths_from: Option<&'a [u8]>,
    /// Whether somebody is asked before a program is run.
    pub asks: bool,
}

impl Parsed<'_> {
    /// Whether some part of what is evaluated is as `wanted` says.
    pub(crate) fn any(&self, wanted: &impl Fn(&Expr) -> bool) -> bool {
        self.expr.any(wanted) || self.excluded.as_ref().is_some_and(|excluded| excluded.any(wanted))
    }

    /// The most that must be known of a file for some part of it.
    pub(crate) fn needs(&self) -> Needs {
        self.expr.needs().max(self.excluded.as_ref().map_or(Needs::Nothing, Expr::needs))
    }
}

/// Options that hold for the whole walk, wherever they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Globals {
    /// -maxdepth: nothing deeper is visited.
    pub max_depth: Option<u32>,
    /// -mindepth: nothing less deep is evaluated.
    pub min_depth: u32,
    /// -depth, or -delete: directories come after what they hold.
    pub depth_first: bool,
    /// -S bfs: all of one level is visited before anything of the next.
    pub breadth_first: bool,
    /// -xdev: other file systems are not entered.
    pub one_device: bool,
    /// -shard: what is in other directories is not evaluated.
    pub shard: Option<Shard>,
    /// -follow: all links are followed.
    pub follow: bool,
    /// -s: siblings are visited in the order of their names.
    pub sorted: bool,
    /// -unique: each file is visited once.
    pub unique: bool,
    /// -status: how far the walk is is shown.
    pub status: bool,
    /// -noerror: nothing is said of what can't be looked at.
    pub no_error: bool,
    /// -j: so many threads are kept busy.
    pub cpus: Option<usize>,
    /// -ignore_readdir_race: nothing is said of files that vanish.
    pub ignore_race: bool,
}

/// A reason to end before the walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The command line is wrong: messages, to be printed each behind the program's name.
    Misuse(Vec<Vec<u8>>),
    /// The options before the paths are wrong: a message, and a hint at the help.
    Usage(Vec<u8>),
    /// An option of ours is wrong.
    Refused(Complaint),
    /// -D help.
    DebugHelp,
    /// -help.
    Help,
    /// -version.
    Version,
}

impl Stop {
    /// A single message of GNU's find, in the reader's language; see [`wording::text`].
    pub(crate) fn told(format: &str, parts: &[&[u8]]) -> Stop {
        Stop::misuse(wording::text(format, parts))
    }

    /// A single message.
    pub(crate) fn misuse(message: impl Into<Vec<u8>>) -> Stop {
        Stop::Misuse(vec![message.into()])
    }
}

/// Reads an expression. Warnings are appended to `warnings`, which the caller prints before anything else.
pub(crate) fn parse<'a>(
    words: &[&'a [u8]],
    start: Start<'_>,
    warnings: &mut Vec<Vec<u8>>,
) -> Result<Parsed<'a>, Stop> {
    let Lexed { tokens, mut excluded, limits, batches, sinks, globals, paths_from, asks } =
        lex::lex(words, start, warnings)?;
    let arrange = |expr| {
        let expr = optimize::reorder(expr, start.quick);
        if start.quick { cost::arrange(expr) } else { expr }
    };
    let expr = arrange(build::build(tokens, &mut excluded)?);
    let excluded = (!excluded.is_empty()).then(|| arrange(Expr::Or(excluded)));
    Ok(Parsed { expr, excluded, limits, batches, sinks, globals, paths_from, asks })
}

#[cfg(test)]
pub(crate) mod tests {
    use ringutils::sys::Time;

    use super::*;

    /// The moment of the start in tests.
    pub(crate) const START: Start<'_> = Start {
        now: Time { sec: 1_700_000_000, nsec: 0 },
        until: Time { sec: 1_700_000_000, nsec: 0 },
        follow: false,
        verbose: false,
        quick: true,
        roots: &[b"root/"],
    };

    /// The words of a command line, separated by single spaces.
    pub(crate) fn words(text: &str) -> Vec<&[u8]> {
        text.split(' ').filter(|word| !word.is_empty()).map(str::as_bytes).collect()
    }

    /// An expression as `build` leaves it.
    pub(crate) fn expression(text: &str) -> Expr {
        let lexed = lex::lex(&words(text), START, &mut Vec::new()).expect("words");
        build::build(lexed.tokens, &mut Vec::new()).expect("an expression")
    }
}
