//! Numbers as libc reads and writes them, where the grammar is libc's.

use std::{
    ffi::{CStr, CString, c_char},
    ptr,
};

use super::errno::Errno;

/// The error of a number that its type can't hold.
pub const OUT_OF_RANGE: Errno = Errno(libc::ERANGE);

/// strtod(3) of a whole text: leading white space, hexadecimal, `inf` and `nan` count, and the decimal point is the
/// locale's. `None` where something is left over or nothing was there.
pub fn float(text: &CStr) -> Option<f64> {
    let mut end: *mut c_char = ptr::null_mut();
    // SAFETY: text is NUL-terminated, and end is set to a place within it.
    let value = unsafe { libc::strtod(text.as_ptr(), &raw mut end) };
    // SAFETY: see above; the byte at end exists, since it is at most the NUL.
    let rest = unsafe { *end };
    (rest == 0 && !ptr::eq(end, text.as_ptr())).then_some(value)
}

/// How printf(3) shapes a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// `-`: filled up on the right.
    pub left: bool,
    /// `+`: a sign always.
    pub plus: bool,
    /// A blank where a sign could be.
    pub space: bool,
    /// `#`: the alternate form.
    pub alternate: bool,
    /// `0`: filled up with zeros.
    pub zero: bool,
    /// The least width.
    pub width: u32,
    /// The precision.
    pub precision: Option<u32>,
}

impl Shape {
    /// Whether an int can tell its width and its precision.
    pub fn fits(self) -> bool {
        i32::try_from(self.width.max(self.precision.unwrap_or(0))).is_ok()
    }

    /// Appends a signed number, `%d`.
    pub fn push_int(self, out: &mut Vec<u8>, number: i32) {
        let format = self.format("d");
        // SAFETY: as `print` wants it: the format's only conversion is `%d`, which takes an int.
        unsafe { print(out, |at, len| libc::snprintf(at, len, format.as_ptr(), number)) }
    }

    /// Appends a number in octal, `%o`.
    pub fn push_octal(self, out: &mut Vec<u8>, number: u32) {
        let format = self.format("o");
        // SAFETY: as above; `%o` takes an unsigned int.
        unsafe { print(out, |at, len| libc::snprintf(at, len, format.as_ptr(), number)) }
    }

    /// Appends a floating-point number, `%g`.
    pub fn push_general(self, out: &mut Vec<u8>, number: f64) {
        let format = self.format("g");
        // SAFETY: as above; `%g` takes a double.
        unsafe { print(out, |at, len| libc::snprintf(at, len, format.as_ptr(), number)) }
    }

    /// A format of printf(3) that ends with `conversion`.
    fn format(self, conversion: &str) -> CString {
        let flags =
            [(self.left, '-'), (self.plus, '+'), (self.space, ' '), (self.alternate, '#'), (self.zero, '0')];
        let mut format = String::from("%");
        format.extend(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag));
        if self.width > 0 {
            format.push_str(&self.width.to_string());
        }
        if let Some(precision) = self.precision {
            format.push_str(&format!(".{precision}"));
        }
        format.push_str(conversion);
        CString::new(format).unwrap_or_default()
    }
}

/// Appends what snprintf(3) writes; nothing where it fails.
///
/// # Safety
/// `call` writes at most as many bytes as it is told, a NUL included, and returns how long the text is, or less than 0.
unsafe fn print(out: &mut Vec<u8>, call: impl Fn(*mut c_char, usize) -> i32) {
    let from = out.len();
    let mut room = 64;
    loop {
        out.resize(from + room, 0);
        let length = usize::try_from(call(out[from..].as_mut_ptr().cast(), room)).unwrap_or(0);
        if length < room {
            return out.truncate(from + length);
        }
        room = length + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_texts_are_numbers() {
        let check = |text: &CStr, expected: Option<f64>| assert_eq!(float(text), expected, "{text:?}");
        check(c"1", Some(1.0));
        check(c" 1.5", Some(1.5));
        check(c"-0x10", Some(-16.0));
        check(c"1e2", Some(100.0));
        check(c"inf", Some(f64::INFINITY));
        check(c"", None);
        check(c"1 ", None);
        check(c"x", None);
    }

    #[test]
    fn numbers_are_shaped() {
        let check = |shape: Shape, expected: [&str; 3]| {
            let mut texts = [(); 3].map(|()| Vec::new());
            shape.push_int(&mut texts[0], 7);
            shape.push_octal(&mut texts[1], 0o644);
            shape.push_general(&mut texts[2], 0.5);
            assert_eq!(texts.map(|text| String::from_utf8_lossy(&text).into_owned()), expected, "{shape:?}");
        };
        let plain = Shape::default();
        check(plain, ["7", "644", "0.5"]);
        check(Shape { width: 5, ..plain }, ["    7", "  644", "  0.5"]);
        check(Shape { width: 5, zero: true, plus: true, ..plain }, ["+0007", "00644", "+00.5"]);
        check(Shape { width: 5, left: true, alternate: true, ..plain }, ["7    ", "0644 ", "0.500000"]);
        check(
            Shape { width: 70, ..plain },
            [&format!("{:>70}", 7), &format!("{:>70}", 644), &format!("{:>70}", 0.5)],
        );
        check(Shape { precision: Some(4), space: true, ..plain }, [" 0007", "0644", " 0.5"]);
        check(Shape { width: u32::MAX, ..plain }, ["", "", ""]);
        assert!(plain.fits() && !Shape { precision: Some(1 << 31), ..plain }.fits());
    }
}
