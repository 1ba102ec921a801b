//! Random trees, random options.

use ringutils_tests::{
    Tool,
    random::{Random, run},
};

#[test]
fn random_options() {
    run(Tool::Ls, |random, grown| {
        let mut argv: Vec<Vec<u8>> = Vec::new();
        for _ in 0..random.below(6) {
            argv.push(option(random).into_bytes());
        }
        if random.once_in(2) {
            for _ in 0..1 + random.below(4) {
                let mut path = random.pick(&grown.paths).clone();
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
    const LETTERS: &[u8] = b"1aACdFhilnprRsStUfxLHbBcugGomNqQkvXZD";
    const WORDS: [&str; 66] = [
        "--color=always",
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
        "--author",
        "--block-size=K",
        "--block-size='1",
        "--block-size=MB",
        "--block-size=700",
        "--classify=auto",
        "--context",
        "--dereference-command-line-symlink-to-dir",
        "--file-type",
        "--format=commas",
        "--format=single-column",
        "--format=vertical",
        "--hide=*a*",
        "--hide=[!a-z]*",
        "--hyperlink",
        "--hyperlink=auto",
        "--ignore=*.txt",
        "--ignore=?",
        "--indicator-style=none",
        "--indicator-style=slash",
        "--quoting-style=c",
        "--quoting-style=c-maybe",
        "--quoting-style=clocale",
        "--quoting-style=escape",
        "--quoting-style=literal",
        "--quoting-style=locale",
        "--quoting-style=shell",
        "--quoting-style=shell",
        "--quoting-style=shell-always",
        "--quoting-style=shell-escape",
        "--quoting-style=shell-escape",
        "--quoting-style=shell-escape-always",
        "--show-control-chars",
        "--si",
        "--sort=extension",
        "--sort=name",
        "--sort=none",
        "--sort=version",
        "--sort=width",
        "--time=atime",
        "--zero",
        "-T0",
        "-T3",
        "-w0",
        "-w1",
        "-w30",
        "-w47",
        "-C",
        "-D",
        "-R",
        "-l",
        "-l",
        "-x",
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
