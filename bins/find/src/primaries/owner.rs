//! -uid, -gid, -user, -group, -nouser, -nogroup.

use std::{
    collections::HashMap,
    ffi::CStr,
    sync::{LazyLock, Mutex, PoisonError},
};

use ringutils::sys::{Meta, ids};

use super::number::{Number, unsigned};

/// A question about who owns a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// The user ID is like this.
    Uid(Number),
    /// The group ID is like this.
    Gid(Number),
    /// No user has the user ID.
    NoUser,
    /// No group has the group ID.
    NoGroup,
}

impl Owner {
    /// A user by name, or by number where nobody has such a name.
    pub(crate) fn user(name: &CStr) -> Option<Owner> {
        ids::user(name)
            .map_or_else(|| id(name), |uid| Some(u64::from(uid)))
            .map(|uid| Owner::Uid(Number::Exactly(uid)))
    }

    /// A group by name, or by number where none has such a name.
    pub(crate) fn group(name: &CStr) -> Option<Owner> {
        ids::group(name)
            .map_or_else(|| id(name), |gid| Some(u64::from(gid)))
            .map(|gid| Owner::Gid(Number::Exactly(gid)))
    }

    /// Whether the file is owned as asked.
    pub(crate) fn holds(self, meta: &Meta) -> bool {
        match self {
            Owner::Uid(number) => number.holds(u64::from(meta.uid)),
            Owner::Gid(number) => number.holds(u64::from(meta.gid)),
            Owner::NoUser => !known(&USERS, meta.uid, ids::is_user),
            Owner::NoGroup => !known(&GROUPS, meta.gid, ids::is_group),
        }
    }
}

/// A number that is an ID, uid_t and gid_t having 32 bits.
fn id(text: &CStr) -> Option<u64> {
    unsigned(text.to_bytes()).filter(|&id| u32::try_from(id).is_ok())
}

/// Answers of the databases, which may be far away.
type Answers = LazyLock<Mutex<HashMap<u32, bool>>>;

static USERS: Answers = LazyLock::new(Mutex::default);
static GROUPS: Answers = LazyLock::new(Mutex::default);

fn known(answers: &Answers, id: u32, ask: impl Fn(u32) -> bool) -> bool {
    *answers.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_insert_with(|| ask(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_names_or_ids() {
        let check = |name: &CStr, expected: Option<u64>| {
            assert_eq!(Owner::user(name), expected.map(|uid| Owner::Uid(Number::Exactly(uid))), "{name:?}");
        };
        check(c"root", Some(0));
        check(c"12345", Some(12345));
        check(c"+5", Some(5));
        check(c"4294967295", Some(4_294_967_295));
        check(c"4294967296", None);
        check(c"-5", None);
        check(c"", None);
        check(c"no such user", None);
    }

    #[test]
    fn nobody_owns_an_id_that_is_in_no_database() {
        let meta = |uid| Meta { uid, gid: uid, ..Meta::default() };
        assert!(!Owner::NoUser.holds(&meta(0)) && Owner::NoUser.holds(&meta(0xffff_fff0)));
        assert!(!Owner::NoGroup.holds(&meta(0)) && Owner::NoGroup.holds(&meta(0xffff_fff0)));
    }
}
