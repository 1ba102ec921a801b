//! What the documents at the top say of files, tests and packages is there.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The documents that are looked through.
const DOCUMENTS: [&str; 6] =
    ["README.md", "COMPATIBILITY.md", "SECURITY.md", "ARCHITECTURE.md", "DESIGN.md", "CONTRIBUTING.md"];

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A document's text.
fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The texts between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A test as documents name it, `FILE.rs::FUNCTION`.
fn test_name(word: &str) -> Option<(&str, &str)> {
    word.split_once("::").filter(|(file, _)| file.ends_with(".rs"))
}

/// Whether a source has a test of that name.
fn has_test(source: &str, function: &str) -> bool {
    let mut lines = source.lines().map(str::trim);
    while lines.any(|line| line == "#[test]") {
        if lines.next().is_some_and(|line| line.starts_with(&format!("fn {function}("))) {
            return true;
        }
    }
    false
}

/// Every test that a document names exists.
#[test]
fn tests_are_there() {
    for document in DOCUMENTS {
        let text = read(document);
        // An odd one would turn what is quoted inside out.
        assert!(text.matches('`').count() % 2 == 0, "{document}: a backquote without its other");
        for (file, function) in quoted(&text).filter_map(test_name) {
            let source = fs::read_to_string(root().join(file)).unwrap_or_default();
            assert!(has_test(&source, function), "{document}: no test {function} in {file}");
        }
    }
}

/// Every difference is pinned by a test, or its paragraphs say why none can be: `No test:`.
#[test]
fn differences_are_pinned() {
    let text = read("COMPATIBILITY.md");
    let sections: Vec<&str> = text.split("\n### ").skip(1).collect();
    assert!(!sections.is_empty());
    for section in sections {
        let section = section.split("\n## ").next().unwrap();
        let title = section.lines().next().unwrap();
        let pinned = quoted(section).any(|word| test_name(word).is_some());
        assert!(pinned || section.contains("No test:"), "COMPATIBILITY.md: {title}: no test");
    }
}

/// Links to files of the repository lead somewhere.
#[test]
fn links_lead_somewhere() {
    for document in DOCUMENTS {
        let text = read(document);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !target.contains("://") && !target.starts_with('#') {
                let file = target.split('#').next().unwrap();
                assert!(root().join(file).exists(), "{document}: no {file}");
            }
        }
    }
}

/// Packages that commands name after `-p` are those of the workspace.
#[test]
fn packages_are_there() {
    let packages: Vec<String> = ["common", "bins/ls", "bins/chmod", "bins/find", "tests"]
        .iter()
        .map(|folder| {
            let manifest = read(&format!("{folder}/Cargo.toml"));
            let line = manifest.lines().find(|line| line.starts_with("name = ")).unwrap();
            line.split('"').nth(1).unwrap().to_owned()
        })
        .collect();
    let mut named = 0;
    for document in DOCUMENTS {
        let text = read(document);
        for line in text.lines().filter(|line| line.contains("cargo ")) {
            for package in line.split(" -p ").skip(1).filter_map(|rest| rest.split_whitespace().next()) {
                named += 1;
                assert!(packages.iter().any(|known| known == package), "{document}: no package {package}");
            }
        }
    }
    assert!(named > 0, "README.md has a command with -p");
}

#[test]
fn tests_are_found_in_sources() {
    let source = "#[test]\nfn one() {}\n\n    #[test]\n    fn two() {}\nfn three() {}\n";
    for (function, expected) in
        [("one", true), ("two", true), ("three", false), ("on", false), ("four", false)]
    {
        assert_eq!(has_test(source, function), expected, "{function}");
    }
    assert_eq!(quoted("a `b` c `d::e`").collect::<Vec<_>>(), ["b", "d::e"]);
    assert_eq!(test_name("tests/a.rs::b"), Some(("tests/a.rs", "b")));
    assert_eq!(test_name("walk::sim"), None);
}
