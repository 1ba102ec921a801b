//! libc's locale, time zone and user database behind safe functions.
//!
//! Decides nothing: which locale is wanted, what is cached and what is shown is `text`'s. A function that takes an
//! [`Ctype`] works in that locale for the length of the call, on the calling thread alone; `None` stands for the
//! process's own locale, which is `C` until [`set_locale`] succeeds.

use std::{
    cmp::Ordering,
    ffi::{CStr, c_char},
    mem::MaybeUninit,
    ptr,
};

/// A loaded LC_CTYPE locale beside the process's own, newlocale(3). Never freed: there is at most one.
pub struct Ctype(libc::locale_t);

// SAFETY: a locale_t is read-only once made, and glibc allows its use from any thread.
unsafe impl Send for Ctype {}
// SAFETY: as above.
unsafe impl Sync for Ctype {}

unsafe extern "C" {
    fn mbrtowc(wide: *mut u32, bytes: *const c_char, len: usize, state: *mut [u64; 1]) -> usize;
    fn iswprint(wide: u32) -> i32;
    fn iswcntrl(wide: u32) -> i32;
    fn wcwidth(wide: u32) -> i32;
    fn strxfrm(key: *mut c_char, text: *const c_char, len: usize) -> usize;
    fn __ctype_get_mb_cur_max() -> usize;
    fn rpmatch(answer: *const c_char) -> i32;
}

/// Whether an answer says yes in the process's locale, rpmatch(3).
pub fn affirms(answer: &CStr) -> bool {
    // SAFETY: it ends with a NUL.
    unsafe { rpmatch(answer.as_ptr()) == 1 }
}

/// Takes the locale of the environment for the whole process, setlocale(3). False where one of its parts does not
/// exist: the process then stays in `C`. Call it before there are threads.
pub fn set_locale() -> bool {
    // SAFETY: no other thread runs yet, so nothing reads the locale while it changes.
    unsafe { !libc::setlocale(libc::LC_ALL, c"".as_ptr()).is_null() }
}

/// Loads one locale's character classes without changing the process's own.
pub fn load_ctype(name: &CStr) -> Option<Ctype> {
    // SAFETY: name ends with a NUL; a null base asks for a new object.
    let loaded = unsafe { libc::newlocale(libc::LC_CTYPE_MASK, name.as_ptr(), ptr::null_mut()) };
    (!loaded.is_null()).then_some(Ctype(loaded))
}

/// A text of the locale, nl_langinfo(3), as a copy.
pub fn langinfo(item: libc::nl_item) -> Vec<u8> {
    // SAFETY: nl_langinfo returns a string for every item, valid until the locale changes; it is copied at once.
    unsafe { CStr::from_ptr(libc::nl_langinfo(item)) }.to_bytes().to_vec()
}

/// The sizes of groups of digits from the right, localeconv(3)'s `grouping`, as a copy.
pub fn grouping() -> Vec<u8> {
    // SAFETY: localeconv never fails, and its strings are valid until the locale changes; this one is copied at once.
    unsafe { CStr::from_ptr((*libc::localeconv()).grouping) }.to_bytes().to_vec()
}

/// The name of the locale's character set, as `UTF-8`.
pub fn charset(ctype: Option<&Ctype>) -> Vec<u8> {
    within(ctype, || langinfo(libc::CODESET))
}

/// Bytes of the longest character of the process's own locale, MB_CUR_MAX.
pub fn longest_char() -> usize {
    // SAFETY: it only reads the locale.
    unsafe { __ctype_get_mb_cur_max() }
}

/// What a character at the front of a string is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Char {
    /// Can be shown: its length in bytes and its width in columns.
    Shown(usize, usize),
    /// Cannot be shown: its length in bytes, and whether it is a control character.
    Hidden(usize, bool),
    /// The first byte begins no character.
    Invalid,
    /// The bytes are the beginning of a character that does not end here.
    Cut,
}

/// Calls `each` with every character of `bytes` from the front, until it returns false. A NUL is a control character.
pub fn each_char(ctype: Option<&Ctype>, bytes: &[u8], mut each: impl FnMut(&[u8], Char) -> bool) {
    within(ctype, || {
        let mut rest = bytes;
        while !rest.is_empty() {
            let found = first_char(rest);
            let len = match found {
                Char::Shown(len, _) | Char::Hidden(len, _) => len,
                Char::Invalid => 1,
                Char::Cut => rest.len(),
            };
            let (front, back) = rest.split_at(len);
            if !each(front, found) {
                break;
            }
            rest = back;
        }
    });
}

/// Compares by the locale's collation, strcoll(3).
pub fn collate(a: &CStr, b: &CStr) -> Ordering {
    // SAFETY: both end with a NUL.
    unsafe { libc::strcoll(a.as_ptr(), b.as_ptr()) }.cmp(&0)
}

/// Appends what compares byte by byte as `text` does by the locale's collation, strxfrm(3).
pub fn push_key(out: &mut Vec<u8>, text: &CStr) {
    // A guess that is nearly always enough; the key is made twice where it is not.
    out.reserve(16 + 8 * text.count_bytes());
    loop {
        let spare = out.spare_capacity_mut();
        // SAFETY: the length of the room is passed, and text ends with a NUL.
        let length = unsafe { strxfrm(spare.as_mut_ptr().cast(), text.as_ptr(), spare.len()) };
        if length < spare.len() {
            // SAFETY: so many bytes, and a NUL, have been written.
            unsafe { out.set_len(out.len() + length) };
            return;
        }
        out.reserve(length + 1);
    }
}

/// Broken-down local time, localtime_r(3).
pub struct LocalTime(libc::tm);

impl LocalTime {
    /// Of a time in seconds since 1970. `None` where the year does not fit.
    pub fn new(sec: i64) -> Option<LocalTime> {
        let mut tm = MaybeUninit::<libc::tm>::uninit();
        // SAFETY: both pointers are valid; tm is written where the call succeeds.
        let done = unsafe { libc::localtime_r(&sec, tm.as_mut_ptr()) };
        // SAFETY: as the call succeeded, tm is filled.
        (!done.is_null()).then(|| LocalTime(unsafe { tm.assume_init() }))
    }

    /// The year, counted from the year 0.
    pub fn year(&self) -> i64 {
        i64::from(self.0.tm_year) + 1900
    }

    /// Month from 1, day of the month from 1.
    pub fn month_day(&self) -> (u32, u32) {
        (self.0.tm_mon as u32 + 1, self.0.tm_mday as u32)
    }

    /// Hour, minute, second.
    pub fn clock(&self) -> (u32, u32, u32) {
        (self.0.tm_hour as u32, self.0.tm_min as u32, self.0.tm_sec as u32)
    }

    /// Day of the week from 0 for Sunday, day of the year from 0.
    pub fn week_year_day(&self) -> (u32, u32) {
        (self.0.tm_wday as u32, self.0.tm_yday as u32)
    }

    /// Seconds east of UTC, and whether the zone's name says that these are not known: it begins with a minus sign, `-00`.
    pub fn offset(&self) -> (i64, bool) {
        let zone = self.0.tm_zone;
        // SAFETY: localtime_r points it to a text that libc keeps, or leaves it null.
        let unknown = !zone.is_null() && unsafe { *zone } as u8 == b'-';
        (self.0.tm_gmtoff, unknown)
    }

    /// Appends what strftime(3) makes of `format`.
    pub fn push(&self, out: &mut Vec<u8>, format: &CStr) {
        let mut buf = [0u8; 1024];
        // SAFETY: buf.len() bounds what is written; format ends with a NUL; the tm came from localtime_r.
        let len = unsafe { libc::strftime(buf.as_mut_ptr().cast(), buf.len(), format.as_ptr(), &self.0) };
        out.extend_from_slice(&buf[..len]);
    }
}

/// Makes each byte a capital that has one in the process's locale, toupper(3).
pub fn to_upper(text: &mut [u8]) {
    for byte in text {
        // SAFETY: any value of an unsigned char may be asked about.
        *byte = unsafe { libc::toupper((*byte).into()) } as u8;
    }
}

/// Makes each capital byte a small letter, tolower(3).
pub fn to_lower(text: &mut [u8]) {
    for byte in text {
        // SAFETY: any value of an unsigned char may be asked about.
        *byte = unsafe { libc::tolower((*byte).into()) } as u8;
    }
}

/// The time now, CLOCK_REALTIME: seconds and nanoseconds.
pub fn now() -> (i64, u32) {
    let mut ts = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: ts is valid for writing.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut ts) };
    (ts.tv_sec, ts.tv_nsec as u32)
}

/// The name of a user, getpwuid_r(3). `None` where there is none or the lookup failed.
pub fn user_name(uid: u32) -> Option<Vec<u8>> {
    let mut buf = vec![0 as c_char; 1024];
    loop {
        let mut entry = MaybeUninit::<libc::passwd>::uninit();
        let mut found = ptr::null_mut();
        // SAFETY: all pointers are valid, and buf.len() is the buffer's length.
        let rc =
            unsafe { libc::getpwuid_r(uid, entry.as_mut_ptr(), buf.as_mut_ptr(), buf.len(), &mut found) };
        if rc == libc::ERANGE && buf.len() < 1 << 20 {
            buf.resize(buf.len() * 4, 0);
            continue;
        }
        // SAFETY: a non-null result points to entry, whose pw_name is a string within buf.
        return (rc == 0 && !found.is_null())
            .then(|| unsafe { CStr::from_ptr((*found).pw_name) }.to_bytes().to_vec());
    }
}

/// The name of a group, getgrgid_r(3). `None` where there is none or the lookup failed.
pub fn group_name(gid: u32) -> Option<Vec<u8>> {
    let mut buf = vec![0 as c_char; 1024];
    loop {
        let mut entry = MaybeUninit::<libc::group>::uninit();
        let mut found = ptr::null_mut();
        // SAFETY: all pointers are valid, and buf.len() is the buffer's length.
        let rc =
            unsafe { libc::getgrgid_r(gid, entry.as_mut_ptr(), buf.as_mut_ptr(), buf.len(), &mut found) };
        if rc == libc::ERANGE && buf.len() < 1 << 24 {
            buf.resize(buf.len() * 4, 0);
            continue;
        }
        // SAFETY: a non-null result points to entry, whose gr_name is a string within buf.
        return (rc == 0 && !found.is_null())
            .then(|| unsafe { CStr::from_ptr((*found).gr_name) }.to_bytes().to_vec());
    }
}

/// Runs `work` with the thread's locale set to `ctype`, where it is given.
pub(super) fn within<R>(ctype: Option<&Ctype>, work: impl FnOnce() -> R) -> R {
    let Some(ctype) = ctype else { return work() };
    // SAFETY: the locale is valid for the whole run; only this thread's choice changes.
    let before = unsafe { libc::uselocale(ctype.0) };
    let result = work();
    // SAFETY: before is what uselocale itself returned.
    unsafe { libc::uselocale(before) };
    result
}

fn first_char(bytes: &[u8]) -> Char {
    let mut wide = 0u32;
    let mut state = [0u64; 1];
    // SAFETY: mbrtowc reads at most bytes.len() bytes; the zeroed state, as large as mbstate_t, is the initial one.
    let len = unsafe { mbrtowc(&mut wide, bytes.as_ptr().cast(), bytes.len(), &mut state) };
    match len {
        usize::MAX => Char::Invalid,
        len if len == usize::MAX - 1 => Char::Cut,
        len => {
            let len = len.max(1);
            // SAFETY: these take any number and only read the locale.
            let (shown, control, width) =
                unsafe { (iswprint(wide) != 0, iswcntrl(wide) != 0, wcwidth(wide)) };
            if shown { Char::Shown(len, width.max(0) as usize) } else { Char::Hidden(len, control) }
        }
    }
}
