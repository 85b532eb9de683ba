//! Moves with their times as text, as cubing programs write them: `R@0 U@46 L2@120`.

use crate::notation::{Mover, MovesError, read_moves};
use crate::prelude::*;
use crate::{Direction, Moves};

/// Moves and the time of each in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimedMoves {
    /// The slides.
    pub moves: Moves,
    /// When each was made; they never fall.
    pub times_ms: Vec<u64>,
}

/// Why a text is no list of timed moves. Places are counted in words from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimedMovesError {
    /// A word without a time.
    #[error("{word:?} (word {place}) has no time; write R@46 for a slide to the right after 46 ms")]
    NoTime {
        /// The beginning of the word.
        word: String,
        /// Which word.
        place: usize,
    },
    /// What stands before the `@` is no move.
    #[error("word {place}: {why}")]
    Move {
        /// Which word.
        place: usize,
        /// What is wrong.
        why: MovesError,
    },
    /// A time before the one before it.
    #[error("word {place} is at {time} ms, before the word before it")]
    Falls {
        /// Which word.
        place: usize,
        /// Its time.
        time: u64,
    },
    /// More slides than can be held.
    #[error("more than {MAX_TIMED} timed slides")]
    TooMany,
}

impl TimedMovesError {
    /// The most timed slides that can be read.
    pub(crate) const MOST: usize = MAX_TIMED;
}

/// The most timed slides that are read; a counted run claims many in a few characters.
const MAX_TIMED: usize = 1 << 22;

/// Reads moves with times; every slide of a run `R3@46` is made at its time.
///
/// ```
/// use taquin_core::notation::Mover;
/// let read = taquin_core::replay::read_timed_moves("R@0 U@46 L2@120", Mover::Tile)?;
/// assert_eq!((read.moves.to_string().as_str(), &read.times_ms[..]), ("RUL2", &[0, 46, 120, 120][..]));
/// # Ok::<(), taquin_core::replay::TimedMovesError>(())
/// ```
pub fn read_timed_moves(text: &str, of: Mover) -> Result<TimedMoves, TimedMovesError> {
    let mut slides: Vec<Direction> = Vec::new();
    let mut times_ms: Vec<u64> = Vec::new();
    for (index, word) in text.split([' ', '\t', '\r', '\n', ',']).filter(|w| !w.is_empty()).enumerate() {
        let place = index + 1;
        let no_time = || TimedMovesError::NoTime { word: word.chars().take(20).collect(), place };
        let (letters, time) = word.split_once('@').ok_or_else(no_time)?;
        let digits = !time.is_empty() && time.bytes().all(|b| b.is_ascii_digit());
        let time: u64 = digits.then(|| time.parse().ok()).flatten().ok_or_else(no_time)?;
        if times_ms.last().is_some_and(|&last| time < last) {
            return Err(TimedMovesError::Falls { place, time });
        }
        let run = read_moves(letters, of).map_err(|why| TimedMovesError::Move { place, why })?;
        if run.is_empty() {
            return Err(no_time());
        }
        if slides.len() + run.as_slice().len() > MAX_TIMED {
            return Err(TimedMovesError::TooMany);
        }
        slides.extend(run.iter());
        times_ms.resize(slides.len(), time);
    }
    Ok(TimedMoves { moves: Moves::from(slides), times_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_timed_moves_say_which_word() {
        let error = |text| read_timed_moves(text, Mover::Tile).unwrap_err().to_string();
        assert_eq!(
            error("R@0 U"),
            "\"U\" (word 2) has no time; write R@46 for a slide to the right after 46 ms"
        );
        assert_eq!(error("R@5 U@4"), "word 2 is at 4 ms, before the word before it");
        assert!(error("X@5").starts_with("word 1: \"X\" at character 1 is not a move"));
        for bad in ["R@", "@5", "R@-1", "R@+1", "R@1.5", "R@99999999999999999999999", "R@1@2"] {
            assert!(read_timed_moves(bad, Mover::Tile).is_err(), "{bad}");
        }
        assert_eq!(read_timed_moves("", Mover::Tile), Ok(TimedMoves::default()));
        let blank = read_timed_moves("R@0", Mover::Blank).unwrap();
        assert_eq!(blank.moves.to_string(), "L");
    }

    #[test]
    fn words_may_have_the_same_time() {
        assert_eq!(read_timed_moves("R@5 U@5", Mover::Tile).unwrap().times_ms, [5, 5]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn as_many_slides_are_read_as_there_is_room_for_and_not_one_more() {
        let full = format!("R{MAX_TIMED}@0");
        assert_eq!(read_timed_moves(&full, Mover::Tile).map(|read| read.times_ms.len()), Ok(MAX_TIMED));
        for more in [format!("{full} R@0"), format!("R@0 {full}"), format!("R{}@0", MAX_TIMED + 1)] {
            assert_eq!(read_timed_moves(&more, Mover::Tile), Err(TimedMovesError::TooMany), "{more}");
        }
    }
}
