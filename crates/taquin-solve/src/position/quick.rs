//! Numbers of positions by looking up, for the boards that have maps.
//!
//! [`Ranking`] works a number out, tile by tile and class by class. Of up to eleven tiles all are small or middle ones, so an
//! order is: which places the small ones hold (at most 2¹¹ sets), the small ones in their order and the middle ones in
//! theirs (three bits each). Three tables hold what each of them adds to the number, and whether it is odd.
//!
//! A position comes to these three as one word, to which every cell adds the bits of its tile: none of them waits for
//! another. Its places are counted from the end of the walk, so that the first tile of a list is its highest digit.

use taquin_core::Board;

use super::rank::{Classes, MAX_RANKED_CELLS, half_rank, is_odd, rank};
use super::{Ranking, rank};
use crate::gather::{Gather, Portable};

/// The most cells: more tiles would be large ones.
pub(crate) const QUICK_CELLS: usize = 12;

/// In a word: four bits for the label at each place; then one for each place, of a small tile; then the blank's place.
const SMALL_AT: usize = 4 * QUICK_CELLS;
const BLANK_AT: usize = 5 * QUICK_CELLS;

/// Numbers positions of one board towards one goal, given as tiles; [`Ranking::number`] is its oracle.
#[derive(Clone, Debug)]
pub struct Quick {
    cells: usize,
    /// For each cell and each tile on it, its bits of the word.
    words: Box<[[u64; 16]]>,
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

/// Bits of a label in a list.
const LABEL: u32 = 3;

/// In a list of numbers: there is none.
const NONE: u32 = u32::MAX;

impl Quick {
    /// For boards of up to 12 cells with this goal; `None` for others, and where the ranking is of another home.
    pub fn new(ranking: &Ranking, goal: &Board) -> Option<Quick> {
        let cells = goal.shape().cells();
        let same = ranking.shape() == goal.shape() && ranking.blank_home() == goal.blank();
        if !same || cells > QUICK_CELLS {
            return None;
        }
        let classes = ranking.classes();
        let Classes { tiles: count, small, middle } = classes;
        let mut words = vec![[0; 16]; cells];
        for (step, &cell) in ranking.walk().iter().enumerate() {
            let place = (cells - 1 - step) as u64;
            for (home, tile) in goal.iter().enumerate() {
                words[usize::from(cell)][tile.number() as usize] = if tile.is_blank() {
                    place << BLANK_AT
                } else {
                    let label = u64::from(ranking.label(home));
                    match label.checked_sub(small as u64) {
                        None => label << (4 * place) | 1 << (SMALL_AT as u64 + place),
                        Some(label) => label << (4 * place),
                    }
                };
            }
        }
        let patterns = (0..1u32 << count).map(|places| {
            let (mut next_small, mut next_middle) = (0, small as u8);
            let mut order = [0; MAX_RANKED_CELLS];
            for (step, tile) in order[..count].iter_mut().enumerate() {
                let next =
                    if places >> (count - 1 - step) & 1 == 1 { &mut next_small } else { &mut next_middle };
                *tile = *next;
                *next += 1;
            }
            // Other sets do not occur; what stands there is never read.
            if places.count_ones() as usize != small {
                return (0, 0);
            }
            (classes.pattern(&order) as u16, u8::from(is_odd(&order[..count])))
        });
        let (middle_cut, small_cut) = (middle.min(1), small.min(1));
        Some(Quick {
            cells,
            words: words.into(),
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
        let mut number = [NONE];
        if board.len() == self.cells {
            self.numbers(board, &mut number);
        }
        Some(number[0]).filter(|&number| number != NONE)
    }

    /// The numbers of positions, given as the tiles of boards one after another, as far as there is room; `u32::MAX` for
    /// what cannot be solved.
    #[inline]
    pub fn numbers(&self, boards: &[u8], numbers: &mut [u32]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2") {
            // SAFETY: the processor has the instructions.
            return unsafe { self.numbers_bmi2(boards, numbers) };
        }
        self.write::<Portable>(boards, numbers);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2")]
    fn numbers_bmi2(&self, boards: &[u8], numbers: &mut [u32]) {
        self.write::<crate::gather::Bmi2>(boards, numbers);
    }

    #[inline(always)]
    fn write<G: Gather>(&self, boards: &[u8], numbers: &mut [u32]) {
        match self.cells {
            12 => self.write_each::<G, 12>(boards, numbers),
            9 => self.write_each::<G, 9>(boards, numbers),
            _ => self.write_each::<G, 0>(boards, numbers),
        }
    }

    #[inline(always)]
    fn write_each<G: Gather, const N: usize>(&self, boards: &[u8], numbers: &mut [u32]) {
        let cells = if N == 0 { self.cells } else { N };
        for (board, number) in boards.chunks_exact(cells).zip(numbers) {
            *number = self.number_of::<G>(board, cells).unwrap_or(NONE);
        }
    }

    #[inline(always)]
    fn number_of<G: Gather>(&self, board: &[u8], cells: usize) -> Option<u32> {
        let word = self.words[..cells]
            .iter()
            .zip(board)
            .fold(0, |word, (of_cell, &tile)| word | of_cell[usize::from(tile & 15)]);
        let blank = word >> BLANK_AT;
        let small = (word >> SMALL_AT) as u16 & ((1 << cells) - 1);
        let middle = !small & ((1 << cells) - 1) & !(1 << blank);
        // The blank's place is no place of the order.
        let before = (1u16 << blank) - 1;
        let places = small & before | small >> 1 & !before;
        let (pattern, pattern_odd) = *self.patterns.get(usize::from(places))?;
        let middles = G::order(word, middle) >> self.middle_cut;
        let smalls = G::order(word, small) >> self.small_cut;
        let (middle, middle_odd) = *self.middles.get(middles as usize)?;
        let (small, small_odd) = *self.smalls.get(smalls as usize)?;
        if (pattern_odd ^ middle_odd ^ small_odd) & 1 == 1 {
            return None;
        }
        let word = u32::from(pattern) * self.middle_orders + u32::from(middle);
        let step = (cells as u32 - 1).checked_sub(blank as u32)?;
        Some((word * self.small_orders + u32::from(small)) * cells as u32 + step)
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
            let mut portable = [0];
            quick.write::<Portable>(&board, &mut portable);
            assert_eq!(portable, [number as u32], "{shape} {goal}");
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
