//! The parts that find's messages are made of. Whole texts come in the reader's language from `wording`.

use ringutils::{
    sys::Errno,
    text::{quote, wording},
};

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

/// A message in the reader's language, with its parts, and what the system says of the error.
pub(crate) fn because(format: &str, parts: &[&[u8]], errno: Errno) -> Vec<u8> {
    let mut out = wording::text(format, parts);
    out.extend_from_slice(b": ");
    out.extend_from_slice(&errno.message());
    out
}

/// Several texts as one.
macro_rules! text {
    ($($part:expr),+ $(,)?) => {
        [$(AsRef::<[u8]>::as_ref(&$part)),+].concat()
    };
}
pub(crate) use text;
