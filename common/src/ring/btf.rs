//! The kernel's description of its own types (BTF), read for one enumeration: which number each ring operation has.
//!
//! A pure parser over bytes. It believes nothing that it reads: whatever the bytes are, it ends, and an answer comes only
//! from an enumeration that begins as `enum io_uring_op` does. Bytes of the other byte order, which no running kernel
//! has, are refused. What it does not do: get the bytes, or judge what an operation does.

/// The first enumerator of `enum io_uring_op`, which was anonymous up to Linux 5.19, so that its own name can't be
/// asked for.
const FIRST: &[u8] = b"IORING_OP_NOP";

/// Kind of an enumeration whose values have 32 bits.
const ENUM: u32 = 6;

/// Size of an enumerator: name and value.
const ENUMERATOR: usize = 8;

/// What follows a type's own twelve bytes, by its kind: bytes for the type, and bytes for each of its members.
const TAILS: [(usize, usize); 20] = [
    (0, 0),          // void, which has no record
    (4, 0),          // integer
    (0, 0),          // pointer
    (12, 0),         // array
    (0, 12),         // struct
    (0, 12),         // union
    (0, ENUMERATOR), // enumeration
    (0, 0),          // forward declaration
    (0, 0),          // typedef
    (0, 0),          // volatile
    (0, 0),          // const
    (0, 0),          // restrict
    (0, 0),          // function
    (0, 8),          // prototype
    (4, 0),          // variable
    (0, 12),         // section
    (0, 0),          // floating point
    (4, 0),          // declaration tag
    (0, 0),          // type tag
    (0, 12),         // enumeration of 64 bits
];

/// The operations of `enum io_uring_op`, each with its name and number, in the order of the enumeration. None where
/// `btf` holds no such enumeration, or is no BTF.
pub fn operations(btf: &[u8]) -> Option<Operations<'_>> {
    let header = btf.first_chunk::<24>()?;
    let word = |at: usize| -> Option<usize> {
        u32::from_ne_bytes(*header.get(at..)?.first_chunk()?).try_into().ok()
    };
    // Magic number, version and flags: half a word and two bytes.
    if header[..3] != [&0xeb9f_u16.to_ne_bytes()[..], &[1]].concat() {
        return None;
    }
    let body = btf.get(word(4)?..)?;
    let section = |at, len| body.get(at..)?.get(..len);
    let types = section(word(8)?, word(12)?)?;
    let names = section(word(16)?, word(20)?)?;
    let mut at = 0;
    loop {
        let info = u32_at(types, at + 4)?;
        let (kind, members) = (info >> 24 & 0x1f, (info & 0xffff) as usize);
        let (own, each) = *TAILS.get(kind as usize)?;
        let tail = at + 12;
        at = tail + own + each * members;
        if kind == ENUM && members > 0 {
            let rest = types.get(tail..at)?;
            if u32_at(rest, 0).and_then(|name| name_at(names, name)) == Some(FIRST) {
                return Some(Operations { names, rest });
            }
        }
    }
}

/// Names and numbers of operations.
#[derive(Clone)]
pub struct Operations<'a> {
    /// The section that holds all names.
    names: &'a [u8],
    /// Enumerators that have not been given out.
    rest: &'a [u8],
}

impl<'a> Iterator for Operations<'a> {
    type Item = (&'a [u8], u8);

    fn next(&mut self) -> Option<(&'a [u8], u8)> {
        loop {
            let (enumerator, rest) = self.rest.split_at_checked(ENUMERATOR)?;
            self.rest = rest;
            // An opcode is a byte; what has no place in one is none.
            let name = u32_at(enumerator, 0).and_then(|name| name_at(self.names, name));
            let number = u32_at(enumerator, 4).and_then(|number| u8::try_from(number).ok());
            if let (Some(name), Some(number)) = (name, number) {
                return Some((name, number));
            }
        }
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_ne_bytes(*word))
}

/// The name that begins at an offset; one that does not end is none.
fn name_at(names: &[u8], at: u32) -> Option<&[u8]> {
    let name = names.get(usize::try_from(at).ok()?..)?;
    name.iter().position(|&byte| byte == 0).map(|end| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BTF with these types, each a kind, the bytes behind its own twelve, and its number of members.
    fn btf(types: &[(u32, Vec<u32>, u32)], names: &[u8]) -> Vec<u8> {
        let mut section = Vec::new();
        for (kind, tail, members) in types {
            for word in [0, kind << 24 | members, 4].iter().chain(tail) {
                section.extend(word.to_ne_bytes());
            }
        }
        let mut bytes = 0xeb9f_u16.to_ne_bytes().to_vec();
        bytes.extend([1, 0]);
        for word in [24, 0, section.len(), section.len(), names.len()] {
            bytes.extend((word as u32).to_ne_bytes());
        }
        bytes.extend(section);
        bytes.extend(names);
        bytes
    }

    const NAMES: &[u8] = b"\0IORING_OP_NOP\0IORING_OP_GETDENTS\0other\0IORING_OP_LAST\0";

    /// One type of each kind that has a tail, then the enumeration, then others.
    fn sample() -> Vec<u8> {
        let types = [
            (1, vec![32], 0),
            (2, vec![], 0),
            (3, vec![1, 1, 2], 0),
            (4, vec![1, 1, 0, 1, 1, 32], 2),
            (6, vec![34, 7], 1),
            (13, vec![0, 1], 1),
            (14, vec![0], 0),
            (15, vec![0, 0, 4], 1),
            (17, vec![0], 0),
            (19, vec![1, 0, 0], 1),
            (6, vec![], 0),
            (6, vec![1, 0, 15, 58, 40, 300], 3),
            (16, vec![], 0),
        ];
        btf(&types, NAMES)
    }

    fn listed(bytes: &[u8]) -> Option<Vec<(String, u8)>> {
        let all = operations(bytes)?;
        Some(all.map(|(name, number)| (String::from_utf8_lossy(name).into_owned(), number)).collect())
    }

    #[test]
    fn finds_operations_behind_types_of_all_kinds() {
        let expected = [("IORING_OP_NOP".to_owned(), 0), ("IORING_OP_GETDENTS".to_owned(), 58)];
        assert_eq!(listed(&sample()).unwrap(), expected);
    }

    #[test]
    fn what_is_no_btf_has_no_operations() {
        let check = |bytes: &[u8]| assert!(operations(bytes).is_none(), "{bytes:?}");
        check(b"");
        check(&[0; 64]);
        check(&btf(&[], b"\0"));
        let change = |at: usize, byte: u8| {
            let mut bytes = sample();
            bytes[at] = byte;
            check(&bytes);
        };
        change(2, 2);
        change(0, 0);
        let mut swapped = sample();
        swapped.swap(0, 1);
        check(&swapped);
        // A kind that nobody knows has a size that nobody knows.
        check(&btf(&[(31, vec![], 0), (6, vec![1, 0], 1)], NAMES));
        // The enumeration is there, but none of its own name is first.
        check(&btf(&[(6, vec![15, 58], 1)], NAMES));
    }

    #[test]
    fn cut_off_anywhere_it_ends() {
        let whole = sample();
        for cut in 0..whole.len() {
            assert_eq!(listed(&whole[..cut]), None, "cut at {cut}");
        }
    }

    #[test]
    fn whatever_the_bytes_are_it_ends() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let whole = sample();
        for _ in 0..50_000 {
            let mut bytes = whole.clone();
            for _ in 0..=next() % 4 {
                let at = next() as usize % bytes.len();
                bytes[at] = next() as u8;
            }
            if let Some(all) = operations(&bytes) {
                assert!(all.count() <= 0xffff);
            }
        }
    }
}
