//! Uniformly random solvable boards from a seed, the same on every platform for ever.
//!
//! A shuffle of all cells is uniform over every arrangement. Half of them cannot be solved; exchanging the
//! first two tiles of such a board pairs the impossible ones with the possible ones, so every solvable
//! board is as likely as every other. (A random walk is not uniform: it takes about n⁴ log n slides to mix,
//! and a fixed length reaches only one colour of the blank.)
//!
//! **Generator 1.** Board number i of seed s is drawn from the ChaCha8 stream with key s (its eight bytes,
//! little end first, then 24 zero bytes), stream number i. A number below k comes from one 64-bit output x:
//! the high half of the 128-bit product x·k, drawn again while the low half is below 2⁶⁴ mod k. From the
//! last cell down to the second each content is exchanged with that of a random cell not after it.

use core::fmt;
use core::iter::FusedIterator;
use core::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::permutation::sign;
use crate::prelude::*;
use crate::{Board, Goal, GoalError, Parity, Shape, Tile};

/// What a scramble is drawn from: a generator version and a number, written `v1-42`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(u64);

/// Why a text is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeedError {
    /// Not a number.
    #[error("{0:?} is not a seed; write a whole number below 2^64, or one as it was told, such as v1-42")]
    Syntax(String),
    /// A generator that this program does not have.
    #[error("seed {0:?} is of another generator; this program has v1")]
    Version(String),
}

impl Seed {
    /// The seed with this number, for the current generator.
    #[must_use]
    pub fn new(number: u64) -> Seed {
        Seed(number)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1-{}", self.0)
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    /// Reads `v1-42`, or `42` for the current generator.
    fn from_str(text: &str) -> Result<Seed, SeedError> {
        let beginning = || text.chars().take(40).collect();
        let digits = match text.strip_prefix('v').and_then(|rest| rest.split_once('-')) {
            Some(("1", digits)) => digits,
            Some((version, _)) if !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit()) => {
                return Err(SeedError::Version(beginning()));
            }
            _ => text,
        };
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain
            .then_some(digits)
            .and_then(|d| d.parse().ok())
            .map(Seed)
            .ok_or_else(|| SeedError::Syntax(beginning()))
    }
}

/// Draws boards that can be brought to one goal, each as likely as every other.
///
/// It is an iterator over the boards 0, 1, 2 … of its seed, without end.
///
/// ```
/// use taquin_core::{Goal, Scrambler, Seed, Shape};
/// let mut scrambler = Scrambler::new(Shape::new(4, 4)?, &Goal::BlankLast, Seed::new(1))?;
/// let three: Vec<_> = scrambler.by_ref().take(3).collect();
/// assert_ne!(three[0], three[1]);
/// assert_eq!(three[2], scrambler.board(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scrambler {
    goal: Board,
    seed: Seed,
    /// The number of the board that the iterator gives next; `None` after the last of 2⁶⁴.
    next: Option<u64>,
}

impl Scrambler {
    /// A scrambler for this goal.
    pub fn new(shape: Shape, goal: &Goal, seed: Seed) -> Result<Scrambler, GoalError> {
        Ok(Scrambler { goal: goal.board(shape)?, seed, next: Some(0) })
    }

    /// The same goal, another seed.
    #[must_use]
    pub fn with_seed(&self, seed: Seed) -> Scrambler {
        Scrambler { goal: self.goal.clone(), seed, next: Some(0) }
    }

    /// Random numbers below a bound each, those that board `index` is drawn with.
    pub(crate) fn numbers(&self, index: u64) -> impl FnMut(u64) -> u64 + use<> {
        let mut random = self.random(index);
        move |bound| below(&mut random, bound)
    }

    fn random(&self, index: u64) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.0.to_le_bytes());
        let mut random = ChaCha8Rng::from_seed(key);
        random.set_stream(index);
        random
    }

    /// Board number `index` of this seed; each can be drawn without the ones before it.
    #[must_use]
    pub fn board(&self, index: u64) -> Board {
        let mut random = self.random(index);

        let shape = self.goal.shape();
        let goal = self.goal.tiles();
        if shape.is_corridor() {
            // The tiles keep their order: the blank's place is all there is to choose.
            let blank = below(&mut random, shape.cells() as u64) as usize;
            let mut tiles: Vec<Tile> = goal.iter().copied().filter(|t| !t.is_blank()).collect();
            tiles.insert(blank, Tile::BLANK);
            return Board::new(shape, tiles).expect("the goal's tiles, the blank elsewhere");
        }
        let mut homes: Vec<u32> = (0..shape.cells() as u32).collect();
        for last in (1..homes.len()).rev() {
            homes.swap(last, below(&mut random, last as u64 + 1) as usize);
        }
        let home = self.goal.blank();
        let blank = homes.iter().position(|&h| h as usize == home.index()).unwrap_or_default() as u32;
        let distance = shape.distance(crate::Cell::new(blank), home);
        if sign(&homes) != Parity::of(u64::from(distance)) {
            let (first, second) = match blank {
                0 => (1, 2),
                1 => (0, 2),
                _ => (0, 1),
            };
            homes.swap(first, second);
        }
        let tiles: Vec<Tile> = homes.iter().map(|&h| goal[h as usize]).collect();
        Board::new(shape, tiles).expect("a shuffle of the goal's tiles")
    }
}

impl Iterator for Scrambler {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.nth(0)
    }

    /// Passes over boards without drawing them.
    fn nth(&mut self, n: usize) -> Option<Board> {
        let index = self.next.and_then(|next| next.checked_add(n as u64));
        self.next = index.and_then(|index| index.checked_add(1));
        index.map(|index| self.board(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.next.map_or(0, |next| u64::MAX - next);
        (usize::try_from(left).unwrap_or(usize::MAX), None)
    }
}

impl FusedIterator for Scrambler {}

fn below(random: &mut ChaCha8Rng, bound: u64) -> u64 {
    loop {
        let product = u128::from(random.next_u64()) * u128::from(bound);
        if product as u64 >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_scramble_of_every_small_shape_and_goal_is_solvable() {
        for (rows, columns) in (1..=5).flat_map(|r| (1..=5).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snake, Goal::Spiral] {
                let scrambler = Scrambler::new(shape, &goal, Seed::new(7)).unwrap();
                for index in 0..50 {
                    assert!(Problem::new(scrambler.board(index), &goal).unwrap().decide().is_ok());
                }
            }
        }
    }

    #[test]
    fn generator_1_gives_the_same_boards_for_ever() {
        // Computed from the words at the top of this file by a program in another language.
        let scrambler =
            |size: &str| Scrambler::new(size.parse().unwrap(), &Goal::BlankLast, Seed::new(42)).unwrap();
        assert_eq!(scrambler("4x4").board(0).to_string(), "11 9 14 2/12 8 0 4/3 13 1 10/15 7 5 6");
        assert_eq!(scrambler("4x4").board(1).to_string(), "1 11 10 7/15 3 12 0/5 14 6 8/2 9 4 13");
        assert_eq!(scrambler("2x3").board(9).to_string(), "5 1 0/4 2 3");
    }

    #[test]
    fn the_iterator_gives_the_numbered_boards_and_ends_after_the_last() {
        let scrambler = Scrambler::new(Shape::new(3, 3).unwrap(), &Goal::Snake, Seed::new(5)).unwrap();
        let mut boards = scrambler.clone();
        assert_eq!(boards.next(), Some(scrambler.board(0)));
        assert_eq!(boards.nth(5), Some(scrambler.board(6)));
        assert_eq!(boards.next(), Some(scrambler.board(7)));
        boards.next = Some(u64::MAX);
        assert_eq!(boards.next(), Some(scrambler.board(u64::MAX)));
        assert_eq!((boards.next(), boards.next()), (None, None));
        assert_eq!((boards.nth(9), boards.size_hint()), (None, (0, None)));
    }

    #[test]
    fn seeds_read_back_as_they_are_told() {
        assert_eq!("v1-42".parse(), Ok(Seed::new(42)));
        assert_eq!("42".parse(), Ok(Seed::new(42)));
        assert_eq!(Seed::new(u64::MAX).to_string().parse(), Ok(Seed::new(u64::MAX)));
        assert!(matches!("v2-42".parse::<Seed>(), Err(SeedError::Version(_))));
        for bad in ["", "-1", "+1", "v1-", "v1--1", "1e3", "18446744073709551616", "x"] {
            assert!(matches!(bad.parse::<Seed>(), Err(SeedError::Syntax(_))), "{bad}");
        }
    }
}
