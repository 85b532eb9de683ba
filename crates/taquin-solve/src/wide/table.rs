//! One pattern's table on a board of up to 25 cells.

use super::layout::{Layout, MAX_CELLS};
use crate::table::Bits;
use crate::table::numbering::{Numbering, beside};

/// The entries of one pattern, with their numbering.
pub struct WideTable {
    layout: Layout,
    bits: Bits,
}

/// Where a pattern's tiles stand, and the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// For each cell the number of the pattern's tile on it, or [`NOBODY`].
    tiles: [u8; MAX_CELLS],
    /// A cell of the blank's region.
    blank: u8,
}

/// No tile of the pattern.
const NOBODY: u8 = u8::MAX;

impl Placement {
    /// What a pattern sees of a position whose blank stands on `blank`.
    pub fn of(layout: &Layout, position: &[u8], blank: u8) -> Placement {
        let mut tiles = [NOBODY; MAX_CELLS];
        for (cell, label) in position.iter().enumerate().filter(|&(cell, _)| cell != blank as usize) {
            if let Ok(tile) = layout.tiles().binary_search(label) {
                tiles[cell] = tile as u8;
            }
        }
        Placement { tiles, blank }
    }

    /// A set, an order and a cell of the blank, as the numbering counts them.
    pub fn unpacked(set: u32, order: u32, blank: u8) -> Placement {
        let mut tiles = [NOBODY; MAX_CELLS];
        let on = (0..MAX_CELLS).filter(|cell| set >> cell & 1 == 1);
        for (count, cell) in on.enumerate() {
            tiles[cell] = (order >> (3 * count) & 7) as u8;
        }
        Placement { tiles, blank }
    }

    /// The cells of the tiles, as a mask, and the tiles in reading order.
    pub fn packed(&self) -> (u32, u32) {
        let (mut set, mut order, mut count) = (0, 0, 0);
        for (cell, &tile) in self.tiles.iter().enumerate().filter(|&(_, &tile)| tile != NOBODY) {
            set |= 1 << cell;
            order |= u32::from(tile) << (3 * count);
            count += 1;
        }
        (set, order)
    }

    /// Whether the tiles are at home and the blank is in the region of its own.
    pub fn is_home(&self, layout: &Layout) -> bool {
        let (set, order) = self.packed();
        set == layout.home_set()
            && order == layout.home_order()
            && layout.region(set, self.blank) == layout.region(set, layout.home())
    }

    /// Calls back for every placement one slide of a pattern tile away, until told to stop by a value.
    pub fn neighbours<T>(
        &self,
        layout: &Layout,
        beside: &[u32],
        mut visit: impl FnMut(Placement) -> Option<T>,
    ) -> Option<T> {
        let (set, _) = self.packed();
        let region = layout.region(set, self.blank);
        for (from, beside) in beside.iter().enumerate().filter(|&(cell, _)| set >> cell & 1 == 1) {
            let mut free = beside & !set;
            while free != 0 {
                let to = free.trailing_zeros() as usize;
                free &= free - 1;
                if layout.region(set, to as u8) == region {
                    let mut next = Placement { blank: from as u8, ..*self };
                    next.tiles.swap(from, to);
                    if let Some(value) = visit(next) {
                        return Some(value);
                    }
                }
            }
        }
        None
    }
}

impl WideTable {
    /// A table with these entries, in the order of the layout.
    ///
    /// # Panics
    /// If the number of bytes is not the layout's.
    pub fn new(layout: Layout, bits: Bits) -> WideTable {
        assert_eq!(layout.bytes(), bits.as_bytes().len(), "the table is as long as its layout says");
        WideTable { layout, bits }
    }

    /// The numbering of the entries.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries as bytes, bit 0 first.
    pub fn bytes(&self) -> &[u8] {
        self.bits.as_bytes()
    }

    /// The number of a placement's entry.
    pub fn index(&self, placement: &Placement) -> usize {
        let (set, order) = placement.packed();
        self.layout.index(set, order, placement.blank)
    }

    /// The bound of a placement modulo 4: the entry gives the upper bit, the colours of the cells the lower.
    pub fn residue(&self, placement: &Placement) -> u8 {
        let (set, order) = placement.packed();
        let index = self.layout.index(set, order, placement.blank);
        (self.bytes()[index / 8] >> (index % 8) & 1) << 1 | u8::from(self.layout.is_odd(set))
    }

    /// The number of slides of pattern tiles that bring them home: found by walking home, always to a placement
    /// whose entry says one less.
    pub fn distance(&self, placement: &Placement) -> u32 {
        let beside = beside(self.layout.shape());
        let mut here = *placement;
        let mut steps = 0;
        while !here.is_home(&self.layout) {
            let less = self.residue(&here).wrapping_sub(1) & 3;
            let down = |next: Placement| (self.residue(&next) == less).then_some(next);
            // A table that passed its checks always has a way down; a wrong one must not loop for ever.
            let Some(next) = here.neighbours(&self.layout, &beside, down).filter(|_| steps < 1000) else {
                break;
            };
            here = next;
            steps += 1;
        }
        steps
    }
}
