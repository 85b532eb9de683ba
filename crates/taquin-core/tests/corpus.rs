//! What the fuzzers were given and found worth keeping (`fuzz/corpus`), run as plain tests by the same bodies.
#![cfg(feature = "import")]

#[path = "../../../fuzz/bodies/board.rs"]
mod board;
#[path = "../../../fuzz/bodies/import.rs"]
mod import;
#[path = "../../../fuzz/bodies/kept.rs"]
mod kept;
#[path = "../../../fuzz/bodies/moves.rs"]
mod moves;
#[path = "../../../fuzz/bodies/names.rs"]
mod names;
#[path = "../../../fuzz/bodies/replay.rs"]
mod replay;

use kept::run_all;

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
