//! What waits in a depth-first search by batches, the ways that led there, and how threads share it.
//!
//! Both searches on tables ([`fast`](super::fast), [`wide`](super::wide)) take `BATCH` positions from the top of a
//! stack, and put those of their children there that are left. A position knows the record of its parent and its last
//! slide; records stay while a descendant waits.

use std::ops::ControlFlow;

use super::pool::Pool;
use crate::{Monitor, Progress, StopReason};

/// Positions expanded together. More would overshoot in the last iteration; fewer wait for memory.
pub(super) const BATCH: usize = 32;

/// Nodes between two looks at the monitor: well under a millisecond.
const POLL_NODES: u64 = 1 << 13;

/// Records that may gather before those that lead nowhere are swept out.
const SWEEP_RECORDS: usize = 1 << 16;

/// With several threads, an iteration that has made this many nodes is worth sharing.
const SHARE_NODES: u64 = 1 << 16;

/// A position that can wait.
pub(super) trait Waiting: Copy + Send + Sync {
    /// The parent's record and the direction of the slide that came here: `record << 2 | direction`.
    fn up(&mut self) -> &mut u32;
    /// Slides from the start.
    fn depth(&self) -> u32;
}

/// How one iteration ended.
pub(super) enum Ended {
    Found(Vec<u8>),
    Exhausted,
    Stopped(StopReason),
    /// There is enough left for several threads.
    TooMuch,
}

/// One iteration of a search, or what one thread does of it.
pub(super) struct Frontier<'s, W> {
    pub monitor: &'s dyn Monitor,
    pub limit: u32,
    /// The length of the best solution known.
    pub best: Option<u64>,
    pub nodes: u64,
    /// What waits to be expanded, in the order in which it was made.
    pub stack: Vec<W>,
    share_after: u64,
    pool: Option<&'s Pool<W>>,
    /// The slides that led to the first position.
    prefix: Vec<u8>,
    /// Where expanded positions came from, `parent's record << 2 | direction`, `BATCH` for every batch.
    records: Vec<u32>,
    /// How many records the last sweep left.
    swept: usize,
}

impl<'s, W: Waiting> Frontier<'s, W> {
    /// Nothing waits yet. With several threads, an iteration ends as [`Ended::TooMuch`] when it is worth sharing.
    pub fn new(monitor: &'s dyn Monitor, threads: usize) -> Self {
        Frontier {
            monitor,
            limit: 0,
            best: None,
            nodes: 0,
            stack: Vec::with_capacity(1 << 11),
            share_after: if threads > 1 { SHARE_NODES } else { u64::MAX },
            pool: None,
            prefix: Vec::new(),
            records: Vec::with_capacity(1 << 11),
            swept: 0,
        }
    }

    /// Everything below one position is to be searched; `prefix` led to it.
    pub fn start(&mut self, mut first: W, prefix: Vec<u8>) {
        *first.up() = 0;
        self.prefix = prefix;
        self.stack.clear();
        self.stack.push(first);
        self.records.clear();
        self.swept = 0;
    }

    /// Expands what waits, batch by batch, until `expand` says how the iteration ended or somebody stops it.
    #[inline(always)]
    pub fn exhaust(&mut self, mut expand: impl FnMut(&mut Self) -> Option<Ended>) -> Ended {
        let begun = self.nodes;
        let mut next_poll = self.nodes;
        loop {
            if self.nodes >= next_poll {
                if let Some(ended) = self.look_up(self.nodes.saturating_sub(begun)) {
                    return ended;
                }
                next_poll = self.nodes + POLL_NODES;
            }
            if let Some(ended) = expand(self) {
                return ended;
            }
        }
    }

    /// Moves the next positions into a batch, and records them. How many, and the first one's record; `None` if
    /// there are no more.
    #[inline(always)]
    pub fn take(&mut self, batch: &mut [W; BATCH]) -> Option<(usize, u32)> {
        let count = self.stack.len().min(BATCH);
        let rest = self.stack.len() - count;
        let batch = &mut batch[..count];
        batch.copy_from_slice(&self.stack[rest..]);
        self.stack.truncate(rest);
        // Records of positions whose descendants are all done are given up: the last position has the latest parent,
        // in a batch of which others may still be needed. Those that were swept stand closer together, and stay.
        let kept = ((*batch.last_mut()?.up() >> 2) as usize / BATCH + 1) * BATCH;
        self.records.truncate(kept.max(self.swept));
        let first = self.records.len();
        self.records.resize(first + BATCH, 0);
        for (record, position) in self.records[first..].iter_mut().zip(batch) {
            *record = *position.up();
        }
        Some((count, first as u32))
    }

    /// Sweeps out the records that lead to nothing that waits: a batch may hold positions from several others, and
    /// while one of its children waits their records stay. Parents have smaller numbers than their children, so one
    /// pass in rising order renumbers all.
    fn sweep(&mut self) {
        let mut needed = vec![false; self.records.len()];
        for position in &mut self.stack {
            let mut record = (*position.up() >> 2) as usize;
            while let Some(mark) = needed.get_mut(record).filter(|mark| !**mark) {
                *mark = true;
                record = (self.records[record] >> 2) as usize;
            }
        }
        let mut number = vec![0u32; self.records.len()];
        let mut kept = 0;
        for record in (0..self.records.len()).filter(|&record| needed[record]) {
            let up = self.records[record];
            number[record] = kept as u32;
            self.records[kept] = number[(up >> 2) as usize] << 2 | up & 3;
            kept += 1;
        }
        self.swept = kept.next_multiple_of(BATCH);
        self.records.truncate(kept);
        self.records.resize(self.swept, 0);
        for position in &mut self.stack {
            let up = position.up();
            *up = number.get((*up >> 2) as usize).copied().unwrap_or(0) << 2 | *up & 3;
        }
    }

    /// What is done now and then: news for the monitor, work for other threads.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, made: u64) -> Option<Ended> {
        if self.records.len() >= self.swept + SWEEP_RECORDS {
            self.sweep();
        }
        let nodes = match self.pool.filter(|_| cfg!(not(target_family = "wasm"))) {
            Some(pool) => match pool.visit(self) {
                ControlFlow::Continue(nodes) => nodes,
                ControlFlow::Break(ended) => return Some(ended),
            },
            None => self.nodes,
        };
        let (lower_bound, best) = (self.limit, self.best);
        let progress = Progress { phase: "searching", nodes, lower_bound, best, ..Progress::default() };
        if let ControlFlow::Break(why) = self.monitor.poll(&progress) {
            return Some(Ended::Stopped(why));
        }
        (made >= self.share_after).then_some(Ended::TooMuch)
    }

    /// The slides that lead to a position at a depth, from its last slide and the records of its ancestors.
    pub fn way(&self, mut up: u32, depth: u32) -> Vec<u8> {
        let mut way = Vec::with_capacity(depth as usize);
        for _ in self.prefix.len()..depth as usize {
            way.push((up & 3) as u8);
            up = self.records[(up >> 2) as usize];
        }
        way.extend(self.prefix.iter().rev());
        way.reverse();
        way
    }

    /// An iteration of the same limit for another thread of the pool.
    pub fn beside<'p>(&self, pool: &'p Pool<W>) -> Frontier<'p, W>
    where
        's: 'p,
    {
        Frontier { limit: self.limit, best: self.best, pool: Some(pool), ..Frontier::new(self.monitor, 1) }
    }

    /// Hands what waits, and how it got there, over to another.
    pub fn hand_over(&mut self, other: &mut Frontier<'_, W>) {
        std::mem::swap(&mut self.stack, &mut other.stack);
        std::mem::swap(&mut self.records, &mut other.records);
        std::mem::swap(&mut self.prefix, &mut other.prefix);
        std::mem::swap(&mut self.swept, &mut other.swept);
    }
}
