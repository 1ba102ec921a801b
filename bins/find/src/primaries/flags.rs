//! -flags: attributes beyond the mode, as chattr(1) sets them and statx(2) tells of them.

use ringutils::sys::meta::Attributes;

use super::number::{Comparison, comparison};

/// Attributes to compare with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flags {
    /// Whether the file has exactly these (no sign), one of these (`+`), or all of these (`-`).
    comparison: Comparison,
    /// Those that it has.
    set: Attributes,
    /// Those that it has not.
    clear: Attributes,
}

impl Flags {
    /// Reads names with commas between them, `no` before those that are to lack; the names of chflags(1) on other systems
    /// are known too. The first word that is no name is the error.
    pub(crate) fn parse(text: &[u8]) -> Result<Flags, Vec<u8>> {
        let (comparison, list) = comparison(text);
        let mut flags = Flags { comparison, set: Attributes::default(), clear: Attributes::default() };
        for word in list.split(|&byte| byte == b',') {
            match (named(word), word.strip_prefix(b"no").and_then(named)) {
                (Some(one), _) => flags.set = flags.set.with(one),
                (None, Some(one)) => flags.clear = flags.clear.with(one),
                // `nodump` is a name by itself.
                (None, None) if word == b"dump" => flags.clear = flags.clear.with(NO_DUMP),
                (None, None) => return Err(word.to_owned()),
            }
        }
        Ok(flags)
    }

    /// Whether a file with these attributes is as asked.
    pub(crate) fn holds(self, attributes: Attributes) -> bool {
        let Flags { comparison, set, clear } = self;
        match comparison {
            Comparison::Exactly => attributes == set && !attributes.meets(clear),
            Comparison::LessThan => attributes.has(set) && !attributes.meets(clear),
            Comparison::MoreThan => attributes.meets(set) || !attributes.has(clear),
        }
    }
}

/// Not to be backed up.
const NO_DUMP: Attributes = Attributes::NAMES[5].1;

/// An attribute by its name.
fn named(word: &[u8]) -> Option<Attributes> {
    let word: &[u8] = match word {
        b"uappnd" | b"uappend" | b"sappnd" | b"sappend" => b"append",
        b"uchg" | b"uchange" | b"uimmutable" | b"schg" | b"schange" | b"simmutable" => b"immutable",
        other => other,
    };
    Attributes::NAMES.iter().find(|(name, _)| name.as_bytes() == word).map(|(_, attribute)| *attribute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_and_compared() {
        let set = |text: &str| Flags::parse(text.as_bytes()).map(|flags| flags.set).unwrap_or_default();
        let (none, append) = (Attributes::default(), set("append"));
        let both = append.with(set("nodump"));
        let check = |text: &str, expected: [bool; 3]| {
            let flags = Flags::parse(text.as_bytes()).expect("flags");
            assert_eq!([none, append, both].map(|attributes| flags.holds(attributes)), expected, "{text}");
        };
        check("append", [false, true, false]);
        check("append,nodump", [false, false, true]);
        check("-append", [false, true, true]);
        check("-append,dump", [false, true, false]);
        check("-noappend", [true, false, false]);
        check("+append,nodump", [false, true, true]);
        check("+nodump", [false, false, true]);
        check("+noappend,dump", [true, true, false]);
        check("sappnd", [false, true, false]);
        check("-nouappnd", [true, false, false]);
    }

    #[test]
    fn what_is_no_flag() {
        let check =
            |text: &str, word: &str| assert_eq!(Flags::parse(text.as_bytes()), Err(word.into()), "{text}");
        check("", "");
        check("-", "");
        check("append,", "");
        check("x", "x");
        check("nono", "nono");
        check("append,nox", "nox");
    }
}
