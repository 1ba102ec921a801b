//! Random trees and commands: seeds, counts, a tiny generator, and what is done with a case that fails.
//!
//! `RINGUTILS_CASES` says how many cases a tool gets in each locale. Case `i` has the seed of the run plus `i`, so that
//! `RINGUTILS_SEED=… RINGUTILS_CASES=1` replays it alone. A case that fails is told at once, and made smaller by leaving
//! out words and entries as long as it still fails; one in which a tool does not end is left as it is.

use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{
    case::Case,
    names::escape,
    programs::{Tool, say},
    run::HANGS,
    tree::Tree,
};

/// SplitMix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
#[derive(Clone, Debug)]
pub struct Random {
    /// The state, advanced by a constant at each number.
    state: u64,
}

impl Random {
    /// The sequence that belongs to `seed`.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.number() % bound as u64).expect("below a usize")
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of `choices`.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// The seed of this run: `RINGUTILS_SEED`, else a fresh one.
pub fn seed() -> u64 {
    match env::var("RINGUTILS_SEED") {
        Ok(text) => text.parse().expect("RINGUTILS_SEED is a number"),
        Err(_) => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
            Random::new(now.as_secs() << 20 ^ u64::from(now.subsec_nanos())).number() % 1_000_000_000
        }
    }
}

/// Cases to run per tool: `RINGUTILS_CASES`, else 200.
pub fn cases() -> usize {
    match env::var("RINGUTILS_CASES") {
        Ok(text) => text.parse().expect("RINGUTILS_CASES is a number"),
        Err(_) => 200,
    }
}

/// A random tree.
#[derive(Clone, Debug)]
pub struct Grown {
    /// Its description, a line an entry, parents first.
    pub lines: Vec<String>,
    /// The paths of its entries.
    pub paths: Vec<Vec<u8>>,
}

impl Grown {
    /// Whether there are named pipes in it.
    pub fn has_pipes(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with("p "))
    }
}

/// A random case: a tree's description and the command's words.
#[derive(Clone, Debug)]
struct Sample {
    /// A line an entry, parents first.
    lines: Vec<String>,
    /// The command's words.
    argv: Vec<Vec<u8>>,
    /// Whether the command changes the tree.
    changes: bool,
}

/// Runs the tool's random cases: `words` makes a command for a tree, and says whether it changes the tree.
pub fn run(tool: Tool, words: impl Fn(&mut Random, &Grown) -> (Vec<Vec<u8>>, bool)) {
    /// Failures after which the rest is not run.
    const ENOUGH: usize = 3;
    let (seed, cases) = (seed(), cases());
    say(&format!("{}: {cases} random cases from RINGUTILS_SEED={seed} on", tool.name()));
    let mut failures = 0;
    for number in 0..cases as u64 {
        let mut random = Random::new(seed + number);
        let grown = grow(&mut random);
        let (argv, changes) = words(&mut random, &grown);
        let sample = Sample { lines: grown.lines, argv, changes };
        if let Err(difference) = compare(tool, &sample) {
            say(&format!(
                "RINGUTILS_SEED={} RINGUTILS_CASES=1\n{}",
                seed + number,
                account(tool, sample, difference)
            ));
            failures += 1;
            if failures == ENOUGH {
                break;
            }
        }
    }
    assert_eq!(failures, 0, "random cases that differ; each is told above");
}

/// Compares both tools on a sample.
fn compare(tool: Tool, sample: &Sample) -> Result<(), String> {
    /// Seconds that a tool may take on a tree so small.
    const PATIENCE: u64 = 30;
    let tree = Tree::new(&sample.lines.join("\n"));
    let case = Case::new(tool, &sample.argv).patience(PATIENCE);
    let case = if sample.changes { case.changes() } else { case };
    case.in_german_too().compare(&tree)
}

/// What a failure comes down to.
fn account(tool: Tool, sample: Sample, difference: String) -> String {
    let (sample, difference) = if difference.contains(HANGS) {
        // Waiting for each smaller case would take hours.
        (sample, difference)
    } else {
        let small = shrink(tool, sample);
        let again = compare(tool, &small).err();
        (small, again.unwrap_or_else(|| format!("{difference}it fails now and then only\n")))
    };
    format!("{difference}tree:\n{}\n", sample.lines.join("\n"))
}

/// Leaves out what the failure does not need.
fn shrink(tool: Tool, mut sample: Sample) -> Sample {
    for number in (0..sample.argv.len()).rev() {
        let mut smaller = sample.clone();
        smaller.argv.remove(number);
        if compare(tool, &smaller).is_err() {
            sample = smaller;
        }
    }
    for number in (0..sample.lines.len()).rev() {
        let mut smaller = sample.clone();
        smaller.lines.remove(number);
        let path = sample.lines[number].split(' ').nth(1).unwrap_or_default();
        let inside = format!(" {path}/");
        let alone =
            !smaller.lines.iter().any(|line| line.contains(&inside) || line.contains(&format!("= {path} ")));
        if alone && compare(tool, &smaller).is_err() {
            sample = smaller;
        }
    }
    sample
}

/// Makes a random tree.
fn grow(random: &mut Random) -> Grown {
    const NAMES: [&[u8]; 28] = [
        b"a",
        b"b",
        b"c",
        b"d",
        b"e",
        b"B",
        b"A",
        b"a.txt",
        b"b.txt",
        b"x.sh",
        b".hidden",
        b".b",
        b"sp ace",
        b"new\nline",
        b"\xff",
        b"caf\xc3\xa9",
        b"cafe",
        b"-dash",
        b"*",
        b"quo'te",
        b"1",
        b"10",
        b"9",
        b"_u",
        b"back\\slash",
        b"tab\there",
        b"longer-name-than-most",
        b"Z",
    ];
    const MODES: [&str; 14] =
        ["644", "755", "600", "640", "444", "000", "4755", "2755", "666", "400", "711", "020", "1644", "001"];
    const DIR_MODES: [&str; 14] =
        ["755", "700", "750", "2755", "1777", "777", "000", "644", "311", "500", "555", "711", "444", "100"];
    const TIMES: [&str; 8] = ["-1m", "-90m", "-1d", "-3d", "-200d", "-400d", "+1h", "@1000000000"];
    let mut lines = Vec::new();
    let mut paths: Vec<Vec<u8>> = Vec::new();
    let mut directories: Vec<Vec<u8>> = vec![Vec::new()];
    let mut files: Vec<Vec<u8>> = Vec::new();
    for _ in 0..1 + random.below(30) {
        let parent = random.pick(&directories).clone();
        let name = *random.pick(&NAMES);
        let mut path = parent.clone();
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend(name);
        if paths.contains(&path) {
            continue;
        }
        let word = escape(&path);
        let mut line = match random.below(20) {
            0..=5 => {
                directories.push(path.clone());
                format!("d {word} {}", if random.once_in(3) { random.pick(&DIR_MODES) } else { "755" })
            }
            6..=8 => {
                let target = match random.below(6) {
                    0 => "nowhere".to_owned(),
                    1 => escape(name),
                    2 => ".".to_owned(),
                    // Not out of the tree.
                    3 if !parent.is_empty() => "..".to_owned(),
                    _ => escape(NAMES[random.below(NAMES.len())]),
                };
                format!("l {word} -> {target}")
            }
            9 if !files.is_empty() => format!("h {word} = {} ", escape(&files[random.below(files.len())])),
            10 => format!("p {word} 644"),
            11 => format!("s {word} 755"),
            _ => {
                files.push(path.clone());
                let size = [0, 0, 1, 511, 512, 513, 1024, 1025, 5000, 1_048_577][random.below(10)];
                format!(
                    "f {word} {} size={size}",
                    if random.once_in(2) { random.pick(&MODES) } else { "644" }
                )
            }
        };
        if !line.starts_with('h') {
            if random.once_in(8) {
                line.push_str(if random.once_in(2) { " owner=0" } else { " owner=12345:65534" });
            }
            if random.once_in(3) {
                line.push_str(&format!(" mtime={}", random.pick(&TIMES)));
            }
        }
        lines.push(line);
        paths.push(path);
    }
    Grown { lines, paths }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        assert_eq!(
            [random.number(), random.number(), random.number()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
