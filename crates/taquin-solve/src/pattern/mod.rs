//! Pattern tables as a bound.
//!
//! The tiles are split into patterns; each pattern's table says how many slides of *its own* tiles bring them
//! home. Every slide moves one tile, so the sum over the patterns never exceeds the distance. A [`Tables`] holds
//! one or more such splits, and reads each also through the symmetries that keep the blank's home; the largest
//! sum is the bound.

mod kept;
pub mod layout;
pub mod partition;
pub mod symmetry;

use std::sync::Arc;

use taquin_core::{Cell, Shape};

use crate::search::prune::{Automaton, slides};
use crate::table::{self, Bits, Words};
#[cfg(not(target_family = "wasm"))]
use crate::table::{Store, TableError, TableKey};
use crate::{Monitor, StopReason};
use layout::{Geometry, Layout};
use symmetry::{CellMap, Standing, inverse, rename, stand, symmetries};

/// One pattern's table.
pub struct PatternTable {
    layout: Layout,
    bits: Bits,
}

impl PatternTable {
    /// A table with these entries, in the order of the layout.
    ///
    /// # Panics
    /// If the number of bytes is not the layout's.
    pub fn new(layout: Layout, bits: Bits) -> PatternTable {
        assert_eq!(layout.bytes(), bits.as_bytes().len(), "the table is as long as its layout says");
        PatternTable { layout, bits }
    }

    /// The numbering of the entries.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries as bytes, bit 0 first.
    pub fn bytes(&self) -> &[u8] {
        self.bits.as_bytes()
    }

    /// One entry: bit 1 of the bound.
    #[inline]
    pub fn entry(&self, index: usize) -> u8 {
        self.bytes()[index / 8] >> (index % 8) & 1
    }

    /// The bound of a placement modulo 4: the entry gives the upper bit, the colours of the cells the lower.
    pub fn residue(&self, set: u16, order: u32, blank: u8) -> u8 {
        self.entry(self.layout.index(set, order, blank)) << 1 | u8::from(self.layout.is_odd(set))
    }

    /// The number of slides of pattern tiles that bring them home from a position: found by walking home,
    /// always to a placement whose entry says one less.
    pub fn distance(&self, position: &[u8]) -> u32 {
        let layout = &self.layout;
        let mut ids = 0u64;
        let mut at = Placement::of(layout, position);
        let (mut left, mut order) = (at.set, at.order);
        while left != 0 {
            ids |= u64::from(order & 7) << (4 * left.trailing_zeros());
            order >>= 3;
            left &= left - 1;
        }
        let mut residue = self.residue(at.set, at.order, at.blank);
        let mut steps = 0;
        while !at.is_home(layout) {
            let less = residue.wrapping_sub(1) & 3;
            // A table that passed its checks always has a way down; a wrong one must not loop for ever.
            let Some((next, moved)) = self.downhill(&at, ids, less >> 1).filter(|_| steps < 1000) else {
                break;
            };
            (at, ids, residue) = (next, moved, less);
            steps += 1;
        }
        steps
    }

    /// A neighbour of a placement whose entry is the one asked for; `ids` are the tiles by cells.
    fn downhill(&self, at: &Placement, ids: u64, entry: u8) -> Option<(Placement, u64)> {
        let layout = &self.layout;
        let region = layout.region(at.set, at.blank);
        let mut tiles = at.set;
        while tiles != 0 {
            let from = tiles.trailing_zeros();
            tiles &= tiles - 1;
            let mut free = layout.beside()[from as usize] & !at.set;
            while free != 0 {
                let to = free.trailing_zeros();
                free &= free - 1;
                if layout.region(at.set, to as u8) != region {
                    continue;
                }
                let id = ids >> (4 * from) & 15;
                let moved = ids ^ id << (4 * from) ^ id << (4 * to);
                let set = at.set ^ 1 << from ^ 1 << to;
                let (mut left, mut order, mut shift) = (set, 0, 0);
                while left != 0 {
                    order |= ((moved >> (4 * left.trailing_zeros()) & 7) as u32) << shift;
                    shift += 3;
                    left &= left - 1;
                }
                if self.entry(layout.index(set, order, from as u8)) == entry {
                    return Some((Placement { set, order, blank: from as u8 }, moved));
                }
            }
        }
        None
    }
}

/// Where a pattern's tiles stand, in what order, and where the blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The cells of the tiles, as a mask.
    pub set: u16,
    /// The tiles in reading order, three bits each.
    pub order: u32,
    /// A cell of the blank's region.
    pub blank: u8,
}

impl Placement {
    /// What a pattern sees of a position.
    pub fn of(layout: &Layout, position: &[u8]) -> Placement {
        let mut placement = Placement { set: 0, order: 0, blank: 0 };
        let mut count = 0;
        for (cell, &label) in position.iter().enumerate() {
            if label == layout.home() {
                placement.blank = cell as u8;
            } else if let Ok(tile) = layout.tiles().binary_search(&label) {
                placement.set |= 1 << cell;
                placement.order |= (tile as u32) << (3 * count);
                count += 1;
            }
        }
        placement
    }

    /// Whether the tiles are at home and the blank is where it belongs.
    pub fn is_home(&self, layout: &Layout) -> bool {
        self.set == layout.home_set()
            && self.order == layout.home_order()
            && layout.region(self.set, self.blank) == layout.region(self.set, layout.home())
    }

    /// Every placement one slide of a pattern tile away.
    pub fn neighbours(&self, layout: &Layout) -> Vec<Placement> {
        let beside = layout.beside();
        let cells = layout.shape().cells();
        let region = layout.region(self.set, self.blank);
        let mut found = Vec::new();
        for from in (0..cells).filter(|&cell| self.set >> cell & 1 == 1) {
            for to in (0..cells).filter(|&cell| beside[from] >> cell & 1 == 1) {
                if self.set >> to & 1 == 1 || layout.region(self.set, to as u8) != region {
                    continue;
                }
                let mut board = [u8::MAX; 16];
                let mut count = 0;
                for (cell, tile) in board.iter_mut().enumerate().take(cells) {
                    if self.set >> cell & 1 == 1 {
                        *tile = (self.order >> (3 * count) & 7) as u8;
                        count += 1;
                    }
                }
                board.swap(from, to);
                let mut next = Placement { set: 0, order: 0, blank: from as u8 };
                let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != u8::MAX);
                for (count, (cell, &tile)) in tiles.enumerate() {
                    next.set |= 1 << cell;
                    next.order |= u32::from(tile) << (3 * count);
                }
                found.push(next);
            }
        }
        found
    }
}

/// One reading of a position: a symmetry that keeps the blank's home, and a split of the tiles.
pub(crate) struct View {
    /// Where each cell goes before the tables are read.
    pub map: CellMap,
    /// The tables of the split, by number.
    pub tables: Vec<usize>,
}

/// The tables for one shape and home of the blank, ready to search with.
pub struct Tables {
    name: String,
    standing: Standing,
    shape: Shape,
    pub(crate) tables: Vec<PatternTable>,
    pub(crate) views: Vec<View>,
    pub(crate) automaton: Automaton,
    /// What is known of every set of cells that some pattern may stand on, by its mask: see [`Geometry::info`].
    pub(crate) sets: Words,
    pub(crate) slides: Vec<[Option<u8>; 4]>,
}

/// How long the words are that the pruning automaton looks at.
const WORD_LENGTH: usize = 10;

impl Tables {
    /// The tables made in memory in a moment: at most 12 MB.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or the home is not on the board.
    pub fn small(
        shape: Shape,
        home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let splits = partition::small(standing.shape, standing.home);
        Tables::build(shape, home, &splits, threads, monitor)
    }

    /// Tables for splits of one's own. Each split lists its patterns, each pattern the home cells of its tiles
    /// on the board turned as [`stand`] turns it.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or a split is not one.
    pub fn build(
        shape: Shape,
        home: Cell,
        splits: &[Vec<Vec<u8>>],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let layouts = layouts(&standing, splits);
        let tables = table::build_all(&layouts, threads, monitor)?;
        Ok(Tables::from_tables(shape, home, splits, tables))
    }

    /// The big tables, read from files into memory, every byte checked.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or the home is not on the board.
    #[cfg(not(target_family = "wasm"))]
    pub fn big(store: &Store, shape: Shape, home: Cell, threads: usize) -> Result<Tables, TableError> {
        Tables::from_store(shape, home, |key| store.load(key, threads))
    }

    /// The big tables, mapped from files in constant time; entries are not checked.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or the home is not on the board.
    #[cfg(not(target_family = "wasm"))]
    pub fn big_mapped(store: &Store, shape: Shape, home: Cell) -> Result<Tables, TableError> {
        Tables::from_store(shape, home, |key| store.open(key))
    }

    #[cfg(not(target_family = "wasm"))]
    fn from_store(
        shape: Shape,
        home: Cell,
        take: impl Fn(&TableKey) -> Result<PatternTable, TableError>,
    ) -> Result<Tables, TableError> {
        let tables: Result<Vec<_>, _> = TableKey::big(shape, home).iter().map(take).collect();
        let standing = stand(shape, home.index() as u8);
        let splits = partition::big(standing.shape, standing.home);
        Ok(Tables::from_tables(shape, home, &splits, tables?))
    }

    /// Tables that exist already, one for each pattern of the splits in order, equal patterns once.
    pub(crate) fn from_tables(
        shape: Shape,
        home: Cell,
        splits: &[Vec<Vec<u8>>],
        tables: Vec<PatternTable>,
    ) -> Tables {
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
                let back = inverse(&map, cells);
                let mut judged: Vec<Vec<u8>> = split
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
                    views.push(View { map, tables: split.iter().map(number).collect() });
                }
            }
        }
        let automaton = Automaton::new(standing.shape, WORD_LENGTH);
        // Read at random for every node: in the largest case worth a huge page, most of which stays unused.
        let room = if cells == 16 && cfg!(not(target_family = "wasm")) { 1 << 18 } else { 1 << cells };
        let mut sets = Words::zeroed(room);
        for table in &tables {
            // Sets of patterns of different sizes are different, and those of one size agree.
            for (all, own) in sets.iter_mut().zip(table.layout().geometry().info()) {
                *all |= own;
            }
        }
        let slides = slides(standing.shape);
        let name = partition::name(splits);
        Tables { name, standing, shape, tables, views, automaton, sets, slides }
    }

    /// What the tables are, as a user knows them: `6-6-3` or `7-8`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape as given.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tables, one per pattern.
    pub fn tables(&self) -> &[PatternTable] {
        &self.tables
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
    pub fn bound(&self, position: &[u8]) -> u32 {
        self.bounds(&rename(position, &self.standing.map))
            .iter()
            .map(|view| view.iter().sum())
            .max()
            .unwrap_or(0)
    }

    /// For each view the distances of its patterns, from a position already turned.
    pub(crate) fn bounds(&self, standing: &[u8; 16]) -> Vec<Vec<u32>> {
        let cells = self.shape.cells();
        self.views
            .iter()
            .map(|view| {
                let seen = rename(&standing[..cells], &view.map);
                view.tables.iter().map(|&table| self.tables[table].distance(&seen[..cells])).collect()
            })
            .collect()
    }
}

/// The layouts of all patterns, equal ones once, on shared geometries.
pub(crate) fn layouts(standing: &Standing, splits: &[Vec<Vec<u8>>]) -> Vec<Layout> {
    let mut geometries: Vec<(usize, Arc<Geometry>)> = Vec::new();
    let mut layouts: Vec<Layout> = Vec::new();
    for pattern in splits.iter().flatten() {
        if layouts.iter().any(|layout| layout.tiles() == pattern) {
            continue;
        }
        let size = pattern.len();
        let geometry = match geometries.iter().find(|(tiles, _)| *tiles == size) {
            Some((_, geometry)) => geometry.clone(),
            None => {
                let geometry = Arc::new(Geometry::new(standing.shape, size));
                geometries.push((size, geometry.clone()));
                geometry
            }
        };
        layouts.push(Layout::on(geometry, standing.home, pattern));
    }
    layouts
}
