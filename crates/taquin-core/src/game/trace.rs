//! The cells a pointer passed between two places where it was seen.

use crate::{Cell, Shape};

/// The cells from `from` (left out) to `to`, each a neighbour of the one before it, as near to the straight line
/// as steps along rows and columns can be. A pointer that moves fast is seen only now and then; playing by hover
/// must not lose the tiles in between.
///
/// ```
/// use taquin_core::{Shape, game::cells_between};
/// let shape = Shape::new(4, 4)?;
/// let cell = |row, column| shape.cell(row, column).unwrap();
/// let path = cells_between(shape, cell(0, 0), cell(0, 3));
/// assert_eq!(path, [cell(0, 1), cell(0, 2), cell(0, 3)]);
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
pub fn cells_between(shape: Shape, from: Cell, to: Cell) -> Vec<Cell> {
    if from.index() >= shape.cells() || to.index() >= shape.cells() {
        return Vec::new();
    }
    let place = |cell| (i64::from(shape.row(cell)), i64::from(shape.column(cell)));
    let ((mut row, mut column), (to_row, to_column)) = (place(from), place(to));
    let (down, across) = ((to_row - row).abs(), (to_column - column).abs());
    let (row_step, column_step) = ((to_row - row).signum(), (to_column - column).signum());
    let (mut rows_done, mut columns_done) = (0, 0);
    let mut path = Vec::with_capacity((down + across) as usize);
    while rows_done < down || columns_done < across {
        // The next crossing of a line between rows comes before the next one between columns when
        // (rows_done + ½) / down < (columns_done + ½) / across.
        if (2 * rows_done + 1) * across < (2 * columns_done + 1) * down {
            row += row_step;
            rows_done += 1;
        } else {
            column += column_step;
            columns_done += 1;
        }
        path.extend(shape.cell(row as u32, column as u32));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
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
}
