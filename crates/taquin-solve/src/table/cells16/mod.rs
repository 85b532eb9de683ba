//! Pattern tables as a bound.
//!
//! The tiles are split into patterns; each pattern's table says how many slides of *its own* tiles bring them
//! home. Every slide moves one tile, so the sum over the patterns never exceeds the distance. A [`Tables16`] holds
//! one or more such splits, and reads each also through the symmetries that keep the blank's home; the largest
//! sum is the bound.

mod bytes;
pub mod layout;
pub mod partition;

#[cfg(not(target_family = "wasm"))]
use taquin_core::Metric;
use taquin_core::{Cell, Shape};

use crate::position::Homes;
use crate::position::symmetry::{CellMap, Standing, inverse, rename, stand, symmetries};
use crate::search::prune::{Automaton, slides};
use crate::table::{self, Placement, Split, Words};
#[cfg(not(target_family = "wasm"))]
use crate::table::{Store, TableError, TableKey};
use crate::{Monitor, StopReason};
use layout::{Geometry, Layout};
pub(crate) use partition::MAX_CELLS;

/// One pattern's table.
pub type Table16 = table::Table<Geometry>;

/// One reading of a position: a symmetry that keeps the blank's home, and a split of the tiles.
pub(crate) struct View {
    /// Where each cell goes before the tables are read.
    pub map: CellMap,
    /// The tables of the split, by number.
    pub tables: Vec<usize>,
}

/// The tables for one shape and home of the blank, ready to search with.
pub struct Tables16 {
    name: String,
    standing: Standing,
    shape: Shape,
    home: Cell,
    pub(crate) tables: Vec<Table16>,
    pub(crate) views: Vec<View>,
    pub(crate) automaton: Automaton,
    /// What is known of every set of cells that some pattern may stand on, by its mask: see [`Geometry::info`].
    pub(crate) sets: Words,
    pub(crate) slides: Vec<[Option<u8>; 4]>,
}

/// How long the words are that the pruning automaton looks at.
const WORD_LENGTH: usize = 10;

impl Tables16 {
    /// The tables made in memory in a moment: at most 12 MB.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or the home is not on the board.
    pub fn small(
        shape: Shape,
        home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables16, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let splits = partition::small(standing.shape, standing.home);
        Tables16::build(shape, home, &splits, threads, monitor)
    }

    /// Tables for splits of one's own, of the board turned as [`stand`] turns it.
    pub fn build(
        shape: Shape,
        home: Cell,
        splits: &[Split],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables16, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let layouts = layouts(&standing, splits, monitor)?;
        let tables = table::build_all(&layouts, threads, monitor)?;
        Tables16::from_tables(shape, home, splits, tables, monitor)
    }

    /// The big tables, read from files into memory, every byte checked.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or the home is not on the board.
    #[cfg(not(target_family = "wasm"))]
    pub fn big(
        store: &Store,
        shape: Shape,
        home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables16, TableError> {
        let load = |key: &TableKey| store.load(key, threads, monitor);
        let tables: Result<Vec<_>, _> = TableKey::big(shape, home, Metric::Stm).iter().map(load).collect();
        let standing = stand(shape, home.index() as u8);
        let splits = partition::big(standing.shape, standing.home);
        Ok(Tables16::from_tables(shape, home, &splits, tables?, monitor)?)
    }

    /// Tables that exist already, one for each pattern of the splits in order, equal patterns once.
    pub(crate) fn from_tables(
        shape: Shape,
        home: Cell,
        splits: &[Split],
        tables: Vec<Table16>,
        monitor: &dyn Monitor,
    ) -> Result<Tables16, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let cells = shape.cells();
        let number = |pattern: &Vec<u8>| {
            tables
                .iter()
                .position(|table| table.layout().tiles() == pattern)
                .expect("every pattern has its table")
        };
        let mut views: Vec<View> = Vec::new();
        let mut known: Vec<Vec<Vec<u8>>> = Vec::new();
        for split in splits {
            for map in symmetries(standing.shape) {
                if map[standing.home as usize] != standing.home {
                    continue;
                }
                // Which tiles of the board each table judges: the same split twice says nothing new.
                let back = inverse(&map);
                let mut judged: Vec<Vec<u8>> = split
                    .patterns()
                    .iter()
                    .map(|pattern| {
                        let mut tiles: Vec<u8> = pattern.iter().map(|&tile| back[tile as usize]).collect();
                        tiles.sort_unstable();
                        tiles
                    })
                    .collect();
                judged.sort();
                if !known.contains(&judged) {
                    known.push(judged);
                    views.push(View { map, tables: split.patterns().iter().map(number).collect() });
                }
            }
        }
        let automaton = Automaton::new(standing.shape, WORD_LENGTH, monitor)?;
        // Read at random for every node: in the largest case worth a huge page, most of which stays unused.
        let room = if cells == 16 && cfg!(not(target_family = "wasm")) { 1 << 18 } else { 1 << cells };
        let mut sets = Words::zeroed(room).ok_or(StopReason::Memory)?;
        for table in &tables {
            // Sets of patterns of different sizes are different, and those of one size agree.
            for (all, own) in sets.iter_mut().zip(table.layout().geometry().info()) {
                *all |= own;
            }
        }
        let slides = slides(standing.shape);
        let name = partition::name(splits);
        Ok(Tables16 { name, standing, shape, home, tables, views, automaton, sets, slides })
    }

    /// What the tables are, as a user knows them: `6-6-3` or `7-8`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape as given.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's home as given.
    pub fn home(&self) -> Cell {
        self.home
    }

    /// Bytes of all tables.
    pub fn memory_bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bytes().len()).sum()
    }

    /// How the board is turned before it is searched.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// A number that no solution of the position is shorter than.
    pub fn bound(&self, homes: &Homes) -> u32 {
        homes.must_be_of(self.shape, self.home);
        self.bounds(&rename(&homes.bytes(), &self.standing.map))
            .iter()
            .map(|view| view.iter().sum())
            .max()
            .unwrap_or(0)
    }

    /// For each view the distances of its patterns, from a position already turned.
    pub(crate) fn bounds(&self, standing: &[u8]) -> Vec<Vec<u32>> {
        let blank = standing.iter().position(|&label| label == self.standing.home).unwrap_or(0);
        let of_view = |view: &View| {
            let seen = rename(standing, &view.map);
            let distance = |&number: &usize| {
                let table = &self.tables[number];
                table.distance(&Placement::of(table.layout().tiles(), &seen, view.map[blank]))
            };
            view.tables.iter().map(distance).collect()
        };
        self.views.iter().map(of_view).collect()
    }
}

/// The layouts of all patterns, equal ones once.
pub(crate) fn layouts(
    standing: &Standing,
    splits: &[Split],
    monitor: &dyn Monitor,
) -> Result<Vec<Layout>, StopReason> {
    let patterns: Vec<Vec<u8>> = splits.iter().flat_map(Split::patterns).cloned().collect();
    Layout::of_all(standing.shape, standing.home, &patterns, monitor)
}
