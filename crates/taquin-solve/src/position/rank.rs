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
//! 3. The tiles are of three classes, by their places when all is solved: the first five on the walk are *small*, the next
//!    six *middle*, the others *large* (a board of few tiles has no large ones, or fewer of the middle). An order is then
//!    three things that are numbered apart: the *pattern*, which is the order where small ones are not told
//!    from each other, nor middle ones; the order of the middle ones among themselves; and that of the small ones. The sign of the
//!    last is no choice, for the whole must be even.
//! 4. A position's number is `((pattern * middle orders + middle) * small orders + small) * cells + step of the blank`.
//!    Whatever a slide does to the places, it does to all orders of a pattern alike: it leads from one pattern
//!    to one other, and re-arranges the middle and the small ones each by one fixed permutation. So the census can move
//!    all positions of a pattern at once.

use taquin_core::{Cell, Shape};

/// The most cells a [`Ranking`] takes: 20!/2 fits 64 bits, 21!/2 does not.
pub const MAX_RANKED_CELLS: usize = 20;

/// The most small tiles: their 60 orders of one sign fit a word of 64 bits, with few bits left over.
const MOST_SMALL: usize = 5;

/// The most middle tiles: 720 orders, so that some sets of as many words fit the nearest cache.
const MOST_MIDDLE: usize = 6;

/// An order of tiles along the walk; only as many places as there are tiles count.
pub(crate) type TileOrder = [u8; MAX_RANKED_CELLS];

/// How many tiles there are of each class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classes {
    pub(crate) tiles: usize,
    pub(crate) small: usize,
    pub(crate) middle: usize,
}

/// Numbers the reachable positions of a board from 0, one by one.
///
/// ```
/// use taquin_core::Shape;
/// use taquin_solve::position::Ranking;
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
    classes: Classes,
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
        Some(Ranking { shape, blank_home, walk, step, classes: Classes::of(cells - 1) })
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
        Some(self.classes.number(&order)? * cells as u64 + blank? as u64)
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
        let order = self.classes.order(number / cells as u64);
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

    /// The classes of the tiles.
    pub(crate) fn classes(&self) -> Classes {
        self.classes
    }

    /// Tiles are labelled in the order of the walk when everything is at home, from 0.
    pub(super) fn label(&self, home: usize) -> u8 {
        let at = self.step[home];
        at - u8::from(at > self.step[self.blank_home.index()])
    }

    fn home(&self, label: u8) -> u8 {
        self.walk[usize::from(label + u8::from(label >= self.step[self.blank_home.index()]))]
    }
}

impl Classes {
    fn of(tiles: usize) -> Classes {
        let small = tiles.min(MOST_SMALL);
        Classes { tiles, small, middle: (tiles - small).min(MOST_MIDDLE) }
    }

    fn large(self) -> usize {
        self.tiles - self.small - self.middle
    }

    /// How many patterns there are.
    pub(crate) fn patterns(self) -> u64 {
        choose(self.tiles, self.small)
            * choose(self.tiles - self.small, self.middle)
            * factorial(self.large())
    }

    /// How many orders of the middle tiles there are: first the even, then the odd ones.
    pub(crate) fn middle_orders(self) -> u64 {
        factorial(self.middle)
    }

    /// How many orders of the small tiles have the same sign.
    pub(crate) fn small_orders(self) -> u64 {
        factorial(self.small) / 2
    }

    /// The number of an order; `None` if it is no permutation or an odd one.
    fn number(self, order: &TileOrder) -> Option<u64> {
        let order = &order[..self.tiles];
        let all = order.iter().fold(0u32, |seen, &tile| seen | 1 << tile);
        if all != (1 << self.tiles) - 1 || is_odd(order) {
            return None;
        }
        let of_class = |first: usize, count: usize| {
            let mut list = [0; MAX_RANKED_CELLS];
            let tiles = order.iter().filter(|&&tile| (first..first + count).contains(&usize::from(tile)));
            list.iter_mut().zip(tiles).for_each(|(to, &tile)| *to = tile);
            list
        };
        let small = half_rank(&of_class(0, self.small)[..self.small]);
        let middle = rank(&of_class(self.small, self.middle)[..self.middle]);
        let word = self.pattern(order) * self.middle_orders() + middle;
        Some(word * self.small_orders() + small)
    }

    /// The even order with this number.
    fn order(self, number: u64) -> TileOrder {
        let (word, small) = (number / self.small_orders(), number % self.small_orders());
        let (pattern, middle) = (word / self.middle_orders(), word % self.middle_orders());
        let mut order = self.sorted(pattern);
        let middle = unrank(middle, self.middle);
        let odd = is_odd(&order[..self.tiles]) ^ is_odd(&middle[..self.middle]);
        let small = half_unrank(small, odd, self.small);
        for tile in &mut order[..self.tiles] {
            let place = usize::from(*tile);
            if place < self.small {
                *tile = small[place];
            } else if place < self.small + self.middle {
                *tile = middle[place - self.small] + self.small as u8;
            }
        }
        order
    }

    /// The number of the pattern of an order.
    pub(crate) fn pattern(self, order: &[u8]) -> u64 {
        let (mut small, mut middle, mut others) = (Subset::default(), Subset::default(), 0);
        let (mut large, mut most) = ([0; MAX_RANKED_CELLS], 0);
        for (place, &tile) in order[..self.tiles].iter().enumerate() {
            let tile = usize::from(tile);
            if tile < self.small {
                small.add(place);
                continue;
            } else if tile < self.small + self.middle {
                middle.add(others);
            } else {
                large[most] = tile as u8;
                most += 1;
            }
            others += 1;
        }
        let middles = choose(self.tiles - self.small, self.middle);
        (small.number * middles + middle.number) * factorial(self.large()) + rank(&large[..most])
    }

    /// The order of a pattern in which the small ones come in the order of their labels, and the middle ones too.
    pub(crate) fn sorted(self, pattern: u64) -> TileOrder {
        let (places, large) = (pattern / factorial(self.large()), pattern % factorial(self.large()));
        let middles = choose(self.tiles - self.small, self.middle);
        let small = Subset::places(places / middles, self.small);
        let middle = Subset::places(places % middles, self.middle);
        let first = self.small + self.middle;
        let mut large = unrank(large, self.large()).into_iter().map(|size| size + first as u8);
        let (mut next_small, mut next_middle, mut others) = (0, self.small as u8, 0);
        let mut order = [0; MAX_RANKED_CELLS];
        for (place, tile) in order[..self.tiles].iter_mut().enumerate() {
            if small >> place & 1 == 1 {
                *tile = next_small;
                next_small += 1;
                continue;
            } else if middle >> others & 1 == 1 {
                *tile = next_middle;
                next_middle += 1;
            } else {
                *tile = large.next().expect("as many as are left");
            }
            others += 1;
        }
        order
    }
}

/// The number of a set of places among all sets of its size: `Σ choose(pᵢ, i)` over its places from the first, i from 1.
#[derive(Default)]
pub(crate) struct Subset {
    size: usize,
    number: u64,
}

impl Subset {
    /// The number of the set of these bits.
    pub(crate) fn number_of(mut places: u32) -> u64 {
        let mut set = Subset::default();
        while places != 0 {
            set.add(places.trailing_zeros() as usize);
            places &= places - 1;
        }
        set.number
    }

    fn add(&mut self, place: usize) {
        self.size += 1;
        self.number += choose(place, self.size);
    }

    /// The places of a set, as bits.
    fn places(mut number: u64, size: usize) -> u32 {
        let mut places = 0;
        for i in (1..=size).rev() {
            let place = (i - 1..MAX_RANKED_CELLS).rev().find(|&place| choose(place, i) <= number);
            let place = place.expect("the first i - 1 places leave choose(i - 1, i) = 0");
            number -= choose(place, i);
            places |= 1 << place;
        }
        places
    }
}

fn factorial(n: usize) -> u64 {
    if n < 2 { 1 } else { n as u64 * factorial(n - 1) }
}

/// Pascal's triangle.
const CHOOSE: [[u64; MAX_RANKED_CELLS]; MAX_RANKED_CELLS] = {
    let mut triangle = [[0; MAX_RANKED_CELLS]; MAX_RANKED_CELLS];
    let mut n = 0;
    while n < MAX_RANKED_CELLS {
        triangle[n][0] = 1;
        let mut k = 1;
        while k <= n {
            triangle[n][k] = triangle[n - 1][k - 1] + triangle[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    triangle
};

pub(crate) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// Whether a list is an odd permutation of its sorted self.
pub(crate) fn is_odd(list: &[u8]) -> bool {
    digits(list).iter().sum::<u8>() % 2 == 1
}

/// The number of a permutation among those of its sign: its factorial digits but the last two, of which one is always 0 and
/// the other the sign's.
pub(crate) fn half_rank(list: &[u8]) -> u64 {
    let count = list.len();
    let leading = count.saturating_sub(2);
    digits(list)[..leading].iter().enumerate().fold(0, |n, (i, &d)| n * (count - i) as u64 + u64::from(d))
}

/// The permutation of `0..count` of this sign with this number.
pub(crate) fn half_unrank(mut number: u64, odd: bool, count: usize) -> TileOrder {
    let mut digit = [0u8; MAX_RANKED_CELLS];
    for i in (0..count.saturating_sub(2)).rev() {
        digit[i] = (number % (count - i) as u64) as u8;
        number /= (count - i) as u64;
    }
    if count >= 2 {
        digit[count - 2] = (digit.iter().sum::<u8>() + u8::from(odd)) % 2;
    }
    let mut unused = (1u32 << count) - 1;
    let mut list = [0; MAX_RANKED_CELLS];
    for (to, &digit) in list[..count].iter_mut().zip(&digit) {
        let tile = nth_one(unused, digit);
        unused ^= 1 << tile;
        *to = tile;
    }
    list
}

/// The number of a permutation: the even ones first.
pub(crate) fn rank(list: &[u8]) -> u64 {
    half_rank(list) + if is_odd(list) { factorial(list.len()) / 2 } else { 0 }
}

/// The permutation of `0..count` with this number.
pub(crate) fn unrank(number: u64, count: usize) -> TileOrder {
    let half = if count < 2 { 1 } else { factorial(count) / 2 };
    half_unrank(number % half, number >= half, count)
}

/// The number of an arrangement among all arrangements of its things, in lexicographic order.
pub(crate) fn lexicographic<T: PartialOrd>(list: &[T]) -> usize {
    list.iter().enumerate().fold(0, |number, (i, thing)| {
        let smaller_later = list[i + 1..].iter().filter(|later| *later < thing).count();
        number * (list.len() - i) + smaller_later
    })
}

/// The place of the `n`-th bit that is set, both counted from 0.
fn nth_one(mut bits: u32, n: u8) -> u8 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

/// The factorial digits of a permutation: at each place, how many smaller ones come later.
fn digits(list: &[u8]) -> TileOrder {
    let mut digits = [0; MAX_RANKED_CELLS];
    for (i, digit) in digits[..list.len()].iter_mut().enumerate() {
        *digit = list[i + 1..].iter().filter(|&&other| other < list[i]).count() as u8;
    }
    digits
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(rows: u32, columns: u32, home: u32) -> Ranking {
        Ranking::new(Shape::new(rows, columns).unwrap(), Cell::new(home)).unwrap()
    }

    #[test]
    fn sets_of_each_size_are_numbered_without_a_gap_and_found_again() {
        for size in 0..=7 {
            // Of sets of one size the one with the greater bits is the later one.
            let sets = (0_u32..1 << 7).filter(|set| set.count_ones() as usize == size);
            for (number, set) in (0..).zip(sets) {
                assert_eq!(Subset::number_of(set), number, "{set:07b}");
                assert_eq!(Subset::places(number, size), set);
            }
        }
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

    #[test]
    fn a_position_is_a_pattern_two_orders_and_a_place_of_the_blank() {
        for (rows, columns) in [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (4, 5)] {
            let ranking = ranking(rows, columns, 1);
            let classes = ranking.classes();
            let orders = classes.patterns() * classes.middle_orders() * classes.small_orders();
            assert_eq!(orders * u64::from(rows * columns), ranking.positions());
            assert_eq!(
                (ranking.shape(), ranking.blank_home()),
                (Shape::new(rows, columns).unwrap(), Cell::new(1))
            );
        }
    }

    #[test]
    fn the_walk_goes_to_and_fro_along_the_longer_side() {
        let walk = |rows, columns| ranking(rows, columns, 0).walk().to_vec();
        assert_eq!(walk(2, 3), [0, 1, 2, 5, 4, 3]);
        assert_eq!(walk(3, 2), [0, 2, 4, 5, 3, 1]);
        assert_eq!(walk(3, 3), [0, 1, 2, 5, 4, 3, 6, 7, 8], "of a square along its rows");
    }

    #[test]
    fn the_walk_comes_to_the_blanks_home_at_its_step() {
        for home in 0..12 {
            let ranking = ranking(3, 4, home);
            assert_eq!(u32::from(ranking.walk()[ranking.home_step()]), home);
        }
    }

    #[test]
    fn a_slide_along_the_walk_changes_nothing_but_the_blanks_step() {
        for (rows, columns) in [(2, 3), (3, 2), (3, 3)] {
            let ranking = ranking(rows, columns, rows * columns - 1);
            let cells = ranking.walk().len();
            for number in 0..ranking.positions() {
                let step = (number % cells as u64) as usize;
                let mut position = ranking.position(number).unwrap();
                if step + 1 < cells {
                    let (here, next) = (ranking.walk()[step], ranking.walk()[step + 1]);
                    position.swap(usize::from(here), usize::from(next));
                    assert_eq!(ranking.number(&position), Some(number + 1));
                }
            }
            let shape = Shape::new(rows, columns).unwrap();
            let cell = |step: usize| Cell::new(u32::from(ranking.walk()[step]));
            assert!((1..cells).all(|step| shape.distance(cell(step - 1), cell(step)) == 1));
        }
    }

    #[test]
    fn orders_are_numbered_one_by_one_the_even_before_the_odd() {
        for count in 0..6 {
            let orders = factorial(count);
            for number in 0..orders {
                let order = unrank(number, count);
                let list = &order[..count];
                assert_eq!(
                    (rank(list), is_odd(list)),
                    (number, count > 1 && number >= orders / 2),
                    "{list:?}"
                );
            }
        }
    }

    #[test]
    fn arrangements_are_numbered_as_in_a_dictionary() {
        let mut all = Vec::new();
        heap(5, &mut [0, 1, 2, 3, 4], &mut |list| all.push(list.to_vec()));
        all.sort();
        assert!(all.iter().enumerate().all(|(number, list)| lexicographic(list) == number));
    }
}
