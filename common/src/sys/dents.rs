//! Reading directories: getdents64(2) and its records.

use super::{errno::Errno, meta::Kind};

unsafe extern "C" {
    /// glibc's wrapper of getdents64(2), since 2.30; a symbol of libc can be interposed, a raw call can't.
    fn getdents64(fd: libc::c_int, buf: *mut libc::c_void, length: libc::size_t) -> libc::ssize_t;
}

/// Reads records into `buf`: how many bytes, 0 at the end of the directory.
pub fn getdents(fd: i32, buf: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the kernel writes at most buf.len() bytes.
    let got = unsafe { getdents64(fd, buf.as_mut_ptr().cast(), buf.len()) };
    usize::try_from(got).map_err(|_| Errno::last())
}

/// Where the next read of an open directory goes on, lseek(2).
pub fn position(fd: i32) -> Result<i64, Errno> {
    seek(fd, 0, libc::SEEK_CUR)
}

/// Lets the next read of an open directory go on where `position` was.
pub fn go_to(fd: i32, position: i64) -> Result<(), Errno> {
    seek(fd, position, libc::SEEK_SET).map(drop)
}

fn seek(fd: i32, offset: i64, whence: i32) -> Result<i64, Errno> {
    // SAFETY: lseek takes any number.
    let at = unsafe { libc::lseek(fd, offset, whence) };
    if at < 0 { Err(Errno::last()) } else { Ok(at) }
}

/// One record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dent<'a> {
    /// Inode number.
    pub ino: u64,
    /// Type, if the file system tells.
    pub kind: Kind,
    /// Where the name begins in the buffer.
    pub at: usize,
    /// The name, without its NUL, which follows it in the buffer.
    pub name: &'a [u8],
}

/// The records of a buffer, in order. A record that does not fit what precedes it ends the iteration: nothing is read
/// outside of the buffer, whatever it holds.
#[derive(Clone)]
pub struct Dents<'a> {
    /// All records.
    bytes: &'a [u8],
    /// Where the next one begins.
    at: usize,
    /// d_off of the last one: where the directory goes on behind it, in numbers of the file system's own.
    offset: i64,
}

impl<'a> Dents<'a> {
    /// Decodes what [`getdents`] filled.
    pub fn new(bytes: &'a [u8]) -> Dents<'a> {
        Dents { bytes, at: 0, offset: 0 }
    }

    /// Where the directory goes on behind what has been decoded, in numbers of the file system's own; 0 before anything
    /// has been.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// How many bytes have been decoded.
    pub fn decoded(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Dents<'a> {
    type Item = Dent<'a>;

    fn next(&mut self) -> Option<Dent<'a>> {
        // struct linux_dirent64: d_ino (8), d_off (8), d_reclen (2), d_type (1), d_name.
        let rest = &self.bytes[self.at..];
        let header = rest.first_chunk::<19>()?;
        let ino = u64::from_ne_bytes(*header.first_chunk()?);
        let length = usize::from(u16::from_ne_bytes([header[16], header[17]]));
        let padded = rest.get(19..length)?;
        let at = self.at + 19;
        self.at += length;
        self.offset = i64::from_ne_bytes(*header[8..].first_chunk()?);
        Some(Dent { ino, kind: Kind::from_dirent(header[18]), at, name: &padded[..name_length(padded)?] })
    }
}

/// Where the NUL of a name is in its padded field. Records are rounded up to eight bytes, so it is among the last
/// eight, where a single word tells; a field that is not made so is searched from its beginning.
fn name_length(padded: &[u8]) -> Option<usize> {
    let tail = padded.len().checked_sub(8);
    let word = tail
        .and_then(|tail| padded[tail..].first_chunk::<8>())
        .map_or(u64::MAX, |word| u64::from_le_bytes(*word));
    // The lowest byte that is zero has its top bit set here, and none below it has.
    let zeros = word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080;
    match (tail, zeros) {
        (Some(tail), zeros) if zeros != 0 => Some(tail + zeros.trailing_zeros() as usize / 8),
        _ => memchr::memchr(0, padded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(ino: u64, kind: u8, name: &[u8]) -> Vec<u8> {
        let length = (19 + name.len() + 1).next_multiple_of(8);
        let mut bytes = ino.to_ne_bytes().to_vec();
        bytes.extend([0xff; 8]);
        bytes.extend((length as u16).to_ne_bytes());
        bytes.push(kind);
        bytes.extend(name);
        bytes.push(0);
        // The kernel leaves the padding unwritten: anything can stand there.
        bytes.resize(length, 0xaa);
        bytes
    }

    #[test]
    fn decodes_records_in_order() {
        let bytes = [record(7, 4, b"sub"), record(9, 8, b"a"), record(1, 99, b"odd\xff\n")].concat();
        let all: Vec<_> = Dents::new(&bytes).map(|dent| (dent.ino, dent.kind, dent.name)).collect();
        for dent in Dents::new(&bytes) {
            assert_eq!(&bytes[dent.at..][..dent.name.len() + 1], [dent.name, b"\0"].concat());
        }
        assert_eq!(
            all,
            [(7, Kind::Dir, &b"sub"[..]), (9, Kind::File, b"a"), (1, Kind::Unknown, b"odd\xff\n")]
        );
        let mut dents = Dents::new(&bytes);
        assert_eq!(dents.offset(), 0);
        dents.by_ref().for_each(drop);
        assert_eq!(dents.offset(), -1);
    }

    #[test]
    fn stops_at_a_broken_record() {
        let whole = record(7, 4, b"sub");
        for cut in 0..whole.len() {
            assert_eq!(Dents::new(&whole[..cut]).count(), 0, "cut at {cut}");
        }
        let mut short = whole.clone();
        short[16] = 3;
        assert_eq!(Dents::new(&short).count(), 0);
        let mut unended = record(7, 4, b"123456789012");
        let end = unended.len();
        unended[19..end].fill(b'x');
        assert_eq!(Dents::new(&unended).count(), 0);
    }

    #[test]
    fn finds_the_end_of_names_of_all_lengths() {
        for length in 1..=255 {
            let name = vec![b'n'; length];
            let bytes = record(1, 8, &name);
            assert_eq!(Dents::new(&bytes).next().map(|dent| dent.name), Some(&name[..]));
        }
    }
}
