//! Any bytes as a replay, a saved game and timed moves: a value that reads back as itself, or an error.

use taquin_core::game::{Game, LogLine};
use taquin_core::notation::Mover;
use taquin_core::replay::{Record, Replay, read_timed_moves};

pub fn run(bytes: &[u8]) {
    if let Ok(replay) = Replay::from_bytes(bytes) {
        assert_eq!(replay.to_bytes().as_deref(), Ok(bytes));
    }
    // The fuzzer does not find checksums: behind a right one there is more to break.
    let sum = crc32fast::hash(bytes).to_le_bytes();
    let checked = [bytes, &sum].concat();
    if let Ok(replay) = Replay::from_bytes(&checked) {
        assert_eq!(replay.to_bytes().as_deref(), Ok(&checked[..]));
        assert_eq!(replay.encode().map(|text| Replay::decode(&text)), Ok(Ok(replay)));
    }
    if let Ok(record) = Record::from_bytes(&checked) {
        // A replay of version 1 is read, too, and has two forms then.
        assert!(record.to_bytes().as_deref() == Ok(&checked[..]) || checked[0] == 1);
        assert_eq!(record.to_bytes().map(|bytes| Record::from_bytes(&bytes)), Ok(Ok(record.clone())));
        let _ = record.play();
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Replay::decode(text);
    let _ = text.parse::<LogLine>();
    let _ = read_timed_moves(text, Mover::Tile);
    let body = format!("taquin-game 1\n{text}\n");
    let saved = format!("{body}check {:08x}\n", crc32fast::hash(body.as_bytes()));
    if let Ok(game) = Game::restore(&saved) {
        assert_eq!(Game::restore(&game.save(0)).map(|again| again.save(0)), Ok(game.save(0)));
    }
}
