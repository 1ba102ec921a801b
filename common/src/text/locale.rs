//! Which locale the run is in, and as little of it loaded as the run needs.
//!
//! In `C` and `POSIX` nothing is loaded. `C.UTF-8` differs from them in its characters alone, so its character
//! classes are loaded when the first byte beyond ASCII must be shown, and the rest never. Any other locale is taken
//! whole at the start, as GNU's tools do; where one of its categories does not exist, all stay `C`. A process that
//! never calls [`start`] is in `C`.

use std::{
    cmp::Ordering,
    env,
    ffi::{CStr, OsString},
    sync::OnceLock,
};

use crate::sys::{
    catalogue::Category,
    clib::{self, Ctype},
};

/// The categories whose value matters to the three tools.
const CATEGORIES: [&str; 6] =
    ["LC_CTYPE", "LC_COLLATE", "LC_TIME", "LC_NUMERIC", "LC_MESSAGES", "LC_MONETARY"];

static LOCALE: OnceLock<Locale> = OnceLock::new();

/// The names of the catalogues of messages.
static DOMAINS: OnceLock<Domains> = OnceLock::new();

/// Which catalogues have the messages of a tool of GNU's, by their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domains {
    /// The one that has the tool's own.
    pub tool: &'static CStr,
    /// The one that has those of the library gnulib, for a tool that looks for one.
    pub gnulib: Option<&'static CStr>,
}

impl Domains {
    /// Of ls and chmod.
    pub const COREUTILS: Domains = Domains { tool: c"coreutils", gnulib: Some(c"gnulib") };

    /// Of find, which looks for all in its own.
    pub const FINDUTILS: Domains = Domains { tool: c"findutils", gnulib: None };
}

/// The locale of this run.
enum Locale {
    /// `C` or `POSIX`: bytes.
    C,
    /// `C.UTF-8`: loaded on demand; `None` inside where the system lacks it.
    CUtf8(OnceLock<Option<Ctype>>),
    /// One that the process has taken.
    Full(Facts),
}

/// What is asked of a full locale again and again.
struct Facts {
    /// Whether its characters are those of UTF-8.
    utf8: bool,
    /// Whether each of its characters is one byte.
    single: bool,
    /// Whether names compare other than byte by byte.
    collates: bool,
    /// Whether dates are written other than in `C`.
    own_times: bool,
    /// The character between a number's whole part and its fraction.
    radix: Vec<u8>,
    /// What stands between groups of digits, and how many digits these have, as `clib::grouping` gives it.
    groups: (Vec<u8>, Vec<u8>),
}

/// Finds out which locale the environment asks for; `domains` are the catalogues that have the tool's messages. Call it
/// first, before there are threads.
pub fn start(domains: Domains) {
    DOMAINS.get_or_init(|| domains);
    LOCALE.get_or_init(|| {
        let mut locale = Locale::C;
        // LANGUAGE may ask for another one where the locale itself has none.
        let english = is_english(Category::Messages) && is_english(Category::Times);
        for category in CATEGORIES {
            match asked(category) {
                None => {}
                Some(name) if !is_plain_utf8(&name) || !english => return full(),
                Some(_) if category == "LC_CTYPE" => locale = Locale::CUtf8(OnceLock::new()),
                Some(_) => {}
            }
        }
        locale
    });
}

/// Whether characters are those of UTF-8.
pub fn is_utf8() -> bool {
    match LOCALE.get() {
        None | Some(Locale::C) => false,
        Some(Locale::CUtf8(ctype)) => ctype.get_or_init(load).is_some(),
        Some(Locale::Full(facts)) => facts.utf8,
    }
}

/// Whether bytes beyond ASCII can be parts of characters; where not, they are never shown as they are.
pub fn is_multibyte() -> bool {
    match LOCALE.get() {
        None | Some(Locale::C) => false,
        Some(Locale::CUtf8(ctype)) => ctype.get_or_init(load).is_some(),
        Some(Locale::Full(_)) => true,
    }
}

/// Whether each character is one byte.
pub fn is_single_byte() -> bool {
    match LOCALE.get() {
        Some(Locale::Full(facts)) => facts.single,
        _ => !is_multibyte(),
    }
}

/// Whether names are ordered by [`collate`] and not by their bytes.
pub fn collates() -> bool {
    matches!(LOCALE.get(), Some(Locale::Full(facts)) if facts.collates)
}

/// Whether dates are those of a locale of their own; not in `C` and `POSIX`.
pub fn has_own_times() -> bool {
    match LOCALE.get() {
        None | Some(Locale::C) => false,
        Some(Locale::CUtf8(_)) => asked("LC_TIME").is_some() && is_utf8(),
        Some(Locale::Full(facts)) => facts.own_times,
    }
}

/// Compares two names by the locale's collation, strcoll(3).
pub fn collate(a: &CStr, b: &CStr) -> Ordering {
    clib::collate(a, b)
}

/// Appends what compares byte by byte nearly as `text` does by [`collate`]: see strxfrm(3).
pub fn push_key(out: &mut Vec<u8>, text: &CStr) {
    clib::push_key(out, text);
}

/// The character between a number's whole part and its fraction.
pub fn radix() -> &'static [u8] {
    match LOCALE.get() {
        Some(Locale::Full(facts)) => &facts.radix,
        _ => b".",
    }
}

/// What stands between groups of digits, and the sizes of the groups from the right, of which the last is that of all
/// further ones too, unless it is CHAR_MAX, which ends grouping. Both are empty where digits are not grouped.
pub fn groups() -> (&'static [u8], &'static [u8]) {
    match LOCALE.get() {
        Some(Locale::Full(Facts { groups: (separator, sizes), .. })) => (separator, sizes),
        _ => (b"", b""),
    }
}

/// Whether texts need no translation, since the language that is wanted for a category is that of the sources. In
/// `C` LANGUAGE says nothing.
pub(crate) fn is_english(category: Category) -> bool {
    static MESSAGES: OnceLock<bool> = OnceLock::new();
    static TIMES: OnceLock<bool> = OnceLock::new();
    let (known, name) = match category {
        Category::Messages => (&MESSAGES, "LC_MESSAGES"),
        Category::Times => (&TIMES, "LC_TIME"),
    };
    *known.get_or_init(|| {
        let Some(locale) = asked(name) else { return true };
        let languages = env::var_os("LANGUAGE").filter(|list| !list.is_empty()).unwrap_or(locale);
        let mut languages = languages.as_encoded_bytes().split(|byte| *byte == b':');
        languages.all(|language| {
            let language = language.split(|byte| *byte == b'.').next().unwrap_or_default();
            matches!(language, b"" | b"C" | b"POSIX" | b"en" | b"en_US")
        })
    })
}

/// The catalogues that have the tool's messages.
pub(crate) fn domains() -> Option<Domains> {
    DOMAINS.get().copied()
}

/// What to hand to [`clib`]'s functions on characters.
pub(crate) fn ctype() -> Option<&'static Ctype> {
    match LOCALE.get() {
        Some(Locale::CUtf8(ctype)) => ctype.get_or_init(load).as_ref(),
        _ => None,
    }
}

/// The locale that the environment names for a category, by the order of precedence in locale(7); `None` for `C`.
fn asked(category: &str) -> Option<OsString> {
    let name =
        ["LC_ALL", category, "LANG"].iter().find_map(|name| env::var_os(name).filter(|v| !v.is_empty()))?;
    (name != "C" && name != "POSIX").then_some(name)
}

fn full() -> Locale {
    if !clib::set_locale() {
        return Locale::C;
    }
    let mut radix = clib::langinfo(libc::RADIXCHAR);
    if radix.is_empty() {
        radix.push(b'.');
    }
    Locale::Full(Facts {
        utf8: clib::charset(None) == b"UTF-8",
        single: clib::longest_char() == 1,
        collates: asked("LC_COLLATE").is_some_and(|name| !is_plain_utf8(&name)),
        own_times: asked("LC_TIME").is_some(),
        radix,
        groups: (clib::langinfo(libc::THOUSEP), clib::grouping()),
    })
}

/// Whether a locale is `C` but for its characters.
fn is_plain_utf8(name: &OsString) -> bool {
    name == "C.UTF-8" || name == "C.utf8"
}

fn load() -> Option<Ctype> {
    clib::load_ctype(c"C.UTF-8")
}
