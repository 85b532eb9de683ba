//! What the verbs answer, word for word where it matters.

mod common;

use std::process::{Command, Output, Stdio};

use common::run;
use serde_json::Value;

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&text(&run(words, ""))).unwrap()
}

const DOCUMENT_002: &str = "13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0";
const DOCUMENT_003: &str = "0 5 9 12 15 8 14 11 1 4 13 3 6 2 10 7";
const LIST_003: &str = "Right → Down → Down → Down → Right → Up → Up → Up → Left → Down → Down → Down → Right → Up → \
    Right → Up → Up → Left → Left → Down → Left → Down → Down → Right → Up → Up → Right → Down → Left → Up → Left → \
    Down → Right → Down → Right → Up → Right → Down → Left → Up → Right → Up → Up → Left → Left → Down → Left → Up → \
    Right → Right → Down → Down → Down → Right";

#[test]
fn check_says_the_verdict_first_and_proves_it() {
    let no = run(&["check", DOCUMENT_002], "");
    assert_eq!(no.status.code(), Some(1));
    let proof = text(&no);
    assert!(proof.starts_with("No Solution\n"));
    for part in [
        "12  9  9  5  4  4  3  3  0  3  3  2  1  1  0",
        "Their sum is 59, an odd number",
        "Rule for an even width",
        "in row 4 from the top",
        "59 + 0 = 59",
        "the permutation is odd",
        "checkerboard",
        "To make it solvable: swap",
    ] {
        assert!(proof.contains(part), "{part}\n{proof}");
    }
    let yes = run(&["check"], &DOCUMENT_003.replace(' ', "\n"));
    assert_eq!(yes.status.code(), Some(0));
    assert!(text(&yes).starts_with("Solution Exists\n"));
}

#[test]
fn check_gives_the_same_as_fields() {
    let report = json(&["check", DOCUMENT_002, "--json"]);
    let names: Vec<&String> = report.as_object().unwrap().keys().collect();
    let mut expected = [
        "schema",
        "verb",
        "status",
        "board",
        "size",
        "goal",
        "solvable",
        "inversions",
        "inversions_by_tile",
        "blank_row",
        "blank_column",
        "permutation",
        "cycles",
        "blank_distance",
        "obstruction",
    ];
    expected.sort_unstable();
    assert_eq!(names, expected);
    assert_eq!(report["solvable"], false);
    assert_eq!(report["inversions"], 59);
    assert_eq!(
        report["inversions_by_tile"],
        serde_json::json!([12, 9, 9, 5, 4, 4, 3, 3, 0, 3, 3, 2, 1, 1, 0])
    );
    assert_eq!((&report["blank_row"], &report["blank_column"]), (&4.into(), &4.into()));
    assert_eq!((&report["permutation"], &report["blank_distance"]), (&"odd".into(), &0.into()));
    assert_eq!(report["obstruction"]["kind"], "parity");
}

#[test]
fn inversions_are_counted_in_the_goals_own_order() {
    for (board, goal) in
        [("0 1 2/3 4 5/6 7 8", "blank-first"), ("1 2 3/6 5 4/7 8 0", "snake"), ("3 1/0 2", "3 1/0 2")]
    {
        assert_eq!(json(&["check", board, "--goal", goal, "--json"])["inversions"], 0, "{goal}");
    }
}

#[test]
fn one_bad_line_is_one_answer_in_its_place() {
    let input = "# boards\n1 2/3 0\n\nx\n2 1/3 0\n";
    let plain = run(&["check", "--lines"], input);
    assert_eq!(plain.status.code(), Some(2));
    let answers = text(&plain);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!((answers[0], answers[2], answers.len()), ("Solution Exists", "No Solution", 3));
    assert!(answers[1].starts_with("error: \"x\" in row 1"));
    let objects = text(&run(&["check", "--lines", "--json"], input));
    let objects: Vec<Value> = objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[1]["line"], &objects[2]["solvable"]), (&4.into(), &false.into()));
    assert!(objects[1]["error"]["message"].as_str().unwrap().starts_with("\"x\" in row 1"));
    assert_eq!(objects[1]["error"]["code"], "no-tile");
    let good = run(&["check", "--lines"], "2 1/3 0\n");
    assert_eq!(good.status.code(), Some(0), "a verdict of no is an answer");
}

#[test]
fn verify_replays_document_003_as_it_stands() {
    let output = run(&["verify", DOCUMENT_003, LIST_003, "--moves-of", "blank"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).starts_with("Valid:") && text(&output).contains("54 single-tile moves"));
    // Read as tile directions the first move is illegal, and the program says what was meant.
    let other = run(&["verify", DOCUMENT_003, LIST_003], "");
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other).contains("move 1 of 54 (R) is illegal"));
    assert!(text(&other).contains("(--moves-of blank) these moves solve the board"));
}

#[test]
fn verify_tells_illegal_from_unfinished() {
    let board = "1 2 3/4 5 6/7 0 8";
    for (moves, valid, legal, first) in
        [("L", true, true, Value::Null), ("R", false, true, Value::Null), ("LUL", false, false, 2.into())]
    {
        let report = json(&["verify", board, moves, "--json"]);
        assert_eq!((&report["valid"], &report["legal"]), (&valid.into(), &legal.into()), "{moves}");
        assert_eq!(report["first_illegal"], first, "{moves}");
    }
    assert_eq!(run(&["verify", board], "L\n").status.code(), Some(0), "moves may come from standard input");
    assert_eq!(run(&["verify", "-", "L"], board).status.code(), Some(0), "and so may the board");
}

#[test]
fn show_is_plain_when_it_is_not_a_terminal() {
    let board = "1 2 3/4 0 6/7 5 8";
    let drawing = text(&run(&["show", board], ""));
    assert!(drawing.contains("│ 4 │   │ 6 │") && !drawing.contains('\u{1b}'));
    let coloured = text(&run(&["show", board, "--color", "always"], ""));
    assert!(coloured.contains("\u{1b}["));
    let picture = text(&run(&["show", board, "--svg", "-"], ""));
    assert!(picture.starts_with("<svg ") && picture.matches("<rect").count() == 9);
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["scramble", "-n", "100000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "seed v1-1\n");
}
