//! What a slide does to the order of the tiles, for all orders of a pattern at once.
//!
//! The orders of one pattern (see [`crate::position::rank`]) are a *block*: for every order of the middle tiles one word, in it for
//! every order of the small tiles one bit. A move of the blank from one step of the walk to another permutes the places of
//! the order, whatever stands there. So all orders of a block come from one other block, and inside it
//!
//! * the middle tiles are re-arranged by one permutation: words change their places, and
//! * the small tiles are re-arranged by one permutation: bits change their places, in all words alike (in those of even
//!   and of odd middle orders, to be exact, for the sign of the small order differs).
//!
//! In the single-tile metric one tile jumps over some others, so one of the two is always the identity.
//! Everything is written for *pulling*: given a block of orders after the move, where do they come from?

use std::ops::Range;

use rustc_hash::FxHashMap;
use taquin_core::{Metric, Shape};

use super::shuffle::BitShuffle;
use crate::Ranking;
use crate::monitor::{Monitor, Pace, StopReason};
use crate::position::rank::{
    Classes, MAX_RANKED_CELLS, TileOrder, half_rank, half_unrank, is_odd, rank, unrank,
};

/// The blocks of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    /// Number of blocks.
    pub(super) count: usize,
    /// Words in a run, which is what a block has for one place of the blank: one for each order of the middle tiles.
    pub(super) words: usize,
    /// Bits in a word: one for each order of the small tiles.
    pub(super) bits: usize,
}

impl Blocks {
    pub(super) fn new(ranking: &Ranking) -> Blocks {
        let classes = ranking.classes();
        Blocks {
            count: classes.patterns() as usize,
            words: classes.middle_orders() as usize,
            bits: classes.small_orders() as usize,
        }
    }
}

/// One way of the blank from one step of the walk to another.
#[derive(Debug)]
pub(super) struct Move {
    /// Step of the walk where the blank comes from.
    pub(super) from: usize,
    /// Step of the walk where it arrives.
    pub(super) to: usize,
    /// For each block where it comes from; none where no order changes.
    pub(super) origins: Vec<BlockOrigin>,
}

/// Where a block comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockOrigin {
    /// Number of the block.
    pub(super) block: u32,
    /// Which of [`Moves::words`] re-arranges the words.
    pub(super) words: u16,
    /// Which of [`Moves::bits`] re-arranges the bits of the words of even middle orders; the one beside it (the last
    /// bit differs) those of the odd ones.
    pub(super) bits: u16,
}

/// Blocks whose origins are worked out between two looks at the monitor: about a millisecond.
const POLL_BLOCKS: u64 = 64;

/// All moves of the blank on a board.
#[derive(Debug)]
pub(super) struct Moves {
    /// The moves.
    pub(super) all: Vec<Move>,
    /// Permutations of the words of a run: for each word the one it comes from. The first is the identity.
    pub(super) words: Vec<Vec<u16>>,
    /// Permutations of the bits of a word. The first two are the identity.
    pub(super) bits: Vec<BitShuffle>,
}

impl Moves {
    /// Bytes that the origins take.
    pub(super) fn bytes(ranking: &Ranking, metric: Metric) -> u64 {
        let changing = journeys(ranking, metric).filter(|journey| changes(journey)).count();
        changing as u64 * ranking.classes().patterns() * size_of::<BlockOrigin>() as u64
    }

    pub(super) fn new(ranking: &Ranking, metric: Metric, monitor: &dyn Monitor) -> Result<Moves, StopReason> {
        Moves::of_blocks(ranking, metric, 0..ranking.classes().patterns() as usize, monitor)
    }

    /// The moves with the origins of some blocks only.
    pub(super) fn of_blocks(
        ranking: &Ranking,
        metric: Metric,
        blocks: Range<usize>,
        monitor: &dyn Monitor,
    ) -> Result<Moves, StopReason> {
        let mut pace = Pace::new(monitor, "preparing to count", POLL_BLOCKS);
        let classes = ranking.classes();
        let mut shuffles = Shuffles::new(classes);
        let mut all = Vec::new();
        let mut changing = Vec::new();
        for journey in journeys(ranking, metric) {
            let m = Move { from: journey[0], to: journey[journey.len() - 1], origins: Vec::new() };
            if changes(&journey) {
                changing.push((m, rearrangement(classes.tiles, &journey)));
            } else {
                all.push(m);
            }
        }
        for pattern in blocks {
            pace.step(1)?;
            let after = classes.sorted(pattern as u64);
            let odd = is_odd(&after[..classes.tiles]);
            for (m, source) in &mut changing {
                m.origins.push(shuffles.origin(&after, odd, source));
            }
        }
        all.extend(changing.into_iter().map(|(m, _)| m));
        Ok(Moves { all, words: shuffles.words, bits: shuffles.bits })
    }
}

/// Whether a journey leaves the walk, and with it the order unchanged.
fn changes(journey: &[usize]) -> bool {
    journey.windows(2).any(|pair| pair[0].abs_diff(pair[1]) != 1)
}

/// Every straight way of the blank that counts one move: the steps of the walk it visits.
fn journeys(ranking: &Ranking, metric: Metric) -> impl Iterator<Item = Vec<usize>> {
    let shape = ranking.shape();
    let mut step = vec![0; shape.cells()];
    for (at, &cell) in ranking.walk().iter().enumerate() {
        step[usize::from(cell)] = at;
    }
    lines(shape)
        .into_iter()
        .flat_map(move |line| {
            let last = line.len();
            let reach = if metric == Metric::Stm { 1 } else { last };
            (0..last).flat_map(move |a| (0..last).map(move |b| (a, b))).filter_map({
                let line = line.clone();
                move |(a, b): (usize, usize)| {
                    let ok = a != b && a.abs_diff(b) <= reach;
                    ok.then(|| {
                        if a < b { line[a..=b].to_vec() } else { line[b..=a].iter().rev().copied().collect() }
                    })
                }
            })
        })
        .map(move |cells| cells.into_iter().map(|cell| step[cell]).collect())
}

/// The rows and columns, as lists of cells.
fn lines(shape: Shape) -> Vec<Vec<usize>> {
    let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
    let across = (0..rows).map(|row| (row * columns..(row + 1) * columns).collect());
    let down = (0..columns).map(|column| (column..rows * columns).step_by(columns).collect());
    across.chain(down).collect()
}

/// For each place of the order after a journey of the blank, the place before.
fn rearrangement(tiles: usize, journey: &[usize]) -> Vec<usize> {
    let mut source: Vec<usize> = (0..tiles).collect();
    for pair in journey.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if from < to {
            source[from..to].rotate_right(1);
        } else {
            source[to..from].rotate_left(1);
        }
    }
    source
}

/// The permutations met so far, each kept once.
struct Shuffles {
    classes: Classes,
    words: Vec<Vec<u16>>,
    bits: Vec<BitShuffle>,
    known_words: FxHashMap<TileOrder, u16>,
    known_bits: FxHashMap<TileOrder, u16>,
}

impl Shuffles {
    fn new(classes: Classes) -> Shuffles {
        let mut shuffles = Shuffles {
            classes,
            words: Vec::new(),
            bits: Vec::new(),
            known_words: FxHashMap::default(),
            known_bits: FxHashMap::default(),
        };
        shuffles.of_words(unrank(0, classes.middle));
        shuffles.of_bits(unrank(0, classes.small));
        shuffles
    }

    /// Where a block comes from by a move that brings to each place what was at its `source`. The block is given by its order
    /// with every class sorted, and whether that is odd.
    fn origin(&mut self, after: &TileOrder, odd: bool, source: &[usize]) -> BlockOrigin {
        let Classes { tiles, small, middle } = self.classes;
        let mut before = [0; MAX_RANKED_CELLS];
        for (&tile, &place) in after.iter().zip(source) {
            before[place] = tile;
        }
        // After the move the tiles of a class are in the order of their labels. So before it, at each of their
        // places was the label that says which of their places, from the first, it goes to.
        let of_class = |first: usize, count: usize| {
            let mut goes = [0; MAX_RANKED_CELLS];
            let tiles = before[..tiles].iter().map(|&tile| usize::from(tile).wrapping_sub(first));
            goes.iter_mut().zip(tiles.filter(|&tile| tile < count)).for_each(|(to, tile)| *to = tile as u8);
            goes
        };
        let words = self.of_words(of_class(small, middle));
        let bits = self.of_bits(of_class(0, small)) + u16::from(odd);
        BlockOrigin { block: self.classes.pattern(&before) as u32, words, bits }
    }

    fn of_words(&mut self, goes: TileOrder) -> u16 {
        let Shuffles { classes, words, known_words, .. } = self;
        let count = classes.middle;
        *known_words.entry(goes).or_insert_with(|| {
            let from = |after| rank(&undone(&unrank(after, count), &goes)[..count]) as u16;
            words.push((0..classes.middle_orders()).map(from).collect());
            words.len() as u16 - 1
        })
    }

    /// The first of two: for even small orders after the move, and for odd ones.
    fn of_bits(&mut self, goes: TileOrder) -> u16 {
        let Shuffles { classes, bits, known_bits, .. } = self;
        let count = classes.small;
        *known_bits.entry(goes).or_insert_with(|| {
            for odd in [false, true] {
                let from = |after| half_rank(&undone(&half_unrank(after, odd, count), &goes)[..count]) as u8;
                bits.push(BitShuffle::new((0..classes.small_orders()).map(from)));
            }
            bits.len() as u16 - 2
        })
    }
}

/// What an arrangement was before each place's tile went where `goes` says.
fn undone(after: &TileOrder, goes: &TileOrder) -> TileOrder {
    goes.map(|place| after[usize::from(place)])
}

#[cfg(test)]
mod tests {
    use taquin_core::Cell;

    use super::*;
    use crate::Unlimited;

    /// Every `stride`-th order after every move, against the board itself.
    fn comes_from_where_it_is_said_to(rows: u32, columns: u32, metric: Metric, stride: usize) {
        let shape = Shape::new(rows, columns).unwrap();
        let (cells, home) = (shape.cells(), shape.last_cell());
        let ranking = Ranking::new(shape, home).unwrap();
        let blocks = Blocks::new(&ranking);
        let moves = Moves::new(&ranking, metric, &Unlimited).unwrap();
        let orders = blocks.count * blocks.words * blocks.bits;
        assert_eq!((orders * cells) as u64, ranking.positions());
        for m in &moves.all {
            let way = journeys(&ranking, metric).find(|way| way[0] == m.from && way[way.len() - 1] == m.to);
            let way: Vec<usize> = way.unwrap().iter().map(|&at| usize::from(ranking.walk()[at])).collect();
            for order in (0..orders).step_by(stride) {
                let mut position = ranking.position((order * cells + m.to) as u64).unwrap();
                assert_eq!(usize::from(position[way[way.len() - 1]]), home.index());
                way.windows(2).rev().for_each(|pair| position.swap(pair[0], pair[1]));
                let (word, bit) = (order / blocks.bits, order % blocks.bits);
                let before = match m.origins.get(word / blocks.words) {
                    None => order,
                    Some(origin) => {
                        let middle = word % blocks.words;
                        let odd = middle >= blocks.words.div_ceil(2);
                        let bits = &moves.bits[usize::from(origin.bits) ^ usize::from(odd)];
                        let from = usize::from(moves.words[usize::from(origin.words)][middle]);
                        let word = origin.block as usize * blocks.words + from;
                        word * blocks.bits + usize::from(bits.from[bit])
                    }
                };
                let number = (before * cells + m.from) as u64;
                assert_eq!(ranking.number(&position), Some(number), "{shape} {metric} {order}");
            }
        }
    }

    #[test]
    fn every_order_of_a_small_board_comes_from_where_it_is_said_to() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            for metric in [Metric::Stm, Metric::Mtm] {
                comes_from_where_it_is_said_to(rows, columns, metric, 1);
            }
        }
    }

    #[test]
    fn orders_of_larger_boards_come_from_where_they_are_said_to() {
        for (rows, columns, stride) in [(2, 5, 11), (3, 4, 1_009), (2, 7, 199_999)] {
            for metric in [Metric::Stm, Metric::Mtm] {
                comes_from_where_it_is_said_to(rows, columns, metric, stride);
            }
        }
    }

    #[test]
    fn in_the_single_tile_metric_no_move_rearranges_both_words_and_bits() {
        let shape = Shape::new(3, 4).unwrap();
        let moves = Moves::new(&Ranking::new(shape, Cell::new(0)).unwrap(), Metric::Stm, &Unlimited).unwrap();
        let origins = moves.all.iter().flat_map(|m| &m.origins);
        assert!(origins.clone().all(|origin| origin.words == 0 || origin.bits < 2));
        assert_eq!(origins.count(), 12 * 462);
    }
}
