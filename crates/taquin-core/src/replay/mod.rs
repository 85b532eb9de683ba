//! A game that was played: start, moves and the time of each.
//!
//! [`Replay::encode`] writes it in a few dozen characters that fit into a link; `docs/replay.md` draws the bytes.
//! A fast solve of 26 moves takes 56 characters:
//!
//! ```
//! use taquin_core::replay::{Replay, Source};
//! use taquin_core::{Board, Goal, Moves};
//!
//! let start: Board = "1 2 3/4 5 6/0 7 8".parse()?;
//! let moves: Moves = "LL".parse()?;
//! let replay = Replay::new(start, Goal::BlankLast, moves, Some(vec![0, 180]), Source::Keys)?;
//! assert_eq!(replay.encode()?, "AUgDAwIKALQBqFmlXg");
//! assert_eq!(Replay::decode("AUgDAwIKALQBqFmlXg")?, replay);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Replay`] is the line of play that led from the start to the end (version 1 of the format). A [`Record`] is all that the
//! player did, with what was taken back, the pauses and the hints (version 2): it is what a result is judged by.

mod format;
#[cfg(feature = "import")]
pub mod import;
mod record;
mod splits;
mod timed;
mod track;

pub use format::{DecodeError, EncodeError, MAX_REPLAY_CELLS};
pub use record::{Act, Record, RecordError, Unplayable};
pub use splits::Split;
pub use timed::{TimedMoves, TimedMovesError, read_timed_moves};
pub use track::Track;

use core::fmt;
use core::str::FromStr;

use crate::prelude::*;
use crate::{Board, Goal, GoalError, IllegalMove, Moves, UnknownName};

/// What the player moved the tiles with: sliding players keep separate records for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Source {
    /// Nobody said.
    #[default]
    Unknown = 0,
    /// Keys that slide one tile.
    Keys = 1,
    /// Clicks on tiles.
    Pointer = 2,
    /// The pointer passing over tiles.
    Hover = 3,
    /// Fingers.
    Touch = 4,
    /// More than one of these.
    Several = 5,
    /// No player, but a solver.
    Computer = 6,
}

impl Source {
    /// All of them, in the order of their numbers.
    pub const ALL: [Source; 7] = [
        Source::Unknown,
        Source::Keys,
        Source::Pointer,
        Source::Hover,
        Source::Touch,
        Source::Several,
        Source::Computer,
    ];

    /// What a game is played with when both of these were used.
    #[must_use]
    pub fn and(self, other: Source) -> Source {
        match (self, other) {
            (Source::Unknown, other) => other,
            (this, Source::Unknown) => this,
            (this, other) if this == other => this,
            _ => Source::Several,
        }
    }

    /// One word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["unknown", "keys", "pointer", "hover", "touch", "several", "computer"][self as usize]
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Source {
    type Err = UnknownName;

    /// Reads the one word.
    fn from_str(text: &str) -> Result<Source, UnknownName> {
        let found = Source::ALL.into_iter().find(|source| source.word() == text);
        found.ok_or_else(|| UnknownName::new(text, "unknown, keys, pointer, hover, touch, several, computer"))
    }
}

/// A game that was played. Its moves are legal and its times never fall: that was checked when it was made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replay {
    start: Board,
    end: Board,
    goal: Goal,
    goal_board: Board,
    moves: Moves,
    times_ms: Option<Vec<u64>>,
    source: Source,
}

/// Why parts are not a [`Replay`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A slide off the board.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// One time for each move is needed.
    #[error("{moves} moves have {times} times; each move needs one")]
    TimesCount {
        /// How many moves.
        moves: usize,
        /// How many times.
        times: usize,
    },
    /// A move that comes before the one before it.
    #[error("move {} is earlier than the move before it", .0.saturating_add(1))]
    TimesFall(usize),
}

impl Replay {
    /// A replay of these moves, made at these times in milliseconds of play.
    pub fn new(
        start: Board,
        goal: Goal,
        moves: Moves,
        times_ms: Option<Vec<u64>>,
        source: Source,
    ) -> Result<Replay, ReplayError> {
        let goal_board = goal.board(start.shape())?;
        let end = start.after(&moves)?;
        if let Some(times) = &times_ms {
            let count = moves.as_slice().len();
            if times.len() != count {
                return Err(ReplayError::TimesCount { moves: count, times: times.len() });
            }
            if let Some(i) = (1..count).find(|&i| times[i] < times[i - 1]) {
                return Err(ReplayError::TimesFall(i));
            }
        }
        Ok(Replay { start, end, goal, goal_board, moves, times_ms, source })
    }

    /// A replay of these moves at an even pace, so many milliseconds from one to the next: for moves that nobody timed.
    pub fn paced(
        start: Board,
        goal: Goal,
        moves: Moves,
        pace_ms: u64,
        source: Source,
    ) -> Result<Replay, ReplayError> {
        let times = even(moves.as_slice().len(), pace_ms);
        Replay::new(start, goal, moves, Some(times), source)
    }

    /// When each slide was made; at an even pace, so many milliseconds from one to the next, where nobody took the time.
    #[must_use]
    pub fn times_or_paced(&self, pace_ms: u64) -> Vec<u64> {
        self.times_ms.clone().unwrap_or_else(|| even(self.moves.as_slice().len(), pace_ms))
    }

    /// A replay that ends at the goal, told by its moves alone: the start follows from them.
    pub fn ending_solved(
        goal_board: &Board,
        goal: Goal,
        moves: Moves,
        times_ms: Option<Vec<u64>>,
        source: Source,
    ) -> Result<Replay, ReplayError> {
        // The moves are walked backwards; an illegal one is told by its place from the front.
        let count = moves.as_slice().len();
        let start = goal_board.after(&moves.inverse()).map_err(|e| {
            let index = count - 1 - e.index;
            IllegalMove { index, direction: moves.as_slice()[index] }
        })?;
        Replay::new(start, goal, moves, times_ms, source)
    }

    /// The board it begins with.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board it ends with.
    #[must_use]
    pub fn end(&self) -> &Board {
        &self.end
    }

    /// The goal as it was named.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The goal as a board.
    #[must_use]
    pub fn goal_board(&self) -> &Board {
        &self.goal_board
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// When each move was made, in milliseconds of play; `None` when nobody took the time.
    #[must_use]
    pub fn times_ms(&self) -> Option<&[u64]> {
        self.times_ms.as_deref()
    }

    /// What it was played with.
    #[must_use]
    pub fn source(&self) -> Source {
        self.source
    }

    /// Whether it ends at its goal.
    #[must_use]
    pub fn ends_solved(&self) -> bool {
        self.end == self.goal_board
    }

    /// The time of the last move; `None` without times.
    #[must_use]
    pub fn duration_ms(&self) -> Option<u64> {
        self.times_ms.as_ref().map(|times| times.last().copied().unwrap_or(0))
    }

    /// Slides per second; `None` without times or when they all were made at once.
    #[must_use]
    pub fn tiles_per_second(&self) -> Option<f64> {
        crate::game::per_second(self.moves.as_slice().len() as u64, self.duration_ms()?)
    }

    /// Milliseconds from one slide to the next on the average, at least one: the pace at which [`Replay::paced`] takes as long for as many
    /// slides. `None` without times, or without two slides that are apart.
    #[must_use]
    pub fn pace_ms(&self) -> Option<u64> {
        let gaps = self.moves.as_slice().len().checked_sub(1).filter(|&gaps| gaps > 0)?;
        let ms = self.duration_ms().filter(|&ms| ms > 0)?;
        Some((ms / gaps as u64).max(1))
    }

    /// The boards after 0, 1, 2 … moves.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut board = self.start.clone();
        core::iter::once(self.start.clone()).chain(self.moves.iter().map(move |direction| {
            board.slide(direction);
            board.clone()
        }))
    }
}

/// The times of so many slides at an even pace.
fn even(slides: usize, pace_ms: u64) -> Vec<u64> {
    (0..slides as u64).map(|slide| slide.saturating_mul(pace_ms)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_takes_nothing_from_what_is_known() {
        assert_eq!(Source::Keys.and(Source::Unknown), Source::Keys);
        assert_eq!(Source::Unknown.and(Source::Touch), Source::Touch);
        assert_eq!(Source::Keys.and(Source::Keys), Source::Keys);
        assert_eq!(Source::Keys.and(Source::Touch), Source::Several);
    }

    #[test]
    fn an_illegal_move_before_the_end_is_told_by_its_place_from_the_front() {
        let goal = Goal::BlankLast.board("2x2".parse().unwrap()).unwrap();
        let told =
            Replay::ending_solved(&goal, Goal::BlankLast, "LL".parse().unwrap(), None, Source::Unknown);
        let line = told.unwrap_err().to_string();
        assert!(line.starts_with("move 1 (L)"), "{line}");
    }

    fn two_slides(times_ms: Option<Vec<u64>>) -> Result<Replay, ReplayError> {
        let start: Board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        Replay::new(start, Goal::BlankLast, "LL".parse().unwrap(), times_ms, Source::Keys)
    }

    #[test]
    fn a_replay_tells_its_boards_its_time_and_its_rate() {
        let replay = two_slides(Some(vec![100, 400])).unwrap();
        let boards: Vec<String> = replay.boards().map(|board| board.to_string()).collect();
        assert_eq!(boards, ["1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 8 0"]);
        assert_eq!(
            (replay.start().to_string(), replay.end().to_string()),
            (boards[0].clone(), boards[2].clone())
        );
        assert_eq!((replay.goal(), replay.goal_board()), (&Goal::BlankLast, replay.end()));
        assert_eq!((replay.times_ms(), replay.duration_ms()), (Some(&[100, 400][..]), Some(400)));
        assert_eq!((replay.tiles_per_second(), replay.source()), (Some(5.0), Source::Keys));
        let untimed = two_slides(None).unwrap();
        assert_eq!(
            (untimed.times_ms(), untimed.duration_ms(), untimed.tiles_per_second()),
            (None, None, None)
        );
        let at_once = two_slides(Some(vec![0, 0])).unwrap();
        assert_eq!((at_once.duration_ms(), at_once.tiles_per_second()), (Some(0), None));
    }

    #[test]
    fn each_move_has_one_time_and_none_is_before_the_last() {
        assert_eq!(two_slides(Some(vec![7, 7])).unwrap().duration_ms(), Some(7));
        assert_eq!(two_slides(Some(vec![7, 6])), Err(ReplayError::TimesFall(1)));
        for wrong in [0, 1, 3] {
            let told = two_slides(Some(vec![5; wrong]));
            assert_eq!(told, Err(ReplayError::TimesCount { moves: 2, times: wrong }));
        }
    }

    #[test]
    fn an_even_pace_begins_at_once() {
        let start: Board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        let paced = |pace| {
            Replay::paced(start.clone(), Goal::BlankLast, "LLR".parse().unwrap(), pace, Source::Computer)
        };
        assert_eq!(paced(250).unwrap().times_ms(), Some(&[0, 250, 500][..]));
        assert_eq!(paced(u64::MAX).unwrap().times_ms(), Some(&[0, u64::MAX, u64::MAX][..]));
        assert_eq!(paced(250).unwrap().times_or_paced(7), [0, 250, 500], "these were taken");
        let untimed =
            Replay::new(start.clone(), Goal::BlankLast, "LLR".parse().unwrap(), None, Source::Computer);
        assert_eq!(untimed.unwrap().times_or_paced(7), [0, 7, 14]);
    }

    #[test]
    fn the_pace_of_a_replay_is_its_time_by_the_gaps_between_its_slides() {
        let pace = |moves: &str, times_ms: Option<Vec<u64>>| {
            let (start, moves) = ("1 2 3/4 5 6/0 7 8".parse().unwrap(), moves.parse().unwrap());
            Replay::new(start, Goal::BlankLast, moves, times_ms, Source::Keys).unwrap().pace_ms()
        };
        assert_eq!(pace("LLR", Some(vec![0, 250, 500])), Some(250));
        assert_eq!(pace("LLR", Some(vec![0, 100, 401])), Some(200));
        assert_eq!(pace("LLR", Some(vec![0, 0, 1])), Some(1), "at least one");
        // Nothing is apart, there is no gap, there is no time.
        assert_eq!(pace("LLR", Some(vec![0, 0, 0])), None);
        assert_eq!((pace("L", Some(vec![5])), pace("", Some(vec![]))), (None, None));
        assert_eq!(pace("LLR", None), None);
    }

    #[test]
    fn every_source_has_a_number_a_word_and_a_sum() {
        for (number, source) in Source::ALL.into_iter().enumerate() {
            assert_eq!((source as usize, source.to_string().parse()), (number, Ok(source)));
            for other in Source::ALL {
                let both = match (source, other) {
                    (Source::Unknown, known) | (known, Source::Unknown) => known,
                    (a, b) if a == b => a,
                    _ => Source::Several,
                };
                assert_eq!(source.and(other), both);
            }
        }
        assert!("mouse".parse::<Source>().is_err());
    }
}
