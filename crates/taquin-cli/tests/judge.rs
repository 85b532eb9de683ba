//! A league's dump, judged again by the program.

use std::process::{Command, Output};

use taquin_core::judge::Standing;
use taquin_core::replay::{Record, Replay};
use taquin_ledger::{AttemptRow, DumpWriter, PlayerRow, judged, result_of};

/// Two players and a replay of two slides, which both solved; the second was slower by as much as the server waited.
fn dump(standing: Option<&str>) -> Vec<u8> {
    let text = "AUgDAwIKALQBqFmlXg";
    let record = Record::of_replay(&Replay::decode(text).unwrap()).unwrap();
    let mut writer = DumpWriter::new(Vec::new(), 5).unwrap();
    for (player, name, late) in [("p1", "Ada \u{202E}evil\u{1b}[2J", 100), ("p2", "Bob", 9_000)] {
        writer.player(PlayerRow { id: player.into(), name: name.into(), joined_ms: 1 }).unwrap();
        let (id, player, board) = (format!("a-{player}"), player.to_owned(), "1 2 3/4 5 6/0 7 8".to_owned());
        let event = "single/3x3/keys".parse().unwrap();
        let opened_ms = 1_794_744_000_000;
        let mut row = AttemptRow { id, player, event, board, opened_ms, known: false, outcome: None };
        let closed_ms = opened_ms + record.end_ms() + late;
        let verdict = judged(&row, &record, closed_ms, false);
        assert_eq!(verdict.standing() == Standing::Ranked, late < 1_000);
        let mut outcome = result_of(&verdict, text.into(), record.source(), closed_ms, false);
        if let Some(standing) = standing {
            (outcome.standing, outcome.reasons) = (standing.into(), Vec::new());
        }
        row.outcome = Some(outcome);
        writer.attempt(row).unwrap();
    }
    writer.end().unwrap()
}

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
