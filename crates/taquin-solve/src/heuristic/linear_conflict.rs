//! Linear conflict: Manhattan distance, and two more for every tile that must step out of its line.
//!
//! Look at the tiles that stand in their home row. Those that never leave the row keep their order, so among them
//! the home columns must be rising. If k tiles stand in their home row and their longest rising subsequence has
//! l tiles, at least k − l of them leave the row and come back: two vertical slides each that their Manhattan
//! distance does not count. Columns give horizontal slides in the same way, so rows and columns add up.
//!
//! The common mistake is to count conflicting *pairs*: `3 2 1` has three, but when two tiles step aside the third
//! may stay. On 3×3 that overestimates in 7 of the 181,440 states: nothing but a look at all of them finds it.

use taquin_core::Metric;

use super::{Heuristic, Manhattan};
use crate::position::Position;
use crate::position::{Grid, Slide};

/// Manhattan distance plus twice the tiles that must leave their home line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    grid: Grid,
    manhattan: Manhattan,
}

/// One row or column: its cells, and the test for the tiles that belong in it.
#[derive(Clone, Copy)]
struct Line {
    first: usize,
    stride: usize,
    length: usize,
}

impl LinearConflict {
    /// The heuristic of a grid.
    pub fn new(grid: &Grid) -> LinearConflict {
        LinearConflict { grid: grid.clone(), manhattan: Manhattan::new(grid) }
    }

    /// The bound in full: that of millions of cells does not fit 32 bits.
    #[inline]
    pub fn full_bound(&self, memo: &(u64, u32)) -> u64 {
        memo.0 + 2 * u64::from(memo.1)
    }

    fn row(&self, row: usize) -> Line {
        let columns = self.grid.shape().columns() as usize;
        Line { first: row * columns, stride: 1, length: columns }
    }

    fn column(&self, column: usize) -> Line {
        let shape = self.grid.shape();
        Line { first: column, stride: shape.columns() as usize, length: shape.rows() as usize }
    }

    /// Tiles of a line that must leave it: those at home in it, less their longest rising subsequence.
    ///
    /// `change` overrides what stands on one cell, so that the line can be seen as it was before a slide.
    fn conflicts<P: Position>(&self, state: &P, line: Line, change: Option<(usize, usize)>) -> u32 {
        let home = self.grid.home();
        let end = line.first + line.stride * line.length;
        // `tails[i]` is the smallest last tile of a rising subsequence of i + 1 tiles (patience sorting).
        let mut few = [0_u32; 16];
        let mut many = Vec::new();
        let tails: &mut [u32] = if line.length <= few.len() {
            &mut few
        } else {
            many.resize(line.length, 0);
            &mut many
        };
        let (mut standing, mut rising) = (0, 0);
        for cell in (line.first..end).step_by(line.stride) {
            let tile = match change {
                Some((changed, label)) if changed == cell => label,
                _ => state.at(cell),
            };
            let belongs = tile >= line.first && tile < end && (tile - line.first).is_multiple_of(line.stride);
            if tile == home || !belongs {
                continue;
            }
            standing += 1;
            let place = tails[..rising].partition_point(|&tail| tail < tile as u32);
            tails[place] = tile as u32;
            rising = rising.max(place + 1);
        }
        standing - rising as u32
    }
}

impl Heuristic for LinearConflict {
    /// The Manhattan distance and the number of tiles that must leave their line.
    type Memo = (u64, u32);

    fn start<P: Position>(&self, state: &P) -> (u64, u32) {
        let shape = self.grid.shape();
        let rows = (0..shape.rows() as usize).map(|row| self.row(row));
        let columns = (0..shape.columns() as usize).map(|column| self.column(column));
        let conflicts = rows.chain(columns).map(|line| self.conflicts(state, line, None)).sum();
        (self.manhattan.start(state), conflicts)
    }

    /// A slide along a row changes no row's order (only the blank is passed), but two columns' tiles.
    #[inline]
    fn step<P: Position>(&self, memo: &(u64, u32), state: &P, slide: Slide) -> (u64, u32) {
        let manhattan = self.manhattan.step(&memo.0, state, slide);
        let home = self.grid.home();
        let (left, entered, belongs) = if slide.direction.is_vertical() {
            let (left, entered) = (self.grid.row(slide.from), self.grid.row(slide.to));
            (self.row(left), self.row(entered), [left, entered].contains(&self.grid.row(slide.tile)))
        } else {
            let (left, entered) = (self.grid.column(slide.from), self.grid.column(slide.to));
            (self.column(left), self.column(entered), [left, entered].contains(&self.grid.column(slide.tile)))
        };
        if !belongs {
            return (manhattan, memo.1);
        }
        let before = self.conflicts(state, left, Some((slide.from, slide.tile)))
            + self.conflicts(state, entered, Some((slide.to, home)));
        let after = self.conflicts(state, left, None) + self.conflicts(state, entered, None);
        (manhattan, memo.1 + after - before)
    }

    #[inline]
    fn bound(&self, memo: &(u64, u32)) -> u32 {
        u32::try_from(self.full_bound(memo)).unwrap_or(u32::MAX)
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        metric == Metric::Stm
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn memory_bytes(&self) -> u64 {
        self.manhattan.memory_bytes()
    }
}
