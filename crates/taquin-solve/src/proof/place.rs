//! A position as checkpoints know it: laid so that the blank's home is one of a few cells, and packed into a number that
//! says which part of a frontier it belongs to.

use taquin_core::{Cell, Direction, Moves, Shape, Symmetry};

/// The most cells that bytes number.
const MOST_LAID: usize = 256;

/// How boards of one shape and home of the blank are laid.
#[derive(Clone, Debug)]
pub struct Place {
    shape: Shape,
    symmetry: Symmetry,
    home: u8,
}

/// The way a tile goes when the blank goes up, right, down, left.
const TILE_WAYS: [Direction; 4] = [Direction::Down, Direction::Left, Direction::Up, Direction::Right];

impl Place {
    /// The symmetry that carries the home to the least cell it can come to, in the left upper part of the board. `None`
    /// if the home is not on the board, or there are more cells than a byte numbers.
    pub fn new(shape: Shape, home: Cell) -> Option<Place> {
        if shape.cells() > MOST_LAID {
            return None;
        }
        let columns = shape.columns() as usize;
        let (symmetry, home) = Symmetry::of(shape)
            .filter_map(|symmetry| Some((symmetry, symmetry.cell(shape, home)?.index())))
            .min_by_key(|&(_, image)| (image % columns > columns / 2, image))?;
        Some(Place { shape, symmetry, home: home as u8 })
    }

    /// How boards are turned.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The blank's home on the board as it is laid.
    pub fn home(&self) -> u8 {
        self.home
    }

    /// Where a cell comes to lie.
    pub fn cell(&self, cell: u32) -> u8 {
        self.symmetry.cell(self.shape, Cell::new(cell)).map_or(0, Cell::index) as u8
    }

    /// A position, the home of each cell's content, as it is laid.
    pub fn position(&self, homes: impl Iterator<Item = u32>) -> Vec<u8> {
        let mut laid = vec![0; self.shape.cells()];
        for (cell, home) in homes.enumerate() {
            laid[usize::from(self.cell(cell as u32))] = self.cell(home);
        }
        laid
    }

    /// Blank moves on the board as it is laid, as moves on the board as it was given.
    pub fn moves(&self, blank_moves: &[u8]) -> Moves {
        let back = self.symmetry.inverse();
        blank_moves.iter().map(|&way| back.direction(TILE_WAYS[usize::from(way) & 3])).collect()
    }

    /// The other way round.
    pub(crate) fn blank_moves(&self, slides: &[Direction]) -> Vec<u8> {
        let way = |&slide: &Direction| {
            let laid = self.symmetry.direction(slide);
            TILE_WAYS.iter().position(|&tile| tile == laid).unwrap_or(0) as u8
        };
        slides.iter().map(way).collect()
    }
}

/// The number of the content with this home, where the blank has 0: others count from 1 in the order of their homes.
pub fn blank_label(blank_home: u8, home: u8) -> u8 {
    match home.cmp(&blank_home) {
        std::cmp::Ordering::Less => home + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => home,
    }
}

/// The part that a position as it is laid belongs to, of a frontier in so many: the home of each cell's content, and the
/// blank's. `None` where there is no part, or no position of at most 25 cells.
pub fn part_of(position: &[u8], blank_home: u8, parts: u32) -> Option<u32> {
    let cells = position.len();
    let homes = position.iter().try_fold(0_u32, |seen, &home| {
        let bit = 1_u32.checked_shl(home.into())?;
        (usize::from(home) < cells && seen & bit == 0).then_some(seen | bit)
    });
    let fits = (1..=MOST_PACKED).contains(&cells) && usize::from(blank_home) < cells && parts > 0;
    homes.filter(|_| fits).map(|_| Key::new(position, blank_home).part(cells, parts))
}

/// The most cells of a position that is packed.
const MOST_PACKED: usize = 25;

/// A position of at most 25 cells as it is laid: the numbers of its contents, five bits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u128);

impl Key {
    /// Packs a position, the home of each cell's content.
    pub fn new(position: &[u8], blank_home: u8) -> Key {
        let packed =
            |key, (cell, &home): (usize, &u8)| key | u128::from(blank_label(blank_home, home)) << (5 * cell);
        Key(position.iter().enumerate().fold(0, packed))
    }

    /// After the content of a cell has slid to the blank's.
    #[inline]
    #[must_use]
    pub fn slid(self, from: u8, blank: u8) -> Key {
        let label = self.0 >> (5 * from) & 31;
        Key(self.0 ^ label << (5 * from) ^ label << (5 * blank))
    }

    /// The part that it belongs to, of a frontier in so many.
    pub fn part(self, cells: usize, parts: u32) -> u32 {
        // The last cell follows from the others and is left out; a taken place has the highest bit in a card's table.
        let packed = self.0 & ((1 << (5 * (cells - 1))) - 1);
        let (low, high) = (packed as u64 & ((1 << 60) - 1), (packed >> 60) as u64 | 1 << 63);
        (hash(low, high) >> 40) as u32 % parts
    }
}

/// The hash of a packed position, as the kernels work it out.
fn hash(low: u64, high: u64) -> u64 {
    let mut z = low.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(high);
    z ^= z >> 29;
    z = z.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^= z >> 32;
    z = z.wrapping_add(high.wrapping_mul(0x94d0_49bb_1331_11eb));
    z ^= z >> 31;
    z = z.wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_laid_and_taken_back_is_the_same() {
        for (rows, columns) in [(5, 5), (4, 5), (6, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for home in shape.all_cells() {
                let place = Place::new(shape, home).unwrap();
                assert_eq!(place.cell(home.index() as u32), place.home());
                let moves: Moves = place.moves(&place.blank_moves(&Direction::ALL));
                assert_eq!(moves, Moves::from(Direction::ALL.to_vec()));
            }
        }
    }

    #[test]
    fn what_is_no_position_or_has_no_place_is_told() {
        let shape = Shape::new(3, 3).unwrap();
        assert!(
            Place::new(shape, Cell::new(9)).is_none() && Place::new(shape, Cell::new(u32::MAX)).is_none()
        );
        let large = Shape::new(20, 20).unwrap();
        assert!(Place::new(large, Cell::new(0)).is_none(), "its cells have no bytes");
        let nine: Vec<u8> = (0..9).collect();
        assert_eq!(part_of(&nine, 8, 7), Some(Key::new(&nine, 8).part(9, 7)));
        assert_eq!(part_of(&[0], 0, 1), Some(0));
        let long: Vec<u8> = (0..26).collect();
        for (position, blank, parts) in
            [(&nine[..], 8, 0), (&[], 0, 1), (&long, 0, 1), (&nine, 9, 1), (&[0, 0], 0, 1), (&[0, 200], 0, 1)]
        {
            assert_eq!(part_of(position, blank, parts), None, "{position:?} {blank} {parts}");
        }
    }

    #[test]
    fn a_slide_changes_a_key_as_it_changes_the_position() {
        let position: Vec<u8> = (0..25).map(|cell| cell * 7 % 25).collect();
        let blank = position.iter().position(|&home| home == 3).unwrap();
        for from in (0..25).filter(|&from| from != blank) {
            let mut after = position.clone();
            after.swap(from, blank);
            assert_eq!(Key::new(&position, 3).slid(from as u8, blank as u8), Key::new(&after, 3));
        }
    }
}
