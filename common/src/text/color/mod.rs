//! Colours of names: LS_COLORS and the defaults without it.
//!
//! Chooses the escape sequences and writes them. Whether a sequence is the first of the run, which is preceded by a
//! reset, is for the tool to know.

mod endings;
mod escapes;
mod keys;
mod terms;

use std::{env, os::unix::ffi::OsStrExt};

use self::{
    endings::Endings,
    escapes::unescape,
    keys::{KEYS, Key},
};
use super::{diag, quote, wording};
use crate::sys::{Kind, Meta};

/// The colours of a run.
pub struct Palette {
    /// A sequence for each key, `None` where there is none.
    keys: [Option<Vec<u8>>; KEYS.len()],
    /// Sequences for ends of names.
    endings: Endings,
    /// Whether links have the colour of what they lead to.
    as_target: bool,
}

/// What is known of an entry for its colour.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its name, or the text of a link.
    pub name: &'a [u8],
    /// Its type.
    pub kind: Kind,
    /// What its metadata say, where they were asked for and answered.
    pub nature: Option<Nature>,
    /// For a link, the same of what it leads to, where that is known.
    pub target: Option<Nature>,
    /// Whether it is shown as what a link leads to. Then it does not matter how many links it has.
    pub is_target: bool,
    /// Whether it is known to have capabilities.
    pub is_able: bool,
}

/// What of a file's metadata its colour depends on.
#[derive(Clone, Copy, Default)]
pub struct Nature {
    /// Type and permission bits, as st_mode.
    pub mode: u32,
    /// Number of hard links.
    pub nlink: u32,
}

impl Nature {
    /// The type of the file.
    pub fn kind(self) -> Kind {
        Kind::from_mode(self.mode)
    }

    /// Whether somebody may run the file.
    pub fn is_program(self) -> bool {
        self.mode & 0o111 != 0
    }
}

impl From<&Meta> for Nature {
    fn from(meta: &Meta) -> Nature {
        Nature { mode: meta.mode, nlink: meta.nlink }
    }
}

impl Palette {
    /// From LS_COLORS, or the defaults. `None` where there are to be no colours after all.
    pub fn from_env(program: &[u8], notes: &mut Vec<u8>) -> Option<Palette> {
        let mut palette = Palette {
            keys: KEYS.map(|(_, default)| default.map(<[u8]>::to_vec)),
            endings: Endings::default(),
            as_target: false,
        };
        let Some(text) = env::var_os("LS_COLORS").filter(|text| !text.is_empty()) else {
            return terms::show_colors().then_some(palette);
        };
        if let Err(unknown) = palette.read(text.as_bytes()) {
            if let Some(key) = unknown {
                diag::note(
                    notes,
                    program,
                    &wording::text("unrecognized prefix: %s", &[&quote::marked(&key)]),
                );
            }
            let message = wording::text("unparsable value for LS_COLORS environment variable", &[]);
            diag::note(notes, program, &message);
            return None;
        }
        palette.as_target = palette.get(Key::Link) == Some(b"target");
        palette.endings.settle();
        Some(palette)
    }

    /// Whether links and what they lead to must be known.
    pub fn needs_targets(&self, long: bool) -> bool {
        self.as_target || self.is_colored(Key::Orphan) || long && self.is_colored(Key::Missing)
    }

    /// Whether an entry of this type must be stat'ed for its colour.
    pub fn needs_meta(&self, kind: Kind) -> bool {
        let any = |keys: &[Key]| keys.iter().any(|key| self.is_colored(*key));
        match kind {
            Kind::File => any(&[Key::Program, Key::SetUser, Key::SetGroup, Key::MultiLink, Key::Able]),
            Kind::Dir => any(&[Key::OtherWritable, Key::Sticky, Key::StickyOtherWritable]),
            Kind::Link => self.as_target || any(&[Key::Orphan]),
            _ => false,
        }
    }

    /// Whether files that have capabilities have a colour.
    pub fn has_able(&self) -> bool {
        self.is_colored(Key::Able)
    }

    /// Whether text other than names has a colour.
    pub fn has_normal(&self) -> bool {
        self.is_colored(Key::Normal)
    }

    /// Appends the colour of text other than names, if it has one.
    pub fn push_normal(&self, out: &mut Vec<u8>) {
        if self.has_normal() {
            self.push(out, Key::Normal);
        }
    }

    /// The sequence for an entry's name, if it has one.
    pub fn of(&self, subject: &Subject<'_>) -> Option<&[u8]> {
        let dead = subject.kind == Kind::Link && subject.target.is_none();
        let (kind, nature, own) = match subject.target {
            Some(target) if self.as_target && subject.kind == Kind::Link => {
                (target.kind(), Some(target), false)
            }
            _ => (subject.kind, subject.nature, !subject.is_target),
        };
        let key = match kind {
            Kind::File => self.of_file(nature, own, subject.is_able),
            Kind::Dir => self.of_dir(nature),
            Kind::Link if dead && (self.as_target || self.is_colored(Key::Orphan)) => Key::Orphan,
            Kind::Link => Key::Link,
            Kind::Fifo => Key::Fifo,
            Kind::Socket => Key::Socket,
            Kind::Block => Key::Block,
            Kind::Char => Key::Char,
            Kind::Unknown => Key::Orphan,
        };
        if key == Key::File {
            if let Some(sequence) = self.endings.of(subject.name) {
                return Some(sequence);
            }
        }
        self.get(key)
    }

    /// The sequence for the text of a link that leads nowhere.
    pub fn of_missing(&self) -> Option<&[u8]> {
        if self.is_colored(Key::Missing) { self.get(Key::Missing) } else { self.get(Key::Orphan) }
    }

    /// Appends a colour. Where there is a colour for other text, that is put out first.
    pub fn begin(&self, out: &mut Vec<u8>, sequence: &[u8]) {
        if self.has_normal() {
            self.push_bare(out, b"");
        }
        self.push_bare(out, sequence);
    }

    /// Appends the end of a colour.
    pub fn end(&self, out: &mut Vec<u8>) {
        match self.get(Key::End) {
            Some(end) => out.extend_from_slice(end),
            None => self.push(out, Key::Reset),
        }
    }

    /// Appends what clears the rest of a line, after a coloured name that ran over its end.
    pub fn clear_line(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.get(Key::ClearLine).unwrap_or_default());
    }

    /// What ends any colour, where a signal ends or stops the run.
    pub fn plain(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.push_bare(&mut out, b"");
        out
    }

    /// Appends what leaves the terminal as it was at the end of a run; nothing where each name did so already.
    pub fn leave(&self, out: &mut Vec<u8>) {
        if self.get(Key::Left) != Some(b"\x1b[") || self.get(Key::Right) != Some(b"m") {
            self.push_bare(out, b"");
        }
    }

    /// `own`: whether it is the entry itself, and not what a link leads to.
    fn of_file(&self, nature: Option<Nature>, own: bool, able: bool) -> Key {
        let Some(nature) = nature else { return Key::File };
        let has = |bits: u32, key| nature.mode & bits != 0 && self.is_colored(key);
        if has(0o4000, Key::SetUser) {
            Key::SetUser
        } else if has(0o2000, Key::SetGroup) {
            Key::SetGroup
        } else if able && self.has_able() {
            Key::Able
        } else if has(0o111, Key::Program) {
            Key::Program
        } else if own && nature.nlink > 1 && self.is_colored(Key::MultiLink) {
            Key::MultiLink
        } else {
            Key::File
        }
    }

    fn of_dir(&self, nature: Option<Nature>) -> Key {
        let mode = nature.map_or(0, |nature| nature.mode);
        let has = |bits: u32, key| mode & bits == bits && self.is_colored(key);
        if has(0o1002, Key::StickyOtherWritable) {
            Key::StickyOtherWritable
        } else if has(0o2, Key::OtherWritable) {
            Key::OtherWritable
        } else if has(0o1000, Key::Sticky) {
            Key::Sticky
        } else {
            Key::Dir
        }
    }

    fn get(&self, key: Key) -> Option<&[u8]> {
        self.keys[key as usize].as_deref()
    }

    /// Whether a key has a colour; a zero means none.
    fn is_colored(&self, key: Key) -> bool {
        !matches!(self.get(key), None | Some(b"" | b"0" | b"00"))
    }

    fn push(&self, out: &mut Vec<u8>, key: Key) {
        self.push_bare(out, self.get(key).unwrap_or_default());
    }

    fn push_bare(&self, out: &mut Vec<u8>, sequence: &[u8]) {
        out.extend_from_slice(self.get(Key::Left).unwrap_or_default());
        out.extend_from_slice(sequence);
        out.extend_from_slice(self.get(Key::Right).unwrap_or_default());
    }

    /// Reads LS_COLORS. On an error, the key that is not known or whose value cannot be read, if that is what is
    /// wrong; GNU ls calls both unrecognized.
    fn read(&mut self, text: &[u8]) -> Result<(), Option<Vec<u8>>> {
        let mut rest = text;
        while let Some((&first, tail)) = rest.split_first() {
            match first {
                b':' => rest = tail,
                b'*' => {
                    let (ending, after) = unescape(tail, true).ok_or(None)?;
                    let after = after.strip_prefix(b"=").ok_or(None)?;
                    let (sequence, after) = unescape(after, false).ok_or(None)?;
                    self.endings.add(ending, sequence);
                    rest = after;
                }
                _ => {
                    let (key, after) = rest.split_at_checked(2).ok_or(None)?;
                    let after = after.strip_prefix(b"=").ok_or(None)?;
                    let known = KEYS.iter().position(|(name, _)| name.as_slice() == key);
                    let known = known.ok_or_else(|| Some(key.to_vec()))?;
                    let (sequence, after) = unescape(after, false).ok_or_else(|| Some(key.to_vec()))?;
                    self.keys[known] = Some(sequence);
                    rest = after;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(text: &[u8]) -> Palette {
        let mut palette = Palette {
            keys: KEYS.map(|(_, default)| default.map(<[u8]>::to_vec)),
            endings: Endings::default(),
            as_target: false,
        };
        palette.read(text).unwrap();
        palette.as_target = palette.get(Key::Link) == Some(b"target");
        palette.endings.settle();
        palette
    }

    #[test]
    fn endings() {
        let check = |text: &[u8], name: &[u8], expected: Option<&[u8]>| {
            let palette = palette(text);
            let subject = Subject {
                name,
                kind: Kind::File,
                nature: None,
                target: None,
                is_target: false,
                is_able: false,
            };
            assert_eq!(palette.of(&subject), expected, "{:?} {:?}", text.escape_ascii(), name.escape_ascii());
        };
        check(b"*.a=1:*.b=2", b"x.a", Some(b"1"));
        check(b"*.a=1:*.b=2", b"x.c", None);
        check(b"*.a=1", b"x.A", Some(b"1"));
        check(b"*.a=1:*.A=2", b"x.A", Some(b"2"));
        check(b"*.a=1:*.A=2", b"x.a", Some(b"1"));
        check(b"*.a=1:*.A=1", b"x.A", Some(b"1"));
        for name in [b"x.AB", b"x.Ab", b"x.ab"] {
            check(b"*.AB=1:*.aB=2:*.Ab=2", name, Some(b"2"));
            check(b"*.ab=3:*.aB=4:*.AB=3", name, (name == b"x.AB").then_some(b"3"));
        }
        check(b"*.gz=1:*.tar.gz=2", b"x.tar.gz", Some(b"2"));
        check(b"*.tar.gz=2:*.gz=1", b"x.tar.gz", Some(b"1"));
        check(b"*README=3:fi=9", b"README", Some(b"3"));
        check(b"*README=3:fi=9", b"READ", Some(b"9"));
    }

    #[test]
    fn types() {
        let check = |text: &[u8], mode: u32, expected: Option<&[u8]>| {
            let nature = Nature { mode, nlink: 2 };
            let subject = Subject {
                name: b"x",
                kind: nature.kind(),
                nature: Some(nature),
                target: None,
                is_target: false,
                is_able: false,
            };
            assert_eq!(palette(text).of(&subject), expected, "{:?} {mode:o}", text.escape_ascii());
        };
        check(b"", 0o100644, None);
        check(b"mh=5", 0o100644, Some(b"5"));
        check(b"", 0o100755, Some(b"01;32"));
        check(b"", 0o104755, Some(b"37;41"));
        check(b"su=00", 0o104755, Some(b"01;32"));
        check(b"", 0o41777, Some(b"30;42"));
        check(b"tw=0", 0o41777, Some(b"34;42"));
        check(b"", 0o41755, Some(b"37;44"));
        check(b"", 0o40755, Some(b"01;34"));
        check(b"", 0o120777, Some(b"01;36"));
        check(b"or=7", 0o120777, Some(b"7"));
        check(b"ln=target", 0o120777, None);
    }

    #[test]
    fn links_of_a_target_do_not_count() {
        let check = |text: &[u8], is_target: bool, expected: Option<&[u8]>| {
            let nature = Nature { mode: 0o100644, nlink: 2 };
            let subject = Subject {
                name: b"x",
                kind: Kind::File,
                nature: Some(nature),
                target: None,
                is_target,
                is_able: false,
            };
            assert_eq!(palette(text).of(&subject), expected, "{:?} {is_target}", text.escape_ascii());
            let link = Subject {
                name: b"l",
                kind: Kind::Link,
                nature: None,
                target: Some(nature),
                is_target: false,
                is_able: false,
            };
            assert_ne!(palette(text).of(&link), Some(b"5".as_slice()), "{:?}", text.escape_ascii());
        };
        check(b"mh=5:fi=1", false, Some(b"5"));
        check(b"mh=5:fi=1", true, Some(b"1"));
        check(b"mh=5:ln=target", true, None);
    }

    #[test]
    fn errors() {
        let mut plain = palette(b"");
        assert_eq!(plain.read(b"xx=1"), Err(Some(b"xx".to_vec())));
        assert_eq!(plain.read(b"di=\\"), Err(Some(b"di".to_vec())));
        assert_eq!(plain.read(b"*x=\\"), Err(None));
        assert_eq!(plain.read(b"d"), Err(None));
        assert_eq!(plain.read(b"*x"), Err(None));
    }
}
