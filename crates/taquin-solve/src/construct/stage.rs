//! The stages of a construction: which line of the board comes next, and what people call it.
//!
//! Whatever the order, the part of the board still to do is a rectangle around the blank's home. Each stage takes one
//! line off one of its sides, never the line of the home, and never from fewer than three lines; so both sides stay at
//! least two long, and what remains at last is a small block that holds the home.

use std::fmt;

use taquin_core::{Cell, Shape};

/// In which order lines are taken off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// Rows first, the farthest from the blank's home before the others, until two are left; then columns. What people
    /// are taught.
    #[default]
    Textbook,
    /// Always the longer side of what is left, so that it stays as near to a square as it can: shorter ways.
    Square,
}

/// What a stage finishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StageKind {
    /// A row, counted from 0, whose tiles come up from below or down from above.
    Row {
        /// Which row.
        row: u32,
        /// Whether the rest of the board lies below it.
        from_below: bool,
    },
    /// A column, counted from 0.
    Column {
        /// Which column.
        column: u32,
        /// Whether the rest of the board lies to its right.
        from_right: bool,
    },
    /// The last block, blank included.
    Block,
    /// A board that is a single line: the blank is led home, and that is all.
    Corridor,
}

/// One stage of a construction: a part of the board that is finished together and not touched afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stage {
    /// What it finishes.
    pub kind: StageKind,
    shape: Shape,
    pub(super) top: u32,
    pub(super) left: u32,
    pub(super) bottom: u32,
    pub(super) right: u32,
}

impl Stage {
    /// The whole board it belongs to.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The cells this stage finishes, in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (rows, columns) = match self.kind {
            StageKind::Row { row, .. } => (row..row + 1, self.left..self.right),
            StageKind::Column { column, .. } => (self.top..self.bottom, column..column + 1),
            StageKind::Block | StageKind::Corridor => (self.top..self.bottom, self.left..self.right),
        };
        rows.flat_map(move |r| columns.clone().filter_map(move |c| self.shape.cell(r, c)))
    }

    /// The cells not finished when this stage begins: the room there is to work in.
    pub fn room(self) -> impl Iterator<Item = Cell> {
        let Stage { shape, top, left, bottom, right, .. } = self;
        (top..bottom).flat_map(move |r| (left..right).filter_map(move |c| shape.cell(r, c)))
    }
}

/// The words hints and lessons use: `top row`, `row 2`, `left column`, `last 2x3`. Rows and columns count from 1.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            StageKind::Row { row: 0, .. } => f.write_str("top row"),
            StageKind::Row { row, .. } if row + 1 == self.shape.rows() => f.write_str("bottom row"),
            StageKind::Row { row, .. } => write!(f, "row {}", row + 1),
            StageKind::Column { column: 0, .. } => f.write_str("left column"),
            StageKind::Column { column, .. } if column + 1 == self.shape.columns() => {
                f.write_str("right column")
            }
            StageKind::Column { column, .. } => write!(f, "column {}", column + 1),
            StageKind::Block => write!(f, "last {}x{}", self.bottom - self.top, self.right - self.left),
            StageKind::Corridor => f.write_str("the only line"),
        }
    }
}

/// The stages that solve any board of this shape whose blank belongs on `home`, a cell of it, in order.
pub(crate) fn stages(shape: Shape, home: Cell, order: Order) -> impl Iterator<Item = Stage> {
    let mut left_over = Some(Stage {
        kind: StageKind::Block,
        shape,
        top: 0,
        left: 0,
        bottom: shape.rows(),
        right: shape.columns(),
    });
    let (home_row, home_column) = (shape.row(home), shape.column(home));
    std::iter::from_fn(move || {
        let room = left_over?;
        let (rows, columns) = (room.bottom - room.top, room.right - room.left);
        let kind = if shape.is_corridor() {
            StageKind::Corridor
        } else if rows > 2 && (order == Order::Textbook || (rows >= columns && rows * columns > 6)) {
            let from_below = home_row - room.top >= room.bottom - 1 - home_row;
            StageKind::Row { row: if from_below { room.top } else { room.bottom - 1 }, from_below }
        } else if columns > 2 && (order == Order::Textbook || rows * columns > 6) {
            let from_right = home_column - room.left >= room.right - 1 - home_column;
            StageKind::Column { column: if from_right { room.left } else { room.right - 1 }, from_right }
        } else {
            StageKind::Block
        };
        left_over = match kind {
            StageKind::Row { from_below: true, .. } => Some(Stage { top: room.top + 1, ..room }),
            StageKind::Row { from_below: false, .. } => Some(Stage { bottom: room.bottom - 1, ..room }),
            StageKind::Column { from_right: true, .. } => Some(Stage { left: room.left + 1, ..room }),
            StageKind::Column { from_right: false, .. } => Some(Stage { right: room.right - 1, ..room }),
            StageKind::Block | StageKind::Corridor => None,
        };
        Some(Stage { kind, ..room })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stages_of_a_usual_board_are_called_what_people_call_them() {
        let stages = stages(Shape::new(4, 4).unwrap(), Cell::new(15), Order::Textbook);
        let names: Vec<String> = stages.map(|stage| stage.to_string()).collect();
        assert_eq!(names, ["top row", "row 2", "left column", "column 2", "last 2x2"]);
    }

    #[test]
    fn the_stages_cover_every_cell_once_and_end_around_the_home() {
        for (rows, columns) in (1..8).flat_map(|r| (1..8).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for home in shape.all_cells() {
                for order in [Order::Textbook, Order::Square] {
                    let mut seen = vec![false; shape.cells()];
                    let mut last = None;
                    for stage in stages(shape, home, order) {
                        for cell in stage.cells() {
                            assert!(
                                !std::mem::replace(&mut seen[cell.index()], true),
                                "{shape} {home:?} {stage}"
                            );
                        }
                        last = Some(stage);
                    }
                    assert!(seen.iter().all(|&s| s));
                    let last = last.unwrap();
                    assert!(last.cells().any(|c| c == home), "{shape} {home:?}");
                    assert!(shape.is_corridor() || last.cells().count() <= 6);
                }
            }
        }
    }
}
