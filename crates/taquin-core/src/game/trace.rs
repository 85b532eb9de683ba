//! The cells a pointer passed between two places where it was seen.

use crate::prelude::*;
use crate::{Cell, Shape};

/// A place on or beside a board in units of cells: `x` counts columns from the left edge, `y` rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Columns from the left edge.
    pub x: f64,
    /// Rows from the top edge.
    pub y: f64,
}

impl Point {
    /// The middle of a cell.
    #[must_use]
    pub fn middle_of(shape: Shape, cell: Cell) -> Point {
        Point { x: f64::from(shape.column(cell)) + 0.5, y: f64::from(shape.row(cell)) + 0.5 }
    }

    /// The cell that it lies in; `None` outside the board.
    #[must_use]
    pub fn cell(self, shape: Shape) -> Option<Cell> {
        shape.cell(u32::try_from(floor(self.y)).ok()?, u32::try_from(floor(self.x)).ok()?)
    }
}

/// The cells that a straight line enters, in order, the one it starts in left out; what lies outside the board is
/// passed over. A pointer that moves fast is seen only now and then: each cell in between was passed over, and counts.
///
/// Consecutive cells of the way share an edge: a line through a corner goes along the row first.
///
/// ```
/// use taquin_core::{Shape, game::{Point, cells_entered}};
/// let shape = Shape::new(4, 4)?;
/// let way = cells_entered(shape, Point { x: 0.9, y: 0.2 }, Point { x: 2.1, y: 1.3 });
/// let cell = |row, column| shape.cell(row, column).unwrap();
/// assert_eq!(way, [cell(0, 1), cell(1, 1), cell(1, 2)]);
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[must_use]
pub fn cells_entered(shape: Shape, from: Point, to: Point) -> Vec<Cell> {
    let Some((from, to)) = near(shape, from, to) else { return Vec::new() };
    let (mut row, mut column) = (floor(from.y), floor(from.x));
    let (last_row, last_column) = (floor(to.y), floor(to.x));
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (row_step, column_step) = ((last_row - row).signum(), (last_column - column).signum());
    // How far the next border is, across and down.
    let across = |column: i64| (column as f64 + f64::from(u8::from(dx > 0.0)) - from.x).abs();
    let down = |row: i64| (row as f64 + f64::from(u8::from(dy > 0.0)) - from.y).abs();
    let mut cells = Vec::new();
    while (row, column) != (last_row, last_column) {
        // It is met sooner when across / |dx| ≤ down / |dy|.
        let along = row == last_row || across(column) * dy.abs() <= down(row) * dx.abs();
        if column != last_column && along {
            column += column_step;
        } else {
            row += row_step;
        }
        let inside = u32::try_from(row).ok().zip(u32::try_from(column).ok());
        cells.extend(inside.and_then(|(row, column)| shape.cell(row, column)));
    }
    cells
}

/// The cells from `from` (left out) to `to`, each a neighbour of the one before it, as near to the straight line
/// between their middles as steps along rows and columns can be.
///
/// ```
/// use taquin_core::{Shape, game::cells_between};
/// let shape = Shape::new(4, 4)?;
/// let cell = |row, column| shape.cell(row, column).unwrap();
/// let path = cells_between(shape, cell(0, 0), cell(0, 3));
/// assert_eq!(path, [cell(0, 1), cell(0, 2), cell(0, 3)]);
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[must_use]
pub fn cells_between(shape: Shape, from: Cell, to: Cell) -> Vec<Cell> {
    if from.index() >= shape.cells() || to.index() >= shape.cells() {
        return Vec::new();
    }
    cells_entered(shape, Point::middle_of(shape, from), Point::middle_of(shape, to))
}

/// The part of a line that is near the board; `None` when no part is, or an end is no place at all.
///
/// Whatever the ends claim, what is left crosses no more borders than the board has, and a few around it. What is near
/// already is left as it is, to the last bit.
fn near(shape: Shape, mut from: Point, mut to: Point) -> Option<(Point, Point)> {
    const MARGIN: f64 = 1.0;
    if !((to.x - from.x).is_finite() && (to.y - from.y).is_finite()) {
        return None;
    }
    // One axis after the other, as `x`: first with the columns, then, turned over, with the rows, and turned back.
    for side in [shape.columns(), shape.rows()] {
        for limit in [-MARGIN, f64::from(side) + MARGIN] {
            let beyond = |point: Point| if limit < 0.0 { limit - point.x } else { point.x - limit };
            let (a, b) = (beyond(from), beyond(to));
            if a > 0.0 && b > 0.0 {
                return None;
            }
            let cut = Point { x: limit, y: from.y + (to.y - from.y) * (a / (a - b)) };
            if a > 0.0 {
                from = cut;
            } else if b > 0.0 {
                to = cut;
            }
        }
        (from, to) = (Point { x: from.y, y: from.x }, Point { x: to.y, y: to.x });
    }
    Some((from, to))
}

/// The largest whole number that is not above; without the standard library floats have no `floor`.
fn floor(x: f64) -> i64 {
    let whole = x as i64;
    if (whole as f64) > x { whole - 1 } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same way between middles by whole numbers: the next border between rows comes first when
    /// (rows done + ½) / rows < (columns done + ½) / columns.
    fn by_whole_numbers(shape: Shape, from: Cell, to: Cell) -> Vec<Cell> {
        let place = |cell| (i64::from(shape.row(cell)), i64::from(shape.column(cell)));
        let ((mut row, mut column), (to_row, to_column)) = (place(from), place(to));
        let (down, across) = ((to_row - row).abs(), (to_column - column).abs());
        let (row_step, column_step) = ((to_row - row).signum(), (to_column - column).signum());
        let (mut rows_done, mut columns_done) = (0, 0);
        let mut path = Vec::new();
        while rows_done < down || columns_done < across {
            if (2 * rows_done + 1) * across < (2 * columns_done + 1) * down {
                (row, rows_done) = (row + row_step, rows_done + 1);
            } else {
                (column, columns_done) = (column + column_step, columns_done + 1);
            }
            path.extend(shape.cell(row as u32, column as u32));
        }
        path
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_path_on_5x7_is_connected_and_as_short_as_can_be() {
        let shape = Shape::new(5, 7).unwrap();
        for from in shape.all_cells() {
            for to in shape.all_cells() {
                let path = cells_between(shape, from, to);
                assert_eq!(path.len() as u32, shape.distance(from, to));
                let mut at = from;
                for &next in &path {
                    assert_eq!(shape.distance(at, next), 1);
                    at = next;
                }
                assert_eq!(at, to);
            }
        }
        assert!(cells_between(shape, Cell::new(0), Cell::new(35)).is_empty());
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn the_way_between_middles_equals_the_way_by_whole_numbers_on_9x9() {
        let shape = Shape::new(9, 9).unwrap();
        for (from, to) in shape.all_cells().flat_map(|a| shape.all_cells().map(move |b| (a, b))) {
            assert_eq!(cells_between(shape, from, to), by_whole_numbers(shape, from, to), "{from:?} {to:?}");
        }
    }

    /// Every cell that some point of the line lies in, by looking at very many of them.
    fn by_sampling(shape: Shape, from: Point, to: Point) -> Vec<Cell> {
        let mut cells: Vec<Option<Cell>> = (0..=20_000)
            .map(|i| f64::from(i) / 20_000.0)
            .map(|s| Point { x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s }.cell(shape))
            .collect();
        cells.dedup();
        cells.into_iter().skip(1).flatten().collect()
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn the_cells_of_any_line_are_those_its_points_lie_in_and_share_edges() {
        let shape = Shape::new(6, 6).unwrap();
        let mut number = 1u32;
        let mut place = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(number >> 8) / f64::from(1 << 24) * 10.0 - 2.0
        };
        for _ in 0..500 {
            let (from, to) = (Point { x: place(), y: place() }, Point { x: place(), y: place() });
            let (cells, sampled) = (cells_entered(shape, from, to), by_sampling(shape, from, to));
            // A corner cut by less than a sample's step is seen by one of them only.
            assert!(sampled.iter().all(|cell| cells.contains(cell)), "{from:?} {to:?}");
            assert!(cells.len() <= sampled.len() + 2, "{from:?} {to:?}: {cells:?} {sampled:?}");
            if from.cell(shape).is_some() && to.cell(shape).is_some() {
                let mut way = from.cell(shape).into_iter().chain(cells.iter().copied()).collect::<Vec<_>>();
                assert_eq!(way.last().copied(), to.cell(shape));
                way.dedup();
                assert!(way.windows(2).all(|w| shape.distance(w[0], w[1]) == 1), "{from:?} {to:?}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn what_lies_outside_the_board_is_passed_over_and_costs_nothing() {
        let shape = Shape::new(2, 2).unwrap();
        let way = |a, b, c, d| {
            let cells = cells_entered(shape, Point { x: a, y: b }, Point { x: c, y: d });
            cells.into_iter().map(Cell::index).collect::<Vec<_>>()
        };
        assert_eq!(way(-2.5, 0.5, 1.5, 0.5), [0, 1]);
        assert_eq!(way(5.0, -5.0, 6.0, -9.0), [0usize; 0]);
        assert_eq!(way(-1e18, 0.5, 1e18, 0.5), [0, 1]);
        assert_eq!(way(f64::MAX, 0.5, -f64::MAX, 0.5), [0usize; 0], "no such distance");
        assert_eq!(way(f64::NAN, 0.5, 1.0, 0.5), [0usize; 0]);
        assert_eq!(way(0.5, 0.5, 0.5, f64::INFINITY), [0usize; 0]);
        let large = Shape::new(1, 1 << 20).unwrap();
        let all = cells_entered(large, Point { x: 0.5, y: 0.5 }, Point { x: 1e6, y: 0.5 });
        assert_eq!(all.len(), 1_000_000);
    }
}
