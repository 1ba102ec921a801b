//! Random trees, random modes.

use ringutils_tests::{
    Tool,
    random::{Random, run},
};

#[test]
fn random_modes() {
    run(Tool::Chmod, |random, grown| {
        let mut argv: Vec<Vec<u8>> = Vec::new();
        for _ in 0..random.below(4) {
            let option =
                *random.pick(&["-R", "-R", "-R", "-v", "-c", "-f", "-Rv", "-Rc", "--preserve-root", "-vR"]);
            argv.push(option.as_bytes().to_vec());
        }
        // Of links: none of a tree leads out of it.
        if random.once_in(3) {
            let option =
                *random.pick(&["-H", "-L", "-P", "-h", "--dereference", "-RH", "-RL", "-RHv", "-RLv"]);
            argv.push(option.as_bytes().to_vec());
        }
        if random.once_in(10) {
            argv.push([b"--reference=", random.pick(&grown.paths).as_slice()].concat());
        } else {
            argv.push(mode(random).into_bytes());
        }
        for _ in 0..1 + random.below(4) {
            let mut path = if random.once_in(3) { b".".to_vec() } else { random.pick(&grown.paths).clone() };
            if path.starts_with(b"-") {
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
        (argv, true)
    });
}

/// A mode, octal or symbolic, seldom a wrong one.
fn mode(random: &mut Random) -> String {
    if random.once_in(4) {
        return (*random.pick(&[
            "755", "644", "0", "700", "4755", "0644", "00755", "1777", "=755", "+111", "-022", "444", "7777",
        ]))
        .to_owned();
    }
    let mut text = String::new();
    for clause in 0..1 + random.below(3) {
        if clause > 0 {
            text.push(',');
        }
        for _ in 0..random.below(3) {
            text.push(*random.pick(&['u', 'g', 'o', 'a']));
        }
        for _ in 0..1 + random.below(2) {
            text.push(*random.pick(&['+', '-', '=']));
            if random.once_in(4) {
                text.push(*random.pick(&['u', 'g', 'o']));
            } else {
                for _ in 0..random.below(4) {
                    text.push(*random.pick(&['r', 'w', 'x', 'X', 's', 't']));
                }
            }
        }
    }
    if random.once_in(40) {
        text.push('q');
    }
    text
}
