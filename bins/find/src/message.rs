//! The parts that find's messages are made of.

use ringutils::{sys::Errno, text::quote};

/// `text` between the quotation marks of the locale, with what does not print as escapes.
pub(crate) fn quoted(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    quote::push_locale(&mut out, text);
    out
}

/// `'text': what the system says of the error`.
pub(crate) fn failed(text: &[u8], errno: Errno) -> Vec<u8> {
    [&quoted(text), b": ".as_slice(), &errno.message()].concat()
}

/// Several texts as one.
macro_rules! text {
    ($($part:expr),+ $(,)?) => {
        [$(AsRef::<[u8]>::as_ref(&$part)),+].concat()
    };
}
pub(crate) use text;
