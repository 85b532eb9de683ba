//! Numbers of positions by looking up, for the boards that have maps.
//!
//! [`Ranking`] works a number out, tile by tile and class by class. Of up to eleven tiles all are small or middle ones, so an
//! order is: which places the small ones hold (at most 2¹¹ sets), the small ones in their order and the middle ones in
//! theirs (three bits each). Three tables hold what each of them adds to the number, and whether it is odd.

use taquin_core::Board;

use super::rank::{Classes, MAX_RANKED_CELLS, half_rank, is_odd, rank};
use super::{Ranking, rank};

/// The most cells: more tiles would be large ones.
pub(crate) const MOST_CELLS: usize = 12;

/// Numbers positions of one board towards one goal, given as tiles; [`Ranking::number`] is its oracle.
#[derive(Clone, Debug)]
pub struct Quick {
    cells: usize,
    walk: [u8; MOST_CELLS],
    /// For each tile, what it does to what is gathered along the walk.
    tiles: [Entry; 16],
    /// By the set of places of the small tiles: number of the pattern, and 1 if it is odd.
    patterns: Box<[(u16, u8)]>,
    /// By the first five middle tiles: number of their order, 1 if it is odd.
    middles: Box<[(u16, u8)]>,
    /// By the first four small tiles: number of their order among those of its sign, 1 if it is odd.
    smalls: Box<[(u8, u8)]>,
    middle_orders: u32,
    small_orders: u32,
    middle_cut: u32,
    small_cut: u32,
}

/// A tile: how far the list of its class moves on for it, and what is put there.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    small_shift: u8,
    small: u8,
    middle_shift: u8,
    middle: u8,
    is_small: u16,
    /// All ones for the blank.
    blank: u16,
}

/// Bits of a label in a list.
const LABEL: u32 = 3;

impl Quick {
    /// For boards of up to 12 cells with this goal; `None` for others, and where the ranking is of another home.
    pub fn new(ranking: &Ranking, goal: &Board) -> Option<Quick> {
        let cells = goal.shape().cells();
        let same = ranking.shape() == goal.shape() && ranking.blank_home() == goal.blank();
        if !same || cells > MOST_CELLS {
            return None;
        }
        let classes = ranking.classes();
        let Classes { tiles: count, small, middle } = classes;
        let mut tiles = [Entry::default(); 16];
        for (home, tile) in goal.iter().enumerate() {
            let entry = &mut tiles[tile.number() as usize];
            if tile.is_blank() {
                entry.blank = u16::MAX;
                continue;
            }
            let label = ranking.label(home);
            if usize::from(label) < small {
                *entry = Entry { small_shift: LABEL as u8, small: label, is_small: 1, ..*entry };
            } else {
                *entry = Entry { middle_shift: LABEL as u8, middle: label - small as u8, ..*entry };
            }
        }
        let patterns = (0..1u32 << count).map(|places| {
            let (mut next_small, mut next_middle) = (0, small as u8);
            let mut order = [0; MAX_RANKED_CELLS];
            for (place, tile) in order[..count].iter_mut().enumerate() {
                let next = if places >> place & 1 == 1 { &mut next_small } else { &mut next_middle };
                *tile = *next;
                *next += 1;
            }
            // Other sets do not occur; what stands there is never read.
            if places.count_ones() as usize != small {
                return (0, 0);
            }
            (classes.pattern(&order) as u16, u8::from(is_odd(&order[..count])))
        });
        let walk = ranking.walk();
        let (middle_cut, small_cut) = (middle.min(1), small.min(1));
        Some(Quick {
            cells,
            walk: std::array::from_fn(|step| walk.get(step).copied().unwrap_or(0)),
            tiles,
            patterns: patterns.collect(),
            middles: lists(middle, middle_cut, |list| (rank(list) as u16, u8::from(is_odd(list)))),
            smalls: lists(small, small_cut, |list| (half_rank(list) as u8, u8::from(is_odd(list)))),
            middle_orders: classes.middle_orders() as u32,
            small_orders: classes.small_orders() as u32,
            middle_cut: LABEL * middle_cut as u32,
            small_cut: LABEL * small_cut as u32,
        })
    }

    /// The number of a position, given as the tiles of a board; `None` if it cannot be solved. What is no board has any
    /// number, or none.
    #[inline]
    pub fn number(&self, board: &[u8]) -> Option<u32> {
        match (self.cells, board.len()) {
            (12, 12) => self.number_of::<12>(board),
            (9, 9) => self.number_of::<9>(board),
            (cells, length) if cells == length => self.number_of::<0>(board),
            _ => None,
        }
    }

    #[inline(always)]
    fn number_of<const N: usize>(&self, board: &[u8]) -> Option<u32> {
        let cells = if N == 0 { self.cells } else { N };
        let (mut smalls, mut middles, mut places, mut blank) = (0u32, 0u32, 0u32, 0u32);
        for (step, &cell) in self.walk[..cells].iter().enumerate() {
            let entry = &self.tiles[usize::from(board[usize::from(cell)] & 15)];
            smalls = smalls << entry.small_shift | u32::from(entry.small);
            middles = middles << entry.middle_shift | u32::from(entry.middle);
            places |= u32::from(entry.is_small) << step;
            blank |= u32::from(entry.blank) & step as u32;
        }
        // The blank's place is no place of the order.
        let before = (1u32 << blank) - 1;
        let places = places & before | places >> 1 & !before;
        let (pattern, pattern_odd) = *self.patterns.get(places as usize)?;
        let (middle, middle_odd) = *self.middles.get((middles >> self.middle_cut) as usize)?;
        let (small, small_odd) = *self.smalls.get((smalls >> self.small_cut) as usize)?;
        if (pattern_odd ^ middle_odd ^ small_odd) & 1 == 1 {
            return None;
        }
        let word = u32::from(pattern) * self.middle_orders + u32::from(middle);
        Some((word * self.small_orders + u32::from(small)) * cells as u32 + blank)
    }
}

/// What a function says of every order of so many labels, by all of them but the last ones, which are no choice.
fn lists<T: Copy + Default>(count: usize, cut: usize, of: impl Fn(&[u8]) -> T) -> Box<[T]> {
    let mut table = vec![T::default(); 1 << (LABEL as usize * (count - cut))];
    for number in 0..(1..=count as u64).product() {
        let list = rank::unrank(number, count);
        let list = &list[..count];
        let index = list[..count - cut].iter().fold(0, |index, &label| index << LABEL | usize::from(label));
        table[index] = of(list);
    }
    table.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Goal, Shape, Tile};

    fn agrees(rows: u32, columns: u32, goal: &Goal, stride: usize) {
        let shape = Shape::new(rows, columns).unwrap();
        let goal = goal.board(shape).unwrap();
        let ranking = Ranking::new(shape, goal.blank()).unwrap();
        let quick = Quick::new(&ranking, &goal).unwrap();
        let mut homes = vec![0; shape.cells()];
        for number in (0..ranking.positions()).step_by(stride) {
            assert!(ranking.write_position(number, &mut homes));
            let board: Vec<u8> =
                homes.iter().map(|&home| goal.tiles()[usize::from(home)].number() as u8).collect();
            assert_eq!(quick.number(&board), Some(number as u32), "{shape} {goal}");
            // Two tiles exchanged, neither of them the blank.
            let mut odd = board.clone();
            let places: Vec<usize> = (0..board.len()).filter(|&at| board[at] != 0).collect();
            odd.swap(places[number as usize % places.len()], places[(number as usize + 1) % places.len()]);
            assert_eq!(quick.number(&odd), None, "{shape} {goal}");
        }
    }

    #[test]
    fn every_position_of_small_boards_has_the_number_that_is_worked_out() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral, Goal::BlankAt(1, 0)] {
                agrees(rows, columns, &goal, 1);
            }
        }
    }

    #[test]
    fn positions_of_boards_of_10_and_12_cells_have_the_numbers_that_are_worked_out() {
        agrees(2, 5, &Goal::Snake, 1);
        for (rows, columns) in [(3, 4), (4, 3), (2, 6), (6, 2)] {
            for goal in [Goal::BlankLast, Goal::Spiral] {
                agrees(rows, columns, &goal, 997);
            }
        }
    }

    #[test]
    fn what_is_no_board_never_leaves_the_numbers_there_are() {
        let shape = Shape::new(3, 4).unwrap();
        let goal = Goal::BlankLast.board(shape).unwrap();
        let ranking = Ranking::new(shape, goal.blank()).unwrap();
        let quick = Quick::new(&ranking, &goal).unwrap();
        let mut random = crate::random::Random(1);
        for _ in 0..100_000 {
            let junk: Vec<u8> = (0..12).map(|_| (random.next() >> 40) as u8).collect();
            assert!(quick.number(&junk).is_none_or(|number| u64::from(number) < ranking.positions()));
        }
        assert_eq!(quick.number(&[1, 2, 3]), None);
        let other = Goal::BlankFirst.board(shape).unwrap();
        assert!(Quick::new(&ranking, &other).is_none(), "another home of the blank");
        assert_eq!(goal.tiles()[0], Tile::new(1));
    }
}
