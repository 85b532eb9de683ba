//! What a slide does to the order of the tiles, as tables over blocks of orders.
//!
//! Orders are kept in *blocks*: all orders that agree outside the middle of the walk (see [`crate::rank`]).
//! Which tiles stand outside is the block's number, how the others are arranged in the middle is the
//! place inside the block. A move of the blank from one step of the walk to another permutes the places of the
//! order, and on the boards kept in memory at most one tile leaves the middle and one enters:
//!
//! * none does: all orders of the block come from one block (often the same), re-arranged by one table;
//! * one does: they come from as many blocks as there are tiles that can have entered, each of which gives
//!   those orders where one certain tile stood at one certain place of the middle.
//!
//! Everything is written for *pulling*: given a block of orders after the move, where do they come from?

use taquin_core::{Metric, Shape};

use crate::Ranking;
use crate::rank::{INNER, MAX_RANKED_CELLS, nth_one};

/// Words of 64 orders in one block.
pub(super) const fn words_for(inner_orders: usize) -> usize {
    inner_orders.div_ceil(64)
}

/// The blocks of a board: how many there are, and which tiles stand outside the middle of each.
#[derive(Debug)]
pub(super) struct Blocks {
    tiles: usize,
    inner: usize,
    outer: usize,
    parity: u32,
    /// Number of blocks.
    pub(super) count: usize,
    /// Orders in a block.
    pub(super) orders: usize,
    /// Words of 64 orders in a block.
    pub(super) words: usize,
}

/// One block: what stands outside the middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The tiles outside, most significant place first.
    tiles: [u8; MAX_RANKED_CELLS],
    /// The set of the others.
    rest: u32,
    /// Parity of the arrangement in the middle.
    parity: usize,
}

/// Where a part of a block comes from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    /// Number of the block.
    pub(super) block: usize,
    /// Parity of its arrangements.
    pub(super) parity: usize,
    /// Which of its inner tiles (by size) left the middle.
    pub(super) left: usize,
}

impl Blocks {
    pub(super) fn new(ranking: &Ranking) -> Blocks {
        let tiles = ranking.significance().len();
        let inner = tiles.min(INNER);
        let orders = (3..=inner).product();
        let count = (inner + 1..=tiles).product();
        Blocks {
            tiles,
            inner,
            outer: tiles - inner,
            parity: ranking.parity(),
            count,
            orders,
            words: words_for(orders),
        }
    }

    /// The block with this number.
    pub(super) fn block(&self, mut number: usize) -> Block {
        let mut digit = [0; MAX_RANKED_CELLS];
        for i in (0..self.outer).rev() {
            digit[i] = (number % (self.tiles - i)) as u32;
            number /= self.tiles - i;
        }
        let mut block = Block { tiles: [0; MAX_RANKED_CELLS], rest: (1 << self.tiles) - 1, parity: 0 };
        let mut sum = self.parity;
        for (i, &digit) in digit[..self.outer].iter().enumerate() {
            let tile = nth_one(block.rest, digit);
            block.rest ^= 1 << tile;
            block.tiles[i] = tile as u8;
            sum += digit;
        }
        block.parity = (sum % 2) as usize;
        block
    }

    /// Number and parity of the block with these tiles outside.
    #[inline]
    fn number(&self, tiles: impl Iterator<Item = u8>) -> (usize, usize) {
        let mut unused = (1u32 << self.tiles) - 1;
        let (mut number, mut sum, mut radix) = (0, self.parity, self.tiles);
        for tile in tiles {
            let bit = 1u32 << tile;
            unused ^= bit;
            let digit = (unused & (bit - 1)).count_ones();
            number = number * radix + digit as usize;
            sum += digit;
            radix -= 1;
        }
        (number, (sum % 2) as usize)
    }
}

/// Where a tile outside the middle stood before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// Outside too: at this place among the most significant.
    Outside(u8),
    /// In the middle: it is the one that entered by the move.
    Entered,
}

/// One way of the blank from one step of the walk to another, and what it does to blocks of orders.
#[derive(Debug)]
pub(super) struct Move {
    /// Step of the walk where the blank comes from.
    pub(super) from: usize,
    /// Step of the walk where it arrives.
    pub(super) to: usize,
    outside: Vec<Before>,
    pub(super) inside: Inside,
}

/// What happens in the middle.
#[derive(Debug)]
pub(super) enum Inside {
    /// Nothing at all, outside neither: only the blank is elsewhere.
    Same,
    /// The tiles of the middle stay there: for each parity, the place of each order after the move.
    Stay([Vec<u16>; 2]),
    /// One leaves and one enters.
    Exchange {
        /// The place (among the most significant) after the move of the tile that left.
        left: usize,
        /// For each parity and each inner tile that can have left (by size before), the words of a block with those orders.
        masks: [Vec<Vec<(u16, u64)>>; 2],
        /// For each parity and each tile that can have entered (by size after), the place of each order after the move.
        places: [Vec<Vec<u16>>; 2],
    },
}

impl Move {
    /// The one block a [`Inside::Stay`] move brings orders from.
    pub(super) fn origin(&self, blocks: &Blocks, block: &Block) -> Origin {
        let tiles = self.outside.iter().map(|&before| match before {
            Before::Outside(place) => block.tiles[usize::from(place)],
            Before::Entered => unreachable!("no tile enters when the middle stays"),
        });
        let (number, parity) = blocks.number(tiles);
        Origin { block: number, parity, left: 0 }
    }

    /// The blocks an [`Inside::Exchange`] move brings orders from, one for each inner tile that can have entered.
    #[inline]
    pub(super) fn origins(&self, blocks: &Blocks, block: &Block, left: usize) -> [Origin; INNER] {
        let mut origins = [Origin::default(); INNER];
        let gone = block.tiles[left];
        let mut rest = block.rest;
        for origin in &mut origins[..blocks.inner] {
            let entered = rest.trailing_zeros();
            rest &= rest - 1;
            let tiles = self.outside.iter().map(|&before| match before {
                Before::Outside(place) => block.tiles[usize::from(place)],
                Before::Entered => entered as u8,
            });
            let (number, parity) = blocks.number(tiles);
            let smaller = (block.rest ^ (1 << entered)) & ((1 << gone) - 1);
            *origin = Origin { block: number, parity, left: smaller.count_ones() as usize };
        }
        origins
    }
}

/// All moves of the blank on a board, those that change no order first; `None` if two tiles leave the middle in
/// one of them, which happens on no board of two lines, nor on 3×3 and 3×4.
pub(super) fn moves(ranking: &Ranking, blocks: &Blocks, metric: Metric) -> Option<Vec<Move>> {
    let arrangements = [0, 1].map(|parity| arrangements(blocks, parity));
    let mut all = journeys(ranking, metric)
        .map(|journey| {
            let source = rearrangement(ranking, &journey);
            let (from, to) = (journey[0], journey[journey.len() - 1]);
            one_move(ranking, blocks, &arrangements, from, to, &source)
        })
        .collect::<Option<Vec<Move>>>()?;
    all.sort_by_key(|m| !matches!(m.inside, Inside::Same));
    Some(all)
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
fn rearrangement(ranking: &Ranking, journey: &[usize]) -> Vec<usize> {
    let mut source: Vec<usize> = (0..ranking.significance().len()).collect();
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

/// The arrangements of the middle of one parity, as sizes in the order of significance, by their places in a block.
fn arrangements(blocks: &Blocks, parity: u32) -> Vec<[u8; INNER]> {
    let inner = blocks.inner;
    (0..blocks.orders)
        .map(|place| {
            let mut digit = [0u32; INNER];
            let mut number = place;
            for i in (0..inner - 2).rev() {
                digit[i] = (number % (inner - i)) as u32;
                number /= inner - i;
            }
            digit[inner - 2] = (digit.iter().sum::<u32>() + parity) % 2;
            let mut unused = (1u32 << inner) - 1;
            let mut sizes = [0; INNER];
            for i in 0..inner {
                let size = nth_one(unused, digit[i]);
                unused ^= 1 << size;
                sizes[i] = size as u8;
            }
            sizes
        })
        .collect()
}

/// The place in its block of an arrangement of the middle.
fn place_of(sizes: &[u8]) -> u16 {
    let inner = sizes.len();
    let mut unused = (1u32 << inner) - 1;
    let mut place = 0;
    for (i, &size) in sizes[..inner - 2].iter().enumerate() {
        unused ^= 1 << size;
        let smaller = unused & ((1 << size) - 1);
        place = place * (inner - i) as u16 + smaller.count_ones() as u16;
    }
    place
}

fn one_move(
    ranking: &Ranking,
    blocks: &Blocks,
    arrangements: &[Vec<[u8; INNER]>; 2],
    from: usize,
    to: usize,
    source: &[usize],
) -> Option<Move> {
    let outer = blocks.outer;
    let significance = ranking.significance();
    let rank_of = |place: usize| significance.iter().position(|&p| usize::from(p) == place).expect("a place");
    let target = |place: usize| source.iter().position(|&p| p == place).expect("a permutation");
    // By significance: where the tile at each place was before, and where it is afterwards.
    let before: Vec<usize> = significance.iter().map(|&p| rank_of(source[usize::from(p)])).collect();
    let after: Vec<usize> = significance.iter().map(|&p| rank_of(target(usize::from(p)))).collect();
    let outside = after[..outer]
        .iter()
        .map(|&place| if place < outer { Before::Outside(place as u8) } else { Before::Entered })
        .collect::<Vec<_>>();
    let leavers: Vec<usize> = (outer..blocks.tiles).filter(|&place| after[place] < outer).collect();
    let inside = match leavers[..] {
        [] if (0..blocks.tiles).all(|place| before[place] == place) => Inside::Same,
        [] => Inside::Stay([0, 1].map(|parity| {
            let arranged = arrangements[parity].iter();
            arranged.map(|sizes| rearranged(blocks, &before, sizes, None)).collect()
        })),
        [leaver] => Inside::Exchange {
            left: after[leaver],
            masks: [0, 1].map(|parity| {
                (0..blocks.inner).map(|size| mask(&arrangements[parity], leaver - outer, size)).collect()
            }),
            places: [0, 1].map(|parity| {
                let table = |size| {
                    let arranged = arrangements[parity].iter();
                    arranged.map(|sizes| rearranged(blocks, &before, sizes, Some((leaver, size)))).collect()
                };
                (0..blocks.inner).map(table).collect()
            }),
        },
        _ => return None,
    };
    Some(Move { from, to, outside, inside })
}

/// The place of an arrangement after a move; `exchange` is the place that is left and the size of what enters.
fn rearranged(
    blocks: &Blocks,
    before: &[usize],
    sizes: &[u8; INNER],
    exchange: Option<(usize, usize)>,
) -> u16 {
    let outer = blocks.outer;
    let mut moved = [0u8; INNER];
    for place in 0..blocks.inner {
        let came = before[outer + place];
        moved[place] = match exchange {
            None => sizes[came - outer],
            Some((_, entered)) if came < outer => entered as u8,
            Some((leaver, entered)) => {
                let gone = sizes[leaver - outer];
                let size = sizes[came - outer];
                let size = size - u8::from(size > gone);
                size + u8::from(usize::from(size) >= entered)
            }
        };
    }
    place_of(&moved[..blocks.inner])
}

/// The words of a block with the orders where the inner tile of this size stands at this place of the middle.
fn mask(arrangements: &[[u8; INNER]], place: usize, size: usize) -> Vec<(u16, u64)> {
    let mut words = vec![0u64; words_for(arrangements.len())];
    for (i, sizes) in arrangements.iter().enumerate() {
        if usize::from(sizes[place]) == size {
            words[i / 64] |= 1 << (i % 64);
        }
    }
    (0..).zip(words).filter(|&(_, bits)| bits != 0).collect()
}
