//! getopt_long(3) as GNU's tools use it, as a pull parser: clustered letters, attached and separate values, `--`,
//! operands between options unless POSIXLY_CORRECT is set, and unambiguous beginnings of long names.

use std::{env, ffi::OsString, os::unix::ffi::OsStrExt};

use super::{
    program::{Complaint, Program},
    row::{Row, Table, Value},
};

/// One thing on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg<'a, Id> {
    /// An option and its value.
    Option(Id, Option<&'a [u8]>),
    /// An operand.
    Operand(&'a [u8]),
}

/// Where the parsing of a command line stands.
pub struct Parser<'a, Id: 'static> {
    /// Who complains.
    program: &'a Program,
    /// The options there are.
    table: &'a Table<Id>,
    /// The arguments, without argv[0].
    args: &'a [OsString],
    /// How many of them have been taken.
    taken: usize,
    /// Letters of the argument taken last that have not been looked at.
    letters: &'a [u8],
    /// Whether all that follows are operands.
    operands_only: bool,
}

impl<'a, Id: Copy + PartialEq> Parser<'a, Id> {
    /// At the beginning of `args`, which do not include argv[0].
    pub fn new(program: &'a Program, table: &'a Table<Id>, args: &'a [OsString]) -> Parser<'a, Id> {
        Parser { program, table, args, taken: 0, letters: b"", operands_only: false }
    }

    /// The next option or operand, in the order of the command line.
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator could not be followed by a look at `whole`"
    )]
    pub fn next(&mut self) -> Result<Option<Arg<'a, Id>>, Complaint> {
        if !self.letters.is_empty() {
            return self.letter().map(Some);
        }
        let Some(arg) = self.take() else { return Ok(None) };
        if self.operands_only || arg.len() < 2 || arg[0] != b'-' {
            // Looked up only here, since most command lines have their options first.
            self.operands_only = self.operands_only || env::var_os("POSIXLY_CORRECT").is_some();
            return Ok(Some(Arg::Operand(arg)));
        }
        if arg == b"--" {
            self.operands_only = true;
            return self.next();
        }
        match arg.strip_prefix(b"--") {
            Some(long) => self.long(arg, long).map(Some),
            None => {
                self.letters = &arg[1..];
                self.letter().map(Some)
            }
        }
    }

    /// The whole argument that held the option which `next` gave last, or its value where that was separate.
    pub fn whole(&self) -> &'a [u8] {
        self.args[self.taken - 1].as_bytes()
    }

    /// What has not been looked at, where an operand ends the options for the tool's own reasons.
    pub fn rest(&self) -> &'a [OsString] {
        &self.args[self.taken..]
    }

    fn take(&mut self) -> Option<&'a [u8]> {
        let arg = self.args.get(self.taken)?;
        self.taken += 1;
        Some(arg.as_bytes())
    }

    fn letter(&mut self) -> Result<Arg<'a, Id>, Complaint> {
        let (&letter, rest) = (&self.letters[0], &self.letters[1..]);
        let Some(row) = self.table.rows.iter().find(|row| row.short.as_bytes().contains(&letter)) else {
            return Err(self.program.getopt("%s: invalid option -- '%c'\n", &[&[letter]], b""));
        };
        self.letters = rest;
        let attached = if rest.is_empty() { None } else { Some(rest) };
        let value = match row.value {
            Value::None => return Ok(Arg::Option(row.id, None)),
            Value::Optional(_) => attached,
            Value::Required(_) => match attached.or_else(|| self.take()) {
                Some(value) => Some(value),
                None => {
                    return Err(self.program.getopt(
                        "%s: option requires an argument -- '%c'\n",
                        &[&[letter]],
                        b"",
                    ));
                }
            },
        };
        self.letters = b"";
        Ok(Arg::Option(row.id, value))
    }

    fn long(&mut self, arg: &[u8], long: &'a [u8]) -> Result<Arg<'a, Id>, Complaint> {
        let (name, attached) = match long.iter().position(|&byte| byte == b'=') {
            Some(equals) => (&long[..equals], Some(&long[equals + 1..])),
            None => (long, None),
        };
        let row = self.find(arg, name)?;
        let full = row.long.as_bytes();
        let value = match (row.value, attached) {
            (Value::None, Some(_)) => {
                return Err(self.program.getopt(
                    "%s: option '%s%s' doesn't allow an argument\n",
                    &[b"--", full],
                    b"",
                ));
            }
            (Value::Required(_), None) => match self.take() {
                Some(value) => Some(value),
                None => {
                    return Err(self.program.getopt(
                        "%s: option '%s%s' requires an argument\n",
                        &[b"--", full],
                        b"",
                    ));
                }
            },
            (_, attached) => attached,
        };
        Ok(Arg::Option(row.id, value))
    }

    /// The row that `name` is, or is the beginning of. Several rows that differ in nothing are as good as one.
    fn find(&self, arg: &[u8], name: &[u8]) -> Result<&'a Row<Id>, Complaint> {
        let rows = self.table.rows.iter().filter(|row| !row.long.is_empty());
        let meant = rows.clone().filter(|row| !row.ours && row.long.as_bytes().starts_with(name));
        let exact = rows.clone().find(|row| row.long.as_bytes() == name);
        let Some(first) = exact.or_else(|| meant.clone().next()) else {
            return Err(self.unrecognized(arg));
        };
        // All that is absent has one id, and yet each is an option of its own.
        let same = |row: &Row<Id>| std::ptr::eq(row, first) || !row.absent && row.id == first.id;
        if exact.is_none() && !meant.clone().all(same) {
            return Err(self.ambiguous(arg, meant));
        }
        if first.absent { Err(self.unrecognized(arg)) } else { Ok(first) }
    }

    fn unrecognized(&self, arg: &[u8]) -> Complaint {
        self.program.getopt("%s: unrecognized option '%s%s'\n", &[b"", arg], b"")
    }

    fn ambiguous<'r>(&self, arg: &[u8], meant: impl Iterator<Item = &'r Row<Id>>) -> Complaint
    where
        Id: 'r,
    {
        let mut list = Vec::new();
        for row in meant {
            list.extend_from_slice(b" '--");
            list.extend_from_slice(row.long.as_bytes());
            list.push(b'\'');
        }
        list.push(b'\n');
        self.program.getopt("%s: option '%s%s' is ambiguous; possibilities:", &[b"", arg], &list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::opt;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Id {
        All,
        AlmostAll,
        Color,
        GroupFirst,
        Quiet,
        Size,
        Si,
        Stats,
        Width,
        Zero,
    }

    static TABLE: Table<Id> = Table {
        tool: "ls",
        suite: "coreutils",
        version: "9.7",
        about: "",
        usage: &[],
        dashes: "--",
        rows: &[
            opt(Id::All, "a", "all"),
            opt(Id::Size, "s", "size"),
            opt(Id::Width, "w", "width").takes("COLS"),
            opt(Id::AlmostAll, "A", "almost-all"),
            opt(Id::Si, "", "si"),
            opt(Id::Color, "", "color").may_take("WHEN"),
            opt(Id::Color, "", "colour").may_take("WHEN"),
            opt(Id::Color, "O", "").may_take("LEVEL"),
            opt(Id::GroupFirst, "", "group-first"),
            opt(Id::Quiet, "f", "silent"),
            opt(Id::Stats, "", "stats").ours(),
            opt(Id::Stats, "", "grid").ours(),
            opt(Id::Zero, "", "zero").absent(),
            opt(Id::Zero, "", "vast").absent(),
            opt(Id::Zero, "", "vain").absent(),
        ],
        notes: &[],
    };

    /// Each argument that came out as `Id`, `Id=value` or `'operand'`, then the complaint, if any.
    fn parse(line: &[&str]) -> String {
        let program = Program::new("bin/ls");
        let args: Vec<OsString> = line.iter().map(OsString::from).collect();
        let mut parser = Parser::new(&program, &TABLE, &args);
        let mut seen = Vec::new();
        loop {
            let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
            seen.push(match parser.next() {
                Ok(None) => break,
                Ok(Some(Arg::Option(id, None))) => format!("{id:?}"),
                Ok(Some(Arg::Option(id, Some(value)))) => format!("{id:?}={}", text(value)),
                Ok(Some(Arg::Operand(operand))) => format!("'{}'", text(operand)),
                Err(complaint) => {
                    let complaint = complaint.to_string();
                    let hint = "\nTry 'bin/ls --help' for more information.";
                    seen.push(complaint.strip_suffix(hint).expect("a hint").to_owned());
                    break;
                }
            });
        }
        seen.join(" ")
    }

    #[test]
    fn what_is_understood() {
        let check = |line: &[&str], expected: &str| assert_eq!(parse(line), expected, "{line:?}");
        check(&[], "");
        check(&["-as", "-A"], "All Size AlmostAll");
        check(&["x", "-a", "-", "y"], "'x' All '-' 'y'");
        check(&["-a", "--", "-a", "--"], "All '-a' '--'");
        check(&["-aw80", "-w", "80", "-aw", "--"], "All Width=80 Width=80 All Width=--");
        check(&["-O", "3", "-O3", "-aOa"], "Color '3' Color=3 All Color=a");
        check(&["--width=", "--width", "7", "--wid=a=b"], "Width= Width=7 Width=a=b");
        check(&["--color", "x", "--color=x"], "Color 'x' Color=x");
        check(&["--all", "--alm", "--siz", "--si", "--colo"], "All AlmostAll Size Si Color");
        check(&["--g", "--grid", "--stats", "--sil"], "GroupFirst Stats Stats Quiet");
        check(&["-", ""], "'-' ''");
    }

    #[test]
    fn what_is_not_there_yet_is_refused_and_keeps_its_meaning() {
        let check = |arg: &str, expected: &str| {
            let said = parse(&[arg]);
            assert!(said.contains(expected), "{arg}: {said}");
        };
        check("--zero", "unrecognized option '--zero'");
        check("--z", "unrecognized option '--z'");
        check("--va", "ambiguous; possibilities: '--vast' '--vain'");
        check("--si", "Si");
    }

    #[test]
    fn what_is_refused() {
        let check = |line: &[&str], expected: &str| assert_eq!(parse(line), expected, "{line:?}");
        check(&["-a", "--foo", "-s"], "All bin/ls: unrecognized option '--foo'");
        check(&["--foo=a"], "bin/ls: unrecognized option '--foo=a'");
        check(&["-ay"], "All bin/ls: invalid option -- 'y'");
        check(&["-a-"], "All bin/ls: invalid option -- '-'");
        check(&["--s"], "bin/ls: option '--s' is ambiguous; possibilities: '--size' '--si' '--silent'");
        check(&["--al=x"], "bin/ls: option '--al=x' is ambiguous; possibilities: '--all' '--almost-all'");
        check(&["--si=x"], "bin/ls: option '--si' doesn't allow an argument");
        check(&["--alm=x"], "bin/ls: option '--almost-all' doesn't allow an argument");
        check(&["-w"], "bin/ls: option requires an argument -- 'w'");
        check(&["--wid"], "bin/ls: option '--width' requires an argument");
        check(&["--stat"], "bin/ls: unrecognized option '--stat'");
    }
}
