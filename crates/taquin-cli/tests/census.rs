//! `taquin census`: its reports, its files, and what happens when it is stopped.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn taquin() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.arg("census").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(words: &[&str]) -> Output {
    taquin().args(words).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stderr(output)))
}

fn published(file: &str) -> Vec<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/censuses").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect()
}

fn counts(report: &Value) -> Vec<u64> {
    report["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect()
}

fn wait_for(file: &Path, child: &mut Child) {
    let start = Instant::now();
    while !file.exists() {
        assert!(child.try_wait().unwrap().is_none(), "the census ended before its first checkpoint");
        assert!(start.elapsed() < Duration::from_secs(120), "no checkpoint");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_report_has_its_fields_and_no_others_in_one_line() {
    let output = run(&["3x3", "--json", "--farthest", "5"]);
    assert_eq!(stdout(&output).lines().count(), 1);
    assert_eq!(stderr(&output), "");
    let report = json(&output);
    let mut fields: Vec<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let mut expected =
        vec!["counts", "elapsed_ms", "farthest", "goal", "mean", "metric", "positions", "radius", "size"];
    expected.extend(["schema", "verb", "status"]);
    expected.sort_unstable();
    assert_eq!(fields, expected);
    assert_eq!(counts(&report), published("depth_counts_3x3_stm_corner.txt"));
    assert_eq!((&report["positions"], &report["radius"]), (&181_440.into(), &31.into()));
    assert_eq!(report["farthest"], serde_json::json!(["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]));
}

#[test]
fn the_histogram_is_plain_where_there_is_no_terminal() {
    let text = stdout(&run(&["2x3"]));
    assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 80), "{text}");
    for expected in
        ["360 positions, mean 12.622, radius 21 (1 position)", "\n   14         44  ####", "4 5 0/1 2 3"]
    {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    let depth = stdout(&run(&["6x6", "--depth", "9", "--farthest", "0"]));
    assert!(depth.contains("positions within 9 moves\n"), "{depth}");
}

#[test]
fn a_map_is_kept_and_answers_but_not_when_it_is_damaged_or_of_another_board() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("3x3.map");
    let name = file.to_str().unwrap();
    let first = json(&run(&["3x3", "--save", name, "--json"]));
    assert_eq!(counts(&first), published("depth_counts_3x3_stm_corner.txt"));
    let at = |size: &str, metric: &str, board: &str| {
        run(&[size, "--save", name, "--metric", metric, "--at", board])
    };
    assert_eq!(stdout(&at("3x3", "stm", "8 6 7/2 5 4/3 0 1")), "31 moves (stm) from the goal\n");
    assert_eq!(stdout(&at("3x3", "stm", "1 2 3/4 5 6/7 0 8")), "1 move (stm) from the goal\n");
    assert_eq!(at("3x3", "stm", "1 2 3/4 5 6/8 7 0").status.code(), Some(1));
    let other = at("3x3", "mtm", "1 2 3/4 5 6/7 0 8");
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("is the map of 3x3 stm"), "{}", stderr(&other));

    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100_000] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let damaged = at("3x3", "stm", "1 2 3/4 5 6/7 0 8");
    assert_eq!(damaged.status.code(), Some(2));
    assert!(stderr(&damaged).contains("3x3.map: the map of a board is damaged"), "{}", stderr(&damaged));
}

#[test]
fn the_picture_holds_every_depth() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("3x3.svg");
    assert!(run(&["3x3", "--svg", file.to_str().unwrap()]).status.success());
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>depth 31: 2 positions</title>"));
    assert_eq!(svg.matches("class=\"bar\"").count(), 32);
}

#[test]
fn more_memory_than_may_be_used_is_a_limit_told_in_one_line() {
    let limited: [(&[&str], &str); 6] = [
        (&["4x4"], "error: a census of 4x4 needs 1.4 TB of memory"),
        (&["4x4", "--json"], "error: a census of 4x4 needs 1.4 TB of memory"),
        (&["3x4", "--memory", "10MB"], "error: a census of 3x4 needs 32.0 MB of memory"),
        (
            &["3x4", "--memory", "200MB", "--save", "none.map"],
            "error: a census of 3x4 needs 271 MB of memory",
        ),
        (
            &["16x16", "--metric", "mtm", "--depth", "9", "--memory", "20MB"],
            "stopped by the memory limit after",
        ),
        (&["2000x2000", "--depth", "2", "--memory", "20MB"], "stopped by the memory limit after depth 2"),
    ];
    for (words, why) in limited {
        let output = run(words);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with(why), "{words:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1, "{words:?}");
    }
}

/// The system refuses memory where it likes: the limit of the process is below what `--memory` allows.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_ends_a_census_with_one_line() {
    let all: [&[&str]; 5] = [
        &["16x16", "--metric", "mtm", "--depth", "6"],
        &["16x16", "--metric", "mtm", "--depth", "6", "--memory", "60GB"],
        &["5x5", "--depth", "30", "--memory", "60GB"],
        &["2x7", "--memory", "60GB"],
        &["3x5", "--metric", "mtm", "--depth", "40", "--memory", "60GB"],
    ];
    for words in all {
        // 400 MB.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 400000; exec \"$0\" census \"$@\"", env!("CARGO_BIN_EXE_taquin")]);
        let output = command.args(words).stdin(Stdio::null()).output().unwrap();
        let code = output.status.code();
        assert!(matches!(code, Some(3 | 4)), "{words:?}: {code:?} {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1, "{words:?}: {}", stderr(&output));
    }
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    let refused: [(&[&str], &str); 13] = [
        (&["3x3", "--memory", "some"], "write 500MB or 2GB"),
        (&["100x100"], "too many positions"),
        (&["3x3", "--goal", "blank-at:9,9"], "row 9"),
        (&["3x3", "--metric", "tile"], "stm, mtm"),
        (&["3x3", "--depth", "-1"], "a whole number, 0 or more"),
        (&["3x3", "--farthest", "some"], "a whole number, 0 or more"),
        (&["4x4", "--at", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"], "a map has at most 12; `taquin solve`"),
        (&["3x3", "--at", "1 2 3/4 5 0"], "a 3x3 board has 9 cells, but 6 numbers were given"),
        (&["3x3", "--at", "1 2 3/4 5 0", "--json"], "a 3x3 board has 9 cells"),
        (&["4x4", "--save", "4x4.map"], "4x4 has 16 cells, a map has at most 12; leave --save out"),
        (&["1x5", "--save", "1x5.map"], "1x5 is a single line and needs no map"),
        (&["5x5", "--depth", "5", "--checkpoint", "5x5.part"], "counted without checkpoints"),
        (&["4x4", "--depth", "5", "--checkpoint", "4x4.part"], "counted without checkpoints"),
    ];
    for (words, why) in refused {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(stderr(&output).starts_with("error: ") && stderr(&output).lines().count() == 1);
        assert!(stderr(&output).contains(why), "{words:?}: {}", stderr(&output));
        assert_eq!(output.stdout.is_empty(), !words.contains(&"--json"), "an error is an object there");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let taken = directory.path().to_str().unwrap();
    for option in ["--svg", "--save", "--checkpoint"] {
        for file in ["/nowhere/at/all", taken] {
            // Counting this one would take far longer than any test waits.
            let size = if option == "--save" { "3x4" } else { "2x7" };
            let refused = run(&[size, option, file]);
            assert_eq!(refused.status.code(), Some(4), "{option}: {}", stderr(&refused));
            assert!(stderr(&refused).starts_with("error: ") && stderr(&refused).lines().count() == 1);
            assert!(stderr(&refused).contains(file) && refused.stdout.is_empty());
        }
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_single_line_is_answered_without_a_map() {
    let at = |metric: &str, board: &str| run(&["1x5", "--metric", metric, "--at", board]);
    assert_eq!(stdout(&at("stm", "1 0 2 3 4")), "3 moves (stm) from the goal\n");
    assert_eq!(stdout(&at("mtm", "1 0 2 3 4")), "1 move (mtm) from the goal\n");
    assert_eq!(stdout(&at("mtm", "1 2 3 4 0")), "0 moves (mtm) from the goal\n");
    assert_eq!(at("stm", "2 1 0 3 4").status.code(), Some(1));
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("1x5.part");
    assert!(run(&["1x5", "--checkpoint", file.to_str().unwrap()]).status.success());
    assert!(!file.exists());
}

#[test]
fn a_census_killed_at_any_time_goes_on_from_its_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    let file: PathBuf = directory.path().join("2x6.part");
    let words = ["2x6", "--json", "--every", "0.05", "--checkpoint", file.to_str().unwrap()];
    for wait_ms in [0, 40, 200] {
        let mut child = taquin().args(words).spawn().unwrap();
        wait_for(&file, &mut child);
        std::thread::sleep(Duration::from_millis(wait_ms));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(file.exists());
    let output = run(&words);
    assert!(stderr(&output).contains("going on after depth "), "{}", stderr(&output));
    assert_eq!(counts(&json(&output)), published("depth_counts_2x6_stm_corner.txt"));
    assert!(!file.exists(), "a finished census needs no checkpoint");
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_the_depths_that_were_finished() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("2x6.part");
    let words =
        ["2x6", "--json", "--every", "0.05", "--threads", "1", "--checkpoint", file.to_str().unwrap()];
    let mut child = taquin().args(words).spawn().unwrap();
    wait_for(&file, &mut child);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("stopped by an interruption after depth "), "{}", stderr(&output));
    let report = json(&output);
    assert!(report["radius"].is_null());
    let finished = counts(&report);
    assert!(finished.len() > 1);
    assert_eq!(finished, published("depth_counts_2x6_stm_corner.txt")[..finished.len()]);
}
