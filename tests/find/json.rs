//! -json: a line for each file, made of what GNU's -printf shows of it.

use ringutils_tests::{Outcome, Tree, Who, programs::Side};

use super::{
    ZOO,
    spellings::{ours, run, words},
};

/// The directives whose answers make a line, and a NUL behind each.
const FORMAT: &str = "%p\\0%f\\0%h\\0%H\\0%P\\0%d\\0%y\\0%Y\\0%l\\0%i\\0%D\\0%F\\0%m\\0%M\\0%n\\0%u\\0%U\\0%g\\0%G\\0%s\\0%b\\0%k\\0%S\\0%A@\\0%C@\\0%T@\\0";

/// How many those are.
const FIELDS: usize = 26;

/// Bytes as JSON.
fn json(bytes: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(bytes) else {
        let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
        let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
        let mut text: String = bits
            .as_bytes()
            .chunks(6)
            .map(|six| format!("{:0<6}", String::from_utf8_lossy(six)))
            .map(|six| letters[usize::from_str_radix(&six, 2).unwrap()])
            .collect();
        while text.len() % 4 != 0 {
            text.push('=');
        }
        return format!("{{\"base64\":\"{text}\"}}");
    };
    let escaped: String = text
        .chars()
        .map(|letter| match letter {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\n' => "\\n".to_owned(),
            '\t' => "\\t".to_owned(),
            '\0'..=' ' if letter != ' ' => format!("\\u{:04x}", letter as u32),
            letter => letter.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

/// The line that what GNU's find shows of a file makes, without the time of birth.
fn line(fields: &[&[u8]]) -> String {
    let text = |at: usize| json(fields[at]);
    let plain = |at: usize| String::from_utf8(fields[at].to_vec()).unwrap();
    let name = |at: usize| if fields[at] == fields[at + 1] { "null".to_owned() } else { text(at) };
    let time = |at: usize| {
        let (sec, nsec) =
            plain(at).split_once('.').map(|(sec, nsec)| (sec.to_owned(), nsec[..9].to_owned())).unwrap();
        format!("{{\"sec\":{sec},\"nsec\":{}}}", nsec.parse::<u32>().unwrap())
    };
    let link = if fields[6] == b"l" { text(8) } else { "null".to_owned() };
    let sparseness = plain(22).parse::<f64>().unwrap();
    let blocks = plain(20).parse::<f64>().unwrap() * 512.0 / plain(19).parse::<f64>().unwrap();
    let sparseness = match (sparseness.is_finite(), blocks.is_finite()) {
        (false, _) => "null".to_owned(),
        (true, true) => blocks.to_string(),
        (true, false) => sparseness.to_string(),
    };
    format!(
        "{{\"path\":{},\"name\":{},\"parent\":{},\"root\":{},\"relative\":{},\"depth\":{},\"type\":{},\"target_type\":{},\
         \"link\":{link},\"inode\":{},\"device\":{},\"fstype\":{},\"mode\":{},\"permissions\":{},\"links\":{},\"user\":{},\
         \"uid\":{},\"group\":{},\"gid\":{},\"size\":{},\"blocks\":{},\"kilobytes\":{},\"sparseness\":{sparseness},\
         \"atime\":{},\"ctime\":{},\"mtime\":{},\"context\":null}}",
        text(0),
        text(1),
        text(2),
        text(3),
        text(4),
        plain(5),
        text(6),
        text(7),
        plain(9),
        plain(10),
        text(11),
        u32::from_str_radix(&plain(12), 8).unwrap(),
        text(13),
        plain(14),
        name(15),
        plain(16),
        name(17),
        plain(18),
        plain(19),
        plain(20),
        plain(21),
        time(23),
        time(24),
        time(25),
    )
}

/// Takes the time of birth, which GNU's find may not know, out of a line.
fn without_birth(line: &str) -> String {
    let from = line.find("\"btime\":").expect("a time of birth");
    let to = from + line[from..].find("\"ctime\"").expect("more times");
    let birth = &line[from + 8..to - 1];
    assert!(birth == "null" || birth.starts_with("{\"sec\":"), "{birth}");
    line[..from].to_owned() + &line[to..]
}

#[test]
fn all_that_formats_show() {
    let text = "d .\n".to_owned()
        + ZOO
        + "l self -> self\nl deep -> a/b/link/x\nf -\\x7f\\xed\\xa0\\x80\nf q\"b\\\\ mtime=@-7.25\nf big size=5000000000\n";
    let tree = Tree::new(&text);
    for who in Who::everyone() {
        for argv in
            [".", "-L .", "a/ ./a/one.txt", ". -depth -type f -size +0", ". -maxdepth 2 -name *e* -o -type l"]
        {
            let with = |more: &[&'static str]| -> Vec<&str> {
                let mut all = words(argv);
                // The implied -a is stronger than -o.
                let paths =
                    all.iter().rposition(|word| !word.starts_with('-') && tree.top().join(word).exists());
                let paths = paths.map_or(1, |last| last + 1).min(
                    all.iter()
                        .position(|word| *word == "-depth" || *word == "-maxdepth")
                        .unwrap_or(usize::MAX),
                );
                let rest = all.split_off(paths);
                if rest.is_empty() {
                    [&all[..], more].concat()
                } else {
                    let (options, tests): (&[&str], &[&str]) =
                        if rest[0] == "-maxdepth" { rest.split_at(2) } else { rest.split_at(1) };
                    [&all[..], options, &["("], tests, &[")"], more].concat()
                }
            };
            let shown = run(Side::Oracle, &tree, who, &with(&["-printf", FORMAT]));
            let got = ours(&tree, who, &with(&["-json"]));
            let fields: Vec<&[u8]> = shown.out.split(|&byte| byte == 0).collect();
            let expected: Vec<String> = fields[..fields.len() - 1].chunks(FIELDS).map(line).collect();
            let lines: Vec<String> =
                String::from_utf8(got.out).expect("UTF-8").lines().map(without_birth).collect();
            assert!(!lines.is_empty(), "{argv}");
            for (got, expected) in lines.iter().zip(&expected) {
                assert_eq!(got, expected, "{who:?} {argv}");
            }
            assert_eq!(lines.len(), expected.len(), "{who:?} {argv}");
            assert_eq!((got.status, got.err), (shown.status, shown.err), "{who:?} {argv}");
        }
    }
}

/// What can't be looked at has no line, and is told of.
#[test]
fn files_out_of_reach() {
    let tree = Tree::new("d d\nd d/blind 444\nf d/blind/f\n");
    let got = ours(&tree, Who::User, &words("d -name f -json"));
    assert_eq!(got, Outcome::new(1, "", "find: 'd/blind/f': Permission denied\n"));
    let quiet = ours(&tree, Who::User, &words("d -noerror -name f -json"));
    assert_eq!(quiet, Outcome::new(0, "", ""));
}
