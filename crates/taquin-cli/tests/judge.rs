//! A league's dump, judged again by the program.

use std::process::{Command, Output};

mod dump;
use dump::dump;

fn judge(dump: &[u8], arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dump.ndjson");
    std::fs::write(&path, dump).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.arg("judge").arg(path).args(arguments).output().unwrap()
}

#[test]
fn a_dump_as_written_gives_the_ranking_and_exit_0() {
    let output = judge(&dump(None), &["--board", "single/3x3/keys"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.starts_with("2 results of 2 attempts by 2 players judged again: all as written\n"),
        "{text}"
    );
    assert!(text.contains("   1        0.180 Ada \u{FFFD}evil\u{FFFD}[2J\n"), "{text}");
    assert!(!text.contains("Bob"), "nine seconds late is unranked: {text}");
}

#[test]
fn a_verdict_that_was_changed_by_hand_is_told_and_exit_1() {
    let output = judge(&dump(Some("ranked")), &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("a-p2: written ranked, judged unranked slow-motion\n"), "{text}");
}

#[test]
fn what_is_no_dump_gets_one_line_and_exit_2() {
    let mut cut = dump(None);
    cut.truncate(cut.len() - 40);
    for (bytes, word) in [(&b""[..], "cut"), (b"hello\n", "line 1"), (&cut, "line")] {
        let output = judge(bytes, &[]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        assert!(text.contains(word), "{text}");
    }
}
