//! What depends on one tile and one cell: what the tile weighs there, how the cell looks with it, what it adds to the hash.
//!
//! On small boards all of it is written out, for every tile and every cell. Such tables grow with the fourth power of a
//! side and soon leave every cache, so on larger boards a weight is put together from what the two axes say: there only the
//! first few steps are told apart, and an axis has few ways to stand.

use std::collections::HashMap;

use taquin_core::Shape;

use super::weights::{AXIS, FAR, SLIDE, Weights, axis};
use crate::monitor::{Pace, StopReason};
use crate::random::Random;

/// Boards of more cells than this are large: tiles can be farther from home than on the boards that were learned from.
pub(super) const LARGE_CELLS: usize = 64;
/// Boards of up to this many cells have everything written out.
pub(super) const WRITTEN_CELLS: usize = 128;

/// How many steps along an axis the weights of a tile are believed on large boards; what they say of farther ones holds for
/// boards that are full of such tiles. A tile left behind alone is dear to fetch, so it must not be left behind.
const KNOWN_STEPS: i32 = 3;
/// What each step beyond those costs more than one slide, and the square of their number.
const FAR_STEP: i32 = SLIDE / 2;
const FAR_BEND: i32 = SLIDE / 5;

/// What so many steps beyond the known ones weigh; on boards thousands of cells long the square is cut off.
fn far(steps: i64) -> i32 {
    const MOST: i64 = 1 << 24;
    (i64::from(FAR_STEP) * steps + i64::from(FAR_BEND) * steps * steps).min(MOST) as i32
}

/// The pairs of one shape.
pub(super) struct Pairs {
    cells: usize,
    /// Row and column of every cell.
    at: Vec<(u16, u16)>,
    known: i32,
    rows: AxisKinds,
    columns: AxisKinds,
    /// What a tile weighs that stands so along the rows and so along the columns.
    standing: Vec<i32>,
    /// What steps beyond the known ones weigh.
    far: Vec<i32>,
    /// On small boards the weight of each tile on each cell.
    weights: Vec<i32>,
    /// And the code of each cell with each tile.
    codes: Vec<u8>,
    /// A position's hash is the sum of these products.
    of_cell: Vec<u64>,
    of_tile: Vec<u64>,
}

/// How tiles can stand along an axis: the kinds of standing, and of which kind each home and cell are.
struct AxisKinds {
    kind: Vec<u16>,
    kinds: Vec<(i32, i32)>,
    length: usize,
}

impl AxisKinds {
    /// The kinds for an axis of so many cells; two pairs are of one kind when no weight tells them apart.
    fn new(length: usize, known: i32) -> AxisKinds {
        let place = |(begin, away): (i32, i32)| begin + away.min(known);
        let mut numbers = HashMap::new();
        let mut kinds = Vec::new();
        let mut kind = Vec::with_capacity(length * length);
        for home in 0..length {
            for cell in 0..length {
                let here = (place(axis(home, cell, length)), place(axis(cell, home, length)));
                let number = *numbers.entry(here).or_insert_with(|| {
                    kinds.push(here);
                    kinds.len() - 1
                });
                kind.push(number as u16);
            }
        }
        AxisKinds { kind, kinds, length }
    }

    #[inline(always)]
    fn kind(&self, home: u16, cell: u16) -> usize {
        usize::from(self.kind[usize::from(home) * self.length + usize::from(cell)])
    }
}

impl Pairs {
    pub fn new(shape: Shape, weights: &Weights, pace: &mut Pace<'_>) -> Result<Pairs, StopReason> {
        let (rows, columns, cells) = (shape.rows() as usize, shape.columns() as usize, shape.cells());
        let known = if cells > LARGE_CELLS { KNOWN_STEPS } else { FAR as i32 - 1 };
        pace.step((rows * rows + columns * columns) as u64)?;
        let (along, across) = (AxisKinds::new(rows, known), AxisKinds::new(columns, known));
        let mut standing = Vec::with_capacity(along.kinds.len() * across.kinds.len());
        for &(row, back_row) in &along.kinds {
            for &(column, back_column) in &across.kinds {
                let weight = |r: i32, c: i32| i32::from(weights.single[r as usize * AXIS + c as usize]);
                standing.push(weight(row, column) + weight(back_row, back_column));
            }
        }
        let mut random = Random(0x5eed_7a9c_1e55_0001);
        let mut numbers = || (0..cells).map(|_| random.next() | 1).collect();
        let mut pairs = Pairs {
            cells,
            at: (0..cells).map(|cell| ((cell / columns) as u16, (cell % columns) as u16)).collect(),
            known,
            rows: along,
            columns: across,
            standing,
            far: (0..(rows + columns) as i64).map(far).collect(),
            weights: Vec::new(),
            codes: Vec::new(),
            of_cell: numbers(),
            of_tile: numbers(),
        };
        if cells <= WRITTEN_CELLS {
            for first in 0..cells {
                pace.step(cells as u64)?;
                for second in 0..cells {
                    pairs.weights.push(pairs.weighed(first, second));
                    pairs.codes.push(pairs.seen(first, second));
                }
            }
        }
        Ok(pairs)
    }

    /// What a tile weighs on a cell.
    #[inline(always)]
    pub fn weight(&self, tile: usize, cell: usize) -> i32 {
        if self.cells <= WRITTEN_CELLS {
            self.weights[tile * self.cells + cell]
        } else {
            self.weighed(tile, cell)
        }
    }

    #[inline(always)]
    fn weighed(&self, tile: usize, cell: usize) -> i32 {
        let ((home_row, home_column), (row, column)) = (self.at[tile], self.at[cell]);
        let kind =
            self.rows.kind(home_row, row) * self.columns.kinds.len() + self.columns.kind(home_column, column);
        let (rows, columns) = (i32::from(home_row.abs_diff(row)), i32::from(home_column.abs_diff(column)));
        let beyond = (rows - self.known).max(0) + (columns - self.known).max(0);
        SLIDE * (rows + columns) + self.standing[kind] + self.far[beyond as usize]
    }

    /// The code of a cell with this tile on it; or of a home whose tile is on that cell.
    #[inline(always)]
    pub fn code(&self, at: usize, other: usize) -> u8 {
        if self.cells <= WRITTEN_CELLS { self.codes[at * self.cells + other] } else { self.seen(at, other) }
    }

    #[inline(always)]
    fn seen(&self, at: usize, other: usize) -> u8 {
        let ((row, column), (other_row, other_column)) = (self.at[at], self.at[other]);
        let clipped = |from: u16, to: u16| (i32::from(to) - i32::from(from)).clamp(-2, 2) + 2;
        (5 * clipped(row, other_row) + clipped(column, other_column)) as u8
    }

    /// What a tile on a cell adds to the hash of a position.
    #[inline(always)]
    pub fn hash(&self, tile: usize, cell: usize) -> u64 {
        self.of_cell[cell].wrapping_mul(self.of_tile[tile])
    }

    /// What a tile's step adds to the hash.
    #[inline(always)]
    pub fn rehash(&self, tile: usize, from: usize, to: usize) -> u64 {
        self.of_cell[to].wrapping_sub(self.of_cell[from]).wrapping_mul(self.of_tile[tile])
    }

    /// Rows and columns between two cells.
    pub fn between(&self, one: usize, other: usize) -> (u16, u16) {
        let ((row, column), (other_row, other_column)) = (self.at[one], self.at[other]);
        (row.abs_diff(other_row), column.abs_diff(other_column))
    }
}
