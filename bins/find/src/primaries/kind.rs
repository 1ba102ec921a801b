//! -type: one type or a list of types.

use ringutils::sys::Kind;

/// A set of types, a bit for each of `Kind`'s numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kinds(u16);

/// Why an argument is no list of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoKinds {
    /// It is empty.
    Empty,
    /// This letter means nothing.
    Unknown(u8),
    /// Doors exist on Solaris only.
    Door,
    /// This letter stands twice.
    Twice(u8),
    /// Two letters stand without a comma between them.
    Joined,
    /// A comma stands at the end.
    Open,
}

impl Kinds {
    /// Reads letters with commas between them.
    pub(crate) fn parse(text: &[u8]) -> Result<Kinds, NoKinds> {
        if text.is_empty() {
            return Err(NoKinds::Empty);
        }
        let mut kinds = Kinds(0);
        let mut rest = text;
        while let [letter, after @ ..] = rest {
            let kind = match letter {
                b'b' => Kind::Block,
                b'c' => Kind::Char,
                b'd' => Kind::Dir,
                b'f' => Kind::File,
                b'l' => Kind::Link,
                b'p' => Kind::Fifo,
                b's' => Kind::Socket,
                b'D' => return Err(NoKinds::Door),
                &other => return Err(NoKinds::Unknown(other)),
            };
            if kinds.holds(kind) {
                return Err(NoKinds::Twice(*letter));
            }
            kinds.0 |= 1 << kind as u8;
            rest = match after {
                [] => return Ok(kinds),
                [b','] => return Err(NoKinds::Open),
                [b',', next @ ..] => next,
                _ => return Err(NoKinds::Joined),
            };
        }
        Ok(kinds)
    }

    /// Whether a file of this type is as asked; one whose type is unknown never is.
    pub(crate) fn holds(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_types() {
        let check = |text: &str, expected: Result<&[Kind], NoKinds>| {
            let expected =
                expected.map(|kinds| Kinds(kinds.iter().fold(0, |set, &kind| set | 1 << kind as u8)));
            assert_eq!(Kinds::parse(text.as_bytes()), expected, "{text}");
        };
        check("f", Ok(&[Kind::File]));
        check("f,d,l", Ok(&[Kind::File, Kind::Dir, Kind::Link]));
        check("p,s,b,c", Ok(&[Kind::Fifo, Kind::Socket, Kind::Block, Kind::Char]));
        check("", Err(NoKinds::Empty));
        check("q", Err(NoKinds::Unknown(b'q')));
        check(",f", Err(NoKinds::Unknown(b',')));
        check("f,,d", Err(NoKinds::Unknown(b',')));
        check("f,q", Err(NoKinds::Unknown(b'q')));
        check("D", Err(NoKinds::Door));
        check("f,f", Err(NoKinds::Twice(b'f')));
        check("fd", Err(NoKinds::Joined));
        check("f,", Err(NoKinds::Open));
    }

    #[test]
    fn an_unknown_type_is_none() {
        let all = Kinds::parse(b"b,c,d,f,l,p,s").expect("types");
        assert!(all.holds(Kind::Socket) && !all.holds(Kind::Unknown));
    }
}
