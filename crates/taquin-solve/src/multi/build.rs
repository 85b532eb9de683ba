//! Building a table: breadth-first search over the placements of a pattern.
//!
//! A level is *pushed* while few placements are at it: each gives its neighbours their count. Once fewer placements are
//! unseen than are at the level, it is *pulled*: each unseen one asks its neighbours. Either way a block
//! is worked on as a whole, since each of its moves leads to one block: what is touched stays in the
//! cache. No inner loop branches on what it finds, which is as good as random.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::line::{LinePlacement, Space};
use crate::monitor::Pace;
use crate::parallel::Workers;
use crate::{Monitor, Progress, StopReason};

/// Not reached yet.
const UNSEEN: u8 = u8::MAX;

/// Placements marked as unseen between two looks at the monitor: a fraction of a millisecond.
const FILLED: usize = 1 << 20;

/// How many blocks a thread takes at a time.
const BLOCKS: usize = 16;

/// The fewest vertical moves from every placement to `goal`; [`UNSEEN`] where there is no way.
///
/// Threads share the blocks of a level. They write nothing but `level + 1` over [`UNSEEN`], so the result
/// does not depend on who comes first.
pub(super) fn distances(
    space: &Space,
    goal: LinePlacement,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<AtomicU8>, StopReason> {
    let mut counts = Vec::new();
    counts.try_reserve_exact(space.len()).map_err(|_| StopReason::Memory)?;
    let mut pace = Pace::new(monitor, "building pattern table", FILLED as u64);
    while counts.len() < space.len() {
        let next = (space.len() - counts.len()).min(FILLED);
        counts.extend((0..next).map(|_| AtomicU8::new(UNSEEN)));
        pace.step(next as u64)?;
    }
    counts[space.index(goal)].store(0, Ordering::Relaxed);
    let workers = Workers::new(threads);
    let (mut seen, mut news) = (1, 1);
    for level in 0.. {
        let pull = space.len().saturating_sub(seen) < news;
        let shares = Shares::new(space.blocks(), workers.count());
        let found = AtomicUsize::new(0);
        let work = |thread: usize| -> Result<(), StopReason> {
            let mut scratch = Scratch::new(space.orders());
            while let Some(blocks) = shares.take(thread) {
                let new = blocks.map(|block| {
                    if pull {
                        pull_block(space, &counts, block, level, &mut scratch)
                    } else {
                        push_block(space, &counts, block, level, &mut scratch)
                    }
                });
                found.fetch_add(new.sum(), Ordering::Relaxed);
                let (done, total) = (seen.min(space.len()) as u64, space.len() as u64);
                let progress =
                    Progress { phase: "building pattern table", done, total, ..Progress::default() };
                monitor.look(&progress)?;
            }
            Ok(())
        };
        workers.all(work).into_iter().collect::<Result<(), _>>()?;
        // Two threads may both have counted a placement as new. So the sum tells how to go on, and is
        // zero only when nothing was new, but it is not used for more.
        news = found.into_inner();
        seen += news;
        if news == 0 {
            break;
        }
    }
    Ok(counts)
}

/// Blocks dealt out to threads: each begins in a region of its own, far from what the others write to, and
/// helps in the others' when it is done.
struct Shares {
    regions: Vec<(AtomicUsize, usize)>,
}

impl Shares {
    fn new(blocks: usize, threads: usize) -> Shares {
        let border = |thread: usize| blocks * thread / threads;
        Shares { regions: (0..threads).map(|t| (AtomicUsize::new(border(t)), border(t + 1))).collect() }
    }

    fn take(&self, thread: usize) -> Option<Range<usize>> {
        (0..self.regions.len()).find_map(|i| {
            let (next, end) = &self.regions[(thread + i) % self.regions.len()];
            let first = next.fetch_add(BLOCKS, Ordering::Relaxed);
            (first < *end).then(|| first..(first + BLOCKS).min(*end))
        })
    }
}

/// Room for the orders of one block.
struct Scratch {
    here: Vec<u16>,
    walk: Vec<u16>,
    hits: Vec<bool>,
}

impl Scratch {
    fn new(orders: usize) -> Scratch {
        Scratch { here: vec![0; orders + 1], walk: vec![0; orders], hits: vec![false; orders] }
    }

    /// Writes down which orders of a block have this count; how many.
    fn select(&mut self, cells: &[AtomicU8], count: u8) -> usize {
        let mut found = 0;
        for (order, cell) in cells.iter().enumerate() {
            self.here[found] = order as u16;
            found += usize::from(cell.load(Ordering::Relaxed) == count);
        }
        found
    }
}

/// The counts of one block.
fn cells<'a>(space: &Space, counts: &'a [AtomicU8], block: usize) -> &'a [AtomicU8] {
    &counts[block * space.orders()..(block + 1) * space.orders()]
}

/// Gives everything one move away from what is at `level` in a block its count, unless it has a smaller one.
fn push_block(space: &Space, counts: &[AtomicU8], block: usize, level: u8, scratch: &mut Scratch) -> usize {
    let count = scratch.select(cells(space, counts, block), level);
    if count == 0 {
        return 0;
    }
    let (here, walk) = (&scratch.here[..count], &mut scratch.walk[..count]);
    let row = space.row_of_block(block);
    let mut news = 0;
    for column in 0..space.columns() {
        for (i, &step) in space.moves(block, column).iter().enumerate() {
            if i == 0 || i == row {
                walk.copy_from_slice(here);
            }
            let (crossing, cells) = (space.crossing(step), cells(space, counts, usize::from(step.block)));
            for order in &mut *walk {
                *order = crossing[usize::from(*order)];
                let cell = &cells[usize::from(*order)];
                let old = cell.load(Ordering::Relaxed);
                news += usize::from(old == UNSEEN);
                cell.store(old.min(level + 1), Ordering::Relaxed);
            }
        }
    }
    news
}

/// Gives what is unseen in a block and one move away from something at `level` its count.
fn pull_block(space: &Space, counts: &[AtomicU8], block: usize, level: u8, scratch: &mut Scratch) -> usize {
    let mine = cells(space, counts, block);
    let count = scratch.select(mine, UNSEEN);
    if count == 0 {
        return 0;
    }
    let (here, walk, hits) = (&scratch.here[..count], &mut scratch.walk[..count], &mut scratch.hits[..count]);
    let row = space.row_of_block(block);
    hits.fill(false);
    for column in 0..space.columns() {
        for (i, &step) in space.moves(block, column).iter().enumerate() {
            if i == 0 || i == row {
                walk.copy_from_slice(here);
            }
            let (crossing, cells) = (space.crossing(step), cells(space, counts, usize::from(step.block)));
            for (order, hit) in walk.iter_mut().zip(&mut *hits) {
                *order = crossing[usize::from(*order)];
                *hit |= cells[usize::from(*order)].load(Ordering::Relaxed) == level;
            }
        }
    }
    let mut news = 0;
    for (&order, &hit) in here.iter().zip(&*hits) {
        if hit {
            mine[usize::from(order)].store(level + 1, Ordering::Relaxed);
            news += 1;
        }
    }
    news
}
