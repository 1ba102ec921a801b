//! Translations of texts in libc's catalogues of messages, gettext(3).
//!
//! Decides nothing: which texts are looked up, and whether at all, is `text::wording`'s. The catalogues are those in libc's
//! own folder of locales, `/usr/share/locale` nearly everywhere.

use std::ffi::{CStr, c_char};

/// The category of the locale that says in which language a text is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// LC_MESSAGES.
    Messages,
    /// LC_TIME, for formats of times.
    Times,
}

unsafe extern "C" {
    fn dcgettext(domain: *const c_char, text: *const c_char, category: i32) -> *const c_char;
}

/// The translation of `text` by the catalogue `domain`, in the character set of the process's locale, dcgettext(3). `None`
/// where there is none. The first call for a domain opens its catalogue.
pub fn look_up(domain: &CStr, text: &CStr, category: Category) -> Option<&'static [u8]> {
    let category = match category {
        Category::Messages => libc::LC_MESSAGES,
        Category::Times => libc::LC_TIME,
    };
    // SAFETY: both strings end with a NUL.
    let found = unsafe { dcgettext(domain.as_ptr(), text.as_ptr(), category) };
    if found.is_null() || found == text.as_ptr() {
        return None;
    }
    // SAFETY: what is not the text itself is a string that libc keeps for as long as the process lives.
    Some(unsafe { CStr::from_ptr(found) }.to_bytes())
}
