//! The symmetries of a rectangle of any size, as lists of cells; see [`crate::pattern::symmetry`] for small ones.

use taquin_core::Shape;

/// Where each cell goes.
pub type CellMap = Vec<u8>;

/// First `first`, then `second`.
pub fn compose(first: &[u8], second: &[u8]) -> CellMap {
    first.iter().map(|&cell| second[cell as usize]).collect()
}

/// The map that undoes this one.
pub fn inverse(map: &[u8]) -> CellMap {
    let mut back = vec![0; map.len()];
    for (cell, &to) in map.iter().enumerate() {
        back[to as usize] = cell as u8;
    }
    back
}

/// The position after its cells and labels have been renamed.
pub fn rename(position: &[u8], map: &[u8]) -> Vec<u8> {
    let mut renamed = vec![0; position.len()];
    for (cell, &home) in position.iter().enumerate() {
        renamed[map[cell] as usize] = map[home as usize];
    }
    renamed
}

/// Every symmetry of the shape onto itself, the identity first: four, or eight for a square.
pub fn symmetries(shape: Shape) -> Vec<CellMap> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let mut all: Vec<CellMap> = Vec::new();
    for number in 0..if rows == columns { 8 } else { 4 } {
        let map = shape
            .all_cells()
            .map(|cell| {
                let (mut row, mut column) = (shape.row(cell), shape.column(cell));
                if number & 1 != 0 {
                    row = rows - 1 - row;
                }
                if number & 2 != 0 {
                    column = columns - 1 - column;
                }
                if number & 4 != 0 {
                    std::mem::swap(&mut row, &mut column);
                }
                (row * columns + column) as u8
            })
            .collect();
        if !all.contains(&map) {
            all.push(map);
        }
    }
    all
}

/// A board turned so that few shapes and homes remain: no more columns than rows, and the blank's home the
/// first of those symmetric to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The shape after turning.
    pub shape: Shape,
    /// The blank's home after turning.
    pub home: u8,
    /// Where each cell of the board as given goes.
    pub map: CellMap,
}

/// Turns a board of this shape and home.
pub fn stand(shape: Shape, home: u8) -> Standing {
    let (tall, first): (Shape, CellMap) = if shape.columns() > shape.rows() {
        let across = |cell| (shape.column(cell) * shape.rows() + shape.row(cell)) as u8;
        (shape.transposed(), shape.all_cells().map(across).collect())
    } else {
        (shape, (0..shape.cells() as u8).collect())
    };
    let turned = first[home as usize] as usize;
    let best = symmetries(tall).into_iter().min_by_key(|map| map[turned]).expect("there is the identity");
    Standing { shape: tall, home: best[turned], map: compose(&first, &best) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_five_homes_of_a_5x5_board_stand_on_six() {
        let shape = Shape::new(5, 5).unwrap();
        let mut homes: Vec<u8> = (0..25).map(|home| stand(shape, home).home).collect();
        homes.sort_unstable();
        homes.dedup();
        assert_eq!(homes, [0, 1, 2, 6, 7, 12]);
    }

    #[test]
    fn small_boards_stand_as_they_do_for_small_tables() {
        for (rows, columns) in [(2, 8), (3, 5), (4, 4), (2, 2), (5, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for home in 0..shape.cells() as u8 {
                let (ours, theirs) = (stand(shape, home), crate::pattern::symmetry::stand(shape, home));
                assert_eq!((ours.shape, ours.home), (theirs.shape, theirs.home));
                assert_eq!(
                    compose(&ours.map, &inverse(&ours.map)),
                    (0..shape.cells() as u8).collect::<Vec<_>>()
                );
            }
        }
    }
}
