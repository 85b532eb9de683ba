//! `taquin moves`, `scramble --distance` and `solve --filter-optimal`.

mod common;

use common::run;

#[track_caller]
fn answer(words: &[&str], input: &str) -> String {
    let output = run(&[&["moves"], words].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sequences_are_turned_into_others() {
    for (words, expected) in [
        (&["simplify", "RUDLR"][..], "R"),
        (&["simplify", "R", "L"], ""),
        (&["invert", "R2DL3"], "R3UL2"),
        (&["transpose", "R2DL3"], "D2RU3"),
        (&["slice", "R2DL3", "--from", "2", "--to", "4"], "RDL"),
        (&["slice", "R2DL3", "--from", "2", "--metric", "mtm"], "DL3"),
        (&["convert", "R2D", "--style", "words"], "Right → Right → Down"),
        (&["convert", "R2D", "--as-moves-of", "blank"], "L2U"),
        (&["convert", "R2D", "--moves-of", "blank", "--as-moves-of", "tile", "--style", "arrows"], "←←↑"),
        (&["invert", "R2D", "--moves-of", "blank"], "UL2"),
        (&["apply", "LL", "--board", "1 2 3/4 5 6/0 7 8"], "1 2 3/4 5 6/7 8 0"),
        (&["board", "LL", "--size", "3x3"], "1 2 3/4 5 6/0 7 8"),
        (&["board", "L", "--goal", "0 1/2 3", "--style", "runs"], "1 0/2 3"),
    ] {
        if words[0] == "board" && words.contains(&"0 1/2 3") {
            // The blank of this goal is in the first column: nothing came from the right of it.
            assert_eq!(run(&[&["moves"], words].concat(), "").status.code(), Some(2));
            continue;
        }
        assert_eq!(answer(words, ""), format!("{expected}\n"), "{words:?}");
    }
    assert_eq!(answer(&["invert"], "R2D\n"), "UL2\n");
    assert_eq!(answer(&["invert", "--lines"], "R2D\n# none\nLU\n"), "UL2\nDR\n");
    assert_eq!(answer(&["apply", "--lines"], "1 2/3 0 R\n1 2/0 3 L\n"), "1 2/0 3\n1 2/3 0\n");
    assert_eq!(answer(&["apply", "--lines", "--board", "1 2/3 0"], "R\nD\n"), "1 2/0 3\n1 0/3 2\n");
}

#[test]
fn what_solves_a_board_leads_back_to_it() {
    let moves = "RDLURDDLLURRDLURULDRDLLUURDDR";
    let start = answer(&["board", moves, "--size", "4x4", "--goal", "blank-first"], "");
    let verified = run(&["verify", start.trim(), moves, "--goal", "blank-first"], "");
    assert_eq!(verified.status.code(), Some(0));
}

#[test]
fn a_shortened_solution_solves_and_is_no_longer() {
    let scrambled = run(&["scramble", "4x4", "--seed", "3", "-n", "3", "--json"], "");
    let long =
        run(&["solve", "--lines", "--want", "fast", "--json"], &String::from_utf8(scrambled.stdout).unwrap());
    let long = String::from_utf8(long.stdout).unwrap();
    let short = answer(&["shorten", "--lines", "--json", "--time", "500ms"], &long);
    assert_eq!(run(&["verify", "--lines"], &short).stdout, "valid\n".repeat(3).into_bytes());
    let lengths = |text: &str| -> Vec<u64> {
        let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.map(|report| report["length"].as_u64().unwrap()).collect()
    };
    for (before, after) in lengths(&long).into_iter().zip(lengths(&short)) {
        assert!(after < before, "{after} of {before}");
    }
    let none = run(&["moves", "shorten", "LL", "--board", "1 2 3/4 5 6/7 8 0"], "");
    assert_eq!(none.status.code(), Some(1), "what is no solution is told so");
    assert_eq!(run(&["moves", "shorten", "LL"], "").status.code(), Some(2), "and a board is asked for");
}

#[test]
fn boards_are_drawn_at_the_distance_that_is_asked_for() {
    let drawn = run(&["scramble", "3x3", "--distance", "17", "-n", "5", "--seed", "1"], "");
    let boards = String::from_utf8(drawn.stdout).unwrap();
    let solved = run(&["solve", "--lines", "--count"], &boards);
    assert_eq!(String::from_utf8(solved.stdout).unwrap(), "17\n".repeat(5));
    let mut different: Vec<&str> = boards.lines().collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 5);
    let far = run(&["scramble", "3x3", "--distance", "32"], "");
    assert_eq!(far.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&far.stderr).contains("the farthest are at 31"));
}

#[test]
fn only_shortest_solutions_come_through() {
    let lines = "1 2 3/4 5 6/0 7 8 LL\n1 2 3/4 5 6/0 7 8 LRLL\n1 2 3/4 5 6/0 7 8 L\n";
    let output = run(&["solve", "--lines", "--filter-optimal"], lines);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1 2 3/4 5 6/0 7 8 LL\n");
    assert_eq!(output.status.code(), Some(0));
}
