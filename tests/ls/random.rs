//! Random trees, random options.

use ringutils_tests::{
    Tool,
    random::{Random, run},
};

#[test]
fn random_options() {
    run(Tool::Ls, |random, paths| {
        let mut argv: Vec<Vec<u8>> = Vec::new();
        for _ in 0..random.below(6) {
            argv.push(option(random).into_bytes());
        }
        if random.once_in(2) {
            for _ in 0..1 + random.below(4) {
                let mut path = random.pick(paths).clone();
                if path.starts_with(b"-") || random.once_in(4) {
                    path.splice(0..0, *b"./");
                }
                if random.once_in(8) {
                    path.push(b'/');
                }
                if random.once_in(12) {
                    path.push(b'x');
                }
                argv.push(path);
            }
        }
        (argv, false)
    });
}

/// One option, or several letters together.
fn option(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"1aACdFhilnprRsStUfxLH";
    const WORDS: [&str; 14] = [
        "--color=always",
        "--color=never",
        "--color=auto",
        "--group-directories-first",
        "--time=ctime",
        "--time=birth",
        "--full-time",
        "--time-style=full-iso",
        "--time-style=long-iso",
        "--time-style=iso",
        "--time-style=locale",
        "--time-style=+%Y-%j %H:%M",
        "-R",
        "-l",
    ];
    if random.once_in(3) {
        return (*random.pick(&WORDS)).to_owned();
    }
    let mut text = String::from("-");
    for _ in 0..1 + random.below(3) {
        text.push(char::from(*random.pick(LETTERS)));
    }
    text
}
