//! Bad input gets one clear line, exit code 2 and nothing else, through every door.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program under a limit of 64 MB of address space, which bounds its memory.
fn taquin() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 65536 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_taquin")]);
    command.stdin(Stdio::null());
    command
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/bad").join(file)
}

/// The lines of a file of cases that are no comments.
fn cases(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(data(file)).expect("cases are text");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// `\n`, `\xNN` and `\\` as the bytes they stand for.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, length) = match (byte, after) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', ..]) => {
                let digits = std::str::from_utf8(&after[1..3]).expect("two digits follow");
                (u8::from_str_radix(digits, 16).expect("two hexadecimal digits"), 4)
            }
            _ => (byte, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes
}

fn assert_refused(output: &Output, what: &str) {
    let line = String::from_utf8(output.stderr.clone()).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{what}: {line}");
    assert!(output.stdout.is_empty(), "{what}: nothing is answered");
    assert!(line.starts_with("error: ") && line.ends_with('\n'), "{what}: {line:?}");
    assert!(line.len() <= 300, "{what}: {} bytes", line.len());
    assert!(!line.trim_end().chars().any(char::is_control), "{what}: {line:?}");
    assert!(!line.contains("panicked"), "{what}: {line}");
}

#[test]
fn no_bad_board_passes_any_door() {
    let directory = tempfile::tempdir().expect("a directory for the file door");
    let path = directory.path().join("board");
    let cases = cases("boards.cases");
    assert!(cases.len() >= 200, "{} cases", cases.len());
    for case in &cases {
        let (name, text) = case.split_once('\t').expect("name and text");
        let bytes = unescape(text);
        std::fs::write(&path, &bytes).expect("the case is written");
        let what = |door: &str| format!("{name} ({text}) through {door}");
        let file = taquin().arg("check").arg("--file").arg(&path).output().unwrap();
        assert_refused(&file, &what("a file"));
        let stdin = taquin().arg("check").stdin(File::open(&path).unwrap()).output().unwrap();
        assert_refused(&stdin, &what("standard input"));
        // An argument cannot hold NUL; one that begins with - would be an option, and - is standard input.
        if !bytes.contains(&0) {
            let argument = taquin().args(["check", "--"]).arg(OsStr::from_bytes(&bytes)).output().unwrap();
            assert_refused(&argument, &what("an argument"));
        }
    }
}

#[test]
fn no_bad_size_goal_seed_or_moves_pass() {
    for size in cases("sizes.cases") {
        assert_refused(&taquin().args(["scramble", "--", &size]).output().unwrap(), &size);
        let option = format!("--size={size}");
        assert_refused(&taquin().args(["check", "1 2 3 0", &option]).output().unwrap(), &size);
    }
    for goal in cases("goals.cases") {
        let option = format!("--goal={goal}");
        assert_refused(&taquin().args(["check", "1 2/3 0", &option]).output().unwrap(), &goal);
        assert_refused(&taquin().args(["scramble", "2x2", &option]).output().unwrap(), &goal);
    }
    for seed in cases("seeds.cases") {
        let option = format!("--seed={seed}");
        assert_refused(&taquin().args(["scramble", &option]).output().unwrap(), &seed);
    }
    for moves in cases("moves.cases") {
        assert_refused(&taquin().args(["verify", "--", "1 2/3 0", &moves]).output().unwrap(), &moves);
    }
}

#[test]
fn no_usage_error_takes_more_than_a_line() {
    for words in [
        vec!["chek"],
        vec!["check", "--lnes"],
        vec!["check", "--threads", "0", "--lines"],
        vec!["check", "--threads", "many"],
        vec!["check", "1 2/3 0", "1 2/3 0"],
        vec!["check", "--lines", "1 2/3 0"],
        vec!["check", "1 2/3 0", "--file", "board"],
        vec!["scramble", "4x4", "-n", "-1"],
        vec!["scramble", "4x4", "-n", "1e3"],
        vec!["verify", "1 2/3 0", "L", "Q"],
        vec!["verify", "1 2/3 0", "L", "--moves-of", "both"],
        vec!["completions", "tcsh"],
        vec!["check", "--file"],
        vec!["check", "--goal"],
    ] {
        assert_refused(&taquin().args(&words).output().unwrap(), &words.join(" "));
    }
}

#[test]
fn unreadable_files_are_named() {
    let directory = tempfile::tempdir().unwrap();
    for path in [directory.path().to_path_buf(), directory.path().join("missing"), "/dev/null".into()] {
        assert_refused(&taquin().arg("check").arg("--file").arg(&path).output().unwrap(), "a file");
    }
    assert_refused(
        &taquin().arg("check").stdin(File::open(directory.path()).unwrap()).output().unwrap(),
        "stdin",
    );
}

#[test]
fn an_endless_stream_is_refused() {
    for (shell, what) in [
        ("cat /dev/zero", "zeros"),
        ("yes", "letters"),
        ("yes 1", "numbers"),
        ("yes ''", "line ends"),
        ("yes '1 2 3/' | tr -d '\\n'", "one line"),
        ("yes ' ' | tr -d '\\n'", "spaces"),
    ] {
        let mut feeder = Command::new("sh")
            .args(["-c", shell])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = taquin().arg("check").stdin(feeder.stdout.take().unwrap()).output().unwrap();
        let _ = feeder.kill();
        let _ = feeder.wait();
        assert_refused(&output, what);
    }
}
