//! A dump: every row of a league in one file, one JSON object a line, with a checksum at the end.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{AttemptRow, DayRow, PlayerRow};

/// The version of the dump's format.
pub const FORMAT: u32 = 1;

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Taquin { league_dump: u32, made_ms: u64 },
    Player(PlayerRow),
    Day(DayRow),
    Attempt(Box<AttemptRow>),
    End { lines: u64, sha256: String },
}

/// A dump that was read: whole, and with its checksum right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dump {
    /// When it was made.
    pub made_ms: u64,
    /// The players.
    pub players: Vec<PlayerRow>,
    /// The days.
    pub days: Vec<DayRow>,
    /// The attempts.
    pub attempts: Vec<AttemptRow>,
}

/// Why something is no dump.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DumpError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line that is none of a dump's.
    #[error("line {line} is no line of a dump: {why}")]
    Line {
        /// Which, from 1.
        line: u64,
        /// Why.
        why: String,
    },
    /// A later format.
    #[error("dump format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// It has no end.
    #[error("the dump has no last line with its checksum; it was cut after line {0}")]
    Cut(u64),
    /// The checksum or the count is another.
    #[error("the dump is damaged: its checksum is {found}, its lines have {expected}")]
    Checksum {
        /// What is written.
        found: String,
        /// What it should be.
        expected: String,
    },
}

impl Dump {
    /// Reads a dump, whole.
    pub fn read(mut from: impl BufRead) -> Result<Dump, DumpError> {
        let (mut dump, mut digest, mut line, mut text) = (Dump::default(), Sha256::new(), 0, String::new());
        loop {
            text.clear();
            if from.read_line(&mut text)? == 0 {
                return Err(DumpError::Cut(line));
            }
            line += 1;
            let wrong = |why: String| DumpError::Line { line, why };
            match serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))? {
                Line::Taquin { league_dump: FORMAT, made_ms } if line == 1 => dump.made_ms = made_ms,
                Line::Taquin { league_dump, .. } => return Err(DumpError::Format(league_dump)),
                _ if line == 1 => return Err(wrong("a dump begins with its format".into())),
                Line::Player(row) => dump.players.push(row),
                Line::Day(row) => dump.days.push(row),
                Line::Attempt(row) => dump.attempts.push(*row),
                Line::End { lines, sha256 } => {
                    let expected = hex(&digest.finalize());
                    if sha256 != expected || lines != line - 1 {
                        return Err(DumpError::Checksum { found: sha256, expected });
                    }
                    return Ok(dump);
                }
            }
            digest.update(&text);
        }
    }
}

/// Writes a dump, line by line.
pub struct DumpWriter<W> {
    to: W,
    digest: Sha256,
    lines: u64,
}

impl<W: Write> DumpWriter<W> {
    /// Begins a dump.
    pub fn new(to: W, made_ms: u64) -> io::Result<DumpWriter<W>> {
        let mut writer = DumpWriter { to, digest: Sha256::new(), lines: 0 };
        writer.line(&Line::Taquin { league_dump: FORMAT, made_ms })?;
        Ok(writer)
    }

    /// Writes a player.
    pub fn player(&mut self, row: PlayerRow) -> io::Result<()> {
        self.line(&Line::Player(row))
    }

    /// Writes a day.
    pub fn day(&mut self, row: DayRow) -> io::Result<()> {
        self.line(&Line::Day(row))
    }

    /// Writes an attempt.
    pub fn attempt(&mut self, row: AttemptRow) -> io::Result<()> {
        self.line(&Line::Attempt(Box::new(row)))
    }

    /// Writes the end, and gives back what was written to.
    pub fn end(mut self) -> io::Result<W> {
        let sha256 = hex(&self.digest.clone().finalize());
        self.line(&Line::End { lines: self.lines, sha256 })?;
        self.to.flush()?;
        Ok(self.to)
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.digest.update(&text);
        self.lines += 1;
        self.to.write_all(text.as_bytes())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> String {
        let mut writer = DumpWriter::new(Vec::new(), 7).unwrap();
        writer.player(PlayerRow { id: "p".into(), name: "Ada \u{2028} \"x\"".into(), joined_ms: 1 }).unwrap();
        let event = "daily/2026-11-15/3x3".parse().unwrap();
        let (id, player, board) = ("a".to_owned(), "p".to_owned(), "1 2 3/4 5 6/0 7 8".to_owned());
        let row = AttemptRow { id, player, event, board, opened_ms: 2, known: false, outcome: None };
        writer.attempt(row).unwrap();
        let board = "1 2 3/4 5 6/0 7 8".to_owned();
        let day = DayRow { day: "2026-11-15".into(), size: "3x3".into(), board, par: Some(2), proven: true };
        writer.day(day).unwrap();
        String::from_utf8(writer.end().unwrap()).unwrap()
    }

    #[test]
    fn a_dump_reads_back_and_any_change_is_noticed() {
        let text = written();
        let dump = Dump::read(text.as_bytes()).unwrap();
        assert_eq!((dump.made_ms, dump.players.len(), dump.days.len(), dump.attempts.len()), (7, 1, 1, 1));
        assert_eq!(text.lines().next(), Some(r#"{"taquin":{"league_dump":1,"made_ms":7}}"#));
        let lines: Vec<&str> = text.lines().collect();
        for out in 0..lines.len() {
            let fewer: String =
                lines.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, l)| format!("{l}\n")).collect();
            assert!(Dump::read(fewer.as_bytes()).is_err(), "without line {out}");
        }
        let other = text.replace("\"joined_ms\":1", "\"joined_ms\":3");
        assert!(matches!(Dump::read(other.as_bytes()), Err(DumpError::Checksum { .. })));
        let later = text.replace("\"league_dump\":1", "\"league_dump\":2");
        assert!(matches!(Dump::read(later.as_bytes()), Err(DumpError::Format(2))));
        for length in (0..text.len() - 1).filter(|&i| text.is_char_boundary(i)) {
            assert!(Dump::read(&text.as_bytes()[..length]).is_err(), "cut at {length}");
        }
    }
}
