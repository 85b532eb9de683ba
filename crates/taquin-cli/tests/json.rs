//! The contract for programs: what every verb prints with `--json` is held against the schema that the documentation has.

use std::process::{Command, Stdio};

use boon::{Compiler, Schemas};
use serde_json::Value;

mod dump;
use dump::dump;

const SCHEMA: &str = include_str!("../../../docs/taquin-1.schema.json");

const GOOD: &str = "1 2 3/4 5 6/0 7 8";
const FAR: &str = "8 6 7/2 5 4/3 0 1";
const ODD: &str = "2 1 3/4 5 6/7 8 0";
const LONG: &str = "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1";

/// Stands for a league's dump.
const DUMP: &str = "a dump";

/// Words, what is on standard input, the exit code, and how many objects come with which status.
type Case<'a> = (&'a [&'a str], &'a str, i32, &'a [&'a str]);

const CASES: &[Case<'_>] = &[
    (&["check", GOOD], "", 0, &["solvable"]),
    (&["check", ODD], "", 1, &["unsolvable"]),
    (&["check", "2 1 0", "--size", "1x3"], "", 1, &["unsolvable"]),
    (&["check", "1 1/3 0"], "", 2, &["error"]),
    (&["check", "--lines"], "1 2/3 0\nx\n2 1/3 0\n", 2, &["solvable", "error", "unsolvable"]),
    (&["solve", FAR], "", 0, &["solved"]),
    (&["solve", FAR, "--metric", "mtm"], "", 0, &["solved"]),
    (&["solve", FAR, "--all=2"], "", 0, &["solved"]),
    (&["solve", FAR, "--count"], "", 0, &["solved"]),
    (&["solve", FAR, "--want", "fast"], "", 0, &["solved"]),
    (&["solve", FAR, "--want", "fast", "--count"], "", 0, &["solved"]),
    (&["solve", GOOD, "--compare"], "", 0, &["solved"; 8]),
    (&["solve", ODD], "", 1, &["unsolvable"]),
    (&["solve", LONG, "--time", "0", "--heuristic", "manhattan"], "", 3, &["limit"]),
    (&["solve", "1 2/3"], "", 2, &["error"]),
    (&["solve", GOOD, "--goal", "nowhere"], "", 2, &["error"]),
    (&["solve", "--lines"], "1 2 3/4 5 6/0 7 8\n2 1/3 0\n", 0, &["solved", "unsolvable"]),
    (&["solve", GOOD, "--moves-of", "blank"], "", 0, &["solved"]),
    (&["verify", GOOD, "LL"], "", 0, &["valid"]),
    (&["verify", GOOD, "U"], "", 1, &["invalid"]),
    (&["verify", GOOD, "Q"], "", 2, &["error"]),
    (&["verify", "--lines"], "1 2 3/4 5 6/0 7 8 LL\n1 2/3 0 U\n", 0, &["valid", "invalid"]),
    (&["moves", "simplify", "RUDL"], "", 0, &["done"]),
    (&["moves", "slice", "R2DL3", "--from", "2", "--to", "3", "--metric", "mtm"], "", 0, &["done"]),
    (&["moves", "apply", "LL", "--board", GOOD], "", 0, &["done"]),
    (&["moves", "board", "LL", "--size", "3x3"], "", 0, &["done"]),
    (&["moves", "shorten", "LLRL", "--board", GOOD], "", 0, &["done"]),
    (&["moves", "shorten", "U", "--board", GOOD], "", 1, &["invalid"]),
    (&["moves", "invert", "--lines"], "LL\nQ\n", 2, &["done", "error"]),
    (&["scramble", "3x4", "-n", "2", "--seed", "1"], "", 0, &["done"; 2]),
    (&["scramble", "3x3", "--distance", "20", "--seed", "1"], "", 0, &["done"]),
    (&["scramble", "3x3", "--distance", "40", "--seed", "1"], "", 2, &["error"]),
    (&["show", GOOD, "--goal", "snake"], "", 0, &["done"]),
    (&["census", "2x3"], "", 0, &["done"]),
    (&["census", "4x4", "--depth", "3"], "", 0, &["done"]),
    (&["census", "3x3", "--at", FAR], "", 0, &["done"]),
    (&["census", "3x3", "--at", ODD], "", 1, &["unsolvable"]),
    (&["census", "0x3"], "", 2, &["error"]),
    (&["watch", GOOD], "", 0, &["solved"]),
    (&["watch", FAR, "--player", "greedy-inversions"], "", 0, &["unsolved"]),
    (&["watch", ODD], "", 1, &["unsolvable"]),
    (&["replay", "AUgDAwIKALQBqFmlXg"], "", 0, &["solved"]),
    (&["replay", "AUg"], "", 2, &["error"]),
    (&["bench", "--only", "article"], "", 0, &["done"]),
    (&["table", "list"], "", 0, &[]),
    (&["table", "build", "2x3"], "", 0, &["done"]),
    (&["table", "list"], "", 0, &["done"]),
    (&["table", "verify"], "", 0, &["valid"]),
    (&["show", GOOD, "--goal", "rows"], "", 0, &["done"]),
    (&["table", "remove", "2x3"], "", 0, &["done"]),
    (&["table", "build", "1x5"], "", 2, &["error"]),
    (&["label", "2x3", "--out", "labels", "--all"], "", 0, &["done"]),
    (&["label", "2x3", "--out", "labels", "--check"], "", 0, &["valid"]),
    (&["label", "2x3", "--out", "labels", "-n", "5"], "", 2, &["error"]),
    (&["judge", "-"], DUMP, 0, &["valid"]),
    (&["judge", "-"], "no dump", 2, &["error"]),
    (&["slove"], "", 2, &["error"]),
    (&["solve", "--nonsense"], "", 2, &["error"]),
];

fn run(words: &[&str], input: &str, tables: &std::path::Path) -> (i32, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(words)
        .arg("--json")
        .env("TAQUIN_TABLES", tables)
        .current_dir(tables)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A program that does not read its input closes the pipe; that is no failure of the test.
    let input = if input == DUMP { dump(None) } else { input.into() };
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), &input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text.lines().map(str::to_owned).collect())
}

/// The schema as it is for ourselves: readers pass over what they do not know, but we say nothing that it does not name.
fn strict() -> Value {
    fn close(value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.values_mut().for_each(close);
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".into(), false.into());
            }
        }
    }
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    close(&mut schema);
    let status = schema["properties"]["status"].as_object_mut().unwrap();
    let words = status["examples"].clone();
    status.insert("enum".into(), words);
    schema
}

#[test]
fn every_verb_keeps_to_the_schema_whatever_happens() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("taquin-1.schema.json", strict()).unwrap();
    let schema = compiler.compile("taquin-1.schema.json", &mut schemas).unwrap();
    let parsed: Value = serde_json::from_str(SCHEMA).unwrap();
    let fields = SCHEMA.find("\"properties\"").unwrap();
    let tables = tempfile::tempdir().unwrap();
    for (words, input, code, statuses) in CASES {
        let (exit, lines) = run(words, input, tables.path());
        assert_eq!(exit, *code, "{words:?}: {lines:?}");
        let found: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).expect(line)).collect();
        let told: Vec<&str> = found.iter().map(|report| report["status"].as_str().unwrap()).collect();
        assert_eq!(told, *statuses, "{words:?}");
        for (line, report) in lines.iter().zip(&found) {
            if let Err(why) = schemas.validate(report, schema) {
                panic!("{words:?}: {why:#}\n{line}");
            }
            // One order: that of the schema.
            let names = report.as_object().unwrap().keys();
            let mut places: Vec<(usize, usize)> = names
                .map(|name| {
                    let key = format!("\"{name}\":");
                    (line.find(&key).unwrap(), fields + SCHEMA[fields..].find(&format!("\n  {key}")).unwrap())
                })
                .collect();
            places.sort_unstable();
            assert!(places.is_sorted_by_key(|(_, place)| *place), "{line}");
        }
    }
    assert_eq!(parsed["properties"]["schema"]["const"], "taquin/1");
}

#[test]
fn the_schema_refuses_what_is_wrong_and_leaves_room_for_what_is_new() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("open", serde_json::from_str(SCHEMA).unwrap()).unwrap();
    compiler.add_resource("strict", strict()).unwrap();
    let open = compiler.compile("open", &mut schemas).unwrap();
    let strict = compiler.compile("strict", &mut schemas).unwrap();
    for (told, passed_over) in [
        (r#"{"schema":"taquin/1","verb":"solve"}"#, false),
        (r#"{"schema":"taquin/2","verb":"solve","status":"solved"}"#, false),
        (r#"{"schema":"taquin/1","verb":"solve","status":"error"}"#, false),
        (r#"{"schema":"taquin/1","verb":"solve","status":"solved","length":3}"#, false),
        (r#"{"schema":"taquin/1","verb":"solve","status":"fine"}"#, true),
        (r#"{"schema":"taquin/1","verb":"solve","status":"solved","method":"ida"}"#, true),
    ] {
        let told: Value = serde_json::from_str(told).unwrap();
        assert!(schemas.validate(&told, strict).is_err(), "{told}");
        assert_eq!(schemas.validate(&told, open).is_ok(), passed_over, "{told}");
    }
}

#[test]
fn every_verb_that_answers_has_json() {
    let help = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_taquin")).args(words).arg("--help").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let silent = ["help", "play", "serve", "completions", "man"];
    let verbs = help(&[]);
    let verbs = verbs.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let verbs = verbs.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    for verb in verbs.iter().filter(|verb| !silent.contains(verb)) {
        assert!(help(&[verb]).contains("--json"), "{verb} has no --json");
        assert!(CASES.iter().any(|(words, ..)| words[0] == *verb), "{verb} has no case here");
    }
}
