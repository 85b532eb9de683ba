//! Linear conflict: Manhattan distance, and two more for every tile that must step out of its line.
//!
//! Look at the tiles that stand in their home row. Those that never leave the row keep their order, so among them
//! the home columns must be rising. If k tiles stand in their home row and their longest rising subsequence has
//! l tiles, at least k − l of them leave the row and come back: two vertical slides each that their Manhattan
//! distance does not count. Columns give horizontal slides in the same way, so rows and columns add up.
//!
//! The common mistake is to count conflicting *pairs*: `3 2 1` has three, but when two tiles step aside the third
//! may stay. On 3×3 that overestimates in 7 of the 181,440 states: nothing but a look at all of them finds it.

use std::convert::Infallible;

use taquin_core::{Cell, Metric, Problem};

use super::{Heuristic, Manhattan};
use crate::position::Position;
use crate::position::{Grid, Slide};

/// The pairs of cells whose tiles stand in their home line in the wrong order, the earlier cell first: what the bound looks at,
/// for drawing. They are more than the tiles that must step aside.
///
/// ```
/// use taquin_core::{Goal, Problem};
/// use taquin_solve::heuristic::conflicts;
/// let problem = Problem::new("3 2 1/4 5 6/7 8 0".parse()?, &Goal::BlankLast)?;
/// let pairs: Vec<_> = conflicts(&problem).map(|(a, b)| (a.index(), b.index())).collect();
/// assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conflicts(problem: &Problem) -> impl Iterator<Item = (Cell, Cell)> {
    let (shape, blank) = (problem.start().shape(), problem.start().blank());
    let place = move |cell: Cell| (shape.row(cell), shape.column(cell));
    let standing: Vec<(Cell, Cell)> =
        shape.all_cells().zip(problem.homes()).filter(|&(cell, _)| cell != blank).collect();
    let pairs = (0..standing.len()).flat_map(move |at| {
        let (first, later) = (standing[at], standing[at + 1..].to_vec());
        later.into_iter().map(move |second| (first, second))
    });
    let in_conflict = move |&((a, home_a), (b, home_b)): &((Cell, Cell), (Cell, Cell))| {
        let [a, b, home, other] = [a, b, home_a, home_b].map(place);
        let row = [a.0, home.0, other.0] == [b.0; 3];
        let column = [a.1, home.1, other.1] == [b.1; 3];
        (row || column) && home_a > home_b
    };
    pairs.filter(in_conflict).map(|((a, _), (b, _))| (a, b))
}

/// Manhattan distance plus twice the tiles that must leave their home line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    grid: Grid,
    manhattan: Manhattan,
}

/// One row or column: its cells, and the test for the tiles that belong in it.
#[derive(Clone, Copy)]
struct HomeLine {
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
    pub(crate) fn full_bound(&self, memo: &(u64, u32)) -> u64 {
        memo.0 + 2 * u64::from(memo.1)
    }

    /// What [`start`](Heuristic::start) says, for somebody who looks up from time to time: before every line `look` hears how
    /// many cells come. Where it breaks off, what was counted by then is a bound, too.
    pub(crate) fn watched_start<P: Position, E>(
        &self,
        state: &P,
        mut look: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(u64, u32), (E, (u64, u32))> {
        let shape = self.grid.shape();
        let mut memo = (0, 0);
        for line in (0..shape.rows() as usize).map(|row| self.row(row)) {
            look(line.length as u64).map_err(|why| (why, memo))?;
            memo.0 += self.manhattan.of_cells(state, line.first..line.first + line.length);
            memo.1 += self.conflicts(state, line, None);
        }
        for line in (0..shape.columns() as usize).map(|column| self.column(column)) {
            look(line.length as u64).map_err(|why| (why, memo))?;
            memo.1 += self.conflicts(state, line, None);
        }
        Ok(memo)
    }

    fn row(&self, row: usize) -> HomeLine {
        let columns = self.grid.shape().columns() as usize;
        HomeLine { first: row * columns, stride: 1, length: columns }
    }

    fn column(&self, column: usize) -> HomeLine {
        let shape = self.grid.shape();
        HomeLine { first: column, stride: shape.columns() as usize, length: shape.rows() as usize }
    }

    /// Tiles of a line that must leave it: those at home in it, less their longest rising subsequence.
    ///
    /// `change` overrides what stands on one cell, so that the line can be seen as it was before a slide.
    fn conflicts<P: Position>(&self, state: &P, line: HomeLine, change: Option<(usize, usize)>) -> u32 {
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
        let Ok(memo) = self.watched_start(state, |_| Ok::<(), Infallible>(())).map_err(|(never, _)| never);
        memo
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
        self.manhattan.memory_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census;
    use crate::position::Homes;
    use taquin_core::{Board, Goal, Shape, Tile};

    /// The fewest of these cells without which no pair is left, by trying every set.
    fn fewest(pairs: &[(Cell, Cell)]) -> u32 {
        let covers =
            |set: u32| pairs.iter().all(|(a, b)| set >> a.index() & 1 != 0 || set >> b.index() & 1 != 0);
        (0..1_u32 << 9).filter(|&set| covers(set)).map(u32::count_ones).min().unwrap_or(0)
    }

    #[test]
    fn the_bound_adds_two_for_each_tile_without_which_no_pair_of_its_line_is_left_on_2x3_and_3x3() {
        for (size, every) in [("2x3", 1), ("3x3", 53)] {
            let shape: Shape = size.parse().unwrap();
            let map = census::distances(shape, shape.last_cell(), Metric::Stm).unwrap();
            let grid = Grid::new(shape, shape.last_cell()).unwrap();
            let (bound, manhattan) = (LinearConflict::new(&grid), Manhattan::new(&grid));
            for (homes, _) in map.iter().step_by(every) {
                let tile = |&home: &u8| Tile::new((u32::from(home) + 1) % shape.cells() as u32);
                let board = Board::new(shape, homes.iter().map(tile).collect::<Vec<_>>()).unwrap();
                let problem = Problem::new(board, &Goal::BlankLast).unwrap();
                let state = Homes::from(&problem.clone().decide().unwrap());
                let pairs: Vec<_> = conflicts(&problem).collect();
                // A tile may have to leave its row and its column, each for itself.
                let rows: Vec<_> =
                    pairs.iter().copied().filter(|(a, b)| shape.row(*a) == shape.row(*b)).collect();
                let columns: Vec<_> = pairs.iter().copied().filter(|pair| !rows.contains(pair)).collect();
                let more = bound.bound(&bound.start(&state)) - manhattan.bound(&manhattan.start(&state));
                assert_eq!(more, 2 * (fewest(&rows) + fewest(&columns)), "{}", problem.start());
            }
        }
    }

    #[test]
    fn pairs_follow_the_goal_and_pass_the_blank_over() {
        let pairs = |board: &str, goal| {
            let problem = Problem::new(board.parse().unwrap(), &goal).unwrap();
            conflicts(&problem).map(|(a, b)| [a.index(), b.index()]).collect::<Vec<_>>()
        };
        assert_eq!(pairs("1 2 3/7 5 6/4 8 0", Goal::BlankLast), [[3, 6]]);
        assert_eq!(pairs("0 1 2/3 4 5/6 8 7", Goal::BlankFirst), [[7, 8]]);
        assert!(pairs("1 2 3/4 5 6/0 7 8", Goal::BlankLast).is_empty());
    }

    #[test]
    fn a_long_line_in_order_has_no_conflict_and_one_reversed_leaves_one_tile_in_it() {
        for (rows, columns) in [(2, 16), (2, 17), (17, 2), (2, 40), (40, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            let solved = Homes::solved(shape, shape.last_cell());
            let bound = LinearConflict::new(&solved.grid());
            assert_eq!(bound.bound(&bound.start(&solved)), 0, "{shape}");
            let step = if rows < columns { 1 } else { columns };
            let line: Vec<u32> = (0..rows.max(columns)).map(|at| at * step).collect();
            let mut homes: Vec<u32> = (0..shape.cells() as u32).collect();
            line.iter().zip(line.iter().rev()).for_each(|(&cell, &home)| homes[cell as usize] = home);
            let state = Homes::new(shape, shape.last_cell(), homes).unwrap();
            assert_eq!(bound.start(&state).1, line.len() as u32 - 1, "{shape}");
        }
    }
}
