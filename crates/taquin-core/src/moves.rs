//! Slides, sequences of slides, and the two ways of counting them.

use core::str::FromStr;
use core::{fmt, iter, slice};

use crate::prelude::*;

/// The way a **tile** travels in one slide; the blank goes the opposite way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// The tile below the blank moves up.
    Up = 0,
    /// The tile above the blank moves down.
    Down = 1,
    /// The tile right of the blank moves left.
    Left = 2,
    /// The tile left of the blank moves right.
    Right = 3,
}

impl Direction {
    /// The four directions, in the order of their numbers.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The way back: the slide that undoes this one, which is also the way the blank went.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Direction {
        Direction::ALL[self as usize ^ 1]
    }

    /// The direction after rows and columns have been exchanged.
    #[must_use]
    pub fn transposed(self) -> Direction {
        match self {
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Up,
            Direction::Down => Direction::Right,
            Direction::Right => Direction::Down,
        }
    }

    /// Whether tiles travel within a column.
    #[inline]
    #[must_use]
    pub fn is_vertical(self) -> bool {
        (self as u8) < 2
    }

    /// `U`, `D`, `L` or `R`.
    #[must_use]
    pub fn letter(self) -> char {
        ['U', 'D', 'L', 'R'][self as usize]
    }

    /// `↑`, `↓`, `←` or `→`.
    #[must_use]
    pub fn arrow(self) -> char {
        ['↑', '↓', '←', '→'][self as usize]
    }

    /// `Up`, `Down`, `Left` or `Right`.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["Up", "Down", "Left", "Right"][self as usize]
    }
}

/// How the length of a solution is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Single-tile metric: every tile that moves one cell counts one.
    #[default]
    Stm,
    /// Multi-tile metric: a run of tiles pushed together along one line counts one.
    Mtm,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Stm => "stm",
            Metric::Mtm => "mtm",
        })
    }
}

/// A text that is not one of the names there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is unknown; there is {names}")]
#[non_exhaustive]
pub struct UnknownName {
    /// The beginning of the text.
    pub text: String,
    /// The names, with commas between.
    pub names: &'static str,
}

impl UnknownName {
    pub(crate) fn new(text: &str, names: &'static str) -> UnknownName {
        UnknownName { text: text.chars().take(40).collect(), names }
    }
}

impl FromStr for Metric {
    type Err = UnknownName;

    /// Reads `stm` or `mtm`.
    fn from_str(text: &str) -> Result<Metric, UnknownName> {
        match text {
            "stm" => Ok(Metric::Stm),
            "mtm" => Ok(Metric::Mtm),
            _ => Err(UnknownName::new(text, "stm, mtm")),
        }
    }
}

impl fmt::Display for Direction {
    /// The letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for Direction {
    type Err = UnknownName;

    /// Reads `U`, `D`, `L` or `R`, the way the tile travels.
    fn from_str(text: &str) -> Result<Direction, UnknownName> {
        let mut signs = text.chars();
        let found = Direction::ALL.into_iter().find(|d| Some(d.letter()) == signs.clone().next());
        signs.next();
        found.filter(|_| signs.next().is_none()).ok_or_else(|| UnknownName::new(text, "U, D, L, R"))
    }
}

/// A sequence of slides.
///
/// ```
/// use taquin_core::{Metric, Moves};
/// let moves: Moves = "R2DL3".parse()?;
/// assert_eq!((moves.length(Metric::Stm), moves.length(Metric::Mtm)), (6, 3));
/// # Ok::<(), taquin_core::MovesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves(Vec<Direction>);

impl Moves {
    /// No moves.
    #[must_use]
    pub fn new() -> Moves {
        Moves::default()
    }

    /// Appends one slide.
    pub fn push(&mut self, direction: Direction) {
        self.0.push(direction);
    }

    /// The slides in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Direction] {
        &self.0
    }

    /// The slides in order.
    pub fn iter(&self) -> iter::Copied<slice::Iter<'_, Direction>> {
        self.0.iter().copied()
    }

    /// The number of slides: the length in the single-tile metric.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of moves, counted the way the metric says.
    #[must_use]
    pub fn length(&self, metric: Metric) -> usize {
        match metric {
            Metric::Stm => self.0.len(),
            Metric::Mtm => self.runs().count(),
        }
    }

    /// Runs of equal slides with their lengths: the moves of the multi-tile metric.
    pub fn runs(&self) -> impl Iterator<Item = (Direction, usize)> + '_ {
        self.0.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
    }

    /// The moves that undo these: opposite directions in opposite order.
    #[must_use]
    pub fn inverse(&self) -> Moves {
        self.iter().rev().map(Direction::opposite).collect()
    }

    /// The same way without going back and forth: a slide and its opposite after it are nothing. What is left leads from
    /// every board to the same board as before, and is as short as it can be made without looking at a board.
    ///
    /// ```
    /// use taquin_core::Moves;
    /// let moves: Moves = "RUDLLUD".parse()?;
    /// assert_eq!(moves.simplified().to_string(), "L");
    /// # Ok::<(), taquin_core::MovesError>(())
    /// ```
    #[must_use]
    pub fn simplified(&self) -> Moves {
        let mut kept: Vec<Direction> = Vec::with_capacity(self.0.len());
        for slide in self.iter() {
            match kept.last() {
                Some(last) if last.opposite() == slide => {
                    kept.pop();
                }
                _ => kept.push(slide),
            }
        }
        Moves(kept)
    }

    /// The moves of the transposed board: rows for columns and columns for rows.
    #[must_use]
    pub fn transposed(&self) -> Moves {
        self.iter().map(Direction::transposed).collect()
    }

    /// Some of the moves, counted from 0 the way the metric says; what is past the end is left out.
    #[must_use]
    pub fn part(&self, range: core::ops::Range<usize>, metric: Metric) -> Moves {
        let wanted = range.end.saturating_sub(range.start);
        match metric {
            Metric::Stm => self.iter().skip(range.start).take(wanted).collect(),
            Metric::Mtm => {
                let runs = self.runs().skip(range.start).take(wanted);
                runs.flat_map(|(direction, count)| iter::repeat_n(direction, count)).collect()
            }
        }
    }

    /// Every slide turned round: what the blank does when the tiles do this, and the reverse.
    #[must_use]
    pub fn of_the_blank(&self) -> Moves {
        self.iter().map(Direction::opposite).collect()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = Direction;
    type IntoIter = iter::Copied<slice::Iter<'a, Direction>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Moves {
    type Item = Direction;
    type IntoIter = vec::IntoIter<Direction>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Moves> for Vec<Direction> {
    fn from(moves: Moves) -> Vec<Direction> {
        moves.0
    }
}

impl From<Vec<Direction>> for Moves {
    fn from(slides: Vec<Direction>) -> Moves {
        Moves(slides)
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(slides: I) -> Moves {
        Moves(slides.into_iter().collect())
    }
}

impl Extend<Direction> for Moves {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, slides: I) {
        self.0.extend(slides);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplified_moves_lead_to_the_same_board_and_never_go_back() {
        let all = |length: u32| {
            (0..4u32.pow(length)).map(move |number| {
                (0..length).map(|i| Direction::ALL[(number >> (2 * i) & 3) as usize]).collect::<Moves>()
            })
        };
        let board: crate::Board = "1 2 3/4 0 5/6 7 8".parse().unwrap();
        // Miri is a thousand times slower.
        for moves in (0..=if cfg!(miri) { 3 } else { 6 }).flat_map(all) {
            let simple = moves.simplified();
            assert!(simple.as_slice().windows(2).all(|pair| pair[0].opposite() != pair[1]));
            assert_eq!(simple.simplified(), simple);
            if let Ok(end) = board.after(&moves) {
                assert_eq!(board.after(&simple), Ok(end), "{moves}");
            }
        }
    }

    #[test]
    fn parts_put_together_are_the_whole() {
        let moves: Moves = "R2DL3UUDR".parse().unwrap();
        for metric in [Metric::Stm, Metric::Mtm] {
            let length = moves.length(metric);
            for cut in 0..=length + 1 {
                let mut both = moves.part(0..cut, metric);
                both.extend(moves.part(cut..length, metric));
                assert_eq!(both, moves);
            }
        }
        assert_eq!(moves.part(1..3, Metric::Mtm).to_string(), "DL3");
        assert_eq!(moves.part(core::ops::Range { start: 5, end: 2 }, Metric::Stm), Moves::new());
        assert_eq!(moves.transposed().transposed(), moves);
    }

    #[test]
    fn directions_have_a_letter_an_arrow_a_word_a_way_back_and_an_axis() {
        use Direction::{Down, Left, Right, Up};
        let all = Direction::ALL;
        assert_eq!(all.map(Direction::letter), ['U', 'D', 'L', 'R']);
        assert_eq!(all.map(Direction::arrow), ['↑', '↓', '←', '→']);
        assert_eq!(all.map(Direction::word), ["Up", "Down", "Left", "Right"]);
        assert_eq!(all.map(Direction::opposite), [Down, Up, Right, Left]);
        assert_eq!(all.map(Direction::transposed), [Left, Right, Up, Down]);
        assert_eq!(all.map(Direction::is_vertical), [true, true, false, false]);
        for direction in all {
            assert_eq!(direction.to_string().parse(), Ok(direction));
        }
        for bad in ["", "u", "UU", "UD", "X"] {
            assert!(bad.parse::<Direction>().is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_counted_turned_round_and_taken_apart() {
        use Direction::{Down, Right};
        let mut moves = Moves::new();
        assert!(moves.is_empty() && moves.as_slice().is_empty());
        moves.push(Right);
        moves.extend([Right, Down]);
        assert_eq!((moves.len(), moves.is_empty()), (3, false));
        assert_eq!((moves.length(Metric::Stm), moves.length(Metric::Mtm)), (3, 2));
        assert_eq!(moves.runs().collect::<Vec<_>>(), [(Right, 2), (Down, 1)]);
        assert_eq!(moves.as_slice(), [Right, Right, Down]);
        assert_eq!(moves.iter().collect::<Vec<_>>(), [Right, Right, Down]);
        assert_eq!((&moves).into_iter().collect::<Vec<_>>(), [Right, Right, Down]);
        assert_eq!(moves.clone().into_iter().collect::<Vec<_>>(), [Right, Right, Down]);
        assert_eq!(Vec::from(moves.clone()), [Right, Right, Down]);
        assert_eq!(Moves::from(vec![Right, Right, Down]), moves);
        assert_eq!(moves.inverse().to_string(), "UL2");
        assert_eq!(moves.of_the_blank().to_string(), "L2U");
        assert_eq!(moves.transposed().to_string(), "D2R");
    }

    #[test]
    fn metrics_are_read_as_they_are_printed_and_what_is_unknown_is_cut_to_40_characters() {
        for metric in [Metric::Stm, Metric::Mtm] {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        let long = "x".repeat(50);
        assert_eq!(long.parse::<Metric>().unwrap_err().text, "x".repeat(40));
    }
}
