//! What a table is for.

use std::fmt;

use taquin_core::{Cell, Shape};

use crate::pattern::layout::Layout;
use crate::pattern::partition;
use crate::pattern::symmetry::stand;

/// The name of one pattern's table: the board as it stands (see [`crate::pattern::symmetry`]), the blank's home
/// and the home cells of the tiles.
///
/// ```
/// use taquin_core::{Cell, Shape};
/// use taquin_solve::table::TableKey;
/// let keys = TableKey::big(Shape::new(4, 4)?, Cell::new(15));
/// assert_eq!(keys.len(), 2);
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableKey {
    shape: Shape,
    home: u8,
    tiles: Vec<u8>,
}

impl TableKey {
    /// The key of these tiles; `None` if no table can be for them: more than 16 cells, more than eight tiles,
    /// tiles not rising, off the board or at the blank's home.
    pub fn new(shape: Shape, home: u8, tiles: &[u8]) -> Option<TableKey> {
        let cells = shape.cells();
        let fits = (4..=16).contains(&cells)
            && !shape.is_corridor()
            && (home as usize) < cells
            && (1..=crate::pattern::layout::MAX_TILES).contains(&tiles.len())
            && tiles.is_sorted_by(|a, b| a < b)
            && tiles.iter().all(|&tile| (tile as usize) < cells && tile != home);
        fits.then(|| TableKey { shape, home, tiles: tiles.to_vec() })
    }

    /// The big tables for a shape and a home of the blank: symmetric homes have the same.
    pub fn big(shape: Shape, home: Cell) -> Vec<TableKey> {
        if shape.is_corridor() || shape.cells() > 16 || home.index() >= shape.cells() {
            return Vec::new();
        }
        let standing = stand(shape, home.index() as u8);
        let splits = partition::big(standing.shape, standing.home);
        splits
            .iter()
            .flatten()
            .filter_map(|tiles| TableKey::new(standing.shape, standing.home, tiles))
            .collect()
    }

    /// The shape of the board as it stands.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's home.
    pub fn home(&self) -> u8 {
        self.home
    }

    /// The home cells of the tiles, rising.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The numbering of the table's entries.
    pub fn layout(&self) -> Layout {
        Layout::new(self.shape, self.home, &self.tiles)
    }

    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{self}.tbl")
    }
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-b{}-t", self.shape, self.home)?;
        for (number, tile) in self.tiles.iter().enumerate() {
            write!(f, "{}{tile}", if number == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}
