//! -fstype and %F: the type of the file system that a file is on, by the list of mounts.

use std::{collections::HashMap, fs, sync::OnceLock};

/// What a file system is called whose device is not mounted.
const UNKNOWN: &[u8] = b"unknown";

/// The types of file systems, by device.
static TYPES: OnceLock<HashMap<u64, Vec<u8>>> = OnceLock::new();

/// A type to compare with.
#[derive(PartialEq, Debug)]
pub(crate) struct FsType(Vec<u8>);

impl FsType {
    /// By name; no name is wrong.
    pub(crate) fn new(name: &[u8]) -> FsType {
        FsType(name.to_owned())
    }

    /// Whether the file system on this device is of the type.
    pub(crate) fn holds(&self, device: u64) -> bool {
        self.0 == of_device(device)
    }
}

/// The type of the file system on a device. The mounts are listed when first asked for.
pub(crate) fn of_device(device: u64) -> &'static [u8] {
    let types = TYPES.get_or_init(|| read(&fs::read("/proc/self/mountinfo").unwrap_or_default()));
    types.get(&device).map_or(UNKNOWN, Vec::as_slice)
}

/// Reads a list of mounts as proc_pid_mountinfo(5) describes it.
fn read(list: &[u8]) -> HashMap<u64, Vec<u8>> {
    list.split(|&byte| byte == b'\n').filter_map(mount).collect()
}

/// Device and type of a mount: the third field, and the first behind the lone dash.
fn mount(line: &[u8]) -> Option<(u64, Vec<u8>)> {
    let mut fields = line.split(|&byte| byte == b' ');
    let device = std::str::from_utf8(fields.nth(2)?).ok()?;
    let (major, minor) = device.split_once(':')?;
    fields.find(|field| *field == b"-")?;
    let name = fields.next()?.to_owned();
    Some((device_number(major.parse().ok()?, minor.parse().ok()?), name))
}

/// makedev(3).
fn device_number(major: u64, minor: u64) -> u64 {
    (major & 0xffff_f000) << 32 | (major & 0xfff) << 8 | (minor & 0xffff_ff00) << 12 | minor & 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_are_read() {
        let types = read(
            b"36 35 98:0 /mnt1 /mnt\\0402 rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n\
              21 1 0:19 / /proc rw - proc proc rw\nnonsense\n1 2 x:y / / - z\n",
        );
        assert_eq!(types.get(&(98 << 8)).map(Vec::as_slice), Some(b"ext3".as_slice()));
        assert_eq!(types.get(&19).map(Vec::as_slice), Some(b"proc".as_slice()));
        assert_eq!(types.len(), 2);
        assert_eq!(of_device(u64::MAX), UNKNOWN);
    }
}
