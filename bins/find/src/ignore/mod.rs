//! -gitignore: what .gitignore, .ignore, .git/info/exclude and git's own list of excludes say is to be ignored.
//!
//! Each directory of a walk has a level, with the rules that its own files give and the level of its parent, which the
//! walk keeps as long as anything below the directory is under way. Above a starting point the files of its parents
//! count up to the root of the repository.
//!
//! Patterns are matched over bytes, by `glob`, and read by `rules`; where git keeps its list is for `global` to know.

mod glob;
mod global;
mod rules;

use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::Path,
    sync::{Arc, OnceLock},
};

use ringutils::walk::dir::Dir;

use self::rules::Rules;

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
}

/// Git's list of excludes, read once.
static GLOBAL: OnceLock<Rules> = OnceLock::new();

/// Whether an entry of a directory is ignored. Starting points never are: who names a file wants it.
pub(crate) fn ignores(dir: &Dir<'_>, path: &[u8], is_dir: bool) -> bool {
    if dir.is_roots() {
        return false;
    }
    let level = dir.keep(|above| Arc::new(Level::of(dir, above)));
    let below = path[dir.root().len()..].strip_prefix(b"/").unwrap_or(&path[dir.root().len()..]);
    level.is_some_and(|level| level.says(below, is_dir))
}

impl Level {
    /// The level of a directory of a walk.
    fn of(dir: &Dir<'_>, above: Option<Arc<Level>>) -> Level {
        let parent = above.or_else(|| above_start(dir.root()));
        let below = dir.path()[dir.root().len()..].strip_prefix(b"/");
        let below = below.unwrap_or(&dir.path()[dir.root().len()..]);
        let read = |names: &[&std::ffi::CStr]| Rules::parse(&dir.read_file(names).unwrap_or_default());
        let is_repository = dir.stat(c".git".into(), false).is_ok();
        Level {
            parent,
            before: Vec::new(),
            cut: if below.is_empty() { 0 } else { below.len() + 1 },
            own: read(&[c".ignore"]),
            git: read(&[c".gitignore"]),
            exclude: if is_repository { read(&[c".git", c"info", c"exclude"]) } else { Rules::default() },
            is_repository,
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
                level.ask(&level.exclude, below, is_dir).or_else(|| level.ask(global, below, is_dir))
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

/// The levels of the directories that hold a starting point, up to the root of the repository, or to the top where there is
/// none, as .ignore files count everywhere.
fn above_start(start: &[u8]) -> Option<Arc<Level>> {
    let whole = fs::canonicalize(OsStr::from_bytes(start)).ok()?;
    let mut chain: Vec<&Path> = whole.ancestors().skip(1).collect();
    chain.reverse();
    let mut level = None;
    for dir in chain {
        let before = whole.strip_prefix(dir).ok()?.as_os_str().as_bytes();
        let read = |name: &str| Rules::parse(&fs::read(dir.join(name)).unwrap_or_default());
        let is_repository = dir.join(".git").symlink_metadata().is_ok();
        level = Some(Arc::new(Level {
            parent: level,
            before: [before, b"/"].concat(),
            cut: 0,
            own: read(".ignore"),
            git: read(".gitignore"),
            exclude: if is_repository { read(".git/info/exclude") } else { Rules::default() },
            is_repository,
        }));
    }
    level
}
