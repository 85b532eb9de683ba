//! Which tiles a table holds, and how a board with its blank's home anywhere is laid onto the tables.
//!
//! A symmetry of the square carries any home onto one of a few ([`Place`]). There the tiles are split into patterns
//! of neighbours. A second view of the position, its reflection, reads tables of its own; where the reflection leaves the
//! blank's home in place they are the same tables.

use taquin_core::{Cell, Shape};
use taquin_solve::proof::Place;

/// The reflection that makes the second view. The numbers are the kernels' REFLECT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reflection {
    Transpose = 0,
    Columns = 1,
    /// The second view is the first: for cards without room for more tables.
    None = 2,
}

impl Reflection {
    pub fn cell(self, side: usize, cell: u8) -> u8 {
        let (row, column) = (usize::from(cell) / side, usize::from(cell) % side);
        match self {
            Reflection::Transpose => (column * side + row) as u8,
            Reflection::Columns => (row * side + side - 1 - column) as u8,
            Reflection::None => cell,
        }
    }
}

/// Patterns of tiles, each tile named by its home.
pub(crate) type Split = Vec<Vec<u8>>;

/// How one board is laid out on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub side: usize,
    /// The blank's home after the symmetry.
    pub home: u8,
    pub reflection: Reflection,
    pub split: Split,
    /// The reflected board's split, where its blank's home is another cell.
    pub second: Option<Split>,
}

/// The size of the patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// 6-6-6-6 on 5×5; 2-2-2-2 on 3×3, for tests.
    Deep,
    /// 8-7 on 4×4, 4-4 on 3×3.
    Large,
    /// 7-7-1 on 4×4, 3-3-2 on 3×3.
    Medium,
    /// 6-6-3.
    Small,
}

impl Layout {
    /// How boards with this home are laid, and the layout there. `None` for boards that are not
    /// square or have another side.
    pub fn place(shape: Shape, home: Cell, size: Size, two_sets: bool) -> Option<(Place, Layout)> {
        let side = shape.columns() as usize;
        let fits = match size {
            Size::Deep => side == 5 || side == 3,
            Size::Large | Size::Medium => side == 4 || side == 3,
            Size::Small => side == 4,
        };
        if shape.rows() != shape.columns() || !fits {
            return None;
        }
        // In the left upper eighth of the board.
        let place = Place::new(shape, home)?;
        let layout = Layout::at(side, place.home(), size, two_sets);
        Some((place, layout))
    }

    fn at(side: usize, home: u8, size: Size, two_sets: bool) -> Layout {
        let fixed = |reflection: &Reflection| reflection.cell(side, home) == home;
        let one_set = [Reflection::Transpose, Reflection::Columns].into_iter().find(fixed);
        let split = split(side, home, size);
        match one_set {
            Some(reflection) => Layout { side, home, reflection, split, second: None },
            None if two_sets => {
                let reflection = Reflection::Transpose;
                let second = Some(self::split(side, reflection.cell(side, home), size));
                Layout { side, home, reflection, split, second }
            }
            None => Layout { side, home, reflection: Reflection::None, split, second: None },
        }
    }

    /// The split of the second view.
    pub fn seen_split(&self) -> &Split {
        self.second.as_ref().unwrap_or(&self.split)
    }

    /// Where a cell is in the second view.
    pub fn seen(&self, cell: u8) -> u8 {
        self.reflection.cell(self.side, cell)
    }
}

/// The tiles of a board in patterns, for a home in the left half.
fn split(side: usize, home: u8, size: Size) -> Split {
    let tiles = |cells: &[u8]| cells.iter().copied().filter(|&cell| cell != home).collect::<Vec<u8>>();
    match (side, size) {
        (5, _) => {
            // Corner and centre squares of six or so; whoever lacks a tile for the blank's home gets the centre's.
            let mut patterns = [
                tiles(&[0, 1, 5, 6, 10, 11]),
                tiles(&[2, 3, 4, 7, 8, 9]),
                tiles(&[13, 14, 18, 19, 23, 24]),
                tiles(&[15, 16, 17, 20, 21, 22]),
            ];
            if home != 12 {
                let short = patterns.iter_mut().find(|pattern| pattern.len() == 5);
                short.expect("the home was a tile of one pattern").push(12);
            }
            patterns.into()
        }
        (4, Size::Large) => vec![tiles(&[2, 3, 6, 7, 10, 11, 14, 15]), tiles(&[0, 1, 4, 5, 8, 9, 12, 13])],
        (4, Size::Medium) => {
            vec![tiles(&[2, 3, 6, 7, 10, 11, 14]), tiles(&[0, 1, 4, 5, 8, 9, 12, 13]), vec![15]]
        }
        (4, _) => vec![tiles(&[2, 3, 6, 7, 10, 11]), tiles(&[0, 1, 4, 5, 8, 9, 12]), vec![13, 14, 15]],
        (_, Size::Large) => tiles(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).chunks(4).map(Into::into).collect(),
        (_, Size::Deep) => tiles(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).chunks(2).map(Into::into).collect(),
        (_, _) => tiles(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).chunks(3).map(Into::into).collect(),
    }
}

/// The cell the blank goes to.
pub(crate) fn stepped(side: usize, blank: usize, way: u8) -> Option<usize> {
    let (row, column) = (blank / side, blank % side);
    match way {
        0 => row.checked_sub(1).map(|row| row * side + column),
        1 => (column + 1 < side).then_some(blank + 1),
        2 => (row + 1 < side).then_some(blank + side),
        _ => column.checked_sub(1).map(|_| blank - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_home_of_every_square_has_a_layout_with_each_tile_once() {
        for (side, sizes) in [
            (3, &[Size::Deep, Size::Large, Size::Medium][..]),
            (4, &[Size::Large, Size::Medium, Size::Small]),
            (5, &[Size::Deep]),
        ] {
            let shape = Shape::new(side, side).unwrap();
            for (home, &size) in shape.all_cells().flat_map(|home| sizes.iter().map(move |size| (home, size)))
            {
                for two_sets in [false, true] {
                    let (place, layout) = Layout::place(shape, home, size, two_sets).unwrap();
                    assert_eq!(place.cell(home.index() as u32), layout.home);
                    for (split, home) in
                        [(&layout.split, layout.home), (layout.seen_split(), layout.seen(layout.home))]
                    {
                        let mut tiles: Vec<u8> = split.concat();
                        tiles.push(home);
                        tiles.sort_unstable();
                        assert_eq!(tiles, (0..(side * side) as u8).collect::<Vec<u8>>(), "{layout:?}");
                        let most = split.iter().map(Vec::len).max().unwrap();
                        let wanted = match (side, size) {
                            (5, _) | (4, Size::Small) => 6,
                            (4, Size::Large) => 8,
                            (4, _) => 7,
                            (_, Size::Large) => 4,
                            (_, Size::Deep) => 2,
                            (_, _) => 3,
                        };
                        assert_eq!(most, wanted, "{layout:?}");
                    }
                }
            }
        }
    }
}
