//! Catalogues of messages are opened when something is said in another language, and not before.

use std::{fs, process::Command};

use ringutils_tests::{
    GERMAN, Tool, Tree, not_run,
    programs::{Side, binary},
};

/// The catalogues that a run tries to open, and how many files it tries to open in all. None where strace does not work.
fn opens(tool: Tool, argv: &[&str], locale: &str, language: &str, tree: &Tree) -> Option<(usize, usize)> {
    let log = tree.top().with_file_name("opens");
    let answer = Command::new("strace")
        .args(["-f", "-qq", "-e", "trace=open,openat,openat2", "-o"])
        .arg(&log)
        .arg(binary(tool, Side::Ours))
        .args(argv)
        // cargo's own have libraries looked for in more places.
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", locale)
        .env("LANGUAGE", language)
        .env("RINGUTILS_IO", "plain")
        .current_dir(tree.top())
        .output();
    let Ok(text) = fs::read_to_string(&log) else {
        not_run("limits languages", &format!("strace does not work: {answer:?}"));
        return None;
    };
    let catalogues = text.lines().filter(|line| line.contains(".mo\"")).count();
    Some((catalogues, text.lines().count()))
}

#[test]
fn catalogues_are_opened_when_something_is_said() {
    let tree = Tree::new("d d\nf d/f\n");
    let silent = [(Tool::Ls, &["-R", "d"][..]), (Tool::Chmod, &["-R", "755", "d"]), (Tool::Find, &["d"])];
    let telling = [
        (Tool::Ls, &["-l", "d"][..]),
        (Tool::Ls, &["missing"]),
        (Tool::Chmod, &["-v", "755", "d"]),
        (Tool::Find, &["missing"]),
        (Tool::Find, &["d", "-warn", "-printf", "%z", "-d"]),
    ];
    for (tool, argv) in silent.into_iter().chain(telling) {
        let Some((_, plain)) = opens(tool, argv, "C", "", &tree) else { return };
        for (locale, language) in [("C", "de"), ("POSIX", ""), ("C.UTF-8", ""), ("C.UTF-8", "en_US:en")] {
            let (catalogues, all) = opens(tool, argv, locale, language, &tree).unwrap();
            assert_eq!(catalogues, 0, "{tool:?} {argv:?} {locale} {language}");
            // C.UTF-8 is loaded where characters matter.
            assert!(all <= plain + 6, "{tool:?} {argv:?} {locale} {language}: {all} for {plain}");
        }
        // strerror(3) of libc looks into libc's own, whose language it does not know.
        let of_libc = if argv == ["missing"] { 8 } else { 0 };
        for (locale, language) in [("en_US.UTF-8", ""), (GERMAN, "en")] {
            let (catalogues, _) = opens(tool, argv, locale, language, &tree).unwrap();
            assert!(catalogues <= of_libc, "{tool:?} {argv:?} {locale} {language}: {catalogues}");
        }
    }
    for (tool, argv) in silent {
        assert_eq!(opens(tool, argv, GERMAN, "", &tree).unwrap().0, 0, "{tool:?} {argv:?}");
    }
    for (tool, argv) in telling {
        let (catalogues, _) = opens(tool, argv, GERMAN, "", &tree).unwrap();
        assert!((1..=18).contains(&catalogues), "{tool:?} {argv:?}: {catalogues}");
    }
}
