//! Goals that make tiles alike, as a user meets them: dealt, watched, solved, checked and verified, and refused in one line
//! elsewhere. (They are played in the tests of the screen.)

mod common;

use std::process::Output;

use common::run;
use serde_json::Value;

const GOALS: [&str; 5] = ["rows", "columns", "fringe", "grids", "checkerboard"];

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn length(report: &str) -> u64 {
    serde_json::from_str::<Value>(report).unwrap()["length"].as_u64().unwrap()
}

/// Boards of each half: everyone is solved, no longer than to the usual goal, and what solve prints verify takes.
#[test]
fn what_is_solved_is_verified_and_no_longer_than_to_the_usual_goal() {
    let boards = text(&run(&["scramble", "3x3", "-n", "12", "--seed", "15"], ""));
    let usual = text(&run(&["solve", "--lines", "--json"], &boards));
    for goal in GOALS {
        for metric in ["stm", "mtm"] {
            let solved =
                text(&run(&["solve", "--lines", "--json", "--goal", goal, "--metric", metric], &boards));
            assert_eq!(solved.lines().count(), 12, "{solved}");
            let verified = text(&run(&["verify", "--lines"], &solved));
            assert_eq!(verified, "valid\n".repeat(12), "{goal}: {solved}");
            if metric == "stm" {
                assert!(usual.lines().zip(solved.lines()).all(|(usual, own)| length(own) <= length(usual)));
            }
        }
        let other_half = "2 1 3/4 5 6/7 8 0";
        let usual = run(&["check", other_half], "");
        let own = run(&["check", "--goal", goal, other_half], "");
        assert_eq!((usual.status.code(), own.status.code()), (Some(1), Some(0)), "{goal}");
        assert!(text(&own).starts_with("Solution Exists\n"), "{}", text(&own));
    }
    // Two tiles of a row exchanged are nothing to do by rows, and something by columns.
    assert_eq!(text(&run(&["solve", "--count", "--goal", "rows", "2 1 3/4 5 6/7 8 0"], "")), "0\n");
    assert_ne!(text(&run(&["solve", "--count", "--goal", "columns", "2 1 3/4 5 6/7 8 0"], "")), "0\n");
}

#[test]
fn a_corridor_whose_order_is_not_allowed_is_told_apart() {
    for (goal, code) in [("rows", 0), ("columns", 1), ("checkerboard", 1)] {
        for verb in ["check", "solve"] {
            let output = run(&[verb, "--goal", goal, "--size", "1x4", "2 1 3 0"], "");
            assert_eq!(output.status.code(), Some(code), "{verb} {goal}");
        }
        let lines = run(&["check", "--lines", "--goal", goal, "--size", "1x4"], "2 1 3 0\n");
        assert_eq!(text(&lines).trim() == "Solution Exists", code == 0, "{goal}");
    }
}

/// Larger boards: by construction at once, shortened in the time given, refused where a proof is wanted.
#[test]
fn large_boards_are_solved_but_not_proven() {
    let board = text(&run(&["scramble", "6x6", "--seed", "3"], ""));
    for want in ["fast", "short"] {
        let words = ["solve", "--goal", "fringe", "--want", want, "--time", "200ms", "--json"];
        let report = text(&run(&words, &board));
        let told: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(told["optimal"], false, "{report}");
        assert!(told["lower_bound"].as_u64() < told["length"].as_u64());
        assert_eq!(run(&["verify", "-"], &report).status.code(), Some(0), "{report}");
    }
    let refused = run(&["solve", "--goal", "fringe", "--want", "optimal"], &board);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{told}");
}

#[test]
fn what_needs_a_place_for_each_tile_says_so_in_one_line() {
    let board = "8 6 7/2 5 4/3 0 1";
    for words in [
        &["solve", board, "--compare"][..],
        &["solve", board, "--all"],
        &["solve", board, "--heuristic", "manhattan"],
        &["solve", board, "--device", "cuda"],
        &["census", "2x3"],
        &["label", "2x3", "--out", "never-made", "-n", "3"],
        &["watch", board, "--player", "greedy-inversions"],
        &["moves", "shorten", "--board", board, "LRLR"],
    ] {
        let refused = run(&[words, &["--goal", "rows"]].concat(), "");
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{words:?}: {told}");
        assert!(told.contains("each tile has its own place"), "{words:?}: {told}");
    }
}

#[test]
fn a_board_is_shown_with_the_tiles_of_a_group_at_home_anywhere_in_it() {
    let report = text(&run(&["solve", "3 1 2/4 5 6/7 0 8", "--goal", "rows", "--json"], ""));
    let shown = text(&run(&["show", "--json"], &report));
    let told: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&told["goal"], &told["at_home"]), (&"rows".into(), &7.into()), "{shown}");
}

/// What is dealt at a distance is there, and watching it takes exactly so many moves.
#[test]
fn boards_are_dealt_and_watched() {
    for goal in GOALS {
        let words = ["scramble", "3x3", "-n", "3", "--seed", "5", "--distance", "8", "--goal", goal];
        let boards = text(&run(&words, ""));
        assert_eq!(boards.lines().count(), 3);
        assert_eq!(text(&run(&["solve", "--lines", "--count", "--goal", goal], &boards)), "8\n".repeat(3));
        let watched = text(&run(&["watch", "--goal", goal], boards.lines().next().unwrap()));
        assert!(watched.ends_with("Solved in 8 moves, the fewest possible.\n"), "{watched}");
        assert!(watched.contains("distance 8") && watched.contains("distance 0"), "{watched}");
        assert!(!watched.contains("inversions"), "no order of alike tiles is wrong: {watched}");
    }
    let far = run(&["scramble", "3x3", "--goal", "checkerboard", "--distance", "30"], "");
    let told = String::from_utf8(far.stderr).unwrap();
    assert_eq!(far.status.code(), Some(2), "{told}");
    assert!(told.contains("no 3x3 board at distance 30 was found"), "{told}");
}
