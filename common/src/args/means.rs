//! The options about who does file-system operations, the same in all tools, and the environment's say in them. GNU's
//! tools have none of them, so no abbreviation of an option of theirs means one.

use std::env;

use super::{
    program::{Complaint, Program},
    row::{Row, opt},
    words::{choose, names},
};
use crate::{
    sys::ids,
    walk::{
        account::Account,
        means::{Executor, Means, Numbers},
    },
};

/// What is set by an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Who does operations.
    Io,
    /// How many are in flight.
    Depth,
    /// How many threads work where nothing waits.
    Cpus,
    /// An account at the end.
    Stats,
    /// Numbers of operations.
    Ops,
}

/// The heading of these options.
const SECTION: &str = "How files are got at (GNU's tool has none of these)";

/// Who may do operations.
const EXECUTORS: [(&str, Executor); 4] = [
    ("auto", Executor::Auto),
    ("plain", Executor::Plain),
    ("threads", Executor::Threads),
    ("ring", Executor::Ring),
];

/// The words of --io, for completions.
static WORDS: [&str; 4] = names(&EXECUTORS);

/// The row of an option, for a table that knows it by `id`.
pub const fn row<Id: Copy>(setting: Setting, id: Id) -> Row<Id> {
    let row = match setting {
        Setting::Io => opt(id, "", "io").takes("HOW").words(&WORDS).help(
            SECTION,
            "Get at files by plain calls, by threads beyond the CPUs, by a ring (io_uring), or by what turns out best; \
             RINGUTILS_IO sets the default",
        ),
        Setting::Depth => opt(id, "", "io-depth").takes("N").help(
            SECTION,
            "Keep N operations in flight, or as many as turn out best (auto); more than 256 count as 256; RINGUTILS_IO_DEPTH sets the \
             default",
        ),
        Setting::Cpus => {
            opt(id, "", "io-cpus").takes("N").help(SECTION, "Use N threads where nothing waits for a device, in place of one for each CPU")
        }
        Setting::Stats => opt(id, "", "io-stats")
            .help(SECTION, "At the end, tell on standard error what was done by whom, how deep, and why"),
        Setting::Ops => opt(id, "", "io-ops").takes("getdents:N,fchmod:N"),
    };
    row.ours()
}

/// What the environment says, unless it is that of somebody with fewer rights. Nothing is said of what makes no sense.
pub fn from_environment() -> Means {
    let value = |name| env::var_os(name).filter(|_| !ids::has_more_rights());
    let mut means = Means::default();
    if let Some(word) = value("RINGUTILS_IO") {
        let known = EXECUTORS.iter().find(|known| word == known.0);
        means.executor = known.map_or(Executor::Auto, |known| known.1);
    }
    if let Some(word) = value("RINGUTILS_IO_DEPTH") {
        means.depth = depth(word.as_encoded_bytes()).unwrap_or(0);
    }
    means
}

/// Takes note of an option and its value.
pub fn set(
    program: &Program,
    setting: Setting,
    value: Option<&[u8]>,
    means: &mut Means,
) -> Result<(), Complaint> {
    let word = value.unwrap_or_default();
    let invalid = |option: &str| {
        program.misused(&[b"invalid ", option.as_bytes(), b" argument '", word, b"'"].concat())
    };
    match setting {
        Setting::Io => means.executor = choose(program, "--io", word, &EXECUTORS)?,
        Setting::Depth => means.depth = depth(word).ok_or_else(|| invalid("--io-depth"))?,
        Setting::Cpus => means.cpus = count(word).ok_or_else(|| invalid("--io-cpus"))?,
        Setting::Stats => means.stats = true,
        Setting::Ops => {
            let numbers = std::str::from_utf8(word).ok().and_then(Numbers::parse);
            means.numbers = numbers.ok_or_else(|| invalid("--io-ops"))?;
        }
    }
    Ok(())
}

/// Tells what a walk did, if that was asked.
pub fn tell(program: &Program, account: Option<&Account>) {
    if let Some(account) = account {
        program.remark(&account.to_string());
    }
}

/// A depth: 0 for `auto`.
fn depth(word: &[u8]) -> Option<usize> {
    if word == b"auto" { Some(0) } else { count(word) }
}

/// A decimal number that is not 0. One that is too large for its type is as good as the largest.
fn count(word: &[u8]) -> Option<usize> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |sum: usize, byte: &u8| sum.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
    Some(word.iter().fold(0, digit)).filter(|&count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let check = |setting, word: &str, expected: Means| {
            let mut means = Means::default();
            assert_eq!(set(&Program::new("bin/ls"), setting, Some(word.as_bytes()), &mut means), Ok(()));
            assert_eq!(means, expected, "{word}");
        };
        let none = Means::default();
        check(Setting::Io, "ring", Means { executor: Executor::Ring, ..none });
        check(Setting::Io, "th", Means { executor: Executor::Threads, ..none });
        check(Setting::Depth, "auto", none);
        check(Setting::Depth, "08", Means { depth: 8, ..none });
        check(Setting::Depth, &"9".repeat(99), Means { depth: usize::MAX, ..none });
        check(Setting::Cpus, "3", Means { cpus: 3, ..none });
        check(Setting::Stats, "", Means { stats: true, ..none });
        let numbers = Numbers { getdents: Some(58), fchmod: None };
        check(Setting::Ops, "getdents:58", Means { numbers, ..none });
    }

    #[test]
    fn mistakes() {
        let check = |setting, word: &str, expected: &str| {
            let set = set(&Program::new("bin/ls"), setting, Some(word.as_bytes()), &mut Means::default());
            let said = set.map_err(|complaint| complaint.to_string());
            let hint = "\nTry 'bin/ls --help' for more information.";
            assert_eq!(said, Err(format!("ls: {expected}{hint}")), "{word}");
        };
        let list = "\nValid arguments are:\n  - 'auto'\n  - 'plain'\n  - 'threads'\n  - 'ring'";
        check(Setting::Io, "fast", &format!("invalid argument 'fast' for '--io'{list}"));
        check(Setting::Io, "", &format!("ambiguous argument '' for '--io'{list}"));
        for word in ["0", "", "-1", "+1", "8x", "automatic", " 8", "0x8", "00"] {
            check(Setting::Depth, word, &format!("invalid --io-depth argument '{word}'"));
        }
        check(Setting::Cpus, "auto", "invalid --io-cpus argument 'auto'");
        check(Setting::Ops, "getdents:1", "invalid --io-ops argument 'getdents:1'");
    }
}
