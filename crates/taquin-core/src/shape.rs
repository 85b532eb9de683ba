//! The rectangle a puzzle is played on, and its places.

use core::fmt;
use core::str::FromStr;

use crate::prelude::*;

/// The most cells a shape may have: 2048 × 2048.
///
/// Every limit on memory follows from this one, so it is checked before anything is allocated.
pub const MAX_CELLS: u32 = 1 << 22;

/// The size of a board: rows × columns, both at least one.
///
/// ```
/// use taquin_core::Shape;
/// let shape: Shape = "4x5".parse()?;
/// assert_eq!((shape.rows(), shape.columns(), shape.cells()), (4, 5, 20));
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    rows: u32,
    columns: u32,
}

/// Why two numbers are not a [`Shape`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side is zero.
    #[error("size {rows}x{columns} has no cells; both sides are at least 1")]
    Empty {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
    /// More than [`MAX_CELLS`] cells.
    #[error("size {rows}x{columns} has more than {MAX_CELLS} cells")]
    TooLarge {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
    /// The text is not a size.
    #[error("{0:?} is not a size; write rows x columns, such as 4x4 or 3x5")]
    Syntax(String),
}

impl Shape {
    /// A shape of `rows` × `columns`.
    pub fn new(rows: u32, columns: u32) -> Result<Shape, ShapeError> {
        let (r, c) = (u64::from(rows), u64::from(columns));
        if rows == 0 || columns == 0 {
            return Err(ShapeError::Empty { rows: r, columns: c });
        }
        if r * c > u64::from(MAX_CELLS) {
            return Err(ShapeError::TooLarge { rows: r, columns: c });
        }
        Ok(Shape { rows, columns })
    }

    /// The number of rows.
    #[inline]
    #[must_use]
    pub fn rows(self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[inline]
    #[must_use]
    pub fn columns(self) -> u32 {
        self.columns
    }

    /// The number of cells, which is one more than the number of tiles.
    #[inline]
    #[must_use]
    pub fn cells(self) -> usize {
        (self.rows * self.columns) as usize
    }

    /// Whether a tile's number may begin with this one and go on: who types 1 on 4×4 may mean 12, who types 2 means 2.
    ///
    /// ```
    /// use taquin_core::Shape;
    /// let shape = Shape::new(4, 4)?;
    /// assert!(shape.number_goes_on(1));
    /// assert!(!shape.number_goes_on(2) && !shape.number_goes_on(12) && !shape.number_goes_on(0));
    /// # Ok::<(), taquin_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn number_goes_on(self, number: u32) -> bool {
        number > 0 && u64::from(number) * 10 < self.cells() as u64
    }

    /// Whether the board is a single row or column, where tiles can never pass each other.
    #[must_use]
    pub fn is_corridor(self) -> bool {
        self.rows == 1 || self.columns == 1
    }

    /// How many arrangements there are: the tiles and the blank on its cells in every order. `None` where 128 bits do not hold them.
    ///
    /// ```
    /// use taquin_core::Shape;
    /// assert_eq!(Shape::new(4, 4)?.arrangements(), Some(20_922_789_888_000));
    /// assert_eq!(Shape::new(4, 4)?.reachable(), Some(10_461_394_944_000));
    /// # Ok::<(), taquin_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn arrangements(self) -> Option<u128> {
        (1..=self.cells() as u128).try_fold(1_u128, u128::checked_mul)
    }

    /// How many of them can be brought to a goal: one of each two partners ([`Board::partner`](crate::Board::partner)). In a corridor the
    /// tiles keep their order, and only the blank may stand anywhere.
    #[must_use]
    pub fn reachable(self) -> Option<u128> {
        if self.is_corridor() {
            return Some(self.cells() as u128);
        }
        Some(self.arrangements()? / 2)
    }

    /// Where a cell lies: what is known of a shape often depends on it for the blank's home alone.
    #[must_use]
    pub fn site(self, cell: Cell) -> Site {
        let row = [0, self.rows - 1].contains(&self.row(cell));
        let column = [0, self.columns - 1].contains(&self.column(cell));
        match (row, column) {
            (true, true) => Site::Corner,
            (false, false) => Site::Center,
            _ => Site::Edge,
        }
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Shape {
        Shape { rows: self.columns, columns: self.rows }
    }

    /// The cell in this row and column, both counted from 0; `None` outside the board.
    #[must_use]
    pub fn cell(self, row: u32, column: u32) -> Option<Cell> {
        (row < self.rows && column < self.columns).then(|| Cell(row * self.columns + column))
    }

    /// The last cell in reading order.
    #[must_use]
    pub fn last_cell(self) -> Cell {
        Cell(self.rows * self.columns - 1)
    }

    /// Row of a cell, counted from 0.
    #[inline]
    #[must_use]
    pub fn row(self, cell: Cell) -> u32 {
        cell.0 / self.columns
    }

    /// Column of a cell, counted from 0.
    #[inline]
    #[must_use]
    pub fn column(self, cell: Cell) -> u32 {
        cell.0 % self.columns
    }

    /// All cells in reading order.
    pub fn all_cells(self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + Clone {
        (0..self.rows * self.columns).map(Cell)
    }

    /// How many steps lie between two cells when one walks along rows and columns.
    #[must_use]
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }
}

/// Where a cell lies on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// In an outer row and an outer column.
    Corner,
    /// In one of them.
    Edge,
    /// In neither.
    Center,
}

impl Site {
    /// Its name, as published counts have it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Site::Corner => "corner",
            Site::Edge => "edge",
            Site::Center => "center",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Reads `ROWSxCOLUMNS` (also `×` or `X`); a single number `N` is `NxN`.
    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let syntax = || ShapeError::Syntax(text.chars().take(40).collect());
        let side = |part: &str| -> Result<u64, ShapeError> {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            digits.then_some(part).and_then(|p| p.parse().ok()).ok_or_else(syntax)
        };
        let (rows, columns) = match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) => (side(rows)?, side(columns)?),
            None => (side(text)?, side(text)?),
        };
        match (u32::try_from(rows), u32::try_from(columns)) {
            (Ok(r), Ok(c)) => Shape::new(r, c),
            _ => Err(ShapeError::TooLarge { rows, columns }),
        }
    }
}

/// A place on a board: its number in reading order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell with this number in reading order. Whether a board has it is for the board to say.
    #[inline]
    #[must_use]
    pub const fn new(index: u32) -> Cell {
        Cell(index)
    }

    /// The number in reading order, from 0, ready to index an array.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_rows_times_columns() {
        assert_eq!("4x5".parse(), Shape::new(4, 5));
        assert_eq!("3".parse(), Shape::new(3, 3));
        assert_eq!("2×7".parse(), Shape::new(2, 7));
    }

    #[test]
    fn a_claimed_size_is_refused_before_memory_is_taken() {
        assert!(matches!("65536x65536".parse::<Shape>(), Err(ShapeError::TooLarge { .. })));
        assert!(matches!("0x4".parse::<Shape>(), Err(ShapeError::Empty { .. })));
        for bad in ["", "x", "4x", "x4", "+4x4", "4 x 4", "-1x3", "99999999999999999999x1", "4x4x4"] {
            assert!(bad.parse::<Shape>().is_err(), "{bad}");
        }
    }

    #[test]
    fn arrangements_are_counted_as_far_as_a_number_holds_them() {
        let arrangements = |rows, columns| Shape::new(rows, columns).unwrap().arrangements();
        assert_eq!(
            [arrangements(1, 1), arrangements(2, 2), arrangements(3, 3)],
            [Some(1), Some(24), Some(362_880)]
        );
        assert!(
            arrangements(2, 17).is_some()
                && arrangements(5, 7).is_none()
                && arrangements(2048, 2048).is_none()
        );
        assert_eq!(Shape::new(1, 2048).unwrap().reachable(), Some(2048));
    }

    #[test]
    fn a_cell_lies_in_a_corner_at_an_edge_or_in_neither() {
        let drawn = |rows, columns| {
            let shape = Shape::new(rows, columns).unwrap();
            shape.all_cells().map(|cell| shape.site(cell).word().chars().next().unwrap()).collect::<String>()
        };
        // Of `center` and `corner` the letters are the same: only the former is inside.
        assert_eq!(
            (drawn(3, 4), drawn(2, 3), drawn(1, 3)),
            ("ceececceceec".into(), "ceccec".into(), "cec".into())
        );
        let shape = Shape::new(3, 4).unwrap();
        assert_eq!((shape.site(Cell::new(5)), shape.site(Cell::new(3))), (Site::Center, Site::Corner));
    }
}
