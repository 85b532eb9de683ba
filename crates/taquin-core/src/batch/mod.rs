//! Many boards of one shape at once, as bytes: what arrays hold.
//!
//! A [`Boards`] is a list of checked boards, one byte for each cell, one board after another. What is asked of all of them
//! (which can be solved, which slides are legal, where a slide leads) is answered in loops over those bytes: tens of
//! nanoseconds a board, where a [`Board`] of its own would cost an allocation.
//!
//! Slides are told as bytes, too: the number of a [`Direction`], and sets of them as masks with the bit of that number.

mod arena;
mod kernel;

use core::convert::Infallible;
use core::iter;

pub use arena::{Arena, ArenaError, Outcome, Reset};

use crate::prelude::*;
use crate::{ArrangementError, Board, Cell, Direction, Goal, GoalError, Shape, Tile};

/// The most cells of a board in a batch: its largest tile fits into a byte.
pub const MOST_CELLS: usize = 256;

/// No cell: where no tile can slide that way.
const NOWHERE: u16 = u16::MAX;

/// Checked boards of one shape, cell after cell in reading order and board after board; 0 is the blank.
///
/// ```
/// use taquin_core::batch::Boards;
/// use taquin_core::{Goal, Shape};
/// let shape = Shape::new(2, 2)?;
/// let boards = Boards::new(shape, &[1, 2, 3, 0, 2, 1, 3, 0])?;
/// let mut answers = [false; 2];
/// boards.solvable(&Goal::BlankLast, &mut answers)?;
/// assert_eq!(answers, [true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards<'a> {
    shape: Shape,
    tiles: &'a [u8],
}

/// Why bytes are not boards, or have no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Tiles of such boards do not fit into bytes.
    #[error("boards in bulk have at most {MOST_CELLS} cells, {0} has {cells}", cells = .0.cells())]
    TooLarge(Shape),
    /// The last board is not whole.
    #[error("{found} numbers are no whole number of {shape} boards, which have {} cells each", shape.cells())]
    Length {
        /// The boards' shape.
        shape: Shape,
        /// How many numbers there were.
        found: usize,
    },
    /// One of them is no board.
    #[error("board {index}: {why}")]
    Board {
        /// Its place in the list, from 0.
        index: usize,
        /// What is wrong with it.
        why: ArrangementError,
    },
    /// The goal does not fit them.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// More slides or places for answers than boards, or fewer.
    #[error("{found} slides or places for answers where the boards need {expected}")]
    Room {
        /// How many the boards need.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

/// As many as the boards need.
fn room(expected: usize, found: usize) -> Result<(), BatchError> {
    if found == expected { Ok(()) } else { Err(BatchError::Room { expected, found }) }
}

impl<'a> Boards<'a> {
    /// Checks boards; the first that is none is told.
    pub fn new(shape: Shape, tiles: &'a [u8]) -> Result<Boards<'a>, BatchError> {
        let Ok(checked) = Boards::new_in_pieces(shape, tiles, usize::MAX, || Ok::<(), Infallible>(()));
        checked
    }

    /// [`Boards::new`] for so many that it takes long: after every `together` of them `go_on` says whether to go on, and what
    /// it fails with ends the check.
    pub fn new_in_pieces<E>(
        shape: Shape,
        tiles: &'a [u8],
        together: usize,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<Boards<'a>, BatchError>, E> {
        let cells = shape.cells();
        if cells > MOST_CELLS {
            return Ok(Err(BatchError::TooLarge(shape)));
        }
        if tiles.len() % cells != 0 {
            return Ok(Err(BatchError::Length { shape, found: tiles.len() }));
        }
        let together = together.max(1);
        for (number, piece) in tiles.chunks(together.saturating_mul(cells)).enumerate() {
            if let Some(bad) = kernel::first_bad(cells, piece) {
                let numbers = piece[bad * cells..][..cells].iter().map(|&n| Tile::new(u32::from(n)));
                let why = Board::new(shape, numbers.collect::<Vec<_>>()).expect_err("the loops found it bad");
                return Ok(Err(BatchError::Board { index: number * together + bad, why }));
            }
            go_on()?;
        }
        Ok(Ok(Boards { shape, tiles }))
    }

    /// Their shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.len() / self.shape.cells()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// All bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.tiles
    }

    /// The bytes of each board.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.tiles.chunks_exact(self.shape.cells())
    }

    /// Up to `most` of them from the one with this number on; none past the end.
    #[must_use]
    pub fn part(&self, first: usize, most: usize) -> Boards<'a> {
        let cells = self.shape.cells();
        let from = first.min(self.len());
        let to = from.saturating_add(most).min(self.len());
        Boards { shape: self.shape, tiles: &self.tiles[from * cells..to * cells] }
    }

    /// One of them as a board; `None` past the end.
    #[must_use]
    pub fn board(&self, index: usize) -> Option<Board> {
        let bytes = self.iter().nth(index)?;
        let tiles: Vec<Tile> = bytes.iter().map(|&n| Tile::new(u32::from(n))).collect();
        Board::new(self.shape, tiles).ok()
    }

    /// Which of them can be brought to the goal.
    ///
    /// # Errors
    /// A goal that does not fit. More places for answers than boards, or fewer, are refused here and below.
    pub fn solvable(&self, goal: &Goal, answers: &mut [bool]) -> Result<(), BatchError> {
        let goal = goal.board(self.shape)?;
        room(self.len(), answers.len())?;
        if self.shape.is_corridor() {
            let order: Vec<u8> = bytes(&goal).filter(|&tile| tile != 0).collect();
            for (board, answer) in self.iter().zip(answers) {
                *answer = board.iter().filter(|&&tile| tile != 0).eq(&order);
            }
            return Ok(());
        }
        // Both arrangements and the blank's way between them: the parity of the three together is even. The blank's
        // way is odd where the colours of its cells differ.
        let colour: Vec<u8> = self
            .shape
            .all_cells()
            .map(|cell| (self.shape.row(cell) + self.shape.column(cell)) as u8 & 1)
            .collect();
        let goal_bytes: Vec<u8> = bytes(&goal).collect();
        let even = kernel::parity(&goal_bytes) ^ colour[goal.blank().index()];
        kernel::parities(self.shape.cells(), self.tiles, &colour, |index, parity| {
            answers[index] = parity == even;
        });
        Ok(())
    }

    /// The slides that each of them has, as masks.
    pub fn legal(&self, masks: &mut [u8]) -> Result<(), BatchError> {
        room(self.len(), masks.len())?;
        let by_blank = legal_by_blank(self.shape);
        kernel::blanks(self.shape.cells(), self.tiles, |index, blank| masks[index] = by_blank[blank]);
        Ok(())
    }

    /// Where one slide each leads: numbers of directions in, boards out. A board whose slide is illegal, or no direction,
    /// stays as it is; the first such is told.
    pub fn step(&self, slides: &[u8], after: &mut [u8]) -> Result<Option<usize>, BatchError> {
        room(self.len(), slides.len())?;
        room(self.tiles.len(), after.len())?;
        after.copy_from_slice(self.tiles);
        Ok(step(self.shape, after, slides))
    }

    /// Where all slides lead: four boards for each, in the order of the directions, and the mask of those that are legal.
    /// In place of the others stands the board itself.
    pub fn neighbours(&self, after: &mut [u8], masks: &mut [u8]) -> Result<(), BatchError> {
        let cells = self.shape.cells();
        room(4 * self.tiles.len(), after.len())?;
        self.legal(masks)?;
        let sources = sources(self.shape);
        for (board, four) in self.iter().zip(after.chunks_exact_mut(4 * cells)) {
            let blank = kernel::blank(board);
            for (next, source) in four.chunks_exact_mut(cells).zip(sources[blank]) {
                next.copy_from_slice(board);
                if source != NOWHERE {
                    next.swap(blank, usize::from(source));
                }
            }
        }
        Ok(())
    }

    /// The cells where the contents of each board belong, the blank's included: positions as searches see them.
    pub fn homes(&self, goal: &Board, homes: &mut [u8]) -> Result<(), BatchError> {
        if goal.shape() != self.shape {
            return Err(GoalError::OtherShape { goal: goal.shape(), start: self.shape }.into());
        }
        room(self.tiles.len(), homes.len())?;
        let mut of = [0u8; MOST_CELLS];
        for (cell, tile) in bytes(goal).enumerate() {
            of[usize::from(tile)] = cell as u8;
        }
        homes.iter_mut().zip(self.tiles).for_each(|(home, &tile)| *home = of[usize::from(tile)]);
        Ok(())
    }
}

/// A board's tiles as bytes; it has at most [`MOST_CELLS`].
fn bytes(board: &Board) -> impl Iterator<Item = u8> + '_ {
    board.iter().map(|tile| tile.number() as u8)
}

/// Slides tiles of boards that are known to be such, in place. The first whose slide is illegal is told.
fn step(shape: Shape, boards: &mut [u8], slides: &[u8]) -> Option<usize> {
    let sources = sources(shape);
    let mut first_bad = None;
    kernel::blanks_mut(shape.cells(), boards, |index, board, blank| {
        match sources[blank].get(usize::from(slides[index])) {
            Some(&source) if source != NOWHERE => board.swap(blank, usize::from(source)),
            _ => first_bad = first_bad.or(Some(index)),
        }
    });
    first_bad
}

/// For each cell of the blank, the cells whose tiles can slide in each direction.
fn sources(shape: Shape) -> Vec<[u16; 4]> {
    let place = |cell: Cell| (i64::from(shape.row(cell)), i64::from(shape.column(cell)));
    let find = |(row, column): (i64, i64)| {
        let cell = u32::try_from(row).ok().zip(u32::try_from(column).ok());
        cell.and_then(|(row, column)| shape.cell(row, column)).map_or(NOWHERE, |cell| cell.index() as u16)
    };
    let four = |cell: Cell| {
        let (row, column) = place(cell);
        Direction::ALL.map(|direction| {
            find(match direction {
                Direction::Up => (row + 1, column),
                Direction::Down => (row - 1, column),
                Direction::Left => (row, column + 1),
                Direction::Right => (row, column - 1),
            })
        })
    };
    shape.all_cells().map(four).collect()
}

/// For each cell of the blank, the mask of the slides there.
fn legal_by_blank(shape: Shape) -> Vec<u8> {
    let mask =
        |four: [u16; 4]| iter::zip(0.., four).map(|(bit, source)| u8::from(source != NOWHERE) << bit).sum();
    sources(shape).into_iter().map(mask).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Permutation, Problem};

    /// Every arrangement of so few tiles.
    fn all(cells: u64) -> Vec<u8> {
        let count: u64 = (1..=cells).product();
        (0..count)
            .flat_map(|number| {
                let mut left: Vec<u8> = (0..cells as u8).collect();
                (1..=cells)
                    .rev()
                    .scan(number, |number, size| {
                        let place = *number % size;
                        *number /= size;
                        Some(place as usize)
                    })
                    .map(|place| left.remove(place))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    fn shape(rows: u32, columns: u32) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_arrangement_is_answered_as_its_board_is() {
        for (rows, columns) in [(1, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4)] {
            let shape = shape(rows, columns);
            let (cells, bytes) = (shape.cells(), all(u64::from(rows * columns)));
            let boards = Boards::new(shape, &bytes).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snake, Goal::Spiral] {
                let mut answers = vec![false; boards.len()];
                boards.solvable(&goal, &mut answers).unwrap();
                for (index, &answer) in answers.iter().enumerate() {
                    let problem = Problem::new(boards.board(index).unwrap(), &goal).unwrap();
                    assert_eq!(answer, problem.decide().is_ok(), "{shape} {goal:?} {index}");
                }
            }
            let (mut masks, mut after) = (vec![0; boards.len()], vec![0; 4 * bytes.len()]);
            boards.neighbours(&mut after, &mut masks).unwrap();
            for (index, four) in after.chunks_exact(4 * cells).enumerate() {
                for (direction, next) in Direction::ALL.into_iter().zip(four.chunks_exact(cells)) {
                    let mut board = boards.board(index).unwrap();
                    let slid = board.slide(direction).is_some();
                    assert_eq!(masks[index] >> direction as u8 & 1 == 1, slid);
                    assert!(super::bytes(&board).eq(next.iter().copied()));
                }
            }
            for direction in 0..5 {
                let mut stepped = vec![0; bytes.len()];
                let bad = boards.step(&vec![direction; boards.len()], &mut stepped).unwrap();
                let illegal = |&index: &usize| direction > 3 || masks[index] >> direction & 1 == 0;
                assert_eq!(bad, (0..boards.len()).find(illegal));
                for (index, board) in stepped.chunks_exact(cells).enumerate() {
                    let expected = if illegal(&index) {
                        &bytes[index * cells..]
                    } else {
                        &after[(4 * index + usize::from(direction)) * cells..]
                    };
                    assert_eq!(board, &expected[..cells]);
                }
            }
        }
    }

    #[test]
    fn what_is_no_board_is_told_with_its_place() {
        let shape = shape(2, 2);
        let refused = |bytes: &[u8]| Boards::new(shape, bytes).unwrap_err().to_string();
        assert_eq!(
            refused(&[1, 2, 3, 0, 1, 2, 2, 0]),
            "board 1: tile 2 appears twice, in row 1 column 2 and row 2 column 1; tile 3 is missing"
        );
        assert_eq!(
            refused(&[1, 2, 3, 64]),
            "board 0: 64 in row 2 column 2 is no tile of a 2x2 board; they run from 1 to 3, 0 is the blank"
        );
        assert_eq!(
            refused(&[1, 2, 3]),
            "3 numbers are no whole number of 2x2 boards, which have 4 cells each"
        );
        assert!(Boards::new(shape, &[]).unwrap().is_empty());
        let wide = Shape::new(17, 17).unwrap();
        assert_eq!(
            Boards::new(wide, &[]).unwrap_err().to_string(),
            "boards in bulk have at most 256 cells, 17x17 has 289"
        );
    }

    #[test]
    fn boards_checked_in_pieces_are_told_as_in_one_and_can_be_left() {
        let (shape, mut bytes) = (shape(2, 2), all(4));
        let pieces = |bytes: &[u8], together| {
            let mut asked = 0;
            let checked = Boards::new_in_pieces(shape, bytes, together, || {
                asked += 1;
                if asked < 4 { Ok(()) } else { Err("enough") }
            });
            checked.map(|checked| checked.map(|boards| boards.len()).map_err(|why| why.to_string()))
        };
        assert_eq!(pieces(&bytes, 8), Ok(Ok(24)));
        assert_eq!(pieces(&bytes, 7), Err("enough"), "the fourth piece is the last");
        assert_eq!(pieces(&[], 0), Ok(Ok(0)));
        bytes[4 * 17 + 1] = 9;
        let told = Boards::new(shape, &bytes).unwrap_err().to_string();
        assert!(told.starts_with("board 17: "), "{told}");
        assert_eq!(pieces(&bytes, 8), Ok(Err(told)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn boards_of_every_width_are_checked_and_decided_alike() {
        // Widths that have loops of their own, and those that share one.
        for (rows, columns) in [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (7, 9), (8, 8), (9, 9), (16, 16)] {
            let shape = shape(rows, columns);
            let cells = shape.cells();
            let scrambler = crate::Scrambler::new(shape, &Goal::Snake, crate::Seed::new(1)).unwrap();
            let mut all: Vec<u8> =
                scrambler.take(50).flat_map(|board| bytes(&board).collect::<Vec<_>>()).collect();
            for odd in all.chunks_exact_mut(2 * cells) {
                odd.swap(0, 1);
            }
            let boards = Boards::new(shape, &all).unwrap();
            let mut answers = [false; 50];
            boards.solvable(&Goal::Snake, &mut answers).unwrap();
            for (index, &answer) in answers.iter().enumerate() {
                let problem = Problem::new(boards.board(index).unwrap(), &Goal::Snake).unwrap();
                assert_eq!(answer, problem.decide().is_ok(), "{shape} {index}");
            }
            let goal = Goal::Snake.board(shape).unwrap();
            let mut homes = vec![0; all.len()];
            boards.homes(&goal, &mut homes).unwrap();
            let of =
                Permutation::new(homes[..cells].iter().map(|&h| u32::from(h)).collect::<Vec<_>>()).unwrap();
            assert_eq!(of, Problem::new(boards.board(0).unwrap(), &Goal::Snake).unwrap().permutation());
            for (place, wrong) in [(0, all[1]), (cells - 1, all[0]), (49 * cells, all[49 * cells + 1])] {
                let mut bad = all.clone();
                bad[place] = wrong;
                let told = Boards::new(shape, &bad).unwrap_err();
                assert!(
                    matches!(told, BatchError::Board { index, .. } if index == place / cells),
                    "{shape} {told}"
                );
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn any_two_exchanged_on_sixteen_cells_are_decided_as_their_board_is() {
        for (rows, columns) in [(4, 4), (2, 8), (8, 2)] {
            let shape = shape(rows, columns);
            let start = crate::Scrambler::new(shape, &Goal::BlankLast, crate::Seed::new(2)).unwrap().next();
            let start: Vec<u8> = bytes(&start.unwrap()).collect();
            let mut all = Vec::new();
            for (one, other) in (0..16).flat_map(|one| (0..16).map(move |other| (one, other))) {
                all.extend_from_slice(&start);
                let last = all.len() - 16;
                all[last..].swap(one, other);
            }
            let boards = Boards::new(shape, &all).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snake, Goal::Spiral] {
                let mut answers = [false; 256];
                boards.solvable(&goal, &mut answers).unwrap();
                for (index, &answer) in answers.iter().enumerate() {
                    let problem = Problem::new(boards.board(index).unwrap(), &goal).unwrap();
                    assert_eq!(answer, problem.decide().is_ok(), "{shape} {goal:?} {index}");
                }
            }
        }
    }
}
