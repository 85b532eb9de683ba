//! What building and proving a table ask of its numbering, for small boards and wide ones.

use taquin_core::Shape;

use crate::pattern::layout::Layout;

/// The numbering of one pattern's entries: by the set of cells its tiles stand on, their order there, and the
/// region of the blank. Sets are masks of cells; orders have three bits a tile, the first cell lowest.
pub trait Numbering: Sync {
    /// The shape of the board.
    fn shape(&self) -> Shape;
    /// The blank's home cell.
    fn home(&self) -> u8;
    /// The home cells of the pattern's tiles, rising.
    fn tiles(&self) -> &[u8];
    /// Every set, in the order of the table.
    fn sets(&self) -> impl Iterator<Item = u32>;
    /// How many entries a row holds: the regions of all sets.
    fn places(&self) -> usize;
    /// How many orders there are.
    fn ranks(&self) -> usize;
    /// Bits from one row to the next.
    fn row_bits(&self) -> usize;
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

    /// Bytes of the whole table.
    fn bytes(&self) -> usize {
        self.ranks() * self.row_bits() / 8
    }

    /// The bit that belongs to a set, an order and a cell of the blank.
    fn index(&self, set: u32, order: u32, blank: u8) -> usize {
        self.rank(order) * self.row_bits() + self.place(set) + self.region(set, blank)
    }

    /// The set of the tiles' home cells.
    fn home_set(&self) -> u32 {
        self.tiles().iter().fold(0, |set, &tile| set | 1 << tile)
    }

    /// The order of the tiles at home: rising.
    fn home_order(&self) -> u32 {
        (0..self.tiles().len() as u32).fold(0, |order, tile| order | tile << (3 * tile))
    }

    /// Whether the bound of this set is odd: each slide of a pattern tile changes its cell's colour.
    fn is_odd(&self, set: u32) -> bool {
        ((set ^ self.home_set()) & odd_cells(self.shape())).count_ones() % 2 == 1
    }
}

/// The cells of the other colour than the first, as a mask.
pub fn odd_cells(shape: Shape) -> u32 {
    let columns = shape.columns();
    let odd = |cell: &u32| (cell / columns + cell % columns) % 2 == 1;
    (0..shape.cells() as u32).filter(odd).fold(0, |mask, cell| mask | 1 << cell)
}

/// For each cell the mask of the cells beside it, on a board of at most 32 cells.
pub fn beside(shape: Shape) -> Vec<u32> {
    let mask =
        |a| shape.all_cells().filter(|&b| shape.distance(a, b) == 1).fold(0, |mask, b| mask | 1 << b.index());
    shape.all_cells().map(mask).collect()
}

impl Numbering for Layout {
    fn shape(&self) -> Shape {
        self.shape()
    }

    fn home(&self) -> u8 {
        self.home()
    }

    fn tiles(&self) -> &[u8] {
        self.tiles()
    }

    fn sets(&self) -> impl Iterator<Item = u32> {
        self.sets().iter().map(|&set| u32::from(set))
    }

    fn places(&self) -> usize {
        self.places()
    }

    fn ranks(&self) -> usize {
        self.ranks()
    }

    fn row_bits(&self) -> usize {
        self.row_bits()
    }

    fn place(&self, set: u32) -> usize {
        self.place(set as u16)
    }

    fn region(&self, set: u32, cell: u8) -> usize {
        self.region(set as u16, cell)
    }

    fn regions(&self, set: u32) -> usize {
        self.regions(set as u16)
    }

    fn rank(&self, order: u32) -> usize {
        self.rank(order)
    }

    fn orders(&self) -> Vec<u32> {
        self.orders()
    }
}
