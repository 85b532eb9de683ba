//! Where the entry of a pattern's placement stands in its table.
//!
//! A *pattern* is a set of k ≤ 8 tiles. An entry belongs to
//! 1. the **set** of cells that the pattern's tiles stand on,
//! 2. the **order** in which they stand there, in reading order: one of k! ranks,
//! 3. the **region** of the blank: the connected component of the other cells in which it stands.
//!
//! A slide of any other tile moves the blank within its region, so it keeps all three. That makes the number
//! of slides of pattern tiles to bring them home a *consistent* bound: a slide of a pattern tile changes it by
//! exactly one, any other slide not at all. Whoever knows the bound before a slide needs one bit to know it
//! after: bit 1 of the new value tells `h - 1` from `h + 1`. One bit is what a table holds.
//!
//! The table is one row of bits per rank. A row holds for each set its regions side by side, and the sets are
//! ordered by how many tiles stand in each row of the board, then by the cells. A slide within a row keeps rank
//! and counts, so its entry is mostly in the cache line that was read a moment ago.

use taquin_core::Shape;

use crate::monitor::{Monitor, Pace, StopReason};
use crate::table::numbering::{self, Numbering, POLL_SETS, beside, orders, regions};

/// The most tiles a pattern may have: an order is packed in three bits a tile.
pub const MAX_TILES: usize = 8;

/// The numbering of one pattern's table.
pub type Layout = numbering::Layout<Geometry>;

/// What the tables of all patterns with equally many tiles share: sets, regions and ranks.
pub struct Geometry {
    shape: Shape,
    tiles: usize,
    /// For each set of cells, as a mask: bits 0..16 the place of its first region in a row of the table, then
    /// three bits a cell with the region of that cell. Zero for masks of another size.
    info: Vec<u64>,
    sets: Vec<u16>,
    places: usize,
    ranks: usize,
    low: Vec<u16>,
    high: Vec<u16>,
    beside: Vec<u32>,
}

impl Geometry {
    /// Set information for the search: see the field.
    pub(crate) fn info(&self) -> &[u64] {
        &self.info
    }

    /// The two summands of a rank: by the first four tiles, and by the rest.
    pub(crate) fn rank_parts(&self) -> (&[u16], &[u16]) {
        (&self.low, &self.high)
    }
}

impl Numbering for Geometry {
    /// # Panics
    /// If the shape has more than 16 cells, or the tiles are none or more than eight.
    fn watched(shape: Shape, tiles: usize, monitor: &dyn Monitor) -> Result<Geometry, StopReason> {
        let cells = shape.cells();
        assert!((2..=16).contains(&cells), "a layout has 2 to 16 cells");
        assert!((1..=MAX_TILES).contains(&tiles) && tiles < cells, "a pattern has 1 to {MAX_TILES} tiles");
        let mut sets: Vec<u16> = (0..1u32 << cells)
            .filter(|mask| mask.count_ones() as usize == tiles)
            .map(|mask| mask as u16)
            .collect();
        let columns = shape.columns();
        sets.sort_by_cached_key(|&mask| {
            let row = |r: u32| u64::from(mask) >> (r * columns) & ((1 << columns) - 1);
            let counts = (0..shape.rows()).fold(0u64, |key, r| key << 4 | u64::from(row(r).count_ones()));
            let rows = (0..shape.rows()).fold(0u64, |key, r| key << columns | row(r));
            (counts, rows)
        });
        let beside = beside(shape);
        let mut info = vec![0u64; 1 << cells];
        let mut places = 0;
        let mut pace = Pace::new(monitor, "preparing a table", POLL_SETS);
        for &set in &sets {
            pace.step(1)?;
            let regions = regions(&beside, u32::from(set));
            assert!(regions.len() <= 8, "three bits number the regions");
            let of = |cell: usize| regions.iter().position(|region| region >> cell & 1 == 1).unwrap_or(0);
            let packed = (0..cells).fold(0u64, |sum, cell| sum | (of(cell) as u64) << (3 * cell));
            info[set as usize] = packed << 16 | places as u64;
            places += regions.len();
        }
        assert!(places < 1 << 16, "a row's places fit 16 bits");
        let (low, high, ranks) = rank_tables(tiles);
        Ok(Geometry { shape, tiles, info, sets, places, ranks, low, high, beside })
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn size(&self) -> usize {
        self.tiles
    }

    fn sets(&self) -> impl Iterator<Item = u32> {
        self.sets.iter().map(|&set| u32::from(set))
    }

    fn places(&self) -> usize {
        self.places
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    #[inline]
    fn place(&self, set: u32) -> usize {
        (self.info[set as usize] & 0xffff) as usize
    }

    #[inline]
    fn region(&self, set: u32, cell: u8) -> usize {
        (self.info[set as usize] >> (16 + 3 * u32::from(cell)) & 7) as usize
    }

    fn regions(&self, set: u32) -> usize {
        let free = (0..self.shape.cells() as u8).filter(|&cell| set >> cell & 1 == 0);
        free.map(|cell| self.region(set, cell) + 1).max().unwrap_or(0)
    }

    #[inline]
    fn rank(&self, order: u32) -> usize {
        self.low[(order & 0xfff) as usize] as usize + self.high[(order >> 12) as usize] as usize
    }

    fn orders(&self) -> Vec<u32> {
        orders(self.tiles)
    }

    fn beside(&self) -> &[u32] {
        &self.beside
    }
}

/// The lexicographic rank of an order as the sum of two look-ups, its first four tiles and the others, and how many
/// orders there are.
fn rank_tables(tiles: usize) -> (Vec<u16>, Vec<u16>, usize) {
    let mut low = vec![0; 1 << 12];
    let mut high = vec![0; 1 << 12];
    let tail: usize = (1..=tiles.saturating_sub(4)).product();
    let orders = orders(tiles);
    for (rank, order) in orders.iter().enumerate() {
        low[(order & 0xfff) as usize] = (rank / tail * tail) as u16;
        high[(order >> 12) as usize] = (rank % tail) as u16;
    }
    (low, high, orders.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic() {
        for tiles in 1..=8 {
            let geometry = Geometry::watched(Shape::new(3, 3).unwrap(), tiles, &crate::Unlimited).unwrap();
            for (rank, &order) in geometry.orders().iter().enumerate() {
                assert_eq!(geometry.rank(order), rank);
            }
            assert_eq!(geometry.ranks(), geometry.orders().len());
        }
    }
}
