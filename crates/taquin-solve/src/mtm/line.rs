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
//! A step of the blank by one row sends a whole block to one block, and acts on `order` in one of a few ways
//! (nothing, when an unmarked tile moves or crosses no marked one; else one marked tile goes past `j` others).
//! Both are looked up, so that no ranking is done during a search.

/// The most marked tiles a pattern may have: `order` must fit in 16 bits.
pub(super) const MOST_MARKED: usize = 8;

/// One way of the blank along its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To the row above: towards row 0.
    Back = 0,
    /// To the row below.
    On = 1,
}

/// Where a block goes in one step, and what happens to the order of its marked tiles.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The block it goes to. There are at most 8 · C(15, 7) = 51,480.
    block: u16,
    /// The kind of crossing: the row of `crossings` to apply.
    kind: u16,
}

/// A placement of the marked tiles and the blank's row, ready to step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placement {
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
    /// By block, column and way.
    steps: Vec<Step>,
    /// By kind of crossing and order.
    crossings: Vec<u16>,
    /// `choose[n][k]`
    choose: [[u32; MOST_MARKED + 2]; 17],
}

impl Space {
    /// The placements of `marked` tiles on `rows` × `columns`; at most 16 cells and [`MOST_MARKED`] marked tiles.
    pub fn new(rows: usize, columns: usize, marked: usize) -> Space {
        let places = rows * columns - 1;
        assert!(places <= 15 && marked <= MOST_MARKED && marked <= places);
        let mut choose = [[0; MOST_MARKED + 2]; 17];
        for n in 0..17 {
            choose[n][0] = 1;
            for k in 1..(MOST_MARKED + 2).min(n + 1) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        let orders = (1..=marked).product();
        let mut space =
            Space { rows, columns, marked, orders, steps: Vec::new(), crossings: Vec::new(), choose };
        space.fill();
        space
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

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
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
        self.choose[self.rows * self.columns - 1][self.marked] as usize
    }

    /// The placement with the blank in `row`, where `line[place]` says which marked tile stands there,
    /// `None` for an unmarked one.
    pub fn placement(&self, row: usize, line: &[Option<u8>]) -> Placement {
        let mut set = 0;
        let mut order = Vec::with_capacity(self.marked);
        for (place, tile) in line.iter().enumerate() {
            if let Some(tile) = tile {
                set |= 1 << place;
                order.push(*tile);
            }
        }
        let block = row * self.sets() + self.set_number(set) as usize;
        Placement { block: block as u16, order: order_number(&order) }
    }

    /// The number of a placement.
    #[inline(always)]
    pub fn index(&self, at: Placement) -> usize {
        usize::from(at.block) * self.orders + usize::from(at.order)
    }

    /// The placement after the blank has gone one row in this column; it must have a row to go to.
    #[inline(always)]
    pub fn step(&self, from: Placement, column: usize, way: Way) -> Placement {
        let step = self.steps[(usize::from(from.block) * self.columns + column) * 2 + way as usize];
        let order = self.crossings[usize::from(step.kind) * self.orders + usize::from(from.order)];
        Placement { block: step.block, order }
    }

    /// The block reached from `block`, and the map of orders that goes with it.
    pub fn step_block(&self, block: usize, column: usize, way: Way) -> (usize, &[u16]) {
        let step = self.steps[(block * self.columns + column) * 2 + way as usize];
        let row = usize::from(step.kind) * self.orders;
        (usize::from(step.block), &self.crossings[row..row + self.orders])
    }

    /// The rank of a set of `marked` places among all such sets.
    fn set_number(&self, mut set: u32) -> u32 {
        let (mut number, mut k) = (0, 0);
        while set != 0 {
            k += 1;
            number += self.choose[set.trailing_zeros() as usize][k];
            set &= set - 1;
        }
        number
    }

    fn fill(&mut self) {
        let (places, sets) = (self.rows * self.columns - 1, self.sets());
        let mut kinds: Vec<(usize, usize)> = vec![(0, 0)];
        self.crossings = (0..self.orders as u16).collect();
        self.steps = vec![Step { block: 0, kind: 0 }; self.blocks() * self.columns * 2];
        let across = self.columns - 1;
        for set in (0..1u32 << places).filter(|set| set.count_ones() as usize == self.marked) {
            let number = self.set_number(set) as usize;
            // For every tile that can jump: `low` is the lower of the two places it goes between.
            for low in 0..places - across {
                let (row, column) = (low / self.columns, low % self.columns);
                let high = low + across;
                let before = (set & ((1 << low) - 1)).count_ones() as usize;
                for way in [Way::On, Way::Back] {
                    let (from, to, from_row, to_row) = match way {
                        Way::On => (high, low, row, row + 1),
                        Way::Back => (low, high, row + 1, row),
                    };
                    let target = jump(set, from, to);
                    let passed = ((set >> low) & ((2 << across) - 1)).count_ones() as usize;
                    let kind = if set >> from & 1 == 1 && passed > 1 {
                        let last = before + passed - 1;
                        if way == Way::On { (last, before) } else { (before, last) }
                    } else {
                        (0, 0)
                    };
                    let known = kinds.iter().position(|&k| k == kind).unwrap_or_else(|| {
                        kinds.push(kind);
                        self.crossings.extend(crossing(self.marked, kind));
                        kinds.len() - 1
                    });
                    let block = from_row * sets + number;
                    let to_block = to_row * sets + self.set_number(target) as usize;
                    self.steps[(block * self.columns + column) * 2 + way as usize] =
                        Step { block: to_block as u16, kind: known as u16 };
                }
            }
        }
    }
}

/// The set after the tile at `from` has gone to `to` and those between have closed up.
fn jump(set: u32, from: usize, to: usize) -> u32 {
    let tile = set >> from & 1;
    let below = |n: usize| (1u32 << n) - 1;
    let out = (set & below(from)) | (set >> (from + 1) << from);
    (out & below(to)) | (out >> to << (to + 1)) | tile << to
}

/// The number of an order of marked tiles among all, lexicographically.
fn order_number(order: &[u8]) -> u16 {
    let mut number = 0;
    for (i, tile) in order.iter().enumerate() {
        let smaller = order[i + 1..].iter().filter(|t| *t < tile).count() as u16;
        number = number * (order.len() - i) as u16 + smaller;
    }
    number
}

/// For every order, the one after its `from`th tile has become its `to`th.
fn crossing(marked: usize, (from, to): (usize, usize)) -> Vec<u16> {
    let mut map = Vec::new();
    let mut order: Vec<u8> = (0..marked as u8).collect();
    loop {
        let mut moved = order.clone();
        let tile = moved.remove(from);
        moved.insert(to, tile);
        map.push(order_number(&moved));
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
