//! What a table is for.

use std::fmt;

use taquin_core::{Cell, Metric, Shape};

use crate::multi;
use crate::position::symmetry::stand;

use crate::table::cells16::layout::Layout;
use crate::table::cells16::{self, partition};
use crate::table::{Split, cells25};
use crate::{Monitor, StopReason, Unlimited};

/// The name of one pattern's table: the metric, the board as it stands (turned so that few homes remain), the blank's home
/// and the home cells of the tiles.
///
/// ```
/// use taquin_core::{Cell, Metric, Shape};
/// use taquin_solve::table::TableKey;
/// let keys = TableKey::big(Shape::new(4, 4)?, Cell::new(15), Metric::Stm);
/// assert_eq!(keys.len(), 2);
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableKey {
    metric: Metric,
    shape: Shape,
    home: u8,
    tiles: Vec<u8>,
}

impl TableKey {
    /// The key of these tiles; `None` if no table can be for them: more than 25 cells, more than eight tiles (six
    /// past 16 cells, five on 2×12), tiles not rising, off the board or at the blank's home.
    pub fn new(shape: Shape, home: u8, tiles: &[u8]) -> Option<TableKey> {
        let cells = shape.cells();
        let fits = cells >= 4
            && !shape.is_corridor()
            && (home as usize) < cells
            && if cells <= cells16::MAX_CELLS {
                (1..=cells16::layout::MAX_TILES).contains(&tiles.len())
            } else {
                cells25::layout::fits(shape, tiles.len())
            }
            && tiles.is_sorted_by(|a, b| a < b)
            && tiles.iter().all(|&tile| (tile as usize) < cells && tile != home);
        fits.then(|| TableKey { metric: Metric::Stm, shape, home, tiles: tiles.to_vec() })
    }

    /// The key of these tiles in the multi-tile metric, on a board read so that the moves that count are along its columns;
    /// `None` if no table can be for them (`docs/tables.md` says which).
    pub(crate) fn of_lines(shape: Shape, home: u8, tiles: &[u8]) -> Option<TableKey> {
        let fits = multi::fits(shape, usize::from(home), tiles);
        fits.then(|| TableKey { metric: Metric::Mtm, shape, home, tiles: tiles.to_vec() })
    }

    /// The big tables for a shape and a home of the blank: symmetric homes have the same.
    pub fn big(shape: Shape, home: Cell, metric: Metric) -> Vec<TableKey> {
        let cells = shape.cells();
        if metric == Metric::Mtm {
            return multi::big_keys(shape, home);
        }
        if shape.is_corridor() || cells > cells25::layout::MAX_CELLS || home.index() >= cells {
            return Vec::new();
        }
        if cells > cells16::MAX_CELLS {
            let standing = stand(shape, home.index() as u8);
            let splits = cells25::partition::splits(standing.shape, standing.home);
            let patterns = cells25::Shared::new(standing.shape, standing.home, &splits).patterns;
            let key = |tiles: &Vec<u8>| TableKey::new(standing.shape, standing.home, tiles);
            return patterns.iter().filter_map(key).collect();
        }
        let standing = stand(shape, home.index() as u8);
        let splits = partition::big(standing.shape, standing.home);
        splits
            .iter()
            .flat_map(Split::patterns)
            .filter_map(|tiles| TableKey::new(standing.shape, standing.home, tiles))
            .collect()
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
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

    /// Whether the board has more than 16 cells, so that the table is numbered another way.
    pub(crate) fn is_cells25(&self) -> bool {
        self.shape.cells() > cells16::MAX_CELLS
    }

    /// The numbering of the table's entries.
    ///
    /// # Panics
    /// If the board has more than 16 cells.
    pub(crate) fn layout(&self, monitor: &dyn Monitor) -> Result<Layout, StopReason> {
        Layout::watched(self.shape, self.home, &self.tiles, monitor)
    }

    /// The numbering of the entries of a table for up to 25 cells; any key has one if its tiles are at most six.
    ///
    /// # Panics
    /// If the tiles are more than six.
    pub(crate) fn layout25(&self, monitor: &dyn Monitor) -> Result<cells25::layout::Layout, StopReason> {
        cells25::layout::Layout::watched(self.shape, self.home, &self.tiles, monitor)
    }

    /// Bytes of the table's entries.
    pub fn bytes(&self) -> usize {
        self.bytes_watched(&Unlimited).expect("nobody stops it")
    }

    /// The same, unless the monitor says stop: it takes numbering the entries to know.
    pub(crate) fn bytes_watched(&self, monitor: &dyn Monitor) -> Result<usize, StopReason> {
        Ok(match self.metric {
            Metric::Mtm => multi::table_bytes(self.shape, self.tiles.len()),
            Metric::Stm if self.is_cells25() => self.layout25(monitor)?.bytes(),
            Metric::Stm => self.layout(monitor)?.bytes(),
        })
    }

    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{self}.tbl")
    }
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let metric = if self.metric == Metric::Mtm { "-mtm" } else { "" };
        write!(f, "{}{metric}-b{}-t", self.shape, self.home)?;
        for (number, tile) in self.tiles.iter().enumerate() {
            write!(f, "{}{tile}", if number == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}
