//! `taquin solve` as a user meets it: the shared suite, exit codes, limits, many lines, Ctrl-C.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    // Tables that a user may have built must not decide what a test sees.
    command.arg("solve").args(words).env("TAQUIN_TABLES", env!("CARGO_TARGET_TMPDIR"));
    command
}

fn solve(words: &[&str]) -> Output {
    command(words).stdin(Stdio::null()).output().unwrap()
}

fn solve_lines(words: &[&str], input: &str) -> Output {
    let mut child =
        command(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    output
}

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const ARTICLE: &str = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7";

#[test]
fn every_case_of_the_suite_is_answered_right() {
    type Key<'a> = (&'a str, &'a str, &'a str);
    let mut groups: BTreeMap<Key, Vec<(&str, &str)>> = BTreeMap::new();
    let suite = include_str!("../../../data/solve.cases");
    for line in suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [size, board, goal, metric, answer] = fields[..] else { panic!("five fields: {line}") };
        groups.entry((size, goal, metric)).or_default().push((board, answer));
    }
    for ((size, goal, metric), cases) in groups {
        let input: String = cases.iter().map(|(board, _)| format!("{board}\n")).collect();
        let words = ["--lines", "--json", "--size", size, "--goal", goal, "--metric", metric];
        let output = solve_lines(&words, &input);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        for ((board, answer), report) in cases.iter().zip(objects(&output)) {
            let unsolvable = *answer == "unsolvable";
            assert_eq!(report["status"], if unsolvable { "unsolvable" } else { "solved" }, "{board}");
            assert_eq!(report["optimal"] == true, !unsolvable);
            assert_eq!(report["length"].as_u64(), answer.parse().ok(), "{board} {goal} {metric}");
        }
    }
}

#[test]
fn the_json_object_has_the_documented_fields_in_order() {
    let output = solve(&[ARTICLE, "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let fields = [
        "schema",
        "verb",
        "status",
        "board",
        "size",
        "goal",
        "moves",
        "length",
        "metric",
        "optimal",
        "lower_bound",
        "gap",
        "origin",
        "nodes",
        "elapsed_ms",
        "solver",
    ];
    let places: Vec<usize> = fields.iter().map(|f| text.find(&format!("\"{f}\":")).expect(f)).collect();
    assert!(places.is_sorted(), "{text}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["length"], 54);
    assert_eq!(report["moves"].as_str().unwrap().len(), 54);
}

#[test]
fn the_article_is_reproduced_with_manhattan_and_ida() {
    let output = solve(&[ARTICLE, "--heuristic", "manhattan", "--search", "ida", "--json"]);
    let report = &objects(&output)[0];
    assert_eq!((report["length"].as_u64(), report["solver"].as_str()), (Some(54), Some("ida manhattan")));
}

#[test]
fn exit_codes_tell_solved_unsolvable_refused_and_stopped() {
    let code = |words: &[&str]| solve(words).status.code();
    assert_eq!(code(&["1 2 3/4 5 6/7 0 8"]), Some(0));
    assert_eq!(code(&["2 1 3/4 5 6/7 8 0"]), Some(1));
    assert_eq!(code(&["1 2 3/4 5 6/7 7 8"]), Some(2));
    assert_eq!(code(&["1 2 3/4 5 6/7 0 8", "--heuristic", "euclid"]), Some(2));
    assert_eq!(code(&["1 2 3/4 5 6/7 0 8", "--heuristic", "pattern:5-5-5"]), Some(2));
    assert_eq!(code(&[ARTICLE, "--heuristic", "manhattan", "--nodes", "5000"]), Some(3));
    for bound in ["manhattan", "linear-conflict", "inversion", "walking", "pattern:4-4"] {
        let output = solve(&["1 2 3/4 5 6/7 0 8", "--metric", "mtm", "--heuristic", bound]);
        assert_eq!(output.status.code(), Some(2), "{bound}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("not proven"), "{bound}");
    }
}

#[test]
fn a_stopped_search_tells_what_it_has_proven() {
    let output = solve(&[ARTICLE, "--heuristic", "manhattan", "--nodes", "100000", "--json"]);
    let report = &objects(&output)[0];
    assert_eq!((output.status.code(), report["status"].as_str()), (Some(3), Some("limit")));
    let lower = report["lower_bound"].as_u64().unwrap();
    assert!((40..=54).contains(&lower) && report["length"].as_u64().unwrap() >= 54, "{report}");
    let memory = ["--search", "astar", "--heuristic", "manhattan", "--memory", "8MB"];
    let output = solve(&[&[ARTICLE], &memory[..]].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the memory limit"));
}

#[test]
fn one_bad_line_is_one_error_in_its_place() {
    let input = "# boards\n1 2 3/4 5 6/7 0 8\n\n1 2 3/4 5 6/7 7 8\n2 1 3/4 5 6/7 8 0\n";
    for threads in ["1", "3"] {
        let output = solve_lines(&["--lines", "--json", "--threads", threads], input);
        let reports = objects(&output);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(reports.len(), 3);
        assert_eq!(reports[0]["length"], 1);
        assert_eq!(reports[1]["line"], 4);
        assert!(reports[1]["error"]["message"].as_str().unwrap().contains("appears twice"));
        assert_eq!(reports[2]["status"], "unsolvable");
    }
}

#[test]
fn moves_are_written_as_asked() {
    let board = "1 2 3/0 4 6/7 5 8";
    let text = |words: &[&str]| {
        let output = solve(&[&[board], words].concat());
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(text(&[]), "LUL");
    assert_eq!(text(&["--moves-of", "blank"]), "RDR");
    assert_eq!(text(&["--style", "words"]), "Left → Up → Left");
    assert_eq!(text(&["--style", "arrows"]), "←↑←");
    assert_eq!(text(&["--count"]), "3");
    assert_eq!(text(&["--want", "fast", "--count"]).parse::<u32>().unwrap() % 2, 1);
}

#[test]
fn all_shortest_solutions_are_counted_and_at_most_so_many_listed() {
    let output = solve(&["8 6 7/2 5 4/3 0 1", "--all=2", "--json"]);
    let report = &objects(&output)[0];
    assert_eq!(report["length"], 31);
    assert!(report["shortest_solutions"].as_u64().unwrap() > 2);
    assert_eq!(report["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn comparing_methods_prints_one_row_each_and_they_agree() {
    let output = solve(&["8 6 7/2 5 4/3 0 1", "--compare", "--json"]);
    let rows = objects(&output);
    assert!(rows.len() >= 7 && rows.iter().all(|row| row["length"] == 31), "{rows:?}");
    let nodes =
        |name: &str| rows.iter().find(|row| row["solver"] == name).unwrap()["nodes"].as_u64().unwrap();
    assert!(nodes("ida walking") < nodes("ida manhattan"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_answers_with_what_was_proven() {
    let farthest = "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1";
    let child = command(&[farthest, "--heuristic", "manhattan", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report = &objects(&output)[0];
    assert!(report["lower_bound"].as_u64().unwrap() <= 80 && report["length"].as_u64().unwrap() >= 80);
}

/// What was found by then is told, and that it is not what the time would have given.
#[cfg(unix)]
#[test]
fn an_interrupted_short_answer_is_no_whole_one() {
    let board =
        "35 34 33 32 31 30/29 28 27 26 25 24/23 22 21 20 19 18/17 16 15 14 13 12/11 10 9 8 7 6/5 4 3 1 2 0";
    for (words, goal) in [(&[board][..], "blank-last"), (&[board], "rows")] {
        let words = [words, &["--json", "--time", "60", "--goal", goal]].concat();
        let mut child = command(&words);
        let child = child.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let report = &objects(&output)[0];
        assert_eq!((output.status.code(), &report["status"]), (Some(130), &"interrupted".into()), "{report}");
        assert!(report["length"].as_u64() > report["lower_bound"].as_u64(), "{report}");
    }
}

/// A 5x5 board one slide from the goal.
const NEAR: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";

/// Solves with every card hidden.
fn without_a_card(words: &[&str]) -> Output {
    command(words).env("CUDA_VISIBLE_DEVICES", "").stdin(Stdio::null()).output().unwrap()
}

#[test]
fn without_a_card_auto_goes_on_with_the_processor_and_cuda_says_what_is_missing() {
    let auto = without_a_card(&["--want", "optimal", "--count", NEAR]);
    assert_eq!((auto.status.code(), &auto.stdout[..], &auto.stderr[..]), (Some(0), &b"1\n"[..], &b""[..]));
    for words in
        [&["--want", "optimal", NEAR][..], &["--lines", "--file", "../../data/instances/korf100.txt"]]
    {
        let asked = without_a_card(&[words, &["--device", "cuda"]].concat());
        let told = String::from_utf8(asked.stderr).unwrap();
        assert_eq!((asked.status.code(), told.lines().count()), (Some(4), 1), "{told}");
        assert!(told.starts_with("error: ") && told.contains("go on with --device cpu"), "{told}");
        assert_eq!(asked.stdout, b"");
    }
}

#[test]
fn what_a_card_cannot_do_is_refused_before_it_is_looked_for() {
    for words in [
        &["--device", "cuda", "8 6 7/2 5 4/3 0 1"][..],
        &["--device", "cuda", NEAR],
        &["--device", "cuda", "--metric", "mtm", ARTICLE],
        &["--checkpoint", "file", ARTICLE],
        &["--checkpoint", "file", NEAR],
    ] {
        let refused = without_a_card(words);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{words:?}: {told}");
    }
}

/// Where a solution comes from and how far it may be from the shortest, at every size and with every kind of solution.
#[test]
fn every_answer_says_where_it_comes_from_and_how_far_it_may_be_from_the_shortest() {
    let scramble = |size: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["scramble", size, "--seed", "5"])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    for (size, want, origins) in [
        ("3x3", "optimal", &["proven"][..]),
        ("3x3", "fast", &["constructed", "proven"]),
        ("5x5", "short", &["improved", "proven"]),
        ("20x20", "fast", &["constructed"]),
        ("20x20", "short", &["constructed", "improved"]),
        ("60x60", "fast", &["constructed"]),
    ] {
        let board = scramble(size);
        for count in [false, true] {
            let mut words = vec!["--want", want, "--json", "--time", "1"];
            words.extend(count.then_some("--count"));
            let output = solve_lines(&words, &board);
            let report = &objects(&output)[0];
            let number = |name: &str| {
                report[name].as_u64().unwrap_or_else(|| panic!("{size} {want} {name}: {report}"))
            };
            assert_eq!(number("gap"), number("length") - number("lower_bound"));
            assert!(
                origins.contains(&report["origin"].as_str().unwrap()),
                "{size} {want}: {}",
                report["origin"]
            );
            assert_eq!(report["optimal"] == true, report["origin"] == "proven");
            assert_eq!(report["optimal"] == true, number("gap") == 0);
        }
        let told = String::from_utf8(solve_lines(&["--want", want, "--time", "1"], &board).stderr).unwrap();
        let said = told.split(", ").nth(1).unwrap();
        let said = if said.starts_with("the shortest") { "proven" } else { said };
        assert!(origins.contains(&said), "{size} {want}: {told}");
    }
}

/// Ways of large boards are megabytes: whoever is refused them answers with the way there is, or says what would help.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_ends_no_large_board_in_a_crash() {
    let program = env!("CARGO_BIN_EXE_taquin");
    let line = "ulimit -v $1; \"$0\" scramble 200x200 --seed 7 2>/dev/null | \"$0\" solve --want short --time 2 --threads 2";
    for kilobytes in ["40000", "60000", "100000"] {
        let output = Command::new("sh").args(["-c", line, program, kilobytes]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => assert!(told.contains(" moves, "), "{kilobytes}: {told}"),
            Some(3) => assert!(told.contains(", or ask for --want fast)"), "{kilobytes}: {told}"),
            code => panic!("{kilobytes}: {code:?} {told}"),
        }
    }
}
