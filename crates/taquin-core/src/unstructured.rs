//! `arbitrary`: values for fuzzers, each made of whatever bytes there are.
//!
//! Shapes have at most [`MOST`] rows and columns: a fuzzer that draws boards of four million cells finds nothing else.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::prelude::*;
use crate::{Board, Direction, Goal, Metric, Moves, Seed, Shape, Tile};

const MOST: u32 = 12;

impl Arbitrary<'_> for Shape {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Shape> {
        let (rows, columns) = (u.int_in_range(1..=MOST)?, u.int_in_range(1..=MOST)?);
        Ok(Shape::new(rows, columns).expect("at least one row and column, and few"))
    }
}

/// Any board, solvable or not: a shuffle.
impl Arbitrary<'_> for Board {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Board> {
        let shape = Shape::arbitrary(u)?;
        board_of(shape, u)
    }
}

fn board_of(shape: Shape, u: &mut Unstructured<'_>) -> Result<Board> {
    let mut tiles: Vec<Tile> = (0..shape.cells() as u32).map(Tile::new).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, u.int_in_range(0..=last)?);
    }
    Ok(Board::new(shape, tiles).expect("a shuffle of all tiles"))
}

impl Arbitrary<'_> for Direction {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Direction> {
        u.choose(&Direction::ALL).copied()
    }
}

impl Arbitrary<'_> for Metric {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Metric> {
        u.choose(&[Metric::Stm, Metric::Mtm]).copied()
    }
}

impl Arbitrary<'_> for Moves {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Moves> {
        u.arbitrary_iter()?.collect()
    }
}

impl Arbitrary<'_> for Seed {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Seed> {
        u64::arbitrary(u).map(Seed::new)
    }
}

impl Arbitrary<'_> for Goal {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Goal> {
        Ok(match u.int_in_range(0..=5)? {
            0 => Goal::BlankLast,
            1 => Goal::BlankFirst,
            2 => Goal::BlankAt(u.int_in_range(0..=MOST)?, u.int_in_range(0..=MOST)?),
            3 => Goal::Snake,
            4 => Goal::Spiral,
            _ => Goal::Board(Board::arbitrary(u)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn any_bytes_make_values_and_other_bytes_make_others() {
        let mut boards = std::collections::HashSet::new();
        for seed in 0..200u32 {
            let bytes: Vec<u8> =
                (0..300).map(|i| (seed.wrapping_add(i).wrapping_mul(2_654_435_761) >> 13) as u8).collect();
            let mut u = Unstructured::new(&bytes);
            let board = Board::arbitrary(&mut u).unwrap();
            let goal = Goal::arbitrary(&mut u).unwrap();
            assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
            assert_eq!(goal.to_string().parse(), Ok(goal));
            let moves = Moves::arbitrary(&mut u).unwrap();
            assert_eq!(moves.to_string().parse(), Ok(moves));
            boards.insert(board);
        }
        assert!(boards.len() > 150, "{} different boards of 200", boards.len());
    }
}
