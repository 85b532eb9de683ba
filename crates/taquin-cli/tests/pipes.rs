//! The program among others: pipes, Ctrl-C, a terminal's width, help and hints.

mod common;

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use common::{command, run};
use serde_json::Value;

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const FARTHEST: &str = "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1";
const TWO_MOVES: &str = "1 2 3/4 5 6/0 7 8";
const ODD: &str = "2 1 3/4 5 6/7 8 0";

#[cfg(unix)]
#[test]
fn ctrl_c_ends_many_lines_after_whole_answers_and_says_how_many() {
    // Three easy boards, then hard ones for hours; and nobody closes the input.
    let mut child = command(&["solve", "--lines", "--threads", "2", "--heuristic", "manhattan"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let easy = format!("{TWO_MOVES}\n").repeat(60);
    input.write_all(format!("{easy}{}", format!("{FARTHEST}\n").repeat(200)).as_bytes()).unwrap();
    input.flush().unwrap();
    let mut first = [0; 5];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(130));
    let answers = String::from_utf8_lossy(&first).into_owned() + &stdout(&output);
    assert!(answers.lines().all(|line| line == "2 L2") && answers.ends_with('\n'), "{answers}");
    let count = answers.lines().count();
    assert!(stderr(&output).contains(&format!("interrupted after {count} answer")), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn ctrl_c_cuts_short_answers_too() {
    let large = run(&["scramble", "6x6", "--seed", "3"], "");
    let mut child = command(&["solve", "--lines", "--threads", "1", "--time", "60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&[&large.stdout[..], &large.stdout[..]].concat()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), String::new()));
    assert!(stderr(&output).contains("interrupted after 0 answers"), "{}", stderr(&output));
}

#[test]
fn what_a_filter_cannot_read_is_told_beside_what_it_passes_on() {
    let lines = format!("{TWO_MOVES}\nx\n{ODD}\n");
    let passed = run(&["check", "--lines", "--filter", "solvable"], &lines);
    assert_eq!((passed.status.code(), stdout(&passed)), (Some(2), format!("{TWO_MOVES}\n")));
    assert!(stderr(&passed).contains("error: line 2: "), "{}", stderr(&passed));
    let lines = format!("{TWO_MOVES} LL\nx\n{TWO_MOVES} LRLL\n");
    let passed = run(&["solve", "--lines", "--filter-optimal"], &lines);
    assert_eq!((passed.status.code(), stdout(&passed)), (Some(2), format!("{TWO_MOVES} LL\n")));
    assert!(stderr(&passed).contains("error: line 2: "), "{}", stderr(&passed));
}

#[test]
fn moves_of_the_blank_are_read_back_as_such() {
    let solved = run(&["solve", "8 6 7/2 5 4/3 0 1", "--json", "--moves-of", "blank"], "");
    for verify in [&["verify"][..], &["verify", "--lines"], &["verify", "--moves-of", "tile"]] {
        let checked = run(verify, &stdout(&solved));
        assert!(
            checked.status.success() && stdout(&checked).to_lowercase().starts_with("valid"),
            "{verify:?}"
        );
    }
    let shorter = run(&["moves", "shorten", "--lines", "--time", "1"], &stdout(&solved));
    assert!(shorter.status.success(), "{}", stderr(&shorter));
}

#[test]
fn a_solution_goes_through_a_pipe_as_it_is() {
    let board = "8 6 7/2 5 4/3 0 1";
    for words in
        [&["solve", board][..], &["solve", board, "--want", "fast"], &["solve", board, "--style", "words"]]
    {
        let solved = run(words, "");
        assert_eq!(stdout(&solved).lines().count(), 1, "moves alone: {words:?}");
        assert!(stderr(&solved).contains(" moves, "), "{}", stderr(&solved));
        assert_eq!(run(&["verify", board], &stdout(&solved)).status.code(), Some(0), "{words:?}");
        let quiet = run(&[words, &["--quiet"]].concat(), "");
        assert_eq!((stdout(&quiet), stderr(&quiet)), (stdout(&solved), String::new()));
    }
    let none = run(&["solve", ODD], "");
    assert_eq!((none.status.code(), stdout(&none).as_str()), (Some(1), ""));
    assert!(stderr(&none).starts_with("No solution exists: "));
    let home = run(&["solve", "1 2/3 0"], "");
    assert_eq!((stdout(&home).as_str(), stderr(&home).as_str()), ("\n", "Solved already.\n"));
}

#[test]
fn verify_takes_moves_as_several_words_and_many_lines() {
    assert_eq!(run(&["verify", TWO_MOVES, "L", "L"], "").status.code(), Some(0));
    assert_eq!(run(&["verify", TWO_MOVES, "Left", "→", "Left"], "").status.code(), Some(0));
    assert_eq!(run(&["verify", TWO_MOVES, "L", "R"], "").status.code(), Some(1));
    let unquoted = run(&["verify", "1", "2", "3", "4", "0", "5", "7", "8", "6", "LL"], "");
    assert!(stderr(&unquoted).contains("quotes"), "{}", stderr(&unquoted));
    let lines = format!("{TWO_MOVES} LL\n{TWO_MOVES}\t←←\n1,2/3,_\n{TWO_MOVES} L\n{TWO_MOVES} U\nx\n");
    let output = run(&["verify", "--lines"], &lines);
    let answers = stdout(&output);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers[..3], ["valid"; 3]);
    assert_eq!(answers[3], "invalid: it ends at 1 2 3/4 5 6/7 0 8");
    assert_eq!(answers[4], "invalid: move 1 (U) is illegal");
    assert!(answers[5].starts_with("error: ") && output.status.code() == Some(2));
}

#[test]
fn lines_of_ours_are_read_back() {
    let scrambled = run(&["scramble", "3x3", "-n", "5", "--seed", "1", "--goal", "snake", "--json"], "");
    let solved = run(&["solve", "--lines", "--json"], &stdout(&scrambled));
    let lines = stdout(&solved);
    for line in lines.lines() {
        let report: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&report["goal"], &report["status"]), (&"snake".into(), &"solved".into()), "{line}");
    }
    let verified = run(&["verify", "--lines"], &lines);
    assert_eq!((verified.status.code(), stdout(&verified)), (Some(0), "valid\n".repeat(5)));
    let checked = run(&["check", "--lines"], &lines);
    assert_eq!(stdout(&checked), "Solution Exists\n".repeat(5));
    let first = lines.lines().next().unwrap();
    assert_eq!(run(&["verify"], first).status.code(), Some(0));
    assert_eq!(run(&["verify", first], "").status.code(), Some(0));
    assert!(stdout(&run(&["show"], first)).contains('┌'));
    assert!(stdout(&run(&["solve", "--quiet"], first)).trim_end().len() > 1);
    // A goal that is asked for counts more than the line's.
    assert_eq!(run(&["verify", first, "--goal", "blank-last"], "").status.code(), Some(1));
    for bad in ["{", "{}", r#"{"board": 7}"#, r#"{"error":{"code":"input","message":"no"}}"#] {
        assert_eq!(run(&["solve"], bad).status.code(), Some(2), "{bad}");
    }
}

#[test]
fn without_a_verb_the_help_is_printed() {
    for words in [&[][..], &["table"]] {
        let output = run(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let help = stderr(&output);
        assert!(help.contains("Usage:") && help.contains("Commands:") && !help.contains("error:"), "{help}");
    }
}

#[test]
fn a_mistake_gets_a_hint() {
    for (words, hint) in [
        (&["slove", "1 2/3 0"][..], "'solve'"),
        (&["solve", "1 2/3 0", "--jsno"], "'--json'"),
        (&["solve", "1", "2", "3", "0"], "quotes"),
        (&["check", "1 2/3 0", "2 1/3 0"], "--lines"),
        (&["solve", "1 2/3 0", "--style", "leters"], "letters"),
    ] {
        let output = run(words, "");
        let line = stderr(&output);
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
        assert!(line.starts_with("error: ") && line.contains(hint) && line.len() <= 300, "{line}");
    }
    let several = run(&["check"], "1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 8 0\n");
    assert!(
        several.status.code() == Some(2) && stderr(&several).contains("add --lines"),
        "{}",
        stderr(&several)
    );
}

#[test]
fn shells_are_offered_values_where_there_are_values() {
    let script = stdout(&run(&["completions", "fish"], ""));
    let solve = |option: &str, value: &str| {
        script.lines().any(|line| {
            line.contains("solve") && line.contains(&format!("-l {option} ")) && line.contains(value)
        })
    };
    for (option, value) in [
        ("want", "optimal"),
        ("heuristic", "linear-conflict"),
        ("search", "bidirectional"),
        ("goal", "snake"),
        ("metric", "mtm"),
    ] {
        assert!(solve(option, value), "--{option} does not offer {value}");
    }
}

#[test]
fn equal_bounds_are_a_proof_whatever_the_clock_says() {
    let output = run(&["solve", TWO_MOVES, "--time", "0", "--json"], "");
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&report["length"], &report["lower_bound"]), (&2.into(), &2.into()));
    assert_eq!((&report["optimal"], &report["status"]), (&true.into(), &"solved".into()));
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupted_bench_exits_130() {
    let child = command(&["bench", "--only", "korf-small"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted") && !stderr(&output).contains("error"));
}

#[test]
fn an_unsolvable_board_is_a_proven_no_everywhere() {
    let no = |words: &[&str]| {
        let output = run(words, "");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(report["status"], "unsolvable", "{words:?}");
    };
    no(&["solve", ODD, "--compare", "--json"]);
    no(&["solve", ODD, "--want", "fast", "--json"]);
    no(&["solve", ODD, "--want", "fast", "--count", "--json"]);
    no(&["census", "3x3", "--at", ODD, "--json"]);
    no(&["watch", ODD, "--json"]);
    no(&["check", ODD, "--json"]);
    assert_eq!(run(&["solve", ODD, "--compare"], "").status.code(), Some(1));
}

#[test]
fn a_stopped_stream_is_an_object_too() {
    let big = stdout(&run(&["scramble", "60x60", "--seed", "1"], ""));
    let output = run(&["solve", "--want", "fast", "--count", "--json", "--time", "0"], &big);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((output.status.code(), &report["status"]), (Some(3), &"limit".into()));
}

#[test]
fn pictures_go_to_standard_output_when_asked() {
    let picture = run(&["census", "2x3", "--svg", "-"], "");
    assert!(stdout(&picture).starts_with("<svg") && stdout(&picture).trim_end().ends_with("</svg>"));
    assert_eq!(run(&["census", "2x3", "--svg", "-", "--json"], "").status.code(), Some(2));
}

#[test]
fn times_and_speeds_are_read_alike() {
    for words in [
        &["census", "2x3", "--checkpoint", "x", "--every", "soon"][..],
        &["census", "2x3", "--checkpoint", "x", "--every", "-1"],
        &["census", "2x3", "--checkpoint", "x", "--every", "1e3"],
        &["replay", "AUgDAwIKALQBqFmlXg", "--speed", "NaN"],
        &["replay", "AUgDAwIKALQBqFmlXg", "--speed", "0"],
        &["watch", TWO_MOVES, "--speed", "inf"],
        &["solve", TWO_MOVES, "--time", "soon"],
    ] {
        let output = run(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(stderr(&output).contains("write "), "the remedy: {}", stderr(&output));
    }
    assert_eq!(run(&["replay", "AUgDAwIKALQBqFmlXg", "--speed", "0.5"], "").status.code(), Some(0));
}

#[test]
fn a_lock_leaves_with_its_table() {
    let directory = tempfile::tempdir().unwrap();
    let taquin = |words: &[&str]| {
        command(words).env("TAQUIN_TABLES", directory.path()).stdin(Stdio::null()).output().unwrap()
    };
    assert_eq!(taquin(&["table", "build", "2x4"]).status.code(), Some(0));
    assert_eq!(taquin(&["table", "remove", "2x4"]).status.code(), Some(0));
    let left: Vec<_> =
        std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn only_the_boards_that_are_wanted_come_through() {
    let boards = "1 2/3 0\n# none\n2 1/3 0\n3 1/2 0\n";
    let filtered = |which| stdout(&run(&["check", "--lines", "--filter", which], boards));
    assert_eq!(filtered("solvable"), "1 2/3 0\n3 1/2 0\n");
    assert_eq!(filtered("unsolvable"), "2 1/3 0\n");
}
