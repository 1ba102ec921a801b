//! Which entries are looked at, and which are passed by: -exclude and its like, -unique, -shard, and the tests that
//! take no stat.

use std::sync::PoisonError;

use ringutils::{
    sys::{Kind, Name},
    walk::{dir::Dir, entries::Entry},
};

use crate::{
    eval::{Names, Verdict, eval},
    expr::{Action, Expr, Needs, Test},
    find::Find,
    ignore,
    scene::Scene,
};

impl Find<'_> {
    /// Whether the expression, as far as name and type decide, comes to a test that takes a stat before it comes to
    /// something that could change the answer.
    pub(crate) fn comes_to_stat(&self, dir: &Dir<'_>, entry: &Entry<'_>) -> bool {
        let mut names = Names::of(dir);
        if let Some(excluded) = &self.excluded {
            match self.reaches(excluded, dir, entry, &mut names) {
                (true, _) => return true,
                (false, Verdict::True) => return false,
                _ => {}
            }
        }
        let asks = dir.entry_depth() >= self.globals.min_depth;
        asks && (self.begins_with_meta || self.reaches(&self.expr, dir, entry, &mut names).0)
    }

    /// Whether an expression comes to such a test, and what it comes to otherwise.
    fn reaches<'d>(
        &self,
        expr: &Expr,
        dir: &Dir<'d>,
        entry: &Entry<'_>,
        names: &mut Names<'d>,
    ) -> (bool, Verdict) {
        let ino = self.listed_ino(dir, entry);
        let mut needed = false;
        let verdict = eval(expr, &mut |leaf| match leaf {
            Expr::Test(Test::Ignored) => {
                let path = names.path(entry.name).to_bytes();
                Verdict::from(ignore::ignores(dir, path, entry.kind == Kind::Dir, None))
            }
            Expr::Test(test) => match test.by_listing(names, entry.name, entry.kind, ino) {
                Some(holds) => Verdict::from(holds),
                None => {
                    needed = matches!(test.needs(), Needs::Inode | Needs::Meta);
                    Verdict::Over
                }
            },
            Expr::Act(action) => match action.needs() {
                Needs::Meta => {
                    needed = true;
                    Verdict::Over
                }
                Needs::Inode if ino.is_none() => {
                    needed = true;
                    Verdict::Over
                }
                _ if is_quiet(action) => Verdict::True,
                _ => Verdict::Over,
            },
            _ => Verdict::Over,
        });
        (needed, verdict)
    }

    /// Whether an entry falls to this process: by its directory, a starting point by itself.
    pub(crate) fn is_mine(&self, dir: &Dir<'_>, name: Name<'_>) -> bool {
        let key = if dir.is_roots() { name.to_bytes() } else { dir.path() };
        self.globals.shard.is_none_or(|shard| shard.takes(key))
    }

    /// Whether an entry is to be left out, with all that is below it.
    pub(crate) fn excludes(&self, scene: &mut Scene<'_, '_>) -> bool {
        let Some(excluded) = &self.excluded else { return false };
        eval(excluded, &mut |leaf| scene.leaf(leaf)) == Verdict::True
    }

    /// Whether a file has not been visited under another name. One that can't be looked at is as good as new.
    pub(crate) fn is_new(&self, scene: &Scene<'_, '_>) -> bool {
        let mut visited = self.visited.lock().unwrap_or_else(PoisonError::into_inner);
        scene.stat().map_or(true, |meta| visited.insert(meta.id()))
    }
}

/// Whether an action changes nothing that a test could see.
fn is_quiet(action: &Action) -> bool {
    matches!(action, Action::Print(_) | Action::Format(..) | Action::Prune | Action::Limit(_))
}
