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
    let lines = stdout(&taquin(tables, &["table", "list", "--json"]));
    let listed: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for table in &listed {
        let file = tables.join(table["file"].as_str().unwrap());
        assert_eq!(table["bytes"].as_u64(), Some(fs::metadata(file).unwrap().len()));
        assert_eq!(table["size"], "4x3");
    }
    assert_eq!(listed.iter().map(|table| table["tiles"].as_u64().unwrap()).sum::<u64>(), 11);
    let verified = taquin(tables, &["table", "verify"]);
    assert_eq!(verified.status.code(), Some(0));
    assert!(stdout(&verified).contains("whole"));
    let solved = taquin(tables, &["solve", "0 11 9 10/8 7 6 5/4 3 2 1", "--goal", "blank-first", "--json"]);
    assert!(stdout(&solved).contains("\"optimal\":true") && solved.stderr.is_empty());
    assert_eq!(taquin(tables, &["table", "remove", "3x4"]).status.code(), Some(0));
    assert!(stdout(&taquin(tables, &["table", "list"])).starts_with("no tables"));
}

#[test]
fn tables_of_the_multi_tile_metric_are_tables_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path();
    assert_eq!(taquin(tables, &["table", "build", "3x4", "--metric", "mtm"]).status.code(), Some(0));
    let listed = stdout(&taquin(tables, &["table", "list"]));
    // The blank at home in a corner of an oblong: a table for its columns, another for its rows.
    assert!(listed.lines().count() == 2 && listed.contains("multi-tile metric"), "{listed}");
    let json = stdout(&taquin(tables, &["table", "verify", "--json"]));
    assert!(json.lines().all(|line| line.contains("\"metric\":\"mtm\"") && line.contains("\"valid\":true")));
    let solve = |metric: &str| {
        let board = "11 4 9 2/5 10 7 8/3 6 1 0";
        stdout(&taquin(tables, &["solve", board, "--metric", metric, "--json"]))
    };
    assert!(solve("mtm").contains("\"optimal\":true") && solve("stm").contains("\"optimal\":true"));
    assert_eq!(taquin(tables, &["table", "remove", "3x4"]).status.code(), Some(0));
    assert_eq!(stdout(&taquin(tables, &["table", "list"])).lines().count(), 2);
    assert_eq!(taquin(tables, &["table", "remove", "3x4", "--metric", "mtm"]).status.code(), Some(0));
    assert!(stdout(&taquin(tables, &["table", "list"])).starts_with("no tables"));
    assert_eq!(taquin(tables, &["table", "build", "5x5", "--metric", "mtm"]).status.code(), Some(2));
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
    for size in ["1x5", "6x6", "2x13", "1x1"] {
        assert_eq!(taquin(directory.path(), &["table", "build", size]).status.code(), Some(2), "{size}");
    }
}

#[test]
fn the_directory_may_be_named_before_or_after_what_is_to_be_done() {
    let directory = tempfile::tempdir().unwrap();
    let (elsewhere, here) = (directory.path().join("elsewhere"), directory.path().join("here"));
    let here = here.to_str().unwrap();
    assert_eq!(taquin(&elsewhere, &["table", "--tables", here, "build", "2x3"]).status.code(), Some(0));
    assert!(stdout(&taquin(&elsewhere, &["table", "list", "--tables", here])).contains("3x2"));
    assert!(!elsewhere.exists());
}

#[test]
fn eight_processes_that_build_the_same_tables_end_with_one_of_each() {
    let directory = tempfile::tempdir().unwrap();
    let build = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args(["table", "build", "3x4"]).env("TAQUIN_TABLES", directory.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let processes: Vec<_> = (0..8).map(|_| build()).collect();
    for mut process in processes {
        assert_eq!(process.wait().unwrap().code(), Some(0));
    }
    let mut left: Vec<_> =
        fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    left.retain(|path| path.extension().is_none_or(|ending| ending != "lock"));
    let listed = stdout(&taquin(directory.path(), &["table", "list"]));
    assert_eq!((listed.lines().count(), left.len()), (2, 2), "{listed}{left:?}");
    assert_eq!(taquin(directory.path(), &["table", "verify"]).status.code(), Some(0));
}
