//! One pattern's table, and where its tiles can stand.

use super::Bits;
use super::numbering::{Layout, Numbering};

/// The entries of one pattern, with their numbering.
pub struct Table<N> {
    layout: Layout<N>,
    bits: Bits,
}

impl<N: Numbering> Table<N> {
    /// A table with these entries, in the order of the layout.
    ///
    /// # Panics
    /// If the number of bytes is not the layout's.
    pub fn new(layout: Layout<N>, bits: Bits) -> Table<N> {
        assert_eq!(layout.bytes(), bits.as_bytes().len(), "the table is as long as its layout says");
        Table { layout, bits }
    }

    /// The numbering of the entries.
    pub fn layout(&self) -> &Layout<N> {
        &self.layout
    }

    /// The entries as bytes, bit 0 first.
    pub fn bytes(&self) -> &[u8] {
        self.bits.as_bytes()
    }

    /// The entry of a placement: bit 1 of its bound.
    #[inline]
    pub fn entry(&self, at: &Placement) -> u8 {
        let index = self.layout.index(at.set, at.order, at.blank);
        self.bytes()[index / 8] >> (index % 8) & 1
    }

    /// The bound of a placement modulo 4: the entry gives the upper bit, the colours of the cells the lower.
    pub fn residue(&self, at: &Placement) -> u8 {
        self.entry(at) << 1 | u8::from(self.layout.is_odd(at.set))
    }

    /// The number of slides of pattern tiles that bring them home: found by walking home, always to a placement
    /// whose entry says one less.
    pub fn distance(&self, placement: &Placement) -> u32 {
        let mut here = *placement;
        let mut residue = self.residue(&here);
        let mut steps = 0;
        while !here.is_home(&self.layout) {
            residue = residue.wrapping_sub(1) & 3;
            let down = |next: &Placement| self.entry(next) == residue >> 1;
            // A table that passed its checks always has a way down; a wrong one must not loop for ever.
            let Some(next) =
                here.neighbours(self.layout.geometry().as_ref()).find(down).filter(|_| steps < 1000)
            else {
                break;
            };
            here = next;
            steps += 1;
        }
        steps
    }
}

/// Where a pattern's tiles stand, in what order, and where the blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The cells of the tiles, as a mask.
    pub set: u32,
    /// The tiles in reading order, three bits each.
    pub order: u32,
    /// A cell of the blank's region.
    pub blank: u8,
}

impl Placement {
    /// What a pattern of tiles with these home cells sees of a position whose blank stands on `blank`.
    pub fn of(tiles: &[u8], position: &[u8], blank: u8) -> Placement {
        let mut placement = Placement { set: 0, order: 0, blank };
        let mut count = 0;
        for (cell, label) in position.iter().enumerate().filter(|&(cell, _)| cell != blank as usize) {
            if let Ok(tile) = tiles.binary_search(label) {
                placement.set |= 1 << cell;
                placement.order |= (tile as u32) << (3 * count);
                count += 1;
            }
        }
        placement
    }

    /// Whether the tiles are at home and the blank is in the region of its own.
    pub fn is_home<N: Numbering>(&self, layout: &Layout<N>) -> bool {
        let region = |cell| layout.geometry().region(self.set, cell);
        self.set == layout.home_set()
            && self.order == layout.home_order()
            && region(self.blank) == region(layout.home())
    }

    /// Every placement one slide of a pattern tile away.
    pub fn neighbours<'n, N: Numbering>(
        &self,
        geometry: &'n N,
    ) -> impl Iterator<Item = Placement> + use<'n, N> {
        let here = *self;
        let region = geometry.region(here.set, here.blank);
        cells(here.set).flat_map(move |from| {
            cells(geometry.beside()[from as usize] & !here.set)
                .filter(move |&to| geometry.region(here.set, to) == region)
                .map(move |to| here.slid(from, to))
        })
    }

    /// The placement after the tile on one cell has slid to another.
    fn slid(&self, from: u8, to: u8) -> Placement {
        let others = self.set ^ 1 << from;
        let place = |cell: u8| 3 * (others & ((1 << cell) - 1)).count_ones();
        let (left, entered) = (place(from), place(to));
        let tile = self.order >> left & 7;
        let below = |bits: u32, place: u32| bits & ((1 << place) - 1);
        let rest = below(self.order, left) | self.order >> (left + 3) << left;
        let order = below(rest, entered) | tile << entered | rest >> entered << (entered + 3);
        Placement { set: others | 1 << to, order, blank: from }
    }
}

/// The cells of a set.
fn cells(set: u32) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let cell = left.trailing_zeros() as u8;
            left &= left - 1;
            cell
        })
    })
}
