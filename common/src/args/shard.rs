//! The value of --shard: one of N parts of a tree, told by paths alone, so that processes that know nothing of one
//! another take each directory once.
//!
//! The hash is part of what the option promises: it is the same on every machine and in every version.

/// Part number K of N.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// K less one.
    index: u64,
    /// N, at least 1.
    count: u64,
}

/// The most parts that there may be.
const MOST: u64 = 1_000_000;

impl Shard {
    /// Reads `K/N`, with K from 1 to N.
    pub fn parse(text: &[u8]) -> Option<Shard> {
        let (index, count) = std::str::from_utf8(text).ok()?.split_once('/')?;
        let number = |text: &str| -> Option<u64> {
            text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let (index, count) = (number(index)?, number(count)?);
        (1 <= index && index <= count && count <= MOST).then(|| Shard { index: index - 1, count })
    }

    /// Whether it is all of the tree.
    pub fn is_all(self) -> bool {
        self.count == 1
    }

    /// Whether the entries of the directory with this path fall to it; an operand falls to the part of its own path.
    pub fn takes(self, path: &[u8]) -> bool {
        hash(path) % self.count == self.index
    }
}

/// FNV-1a of 64 bits, and a last mixing of all bits (that of SplitMix64): the remainder of FNV alone is that of the
/// lowest bits, in which paths that end alike are alike.
fn hash(path: &[u8]) -> u64 {
    let fnv = path.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mixed = (fnv ^ fnv >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read() {
        let check = |text: &str, expected: Option<(u64, u64)>| {
            let shard = Shard::parse(text.as_bytes()).map(|shard| (shard.index + 1, shard.count));
            assert_eq!(shard, expected, "{text}");
        };
        check("1/1", Some((1, 1)));
        check("3/16", Some((3, 16)));
        check("16/16", Some((16, 16)));
        check("1000000/1000000", Some((1_000_000, 1_000_000)));
        for text in
            ["", "1", "/", "1/", "/1", "0/1", "2/1", "1/0", "+1/2", "1/+2", " 1/2", "1/2/3", "1/1000001"]
        {
            check(text, None);
        }
    }

    /// What falls to whom never changes, since another version may do the rest.
    #[test]
    fn hashes_are_for_ever() {
        assert_eq!(hash(b""), 0xf52a_15e9_a9b5_e89b);
        assert_eq!(hash(b"a"), 0x02c0_bdbf_4814_20f8);
        assert_eq!(hash(b"/srv/data/2026"), 0x0fc5_f5f0_3567_f5a2);
    }

    #[test]
    fn each_path_falls_to_one_part_and_parts_are_alike() {
        for count in [1, 2, 3, 7, 16] {
            let parts: Vec<Shard> = (0..count).map(|index| Shard { index, count }).collect();
            let mut sizes = vec![0; parts.len()];
            for number in 0..10_000 {
                let path = format!("tree/{}/d{}", number / 100, number % 100);
                let takers: Vec<usize> =
                    (0..parts.len()).filter(|&part| parts[part].takes(path.as_bytes())).collect();
                assert_eq!(takers.len(), 1, "{path}");
                sizes[takers[0]] += 1;
            }
            let fair = 10_000 / parts.len();
            assert!(sizes.iter().all(|&size| size * 10 > fair * 8 && size * 10 < fair * 12), "{sizes:?}");
        }
    }
}
