//! Manhattan distance: every tile walks home as if it were alone.
//!
//! A slide moves one tile one cell, so it brings the sum of the tiles' distances down by at most one; at home the
//! sum is 0. Hence it is admissible and consistent, and since it always changes by exactly one, the parity of
//! every solution is the parity of the sum.

use std::ops::Range;

use taquin_core::Metric;

use super::Heuristic;
use crate::position::Position;
use crate::position::{Grid, Slide};

/// The sum over the tiles of their distances home along rows and columns.
#[derive(Clone, Debug)]
pub struct Manhattan {
    grid: Grid,
    /// `distance[tile * cells + cell]`, for boards small enough to afford the square.
    distance: Vec<u8>,
}

/// Boards up to this many cells keep all distances in a table of cells² bytes.
const TABLE_CELLS: usize = 256;

impl Manhattan {
    /// The heuristic of a grid.
    pub fn new(grid: &Grid) -> Manhattan {
        let cells = grid.cells();
        let mut distance = Vec::new();
        // The longest way must fit a byte: 1x256 has 255 steps.
        if cells <= TABLE_CELLS {
            distance = (0..cells * cells).map(|i| grid.distance(i / cells, i % cells) as u8).collect();
        }
        Manhattan { grid: grid.clone(), distance }
    }

    /// The sum over the tiles on these cells.
    pub(super) fn of_cells<P: Position>(&self, state: &P, cells: Range<usize>) -> u64 {
        cells
            .filter(|&cell| cell != state.blank())
            .map(|cell| u64::from(self.distance(state.at(cell), cell)))
            .sum()
    }

    #[inline]
    fn distance(&self, tile: usize, cell: usize) -> u32 {
        if self.distance.is_empty() {
            self.grid.distance(tile, cell)
        } else {
            u32::from(self.distance[tile * self.grid.cells() + cell])
        }
    }
}

impl Heuristic for Manhattan {
    /// The sum in full: that of two thousand rows of two thousand does not fit 32 bits.
    type Memo = u64;

    fn start<P: Position>(&self, state: &P) -> u64 {
        self.of_cells(state, 0..self.grid.cells())
    }

    #[inline]
    fn step<P: Position>(&self, memo: &u64, _: &P, slide: Slide) -> u64 {
        memo + u64::from(self.distance(slide.tile, slide.to))
            - u64::from(self.distance(slide.tile, slide.from))
    }

    #[inline]
    fn bound(&self, memo: &u64) -> u32 {
        u32::try_from(*memo).unwrap_or(u32::MAX)
    }

    fn is_for(&self, grid: &Grid) -> bool {
        self.grid == *grid
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        metric == Metric::Stm
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn memory_bytes(&self) -> u64 {
        self.distance.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Cell, Shape};

    #[test]
    fn boards_of_up_to_256_cells_have_a_table_and_it_says_what_the_grid_says() {
        for (rows, columns, bytes) in
            [(3, 3, 81), (1, 256, 65_536), (16, 16, 65_536), (1, 257, 0), (3, 86, 0)]
        {
            let grid = Grid::new(Shape::new(rows, columns).unwrap(), Cell::new(0)).unwrap();
            let manhattan = Manhattan::new(&grid);
            assert_eq!(manhattan.memory_bytes(), bytes, "{rows}x{columns}");
            for (tile, cell) in
                (0..grid.cells()).flat_map(|tile| (0..grid.cells()).map(move |cell| (tile, cell)))
            {
                assert_eq!(manhattan.distance(tile, cell), grid.distance(tile, cell), "{rows}x{columns}");
            }
        }
    }
}
