//! How the entries of a pattern's table are numbered, whatever the board.

use std::sync::Arc;

use taquin_core::Shape;

use crate::position::region::region;
use crate::{Monitor, StopReason};

/// Sets of cells numbered between two looks at the monitor: well under a millisecond.
pub(crate) const POLL_SETS: u64 = 1 << 11;

/// Rows of bits start on cache lines.
const LINE_BITS: usize = 512;

/// What the tables of all patterns with equally many tiles share: an entry belongs to the set of cells that the
/// tiles stand on, their order there, and the region of the blank. Sets are masks of cells; orders have three bits a
/// tile, the first cell lowest.
pub trait Numbering: Send + Sync {
    /// The numbering of patterns of `tiles` tiles, unless the monitor says stop.
    ///
    /// # Panics
    /// If the board has too many cells, or the pattern too many tiles.
    fn watched(shape: Shape, tiles: usize, monitor: &dyn Monitor) -> Result<Self, StopReason>
    where
        Self: Sized;
    /// The shape of the board.
    fn shape(&self) -> Shape;
    /// How many tiles a pattern has.
    fn size(&self) -> usize;
    /// Every set, in the order of the table.
    fn sets(&self) -> impl Iterator<Item = u32>;
    /// How many entries a row holds: the regions of all sets.
    fn places(&self) -> usize;
    /// How many orders there are: the factorial of the number of tiles.
    fn ranks(&self) -> usize;
    /// The place of a set's first region in a row.
    fn place(&self, set: u32) -> usize;
    /// The region of a free cell, counted from 0.
    fn region(&self, set: u32, cell: u8) -> usize;
    /// How many regions a set leaves.
    fn regions(&self, set: u32) -> usize;
    /// The rank of an order.
    fn rank(&self, order: u32) -> usize;
    /// The orders by rank.
    fn orders(&self) -> Vec<u32>;
    /// For each cell the mask of the cells beside it.
    fn beside(&self) -> &[u32];
}

/// The rank after for each of these orders, when the tile at place `start` moves `passed` places towards the end (`forward`), or the one
/// `passed` places after it moves to `start`.
pub(crate) fn turned_ranks(
    orders: &[u32],
    tiles: usize,
    (start, passed, forward): (usize, usize, bool),
    rank: impl Fn(u32) -> usize,
) -> impl Iterator<Item = u16> {
    orders.iter().map(move |&order| {
        let mut list: Vec<u32> = (0..tiles).map(|at| order >> (3 * at) & 7).collect();
        let part = &mut list[start..=start + passed];
        if forward {
            part.rotate_left(1);
        } else {
            part.rotate_right(1);
        }
        rank(list.iter().enumerate().fold(0, |packed, (at, tile)| packed | tile << (3 * at))) as u16
    })
}

/// The numbering of one pattern's table: a row of bits per rank, in it for each set its regions side by side.
pub struct Layout<N> {
    home: u8,
    tiles: Vec<u8>,
    odd_cells: u32,
    geometry: Arc<N>,
}

impl<N> Clone for Layout<N> {
    fn clone(&self) -> Self {
        let Layout { home, odd_cells, .. } = *self;
        Layout { home, tiles: self.tiles.clone(), odd_cells, geometry: self.geometry.clone() }
    }
}

impl<N: Numbering> Layout<N> {
    /// The layout for the tiles with these home cells.
    #[cfg(test)]
    pub fn new(shape: Shape, home: u8, tiles: &[u8]) -> Layout<N> {
        Layout::watched(shape, home, tiles, &crate::Unlimited).expect("nobody stops it")
    }

    /// The layout for the tiles with these home cells, unless the monitor says stop.
    ///
    /// # Panics
    /// As [`Numbering::watched`] and [`Layout::on`].
    pub fn watched(
        shape: Shape,
        home: u8,
        tiles: &[u8],
        monitor: &dyn Monitor,
    ) -> Result<Layout<N>, StopReason> {
        Ok(Layout::on(Arc::new(N::watched(shape, tiles.len(), monitor)?), home, tiles))
    }

    /// The same on a geometry made before.
    ///
    /// # Panics
    /// If the tiles are not as many as the geometry's, not rising, off the board or at the blank's home.
    pub fn on(geometry: Arc<N>, home: u8, tiles: &[u8]) -> Layout<N> {
        let cells = geometry.shape().cells();
        assert_eq!(tiles.len(), geometry.size(), "as many tiles as the geometry says");
        assert!(tiles.is_sorted_by(|a, b| a < b), "tiles rise");
        assert!(tiles.iter().all(|&tile| (tile as usize) < cells && tile != home), "tiles are on the board");
        Layout { home, tiles: tiles.to_vec(), odd_cells: odd_cells(geometry.shape()), geometry }
    }

    /// The layouts of all patterns, equal ones once, on shared geometries.
    pub fn of_all(
        shape: Shape,
        home: u8,
        patterns: &[Vec<u8>],
        monitor: &dyn Monitor,
    ) -> Result<Vec<Layout<N>>, StopReason> {
        let mut layouts: Vec<Layout<N>> = Vec::new();
        for pattern in patterns {
            if layouts.iter().any(|layout| &layout.tiles == pattern) {
                continue;
            }
            let alike = layouts.iter().find(|layout| layout.tiles.len() == pattern.len());
            let layout = match alike {
                Some(layout) => Layout::on(layout.geometry.clone(), home, pattern),
                None => Layout::watched(shape, home, pattern, monitor)?,
            };
            layouts.push(layout);
        }
        Ok(layouts)
    }

    /// What it shares with other patterns.
    pub fn geometry(&self) -> &Arc<N> {
        &self.geometry
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.geometry.shape()
    }

    /// The blank's home cell.
    pub fn home(&self) -> u8 {
        self.home
    }

    /// The home cells of the pattern's tiles, rising.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Bits from one row to the next, a multiple of a cache line.
    pub fn row_bits(&self) -> usize {
        self.geometry.places().next_multiple_of(LINE_BITS)
    }

    /// Bytes of the whole table.
    pub fn bytes(&self) -> usize {
        self.geometry.ranks() * self.row_bits() / 8
    }

    /// The bit that belongs to a set, an order and a cell of the blank.
    #[inline]
    pub fn index(&self, set: u32, order: u32, blank: u8) -> usize {
        self.geometry.rank(order) * self.row_bits()
            + self.geometry.place(set)
            + self.geometry.region(set, blank)
    }

    /// The set of the tiles' home cells.
    pub fn home_set(&self) -> u32 {
        self.tiles.iter().fold(0, |set, &tile| set | 1 << tile)
    }

    /// The order of the tiles at home: rising.
    pub fn home_order(&self) -> u32 {
        (0..self.tiles.len() as u32).fold(0, |order, tile| order | tile << (3 * tile))
    }

    /// Whether the bound of this set is odd: each slide of a pattern tile changes its cell's colour.
    pub fn is_odd(&self, set: u32) -> bool {
        ((set ^ self.home_set()) & self.odd_cells).count_ones() % 2 == 1
    }
}

/// The cells of the other colour than the first, as a mask.
fn odd_cells(shape: Shape) -> u32 {
    let columns = shape.columns();
    let odd = |cell: &u32| (cell / columns + cell % columns) % 2 == 1;
    (0..shape.cells() as u32).filter(odd).fold(0, |mask, cell| mask | 1 << cell)
}

/// For each cell the mask of the cells beside it, on a board of at most 32 cells.
pub(crate) fn beside(shape: Shape) -> Vec<u32> {
    let mask =
        |a| shape.all_cells().filter(|&b| shape.distance(a, b) == 1).fold(0, |mask, b| mask | 1 << b.index());
    shape.all_cells().map(mask).collect()
}

/// The regions that a set leaves, as masks, in the order of their first cells.
pub(crate) fn regions(beside: &[u32], set: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut left = !set & ((1 << beside.len()) - 1);
    while left != 0 {
        let first = left & left.wrapping_neg();
        let region = region(first.into(), left.into(), |cell| beside[cell].into()) as u32;
        left &= !region;
        found.push(region);
    }
    found
}

/// All orders of `tiles` tiles, lexicographically.
pub(crate) fn orders(tiles: usize) -> Vec<u32> {
    let mut orders = vec![0u32];
    for at in 0..tiles {
        orders = orders
            .iter()
            .flat_map(|&order| {
                let used = move |tile: &u32| (0..at).all(|before| order >> (3 * before) & 7 != *tile);
                (0..tiles as u32).filter(used).map(move |tile| order | tile << (3 * at))
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{cells16, cells25};

    /// Every set, order and region has one bit of its own, and no bit is left over.
    fn numbers_every_entry_once<N: Numbering>(layout: &Layout<N>) {
        let geometry = layout.geometry();
        let mut used = vec![false; geometry.ranks() * layout.row_bits()];
        for set in geometry.sets() {
            for &order in &geometry.orders() {
                let free = (0..layout.shape().cells() as u8).filter(|cell| set >> cell & 1 == 0);
                let own: std::collections::HashSet<usize> =
                    free.map(|blank| layout.index(set, order, blank)).collect();
                assert_eq!(own.len(), geometry.regions(set));
                for index in own {
                    assert!(!std::mem::replace(&mut used[index], true));
                }
            }
        }
        assert_eq!(used.iter().filter(|&&bit| bit).count(), geometry.ranks() * geometry.places());
    }

    #[test]
    fn every_entry_has_its_own_bit() {
        let shape = |rows, columns| Shape::new(rows, columns).unwrap();
        numbers_every_entry_once(&cells16::layout::Layout::new(shape(4, 3), 0, &[1, 2, 4, 5, 7]));
        numbers_every_entry_once(&cells25::layout::Layout::new(shape(5, 5), 0, &[1]));
        numbers_every_entry_once(&cells25::layout::Layout::new(shape(5, 5), 0, &[3, 17, 20]));
    }
}
