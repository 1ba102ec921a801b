//! -acl, -capable, -xattr, -xattrname: the extended attributes of a file, by their names.

/// Attributes that a file is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Attribute {
    /// -xattr: any that this user may see.
    Any,
    /// -acl: an access control list that says more than the mode, or a default one.
    Acl,
    /// -capable: capabilities of a program.
    Capable,
    /// -xattrname: the one of this name.
    Named(Vec<u8>),
}

/// Those that hold access control lists.
const LISTS: [&[u8]; 4] =
    [b"system.posix_acl_access", b"system.posix_acl_default", b"system.nfs4_acl", b"system.richacl"];

impl Attribute {
    /// Whether a file has it that has attributes of these names, each with a NUL behind it.
    pub(crate) fn is_among(&self, names: &[u8]) -> bool {
        let mut names = names.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        match self {
            Attribute::Any => names.next().is_some(),
            Attribute::Acl => names.any(|name| LISTS.contains(&name)),
            Attribute::Capable => names.any(|name| name == b"security.capability"),
            Attribute::Named(wanted) => names.any(|name| name == wanted.as_slice()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_for_whole() {
        let check = |attribute: &Attribute, names: &[u8], expected| {
            assert_eq!(attribute.is_among(names), expected, "{attribute:?} {names:?}");
        };
        let named = Attribute::Named(b"user.a".to_vec());
        check(&named, b"user.a\0", true);
        check(&named, b"user.ab\0user.b\0", false);
        check(&named, b"user.b\0user.a\0", true);
        check(&Attribute::Named(Vec::new()), b"user.a\0", false);
        check(&Attribute::Any, b"", false);
        check(&Attribute::Any, b"user.a\0", true);
        check(&Attribute::Acl, b"user.a\0", false);
        check(&Attribute::Acl, b"user.a\0system.posix_acl_default\0", true);
        check(&Attribute::Capable, b"security.capability\0", true);
        check(&Attribute::Capable, b"security.selinux\0", false);
    }
}
