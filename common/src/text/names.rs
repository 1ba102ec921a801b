//! User and group numbers as names, looked up once each and only when they are shown.
//!
//! Lookups go through libc, so that LDAP, SSSD and the like answer too. An answer is kept for the whole run, and so is
//! the lack of one.

use std::{
    collections::HashMap,
    sync::{OnceLock, RwLock},
};

use crate::sys::clib;

/// Numbers and their names; `None` for a number that has none.
type Known = HashMap<u32, Option<&'static [u8]>>;

/// The names of users, or of groups.
pub struct Names {
    /// Asks the system.
    lookup: fn(u32) -> Option<Vec<u8>>,
    /// Answers so far; their texts are never freed, as they serve every line until the end.
    known: OnceLock<RwLock<Known>>,
}

/// Users, by user ID.
pub static USERS: Names = Names { lookup: clib::user_name, known: OnceLock::new() };

/// Groups, by group ID.
pub static GROUPS: Names = Names { lookup: clib::group_name, known: OnceLock::new() };

impl Names {
    /// The name of `id`, or `None` where the system knows none.
    pub fn get(&self, id: u32) -> Option<&'static [u8]> {
        let known = self.known.get_or_init(RwLock::default);
        if let Some(name) = known.read().unwrap_or_else(|poison| poison.into_inner()).get(&id) {
            return *name;
        }
        let mut known = known.write().unwrap_or_else(|poison| poison.into_inner());
        *known.entry(id).or_insert_with(|| (self.lookup)(id).map(|name| &*name.leak()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_has_a_name_and_misses_are_remembered() {
        assert_eq!(USERS.get(0), Some(&b"root"[..]));
        assert_eq!(USERS.get(0), Some(&b"root"[..]));
        assert_eq!(GROUPS.get(0), Some(&b"root"[..]));
        assert_eq!(USERS.get(3_999_999_999), None);
        assert_eq!(USERS.get(3_999_999_999), None);
    }
}
