//! -gitignore: what .gitignore, .ignore, .git/info/exclude and git's own list of excludes say is to be ignored.
//!
//! Each directory of a walk has a level, with the rules that its own files give and the level of its parent, which the
//! walk keeps as long as anything below the directory is under way. Above a starting point the files of its parents
//! count up to the root of the repository.
//!
//! Patterns are matched over bytes, by `glob`, and read by `rules`; where git keeps its list is for `global` to know, what
//! counts above a starting point for `above`. What cannot be read is told, once, as `source` says.

mod above;
mod glob;
mod global;
mod rules;
mod source;

use std::{
    ffi::CStr,
    sync::{Arc, OnceLock},
};

use ringutils::walk::dir::Dir;

use self::{
    global::Global,
    rules::Rules,
    source::{Faults, MOST},
};
use crate::paths::below;

/// What is ignored in one directory, and below.
#[derive(Debug, Default)]
struct Level {
    /// The same of the directory above.
    parent: Option<Arc<Level>>,
    /// What is put before the path of a file below its starting point, for directories above that.
    before: Vec<u8>,
    /// How many bytes of that path lead to this directory, for those below it.
    cut: usize,
    /// .ignore
    own: Rules,
    /// .gitignore
    git: Rules,
    /// .git/info/exclude
    exclude: Rules,
    /// Whether a repository begins here.
    is_repository: bool,
    /// What could not be read.
    faults: Faults,
}

/// Git's list of excludes, read once.
static GLOBAL: OnceLock<Global> = OnceLock::new();

/// Whether an entry of a directory is ignored. Starting points never are: who names a file wants it. `messages` is given
/// what has not been told yet of files of rules that cannot be read.
pub(crate) fn ignores(dir: &Dir<'_>, path: &[u8], is_dir: bool, messages: Option<&mut Vec<Vec<u8>>>) -> bool {
    if dir.is_roots() {
        return false;
    }
    let Some(level) = dir.keep(|above| Arc::new(Level::of(dir, above))) else { return false };
    let ignored = level.says(below(path, dir.root().len()), is_dir);
    if let Some(messages) = messages {
        level.faults.tell(messages);
        if let Some(global) = GLOBAL.get() {
            global.faults.tell(messages);
        }
    }
    ignored
}

impl Level {
    /// The level of a directory of a walk.
    fn of(dir: &Dir<'_>, above: Option<Arc<Level>>) -> Level {
        let faults = Faults::default();
        let path = |name: &[u8]| {
            let mut path = Vec::new();
            dir.push_prefix(&mut path);
            path.extend_from_slice(name);
            path
        };
        let read = |names: &[&CStr]| {
            let name = || path(&names.iter().map(|name| name.to_bytes()).collect::<Vec<_>>().join(&b'/'));
            faults.rules(dir.read_file(names, MOST), name)
        };
        let git = dir.stat(c".git".into(), false);
        let is_repository = git.is_ok();
        if let Err(errno) = git {
            faults.note(errno, || path(b".git"));
        }
        // Nothing above the root of a repository says anything about what is in it.
        let parent = above.or_else(|| if is_repository { None } else { above::levels(dir, &faults) });
        let below = below(dir.path(), dir.root().len());
        Level {
            parent,
            before: Vec::new(),
            cut: if below.is_empty() { 0 } else { below.len() + 1 },
            own: read(&[c".ignore"]),
            git: read(&[c".gitignore"]),
            exclude: if is_repository { read(&[c".git", c"info", c"exclude"]) } else { Rules::default() },
            is_repository,
            faults,
        }
    }

    /// Whether a file is ignored, by its path below the starting point.
    fn says(&self, below: &[u8], is_dir: bool) -> bool {
        let levels = || std::iter::successors(Some(self), |level| level.parent.as_deref());
        let own = levels().find_map(|level| level.ask(&level.own, below, is_dir));
        let Some(root) = levels().position(|level| level.is_repository) else { return own.unwrap_or(false) };
        own.or_else(|| levels().take(root + 1).find_map(|level| level.ask(&level.git, below, is_dir)))
            .or_else(|| {
                let level = levels().nth(root)?;
                let global = GLOBAL.get_or_init(global::read);
                level.ask(&level.exclude, below, is_dir).or_else(|| level.ask(&global.rules, below, is_dir))
            })
            .unwrap_or(false)
    }

    /// What rules that are written for this directory say of a file below it.
    fn ask(&self, rules: &Rules, below: &[u8], is_dir: bool) -> Option<bool> {
        if rules.is_empty() {
            return None;
        }
        let path = below.get(self.cut..)?;
        if self.before.is_empty() {
            rules.say(path, is_dir)
        } else {
            rules.say(&[&self.before, path].concat(), is_dir)
        }
    }
}
