//! -ls: a line about a file as `ls -dils` would write it.
//!
//! Columns grow with what has been put into them: a line depends on all lines before it. So a line is made in two
//! steps: [`line`] finds out what there is to say, ahead of the output perhaps, and [`Columns::push`] lays it out when
//! its turn has come.

use std::{env, sync::OnceLock};

use ringutils::{
    sys::{Errno, Kind, Meta, Time},
    text::{mode, names, num, time::Format},
};

use crate::printf::Subject;

/// How many fields a line has.
const FIELDS: usize = 10;

/// Which of them is the user.
const USER: usize = 4;

/// How wide names of users and groups are at least.
const NAME: usize = 8;

/// Fields that grow with what has been put into them.
#[derive(Debug)]
pub(crate) struct Columns {
    /// How wide each is; see `line`.
    widths: [usize; FIELDS],
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { widths: [9, 6, 0, 3, NAME, NAME, 8, 3, 3, 0] }
    }
}

/// The fields of a line, each with a NUL behind it: inode number, blocks, mode, links, user, group, then the size or
/// the numbers of a device, then the rest. An error is what reading a link ended with.
pub(crate) fn line(subject: &Subject<'_>, meta: &Meta, now: Time) -> (Vec<u8>, Option<Errno>) {
    let mut fields = Vec::with_capacity(128);
    let number = |fields: &mut Vec<u8>, n: u64| {
        num::push(fields, n);
        fields.push(0);
    };
    number(&mut fields, subject.ino.unwrap_or(meta.ino));
    number(&mut fields, if posix() { meta.blocks } else { meta.blocks.div_ceil(2) });
    fields.extend_from_slice(&mode::text(meta.mode));
    fields.push(0);
    number(&mut fields, meta.nlink.into());
    for (names, id) in [(&names::USERS, meta.uid), (&names::GROUPS, meta.gid)] {
        match names.get(id) {
            Some(name) => fields.extend_from_slice(name),
            None => num::push(&mut fields, id.into()),
        }
        fields.push(0);
    }
    match meta.kind() {
        Kind::Block | Kind::Char => {
            fields.push(0);
            number(&mut fields, major(meta.rdev));
            number(&mut fields, minor(meta.rdev));
        }
        _ => {
            number(&mut fields, meta.size);
            fields.extend_from_slice(&[0, 0]);
        }
    }
    push_time(&mut fields, meta.mtime, now);
    fields.push(b' ');
    push_escaped(&mut fields, subject.path);
    let mut error = None;
    if meta.kind() == Kind::Link {
        match subject.dir.read_link(subject.name) {
            Ok(text) => {
                fields.extend_from_slice(b" -> ");
                push_escaped(&mut fields, &text);
            }
            Err(errno) => error = Some(errno),
        }
    }
    fields.push(0);
    (fields, error)
}

impl Columns {
    /// Appends a line of these fields.
    pub(crate) fn push(&mut self, out: &mut Vec<u8>, fields: &[u8]) {
        let mut cut = fields.split(|&byte| byte == 0);
        let fields: [&[u8]; FIELDS] = std::array::from_fn(|_| cut.next().unwrap_or_default());
        let [inode, blocks, mode, links, user, group, size, major, minor, rest] = fields;
        // A user without a name does not share the column of those that have one, but widens it by one more.
        let unnamed = user.iter().all(u8::is_ascii_digit);
        let before = self.widths[USER];
        for (width, field) in self.widths.iter_mut().zip(fields) {
            *width = (*width).max(field.len());
        }
        if unnamed {
            self.widths[USER] = before.max(user.len().max(NAME) + 1);
        }
        let [for_inode, for_blocks, _, for_links, for_user, for_group, for_size, for_major, for_minor, _] =
            self.widths;
        right(out, inode, for_inode);
        right(out, blocks, for_blocks + 1);
        out.push(b' ');
        out.extend_from_slice(mode);
        right(out, links, for_links + 1);
        out.push(b' ');
        left(out, user, if unnamed { NAME } else { for_user });
        out.push(b' ');
        left(out, group, for_group + 1);
        if size.is_empty() {
            right(out, major, for_major);
            out.extend_from_slice(b", ");
            right(out, minor, for_minor);
        } else {
            right(out, size, for_size);
        }
        out.push(b' ');
        out.extend_from_slice(rest);
        out.push(b'\n');
    }
}

/// Appends a name with escapes as in C for blanks, quotation marks, backslashes, and all that is not printable ASCII.
fn push_escaped(out: &mut Vec<u8>, name: &[u8]) {
    for &byte in name {
        let letter = match byte {
            b' ' | b'"' | b'\\' => byte,
            8 => b'b',
            12 => b'f',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            b'!'..=b'~' => {
                out.push(byte);
                continue;
            }
            _ => {
                out.push(b'\\');
                num::push_octal(out, byte);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', letter]);
    }
}

/// Whether blocks are POSIX's.
fn posix() -> bool {
    static POSIX: OnceLock<bool> = OnceLock::new();
    *POSIX.get_or_init(|| env::var_os("POSIXLY_CORRECT").is_some())
}

fn right(out: &mut Vec<u8>, field: &[u8], width: usize) {
    num::pad(out, width.saturating_sub(field.len()), b' ');
    out.extend_from_slice(field);
}

fn left(out: &mut Vec<u8>, field: &[u8], width: usize) {
    out.extend_from_slice(field);
    num::pad(out, width.saturating_sub(field.len()), b' ');
}

/// The day, and the hour or, where that is further away than half a year before or an hour after now, the year.
fn push_time(out: &mut Vec<u8>, time: Time, now: Time) {
    const PAST: i64 = 180 * 86_400;
    const FUTURE: i64 = 3_600;
    static NEAR: OnceLock<Format> = OnceLock::new();
    static FAR: OnceLock<Format> = OnceLock::new();
    let near = now.sec.saturating_sub(PAST) <= time.sec && time.sec <= now.sec.saturating_add(FUTURE);
    let (format, text): (_, &[u8]) = if near { (&NEAR, b"%b %e %H:%M") } else { (&FAR, b"%b %e  %Y") };
    if !format.get_or_init(|| Format::of_libc(text)).push(out, time) {
        num::push_signed(out, time.sec);
    }
}

/// major(3).
fn major(device: u64) -> u64 {
    device >> 32 & 0xffff_f000 | device >> 8 & 0xfff
}

/// minor(3).
fn minor(device: u64) -> u64 {
    device >> 12 & 0xffff_ff00 | device & 0xff
}
