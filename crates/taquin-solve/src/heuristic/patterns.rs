//! Additive pattern tables that know the blank's region, for boards of up to 16 cells.
//!
//! The same sum as [`Additive`](super::Additive), read from the tables of [`crate::table::cells16`]: one bit an entry, the
//! blank's region in the index. A slide of a pattern tile changes its number by exactly one, up or down,
//! and leaves the others' regions as they were, so the bound is consistent, and the bit tells which way it went.

use taquin_core::{Metric, Shape};

use super::Heuristic;
use super::additive::{SplitError, split};
use crate::monitor::Monitor;
use crate::position::Position;
use crate::position::{Grid, Slide};
use crate::table::cells16::MAX_CELLS;
use crate::table::cells16::Table16;
use crate::table::cells16::layout::Layout;
use crate::table::{self, Placement};

/// The most tiles in one pattern: 16 cells have 518,918,400 placements of eight.
const MOST_TILES: usize = 8;

/// A sum of pattern tables with the blank's region in the index.
pub struct Patterns {
    grid: Grid,
    tables: Vec<Table16>,
    /// For each tile the number of its pattern.
    pattern: [u8; 16],
}

/// For each pattern the slides its tiles need, and their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSlides {
    each: [u8; 15],
    sum: u8,
}

impl Patterns {
    /// Checks that a split into patterns of these sizes has tables, before any is built: they are for boards of up to
    /// 16 cells.
    pub fn check(shape: Shape, sizes: &[usize]) -> Result<(), SplitError> {
        let tiles = shape.cells() - 1;
        let given = sizes.iter().try_fold(0_usize, |sum, &size| sum.checked_add(size)).unwrap_or(usize::MAX);
        if given != tiles || sizes.contains(&0) {
            return Err(SplitError::Sum { shape, tiles, given });
        }
        match sizes.iter().find(|&&size| size > MOST_TILES || shape.cells() > MAX_CELLS) {
            Some(&size) => Err(SplitError::TooLarge { shape, size }),
            None => Ok(()),
        }
    }

    /// Builds the tables of a split: an instant for patterns of six tiles, seconds for eight.
    pub fn new(
        grid: &Grid,
        sizes: &[usize],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Patterns, SplitError> {
        Patterns::check(grid.shape(), sizes)?;
        let mut pattern = [0; 16];
        let mut patterns = split(grid, sizes);
        for (number, tiles) in patterns.iter_mut().enumerate() {
            tiles.sort_unstable();
            for &tile in tiles.iter() {
                pattern[tile] = number as u8;
            }
        }
        let homes = |tiles: &Vec<usize>| tiles.iter().map(|&tile| tile as u8).collect();
        let patterns: Vec<Vec<u8>> = patterns.iter().map(homes).collect();
        let layouts = Layout::of_all(grid.shape(), grid.home() as u8, &patterns, monitor)?;
        let tables = table::build_all(&layouts, threads, monitor).map_err(SplitError::Stopped)?;
        Ok(Patterns { grid: grid.clone(), tables, pattern })
    }

    #[inline]
    fn placement<P: Position>(&self, table: &Table16, state: &P) -> Placement {
        let cells = self.grid.cells();
        let labels: [u8; 16] =
            std::array::from_fn(|cell| if cell < cells { state.at(cell) as u8 } else { u8::MAX });
        Placement::of(table.layout().tiles(), &labels[..cells], state.blank() as u8)
    }
}

impl Heuristic for Patterns {
    type Memo = PatternSlides;

    fn start<P: Position>(&self, state: &P) -> PatternSlides {
        let mut distances = PatternSlides { each: [0; 15], sum: 0 };
        for (each, table) in distances.each.iter_mut().zip(&self.tables) {
            *each = table.distance(&self.placement(table, state)) as u8;
            distances.sum += *each;
        }
        distances
    }

    #[inline]
    fn step<P: Position>(&self, memo: &PatternSlides, state: &P, slide: Slide) -> PatternSlides {
        let pattern = usize::from(self.pattern[slide.tile]);
        let table = &self.tables[pattern];
        let residue = table.residue(&self.placement(table, state));
        let mut next = *memo;
        let up = residue == (memo.each[pattern] + 1) & 3;
        if up {
            next.each[pattern] += 1;
            next.sum += 1;
        } else {
            next.each[pattern] -= 1;
            next.sum -= 1;
        }
        next
    }

    #[inline]
    fn bound(&self, memo: &PatternSlides) -> u32 {
        u32::from(memo.sum)
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
        self.tables.iter().map(|table| table.bytes().len() as u64).sum()
    }
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns").field("bytes", &self.memory_bytes()).finish_non_exhaustive()
    }
}
