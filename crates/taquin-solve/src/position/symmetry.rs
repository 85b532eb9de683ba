//! The symmetries of a rectangle, as lists of cells.
//!
//! Renaming cells by a symmetry turns a puzzle into an equally hard one: neighbours stay neighbours, and a
//! position given as home cells stays one (`moved[map[cell]] = map[position[cell]]`). So a home of the blank
//! needs tables only if no symmetric home has them, and a symmetry that keeps the blank's home gives every
//! table a second reading of the same position.

use taquin_core::{Shape, Symmetry};

/// A bijection between the cells of two boards: `map[cell]` is where a cell goes.
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
    Symmetry::of(shape).map(|symmetry| cells(shape, symmetry.inverse())).collect()
}

/// Where a symmetry leads the cells of a shape.
fn cells(shape: Shape, symmetry: Symmetry) -> CellMap {
    let image = |cell| symmetry.cell(shape, cell).expect("a cell of the shape").index() as u8;
    shape.all_cells().map(image).collect()
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
    let turn = if shape.columns() > shape.rows() { Symmetry::TRANSPOSE } else { Symmetry::IDENTITY };
    let (tall, first) = (turn.shape(shape), cells(shape, turn));
    let turned = first[home as usize] as usize;
    let best = symmetries(tall).into_iter().min_by_key(|map| map[turned]).expect("there is the identity");
    Standing { shape: tall, home: best[turned], map: compose(&first, &best) }
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
    fn twenty_five_homes_of_a_5x5_board_stand_on_six() {
        let shape = Shape::new(5, 5).unwrap();
        let mut homes: Vec<u8> = (0..25).map(|home| stand(shape, home).home).collect();
        homes.sort_unstable();
        homes.dedup();
        assert_eq!(homes, [0, 1, 2, 6, 7, 12]);
    }

    #[test]
    fn standing_keeps_neighbours_neighbours() {
        for (rows, columns) in [(2, 8), (3, 5), (4, 4), (2, 2), (5, 3), (5, 5), (4, 6)] {
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

    #[test]
    fn renaming_by_a_map_and_by_its_inverse_leads_back_and_two_maps_make_one() {
        let shape = Shape::new(3, 3).unwrap();
        let position = [3, 1, 4, 0, 5, 8, 2, 6, 7];
        let identity: Vec<u8> = (0..9).collect();
        let all = symmetries(shape);
        assert_eq!(all[0], identity);
        for first in &all {
            assert_eq!(
                (compose(first, &inverse(first)), inverse(&inverse(first))),
                (identity.clone(), first.clone())
            );
            assert_eq!(rename(&rename(&position, first), &inverse(first)), position);
            assert_eq!(rename(&identity, first), identity);
            for second in &all {
                let both = compose(first, second);
                assert!((0..9).all(|cell| both[cell] == second[first[cell] as usize]));
                assert_eq!(rename(&rename(&position, first), second), rename(&position, &both));
            }
        }
    }

    #[test]
    fn a_board_that_stands_is_left_as_it_is() {
        for (rows, columns) in [(4, 4), (5, 3), (2, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            let identity: Vec<u8> = (0..shape.cells() as u8).collect();
            assert_eq!(stand(shape, 0), Standing { shape, home: 0, map: identity });
        }
        let wide = stand(Shape::new(2, 3).unwrap(), 0);
        assert_eq!((wide.shape, wide.map), (Shape::new(3, 2).unwrap(), vec![0, 2, 4, 1, 3, 5]));
    }
}
