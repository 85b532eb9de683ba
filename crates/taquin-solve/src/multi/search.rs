//! The search: lengths one after another, depth first in batches, the moves of both axes counted beforehand.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use taquin_core::Direction;

use super::line::LinePlacement;
use super::table::{MultiTable, rise};
use super::{LOOKUPS, MultiTables};
use crate::parallel::{OnPanic, Workers};
use crate::position::Homes;
use crate::search::{Found, Halted, Outcome};
use crate::{Monitor, Progress, StopReason};

/// How many positions are expanded together: enough reads of a table under way to hide how long each takes.
const MULTI_BATCH: usize = 16;

/// How many nodes a thread expands before it looks up: half a millisecond's worth.
const POLL_EVERY: u64 = 1 << 14;

/// A round is shared between threads once this many nodes have been searched without success.
const WORTH_SHARING: u64 = 30_000;

/// How many nodes are dealt out to each thread: many, so that all end at about the same time.
const NODES_PER_THREAD: usize = 100;

/// The most ways the blank can go along one axis.
const MOST_WAYS: usize = 7;

/// A position to be expanded.
#[derive(Clone, Copy)]
struct MultiNode {
    /// What the axis of the next move knows.
    next: Half,
    /// What the axis of the last move knows.
    last: Half,
    /// The moves so far, last one lowest: the row that the blank went to, in as many bits as the axis needs.
    path: [u64; 2],
    /// The moves left.
    left: u32,
}

/// What one axis knows of a position.
#[derive(Clone, Copy)]
struct Half {
    at: [LinePlacement; LOOKUPS],
    facts: Facts,
}

/// Small numbers of one axis side by side, so that a node is made in registers, from the lowest byte:
/// the counts modulo 3, the moves left for the axis beyond either count, the blank's row, the number of the axis.
#[derive(Clone, Copy)]
struct Facts(u64);

impl Facts {
    fn new(counts: [u8; LOOKUPS], moves: u8, row: u8, axis: usize) -> Facts {
        Facts(u64::from_le_bytes([
            counts[0] % 3,
            counts[1] % 3,
            moves - counts[0],
            moves - counts[1],
            row,
            axis as u8,
            0,
            0,
        ]))
    }

    #[inline(always)]
    fn byte(self, i: usize) -> u64 {
        self.0 >> (8 * i) & 0xFF
    }

    #[inline(always)]
    fn row(self) -> usize {
        self.byte(4) as usize
    }

    #[inline(always)]
    fn axis(self) -> usize {
        self.byte(5) as usize & 1
    }

    /// The facts after a move to `row`, where the tables give these remainders, and whether the axis has moves enough.
    #[inline(always)]
    fn after(self, remainders: [u8; LOOKUPS], row: u8) -> (Facts, bool) {
        let [a, b] = remainders;
        // A move spends one, and a count that falls by one gives it back: the slack falls by 0, 1 or 2.
        let slack_a = self.byte(2).wrapping_sub(u64::from(rise(a, self.byte(0) as u8)));
        let slack_b = self.byte(3).wrapping_sub(u64::from(rise(b, self.byte(1) as u8)));
        let counts = u64::from(a) | u64::from(b) << 8;
        let slack = (slack_a & 0xFF) << 16 | (slack_b & 0xFF) << 24;
        let facts = Facts(self.0 & 0xFF << 40 | counts | slack | u64::from(row) << 32);
        (facts, (slack_a | slack_b) >> 63 == 0)
    }
}

/// A position one move away from a node of the batch, before its tables have been read.
#[derive(Clone, Copy, Default)]
struct MultiChild {
    at: [LinePlacement; LOOKUPS],
    parent: u8,
    row: u8,
}

/// The first way home of the shortest length, or how far the search came.
///
/// The result is slides in tile directions; its number of runs is the length. With one thread the moves and the
/// number of nodes are always the same; with more, which of several shortest solutions comes out is not.
pub fn solve(homes: &Homes, tables: &MultiTables, threads: usize, monitor: &dyn Monitor) -> Outcome {
    homes.must_be_of(tables.shape, tables.blank_home);
    let position = &homes.bytes();
    let start = tables.both(position);
    let most = start.most();
    let mut nodes = 0;
    for length in super::shortest(most).. {
        for first in [0, 1] {
            let mut left = [0; 2];
            left[first] = length.div_ceil(2);
            left[1 - first] = length / 2;
            if most[0] > left[0] || most[1] > left[1] {
                continue;
            }
            let half = |axis: usize| Half {
                at: start.at[axis],
                facts: Facts::new(start.counts[axis], left[axis] as u8, start.rows[axis], axis),
            };
            let root = MultiNode { next: half(first), last: half(1 - first), path: [0; 2], left: length };
            let bits = tables.axes.each_ref().map(|axis| bits(axis.length));
            let total = AtomicU64::new(nodes);
            let round = Round {
                position,
                tables,
                monitor,
                length,
                first,
                bits,
                nodes: &total,
                is_over: AtomicBool::new(false),
            };
            let answer = if threads > 1 && nodes >= WORTH_SHARING {
                round.share(root, threads)
            } else {
                round.worker(root).run(root)
            };
            nodes = total.into_inner();
            match answer {
                Ok(None) => {}
                Ok(Some(slides)) => return Ok(Found { slides, nodes }),
                Err(why) => return Err(Halted { why, lower_bound: length, best: None, nodes }),
            }
        }
    }
    unreachable!("lengths go on until a solution is found")
}

/// The search for solutions of one length that begin along one axis.
struct Round<'a> {
    position: &'a [u8],
    tables: &'a MultiTables,
    monitor: &'a dyn Monitor,
    length: u32,
    first: usize,
    /// Bits of a path per move of each axis.
    bits: [u32; 2],
    /// The nodes of all rounds and threads, brought up to date now and then.
    nodes: &'a AtomicU64,
    /// Whether a thread has found a way home, or has been stopped.
    is_over: AtomicBool,
}

impl Round<'_> {
    fn worker(&self, root: MultiNode) -> Worker<'_> {
        Worker { round: self, stack: vec![root], nodes: 0 }
    }

    /// Expands breadth first until there are enough nodes to deal out, then lets every thread take one after another.
    fn share(&self, root: MultiNode, threads: usize) -> Result<Option<Vec<Direction>>, StopReason> {
        let mut layer = vec![root];
        while layer.len() < threads * NODES_PER_THREAD && layer.first().is_some_and(|node| node.left > 8) {
            layer = self.worker(root).layer_after(&layer);
        }
        let end = || self.is_over.store(true, Ordering::Relaxed);
        let ended = Workers::new(threads).share(
            layer.into_iter(),
            || self.worker(root),
            |worker, node| {
                let _ends_all = OnPanic(end);
                match worker.run(node) {
                    Ok(None) => Ok(()),
                    answer => {
                        end();
                        Err(answer)
                    }
                }
            },
        );
        ended.map_or_else(|answer| answer, |_| Ok(None))
    }

    /// The slides of a path, if it leads home: the tables see only their patterns, this sees the board.
    #[cold]
    fn way_home(&self, path: [u64; 2]) -> Option<Vec<Direction>> {
        let mut path = u128::from(path[1]) << 64 | u128::from(path[0]);
        let mut rows = Vec::new();
        for i in (0..self.length as usize).rev() {
            let axis = (self.first + i) % 2;
            rows.push((axis, (path & ((1 << self.bits[axis]) - 1)) as usize));
            path >>= self.bits[axis];
        }
        let columns = self.tables.axes[0].width;
        let home = self.tables.blank_home.index();
        let mut board = self.position.to_vec();
        let mut blank =
            board.iter().position(|&tile| usize::from(tile) == home).expect("a position has a blank");
        let mut slides = Vec::new();
        for (axis, row) in rows.into_iter().rev() {
            let row = if self.tables.turned[axis] { self.tables.axes[axis].length - 1 - row } else { row };
            let target =
                if axis == 0 { row * columns + blank % columns } else { blank / columns * columns + row };
            let step = if axis == 0 { columns } else { 1 };
            while blank != target {
                let is_on = target > blank;
                let next = if is_on { blank + step } else { blank - step };
                board.swap(blank, next);
                blank = next;
                slides.push(match (axis, is_on) {
                    (0, true) => Direction::Up,
                    (0, false) => Direction::Down,
                    (_, true) => Direction::Left,
                    (_, false) => Direction::Right,
                });
            }
        }
        board.iter().enumerate().all(|(cell, &tile)| cell == usize::from(tile)).then_some(slides)
    }
}

/// What one thread needs to search.
struct Worker<'a> {
    round: &'a Round<'a>,
    /// Nodes to expand below the top; above it, room.
    stack: Vec<MultiNode>,
    /// Nodes not yet added to the round's.
    nodes: u64,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.round.nodes.fetch_add(self.nodes, Ordering::Relaxed);
    }
}

impl Worker<'_> {
    /// Searches everything below a node; the slides of the first way home.
    fn run(&mut self, root: MultiNode) -> Result<Option<Vec<Direction>>, StopReason> {
        let mut top: usize = 1;
        self.stack[0] = root;
        let mut batch = [root; MULTI_BATCH];
        let mut children = [MultiChild::default(); MULTI_BATCH * MOST_WAYS];
        let mut answer = Ok(None);
        while top > 0 && answer == Ok(None) && !self.round.is_over.load(Ordering::Relaxed) {
            let mut count = 0;
            let from = top.saturating_sub(MULTI_BATCH);
            for i in from..top {
                let node = self.stack[i];
                if node.left == 0 {
                    answer = answer.map(|found| found.or_else(|| self.round.way_home(node.path)));
                } else {
                    batch[count] = node;
                    count += 1;
                }
            }
            let generated = self.generate(&batch[..count], &mut children);
            top = self.keep(&batch, &children[..generated], from);
            if self.nodes >= POLL_EVERY {
                answer = answer.and_then(|found| self.poll().map(|()| found));
            }
        }
        answer
    }

    /// All nodes one move below these that may get home.
    fn layer_after(&mut self, layer: &[MultiNode]) -> Vec<MultiNode> {
        let mut children = [MultiChild::default(); MULTI_BATCH * MOST_WAYS];
        let mut next = Vec::new();
        for nodes in layer.chunks(MULTI_BATCH) {
            let mut batch = [nodes[0]; MULTI_BATCH];
            batch[..nodes.len()].copy_from_slice(nodes);
            let generated = self.generate(nodes, &mut children);
            let top = self.keep(&batch, &children[..generated], 0);
            next.extend_from_slice(&self.stack[..top]);
        }
        next
    }

    fn poll(&mut self) -> Result<(), StopReason> {
        let more = std::mem::take(&mut self.nodes);
        let nodes = self.round.nodes.fetch_add(more, Ordering::Relaxed) + more;
        let progress =
            Progress { phase: "searching", nodes, lower_bound: self.round.length, ..Progress::default() };
        match self.round.monitor.poll(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(why) => Err(why),
        }
    }

    /// Steps to every child and asks memory for what its tables say.
    #[inline(always)]
    fn generate(
        &mut self,
        batch: &[MultiNode],
        children: &mut [MultiChild; MULTI_BATCH * MOST_WAYS],
    ) -> usize {
        let tables = self.round.tables;
        let mut count = 0;
        for (parent, node) in batch.iter().enumerate() {
            let Half { at: start, facts } = node.next;
            let axis = &tables.axes[facts.axis()];
            let table: &MultiTable = &tables.tables[axis.table];
            let space = table.space();
            let (row, across) = (facts.row(), node.last.facts.row());
            let other = &tables.tables[tables.axes[1 - facts.axis()].table];
            // The moves of the children's children along the other axis.
            node.last.at.iter().for_each(|at| other.space().prefetch(at.block));
            let moves = [
                space.moves(usize::from(start[0].block), across),
                space.moves(usize::from(start[1].block), axis.width - 1 - across),
            ];
            let mut at = start;
            for (i, steps) in moves[0].iter().zip(moves[1]).enumerate() {
                let from = if i == row { start } else { at };
                for (l, &step) in [steps.0, steps.1].into_iter().enumerate() {
                    let order = space.crossing(step)[usize::from(from[l].order)];
                    at[l] = LinePlacement { block: step.block, order };
                    table.prefetch(at[l]);
                }
                let row = if i < row { row - 1 - i } else { i + 1 };
                children[count] = MultiChild { at, parent: parent as u8, row: row as u8 };
                count += 1;
            }
        }
        self.nodes += count as u64;
        count
    }

    /// Reads the tables and stacks the children that may still get home; the new top of the stack.
    ///
    /// Every child is written, and counts only if it fits: whether it does is as good as random.
    #[inline(always)]
    fn keep(&mut self, batch: &[MultiNode; MULTI_BATCH], children: &[MultiChild], mut top: usize) -> usize {
        if self.stack.len() <= top + children.len() {
            self.stack.resize((top + children.len()) * 2, batch[0]);
        }
        let tables = self.round.tables;
        for child in children {
            let node = &batch[usize::from(child.parent) % MULTI_BATCH];
            let facts = node.next.facts;
            let table: &MultiTable = &tables.tables[tables.axes[facts.axis()].table];
            let (facts, fits) = facts.after(child.at.map(|at| table.remainder(at)), child.row);
            let bits = self.round.bits[facts.axis()];
            let path = [
                node.path[0] << bits | u64::from(child.row),
                node.path[1] << bits | node.path[0] >> (64 - bits),
            ];
            let last = Half { at: child.at, facts };
            self.stack[top] = MultiNode { next: node.last, last, path, left: node.left - 1 };
            top += usize::from(fits);
        }
        top
    }
}

/// Bits enough for a row of this axis.
///
/// All moves of a shortest solution fit in 128 bits: the longest have 57 moves on 2×8 (1 + 3 bits for two moves),
/// 44 on 3×5 (2 + 3 bits) and 43 on 4×4 (2 + 2 bits).
fn bits(length: usize) -> u32 {
    usize::BITS - (length - 1).leading_zeros()
}
