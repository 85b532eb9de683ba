//! The geometry of a board as data: which cell lies where, and where the blank belongs.

use std::sync::Arc;

use taquin_core::{Cell, Direction, Shape};

/// No cell: the neighbour beyond the edge.
const OUTSIDE: u32 = u32::MAX;

/// A rectangle with its neighbour table and the blank's home.
///
/// One type serves every shape: searches and heuristics read neighbours from here and never compute with
/// rows and columns in their inner loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    shape: Shape,
    home: usize,
    /// Shared by all copies. That of a board past [`TABLE_CELLS`] would take milliseconds to make and is empty: its
    /// neighbours are reckoned when they are asked for.
    neighbours: Arc<[[u32; 4]]>,
}

/// Boards up to this many cells have a table of neighbours.
const TABLE_CELLS: usize = 1 << 16;

/// One tile moving one cell into the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tile's label: the number of the cell where it belongs.
    pub tile: usize,
    /// The cell the tile leaves, where the blank is afterwards.
    pub from: usize,
    /// The cell the tile enters, where the blank was.
    pub to: usize,
    /// The way the tile travels.
    pub direction: Direction,
}

impl Grid {
    /// The grid of a shape whose blank belongs on `home`; `None` if that is not a cell of the shape.
    pub fn new(shape: Shape, home: Cell) -> Option<Grid> {
        if home.index() >= shape.cells() {
            return None;
        }
        let cells = if shape.cells() <= TABLE_CELLS { shape.cells() as u32 } else { 0 };
        // Of a range the list is made in its place.
        let neighbours = (0..cells).map(|cell| neighbours(shape, cell)).collect();
        Some(Grid { shape, home: home.index(), neighbours })
    }

    /// The rectangle.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.shape.cells()
    }

    /// The cell where the blank belongs, which is also the blank's label.
    #[inline]
    pub fn home(&self) -> usize {
        self.home
    }

    /// The cell whose tile travels in `direction` when the blank is on `blank`; `None` at the edge and off the board.
    #[inline]
    pub fn source(&self, blank: usize, direction: Direction) -> Option<usize> {
        let cell = match self.neighbours.get(blank) {
            Some(around) => around[direction as usize],
            None => self.reckoned(blank, direction),
        };
        (cell != OUTSIDE).then_some(cell as usize)
    }

    /// The same of what is in no table: a cell of a large board, or none at all.
    #[cold]
    fn reckoned(&self, cell: usize, direction: Direction) -> u32 {
        if cell < self.cells() { neighbours(self.shape, cell as u32)[direction as usize] } else { OUTSIDE }
    }

    /// The row of a cell, from 0.
    #[inline]
    pub fn row(&self, cell: usize) -> usize {
        cell / self.shape.columns() as usize
    }

    /// The column of a cell, from 0.
    #[inline]
    pub fn column(&self, cell: usize) -> usize {
        cell % self.shape.columns() as usize
    }

    /// Steps along rows and columns between two cells.
    #[inline]
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        (self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))) as u32
    }
}

/// The cells around one, by the direction in which a tile travels from them.
fn neighbours(shape: Shape, cell: u32) -> [u32; 4] {
    let (cells, columns) = (shape.cells() as u32, shape.columns());
    let column = cell % columns;
    let inside = |is: bool, value: u32| if is { value } else { OUTSIDE };
    [
        inside(cell < cells - columns, cell.wrapping_add(columns)),
        inside(cell >= columns, cell.wrapping_sub(columns)),
        inside(column + 1 < columns, cell.wrapping_add(1)),
        inside(column > 0, cell.wrapping_sub(1)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_the_cell_from_which_a_tile_travels_that_way_into_the_blank() {
        let shape: Shape = "3x4".parse().unwrap();
        let grid = Grid::new(shape, shape.last_cell()).unwrap();
        assert_eq!(grid.source(5, Direction::Up), Some(9));
        assert_eq!(grid.source(5, Direction::Down), Some(1));
        assert_eq!(grid.source(5, Direction::Left), Some(6));
        assert_eq!(grid.source(5, Direction::Right), Some(4));
        assert_eq!(grid.source(0, Direction::Down), None);
        assert_eq!(grid.source(3, Direction::Left), None);
        assert_eq!(grid.source(4, Direction::Right), None);
        assert_eq!(grid.source(11, Direction::Up), None);
    }

    #[test]
    fn boards_too_large_for_a_table_have_the_same_neighbours() {
        for size in ["257x256", "2x32769", "40000x2", "1x70000"] {
            let shape: Shape = size.parse().unwrap();
            let grid = Grid::new(shape, shape.last_cell()).unwrap();
            assert_eq!((grid.neighbours.len(), grid.cells()), (0, shape.cells()));
            for (cell, direction) in shape.all_cells().flat_map(|cell| Direction::ALL.map(|way| (cell, way)))
            {
                let source = grid.source(cell.index(), direction);
                let expected = Some(cell).and_then(|cell| {
                    let (row, column) = (i64::from(shape.row(cell)), i64::from(shape.column(cell)));
                    let (row, column) = match direction {
                        Direction::Up => (row + 1, column),
                        Direction::Down => (row - 1, column),
                        Direction::Left => (row, column + 1),
                        Direction::Right => (row, column - 1),
                    };
                    shape.cell(u32::try_from(row).ok()?, u32::try_from(column).ok()?)
                });
                assert_eq!(source, expected.map(Cell::index), "{size} {cell:?} {direction:?}");
            }
            assert!(Direction::ALL.iter().all(|&way| grid.source(shape.cells(), way).is_none()), "{size}");
        }
    }

    #[test]
    fn a_grid_says_of_every_cell_what_its_shape_says() {
        for size in ["1x1", "1x5", "5x1", "3x4", "4x3"] {
            let shape: Shape = size.parse().unwrap();
            for home in shape.all_cells() {
                let grid = Grid::new(shape, home).unwrap();
                assert_eq!((grid.shape(), grid.cells(), grid.home()), (shape, shape.cells(), home.index()));
            }
            let grid = Grid::new(shape, Cell::new(0)).unwrap();
            for a in shape.all_cells() {
                let place = (shape.row(a) as usize, shape.column(a) as usize);
                assert_eq!((grid.row(a.index()), grid.column(a.index())), place);
                for b in shape.all_cells() {
                    assert_eq!(grid.distance(a.index(), b.index()), shape.distance(a, b));
                    let beside =
                        Direction::ALL.into_iter().any(|d| grid.source(a.index(), d) == Some(b.index()));
                    assert_eq!(beside, shape.distance(a, b) == 1, "{size}");
                }
            }
            assert!(Grid::new(shape, Cell::new(shape.cells() as u32)).is_none());
            assert_eq!(grid.source(shape.cells(), Direction::Up), None);
        }
    }
}
