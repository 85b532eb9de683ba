//! The help texts: every verb has one with examples, and every example does what it says.
#![cfg(unix)]

use std::process::Command;

fn taquin(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_taquin")).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn verbs() -> Vec<String> {
    let help = taquin(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).expect("a list of commands");
    let lines = commands.lines().take_while(|line| !line.is_empty());
    // A continuation line is indented further.
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|v| *v != "help")
        .map(str::to_owned)
        .collect()
}

/// What is not run: it needs a terminal, never ends, needs the dump of a league, or takes long.
const NOT_RUN: [&str; 7] = [
    "taquin play",
    "taquin serve",
    "taquin judge",
    "taquin label 4x4",
    "taquin census 2x7",
    "taquin table build 4x4",
    "taquin table build 5x5",
];

/// Lines that begin with `$` are run; a comment tells an exit code other than 0.
fn examples(help: &str) -> Vec<(String, i32)> {
    let lines = help.lines().filter_map(|line| line.trim().strip_prefix("$ "));
    lines
        .filter(|line| !NOT_RUN.iter().any(|begin| line.starts_with(begin)))
        .map(|line| match line.split_once("# exit ") {
            Some((command, code)) => (command.trim().to_owned(), code.trim().parse().expect("an exit code")),
            None => (line.to_owned(), 0),
        })
        .collect()
}

#[test]
fn every_example_in_the_help_does_what_it_says() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_taquin"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let verbs = verbs();
    assert!(verbs.iter().any(|verb| verb == "check"));
    let below = ["list", "build", "verify", "remove"].map(|verb| vec!["table", verb]);
    let pages = verbs.iter().map(|verb| vec![verb.as_str()]).chain(below).chain([vec![]]);
    for words in pages {
        let help = taquin(&[&words[..], &["--help"]].concat());
        let verb = words.join(" ");
        assert!(help.contains("Examples:"), "{verb} has no examples");
        for (example, code) in examples(&help) {
            let directory = tempfile::tempdir().unwrap();
            // The examples read and write only here, tables and records included.
            let output = Command::new("sh")
                .args(["-c", &example])
                .current_dir(directory.path())
                .env("PATH", &path)
                .env("HOME", directory.path())
                .env_remove("XDG_CACHE_HOME")
                .env_remove("XDG_DATA_HOME")
                .env_remove("TAQUIN_TABLES")
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{verb}: {example}\n{stderr}");
        }
    }
}

#[test]
fn completions_and_manual_pages_know_every_verb() {
    let directory = tempfile::tempdir().unwrap();
    taquin(&["man", "--dir", directory.path().to_str().unwrap()]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = taquin(&["completions", shell]);
        for verb in verbs() {
            assert!(script.contains(&verb), "{shell} does not complete {verb}");
        }
    }
    let names: Vec<String> = std::fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for verb in verbs() {
        assert!(names.contains(&format!("taquin-{verb}.1")), "{verb} has no page");
    }
    // Verbs of verbs have pages, too: taquin-table-build.1.
    assert!(names.len() > verbs().len() + 4, "{names:?}");
    for name in names {
        let page = std::fs::read_to_string(directory.path().join(&name)).unwrap();
        let verb = name.trim_end_matches(".1").replacen("taquin", "", 1).replace('-', " ");
        for section in ["NAME", "SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\""] {
            let bare = section.trim_matches('"');
            let is_there =
                page.lines().any(|line| line == format!(".SH {section}") || line == format!(".SH {bare}"));
            assert!(is_there, "{verb} has no {section}");
        }
        let examples = page.split_once(".SH EXAMPLES").unwrap().1.replace("\\-", "-");
        assert!(examples.contains(&format!("taquin{verb}")), "the examples of{verb} name it");
    }
}
