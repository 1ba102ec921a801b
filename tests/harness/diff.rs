//! Where two outputs begin to differ, in a few lines.

use crate::names::escape;

/// Lines that are shown of each side.
const SHOWN: usize = 6;

/// A short account of the first difference, empty where there is none.
pub fn first_difference(what: &str, expected: &[u8], got: &[u8]) -> String {
    if expected == got {
        return String::new();
    }
    let old: Vec<&[u8]> = expected.split_inclusive(|&b| b == b'\n').collect();
    let new: Vec<&[u8]> = got.split_inclusive(|&b| b == b'\n').collect();
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let mut text =
        format!("{what} differs from line {} on (GNU {} lines, ours {}):\n", same + 1, old.len(), new.len());
    if same > 0 {
        text.push_str(&format!("    {}\n", shown(old[same - 1])));
    }
    for (sign, lines) in [("GNU ", &old), ("ours", &new)] {
        for line in lines.iter().skip(same).take(SHOWN) {
            text.push_str(&format!("  {sign} {}\n", shown(line)));
        }
        if lines.len() > same + SHOWN {
            text.push_str(&format!("  {sign} … {} lines more\n", lines.len() - same - SHOWN));
        }
    }
    text
}

/// A line as text, odd bytes escaped, its end marked only where it lacks one.
fn shown(line: &[u8]) -> String {
    let (body, end) = match line.strip_suffix(b"\n") {
        Some(body) => (body, ""),
        None => (line, "⏎ missing"),
    };
    let mut text = escape(body).replace("\\s", " ");
    if text.len() > 300 {
        // Escaped text is ASCII, so that any place is a boundary.
        text.truncate(300);
        text.push('…');
    }
    format!("|{text}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_with_the_line_before() {
        assert_eq!(first_difference("stdout", b"a\nb\n", b"a\nb\n"), "");
        assert_eq!(
            first_difference("stdout", b"a\nb\nc\n", b"a\nc"),
            "stdout differs from line 2 on (GNU 3 lines, ours 2):\n    |a\n  GNU  |b\n  GNU  |c\n  ours |c⏎ missing\n"
        );
    }
}
