//! The symmetries of the rectangle.
//!
//! Mirror a board, its goal and its moves together and nothing changes but the names of places: so tables
//! for one home of the blank serve every home that a symmetry carries it to.

use crate::{Cell, Direction, Shape};

/// One of the ways to lay a rectangle onto a rectangle: transpose first, then mirror rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror_rows: bool,
    mirror_columns: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry { transpose: false, mirror_rows: false, mirror_columns: false };

    /// Rows become columns.
    pub const TRANSPOSE: Symmetry = Symmetry { transpose: true, mirror_rows: false, mirror_columns: false };

    /// All eight: the first four keep the shape, the others transpose it.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8u8).map(|bits| Symmetry {
            transpose: bits & 4 != 0,
            mirror_rows: bits & 2 != 0,
            mirror_columns: bits & 1 != 0,
        })
    }

    /// Those that lay this shape onto itself: eight for a square, four otherwise.
    pub fn of(shape: Shape) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |symmetry| symmetry.shape(shape) == shape)
    }

    /// Where the shape goes.
    #[must_use]
    pub fn shape(self, shape: Shape) -> Shape {
        if self.transpose { shape.transposed() } else { shape }
    }

    /// Where a cell of `shape` goes, as a cell of [`Symmetry::shape`]; `None` outside the board.
    #[must_use]
    pub fn cell(self, shape: Shape, cell: Cell) -> Option<Cell> {
        if cell.index() >= shape.cells() {
            return None;
        }
        let (mut row, mut column) = (shape.row(cell), shape.column(cell));
        if self.transpose {
            (row, column) = (column, row);
        }
        let image = self.shape(shape);
        if self.mirror_rows {
            row = image.rows() - 1 - row;
        }
        if self.mirror_columns {
            column = image.columns() - 1 - column;
        }
        image.cell(row, column)
    }

    /// Which way a slide goes afterwards.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        let turned = if self.transpose { direction.transposed() } else { direction };
        let mirrored = if turned.is_vertical() { self.mirror_rows } else { self.mirror_columns };
        if mirrored { turned.opposite() } else { turned }
    }

    /// The symmetry that leads back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self {
            // Transposing exchanges what mirrors rows with what mirrors columns.
            Symmetry { transpose: true, mirror_rows, mirror_columns } => {
                Symmetry { transpose: true, mirror_rows: mirror_columns, mirror_columns: mirror_rows }
            }
            mirror => mirror,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_symmetries_and_a_square_eight() {
        assert_eq!(Symmetry::of(Shape::new(2, 3).unwrap()).count(), 4);
        assert_eq!(Symmetry::of(Shape::new(3, 3).unwrap()).count(), 8);
    }

    #[test]
    fn the_inverse_leads_every_cell_back() {
        let shape = Shape::new(3, 5).unwrap();
        for symmetry in Symmetry::all() {
            let image = symmetry.shape(shape);
            for cell in shape.all_cells() {
                assert_eq!(symmetry.inverse().cell(image, symmetry.cell(shape, cell).unwrap()), Some(cell));
            }
            for direction in Direction::ALL {
                assert_eq!(symmetry.inverse().direction(symmetry.direction(direction)), direction);
            }
        }
    }

    #[test]
    fn a_board_and_its_image_slide_alike_towards_any_goal() {
        use crate::{Goal, Problem, Scrambler, Seed};
        let shape = Shape::new(3, 4).unwrap();
        for goal in [Goal::BlankLast, Goal::Snake] {
            let scrambler = Scrambler::new(shape, &goal, Seed::new(7)).unwrap();
            for (symmetry, index) in Symmetry::all().zip(0..) {
                let problem = Problem::new(scrambler.board(index), &goal).unwrap();
                let image = symmetry.shape(shape);
                let home = symmetry.cell(shape, problem.goal().blank()).unwrap();
                let there = Goal::BlankAt(image.row(home), image.column(home)).board(image).unwrap();
                let carried = problem.carried(symmetry, &there).expect("the blank's homes agree");
                let far = Problem::new(carried.clone(), &Goal::Board(there.clone())).unwrap();
                assert_eq!((far.manhattan(), far.decide().is_ok()), (problem.manhattan(), true));
                for direction in Direction::ALL {
                    let (mut here, mut image) = (problem.start().clone(), carried.clone());
                    let moved = here.slide(direction).is_some();
                    assert_eq!(moved, image.slide(symmetry.direction(direction)).is_some());
                    let next = Problem::new(here, &goal).unwrap().carried(symmetry, &there);
                    assert_eq!(next, Some(image));
                }
                // Any other home of the blank has no image here.
                let elsewhere = symmetry.cell(shape, Cell::new(5)).unwrap();
                let other =
                    Goal::BlankAt(image.row(elsewhere), image.column(elsewhere)).board(image).unwrap();
                assert_eq!(problem.carried(symmetry, &other), None);
            }
        }
    }

    #[test]
    fn a_slide_and_its_image_carry_the_blank_to_images() {
        let shape = Shape::new(3, 4).unwrap();
        let blank_after = |shape: Shape, blank: Cell, slide: Direction| -> Option<Cell> {
            let (row, column) = (shape.row(blank), shape.column(blank));
            match slide {
                Direction::Up => shape.cell(row + 1, column),
                Direction::Down => shape.cell(row.checked_sub(1)?, column),
                Direction::Left => shape.cell(row, column + 1),
                Direction::Right => shape.cell(row, column.checked_sub(1)?),
            }
        };
        for symmetry in Symmetry::all() {
            for (blank, slide) in shape.all_cells().flat_map(|c| Direction::ALL.map(|d| (c, d))) {
                let moved = blank_after(shape, blank, slide).map(|cell| symmetry.cell(shape, cell).unwrap());
                let image = symmetry.cell(shape, blank).unwrap();
                assert_eq!(moved, blank_after(symmetry.shape(shape), image, symmetry.direction(slide)));
            }
        }
    }
}
