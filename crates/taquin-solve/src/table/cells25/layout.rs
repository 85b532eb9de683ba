//! Where the entry of a placement stands in its table, on boards of up to 25 cells.
//!
//! The idea is that of [`crate::table::cells16::layout`]: an entry belongs to the set of cells that the pattern's tiles
//! stand on, their order there, and the region of the blank; it is bit 1 of a consistent bound, and the table is a
//! row of bits per rank. With 25 cells a list by masks would no longer fit a cache, so that
//! 1. a **set** has a number, its place among all sets of as many cells in the order of their masks. The mask is
//!    cut in two: `first` says how many sets come before all with these upper cells, `rest` how many lower parts
//!    of equally many cells come before this one. The number is the sum.
//! 2. By the number, `info` holds the set's **place** in a row and the number of its region **map**: for each cell
//!    the region it lies in. Region 0 is the largest, so that most sets share the map of zeros.
//! 3. The **rank** of an order is not worked out again after a slide. A slide within a row of the board keeps it, and
//!    one between rows rotates the tiles it passes; `turns` holds for each rotation the rank after by the rank before.

use taquin_core::Shape;

use crate::monitor::{Monitor, Pace, StopReason};
use crate::position::rank::lexicographic;
use crate::table::numbering::{self, Numbering, POLL_SETS, beside, orders, regions, turned_ranks};

/// The numbering of one pattern's table.
pub type Layout = numbering::Layout<Geometry>;

/// The most cells a board may have.
pub const MAX_CELLS: usize = 25;

/// The most tiles a pattern may have.
pub const MAX_TILES: usize = 6;

/// The cells of a mask's lower part.
pub(crate) const LOWER_CELLS: u32 = 13;

/// The bits of a place in an entry of `info`; the others are the number of the region map.
pub(crate) const PLACE_BITS: u32 = 18;

/// Whether patterns of so many tiles have a numbering on a board of this shape, of up to [`MAX_CELLS`]. The blank is shut in most often on
/// two long lines: there six tiles leave more regions than an entry of `info` can number.
pub fn fits(shape: Shape, tiles: usize) -> bool {
    let two_lines = shape.rows().min(shape.columns()) == 2;
    shape.cells() <= MAX_CELLS
        && (1..=MAX_TILES).contains(&tiles)
        && !(two_lines && shape.cells() >= 24 && tiles == MAX_TILES)
}

/// From one region map to the next.
pub(crate) const MAP_CELLS: usize = 25;

/// What the tables of all patterns with equally many tiles share.
pub struct Geometry {
    shape: Shape,
    tiles: usize,
    beside: Vec<u32>,
    sets: Vec<u32>,
    places: usize,
    orders: Vec<u32>,
    /// By the upper cells of a mask: how many sets come before all that have them.
    pub(crate) first: Vec<u32>,
    /// By the lower cells of a mask: how many lower parts of equally many cells come before.
    pub(crate) rest: Vec<u16>,
    /// By the number of a set: its place, and above [`PLACE_BITS`] its region map.
    pub(crate) info: Vec<u32>,
    /// Region maps, [`MAP_CELLS`] bytes each; the first is all zeros.
    pub(crate) maps: Vec<u8>,
    /// For each rotation the rank after by the rank before, [row by row](turn); the first changes nothing.
    pub(crate) turns: Vec<u16>,
}

impl Geometry {
    /// The number of a set.
    #[inline]
    pub fn number(&self, set: u32) -> usize {
        let lower = set & ((1 << LOWER_CELLS) - 1);
        self.first[(set >> LOWER_CELLS) as usize] as usize + self.rest[lower as usize] as usize
    }

    /// The ranks of all orders after the tile on one cell of a set has slid to another.
    pub(crate) fn turned(&self, set: u32, from: u8, to: u8) -> &[u16] {
        let (low, high) = (from.min(to), from.max(to));
        let passed = (set >> (low + 1) & ((1 << (high - low - 1)) - 1)).count_ones();
        let start = (set & ((1 << low) - 1)).count_ones();
        let row = turn(passed as usize, start as usize, from < to);
        &self.turns[row..row + self.orders.len()]
    }
}

/// From one row of `turns` to the next: as many orders as the largest pattern has.
const TURN_RANKS: usize = 720;

/// Where the row of `turns` begins for a tile that passes `passed` others, towards the end of the order or not, the
/// foremost of them (or itself) being number `start` in the order.
pub(crate) const fn turn(passed: usize, start: usize, forward: bool) -> usize {
    // Four tiles can be passed at most, and those before them are at most five.
    if passed == 0 {
        0
    } else {
        (2 * ((passed - 1) * (MAX_TILES - 1) + start + 1) + forward as usize) * TURN_RANKS
    }
}

/// How long `turns` is.
const TURNS: usize = turn(4, MAX_TILES - 2, true) + TURN_RANKS;

impl Numbering for Geometry {
    /// # Panics
    /// If patterns of so many tiles do not [fit](fits) the board, or leave the blank no cell.
    fn watched(shape: Shape, tiles: usize, monitor: &dyn Monitor) -> Result<Geometry, StopReason> {
        let cells = shape.cells();
        assert!(fits(shape, tiles) && tiles < cells, "patterns of {tiles} tiles fit a board of {shape}");
        let sets = sets(cells, tiles);
        let mut rest = vec![0u16; 1 << LOWER_CELLS];
        let mut seen = [0u16; LOWER_CELLS as usize + 1];
        for lower in 0..1usize << LOWER_CELLS {
            let count = &mut seen[lower.count_ones() as usize];
            rest[lower] = *count;
            *count = count.wrapping_add(1);
        }
        let mut first = vec![0u32; 1 << (MAX_CELLS as u32 - LOWER_CELLS)];
        for &set in &sets {
            first[(set >> LOWER_CELLS) as usize] += 1;
        }
        let mut before = 0;
        for first in &mut first {
            before += std::mem::replace(first, before);
        }
        let beside = beside(shape);
        let mut known = rustc_hash::FxHashMap::default();
        let mut maps = vec![0; MAP_CELLS];
        known.insert([0u8; MAP_CELLS], 0u32);
        let mut info = Vec::with_capacity(sets.len());
        let mut places = 0;
        let mut pace = Pace::new(monitor, "preparing a table", POLL_SETS);
        for &set in &sets {
            pace.step(1)?;
            let (map, count) = region_map(&beside, set);
            let number = *known.entry(map).or_insert_with(|| {
                maps.extend_from_slice(&map);
                (maps.len() / MAP_CELLS - 1) as u32
            });
            assert!(number < 1 << (32 - PLACE_BITS), "a region map's number fits its bits");
            info.push(number << PLACE_BITS | places as u32);
            places += count;
        }
        assert!(places <= 1 << PLACE_BITS, "a place fits its bits");
        let orders = orders(tiles);
        let turns = turns(tiles, &orders);
        Ok(Geometry { shape, tiles, beside, sets, places, orders, first, rest, info, maps, turns })
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn size(&self) -> usize {
        self.tiles
    }

    fn sets(&self) -> impl Iterator<Item = u32> {
        self.sets.iter().copied()
    }

    fn places(&self) -> usize {
        self.places
    }

    fn ranks(&self) -> usize {
        self.orders.len()
    }

    fn place(&self, set: u32) -> usize {
        (self.info[self.number(set)] & ((1 << PLACE_BITS) - 1)) as usize
    }

    fn region(&self, set: u32, cell: u8) -> usize {
        let map = (self.info[self.number(set)] >> PLACE_BITS) as usize;
        self.maps[map * MAP_CELLS + cell as usize] as usize
    }

    fn regions(&self, set: u32) -> usize {
        let map = (self.info[self.number(set)] >> PLACE_BITS) as usize;
        let map = &self.maps[map * MAP_CELLS..(map + 1) * MAP_CELLS];
        map.iter().max().map_or(0, |&most| most as usize + 1)
    }

    fn rank(&self, order: u32) -> usize {
        rank(self.tiles, order)
    }

    fn orders(&self) -> Vec<u32> {
        self.orders.clone()
    }

    fn beside(&self) -> &[u32] {
        &self.beside
    }
}

/// Every set of `count` of `cells` cells, rising.
pub(super) fn sets(cells: usize, count: usize) -> Vec<u32> {
    let mut all = Vec::new();
    let mut set = (1u32 << count) - 1;
    while set < 1 << cells {
        all.push(set);
        // The next larger number with as many bits.
        let low = set & set.wrapping_neg();
        let carried = set + low;
        set = carried | ((set ^ carried) / low) >> 2;
    }
    all
}

/// The region of each free cell, 0 for the cells of the set, and how many regions there are. The largest comes first.
pub(super) fn region_map(beside: &[u32], set: u32) -> ([u8; MAP_CELLS], usize) {
    let mut found = regions(beside, set);
    let largest = found.iter().map(|region| region.count_ones()).max().unwrap_or(0);
    if let Some(at) = found.iter().position(|region| region.count_ones() == largest) {
        found[..=at].rotate_right(1);
    }
    let mut map = [0; MAP_CELLS];
    for (number, region) in found.iter().enumerate() {
        for (_, entry) in map.iter_mut().enumerate().filter(|(cell, _)| region >> cell & 1 == 1) {
            *entry = number as u8;
        }
    }
    (map, found.len())
}

/// The lexicographic rank of an order.
fn rank(tiles: usize, order: u32) -> usize {
    let list: [u8; MAX_TILES] = std::array::from_fn(|at| (order >> (3 * at) & 7) as u8);
    lexicographic(&list[..tiles])
}

/// The ranks after each rotation; see [`turn`].
fn turns(tiles: usize, orders: &[u32]) -> Vec<u16> {
    let mut turns: Vec<u16> = (0..TURNS).map(|at| (at % TURN_RANKS) as u16).collect();
    for passed in 1..=4 {
        for start in 0..tiles.saturating_sub(passed) {
            for forward in [false, true] {
                let row = turn(passed, start, forward);
                let after = turned_ranks(orders, tiles, (start, passed, forward), |order| rank(tiles, order));
                turns[row..].iter_mut().zip(after).for_each(|(turn, after)| *turn = after);
            }
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_orders_are_numbered_in_their_order() {
        for (rows, columns, tiles) in [(5, 5, 6), (4, 5, 5), (3, 6, 4), (3, 3, 6), (2, 2, 3)] {
            let geometry =
                Geometry::watched(Shape::new(rows, columns).unwrap(), tiles, &crate::Unlimited).unwrap();
            for (number, &set) in geometry.sets.iter().enumerate() {
                assert_eq!(geometry.number(set), number);
            }
            for (number, &order) in geometry.orders.iter().enumerate() {
                assert_eq!(rank(tiles, order), number);
            }
        }
    }
}
