//! Errors as data, for whoever tells them in a language of their own: which sentence, and what stands in it.
//!
//! Every error's English sentence is its `Display`. [`Tell::fault`] is the same error as a [`Kind`] with its values;
//! each `match` below names every variant, so that a new one does not compile before it has a kind.

use crate::game::{DayError, DealError, LogError, RestoreError};
use crate::prelude::*;
#[cfg(feature = "import")]
use crate::replay::import::ImportError;
use crate::replay::{DecodeError, EncodeError, ReplayError, TimedMovesError};
use crate::{
    ArrangementError, BoardError, GoalError, IllegalMove, MAX_CELLS, MovesError, NotASolution, Obstruction,
    Parity, Shape, ShapeError, Unsolvable,
};

/// The most characters of somebody's text that a fault quotes.
const MAX_QUOTED: usize = 60;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident,)*) => {
        /// What went wrong: the name of a sentence. The values it takes are listed with each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind { $($(#[doc = $doc])* $kind,)* }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// Its name, the same for ever.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$kind => stringify!($kind),)* }
            }
        }
    };
}

kinds! {
    /// Rows, columns.
    SizeEmpty,
    /// Rows, columns, the most cells.
    SizeTooLarge,
    /// The text.
    SizeSyntax,
    /// Rows, columns, numbers found.
    WrongCount,
    /// The number, its row and column, the largest tile.
    OutOfRange,
    /// The tile (0 is the blank), row and column of the first, of the second, the tile that is missing.
    Duplicate,
    /// No values.
    BoardEmpty,
    /// The word, its row and column.
    NoTile,
    /// The separator, its row and column.
    Dangling,
    /// The row, its cells, those of the first row.
    Ragged,
    /// Numbers found.
    NotSquare,
    /// What stands there, in which row.
    NotJson,
    /// The row.
    JsonEnds,
    /// No values.
    Utf16,
    /// Bytes, cells found in them.
    TextTooLong,
    /// The most cells.
    TooManyCells,
    /// Row, column, rows and columns of the board.
    GoalOutside,
    /// Rows and columns of the goal, rows and columns of the start.
    GoalShape,
    /// The text.
    GoalPlace,
    /// The text, and why it is no board.
    GoalUnknown,
    /// The word, its place.
    NoMove,
    /// The digits, their place, the most slides.
    MoveCount,
    /// The most slides.
    TooManyMoves,
    /// Which move, counted from 1, and its letter.
    IllegalMove,
    /// No values.
    ReplayText,
    /// The byte.
    ReplayShort,
    /// Bytes too many.
    ReplayLong,
    /// The format.
    ReplayVersion,
    /// No values.
    ReplayDamaged,
    /// Rows, columns.
    ReplayTooLarge,
    /// Why it is no board.
    ReplayBoard,
    /// Why it cannot be played.
    ReplayPlay,
    /// Moves, times.
    ReplayTimes,
    /// Which move, counted from 1.
    ReplayTimesFall,
    /// The word, its place.
    TimedWord,
    /// The word's place, and why it is no move.
    TimedMove,
    /// The word's place, its time.
    TimedFall,
    /// No values: timed moves do not tell their board.
    ImportNoBoard,
    /// No values: a link of another program that cannot be read.
    ImportLink,
    /// Solves in the link, the number asked for.
    ImportNoSolve,
    /// The text.
    NoDay,
    /// No values.
    LineWords,
    /// No values.
    NoSolve,
    /// Whether the permutation is odd (1) or even (0), the blank's distance to its home.
    Unsolvable,
    /// The place counted from 1, the tile there, the tile of the goal.
    UnsolvableOrder,
    /// No values.
    AlreadySolved,
    /// Rows, columns.
    NothingToPlay,
    /// No values: none was found.
    NoDeal,
    /// Rows, columns, the distance asked for, the largest there is.
    TooFar,
    /// No values: a saved game that is none, or no longer.
    SavedGame,
    /// No values: the board is too large for what was asked.
    TooLarge,
    /// No values: a limit of time or memory ended it.
    Stopped,
    /// No values: a broken invariant of ours.
    Internal,
}

/// What stands in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A piece of the text that came in, quoted, escaped and short.
    Text(String),
    /// Another error, which is the reason.
    Cause(Fault),
}

/// An error as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which sentence.
    pub kind: Kind,
    /// What stands in it, in the order that the kind lists.
    pub values: Vec<Value>,
}

/// An error that can be told in any language.
pub trait Tell {
    /// The error as data.
    fn fault(&self) -> Fault;
}

impl Kind {
    fn with<const N: usize>(self, values: [Value; N]) -> Fault {
        Fault { kind: self, values: values.into() }
    }

    fn numbers<const N: usize>(self, numbers: [u64; N]) -> Fault {
        self.with(numbers.map(Value::Number))
    }

    /// The text first, then the numbers.
    fn quoting(self, quoted: &str, numbers: &[u64]) -> Fault {
        let text = quoted.chars().take(MAX_QUOTED).collect();
        let numbers = numbers.iter().map(|&number| Value::Number(number));
        Fault { kind: self, values: core::iter::once(Value::Text(text)).chain(numbers).collect() }
    }

    fn because(self, cause: &impl Tell) -> Fault {
        self.with([Value::Cause(cause.fault())])
    }
}

impl Tell for Kind {
    fn fault(&self) -> Fault {
        self.with([])
    }
}

fn sides(shape: Shape) -> [u64; 2] {
    [shape.rows().into(), shape.columns().into()]
}

impl Tell for ShapeError {
    fn fault(&self) -> Fault {
        match *self {
            ShapeError::Empty { rows, columns } => Kind::SizeEmpty.numbers([rows, columns]),
            ShapeError::TooLarge { rows, columns } => {
                Kind::SizeTooLarge.numbers([rows, columns, MAX_CELLS.into()])
            }
            ShapeError::Syntax(ref text) => Kind::SizeSyntax.quoting(&format!("{text:?}"), &[]),
        }
    }
}

impl Tell for ArrangementError {
    fn fault(&self) -> Fault {
        match *self {
            ArrangementError::WrongCount { shape, found } => {
                let [rows, columns] = sides(shape);
                Kind::WrongCount.numbers([rows, columns, found as u64])
            }
            ArrangementError::OutOfRange { shape, tile, row, column } => {
                let largest = shape.cells() as u64 - 1;
                Kind::OutOfRange.numbers([tile.into(), row.into(), column.into(), largest])
            }
            ArrangementError::Duplicate { tile, first, second, missing } => {
                Kind::Duplicate.numbers([tile, first.0, first.1, second.0, second.1, missing].map(u64::from))
            }
        }
    }
}

impl Tell for BoardError {
    fn fault(&self) -> Fault {
        match *self {
            BoardError::Empty => Kind::BoardEmpty.fault(),
            BoardError::Token { ref token, row, column } => {
                Kind::NoTile.quoting(token, &[row.into(), column.into()])
            }
            BoardError::Dangling { separator, row, column } => {
                Kind::Dangling.quoting(&format!("{separator:?}"), &[row.into(), column.into()])
            }
            BoardError::Ragged { row, found, expected } => {
                Kind::Ragged.numbers([row.into(), found.into(), expected.into()])
            }
            BoardError::NotSquare(count) => Kind::NotSquare.numbers([count as u64]),
            BoardError::Json { ref found, row } => Kind::NotJson.quoting(found, &[row.into()]),
            BoardError::JsonEnds { row } => Kind::JsonEnds.numbers([row.into()]),
            BoardError::Utf16 => Kind::Utf16.fault(),
            BoardError::TooLong { bytes, cells } => Kind::TextTooLong.numbers([bytes, cells as u64]),
            BoardError::TooManyCells => Kind::TooManyCells.numbers([MAX_CELLS.into()]),
            BoardError::Shape(ref why) => why.fault(),
            BoardError::Arrangement(ref why) => why.fault(),
        }
    }
}

impl Tell for GoalError {
    fn fault(&self) -> Fault {
        match *self {
            GoalError::Outside { row, column, shape } => {
                let [rows, columns] = sides(shape);
                Kind::GoalOutside.numbers([row, column, rows, columns])
            }
            GoalError::OtherShape { goal, start } => {
                let [[a, b], [c, d]] = [goal, start].map(sides);
                Kind::GoalShape.numbers([a, b, c, d])
            }
            GoalError::BlankAt(ref text) => Kind::GoalPlace.quoting(&format!("{text:?}"), &[]),
            GoalError::Unknown { ref text, ref why } => {
                let mut fault = Kind::GoalUnknown.quoting(&format!("{text:?}"), &[]);
                fault.values.push(Value::Cause(why.fault()));
                fault
            }
        }
    }
}

impl Tell for MovesError {
    fn fault(&self) -> Fault {
        match *self {
            MovesError::Unknown { ref word, place } => {
                Kind::NoMove.quoting(&format!("{word:?}"), &[place as u64])
            }
            MovesError::Count { ref word, place } => {
                Kind::MoveCount.quoting(&format!("{word:?}"), &[place as u64, MovesError::MOST as u64])
            }
            MovesError::TooMany => Kind::TooManyMoves.numbers([MovesError::MOST as u64]),
        }
    }
}

impl Tell for IllegalMove {
    fn fault(&self) -> Fault {
        let number = Value::Number((self.index as u64).saturating_add(1));
        Kind::IllegalMove.with([number, Value::Text(self.direction.letter().into())])
    }
}

impl Tell for NotASolution {
    fn fault(&self) -> Fault {
        match self {
            NotASolution::Illegal(why) => why.fault(),
            NotASolution::WrongEnd { .. } => Kind::NoSolve.fault(),
        }
    }
}

impl Tell for Unsolvable {
    fn fault(&self) -> Fault {
        match self.obstruction {
            Obstruction::Parity { permutation, blank_distance } => {
                Kind::Unsolvable.numbers([u64::from(permutation == Parity::Odd), blank_distance.into()])
            }
            Obstruction::Order { place, found, wanted } => Kind::UnsolvableOrder.numbers([
                u64::from(place) + 1,
                found.number().into(),
                wanted.number().into(),
            ]),
        }
    }
}

impl Tell for EncodeError {
    fn fault(&self) -> Fault {
        Kind::ReplayTooLarge.numbers(sides(self.0))
    }
}

impl Tell for ReplayError {
    fn fault(&self) -> Fault {
        match *self {
            ReplayError::Illegal(ref why) => why.fault(),
            ReplayError::Goal(ref why) => why.fault(),
            ReplayError::TimesCount { moves, times } => {
                Kind::ReplayTimes.numbers([moves as u64, times as u64])
            }
            ReplayError::TimesFall(index) => {
                Kind::ReplayTimesFall.numbers([(index as u64).saturating_add(1)])
            }
        }
    }
}

impl Tell for DecodeError {
    fn fault(&self) -> Fault {
        match *self {
            DecodeError::Text(_) => Kind::ReplayText.fault(),
            DecodeError::Short(at) => Kind::ReplayShort.numbers([at as u64]),
            DecodeError::Long(bytes) => Kind::ReplayLong.numbers([bytes as u64]),
            DecodeError::Version(format) => Kind::ReplayVersion.numbers([format.into()]),
            DecodeError::Checksum { .. }
            | DecodeError::Number(_)
            | DecodeError::Flags(_)
            | DecodeError::Padding(_)
            | DecodeError::NotCanonical => Kind::ReplayDamaged.fault(),
            DecodeError::Shape(ref why) => why.fault(),
            DecodeError::TooLarge(ref why) => why.fault(),
            DecodeError::Board(ref why) => Kind::ReplayBoard.because(why),
            DecodeError::Play(ref why) => Kind::ReplayPlay.because(why),
        }
    }
}

impl Tell for TimedMovesError {
    fn fault(&self) -> Fault {
        match *self {
            TimedMovesError::NoTime { ref word, place } => {
                Kind::TimedWord.quoting(&format!("{word:?}"), &[place as u64])
            }
            TimedMovesError::Move { place, ref why } => {
                Kind::TimedMove.with([Value::Number(place as u64), Value::Cause(why.fault())])
            }
            TimedMovesError::Falls { place, time } => Kind::TimedFall.numbers([place as u64, time]),
            TimedMovesError::TooMany => Kind::TooManyMoves.numbers([TimedMovesError::MOST as u64]),
        }
    }
}

#[cfg(feature = "import")]
impl Tell for ImportError {
    fn fault(&self) -> Fault {
        match *self {
            ImportError::Replay(ref why) => why.fault(),
            ImportError::Timed(ref why) => why.fault(),
            ImportError::NoBoard => Kind::ImportNoBoard.fault(),
            ImportError::Link(_) => Kind::ImportLink.fault(),
            ImportError::Shape(ref why) => why.fault(),
            ImportError::Board(ref why) => why.fault(),
            ImportError::Moves(ref why) => why.fault(),
            ImportError::Play(ref why) => why.fault(),
            ImportError::NoSuchSolve { found, asked } => {
                Kind::ImportNoSolve.numbers([found as u64, asked as u64])
            }
        }
    }
}

impl Tell for DayError {
    fn fault(&self) -> Fault {
        Kind::NoDay.quoting(&format!("{:?}", self.0), &[])
    }
}

impl Tell for LogError {
    fn fault(&self) -> Fault {
        match self {
            LogError::Words => Kind::LineWords.fault(),
            LogError::Replay(why) => why.fault(),
            LogError::NoSolve => Kind::NoSolve.fault(),
        }
    }
}

impl Tell for DealError {
    fn fault(&self) -> Fault {
        match *self {
            DealError::Unsolvable(ref why) => why.fault(),
            DealError::Solved => Kind::AlreadySolved.fault(),
            DealError::NothingToPlay(shape) => Kind::NothingToPlay.numbers(sides(shape)),
            DealError::Goal(ref why) => why.fault(),
            DealError::TooFar { shape, wanted, radius } => {
                let [rows, columns] = sides(shape);
                Kind::TooFar.numbers([rows, columns, wanted.into(), radius.into()])
            }
            DealError::NotFound { .. } | DealError::NoSolver => Kind::NoDeal.fault(),
        }
    }
}

impl Tell for RestoreError {
    fn fault(&self) -> Fault {
        match self {
            RestoreError::Header | RestoreError::Checksum | RestoreError::Field { .. } => {
                Kind::SavedGame.fault()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::{Goal, Moves};

    #[test]
    fn an_error_is_told_by_its_kind_and_its_values() {
        let fault = |text: &str| read_board(text, None).unwrap_err().fault();
        assert_eq!(fault("1 2 3/4 5/7 8 0"), Kind::Ragged.numbers([2, 2, 3]));
        assert_eq!(fault("1 2/2 0"), Kind::Duplicate.numbers([2, 1, 2, 2, 1, 3]));
        assert_eq!(fault("[[1,2],[3"), Kind::JsonEnds.numbers([2]));
        assert_eq!(fault("1 <b> 0 2"), Kind::NoTile.quoting("\"<b>\"", &[1, 2]));
        let moves = "RX".parse::<Moves>().unwrap_err().fault();
        assert_eq!(moves, Kind::NoMove.quoting("\"RX\"", &[2]));
    }

    #[test]
    fn a_reason_stands_inside_what_it_explains() {
        let goal = Goal::parse("spiral2", None).unwrap_err().fault();
        assert_eq!(goal.kind, Kind::GoalUnknown);
        assert_eq!(goal.values[0], Value::Text("\"spiral2\"".into()));
        assert!(matches!(&goal.values[1], Value::Cause(why) if why.kind == Kind::NoTile));
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn what_is_quoted_is_escaped_and_short() {
        let text = format!("\u{1}{}", "x".repeat(10_000));
        let Value::Text(quoted) = &Goal::parse(&text, None).unwrap_err().fault().values[0] else {
            panic!("a goal that is none is quoted")
        };
        assert!(quoted.starts_with("\"\\u{1}xxx") && quoted.chars().count() <= MAX_QUOTED, "{quoted}");
    }
}
