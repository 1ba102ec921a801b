//! Formats of times: each conversion of date(1), flags, widths and modifiers, in zones and years out of the common.

use super::{case, quick};
use ringutils_tests::{
    Place, Tree, not_run,
    random::{Random, cases, seed},
};

/// Years that a disk may not be able to hold.
const AGES: &str = "f a mtime=@-30636384833.012345678\nf b mtime=@-62135596800\nf c mtime=@-62154086400\nf d mtime=@1707145567.5\n\
                    f e mtime=@327404073601\nf f mtime=@-62200000000\nf g mtime=@-70000000000\nf h mtime=@-59011502400\n";

const LOCALES: [&str; 5] = ["C", "en_US.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "tr_TR.ISO-8859-9"];

const ZONES: [&str; 7] =
    ["UTC0", "Factory", "<-00>0", "America/New_York", "Asia/Kolkata", "ABC-0:00:30", "<+0545>-5:45:17"];

const CONVERSIONS: &[u8] = b"aAbBcCdDeFgGhHIjklmMnNpPqrRsStTuUVwWxXyYzZ%fQEO";

const WIDTHS: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "9", "10", "12", "30", "300"];
const MODIFIERS: [&str; 2] = ["E", "O"];
const BETWEEN: [&str; 5] = ["", "|", " ", "%%", "x"];

fn ages(test: &str) -> Option<Tree> {
    let tree = Tree::at(Place::Memory, AGES);
    if tree.is_none() {
        not_run(test, "there is no tmpfs");
    }
    tree
}

#[test]
fn ages_in_all_styles() {
    let Some(tree) = ages("ls times::ages_in_all_styles") else { return };
    for style in ["full-iso", "long-iso", "iso", "locale", "+%C %y %g %G %s", "+%c|%x|%D"] {
        for locale in LOCALES {
            quick(&["-l", "--time-style", style]).locale(locale).check(&tree);
        }
    }
}

#[test]
fn every_conversion() {
    let Some(tree) = ages("ls times::every_conversion") else { return };
    for before in [
        "", "-", "_", "0", "+", "^", "#", "^#", "5", "_12", "+5", "-9", "E", "O", "_3O", "12E", ":", "::",
        ":::", "7:", "::::",
    ] {
        let format = |conversion: &u8| format!("%{before}{}", char::from(*conversion));
        let format = CONVERSIONS.iter().map(format).collect::<Vec<String>>().join("|");
        for locale in ["C", "tr_TR.ISO-8859-9"] {
            quick(&["-l", &["--time-style=+", &format].concat()]).locale(locale).check(&tree);
        }
    }
}

#[test]
fn long_texts() {
    let Some(tree) = ages("ls times::long_texts") else { return };
    for style in
        ["+%1000d", "+%1001d", "+%990d%s", "+%999999999999999999999d", "+%995n", "+%5", "+%-5E", "+%12:"]
    {
        quick(&["-l", "--time-style", style]).check(&tree);
    }
    let tree = Tree::new("d blind 744\nf blind/x\n");
    for style in ["+%12d", "+%12n", "+%1001d", "+\u{e9}\t"] {
        case(&["-l", "--time-style", style, "blind"]).check(&tree);
    }
}

#[test]
fn random_formats() {
    let Some(tree) = ages("ls times::random_formats") else { return };
    let first = seed();
    for number in 0..cases() as u64 {
        let mut random = Random::new(first + number);
        let count = 1 + random.below(5);
        let format: String = (0..count).map(|_| directive(&mut random)).collect();
        let (locale, zone) = (*random.pick(&LOCALES), *random.pick(&ZONES));
        quick(&["-l", &["--time-style=+", &format].concat()]).locale(locale).env("TZ", zone).check(&tree);
    }
}

fn directive(random: &mut Random) -> String {
    let mut text = String::from("%");
    for _ in 0..random.below(4) {
        text.push(char::from(*random.pick(b"-_0+^#")));
    }
    if random.once_in(2) {
        let width: &&str = random.pick(&WIDTHS);
        text.push_str(width);
    }
    if random.once_in(5) {
        text.push_str(&":".repeat(1 + random.below(4)));
    }
    if random.once_in(5) {
        let modifier: &&str = random.pick(&MODIFIERS);
        text.push_str(modifier);
    }
    text.push(char::from(*random.pick(CONVERSIONS)));
    let between: &&str = random.pick(&BETWEEN);
    text.push_str(between);
    text
}
