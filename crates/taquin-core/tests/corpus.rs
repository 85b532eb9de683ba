//! What the fuzzers were given and found worth keeping (`fuzz/corpus`), run as plain tests by the same bodies.
#![cfg(feature = "import")]

use std::path::Path;

#[path = "../../../fuzz/bodies/board.rs"]
mod board;
#[path = "../../../fuzz/bodies/import.rs"]
mod import;
#[path = "../../../fuzz/bodies/moves.rs"]
mod moves;
#[path = "../../../fuzz/bodies/names.rs"]
mod names;
#[path = "../../../fuzz/bodies/replay.rs"]
mod replay;

/// Runs every kept input, and every beginning of it: half a file is what a broken copy leaves.
fn run_all(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let kept = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("kept-")));
    let mut count = 0;
    for path in kept {
        let bytes = std::fs::read(&path).unwrap();
        for end in 0..=bytes.len() {
            body(&bytes[..end]);
        }
        count += 1;
    }
    assert!(count >= 5, "{target} has {count} kept inputs");
}

#[test]
fn kept_boards_are_read_or_refused() {
    run_all("board", board::run);
}

#[test]
fn kept_moves_are_read_or_refused() {
    run_all("moves", moves::run);
}

#[test]
fn kept_names_are_read_or_refused() {
    run_all("names", names::run);
}

#[test]
fn kept_replays_are_read_or_refused() {
    run_all("replay", replay::run);
}

#[test]
fn kept_links_of_other_programs_are_read_or_refused() {
    run_all("import", import::run);
}
