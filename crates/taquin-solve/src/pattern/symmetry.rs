//! The symmetries of a rectangle of at most 16 cells, as lists of cells.
//!
//! Renaming cells by a symmetry turns a puzzle into an equally hard one: neighbours stay neighbours, and a
//! position given as home cells stays one (`moved[map[cell]] = map[position[cell]]`). So a home of the blank
//! needs tables only if no symmetric home has them, and a symmetry that keeps the blank's home gives every
//! table a second reading of the same position.

use taquin_core::Shape;

/// A bijection between the cells of two boards: `map[cell]` is where a cell goes.
pub type CellMap = [u8; 16];

/// The identity on 16 cells.
pub const IDENTITY: CellMap = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The map that undoes this one.
pub fn inverse(map: &CellMap, cells: usize) -> CellMap {
    let mut back = IDENTITY;
    for cell in 0..cells {
        back[map[cell] as usize] = cell as u8;
    }
    back
}

/// First `first`, then `second`.
pub fn compose(first: &CellMap, second: &CellMap, cells: usize) -> CellMap {
    let mut both = IDENTITY;
    for cell in 0..cells {
        both[cell] = second[first[cell] as usize];
    }
    both
}

/// The position after its cells and labels have been renamed.
pub fn rename(position: &[u8], map: &CellMap) -> [u8; 16] {
    let mut renamed = IDENTITY;
    for (cell, &home) in position.iter().enumerate() {
        renamed[map[cell] as usize] = map[home as usize];
    }
    renamed
}

/// Exchanges rows and columns; the cells of `shape` become those of the transposed shape.
pub fn transposition(shape: Shape) -> CellMap {
    let mut map = IDENTITY;
    for cell in shape.all_cells() {
        map[cell.index()] = (shape.column(cell) * shape.rows() + shape.row(cell)) as u8;
    }
    map
}

/// Every symmetry of the shape onto itself, the identity first: four, or eight for a square.
pub fn symmetries(shape: Shape) -> Vec<CellMap> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let mut all: Vec<CellMap> = Vec::new();
    for turned in [false, true] {
        if turned && rows != columns {
            continue;
        }
        for flip_rows in [false, true] {
            for flip_columns in [false, true] {
                let mut map = IDENTITY;
                for cell in shape.all_cells() {
                    let (mut r, mut c) = (shape.row(cell), shape.column(cell));
                    if flip_rows {
                        r = rows - 1 - r;
                    }
                    if flip_columns {
                        c = columns - 1 - c;
                    }
                    if turned {
                        std::mem::swap(&mut r, &mut c);
                    }
                    map[cell.index()] = (r * columns + c) as u8;
                }
                if !all.contains(&map) {
                    all.push(map);
                }
            }
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
///
/// Wider boards are stood on end because the builder and the index pay for the tiles that a vertical slide
/// passes, fewer than the columns.
pub fn stand(shape: Shape, home: u8) -> Standing {
    let cells = shape.cells();
    let (tall, first) = if shape.columns() > shape.rows() {
        (shape.transposed(), transposition(shape))
    } else {
        (shape, IDENTITY)
    };
    let turned_home = first[home as usize] as usize;
    let best = symmetries(tall)
        .into_iter()
        .min_by_key(|map| map[turned_home])
        .expect("the identity is always a symmetry");
    Standing { shape: tall, home: best[turned_home], map: compose(&first, &best, cells) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_symmetries_and_a_rectangle_four() {
        assert_eq!(symmetries(Shape::new(4, 4).unwrap()).len(), 8);
        assert_eq!(symmetries(Shape::new(5, 3).unwrap()).len(), 4);
        assert_eq!(symmetries(Shape::new(2, 2).unwrap()).len(), 8);
    }

    #[test]
    fn sixteen_homes_of_a_4x4_board_stand_on_three() {
        let shape = Shape::new(4, 4).unwrap();
        let mut homes: Vec<u8> = (0..16).map(|home| stand(shape, home).home).collect();
        homes.sort_unstable();
        homes.dedup();
        assert_eq!(homes, [0, 1, 5]);
    }

    #[test]
    fn standing_keeps_neighbours_neighbours() {
        for (rows, columns) in [(2, 8), (3, 5), (4, 4), (2, 2), (5, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for home in shape.all_cells() {
                let standing = stand(shape, home.index() as u8);
                assert_eq!(standing.map[home.index()], standing.home);
                for a in shape.all_cells() {
                    for b in shape.all_cells() {
                        let image = |cell: taquin_core::Cell| {
                            taquin_core::Cell::new(u32::from(standing.map[cell.index()]))
                        };
                        assert_eq!(shape.distance(a, b), standing.shape.distance(image(a), image(b)));
                    }
                }
            }
        }
    }
}
