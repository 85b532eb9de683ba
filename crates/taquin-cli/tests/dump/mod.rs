//! A league's dump, made for tests.

use taquin_core::judge::Standing;
use taquin_core::replay::{Record, Replay};
use taquin_ledger::{AttemptRow, DumpWriter, PlayerRow, judged, result_of};

/// Two players and a replay of two slides, which both solved; the second was slower by as much as the server waited.
pub fn dump(standing: Option<&str>) -> Vec<u8> {
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
