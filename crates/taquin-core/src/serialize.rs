//! `serde`: what a person may read is the text that the command line reads and prints; what only programs read is compact.
//!
//! Whatever comes in is checked as text would be: there is no way round [`Board::new`] and the like.

use core::fmt;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Day;
use crate::prelude::*;
use crate::replay::{Replay, Source};
use crate::{Board, Cell, Direction, Goal, Metric, Moves, Permutation, Seed, Shape, Tile};

/// `Display` and `FromStr` for people; for programs another type, and the ways there and back.
macro_rules! text_or {
    ($type:ty, $compact:ty, $to:expr, $from:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.collect_str(self);
                }
                let to: fn(&$type) -> $compact = $to;
                to(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                if deserializer.is_human_readable() {
                    return String::deserialize(deserializer)?.parse().map_err(D::Error::custom);
                }
                let compact = <$compact>::deserialize(deserializer)?;
                $from(compact).map_err(D::Error::custom)
            }
        }
    };
}

/// One of a list of values, by its number.
fn numbered<T: Copy>(all: &[T], number: u8) -> Result<T, impl fmt::Display> {
    all.get(usize::from(number)).copied().ok_or_else(|| format!("there is no number {number}"))
}

text_or!(Shape, (u32, u32), |shape| (shape.rows(), shape.columns()), |(rows, columns)| Shape::new(
    rows, columns
));
text_or!(Seed, u64, |seed| seed.number(), |number| Ok::<_, fmt::Error>(Seed::new(number)));
text_or!(Direction, u8, |direction| *direction as u8, |number| numbered(&Direction::ALL, number));
text_or!(Source, u8, |source| *source as u8, |number| numbered(&Source::ALL, number));
text_or!(Metric, u8, |metric| *metric as u8, |number| numbered(&[Metric::Stm, Metric::Mtm], number));
text_or!(Day, u64, |day| day.seed().number(), |digits| format!(
    "{:04}-{:02}-{:02}",
    digits / 10_000,
    digits / 100 % 100,
    digits % 100
)
.parse::<Day>());
text_or!(Board, (Shape, Vec<Tile>), |board| (board.shape(), board.tiles().to_vec()), |(shape, tiles): (
    Shape,
    Vec<Tile>
)| Board::new(
    shape, tiles
));
// Four slides a byte, the first in the lowest bits; the number of them comes first.
text_or!(
    Moves,
    (u64, Vec<u8>),
    |moves| {
        let byte = |four: &[Direction]| four.iter().rev().fold(0, |byte, &slide| byte << 2 | slide as u8);
        (moves.len() as u64, moves.as_slice().chunks(4).map(byte).collect())
    },
    |(count, bytes): (u64, Vec<u8>)| {
        let slides = |byte: u8| [0, 2, 4, 6].map(|shift| Direction::ALL[usize::from(byte >> shift & 3)]);
        if count.div_ceil(4) != bytes.len() as u64 {
            return Err("as many bytes are needed as hold the slides, four in each");
        }
        Ok(bytes.into_iter().flat_map(slides).take(count as usize).collect())
    }
);

#[derive(Clone, Copy)]
enum Layout {
    BlankLast = 0,
    BlankFirst = 1,
    BlankAt = 2,
    Snake = 3,
    Spiral = 4,
    Board = 5,
}

text_or!(
    Goal,
    (u8, Option<(u32, u32)>, Option<Board>),
    |goal| match goal {
        Goal::BlankLast => (Layout::BlankLast as u8, None, None),
        Goal::BlankFirst => (Layout::BlankFirst as u8, None, None),
        Goal::BlankAt(row, column) => (Layout::BlankAt as u8, Some((*row, *column)), None),
        Goal::Snake => (Layout::Snake as u8, None, None),
        Goal::Spiral => (Layout::Spiral as u8, None, None),
        Goal::Board(board) => (Layout::Board as u8, None, Some(board.clone())),
    },
    |(layout, place, board): (u8, Option<(u32, u32)>, Option<Board>)| match (layout, place, board) {
        (0, None, None) => Ok(Goal::BlankLast),
        (1, None, None) => Ok(Goal::BlankFirst),
        (2, Some((row, column)), None) => Ok(Goal::BlankAt(row, column)),
        (3, None, None) => Ok(Goal::Snake),
        (4, None, None) => Ok(Goal::Spiral),
        (5, None, Some(board)) => Ok(Goal::Board(board)),
        _ => Err("no such goal"),
    }
);

/// The text of a link, or its bytes; a replay of a board too large for the format cannot be written.
impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return self.encode().map_err(S::Error::custom)?.serialize(serializer);
        }
        self.to_bytes().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Replay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Replay, D::Error> {
        if deserializer.is_human_readable() {
            return Replay::decode(&String::deserialize(deserializer)?).map_err(D::Error::custom);
        }
        Replay::from_bytes(&Vec::<u8>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Permutation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Permutation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Permutation, D::Error> {
        Permutation::new(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Tiles and cells are their numbers everywhere.
macro_rules! number {
    ($type:ident, $value:ident => $to:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.serialize_u32($to)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                u32::deserialize(deserializer).map($type::new)
            }
        }
    };
}

number!(Tile, tile => tile.number());
number!(Cell, cell => cell.index() as u32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use serde::de::DeserializeOwned;

    /// Through text and through bytes and back; gives both.
    fn both<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: &T) -> (String, Vec<u8>) {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
        let bytes = postcard::to_allocvec(value).unwrap();
        assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value, "{bytes:?}");
        (text, bytes)
    }

    #[test]
    fn values_are_text_for_people_and_few_bytes_for_programs() {
        let start = board("1 2 3 / 4 5 6 / _ 7 8");
        assert_eq!(both(&start), ("\"1 2 3/4 5 6/0 7 8\"".into(), vec![3, 3, 9, 1, 2, 3, 4, 5, 6, 0, 7, 8]));
        assert_eq!(both(&board("[[2,1,0]]")).0, "\"[[2,1,0]]\"");
        assert_eq!(both(&Shape::new(4, 5).unwrap()), ("\"4x5\"".into(), vec![4, 5]));
        assert_eq!(
            both(&"R2DL3".parse::<Moves>().unwrap()),
            ("\"R2DL3\"".into(), vec![6, 2, 0b1001_1111, 0b1010])
        );
        assert_eq!(both(&Moves::new()), ("\"\"".into(), vec![0, 0]));
        assert_eq!(both(&Seed::new(42)), ("\"v1-42\"".into(), vec![42]));
        assert_eq!(both(&Direction::Left), ("\"L\"".into(), vec![2]));
        assert_eq!(both(&Metric::Mtm), ("\"mtm\"".into(), vec![1]));
        assert_eq!(both(&Source::Hover), ("\"hover\"".into(), vec![3]));
        assert_eq!(both(&"2026-11-15".parse::<Day>().unwrap()).0, "\"2026-11-15\"");
        assert_eq!(both(&(Tile::new(7), Cell::new(3))), ("[7,3]".into(), vec![7, 3]));
        assert_eq!(both(&Permutation::new(vec![1, 0]).unwrap()).0, "[1,0]");
        let replay =
            Replay::new(start.clone(), Goal::BlankLast, "L2".parse().unwrap(), None, Source::Keys).unwrap();
        assert_eq!(both(&replay).0, format!("{:?}", replay.encode().unwrap()));
        for goal in [
            Goal::BlankLast,
            Goal::BlankFirst,
            Goal::BlankAt(0, 2),
            Goal::Snake,
            Goal::Spiral,
            Goal::Board(start),
        ] {
            assert_eq!(both(&goal).0, format!("{:?}", goal.to_string()));
        }
        for direction in Direction::ALL {
            for count in 0..9 {
                both(&Moves::from(vec![direction; count]));
            }
        }
    }

    #[test]
    fn what_is_no_board_is_refused_in_every_format() {
        assert!(serde_json::from_str::<Board>("\"1 2/2 0\"").is_err());
        assert!(serde_json::from_str::<Board>("[[1,2],[3,0]]").is_err(), "text is meant");
        assert!(postcard::from_bytes::<Board>(&[2, 2, 4, 1, 2, 2, 0]).is_err(), "2 twice");
        assert!(postcard::from_bytes::<Board>(&[2, 2, 3, 1, 2, 0]).is_err(), "three cells");
        assert!(postcard::from_bytes::<Shape>(&[0, 2]).is_err());
        assert!(postcard::from_bytes::<Moves>(&[5, 1, 0]).is_err(), "five slides in a byte");
        assert!(
            postcard::from_bytes::<Moves>(&[255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 1, 0]).is_err()
        );
        assert!(postcard::from_bytes::<Direction>(&[4]).is_err());
        assert!(postcard::from_bytes::<Source>(&[7]).is_err());
        assert!(postcard::from_bytes::<Goal>(&[2, 0, 0]).is_err(), "a place is missing");
        assert!(postcard::from_bytes::<Permutation>(&[2, 1, 1]).is_err());
        assert!(serde_json::from_str::<Metric>("\"htm\"").is_err());
    }
}
