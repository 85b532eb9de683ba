//! Additive pattern tables: solve only these tiles, then those, and add up.
//!
//! 1. Split the tiles into disjoint patterns. For each pattern forget the other tiles: they become free cells
//!    through which the blank walks for nothing, and only slides of pattern tiles count.
//! 2. The least number of counted slides that bring a pattern home, over all places of the blank, is one byte
//!    per placement of the pattern. Every slide moves a tile of one pattern only, so the patterns' numbers add up
//!    to a lower bound (Korf & Felner 2002).
//! 3. A placement's index writes the cells of the pattern's tiles as digits of a number in base *cells*: one slide
//!    changes one digit, so one addition and one lookup keep the bound up to date.
//!
//! Forgetting the blank makes the bound inconsistent: it may fall by more than one with a slide. Boards of
//! up to 16 cells have better tables ([`Patterns`](super::Patterns)); these serve the larger ones.

use std::collections::VecDeque;

use taquin_core::{Cell, Metric, Shape, Site};

use super::Heuristic;
use crate::monitor::{Monitor, Progress, StopReason};
use crate::position::Position;
use crate::position::region::region;
use crate::position::{Grid, Slide};

/// The most patterns in a split.
const MOST_SUMMED: usize = 12;

/// The most entries of one table: six tiles on 16 cells have 16⁶ = 16,777,216, five on 25 have 9,765,625.
const MOST_ENTRIES: u64 = 1 << 24;

/// Why a split has no tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SplitError {
    /// The sizes do not add up to the number of tiles.
    #[error("a split of {shape} has {tiles} tiles in all, this one has {given}")]
    Sum {
        /// The board.
        shape: Shape,
        /// Its number of tiles.
        tiles: usize,
        /// The sum of the sizes.
        given: usize,
    },
    /// A table would be too large, or there are too many.
    #[error("a pattern of {size} tiles on {shape} needs too large a table; use smaller patterns")]
    TooLarge {
        /// The board.
        shape: Shape,
        /// The size of the pattern.
        size: usize,
    },
    /// More patterns than a memo has room for.
    #[error("a split has at most {MOST_SUMMED} patterns, this one has {0}")]
    TooMany(usize),
    /// The building was stopped.
    #[error("the tables were not finished because of {0}")]
    Stopped(StopReason),
}

impl From<StopReason> for SplitError {
    fn from(why: StopReason) -> SplitError {
        SplitError::Stopped(why)
    }
}

/// A sum of pattern tables, one byte per placement.
#[derive(Debug)]
pub struct Additive {
    grid: Grid,
    patterns: Vec<ByteTable>,
    /// For each tile its pattern and the weight of its digit.
    place: Vec<(u32, u32)>,
}

/// One pattern and the least slides of its tiles for each of its placements.
#[derive(Debug)]
struct ByteTable {
    tiles: Vec<usize>,
    least: Vec<u8>,
}

/// The placement of every pattern, and the sum of their entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placements {
    index: [u32; MOST_SUMMED],
    sum: u32,
}

impl Additive {
    /// Checks that the tables of a split can be built, before anything is.
    pub fn check(shape: Shape, sizes: &[usize]) -> Result<(), SplitError> {
        let tiles = shape.cells() - 1;
        let given = sizes.iter().try_fold(0_usize, |sum, &size| sum.checked_add(size)).unwrap_or(usize::MAX);
        if given != tiles || sizes.contains(&0) {
            return Err(SplitError::Sum { shape, tiles, given });
        }
        if sizes.len() > MOST_SUMMED {
            return Err(SplitError::TooMany(sizes.len()));
        }
        for &size in sizes {
            let entries = u32::try_from(size).ok().and_then(|size| (shape.cells() as u64).checked_pow(size));
            if shape.cells() > 64 || entries.is_none_or(|entries| entries > MOST_ENTRIES) {
                return Err(SplitError::TooLarge { shape, size });
            }
        }
        Ok(())
    }

    /// Builds the tables of a split into patterns of these sizes.
    pub fn new(grid: &Grid, sizes: &[usize], monitor: &dyn Monitor) -> Result<Additive, SplitError> {
        Additive::check(grid.shape(), sizes)?;
        let mut place = vec![(0, 0); grid.cells()];
        let mut patterns = Vec::new();
        for (number, tiles) in split(grid, sizes).into_iter().enumerate() {
            let mut weight = 1_u32;
            for &tile in &tiles {
                place[tile] = (number as u32, weight);
                weight = weight.wrapping_mul(grid.cells() as u32);
            }
            let done = (number as u64, sizes.len() as u64);
            let least = build(grid, &tiles, done, monitor).map_err(SplitError::Stopped)?;
            patterns.push(ByteTable { tiles, least });
        }
        Ok(Additive { grid: grid.clone(), patterns, place })
    }

    /// The patterns: the labels of their tiles.
    pub fn patterns(&self) -> impl Iterator<Item = &[usize]> {
        self.patterns.iter().map(|table| table.tiles.as_slice())
    }

    /// What each pattern adds to the bound, in the order of [`Additive::patterns`].
    pub fn parts(&self, memo: &Placements) -> impl Iterator<Item = u32> {
        let index = memo.index;
        self.patterns.iter().zip(index).map(|(table, i)| u32::from(table.least[i as usize]))
    }

    /// Two patterns at least, none of more than four tiles: tables for a lesson or a drawing, made while one blinks.
    ///
    /// ```
    /// use taquin_solve::heuristic::Additive;
    /// let sizes = |shape: &str| Ok::<_, taquin_core::ShapeError>(Additive::small_sizes(shape.parse()?));
    /// assert_eq!((sizes("2x3")?, sizes("3x3")?, sizes("4x4")?), (vec![3, 2], vec![4, 4], vec![4, 4, 4, 3]));
    /// # Ok::<(), taquin_core::ShapeError>(())
    /// ```
    pub fn small_sizes(shape: Shape) -> Vec<usize> {
        let tiles = shape.cells() - 1;
        equal_sizes(tiles, tiles.div_ceil(2).clamp(1, 4))
    }

    /// The largest sizes, all equal but for one smaller, whose tables are quick to build: four or five
    /// tiles on boards of 16 cells, fewer on larger ones. `None` where not even pairs fit.
    pub(crate) fn quick_sizes(shape: Shape) -> Option<Vec<usize>> {
        let (cells, tiles) = (shape.cells(), shape.cells() - 1);
        let size = (2..=5).rev().find(|&size| {
            (cells as u64).checked_pow(size).is_some_and(|entries| entries <= 1 << 21)
                && tiles.div_ceil(size as usize) <= MOST_SUMMED
        })? as usize;
        let sizes = equal_sizes(tiles, size);
        Additive::check(shape, &sizes).is_ok().then_some(sizes)
    }
}

impl Heuristic for Additive {
    type Memo = Placements;

    fn start<P: Position>(&self, state: &P) -> Placements {
        let mut index = [0; MOST_SUMMED];
        for cell in (0..self.grid.cells()).filter(|&cell| cell != state.blank()) {
            let (pattern, weight) = self.place[state.at(cell)];
            index[pattern as usize] += cell as u32 * weight;
        }
        let entries = self.patterns.iter().zip(index).map(|(table, i)| u32::from(table.least[i as usize]));
        Placements { index, sum: entries.sum() }
    }

    #[inline]
    fn step<P: Position>(&self, memo: &Placements, _: &P, slide: Slide) -> Placements {
        let (pattern, weight) = self.place[slide.tile];
        let (pattern, least) = (pattern as usize, &self.patterns[pattern as usize].least);
        let mut next = *memo;
        let old = memo.index[pattern];
        let new = (old + slide.to as u32 * weight) - slide.from as u32 * weight;
        next.index[pattern] = new;
        next.sum = memo.sum + u32::from(least[new as usize]) - u32::from(least[old as usize]);
        next
    }

    #[inline]
    fn bound(&self, memo: &Placements) -> u32 {
        memo.sum
    }

    fn is_for(&self, grid: &Grid) -> bool {
        self.grid == *grid
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        metric == Metric::Stm
    }

    fn is_consistent(&self) -> bool {
        false
    }

    fn memory_bytes(&self) -> u64 {
        self.patterns.iter().map(|table| table.least.len() as u64).sum()
    }
}

/// So many tiles in patterns of one size, and a smaller one for the rest.
fn equal_sizes(tiles: usize, size: usize) -> Vec<usize> {
    let rest = tiles % size;
    std::iter::repeat_n(size, tiles / size).chain((rest > 0).then_some(rest)).collect()
}

/// Which tiles go together: the split of Korf & Felner where there is one, else stretches of a path that goes
/// to and fro along the rows, so that a pattern's homes are neighbours.
pub(super) fn split(grid: &Grid, sizes: &[usize]) -> Vec<Vec<usize>> {
    let shape = grid.shape();
    let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
    let corner = shape.site(Cell::new(grid.home() as u32)) == Site::Corner;
    let order: Vec<usize> = match sizes {
        // Homes with the blank's in the upper left corner, pattern after pattern.
        [6, 6, 3] if corner && (rows, columns) == (4, 4) => {
            let (flip_rows, flip_columns) = (grid.row(grid.home()) > 0, grid.column(grid.home()) > 0);
            let from_corner = [1, 5, 6, 9, 10, 13, 7, 8, 11, 12, 14, 15, 2, 3, 4];
            let flip = |line: usize, flipped: bool| if flipped { 3 - line } else { line };
            from_corner.map(|c| flip(c / 4, flip_rows) * 4 + flip(c % 4, flip_columns)).to_vec()
        }
        _ => (0..rows)
            .flat_map(|row| {
                let to_and_fro = move |c: usize| if row % 2 == 0 { c } else { columns - 1 - c };
                (0..columns).map(move |c| row * columns + to_and_fro(c))
            })
            .filter(|&cell| cell != grid.home())
            .collect(),
    };
    let mut rest = order.as_slice();
    sizes
        .iter()
        .map(|&size| {
            let (pattern, after) = rest.split_at(size);
            rest = after;
            pattern.to_vec()
        })
        .collect()
}

/// The table of one pattern, by levels from home.
///
/// `reached[index]` holds the cells where the blank has been seen with the pattern placed so. All cells that the
/// blank reaches without moving a pattern tile are one *region* and have the same distance, so a region is
/// entered once and its whole border is tried.
fn build(
    grid: &Grid,
    tiles: &[usize],
    (done, total): (u64, u64),
    monitor: &dyn Monitor,
) -> Result<Vec<u8>, StopReason> {
    let cells = grid.cells();
    let entries = cells.pow(tiles.len() as u32);
    let beside: Vec<u64> = (0..cells)
        .map(|cell| {
            let around = taquin_core::Direction::ALL.into_iter().filter_map(|d| grid.source(cell, d));
            around.fold(0, |set, neighbour| set | 1 << neighbour)
        })
        .collect();
    let mut least = vec![u8::MAX; entries];
    let mut reached = vec![0_u64; entries];
    let home = tiles.iter().rev().fold(0, |index, &tile| index * cells + tile);
    let (mut queue, mut expanded) = (VecDeque::from([(home as u32, grid.home() as u8, 0_u8)]), 0_u64);
    while let Some((index, blank, distance)) = queue.pop_front() {
        if reached[index as usize] >> blank & 1 != 0 {
            continue;
        }
        expanded += 1;
        if expanded % 4096 == 1 {
            let progress = Progress { phase: "building pattern tables", done, total, ..Progress::default() };
            monitor.look(&progress)?;
        }
        least[index as usize] = least[index as usize].min(distance);
        let (mut rest, mut placed) = (index as usize, [0_usize; 16]);
        let mut occupied = 0_u64;
        for cell in placed.iter_mut().take(tiles.len()) {
            *cell = rest % cells;
            rest /= cells;
            occupied |= 1 << *cell;
        }
        let region = region(1 << blank, !occupied, |cell| beside[cell]);
        reached[index as usize] |= region;
        let mut weight = 1;
        for &cell in &placed[..tiles.len()] {
            let mut entered = beside[cell] & region;
            while entered != 0 {
                let to = entered.trailing_zeros() as usize;
                entered &= entered - 1;
                let moved = index as usize + to * weight - cell * weight;
                if reached[moved] >> cell & 1 == 0 {
                    queue.push_back((moved as u32, cell as u8, distance + 1));
                }
            }
            weight *= cells;
        }
    }
    Ok(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census;
    use crate::position::Homes;
    use std::collections::HashMap;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};
    use taquin_core::{Cell, Direction};

    fn shape(size: &str) -> Shape {
        size.parse().unwrap()
    }

    /// The least slides of these tiles alone for every place of theirs and the blank's, by a search that takes a slide of another
    /// tile for nothing.
    fn by_search(grid: &Grid, tiles: &[usize]) -> HashMap<Vec<usize>, u32> {
        let mut seen: HashMap<(Vec<usize>, usize), u32> = HashMap::new();
        let mut queue = VecDeque::from([(tiles.to_vec(), grid.home(), 0)]);
        while let Some((places, blank, slides)) = queue.pop_front() {
            if seen.get(&(places.clone(), blank)).is_some_and(|&known| known <= slides) {
                continue;
            }
            seen.insert((places.clone(), blank), slides);
            for from in Direction::ALL.into_iter().filter_map(|direction| grid.source(blank, direction)) {
                match places.iter().position(|&place| place == from) {
                    None => queue.push_front((places.clone(), from, slides)),
                    Some(tile) => {
                        let mut moved = places.clone();
                        moved[tile] = blank;
                        queue.push_back((moved, from, slides + 1));
                    }
                }
            }
        }
        let mut least = HashMap::new();
        for ((places, _), slides) in seen {
            let entry = least.entry(places).or_insert(slides);
            *entry = slides.min(*entry);
        }
        least
    }

    #[test]
    fn every_part_is_the_least_number_of_slides_of_its_tiles_on_all_of_2x3_and_3x2() {
        for (size, sizes) in [("2x3", &[2, 3][..]), ("3x2", &[4, 1]), ("2x3", &[1, 1, 3])] {
            for home in shape(size).all_cells() {
                let grid = Grid::new(shape(size), home).unwrap();
                let additive = Additive::new(&grid, sizes, &crate::Unlimited).unwrap();
                let tables: Vec<_> = additive.patterns().map(|tiles| by_search(&grid, tiles)).collect();
                let map = census::distances(shape(size), home, Metric::Stm).unwrap();
                for (homes, _) in map.iter() {
                    let state =
                        Homes::new(shape(size), home, homes.iter().map(|&home| u32::from(home))).unwrap();
                    let cell_of =
                        |tile: &usize| (0..grid.cells()).find(|&cell| state.at(cell) == *tile).unwrap();
                    let places =
                        additive.patterns().map(|tiles| tiles.iter().map(cell_of).collect::<Vec<_>>());
                    let expected: Vec<u32> =
                        places.zip(&tables).map(|(places, table)| table[&places]).collect();
                    let memo = additive.start(&state);
                    assert_eq!(additive.parts(&memo).collect::<Vec<_>>(), expected, "{size} {homes:?}");
                    assert_eq!(additive.bound(&memo), expected.iter().sum::<u32>(), "{size} {homes:?}");
                }
                let entries: u64 = sizes.iter().map(|&size| 6_u64.pow(size as u32)).sum();
                assert_eq!(additive.memory_bytes(), entries);
            }
        }
    }

    #[test]
    fn a_split_has_every_tile_in_few_tables_that_are_not_too_large() {
        let check = |size: &str, sizes: &[usize]| Additive::check(shape(size), sizes);
        assert_eq!(check("4x4", &[6, 6, 3]), Ok(()), "as large as a table may be");
        assert_eq!(check("4x4", &[7, 8]), Err(SplitError::TooLarge { shape: shape("4x4"), size: 7 }));
        for wrong in [&[4, 3][..], &[4, 5], &[4, 4, 0], &[], &[usize::MAX, 9]] {
            assert!(matches!(check("3x3", wrong), Err(SplitError::Sum { tiles: 8, .. })), "{wrong:?}");
        }
        assert_eq!(check("2x7", &[1; 13]), Err(SplitError::TooMany(13)));
        assert_eq!(check("1x13", &[1; 12]), Ok(()));
        assert_eq!(check("1x65", &[4; 16]), Err(SplitError::TooMany(16)));
        assert_eq!(check("1x2", &[1]), Ok(()));
    }

    #[test]
    fn sizes_are_equal_but_for_a_smaller_last() {
        for tiles in 1..30 {
            for size in 1..7 {
                let sizes = equal_sizes(tiles, size);
                assert_eq!(sizes.iter().sum::<usize>(), tiles);
                assert!(sizes[..sizes.len() - 1].iter().all(|&other| other == size));
                assert!((1..=size).contains(sizes.last().unwrap()));
            }
        }
        let small = |size| Additive::small_sizes(shape(size));
        assert_eq!((small("1x2"), small("2x2"), small("2x3")), (vec![1], vec![2, 1], vec![3, 2]));
        assert_eq!((small("3x3"), small("4x4")), (vec![4, 4], vec![4, 4, 4, 3]));
        let quick = |size| Additive::quick_sizes(shape(size));
        assert_eq!((quick("4x4"), quick("5x5")), (Some(vec![5; 3]), Some(vec![4; 6])));
        assert_eq!(
            (quick("3x6"), quick("6x6")),
            (Some(vec![5, 5, 5, 2]), Some([vec![4; 8], vec![3]].concat()))
        );
        assert_eq!((quick("1x37"), quick("2x19")), (Some(vec![4; 9]), Some([vec![4; 9], vec![1]].concat())));
        assert_eq!((quick("7x7"), quick("1x65")), (None, None));
    }

    #[test]
    fn patterns_are_stretches_of_a_path_to_and_fro_but_korfs_where_the_blank_is_in_a_corner() {
        let split = |size: &str, home, sizes: &[usize]| {
            split(&Grid::new(shape(size), Cell::new(home)).unwrap(), sizes)
        };
        assert_eq!(split("3x3", 8, &[4, 4]), [[0, 1, 2, 5], [4, 3, 6, 7]]);
        assert_eq!(split("2x4", 0, &[3, 4]), [vec![1, 2, 3], vec![7, 6, 5, 4]]);
        let first = |home| split("4x4", home, &[6, 6, 3]).swap_remove(2);
        assert_eq!((first(0), first(3)), (vec![2, 3, 4], vec![1, 0, 7]));
        assert_eq!((first(12), first(15)), (vec![14, 15, 8], vec![13, 12, 11]));
        assert_eq!(split("4x4", 0, &[6, 6, 3])[0], [1, 5, 6, 9, 10, 13]);
        for (home, last) in [(1, [14, 13, 12]), (4, [14, 13, 12]), (5, [14, 13, 12])] {
            assert_eq!(split("4x4", home, &[6, 6, 3])[2], last, "{home}");
        }
        assert_eq!(split("2x8", 0, &[6, 6, 3])[0], [1, 2, 3, 4, 5, 6]);
    }

    /// Counts the looks, and stops at one of them.
    struct Looks {
        seen: AtomicU64,
        stop_at: u64,
    }

    impl Monitor for Looks {
        fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
            let seen = self.seen.fetch_add(1, Ordering::Relaxed) + 1;
            if seen == self.stop_at {
                ControlFlow::Break(StopReason::Nodes)
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    #[test]
    fn the_building_of_a_small_table_looks_up_once_and_ends_when_told_to() {
        let grid = Grid::new(shape("2x3"), Cell::new(5)).unwrap();
        for (stop_at, seen) in [(0, 3), (1, 1), (2, 2), (3, 3), (4, 3)] {
            let looks = Looks { seen: AtomicU64::new(0), stop_at };
            let built = Additive::new(&grid, &[2, 2, 1], &looks);
            assert_eq!(looks.seen.load(Ordering::Relaxed), seen);
            let stopped = matches!(built, Err(SplitError::Stopped(StopReason::Nodes)));
            assert_eq!(stopped, (1..=3).contains(&stop_at), "{stop_at}");
        }
    }
}
