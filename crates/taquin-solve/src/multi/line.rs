//! The line of a board, and placements of a pattern in it.
//!
//! Write the tiles of a board of `rows` × `columns` down in reading order and leave the blank out: that is
//! its *line*, of `rows · columns − 1` places. Two facts make it the right thing to look at:
//!
//! 1. A **horizontal** move, however long, changes neither the line nor the blank's row.
//! 2. A **vertical** move by one row in column *c* takes one tile across its `columns − 1` neighbours in the
//!    line: when the blank goes from row *r* down to *r* + 1, the tile at place `(r+1)·columns + c − 1` goes
//!    to place `r·columns + c`, and the reverse when it comes back up. A longer vertical move is
//!    several of these, all in column *c*.
//!
//! So (line, row of the blank) is a puzzle of its own, in which only vertical moves count. A *pattern* marks
//! some of the tiles and forgets which of the others is which. A [`Space`] numbers the *placements* of `k`
//! marked tiles together with the blank's row:
//!
//! - `block` = the blank's row and the set of places that hold marked tiles (in colexicographic order);
//! - `order` = the order of the marked tiles along the line (in lexicographic order), `k!` of them;
//! - the number of the placement is `block · k! + order`.
//!
//! A move of the blank sends a whole block to one block, and each of its steps acts on `order` in one of a few ways
//! (nothing, when an unmarked tile moves or crosses no marked one; else one marked tile goes past `j` others).
//! Both are looked up, so that no ranking is done during a search.

use crate::monitor::{Monitor, Pace, StopReason};
use crate::position::rank::{Subset, choose, lexicographic};
use crate::prefetch::prefetch;

/// The most marked tiles a pattern may have: `order` must fit in 16 bits.
pub(super) const MOST_MARKED: usize = 8;

/// One way of the blank along its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// To the row above: towards row 0.
    Back = 0,
    /// To the row below.
    On = 1,
}

/// Where a block goes in one move, and what the last step of the move does to the order of its marked tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockMove {
    /// The block it goes to. There are at most 8 · C(15, 7) = 51,480.
    pub block: u16,
    /// The kind of crossing in the last step: the row of `crossings` to apply to the order one step before.
    pub kind: u16,
}

/// A placement of the marked tiles and the blank's row, ready to step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LinePlacement {
    /// The blank's row and the set of marked places.
    pub block: u16,
    /// The order of the marked tiles.
    pub order: u16,
}

/// All placements of `marked` tiles on a board of `rows` × `columns`, and how vertical steps change them.
#[derive(Debug)]
pub(super) struct Space {
    rows: usize,
    columns: usize,
    marked: usize,
    /// `marked!`
    orders: usize,
    /// By block and column: the moves of the blank by 1, 2, … rows back, then by 1, 2, … rows on.
    steps: Vec<BlockMove>,
    /// By kind of crossing and order.
    crossings: Vec<u16>,
}

/// Sets of places filled in between two looks at the monitor: well under a millisecond.
const POLL_LINE_SETS: u64 = 64;

impl Space {
    /// The placements of `marked` tiles on `rows` × `columns`; at most 16 cells and [`MOST_MARKED`] marked tiles.
    pub fn new(
        rows: usize,
        columns: usize,
        marked: usize,
        monitor: &dyn Monitor,
    ) -> Result<Space, StopReason> {
        let places = rows * columns - 1;
        assert!(places <= 15 && marked <= MOST_MARKED && marked <= places);
        let orders = (1..=marked).product();
        let mut space = Space { rows, columns, marked, orders, steps: Vec::new(), crossings: Vec::new() };
        space.fill(&mut Pace::new(monitor, "preparing a table", POLL_LINE_SETS))?;
        Ok(space)
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.rows * self.sets()
    }

    /// The number of placements in a block.
    pub fn orders(&self) -> usize {
        self.orders
    }

    /// The number of placements.
    pub fn len(&self) -> usize {
        self.blocks() * self.orders
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The row of the blank in a block.
    pub fn row_of_block(&self, block: usize) -> usize {
        block / self.sets()
    }

    /// The bytes held by the step tables.
    pub fn memory_bytes(&self) -> usize {
        size_of_val(&self.steps[..]) + size_of_val(&self.crossings[..])
    }

    fn sets(&self) -> usize {
        choose(self.rows * self.columns - 1, self.marked) as usize
    }

    /// The placement with the blank in `row`, where `line[place]` says which marked tile stands there,
    /// `None` for an unmarked one.
    pub fn placement(&self, row: usize, line: &[Option<u8>]) -> LinePlacement {
        let mut set = 0;
        let mut order = Vec::with_capacity(self.marked);
        for (place, tile) in line.iter().enumerate() {
            if let Some(tile) = tile {
                set |= 1 << place;
                order.push(*tile);
            }
        }
        let block = row * self.sets() + Subset::number_of(set) as usize;
        LinePlacement { block: block as u16, order: lexicographic(&order) as u16 }
    }

    /// The number of a placement.
    #[inline(always)]
    pub fn index(&self, at: LinePlacement) -> usize {
        usize::from(at.block) * self.orders + usize::from(at.order)
    }

    /// The placement after the blank has gone one row in this column; it must have a row to go to.
    pub fn step(&self, from: LinePlacement, column: usize, heading: Heading) -> LinePlacement {
        let block = usize::from(from.block);
        let step =
            self.moves(block, column)[if heading == Heading::Back { 0 } else { self.row_of_block(block) }];
        LinePlacement { block: step.block, order: self.crossing(step)[usize::from(from.order)] }
    }

    /// All moves of the blank in this column: by 1, 2, … rows back as far as it goes, then by 1, 2, … rows on.
    #[inline(always)]
    pub fn moves(&self, block: usize, column: usize) -> &[BlockMove] {
        let ways = self.rows - 1;
        let first = (block * self.columns + column) * ways;
        &self.steps[first..first + ways]
    }

    /// Asks memory for the moves of a block, to be read later.
    #[inline(always)]
    pub fn prefetch(&self, block: u16) {
        prefetch(self.steps.as_ptr().wrapping_add(usize::from(block) * self.columns * (self.rows - 1)));
    }

    /// The orders after the last step of a move, by the orders before it.
    #[inline(always)]
    pub fn crossing(&self, step: BlockMove) -> &[u16] {
        let row = usize::from(step.kind) * self.orders;
        &self.crossings[row..row + self.orders]
    }

    fn fill(&mut self, pace: &mut Pace<'_>) -> Result<(), StopReason> {
        let (places, sets, rows, columns) =
            (self.rows * self.columns - 1, self.sets(), self.rows, self.columns);
        let mut kinds: Vec<(usize, usize)> = vec![(0, 0)];
        self.crossings = (0..self.orders as u16).collect();
        self.steps = vec![BlockMove { block: 0, kind: 0 }; self.blocks() * columns * (rows - 1)];
        for set in (0..1u32 << places).filter(|set| set.count_ones() as usize == self.marked) {
            pace.step(1)?;
            let number = Subset::number_of(set) as usize;
            for (row, column) in (0..rows * columns).map(|cell| (cell / columns, cell % columns)) {
                let first = ((row * sets + number) * columns + column) * (rows - 1);
                let back = (0..row).rev().map(|to| (to, Heading::Back));
                let on = (row + 1..rows).map(|to| (to, Heading::On));
                let mut here = set;
                for (i, (to, heading)) in back.chain(on).enumerate() {
                    if i == row {
                        here = set;
                    }
                    // The tile goes between these places, the upper of the two rows first.
                    let low = to.min(if heading == Heading::On { to - 1 } else { to }) * columns + column;
                    let high = low + columns - 1;
                    let (leaves, enters) = if heading == Heading::On { (high, low) } else { (low, high) };
                    let before = (here & ((1 << low) - 1)).count_ones() as usize;
                    let last = before + ((here >> low) & ((2 << (columns - 1)) - 1)).count_ones() as usize;
                    let kind = match (here >> leaves & 1 == 1 && last > before + 1, heading) {
                        (false, _) => (0, 0),
                        (true, Heading::On) => (last - 1, before),
                        (true, Heading::Back) => (before, last - 1),
                    };
                    let known = kinds.iter().position(|&k| k == kind).unwrap_or_else(|| {
                        kinds.push(kind);
                        self.crossings.extend(crossing(self.marked, kind));
                        kinds.len() - 1
                    });
                    here = jump(here, leaves, enters);
                    let block = to * sets + Subset::number_of(here) as usize;
                    self.steps[first + i] = BlockMove { block: block as u16, kind: known as u16 };
                }
            }
        }
        Ok(())
    }
}

/// The set after the tile at `from` has gone to `to` and those between have closed up.
fn jump(set: u32, from: usize, to: usize) -> u32 {
    let tile = set >> from & 1;
    let below = |n: usize| (1u32 << n) - 1;
    let out = (set & below(from)) | (set >> (from + 1) << from);
    (out & below(to)) | (out >> to << (to + 1)) | tile << to
}

/// For every order, the one after its `from`th tile has become its `to`th.
fn crossing(marked: usize, (from, to): (usize, usize)) -> Vec<u16> {
    let mut map = Vec::new();
    let mut order: Vec<u8> = (0..marked as u8).collect();
    loop {
        let mut moved = order.clone();
        let tile = moved.remove(from);
        moved.insert(to, tile);
        map.push(lexicographic(&moved) as u16);
        if !next_order(&mut order) {
            return map;
        }
    }
}

/// Steps to the next order lexicographically; false after the last.
fn next_order(order: &mut [u8]) -> bool {
    let Some(i) = order.windows(2).rposition(|w| w[0] < w[1]) else { return false };
    let j = order.iter().rposition(|&t| t > order[i]).expect("the one after it is larger");
    order.swap(i, j);
    order[i + 1..].reverse();
    true
}
