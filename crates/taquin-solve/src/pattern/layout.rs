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

use std::sync::Arc;

use taquin_core::Shape;

/// The most tiles a pattern may have: an order is packed in three bits a tile.
pub const MAX_TILES: usize = 8;

/// Rows of bits start on cache lines.
const LINE_BITS: usize = 512;

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
    beside: [u16; 16],
    odd_cells: u16,
}

impl Geometry {
    /// The geometry of patterns of `tiles` tiles on a board of at most 16 cells.
    ///
    /// # Panics
    /// If the shape has more than 16 cells, or the tiles are none or more than eight.
    pub fn new(shape: Shape, tiles: usize) -> Geometry {
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
        let neighbours = neighbours(shape);
        let mut info = vec![0u64; 1 << cells];
        let mut places = 0;
        for &set in &sets {
            let (regions, count) = regions(&neighbours, cells, set);
            let packed =
                regions.iter().enumerate().fold(0u64, |sum, (cell, &r)| sum | u64::from(r) << (3 * cell));
            info[set as usize] = packed << 16 | places as u64;
            places += count;
        }
        assert!(places < 1 << 16, "a row's places fit 16 bits");
        let (low, high, ranks) = rank_tables(tiles);
        let odd = |cell: &u32| (cell / columns + cell % columns) % 2 == 1;
        let odd_cells = (0..cells as u32).filter(odd).fold(0, |mask, cell| mask | 1 << cell);
        Geometry { shape, tiles, info, sets, places, ranks, low, high, beside: neighbours, odd_cells }
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.info.len() * 8 + (self.sets.len() + self.low.len() + self.high.len()) * 2
    }

    /// Set information for the search: see the field.
    pub(crate) fn info(&self) -> &[u64] {
        &self.info
    }

    /// The two summands of a rank: by the first four tiles, and by the rest.
    pub(crate) fn rank_parts(&self) -> (&[u16], &[u16]) {
        (&self.low, &self.high)
    }
}

/// The numbering of one pattern's table.
#[derive(Clone)]
pub struct Layout {
    home: u8,
    tiles: Vec<u8>,
    geometry: Arc<Geometry>,
}

impl Layout {
    /// The layout for the tiles with these home cells on a board of at most 16 cells.
    ///
    /// # Panics
    /// If the shape has more than 16 cells, or the tiles are none, more than eight, not rising, off the board
    /// or at the blank's home.
    pub fn new(shape: Shape, home: u8, tiles: &[u8]) -> Layout {
        Layout::on(Arc::new(Geometry::new(shape, tiles.len())), home, tiles)
    }

    /// The same on a geometry made before.
    ///
    /// # Panics
    /// If the tiles are not as many as the geometry's, not rising, off the board or at the blank's home.
    pub fn on(geometry: Arc<Geometry>, home: u8, tiles: &[u8]) -> Layout {
        let cells = geometry.shape.cells();
        assert_eq!(tiles.len(), geometry.tiles, "as many tiles as the geometry says");
        assert!(tiles.is_sorted_by(|a, b| a < b), "tiles rise");
        assert!(tiles.iter().all(|&tile| (tile as usize) < cells && tile != home), "tiles are on the board");
        Layout { home, tiles: tiles.to_vec(), geometry }
    }

    /// What it shares with other patterns.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.geometry.shape
    }

    /// The blank's home cell.
    pub fn home(&self) -> u8 {
        self.home
    }

    /// The home cells of the pattern's tiles, rising.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Every set of cells the tiles can stand on, in the order of the table.
    pub fn sets(&self) -> &[u16] {
        &self.geometry.sets
    }

    /// How many entries a row holds: the regions of all sets.
    pub fn places(&self) -> usize {
        self.geometry.places
    }

    /// How many orders there are: the factorial of the number of tiles.
    pub fn ranks(&self) -> usize {
        self.geometry.ranks
    }

    /// Bits from one row to the next, a multiple of a cache line.
    pub fn row_bits(&self) -> usize {
        self.geometry.places.next_multiple_of(LINE_BITS)
    }

    /// Bytes of the whole table.
    pub fn bytes(&self) -> usize {
        self.geometry.ranks * self.row_bits() / 8
    }

    /// The place of a set's first region in a row.
    #[inline]
    pub fn place(&self, set: u16) -> usize {
        (self.geometry.info[set as usize] & 0xffff) as usize
    }

    /// The region of a free cell, counted from 0.
    #[inline]
    pub fn region(&self, set: u16, cell: u8) -> usize {
        (self.geometry.info[set as usize] >> (16 + 3 * u32::from(cell)) & 7) as usize
    }

    /// How many regions a set leaves.
    pub fn regions(&self, set: u16) -> usize {
        let cells = self.geometry.shape.cells() as u8;
        (0..cells)
            .filter(|&cell| set >> cell & 1 == 0)
            .map(|cell| self.region(set, cell))
            .max()
            .map_or(0, |r| r + 1)
    }

    /// The rank of an order, three bits a tile (its number in `tiles`), the first cell lowest.
    #[inline]
    pub fn rank(&self, order: u32) -> usize {
        self.geometry.low[(order & 0xfff) as usize] as usize
            + self.geometry.high[(order >> 12) as usize] as usize
    }

    /// The bit that belongs to a set, an order and a cell of the blank.
    #[inline]
    pub fn index(&self, set: u16, order: u32, blank: u8) -> usize {
        self.rank(order) * self.row_bits() + self.place(set) + self.region(set, blank)
    }

    /// The orders by rank.
    pub fn orders(&self) -> Vec<u32> {
        let mut orders = vec![0; self.geometry.ranks];
        each_order(self.tiles.len(), &mut |order| orders[self.rank(order)] = order);
        orders
    }

    /// Whether the bound of this set is odd: each slide of a pattern tile changes its cell's colour.
    pub fn is_odd(&self, set: u16) -> bool {
        ((set ^ self.home_set()) & self.geometry.odd_cells).count_ones() % 2 == 1
    }

    /// For each cell the mask of the cells beside it.
    pub fn beside(&self) -> &[u16; 16] {
        &self.geometry.beside
    }

    /// The set of the tiles' home cells.
    pub fn home_set(&self) -> u16 {
        self.tiles.iter().fold(0, |set, &tile| set | 1 << tile)
    }

    /// The order of the tiles at home: rising.
    pub fn home_order(&self) -> u32 {
        (0..self.tiles.len() as u32).fold(0, |order, tile| order | tile << (3 * tile))
    }
}

/// For each cell the mask of the cells beside it.
pub fn neighbours(shape: Shape) -> [u16; 16] {
    let mut beside = [0; 16];
    for a in shape.all_cells() {
        for b in shape.all_cells() {
            if shape.distance(a, b) == 1 {
                beside[a.index()] |= 1 << b.index();
            }
        }
    }
    beside
}

/// The region of each free cell, numbered by their first cells, and how many there are.
fn regions(neighbours: &[u16; 16], cells: usize, set: u16) -> ([u8; 16], usize) {
    let mut regions = [0; 16];
    let mut count = 0;
    let mut left = !set & ((1u32 << cells) - 1) as u16;
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let mut grown = region;
            for (cell, beside) in neighbours.iter().enumerate() {
                if region >> cell & 1 == 1 {
                    grown |= beside & left;
                }
            }
            if grown == region {
                break;
            }
            region = grown;
        }
        for (cell, number) in regions.iter_mut().enumerate() {
            if region >> cell & 1 == 1 {
                *number = count as u8;
            }
        }
        left &= !region;
        count += 1;
    }
    assert!(count <= 8, "three bits number the regions");
    (regions, count)
}

/// Calls back for every order of `tiles` tiles, lexicographically.
fn each_order(tiles: usize, found: &mut impl FnMut(u32)) {
    fn extend(tiles: usize, at: usize, used: u32, order: u32, found: &mut impl FnMut(u32)) {
        if at == tiles {
            return found(order);
        }
        for tile in 0..tiles as u32 {
            if used >> tile & 1 == 0 {
                extend(tiles, at + 1, used | 1 << tile, order | tile << (3 * at), found);
            }
        }
    }
    extend(tiles, 0, 0, 0, found);
}

/// The lexicographic rank of an order as the sum of two look-ups: its first four tiles, and the others.
fn rank_tables(tiles: usize) -> (Vec<u16>, Vec<u16>, usize) {
    let mut low = vec![0; 1 << 12];
    let mut high = vec![0; 1 << 12];
    let tail: usize = (1..=tiles.saturating_sub(4)).product();
    let mut count = 0;
    each_order(tiles, &mut |order| {
        low[(order & 0xfff) as usize] = (count / tail * tail) as u16;
        high[(order >> 12) as usize] = (count % tail) as u16;
        count += 1;
    });
    (low, high, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_own_bit() {
        let shape = Shape::new(4, 3).unwrap();
        let layout = Layout::new(shape, 0, &[1, 2, 4, 5, 7]);
        let orders = layout.orders();
        let mut used = vec![false; layout.ranks() * layout.row_bits()];
        for &set in layout.sets() {
            for &order in &orders {
                let mut own = std::collections::HashSet::new();
                for blank in (0..12).filter(|&cell| set >> cell & 1 == 0) {
                    own.insert(layout.index(set, order, blank));
                }
                assert_eq!(own.len(), layout.regions(set));
                for index in own {
                    assert!(!std::mem::replace(&mut used[index], true));
                }
            }
        }
        assert_eq!(used.iter().filter(|&&bit| bit).count(), layout.ranks() * layout.places());
    }

    #[test]
    fn ranks_are_lexicographic() {
        for tiles in 1..=8u8 {
            let shape = Shape::new(3, 3).unwrap();
            let layout = Layout::new(shape, 0, &(1..=tiles).collect::<Vec<_>>());
            let mut next = 0;
            each_order(tiles as usize, &mut |order| {
                assert_eq!(layout.rank(order), next);
                next += 1;
            });
            assert_eq!(next, layout.ranks());
        }
    }
}
