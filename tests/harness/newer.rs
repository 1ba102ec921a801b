//! The cases that need GNU coreutils 9.7 or findutils 4.10, since the older ones behave differently.
//!
//! Where only the system's tools are to be had, these are not run, and say so.

/// A target, a test of it as `cargo test` prints it, and a command; `*` stands for any text.
pub const NEWER: &[(&str, &str, &str)] = &[
    // Before 9.7, -f took -l and -s back; now they stay.
    ("ls", "sort::orders", "* -f *"),
    ("ls", "long::long", "* -lf *"),
    // Names with bytes that are no character had other widths in columns.
    ("ls", "hardship::odd_names", "*"),
    ("ls", "layout::columns", "*"),
    ("ls", "layout::quoting_styles_of_the_environment", "* -C *"),
    ("ls", "layout::recursion", "* -RC *"),
    ("ls", "layout::recursion", "* -Rx *"),
    ("ls", "sort::collation", "*"),
    ("ls", "terminal::quoting", "*"),
    // Endings of LS_COLORS are told apart by case since 9.2, and the last of several entries wins.
    ("ls", "color::*", "*"),
    // `mtime` is a word for --time since 9.2.
    ("ls", "mistakes::wrong_commands", "* --time=*"),
    ("ls", "sort::clocks", "* --time=m*"),
    // `chmod --no` has been ambiguous since --no-dereference came in 9.6.
    ("chmod", "mistakes::wrong_commands", "* --no *"),
    // -H, -L and -P of chmod came in 9.6.
    ("chmod", "recursion::loops_of_bind_mounts", "* -RL* *"),
    ("chmod", "hardship::following_deeper_than_a_path_may_be_long", "*"),
    // The comma and the default -print, and -user with a number, changed in 4.10.
    ("find", "expressions::*", "* , *"),
    ("find", "mistakes::wrong_commands", "* -user *"),
    // What is said of numbers that are none and of -files0-from changed in 4.10.
    ("find", "german::wrong_commands", "*"),
    ("find", "places::asking", "* -files0-from *"),
    ("find", "primaries::owners", "* -user +0 *"),
    // Run-time errors began with the whole name that the tool was started under.
    ("*", "mistakes::a_path_as_name", "*"),
    // They meet all of the above.
    ("*", "random::*", "*"),
];

/// Whether a case needs the newer tools; `command` has its words parted by spaces.
pub fn needed(target: &str, test: &str, command: &str) -> bool {
    let command = format!(" {command} ");
    let fits = |&(its_target, its_test, its_command): &(&str, &str, &str)| {
        matches(its_target, target) && matches(its_test, test) && matches(its_command, &command)
    };
    NEWER.iter().any(fits)
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            // The shortest texts come first, and the end of the text is one of the ends to try.
            (0..=text.len()).filter(|&at| text.is_char_boundary(at)).any(|at| matches(rest, &text[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("a", "a", true),
            ("a", "ab", false),
            ("a*", "ab", true),
            ("* -C *", " ls -C a ", true),
            ("* -C *", " ls -Ca ", false),
            ("*b", "abab", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }
}
