//! The directories that hold a starting point: their rules count up to the root of the repository, or to the top where
//! there is none, as .ignore files count everywhere.
//!
//! Others may be able to write there, in /tmp above all. So only what belongs to root, to who runs this, or to whom the
//! starting point belongs, who can put rules into it as well, says anything.

use std::{
    ffi::{CStr, OsStr},
    fs,
    os::unix::ffi::OsStrExt,
    path::Path,
    sync::Arc,
};

use ringutils::{
    sys::{Errno, ids::effective_user},
    walk::{dir::Dir, reach::Held},
};

use super::{
    Level,
    rules::Rules,
    source::{Faults, MOST},
};

/// The levels above a starting point; what went wrong is kept in `faults`.
pub(super) fn levels(dir: &Dir<'_>, faults: &Faults) -> Option<Arc<Level>> {
    let mut found = Vec::new();
    if let Err(errno) = climb(dir, faults, &mut found) {
        faults.note(errno, || dir.root().to_vec());
    }
    found.into_iter().rev().fold(None, |parent, level| Some(Arc::new(Level { parent, ..level })))
}

/// Goes up from the starting point by its descriptor, so that no name on the way is resolved again, and collects levels.
fn climb(dir: &Dir<'_>, faults: &Faults, found: &mut Vec<Level>) -> Result<(), Errno> {
    let whole = fs::canonicalize(OsStr::from_bytes(dir.root()));
    let whole = whole.map_err(|error| Errno(error.raw_os_error().unwrap_or_default()))?;
    let owner = dir.meta()?.uid;
    let is_trusted = |uid: u32| uid == 0 || uid == effective_user() || uid == owner;
    let mut place: Option<Held> = None;
    for above in whole.ancestors().skip(1) {
        let next = match &place {
            None => dir.above()?,
            Some(below) => below.above()?,
        };
        let before = whole.strip_prefix(above).unwrap_or(&whole).as_os_str().as_bytes();
        let level = level(&next, above, [before, b"/"].concat(), faults, &is_trusted);
        place = Some(next);
        let is_repository = level.is_repository;
        found.push(level);
        if is_repository {
            break;
        }
    }
    Ok(())
}

/// The level of one directory, whose path is `above`.
fn level(
    place: &Held,
    above: &Path,
    before: Vec<u8>,
    faults: &Faults,
    is_trusted: &impl Fn(u32) -> bool,
) -> Level {
    let path = |name: &str| above.join(name).into_os_string().as_bytes().to_vec();
    let read = |names: &[&CStr]| place.read_file(names, MOST, is_trusted);
    let git = place.stat(c".git");
    let is_repository = match git {
        Ok(git) => is_trusted(git.uid),
        Err(errno) => {
            faults.note(errno, || path(".git"));
            false
        }
    };
    Level {
        before,
        own: faults.rules(read(&[c".ignore"]), || path(".ignore")),
        git: faults.rules(read(&[c".gitignore"]), || path(".gitignore")),
        exclude: match is_repository {
            true => faults.rules(read(&[c".git", c"info", c"exclude"]), || path(".git/info/exclude")),
            false => Rules::default(),
        },
        is_repository,
        ..Level::default()
    }
}
