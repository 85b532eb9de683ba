//! What waits in a depth-first search by batches, the ways that led there, and how threads share it.
//!
//! Both searches on tables ([`cells16`](super::cells16), [`cells25`](super::cells25)) take `BATCH` positions from the top of a
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
pub(super) const SHARE_NODES: u64 = 1 << 16;

/// Further than any position is: nobody looks ahead.
pub(super) const NEVER: u32 = u32::MAX;

/// How many positions were expanded at each depth.
pub(super) struct Depths([u64; 256]);

impl Default for Depths {
    fn default() -> Depths {
        Depths([0; 256])
    }
}

impl Depths {
    #[inline(always)]
    fn count(&mut self, depth: u32) {
        self.0[depth as usize & 255] += 1;
    }

    pub fn add(&mut self, other: &Depths) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }

    /// The same by how many slides a limit leaves from there.
    pub fn to_go(&self, limit: u32) -> [u64; 128] {
        std::array::from_fn(|left| {
            let depth = (limit as usize).checked_sub(left);
            depth.and_then(|depth| self.0.get(depth)).copied().unwrap_or(0)
        })
    }
}

/// A position that can wait.
pub(super) trait Waiting: Copy + Send + Sync {
    /// The parent's record and the direction of the slide that came here: `record << 2 | direction`.
    fn up(&mut self) -> &mut u32;
    /// Slides from the start.
    fn depth(&self) -> u32;
    /// For each view half of what may still be lost, (limit - depth - bound) / 2, and how much of that is for looking
    /// ahead: 0 or 1.
    fn slack(&self) -> (&[i8], i8);
    /// The same, to be changed.
    fn slack_mut(&mut self) -> (&mut [i8], &mut i8);

    /// Ways through here may be two slides longer than the limit.
    #[inline(always)]
    fn look_ahead(&mut self) {
        let (slack, extra) = self.slack_mut();
        *extra += 1;
        slack.iter_mut().for_each(|slack| *slack += 1);
    }

    /// Whether this is the goal: all that is left of the limit is slack.
    #[inline(always)]
    fn is_home(&self, limit: u32) -> bool {
        let (slack, extra) = self.slack();
        self.depth() as i32 + 2 * i32::from(slack[0] - extra) == limit as i32
    }

    /// Whether it would be visited without looking ahead, too.
    #[inline(always)]
    fn is_within_limit(&self) -> bool {
        let (slack, extra) = self.slack();
        slack.iter().all(|&slack| slack >= extra)
    }

    /// Takes back what looking ahead allowed it beyond the limit. Whether it is within the limit.
    fn keep_to_limit(&mut self) -> bool {
        let (slack, extra) = self.slack_mut();
        let extra = std::mem::take(extra);
        slack.iter_mut().for_each(|slack| *slack -= extra);
        self.is_within_limit()
    }
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
    /// Positions this many slides from the start may be on ways that are two slides longer than the limit.
    pub ahead_from: u32,
    /// A way two slides longer than the limit, once looking ahead has met the goal.
    pub ahead: Option<Vec<u8>>,
    /// How many positions within the limit were expanded, by their depths.
    pub depths: Depths,
    /// What waits to be expanded, in the order in which it was made.
    pub stack: Vec<W>,
    /// Positions that come onto the stack when it runs low, the last first.
    pub roots: Vec<W>,
    /// An iteration that has made this many nodes ends as [`Ended::TooMuch`].
    pub share_after: u64,
    pool: Option<&'s Pool<W>>,
    /// Where expanded positions came from, `parent's record << 2 | direction`, `BATCH` for every batch. The start has
    /// record 0.
    records: Vec<u32>,
    /// How many records led to the first positions; they stay.
    fixed: usize,
    /// How many records the last sweep left, those included.
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
            ahead_from: NEVER,
            ahead: None,
            depths: Depths::default(),
            stack: Vec::with_capacity(1 << 11),
            roots: Vec::new(),
            share_after: if threads > 1 { SHARE_NODES } else { u64::MAX },
            pool: None,
            records: Vec::with_capacity(1 << 11),
            fixed: 0,
            swept: 0,
        }
    }

    /// Everything below the start is to be searched.
    pub fn start(&mut self, start: W) {
        let mut records = std::mem::take(&mut self.records);
        records.clear();
        records.push(0);
        let mut roots = std::mem::take(&mut self.roots);
        roots.clear();
        roots.push(start);
        self.start_below(roots, records);
    }

    /// Everything below some positions is to be searched, each with the slides that lead to it.
    pub fn start_from<'w>(&mut self, positions: impl Iterator<Item = (W, &'w [u8])>) {
        let (mut records, mut roots) = (vec![0], Vec::new());
        for (mut position, way) in positions {
            let mut up = 0;
            for (at, &slide) in way.iter().enumerate() {
                if at > 0 {
                    records.push(up);
                    up = (records.len() as u32 - 1) << 2;
                }
                up |= u32::from(slide);
            }
            *position.up() = up;
            roots.push(position);
        }
        self.start_below(roots, records);
    }

    /// Everything below some positions is to be searched, whose ancestors have these records.
    pub fn start_below(&mut self, mut roots: Vec<W>, mut records: Vec<u32>) {
        // Whoever gave them away may still have looked ahead.
        if self.ahead_from == NEVER {
            roots.retain_mut(W::keep_to_limit);
        }
        records.resize(records.len().next_multiple_of(BATCH), 0);
        (self.fixed, self.swept) = (records.len(), records.len());
        (self.roots, self.records) = (roots, records);
        self.stack.clear();
    }

    /// Any position that waits.
    pub fn any(&self) -> Option<W> {
        self.stack.first().or(self.roots.first()).copied()
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
        if self.stack.len() < BATCH && !self.roots.is_empty() {
            self.refill();
        }
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
            if position.is_within_limit() {
                self.depths.count(position.depth());
            }
        }
        Some((count, first as u32))
    }

    /// Brings the next first positions onto the stack, at its foot: their parents have the smallest records.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let more = self.roots.len().saturating_sub(BATCH - self.stack.len());
        self.stack.splice(..0, self.roots.drain(more..));
    }

    /// Sweeps out the records that lead to nothing that waits: a batch may hold positions from several others, and
    /// while one of its children waits their records stay. Parents have smaller numbers than their children, so one
    /// pass in rising order renumbers all.
    fn sweep(&mut self) {
        let fixed = self.fixed;
        let mut needed = vec![false; self.records.len() - fixed];
        for position in &mut self.stack {
            let mut record = (*position.up() >> 2) as usize;
            while record >= fixed && !std::mem::replace(&mut needed[record - fixed], true) {
                record = (self.records[record] >> 2) as usize;
            }
        }
        let mut number = vec![0u32; needed.len()];
        let renumbered = |number: &[u32], up: u32| match ((up >> 2) as usize).checked_sub(fixed) {
            Some(record) => number[record] << 2 | up & 3,
            None => up,
        };
        let mut kept = fixed;
        for record in (0..needed.len()).filter(|&record| needed[record]) {
            number[record] = kept as u32;
            self.records[kept] = renumbered(&number, self.records[fixed + record]);
            kept += 1;
        }
        self.swept = kept.next_multiple_of(BATCH);
        self.records.truncate(kept);
        self.records.resize(self.swept, 0);
        for position in &mut self.stack {
            let up = position.up();
            *up = renumbered(&number, *up);
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
        if let ControlFlow::Break(why) = self.tell(nodes) {
            return Some(Ended::Stopped(why));
        }
        (made >= self.share_after).then_some(Ended::TooMuch)
    }

    /// Tells the monitor how far the search has come, with so many nodes.
    fn tell(&self, nodes: u64) -> ControlFlow<StopReason> {
        let (lower_bound, best) = (self.limit, self.best);
        self.monitor.poll(&Progress { phase: "searching", nodes, lower_bound, best, ..Progress::default() })
    }

    /// Counts positions that were made outside of the iterations, and tells the monitor.
    pub fn made(&mut self, nodes: u64) -> ControlFlow<StopReason> {
        self.nodes += nodes;
        self.tell(self.nodes)
    }

    /// The slides that lead to a position at a depth, from its last slide and the records of its ancestors.
    pub fn way(&self, mut up: u32, depth: u32) -> Vec<u8> {
        let mut way = vec![0; depth as usize];
        for slide in way.iter_mut().rev() {
            *slide = (up & 3) as u8;
            up = self.records[(up >> 2) as usize];
        }
        way
    }

    /// The goal was met at a depth.
    #[cold]
    #[inline(never)]
    pub fn met(&mut self, up: u32, depth: u32) -> Option<Ended> {
        let way = self.way(up, depth);
        if depth <= self.limit {
            return Some(Ended::Found(way));
        }
        // All shorter ways are still to be excluded; longer ones are of no interest from now on.
        self.best = Some(u64::from(depth));
        self.ahead = Some(way);
        self.look_no_further();
        if let Some(pool) = self.pool {
            pool.met_ahead();
        }
        None
    }

    /// Keeps to the limit from now on.
    pub fn look_no_further(&mut self) {
        if self.ahead_from < NEVER {
            self.ahead_from = NEVER;
            self.stack.retain_mut(W::keep_to_limit);
            self.roots.retain_mut(W::keep_to_limit);
        }
    }

    /// Gives half of what waits away, the positions nearest to the start, those on top of the others first.
    pub fn lower_half(&mut self) -> Vec<W> {
        let waiting = if self.roots.is_empty() { &mut self.stack } else { &mut self.roots };
        let half = waiting.len() / 2;
        waiting.drain(..half).rev().collect()
    }

    /// An iteration of the same limit for another thread of the pool.
    pub fn beside<'p>(&self, pool: &'p Pool<W>) -> Frontier<'p, W>
    where
        's: 'p,
    {
        let Frontier { limit, best, ahead_from, .. } = *self;
        Frontier { limit, best, ahead_from, pool: Some(pool), ..Frontier::new(self.monitor, 1) }
    }

    /// Hands what waits, and how it got there, over to another.
    pub fn hand_over(&mut self, other: &mut Frontier<'_, W>) {
        std::mem::swap(&mut self.stack, &mut other.stack);
        std::mem::swap(&mut self.records, &mut other.records);
        std::mem::swap(&mut self.roots, &mut other.roots);
        std::mem::swap(&mut self.fixed, &mut other.fixed);
        std::mem::swap(&mut self.swept, &mut other.swept);
    }
}
