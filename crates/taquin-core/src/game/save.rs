//! A game as text, at any moment, and back.
//!
//! One field a line, and a checksum of everything above it in the last:
//! ```text
//! taquin-game 1
//! origin v1-42, fresh
//! size 4x4
//! goal blank-last
//! start 11 9 14 2/12 8 0 4/3 13 1 10/15 7 5 6
//! status running
//! elapsed 5230
//! hints 0
//! undos 1
//! source keys
//! line R@0 D@310 L2@820
//! redo U
//! check 1c291ca3
//! ```

use core::fmt::Write;
use core::str::FromStr;

use super::clock::Clock;
use super::standing::Occasion;
use super::table::{Game, Origin, Push, Status, Step};
use crate::notation::read_board;
use crate::prelude::*;
use crate::replay::Source;
use crate::{Direction, Seed, Shape, Target};

const HEADER: &str = "taquin-game 1";

/// Why a text is not a saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// It does not begin as a saved game does.
    #[error("not a saved game of format 1: it does not begin with {HEADER:?}")]
    Header,
    /// The last line is missing or its checksum is another.
    #[error("the saved game is damaged or cut: its checksum does not fit")]
    Checksum,
    /// A line is missing or cannot be read.
    #[error("the saved game's line {field:?} is missing or wrong: {why}")]
    Field {
        /// The line's first word.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl Game {
    /// The game as text, with its clock as at `now_ms`.
    #[must_use]
    pub fn save(&self, now_ms: u64) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{HEADER}\norigin {}, {}", self.origin, self.occasion.word());
        let _ = writeln!(text, "size {}", self.board.shape());
        let _ = writeln!(text, "goal {}", self.target);
        let _ = writeln!(text, "start {}", self.start());
        let _ = writeln!(text, "status {}", status_word(self.status));
        let _ = writeln!(text, "elapsed {}", self.clock.elapsed(now_ms));
        let _ = writeln!(text, "hints {}", self.hints);
        let _ = writeln!(text, "undos {}", self.undos);
        let _ = writeln!(text, "source {}", self.source);
        text.push_str("line");
        for step in &self.line {
            let _ = write!(text, " {}@{}", push_word(step.push), step.at_ms);
        }
        text.push_str("\nredo");
        for push in &self.undone {
            let _ = write!(text, " {}", push_word(*push));
        }
        text.push('\n');
        let _ = writeln!(text, "check {:08x}", crc32fast::hash(text.as_bytes()));
        text
    }

    /// The game that was saved. A game that ran comes back paused: nobody is surprised by a running clock.
    pub fn restore(text: &str) -> Result<Game, RestoreError> {
        if !text.starts_with(HEADER) {
            return Err(RestoreError::Header);
        }
        let end = text.rfind("check ").ok_or(RestoreError::Checksum)?;
        let (body, check) = text.split_at(end);
        let written = u32::from_str_radix(check["check ".len()..].trim_end(), 16);
        if written != Ok(crc32fast::hash(body.as_bytes())) {
            return Err(RestoreError::Checksum);
        }
        let mut fields = Fields(body.lines().skip(1));
        let (origin, occasion) = fields.next("origin", read_origin)?;
        let shape: Shape = fields.parsed("size")?;
        let target = fields.next("goal", |word| Target::parse(word, Some(shape)).map_err(text_of))?;
        let start = fields.next("start", |word| read_board(word, Some(shape)).map_err(text_of))?;
        let status = fields.next("status", |word| {
            STATUSES.into_iter().find(|&s| status_word(s) == word).ok_or_else(|| "no such status".into())
        })?;
        let elapsed: u64 = fields.parsed("elapsed")?;
        let hints = fields.parsed("hints")?;
        let undos = fields.parsed("undos")?;
        let source = fields.next("source", |word| {
            Source::ALL.into_iter().find(|s| s.word() == word).ok_or_else(|| "no such source".into())
        })?;
        let line = fields
            .next("line", |words| words.split_whitespace().map(read_step).collect::<Result<Vec<_>, _>>())?;
        let undone = fields
            .next("redo", |words| words.split_whitespace().map(read_push).collect::<Result<Vec<_>, _>>())?;

        let mut game = Game::of_board(start, target)
            .map_err(|e| RestoreError::Field { field: "start", why: e.to_string() })?;
        let wrong = |field, why: &str| RestoreError::Field { field, why: why.into() };
        let mut last = 0;
        for step in line {
            if step.at_ms < last {
                return Err(wrong("line", "its times fall"));
            }
            last = step.at_ms;
            game.replay_push(step.push).ok_or_else(|| wrong("line", "a push leaves the board"))?;
            game.line.push(step);
        }
        // What can be redone must be legal too, though it stays undone.
        let here = game.board.clone();
        for push in undone.iter().rev() {
            game.replay_push(*push).ok_or_else(|| wrong("redo", "a push leaves the board"))?;
        }
        game.board = here;
        let solved = game.is_solved();
        if solved != (status == Status::Solved) || (status == Status::Ready && !game.line.is_empty()) {
            return Err(wrong("status", "it does not fit the board"));
        }
        game.origin = origin;
        // Games saved by older versions have no occasion.
        game.occasion = occasion.unwrap_or(origin.occasion());
        game.undone = undone;
        game.clock = Clock::stopped_at(elapsed.max(last));
        game.status = if status == Status::Running { Status::Paused } else { status };
        (game.hints, game.undos, game.source) = (hints, undos, source);
        Ok(game)
    }

    /// Slides on the board alone; `None` when the push would leave it.
    fn replay_push(&mut self, push: Push) -> Option<()> {
        for _ in 0..push.tiles {
            self.board.slide(push.direction)?;
        }
        Some(())
    }
}

struct Fields<'a, L: Iterator<Item = &'a str>>(L);

impl<'a, L: Iterator<Item = &'a str>> Fields<'a, L> {
    fn next<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, RestoreError> {
        let line = self.0.next().unwrap_or_default();
        let value = match line.split_once(' ').unwrap_or((line, "")) {
            (name, value) if name == field => read(value),
            (other, _) => Err(format!("line {:?} stands there", other.chars().take(20).collect::<String>())),
        };
        value.map_err(|why| RestoreError::Field { field, why })
    }

    fn parsed<T: FromStr<Err: ToString>>(&mut self, field: &'static str) -> Result<T, RestoreError> {
        self.next(field, |word| word.parse().map_err(|e: T::Err| e.to_string()))
    }
}

const STATUSES: [Status; 4] = [Status::Ready, Status::Running, Status::Paused, Status::Solved];

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Ready => "ready",
        Status::Running => "running",
        Status::Paused => "paused",
        Status::Solved => "solved",
    }
}

fn text_of(error: impl ToString) -> String {
    error.to_string()
}

fn read_origin(text: &str) -> Result<(Origin, Option<Occasion>), String> {
    let (origin, occasion) = match text.split_once(", ") {
        Some((origin, word)) => {
            (origin, Some(Occasion::named(word).ok_or_else(|| "no such occasion".to_string())?))
        }
        None => (text, None),
    };
    Ok((read_place(origin)?, occasion))
}

fn read_place(text: &str) -> Result<Origin, String> {
    let seed = |word: &str| word.parse::<Seed>().map_err(text_of);
    match text.split_once(" at ") {
        _ if text == "given" => Ok(Origin::Given),
        Some((word, distance)) => Ok(Origin::Distance(seed(word)?, distance.parse().map_err(text_of)?)),
        None => Ok(Origin::Seed(seed(text)?)),
    }
}

fn push_word(push: Push) -> String {
    match push.tiles {
        1 => push.direction.letter().to_string(),
        tiles => format!("{}{tiles}", push.direction.letter()),
    }
}

fn read_push(word: &str) -> Result<Push, String> {
    let bad = || format!("{:?} is no push", word.chars().take(20).collect::<String>());
    let letter = word.chars().next().ok_or_else(bad)?;
    let direction = Direction::ALL.into_iter().find(|d| d.letter() == letter).ok_or_else(bad)?;
    let tiles = match &word[1..] {
        "" => 1,
        digits => digits.parse().ok().filter(|&n| n > 1).ok_or_else(bad)?,
    };
    Ok(Push { direction, tiles })
}

fn read_step(word: &str) -> Result<Step, String> {
    let (push, time) = word.split_once('@').ok_or_else(|| "a push without its time".to_string())?;
    Ok(Step { push: read_push(push)?, at_ms: time.parse().map_err(text_of)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Input, Source};
    use crate::{Cell, Goal, Grouping, board};

    fn played() -> Game {
        let mut game = Game::deal("4x4".parse().unwrap(), &Goal::BlankLast, Seed::new(42)).unwrap();
        for (at, cell) in [(100, 4), (300, 7), (650, 15), (900, 12)] {
            game.play(Input::Push(Cell::new(cell)), Source::Pointer, at);
        }
        game.play(Input::Undo, Source::Keys, 1_000);
        game.play(Input::Hint, Source::Keys, 1_100);
        game
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn a_game_saved_at_any_moment_comes_back_as_it_was() {
        let game = played();
        let text = game.save(2_000);
        let back = Game::restore(&text).unwrap();
        assert_eq!(
            back.save(0),
            text.replace("status running", "status paused")
                .replace(text.lines().last().unwrap(), back.save(0).lines().last().unwrap(),)
        );
        assert_eq!((back.board(), back.moves(), back.status()), (game.board(), game.moves(), Status::Paused));
        assert_eq!((back.elapsed_ms(77), back.hints(), back.undos()), (1_900, 1, 1));
        assert_eq!(back.replay(), game.replay());
        for size in ["1x4", "4x1", "1x2", "2x7"] {
            let game = Game::deal(size.parse().unwrap(), &Goal::BlankFirst, Seed::new(3)).unwrap();
            assert_eq!(Game::restore(&game.save(0)).unwrap().save(0), game.save(0));
        }
    }

    #[test]
    fn a_saved_game_goes_on_where_it_was() {
        let mut game = Game::restore(&played().save(2_000)).unwrap();
        game.play(Input::Resume, Source::Keys, 1_000_000);
        game.play(Input::Redo, Source::Keys, 1_000_100);
        assert_eq!((game.elapsed_ms(1_000_100), game.length().0 > 3), (2_000, true));
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_damage_to_a_saved_game_is_noticed() {
        let text = played().save(2_000);
        for cut in 0..text.len() - 1 {
            assert!(Game::restore(&text[..cut]).is_err(), "cut at {cut}");
        }
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            if let Ok(damaged) = String::from_utf8(bytes) {
                let same = Game::restore(&damaged).is_ok_and(|game| game.save(0) == played().save(2_000));
                assert!(Game::restore(&damaged).is_err() || same || place + 1 == text.len(), "byte {place}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn a_saved_game_with_a_right_checksum_must_still_make_sense() {
        let good = played().save(2_000);
        let body = &good[..good.rfind("check").unwrap()];
        let with = |from: &str, to: &str| {
            let body = body.replace(from, to);
            Game::restore(&format!("{body}check {:08x}\n", crc32fast::hash(body.as_bytes())))
        };
        assert!(with("", "").is_ok());
        let start = format!("start {}", played().start());
        for (from, to) in [
            ("size 4x4", "size 4x5"),
            ("size 4x4", "size 99999x99999"),
            (start.as_str(), "start 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
            (start.as_str(), "start 1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"),
            ("status running", "status solved"),
            ("status running", "status ready"),
            ("status running", "status lost"),
            ("@0", "@9999"),
            ("line R2@0", "line R9@0"),
            ("line R2@0", "line é@0"),
            ("line R2@0", "line R1@0"),
            ("hints 1", "hints -1"),
            ("origin v1-42", "origin v9-42"),
            ("origin v1-42, fresh", "origin v1-42, stale"),
            ("source", "sauce"),
            ("undos 1\n", ""),
        ] {
            assert!(body.contains(from), "{from} is in {body}");
            assert!(with(from, to).is_err(), "{from} → {to}");
        }
    }

    #[test]
    fn a_game_where_tiles_are_alike_comes_back_as_one() {
        let mut game = Game::of_board(board("2 1 / _ 3"), Grouping::Rows).unwrap();
        let text = game.save(0);
        assert!(text.contains("goal rows\n"), "{text}");
        assert_eq!(Game::restore(&text).unwrap().save(0), text);
        game.play(Input::Slide(Direction::Left), Source::Keys, 10);
        let back = Game::restore(&game.save(10)).unwrap();
        assert_eq!((back.status(), back.solve()), (Status::Solved, game.solve()));
    }

    #[test]
    fn a_solved_game_is_saved_as_solved() {
        let mut game = Game::of_board(board("1 2 / _ 3"), &Goal::BlankLast).unwrap();
        game.play(Input::Slide(Direction::Left), Source::Keys, 10);
        let back = Game::restore(&game.save(10)).unwrap();
        assert_eq!((back.status(), back.solve()), (Status::Solved, game.solve()));
    }
}
