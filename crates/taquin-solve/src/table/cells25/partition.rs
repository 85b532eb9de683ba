//! Which tiles are judged together, and which of the patterns can be read from one table.

use taquin_core::Shape;

use super::layout::{self, MAX_CELLS, MAX_TILES};
use super::renamed_set;
use crate::position::region::region;
use crate::position::symmetry::{CellMap, symmetries};
use crate::table::Split;
use crate::table::numbering::beside;

/// The splits for a board as it stands.
///
/// The square's corner home is the case that was tuned; elsewhere tiles are cut in bands of neighbouring rows. There is none where four
/// patterns that have tables do not hold all tiles.
pub fn splits(shape: Shape, home: u8) -> Vec<Split> {
    let split = |patterns| Split::new(shape, home, patterns, MAX_CELLS, MAX_TILES).expect("every tile once");
    if (shape.rows(), shape.columns(), home) == (5, 5, 0) {
        let first = vec![
            vec![1, 5, 6, 10, 11, 12],
            vec![13, 14, 18, 19, 23, 24],
            vec![2, 3, 4, 7, 8, 9],
            vec![15, 16, 17, 20, 21, 22],
        ];
        return vec![split(first)];
    }
    let tiles: Vec<u8> = (0..shape.cells() as u8).filter(|&cell| cell != home).collect();
    let parts = tiles.len().div_ceil(MAX_TILES);
    if !layout::fits(shape, tiles.len().div_ceil(parts)) {
        return Vec::new();
    }
    let end = |part: usize| tiles.len() * part / parts;
    vec![split((0..parts).map(|part| tiles[end(part)..end(part + 1)].to_vec()).collect())]
}

/// One pattern of a split: the table it is read from, and how cells are renamed first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternImage {
    /// The number of the table.
    pub table: usize,
    /// Where each cell goes.
    pub map: CellMap,
}

/// A split with as few tables as its symmetries allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The patterns that have tables.
    pub patterns: Vec<Vec<u8>>,
    /// All patterns of each split.
    pub splits: Vec<Vec<PatternImage>>,
}

impl Shared {
    /// Finds the patterns of splits that are images of earlier ones.
    pub fn new(shape: Shape, home: u8, splits: &[Split]) -> Shared {
        let splits: Vec<&[Vec<u8>]> = splits.iter().map(Split::patterns).collect();
        Shared::of_patterns(shape, home, &splits)
    }

    fn of_patterns(shape: Shape, home: u8, splits: &[&[Vec<u8>]]) -> Shared {
        let mut patterns: Vec<Vec<u8>> = Vec::new();
        let mut part = |pattern: &Vec<u8>| {
            let image = patterns.iter().enumerate().find_map(|(table, known)| {
                let map = image(shape, home, pattern, known)?;
                Some(PatternImage { table, map })
            });
            image.unwrap_or_else(|| {
                patterns.push(pattern.clone());
                let map = (0..shape.cells() as u8).collect();
                PatternImage { table: patterns.len() - 1, map }
            })
        };
        let splits = splits.iter().map(|split| split.iter().map(&mut part).collect()).collect();
        Shared { patterns, splits }
    }
}

/// A symmetry that turns one pattern into another, and the region of the blank's home into that of the other.
fn image(shape: Shape, home: u8, pattern: &[u8], known: &[u8]) -> Option<CellMap> {
    let open = around(shape, home, known);
    symmetries(shape)
        .into_iter()
        .find(|map| renamed_set(pattern, map) == known && open >> map[home as usize] & 1 == 1)
}

/// The region around the blank's home when the pattern's tiles are at home.
fn around(shape: Shape, home: u8, pattern: &[u8]) -> u64 {
    let beside = beside(shape);
    let set: u64 = pattern.iter().fold(0, |set, &tile| set | 1 << tile);
    region(1 << home, !set, |cell| beside[cell].into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::cells25::layout::{PLACE_BITS, region_map, sets};

    #[test]
    fn three_of_the_four_patterns_of_5x5_share_a_table() {
        let shape = Shape::new(5, 5).unwrap();
        let shared = Shared::new(shape, 0, &splits(shape, 0));
        assert_eq!(shared.patterns.len(), 2);
        assert_eq!(shared.splits[0].iter().map(|part| part.table).collect::<Vec<_>>(), [0, 1, 1, 1]);
    }

    #[test]
    fn a_pattern_that_shuts_the_blank_in_is_no_image_of_one_that_does_not() {
        let shape = Shape::new(3, 3).unwrap();
        let shared = Shared::of_patterns(shape, 0, &[&[vec![1, 3], vec![5, 7]]]);
        assert_eq!(shared.patterns.len(), 2);
        let shared = Shared::of_patterns(shape, 0, &[&[vec![2, 5, 8], vec![6, 7]]]);
        assert_eq!(shared.patterns.len(), 2);
        let shared = Shared::of_patterns(shape, 0, &[&[vec![4, 5]], &[vec![4, 7]]]);
        assert_eq!(shared.patterns.len(), 1);
    }

    fn shapes() -> impl Iterator<Item = Shape> {
        let sides = (2..=12).flat_map(|rows| (2..=12).map(move |columns| (rows, columns)));
        sides
            .filter(|(rows, columns)| rows * columns <= 25)
            .map(|(rows, columns)| Shape::new(rows, columns).unwrap())
    }

    #[test]
    fn every_board_of_up_to_25_cells_has_a_split_for_every_home_but_two_lines_of_twelve() {
        for shape in shapes() {
            for home in 0..shape.cells() as u8 {
                assert_eq!(
                    splits(shape, home).is_empty(),
                    shape.cells() == 24 && shape.rows() % 10 == 2,
                    "{shape}"
                );
            }
        }
    }

    #[test]
    fn patterns_have_a_numbering_exactly_where_they_are_said_to_fit() {
        for shape in shapes() {
            let beside = beside(shape);
            for tiles in 1..=MAX_TILES.min(shape.cells() - 1) {
                let mut maps = rustc_hash::FxHashSet::default();
                let mut places = 0;
                for set in sets(shape.cells(), tiles) {
                    let (map, count) = region_map(&beside, set);
                    maps.insert(map);
                    places += count;
                }
                let room = places <= 1 << PLACE_BITS && maps.len() < 1 << (32 - PLACE_BITS);
                assert_eq!(layout::fits(shape, tiles), room, "{shape}, {tiles} tiles: {places} places");
            }
        }
    }
}
