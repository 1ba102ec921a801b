//! The records of an undo log, read from its end: what was changed last is undone first.
//!
//! The log may be larger than memory, so it is read in blocks. What it looks like is said in `log`.

use std::{
    fs::File,
    io::{Seek, SeekFrom},
    os::unix::fs::FileExt,
};

use ringutils::sys::Errno;

use crate::log::{MAGIC, Through, errno};

/// Bytes that are read at once, unless a record is longer.
const BLOCK: u64 = 256 * 1024;

/// Bytes of the longest record. What has none of its NULs for longer is damaged.
const LONGEST: usize = 64 * 1024 * 1024;

/// A change that was made, or was about to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// The mode before.
    pub(crate) old: u32,
    /// The mode that was wanted.
    pub(crate) new: u32,
    /// Device and inode number.
    pub(crate) id: (u64, u64),
    /// How many bytes of the path are the operand.
    pub(crate) operand: usize,
    /// Where the path may lead through links.
    pub(crate) through: Through,
    /// The path.
    pub(crate) path: Vec<u8>,
}

/// A log that is being read.
pub(crate) struct Records {
    /// The file.
    file: File,
    /// Where relative paths begin.
    place: Vec<u8>,
    /// Where the first record begins in the file.
    first: u64,
    /// Where the block begins in the file.
    at: u64,
    /// A piece of the file.
    block: Vec<u8>,
    /// How many bytes of the block are records that have not been given yet.
    left: usize,
    /// Whether there is something behind the last record.
    cut_short: bool,
}

impl Records {
    /// Reads the beginning; `None` where it is not that of an undo log.
    pub(crate) fn open(mut file: File) -> Result<Option<Records>, Errno> {
        // A pipe has no end that could be read first.
        let length = file.seek(SeekFrom::End(0)).map_err(errno)?;
        let mut head = Vec::new();
        let place = loop {
            let begin = head.len() as u64;
            let more = begin.clamp(4096, BLOCK).min(length - begin);
            head.append(&mut read(&file, begin, more)?);
            let Some(behind) = head.strip_prefix([MAGIC, b"\0"].concat().as_slice()) else { return Ok(None) };
            match behind.iter().position(|&byte| byte == 0) {
                Some(end) => break behind[..end].to_vec(),
                None if more == 0 || head.len() > LONGEST => return Ok(None),
                None => {}
            }
        };
        let first = (MAGIC.len() + place.len() + 2) as u64;
        let mut records =
            Records { file, place, first, at: length, block: Vec::new(), left: 0, cut_short: false };
        records.find_end()?;
        Ok(Some(records))
    }

    /// Where relative paths begin.
    pub(crate) fn place(&self) -> &[u8] {
        &self.place
    }

    /// Whether the last record lacks its end: then its change was never made.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// The record before the one given last; `Some(None)` is a part that can't be understood.
    pub(crate) fn next(&mut self) -> Result<Option<Option<Change>>, Errno> {
        let mut is_whole = true;
        loop {
            let before = self.block[..self.left].iter().rposition(|&byte| byte == 0);
            if before.is_none() && self.at > self.first {
                if self.left > LONGEST {
                    (self.left, is_whole) = (0, false);
                }
                self.read_more()?;
                continue;
            }
            if self.left == 0 && is_whole {
                return Ok(None);
            }
            let begin = before.map_or(0, |at| at + 1);
            let record = Some(&self.block[begin..self.left]).filter(|_| is_whole);
            let change = record.and_then(parse);
            self.left = match record {
                // What a file system has not written before it stopped are NULs.
                Some(b"") => self.block[..begin].iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1),
                _ => before.unwrap_or(0),
            };
            return Ok(Some(change));
        }
    }

    /// Leaves out what is behind the last NUL.
    fn find_end(&mut self) -> Result<(), Errno> {
        loop {
            let end = self.block.iter().rposition(|&byte| byte == 0);
            self.cut_short |= end.map_or(0, |end| end + 1) < self.block.len();
            self.left = end.unwrap_or(0);
            if end.is_some() || self.at == self.first {
                return Ok(());
            }
            self.read_more()?;
        }
    }

    /// Puts what comes before the block in front of what is left of it: as much again, so that a long record is copied
    /// few times.
    fn read_more(&mut self) -> Result<(), Errno> {
        let from = self.at.saturating_sub(BLOCK.max(self.left as u64)).max(self.first);
        let mut block = read(&self.file, from, self.at - from)?;
        let more = block.len();
        block.extend_from_slice(&self.block[..self.left]);
        self.block = block;
        self.left += more;
        self.at = from;
        Ok(())
    }
}

fn read(file: &File, from: u64, length: u64) -> Result<Vec<u8>, Errno> {
    let mut bytes = vec![0; length as usize];
    file.read_exact_at(&mut bytes, from).map_err(errno)?;
    Ok(bytes)
}

fn parse(record: &[u8]) -> Option<Change> {
    let mut words = record.splitn(7, |&byte| byte == b' ');
    let mut word = || std::str::from_utf8(words.next()?).ok();
    let mode = |text: &str| u32::from_str_radix(text, 8).ok().filter(|mode| *mode <= 0o7777);
    let (old, new) = (mode(word()?)?, mode(word()?)?);
    let id = (word()?.parse().ok()?, word()?.parse().ok()?);
    let operand = word()?.parse().ok()?;
    let through = match word()? {
        "-" => Through::Nothing,
        "l" => Through::End,
        "L" => Through::All,
        _ => return None,
    };
    let path = words.next()?.to_vec();
    (operand <= path.len() && !path.is_empty()).then_some(Change { old, new, id, operand, through, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths that a log of this content gives, and whether it is cut short.
    fn paths(content: &[u8]) -> Option<(Vec<String>, bool)> {
        let path =
            std::env::temp_dir().join(format!("ringutils-undo-{}-{}", std::process::id(), content.len()));
        std::fs::write(&path, content).unwrap();
        let file = File::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let mut records = Records::open(file).unwrap()?;
        let mut found = Vec::new();
        while let Some(change) = records.next().unwrap() {
            found.push(change.map_or("?".into(), |change| String::from_utf8(change.path).unwrap()));
        }
        Some((found, records.is_cut_short()))
    }

    #[test]
    fn the_last_comes_first() {
        let check = |records: &str, expected: &[&str], cut| {
            let content = format!("ringutils undo log 1\0/w\0{records}");
            assert_eq!(
                paths(content.as_bytes()),
                Some((expected.iter().map(|s| s.to_string()).collect(), cut))
            );
        };
        check("", &[], false);
        check("0644 0755 1 2 1 - a\0", &["a"], false);
        check(
            "0644 0755 1 2 1 - a\0 0 0\u{0}007777 0000 18446744073709551615 9 3 L b c/d\n\0",
            &["b c/d\n", "?", "a"],
            false,
        );
        check("0644 0755 1 2 1 - a\u{0}006", &["a"], true);
        check("0644 07", &[], true);
        check("0644 0755 1 2 9 - a\0", &["?"], false);
        let many: Vec<String> = (0..20_000).map(|number| format!("directory/of/many/{number}")).collect();
        let records: String = many.iter().map(|path| format!("0644 0755 1 2 9 - {path}\0")).collect();
        let reversed: Vec<&str> = many.iter().rev().map(String::as_str).collect();
        check(&records, &reversed, false);
        check(&format!("{records}{}", "x".repeat(600_000)), &reversed, true);
    }

    #[test]
    fn what_is_no_log() {
        for content in
            ["", "x", "ringutils undo log 1", "ringutils undo log 1\0/w", "ringutils undo log 2\0/w\0"]
        {
            assert_eq!(paths(content.as_bytes()), None, "{content}");
        }
        let long = format!("ringutils undo log 1\0/{}\0", "d".repeat(9000));
        assert_eq!(paths(long.as_bytes()), Some((vec![], false)));
    }
}
