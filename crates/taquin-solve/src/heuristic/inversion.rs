//! Inversion distance (Takahashi): how many vertical and horizontal slides put the tiles in order.
//!
//! Write the tiles in reading order without the blank and count the inversions of their home cells. A horizontal
//! slide changes nothing; a vertical slide carries one tile past the w − 1 tiles between the two cells (w is
//! the width), so it changes the inversions by at most w − 1. At home there are none: at least
//! ⌈inversions / (w − 1)⌉ vertical slides are needed. Each of them also moves the blank by one row, so their
//! number has the parity of the blank's distance from its home row and is at least that distance; on 4×4 this is
//! the well-known `inv div 3 + inv mod 3`. The same in column order counts horizontal slides, and since
//! no slide is both, the two numbers add up. They must not be added to another bound: take the larger.

use taquin_core::Metric;

use super::Heuristic;
use crate::position::Position;
use crate::position::{Grid, Slide};

/// The least vertical and horizontal slides that undo all inversions.
#[derive(Clone, Debug)]
pub struct Inversion {
    grid: Grid,
    rows: usize,
    columns: usize,
}

/// Inversions of a position, in reading order and in column order, and where its blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inversions {
    by_rows: u64,
    by_columns: u64,
    blank: u32,
}

impl Inversion {
    /// The heuristic of a grid.
    pub fn new(grid: &Grid) -> Inversion {
        let shape = grid.shape();
        Inversion { grid: grid.clone(), rows: shape.rows() as usize, columns: shape.columns() as usize }
    }

    /// A tile's place in column order.
    #[inline]
    fn by_column(&self, tile: usize) -> usize {
        self.grid.column(tile) * self.rows + self.grid.row(tile)
    }

    /// The least number of slides across lines of `length`, each passing `length - 1` tiles.
    #[inline]
    fn slides(inversions: u64, length: usize, blank_distance: usize) -> u32 {
        let passed = (length - 1).max(1) as u64;
        let needed = inversions.div_ceil(passed).max(blank_distance as u64);
        u32::try_from(needed + (needed ^ blank_distance as u64) % 2).unwrap_or(u32::MAX)
    }
}

impl Heuristic for Inversion {
    type Memo = Inversions;

    fn start<P: Position>(&self, state: &P) -> Inversions {
        let home = self.grid.home();
        let tiles = (0..self.rows * self.columns).map(|cell| state.at(cell)).filter(|&tile| tile != home);
        let by_rows = inversions(tiles.collect());
        let cells = (0..self.columns).flat_map(|c| (0..self.rows).map(move |r| (r, c)));
        let tiles = cells.map(|(r, c)| state.at(r * self.columns + c)).filter(|&tile| tile != home);
        let by_columns = inversions(tiles.map(|tile| self.by_column(tile)).collect());
        Inversions { by_rows, by_columns, blank: state.blank() as u32 }
    }

    #[inline]
    fn step<P: Position>(&self, memo: &Inversions, state: &P, slide: Slide) -> Inversions {
        let mut next = Inversions { blank: slide.from as u32, ..*memo };
        let (low, high) = (slide.from.min(slide.to), slide.from.max(slide.to));
        // Moving backwards past a smaller tile makes an inversion, past a larger one undoes it.
        let backwards = slide.to < slide.from;
        let change = |count: &mut u64, passed_is_smaller: bool| {
            if passed_is_smaller == backwards {
                *count += 1;
            } else {
                *count -= 1;
            }
        };
        if slide.direction.is_vertical() {
            for cell in low + 1..high {
                change(&mut next.by_rows, state.at(cell) < slide.tile);
            }
        } else {
            // In column order the tiles between are those below the upper end and above the lower one.
            let row = self.grid.row(low);
            let key = self.by_column(slide.tile);
            let below = (row + 1..self.rows).map(|r| r * self.columns + self.grid.column(low));
            let above = (0..row).map(|r| r * self.columns + self.grid.column(high));
            for cell in below.chain(above) {
                change(&mut next.by_columns, self.by_column(state.at(cell)) < key);
            }
        }
        next
    }

    #[inline]
    fn bound(&self, memo: &Inversions) -> u32 {
        let (blank, home) = (memo.blank as usize, self.grid.home());
        let rows = self.grid.row(blank).abs_diff(self.grid.row(home));
        let columns = self.grid.column(blank).abs_diff(self.grid.column(home));
        let vertical = Inversion::slides(memo.by_rows, self.columns, rows);
        vertical.saturating_add(Inversion::slides(memo.by_columns, self.rows, columns))
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
}

/// The number of pairs out of order, by merge sort.
fn inversions(mut keys: Vec<usize>) -> u64 {
    let mut scratch = keys.clone();
    sort_counting(&mut keys, &mut scratch)
}

fn sort_counting(keys: &mut [usize], scratch: &mut [usize]) -> u64 {
    if keys.len() < 2 {
        return 0;
    }
    let middle = keys.len() / 2;
    let mut count = {
        let (left, right) = keys.split_at_mut(middle);
        sort_counting(left, &mut scratch[..middle]) + sort_counting(right, &mut scratch[middle..])
    };
    let (mut i, mut j) = (0, middle);
    for slot in scratch.iter_mut() {
        if j == keys.len() || (i < middle && keys[i] <= keys[j]) {
            *slot = keys[i];
            i += 1;
        } else {
            *slot = keys[j];
            j += 1;
            count += (middle - i) as u64;
        }
    }
    keys.copy_from_slice(scratch);
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census;
    use crate::position::Homes;
    use taquin_core::Shape;

    /// From the definition: the least number of slides that passes enough tiles, is no less than the blank's way and is
    /// even when that is.
    fn least(order: &[usize], length: usize, blank: usize) -> u32 {
        let pairs = (0..order.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let inversions = pairs.filter(|&(j, i)| order[j] > order[i]).count();
        let enough = |slides: &usize| slides * (length - 1) >= inversions && *slides >= blank;
        (0..).filter(|slides| slides % 2 == blank % 2).find(enough).unwrap() as u32
    }

    #[test]
    fn the_bound_is_that_of_the_definition_on_every_position_of_small_boards() {
        for (size, every) in [("2x2", 1), ("2x3", 1), ("3x2", 1), ("2x4", 101), ("4x2", 101)] {
            let shape: Shape = size.parse().unwrap();
            let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
            for home in shape.all_cells() {
                let grid = Grid::new(shape, home).unwrap();
                let inversion = Inversion::new(&grid);
                let map = census::distances(shape, home, Metric::Stm).unwrap();
                for (homes, _) in map.iter().step_by(every) {
                    let state = Homes::new(shape, home, homes.iter().map(|&home| u32::from(home))).unwrap();
                    let tile = |cell: usize| Some(state.at(cell)).filter(|&tile| tile != home.index());
                    let by_rows: Vec<usize> = (0..rows * columns).filter_map(tile).collect();
                    let down = (0..columns).flat_map(|c| (0..rows).map(move |r| r * columns + c));
                    let turned = |tile: usize| tile % columns * rows + tile / columns;
                    let by_columns: Vec<usize> = down.filter_map(tile).map(turned).collect();
                    let blank = state.blank().index();
                    let vertical = least(&by_rows, columns, grid.row(blank).abs_diff(grid.row(home.index())));
                    let across = grid.column(blank).abs_diff(grid.column(home.index()));
                    let expected = vertical + least(&by_columns, rows, across);
                    assert_eq!(inversion.bound(&inversion.start(&state)), expected, "{size} {homes:?}");
                }
            }
        }
    }

    #[test]
    fn inversions_are_counted_as_by_a_double_loop() {
        for code in 0..5_usize.pow(5) {
            let keys: Vec<usize> = (0..5).map(|i| code / 5_usize.pow(i) % 5).collect();
            let pairs = (0..5).flat_map(|i| (0..i).map(move |j| (j, i)));
            assert_eq!(inversions(keys.clone()), pairs.filter(|&(j, i)| keys[j] > keys[i]).count() as u64);
        }
    }
}
