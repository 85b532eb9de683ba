//! Tiles that belong together: what a colouring of the board tells, and what the times of a solve are split by.

use core::fmt;
use core::str::FromStr;

use crate::{Cell, Shape, UnknownName};

/// A way to part the tiles into groups by the places of their homes.
///
/// ```
/// use taquin_core::{Cell, Grouping, Shape};
/// let shape = Shape::new(3, 4)?;
/// let groups = |of: Grouping| -> Vec<u32> { shape.all_cells().map(|home| of.group(shape, home)).collect() };
/// assert_eq!(groups(Grouping::Fringe), [0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 2, 2]);
/// assert_eq!(groups(Grouping::Grids), [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3]);
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grouping {
    /// By rows.
    Rows,
    /// By columns.
    Columns,
    /// By layers from the top left: a row and the column that meets it, then the next ones inside. What speed solvers use.
    Fringe,
    /// By quarters of the board; of an odd side the upper or left half is the larger one.
    Grids,
    /// By the colours of a chessboard.
    Checkerboard,
}

impl Grouping {
    /// All of them.
    pub const ALL: [Grouping; 5] =
        [Grouping::Rows, Grouping::Columns, Grouping::Fringe, Grouping::Grids, Grouping::Checkerboard];

    /// One word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Grouping::Rows => "rows",
            Grouping::Columns => "columns",
            Grouping::Fringe => "fringe",
            Grouping::Grids => "grids",
            Grouping::Checkerboard => "checkerboard",
        }
    }

    /// The group of the tile whose home is this cell, from 0.
    #[must_use]
    pub fn group(self, shape: Shape, home: Cell) -> u32 {
        let (row, column) = (shape.row(home), shape.column(home));
        match self {
            Grouping::Rows => row,
            Grouping::Columns => column,
            Grouping::Fringe => row.min(column),
            Grouping::Grids => {
                2 * u32::from(2 * row >= shape.rows()) + u32::from(2 * column >= shape.columns())
            }
            Grouping::Checkerboard => (row + column) % 2,
        }
    }

    /// How many groups a board of this shape may have.
    #[must_use]
    pub fn count(self, shape: Shape) -> u32 {
        match self {
            Grouping::Rows => shape.rows(),
            Grouping::Columns => shape.columns(),
            Grouping::Fringe => shape.rows().min(shape.columns()),
            Grouping::Grids => 4,
            Grouping::Checkerboard => 2,
        }
    }
}

impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Grouping {
    type Err = UnknownName;

    /// Reads the one word.
    fn from_str(text: &str) -> Result<Grouping, UnknownName> {
        let found = Grouping::ALL.into_iter().find(|grouping| grouping.word() == text);
        found.ok_or_else(|| UnknownName::new(text, "rows, columns, fringe, grids, checkerboard"))
    }
}

mod alike;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_home_of_every_small_shape_has_a_group_below_the_count_and_every_group_a_home() {
        for (rows, columns) in (2..=7).flat_map(|r| (2..=7).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for grouping in Grouping::ALL {
                for group in 0..grouping.count(shape) {
                    assert!(shape.all_cells().any(|home| grouping.group(shape, home) == group), "{grouping}");
                }
                assert!(shape.all_cells().all(|home| grouping.group(shape, home) < grouping.count(shape)));
                assert_eq!(grouping.word().parse(), Ok(grouping));
            }
        }
        assert!("layers".parse::<Grouping>().is_err());
    }

    #[test]
    fn layers_are_as_long_as_a_row_and_a_column_that_meet() {
        let shape = Shape::new(5, 7).unwrap();
        let members =
            |layer| shape.all_cells().filter(|&c| Grouping::Fringe.group(shape, c) == layer).count();
        assert_eq!([0, 1, 2, 3, 4].map(members), [11, 9, 7, 5, 3]);
    }
}
