//! `taquin table`, and what `taquin solve` does with a table that is damaged.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn taquin(tables: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(words).env("TAQUIN_TABLES", tables).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn tables_are_built_listed_verified_used_and_removed() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path();
    assert!(stdout(&taquin(tables, &["table", "list"])).starts_with("no tables"));
    assert_eq!(taquin(tables, &["table", "build", "3x4"]).status.code(), Some(0));
    assert!(stdout(&taquin(tables, &["table", "list"])).contains("4x3"));
    let verified = taquin(tables, &["table", "verify"]);
    assert_eq!(verified.status.code(), Some(0));
    assert!(stdout(&verified).contains("whole"));
    let solved = taquin(tables, &["solve", "0 11 9 10/8 7 6 5/4 3 2 1", "--goal", "blank-first", "--json"]);
    assert!(stdout(&solved).contains("\"optimal\":true") && solved.stderr.is_empty());
    assert_eq!(taquin(tables, &["table", "remove", "3x4"]).status.code(), Some(0));
    assert!(stdout(&taquin(tables, &["table", "list"])).starts_with("no tables"));
}

#[test]
fn a_damaged_table_is_named_and_the_answer_is_right_without_it() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path();
    assert_eq!(taquin(tables, &["table", "build", "3x3"]).status.code(), Some(0));
    let files = fs::read_dir(tables).unwrap().map(|entry| entry.unwrap().path());
    let file = files.into_iter().find(|path| path.extension().is_some_and(|e| e == "tbl")).unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 4;
    fs::write(&file, bytes).unwrap();
    let verified = taquin(tables, &["table", "verify"]);
    assert_eq!(verified.status.code(), Some(4));
    let solved = taquin(tables, &["solve", "8 6 7/2 5 4/3 0 1", "--json"]);
    assert_eq!(solved.status.code(), Some(0));
    assert!(stdout(&solved).contains("\"length\":31,"));
    let warning = String::from_utf8(solved.stderr).unwrap();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    assert!(warning.starts_with("warning: ") && warning.contains(&name), "{warning}");
    // Building again mends it.
    assert_eq!(taquin(tables, &["table", "build", "3x3"]).status.code(), Some(0));
    assert_eq!(taquin(tables, &["table", "verify"]).status.code(), Some(0));
}

#[test]
fn a_size_without_tables_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for size in ["1x5", "5x5", "1x1"] {
        assert_eq!(taquin(directory.path(), &["table", "build", size]).status.code(), Some(2), "{size}");
    }
}
