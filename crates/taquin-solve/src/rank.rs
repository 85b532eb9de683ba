//! A number for every position that can be reached, and the position back from its number.
//!
//! 1. Walk over all cells along a *snake*: the first row rightwards, the second leftwards, and so on
//!    (along the columns where there are more rows than columns). Neighbours on the walk are neighbours on the
//!    board, and read along the walk the colours of a chessboard alternate.
//! 2. Read the tiles along the walk and leave the blank out: the *order* of the tiles. A slide between two
//!    cells that follow each other on the walk does not change it. Any other slide joins cells of
//!    different colour, hence an odd number of steps apart: one tile jumps over an even number of others, an
//!    even permutation. So the order stays an even permutation of the solved one, wherever the blank is,
//!    and a position is solvable exactly if its order is even: `cells! / 2` positions, an order and a place
//!    of the blank each.
//! 3. A position's number is `rank(order) * cells + place of the blank on the walk`. The order is read from
//!    the ends of the walk inwards to its middle, and written in the factorial number system: each digit counts
//!    the unused smaller tiles. The last two digits are no choice (a single tile left, and the parity),
//!    so they are left out. A slide near the middle then changes only the last digits: neighbours have close numbers.

use taquin_core::{Cell, Shape};

/// The most cells a [`Ranking`] takes: 20!/2 fits 64 bits, 21!/2 does not.
pub const MAX_RANKED_CELLS: usize = 20;

/// How many tiles in the middle of the walk form a block of neighbouring numbers.
pub(crate) const INNER: usize = 7;

/// Numbers the reachable positions of a board from 0, one by one.
///
/// ```
/// use taquin_core::Shape;
/// use taquin_solve::Ranking;
/// let shape = Shape::new(2, 2)?;
/// let ranking = Ranking::new(shape, shape.last_cell()).unwrap();
/// assert_eq!(ranking.positions(), 12);
/// let position = ranking.position(7).unwrap();
/// assert_eq!(ranking.number(&position), Some(7));
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ranking {
    shape: Shape,
    blank_home: Cell,
    /// The cell at each step of the walk.
    walk: Vec<u8>,
    /// The step of the walk at each cell.
    step: Vec<u8>,
    /// Places in the order, most significant first.
    significance: Vec<u8>,
    /// Parity of `significance` as a permutation: that of the digits of every even order.
    parity: u32,
}

impl Ranking {
    /// The numbers of a board whose blank belongs on `blank_home`; `None` for a single row or column (where the
    /// order never changes), for more than [`MAX_RANKED_CELLS`] cells, and for a home outside the board.
    pub fn new(shape: Shape, blank_home: Cell) -> Option<Ranking> {
        let cells = shape.cells();
        if shape.is_corridor() || cells > MAX_RANKED_CELLS || blank_home.index() >= cells {
            return None;
        }
        let walk = snake(shape);
        let mut step = vec![0; cells];
        for (at, &cell) in walk.iter().enumerate() {
            step[usize::from(cell)] = at as u8;
        }
        let significance = significance(cells - 1);
        let parity = digits(&significance).iter().sum::<u32>() % 2;
        Some(Ranking { shape, blank_home, walk, step, significance, parity })
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank belongs.
    pub fn blank_home(&self) -> Cell {
        self.blank_home
    }

    /// How many positions there are: half the permutations of the cells.
    pub fn positions(&self) -> u64 {
        (3..=self.walk.len() as u64).product()
    }

    /// The number of a position; `None` if it is no permutation of the cells or cannot be solved.
    pub fn number(&self, position: &[u8]) -> Option<u64> {
        let cells = self.walk.len();
        if position.len() != cells {
            return None;
        }
        let mut order = [0u8; MAX_RANKED_CELLS];
        let mut tiles = 0;
        let mut blank = None;
        for (at, &cell) in self.walk.iter().enumerate() {
            let home = usize::from(position[usize::from(cell)]);
            if home >= cells {
                return None;
            } else if home == self.blank_home.index() {
                if blank.replace(at).is_some() {
                    return None;
                }
            } else if tiles == cells - 1 {
                return None;
            } else {
                order[tiles] = self.label(home);
                tiles += 1;
            }
        }
        Some(self.number_of_order(&order[..cells - 1])? * cells as u64 + blank? as u64)
    }

    /// The position with this number; `None` past the last.
    pub fn position(&self, number: u64) -> Option<Vec<u8>> {
        let mut position = vec![0; self.walk.len()];
        self.write_position(number, &mut position).then_some(position)
    }

    /// Writes the position with this number; false, and nothing written, past the last one or where the
    /// length is wrong.
    pub fn write_position(&self, number: u64, position: &mut [u8]) -> bool {
        let cells = self.walk.len();
        if number >= self.positions() || position.len() != cells {
            return false;
        }
        let blank = (number % cells as u64) as usize;
        let mut order = [0u8; MAX_RANKED_CELLS];
        self.write_order(number / cells as u64, &mut order[..cells - 1]);
        let mut tiles = order.iter();
        for (at, &cell) in self.walk.iter().enumerate() {
            position[usize::from(cell)] = if at == blank {
                self.blank_home.index() as u8
            } else {
                self.home(*tiles.next().expect("one tile fewer than cells"))
            };
        }
        true
    }

    /// The walk: the cell at each step.
    pub(crate) fn walk(&self) -> &[u8] {
        &self.walk
    }

    /// The step of the walk at which the blank belongs.
    pub(crate) fn home_step(&self) -> usize {
        usize::from(self.step[self.blank_home.index()])
    }

    /// Places in the order, most significant first.
    pub(crate) fn significance(&self) -> &[u8] {
        &self.significance
    }

    /// What the digits of every even order add up to, modulo 2.
    pub(crate) fn parity(&self) -> u32 {
        self.parity
    }

    /// Tiles are labelled in the order of the walk when everything is at home, from 0.
    fn label(&self, home: usize) -> u8 {
        let at = self.step[home];
        at - u8::from(at > self.step[self.blank_home.index()])
    }

    fn home(&self, label: u8) -> u8 {
        self.walk[usize::from(label + u8::from(label >= self.step[self.blank_home.index()]))]
    }

    fn number_of_order(&self, order: &[u8]) -> Option<u64> {
        let tiles = order.len();
        let mut unused = (1u32 << tiles) - 1;
        let (mut number, mut sum) = (0u64, 0);
        for (i, &place) in self.significance.iter().enumerate() {
            let tile = 1u32 << order[usize::from(place)];
            if unused & tile == 0 {
                return None;
            }
            unused ^= tile;
            let digit = (unused & (tile - 1)).count_ones();
            sum += digit;
            if i + 2 < tiles {
                number = number * (tiles - i) as u64 + u64::from(digit);
            }
        }
        (sum % 2 == self.parity).then_some(number)
    }

    fn write_order(&self, mut number: u64, order: &mut [u8]) {
        let tiles = order.len();
        let mut digit = [0u32; MAX_RANKED_CELLS];
        for i in (0..tiles - 2).rev() {
            let radix = (tiles - i) as u64;
            digit[i] = (number % radix) as u32;
            number /= radix;
        }
        digit[tiles - 2] = (digit.iter().sum::<u32>() + self.parity) % 2;
        let mut unused = (1u32 << tiles) - 1;
        for (i, &place) in self.significance.iter().enumerate() {
            let tile = nth_one(unused, digit[i]);
            unused ^= 1 << tile;
            order[usize::from(place)] = tile as u8;
        }
    }
}

/// The place of the `n`-th bit that is set, both counted from 0.
#[inline]
pub(crate) fn nth_one(mut bits: u32, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// The factorial digits of a permutation: at each place, how many smaller ones come later.
fn digits(permutation: &[u8]) -> Vec<u32> {
    let later =
        |i: usize| permutation[i + 1..].iter().filter(|&&other| other < permutation[i]).count() as u32;
    (0..permutation.len()).map(later).collect()
}

/// The cells along the snake.
fn snake(shape: Shape) -> Vec<u8> {
    let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
    let across = columns >= rows;
    let (lines, length) = if across { (rows, columns) } else { (columns, rows) };
    let mut walk = Vec::with_capacity(shape.cells());
    for line in 0..lines {
        for along in 0..length {
            let along = if line % 2 == 0 { along } else { length - 1 - along };
            walk.push(if across { line * columns + along } else { along * columns + line } as u8);
        }
    }
    walk
}

/// Places in an order of `tiles`, most significant first: from both ends inwards until [`INNER`] places in the
/// middle are left, then the ends of those, then the rest from left to right.
fn significance(tiles: usize) -> Vec<u8> {
    let inner = tiles.min(INNER);
    let start = (tiles - inner) / 2;
    let end = start + inner;
    let mut places = Vec::with_capacity(tiles);
    for out in 0..start.max(tiles - end) {
        if out < start {
            places.push(out as u8);
        }
        if out < tiles - end {
            places.push((tiles - 1 - out) as u8);
        }
    }
    places.push(start as u8);
    places.push((end - 1) as u8);
    places.extend((start + 1..end - 1).map(|place| place as u8));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(rows: u32, columns: u32, home: u32) -> Ranking {
        Ranking::new(Shape::new(rows, columns).unwrap(), Cell::new(home)).unwrap()
    }

    #[test]
    fn every_number_of_a_small_board_is_the_number_of_its_position_and_no_position_has_two() {
        let boards = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];
        for (rows, columns) in boards {
            for home in 0..rows * columns {
                let ranking = ranking(rows, columns, home);
                let mut seen = std::collections::HashSet::new();
                for number in 0..ranking.positions() {
                    let position = ranking.position(number).unwrap();
                    assert_eq!(ranking.number(&position), Some(number));
                    assert!(seen.insert(position));
                }
            }
        }
    }

    #[test]
    fn every_number_of_a_2x5_board_is_the_number_of_its_position() {
        let ranking = ranking(2, 5, 9);
        let mut position = [0; 10];
        for number in 0..ranking.positions() {
            assert!(ranking.write_position(number, &mut position));
            assert_eq!(ranking.number(&position), Some(number));
        }
        assert_eq!(ranking.positions(), 1_814_400);
    }

    #[test]
    fn exactly_half_of_all_permutations_have_a_number() {
        let ranking = ranking(2, 3, 2);
        let mut permutation: Vec<u8> = (0..6).collect();
        let mut numbered = 0;
        heap(6, &mut permutation, &mut |p| numbered += u32::from(ranking.number(p).is_some()));
        assert_eq!(numbered, 360);
    }

    fn heap(n: usize, list: &mut [u8], visit: &mut impl FnMut(&[u8])) {
        if n == 1 {
            return visit(list);
        }
        for i in 0..n {
            heap(n - 1, list, visit);
            list.swap(if n.is_multiple_of(2) { i } else { 0 }, n - 1);
        }
    }

    #[test]
    fn numbers_of_the_largest_boards_come_back_too() {
        for (rows, columns) in [(2, 7), (3, 5), (4, 4), (2, 10), (4, 5)] {
            let ranking = ranking(rows, columns, rows * columns - 1);
            for number in (0..ranking.positions()).step_by((ranking.positions() / 9_973) as usize) {
                assert_eq!(ranking.number(&ranking.position(number).unwrap()), Some(number));
            }
            assert_eq!(ranking.position(ranking.positions()), None);
        }
    }

    #[test]
    fn what_is_no_position_has_no_number() {
        let ranking = ranking(2, 2, 3);
        assert_eq!(ranking.number(&[0, 1, 2, 3]).map(|n| n < 12), Some(true));
        for wrong in [&[1, 0, 2, 3][..], &[0, 0, 2, 3], &[0, 1, 2, 2], &[0, 1, 2, 9], &[0, 1, 2], &[]] {
            assert_eq!(ranking.number(wrong), None, "{wrong:?}");
        }
        assert!(Ranking::new(Shape::new(1, 5).unwrap(), Cell::new(0)).is_none());
        assert!(Ranking::new(Shape::new(3, 7).unwrap(), Cell::new(0)).is_none());
        assert!(Ranking::new(Shape::new(2, 2).unwrap(), Cell::new(4)).is_none());
    }
}
