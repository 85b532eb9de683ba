//! The first depths of boards too large to be mapped whole, by a search that keeps only the last layers.
//!
//! A position is packed into a few words, a fixed number of bits for each cell but the last, whose content is the
//! one that is missing. Positions are spread over [`HASH_PARTS`] parts by a hash, so that the duplicates of a position meet in
//! one part, and each part is small enough to be sifted in the cache. The last depth is only counted, never
//! stored.
//!
//! Within `depth` moves nothing happens farther than `depth` moves from the blank's home, so a board is first cut
//! down to the rows and columns within reach: a depth of 5 costs the same on 100×100 as on 6×6.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::{Cell, Metric, Shape};

use super::budget::Budget;
use super::{Census, CensusError, CensusOptions};
use crate::parallel::Workers;
use crate::{Monitor, Progress, StopReason};

const HASH_PARTS: usize = 1 << 12;

/// Positions a thread collects for a part before it hands them over.
const HANDFUL: usize = 32;

/// Words read and written between two looks at the monitor: a fraction of a millisecond.
const STRIDE_WORDS: usize = 1 << 17;

/// What children of a group of parts may take, if there is that much.
const GROUP_BYTES: u64 = 1 << 30;

type PackedBoard<const W: usize> = [u64; W];

/// Positions by parts.
type Parts<const W: usize> = Vec<Vec<PackedBoard<W>>>;

/// Counts the positions within a number of moves from home.
pub(super) fn census(
    shape: Shape,
    blank_home: Cell,
    depth: u32,
    options: &CensusOptions,
    monitor: &dyn Monitor,
) -> Result<Census, CensusError> {
    let reach = if options.metric == Metric::Stm { depth } else { u32::MAX };
    let cut = Cut::new(shape, blank_home, reach);
    let cells = cut.shape.cells();
    let bits = (cells as u32).next_power_of_two().trailing_zeros().max(1);
    let words = (cells - 1).div_ceil(64 / bits as usize);
    let run = match words {
        0 | 1 => run::<1>,
        2 => run::<2>,
        3 => run::<3>,
        4 => run::<4>,
        5 | 6 => run::<6>,
        7 | 8 => run::<8>,
        9..=16 => run::<16>,
        17..=32 => run::<32>,
        _ => return Err(CensusError::TooDeep { shape, depth }),
    };
    let mut census = run(&Board::new(&cut, bits, options.metric), depth, shape.cells(), options, monitor)
        .map_err(|error| match error {
            CensusError::Stopped { why, mut finished } => {
                cut.restore(&mut finished);
                CensusError::Stopped { why, finished }
            }
            error => error,
        })?;
    cut.restore(&mut census);
    Ok(census)
}

/// The part of a board within reach of the blank.
struct Cut {
    whole: Shape,
    home: Cell,
    top: u32,
    left: u32,
    shape: Shape,
}

impl Cut {
    fn new(whole: Shape, home: Cell, reach: u32) -> Cut {
        let span = |at: u32, side: u32| (at.saturating_sub(reach), at.saturating_add(reach).min(side - 1));
        let (top, bottom) = span(whole.row(home), whole.rows());
        let (left, right) = span(whole.column(home), whole.columns());
        let shape = Shape::new(bottom - top + 1, right - left + 1).expect("a part of a shape");
        Cut { whole, home, top, left, shape }
    }

    fn home(&self) -> Cell {
        let (row, column) = (self.whole.row(self.home) - self.top, self.whole.column(self.home) - self.left);
        self.shape.cell(row, column).expect("the home is within its own reach")
    }

    /// The cell of the whole board.
    fn outer(&self, cell: Cell) -> Cell {
        let (row, column) = (self.shape.row(cell) + self.top, self.shape.column(cell) + self.left);
        self.whole.cell(row, column).expect("the part lies on the board")
    }

    /// Makes a census of the part one of the whole.
    fn restore(&self, census: &mut Census) {
        census.shape = self.whole;
        census.blank_home = self.home;
        for position in &mut census.farthest {
            let mut whole: Vec<u32> = (0..self.whole.cells() as u32).collect();
            for cell in self.shape.all_cells() {
                let home = self.outer(Cell::new(position[cell.index()]));
                whole[self.outer(cell).index()] = home.index() as u32;
            }
            *position = whole;
        }
    }
}

/// How positions of a board are packed, and where its blank can go.
struct Board {
    shape: Shape,
    home: Cell,
    metric: Metric,
    bits: u32,
    per_word: usize,
    /// For each cell, up to four lines of cells that lead away from it.
    ways: Vec<Vec<Vec<usize>>>,
}

impl Board {
    fn new(cut: &Cut, bits: u32, metric: Metric) -> Board {
        let shape = cut.shape;
        let ways = shape
            .all_cells()
            .map(|cell| {
                let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                steps
                    .iter()
                    .map(|&step| line(shape, cell, step, metric))
                    .filter(|line| !line.is_empty())
                    .collect()
            })
            .collect();
        Board { shape, home: cut.home(), metric, bits, per_word: 64 / bits as usize, ways }
    }

    /// The most positions one move away from any.
    fn most_neighbours(&self) -> usize {
        self.ways.iter().map(|ways| ways.iter().map(Vec::len).sum()).max().unwrap_or(0)
    }

    #[inline]
    fn put<const W: usize>(&self, packed: &mut PackedBoard<W>, cell: usize, value: u64) {
        if cell + 1 < self.ways.len() {
            packed[cell / self.per_word] ^= value << (self.bits * (cell % self.per_word) as u32);
        }
    }

    fn pack<const W: usize>(&self, labels: &[u32]) -> PackedBoard<W> {
        let mut packed = [0; W];
        for (cell, &label) in labels.iter().enumerate() {
            self.put(&mut packed, cell, u64::from(label));
        }
        packed
    }

    /// Writes the labels of a position and says where the blank is.
    #[inline]
    fn unpack<const W: usize>(&self, packed: &PackedBoard<W>, labels: &mut [u32]) -> usize {
        let last = labels.len() - 1;
        let mask = (1u64 << self.bits) - 1;
        let (mut all, mut blank) = (0, last);
        for (cells, word) in labels[..last].chunks_mut(self.per_word).zip(packed) {
            let mut word = *word;
            for label in cells {
                *label = (word & mask) as u32;
                word >>= self.bits;
            }
        }
        for (cell, &label) in labels[..last].iter().enumerate() {
            all ^= label ^ cell as u32;
            if label as usize == self.home.index() {
                blank = cell;
            }
        }
        labels[last] = all ^ last as u32;
        blank
    }

    /// Every position one move away.
    #[inline]
    fn neighbours<const W: usize>(
        &self,
        packed: &PackedBoard<W>,
        labels: &mut [u32],
        mut visit: impl FnMut(PackedBoard<W>),
    ) {
        let start = self.unpack(packed, labels);
        let home = self.home.index() as u64;
        for way in &self.ways[start] {
            let (mut next, mut blank) = (*packed, start);
            for &cell in way {
                let exchange = u64::from(labels[cell]) ^ home;
                self.put(&mut next, blank, exchange);
                self.put(&mut next, cell, exchange);
                blank = cell;
                visit(next);
            }
        }
    }
}

/// The cells in one direction, only the nearest in the single-tile metric.
fn line(shape: Shape, cell: Cell, (down, right): (i32, i32), metric: Metric) -> Vec<usize> {
    let mut line = Vec::new();
    let (mut row, mut column) = (shape.row(cell), shape.column(cell));
    loop {
        let next = row.checked_add_signed(down).zip(column.checked_add_signed(right));
        let Some(cell) = next.and_then(|(row, column)| shape.cell(row, column)) else { return line };
        line.push(cell.index());
        if metric == Metric::Stm {
            return line;
        }
        (row, column) = (shape.row(cell), shape.column(cell));
    }
}

#[inline]
fn hash<const W: usize>(packed: &PackedBoard<W>) -> u64 {
    let mut hash = 0u64;
    for &word in packed {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 29;
    }
    hash.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[inline]
fn part_of(hash: u64) -> usize {
    (hash >> 52) as usize
}

fn bytes<const W: usize>(positions: u64) -> u64 {
    positions * size_of::<PackedBoard<W>>() as u64
}

fn run<const W: usize>(
    board: &Board,
    depth: u32,
    whole: usize,
    options: &CensusOptions,
    monitor: &dyn Monitor,
) -> Result<Census, CensusError> {
    let budget = Budget::new(options.memory_bytes);
    let solved: Vec<u32> = (0..board.shape.cells() as u32).collect();
    let mut previous: Parts<W> = vec![Vec::new(); HASH_PARTS];
    let mut current: Parts<W> = vec![Vec::new(); HASH_PARTS];
    let first = board.pack::<W>(&solved);
    current[part_of(hash(&first))].push(first);
    let mut census = Census {
        shape: board.shape,
        blank_home: board.home,
        metric: board.metric,
        counts: vec![1],
        complete: false,
        farthest: vec![solved],
    };
    let workers = Workers::new(options.threads);
    for next_depth in 1..=depth {
        let counted = census.positions();
        let last = next_depth == depth;
        let stop = |why, census: Census| CensusError::Stopped { why, finished: Box::new(census) };
        let Some(groups) = groups::<W>(board, &census.counts, last, workers.count(), &budget) else {
            census.farthest.clear();
            return Err(stop(StopReason::Memory, census));
        };
        let layer = Expansion {
            board,
            previous: &previous,
            current: &current,
            budget: &budget,
            workers: &workers,
            keep: if last { options.farthest } else { usize::MAX },
            monitor,
            progress: Progress {
                phase: "counting positions",
                nodes: counted,
                lower_bound: next_depth,
                ..Progress::default()
            },
            done: AtomicU64::new(0),
            total: *census.counts.last().expect("depth 0 is there") * groups as u64,
        };
        match layer.next(groups) {
            Ok((0, _)) => {
                census.complete = true;
                break;
            }
            Ok((found, next)) => {
                census.counts.push(found);
                let old = std::mem::replace(&mut previous, std::mem::replace(&mut current, next));
                old.into_iter().for_each(|part| budget.drop(part));
            }
            Err(why) => {
                census.farthest.clear();
                return Err(stop(why, census));
            }
        }
    }
    match farthest(board, &current, options.farthest, whole, &budget) {
        Ok(farthest) => census.farthest = farthest,
        Err(why) => {
            census.farthest.clear();
            return Err(CensusError::Stopped { why, finished: Box::new(census) });
        }
    }
    Ok(census)
}

/// In how many groups of parts the next layer has to be made, so that it fits; `None` if it never does.
fn groups<const W: usize>(
    board: &Board,
    counts: &[u64],
    last: bool,
    threads: usize,
    budget: &Budget,
) -> Option<usize> {
    let current = counts[counts.len() - 1];
    let previous = if counts.len() > 1 { counts[counts.len() - 2] } else { 0 };
    let most = board.most_neighbours() as u64;
    // The next layer grows at most a little faster than this one did.
    let growth = (current as f64 / previous.max(1) as f64 * 1.25).clamp(1.0, most as f64);
    let next = if last { 0 } else { (current as f64 * growth) as u64 + 1024 };
    // Lists hold up to half as much again as is in them, and a table four times what it is made for.
    let children = bytes::<W>(current * most) / 2 * 3;
    let sifting = bytes::<W>(current * most + previous + current) * 4 / HASH_PARTS as u64 * threads as u64;
    let room = budget.left().checked_sub(bytes::<W>(next).saturating_add(sifting))?.min(GROUP_BYTES);
    let smallest = children / HASH_PARTS as u64;
    (room > smallest).then(|| (children.div_ceil(room.max(1)) as usize).clamp(1, HASH_PARTS))
}

/// The first positions of a layer in the order of their labels; `whole` cells are needed for each in the end.
fn farthest<const W: usize>(
    board: &Board,
    layer: &Parts<W>,
    most: usize,
    whole: usize,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, StopReason> {
    let (cells, there) = (board.shape.cells(), layer.iter().map(Vec::len).sum::<usize>());
    let collected = most.max(256).saturating_mul(4).min(there) as u64;
    let listed = most.min(there) as u64;
    let list = size_of::<Vec<u32>>() as u64;
    let needed = collected * (4 * cells as u64 + list) + listed * (4 * whole as u64 + list);
    if needed > budget.left() {
        return Err(StopReason::Memory);
    }
    let mut labels = vec![0; cells];
    let mut found: Vec<Vec<u32>> = Vec::new();
    for packed in layer.iter().flatten() {
        board.unpack(packed, &mut labels);
        found.push(labels.clone());
        if found.len() > most.max(256).saturating_mul(4) {
            found.sort_unstable();
            found.truncate(most);
        }
    }
    found.sort_unstable();
    found.truncate(most);
    Ok(found)
}

/// The making of one layer from the two before it.
struct Expansion<'a, const W: usize> {
    board: &'a Board,
    previous: &'a Parts<W>,
    current: &'a Parts<W>,
    budget: &'a Budget,
    workers: &'a Workers,
    /// How many positions of each part are kept; the others are only counted.
    keep: usize,
    monitor: &'a dyn Monitor,
    progress: Progress,
    done: AtomicU64,
    total: u64,
}

impl<const W: usize> Expansion<'_, W> {
    fn next(&self, groups: usize) -> Result<(u64, Parts<W>), StopReason> {
        let mut next: Parts<W> = Vec::with_capacity(HASH_PARTS);
        let mut found = 0;
        for group in 0..groups {
            let parts = HASH_PARTS * group / groups..HASH_PARTS * (group + 1) / groups;
            let children: Vec<Mutex<Vec<PackedBoard<W>>>> =
                parts.clone().map(|_| Mutex::new(Vec::new())).collect();
            self.expand(parts.start, &children)?;
            let sifted: Vec<Mutex<(u64, Vec<PackedBoard<W>>)>> =
                parts.clone().map(|_| Mutex::default()).collect();
            self.in_parallel(children.len(), |i| {
                let children = std::mem::take(&mut *children[i].lock().expect("no thread panics"));
                *sifted[i].lock().expect("no thread panics") = self.sift(parts.start + i, children)?;
                self.look_up(0)
            })?;
            for part in sifted {
                let (new, kept) = part.into_inner().expect("no thread panics");
                found += new;
                next.push(kept);
            }
        }
        Ok((found, next))
    }

    /// Collects the neighbours of the current layer that belong to some parts.
    fn expand(&self, first: usize, children: &[Mutex<Vec<PackedBoard<W>>>]) -> Result<(), StopReason> {
        let local = Mutex::new(Vec::new());
        let stride = (STRIDE_WORDS / (self.board.shape.cells() + self.board.most_neighbours() * W)).max(1);
        self.in_parallel(HASH_PARTS, |i| {
            let mut labels = vec![0; self.board.shape.cells()];
            let mut hands: Vec<Vec<PackedBoard<W>>> = local
                .lock()
                .expect("no thread panics")
                .pop()
                .unwrap_or_else(|| vec![Vec::new(); children.len()]);
            for positions in self.current[i].chunks(stride) {
                for packed in positions {
                    let mut room = ControlFlow::Continue(());
                    self.board.neighbours(packed, &mut labels, |next| {
                        let part = part_of(hash(&next)).wrapping_sub(first);
                        if let Some(hand) = hands.get_mut(part).filter(|_| room.is_continue()) {
                            if hand.len() == hand.capacity() {
                                room = self.hand_over(hand, &children[part]);
                            }
                            if room.is_continue() {
                                hand.push(next);
                            }
                        }
                    });
                    room?;
                }
                self.look_up(positions.len())?;
            }
            local.lock().expect("no thread panics").push(hands);
            ControlFlow::Continue(())
        })?;
        for hands in local.into_inner().expect("no thread panics") {
            for (part, mut hand) in hands.into_iter().enumerate() {
                if let ControlFlow::Break(why) = self.hand_over(&mut hand, &children[part]) {
                    return Err(why);
                }
                self.budget.drop(hand);
            }
        }
        Ok(())
    }

    /// Empties a thread's hand, which is given its room when it is empty.
    fn hand_over(
        &self,
        hand: &mut Vec<PackedBoard<W>>,
        children: &Mutex<Vec<PackedBoard<W>>>,
    ) -> ControlFlow<StopReason> {
        if hand.is_empty() {
            return self.budget.reserve(hand, HANDFUL);
        }
        let mut children = children.lock().expect("no thread panics");
        self.budget.reserve(&mut children, hand.len())?;
        children.append(hand);
        ControlFlow::Continue(())
    }

    /// Tells the monitor that so many positions more have been expanded.
    fn look_up(&self, expanded: usize) -> ControlFlow<StopReason> {
        let done = self.done.fetch_add(expanded as u64, Ordering::Relaxed) + expanded as u64;
        self.monitor.poll(&Progress { done, total: self.total, ..self.progress })
    }

    /// How many of these positions are new, and which, up to as many as are kept.
    ///
    /// A table with open addressing; the packed solved position is not zero, nor is any other, so zero is a free slot.
    fn sift(
        &self,
        part: usize,
        mut children: Vec<PackedBoard<W>>,
    ) -> ControlFlow<StopReason, (u64, Vec<PackedBoard<W>>)> {
        let old = &self.previous[part];
        let same = if self.board.metric == Metric::Mtm { &self.current[part][..] } else { &[] };
        let slots = (2 * (children.len() + old.len() + same.len())).next_power_of_two();
        let mut table: Vec<PackedBoard<W>> = Vec::new();
        self.budget.reserve(&mut table, slots)?;
        table.resize(slots, [0; W]);
        let mut insert = |packed: &PackedBoard<W>| {
            let mut slot = (hash(packed) >> 8) as usize & (slots - 1);
            while table[slot] != [0; W] {
                if table[slot] == *packed {
                    return false;
                }
                slot = (slot + 1) & (slots - 1);
            }
            table[slot] = *packed;
            true
        };
        for packed in old.iter().chain(same) {
            insert(packed);
        }
        let mut found = 0;
        children.retain(|packed| {
            let new = insert(packed);
            found += u64::from(new);
            new
        });
        if children.len() > self.keep {
            // Threads deliver in any order: what is kept must not depend on it.
            children.sort_unstable();
            children.truncate(self.keep);
        }
        self.budget.drop(table);
        self.budget.shrink(&mut children);
        ControlFlow::Continue((found, children))
    }

    /// Lets threads take numbers below `count` until none is left.
    fn in_parallel(
        &self,
        count: usize,
        work: impl Fn(usize) -> ControlFlow<StopReason> + Sync,
    ) -> Result<(), StopReason> {
        let each = |(): &mut (), i| work(i).break_value().map_or(Ok(()), Err);
        self.workers.share(0..count, || (), each).map(|_| ())
    }
}
