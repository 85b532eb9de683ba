//! Tables of the fewest vertical moves that bring a pattern home.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::line::{Placement, Space};
use crate::{Monitor, Progress, StopReason};

/// For every placement of a pattern the fewest vertical moves that bring its tiles and the blank's row home,
/// kept modulo 3 in two bits.
///
/// Moves can be undone, so the counts of two placements one vertical move apart differ by at most one: the
/// remainder and a neighbour's count give the count.
#[derive(Debug)]
pub(super) struct Table {
    space: Space,
    goal: Placement,
    /// Places of the marked tiles in the line of the goal, in the order of their numbers.
    marked: Vec<u8>,
    remainders: Vec<u8>,
}

/// One more than the difference of two counts that differ by at most one, from their remainders modulo 3.
#[inline(always)]
pub(super) fn rise(to: u8, from: u8) -> u8 {
    // Two bits for each pair: by 4·to + from, where equal remainders give 1.
    const RISES: u32 = {
        let (mut rises, mut pair) = (0, 0);
        while pair < 12 {
            let (to, from) = (pair / 4, pair % 4);
            rises |= ((to + 4 - from) % 3) << (2 * pair);
            pair += 1;
        }
        rises
    };
    (RISES >> (8 * to + 2 * from)) as u8 & 3
}

/// Not reached yet, while a table is built.
const UNSEEN: u8 = u8::MAX;

impl Table {
    /// The table for the tiles that stand on the places `marked` of the goal's line, with the blank at home in `goal_row`.
    pub fn build(
        (rows, columns): (usize, usize),
        goal_row: usize,
        marked: &[u8],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Table, StopReason> {
        let space = Space::new(rows, columns, marked.len());
        let mut line = vec![None; rows * columns - 1];
        for (number, &place) in marked.iter().enumerate() {
            line[usize::from(place)] = Some(number as u8);
        }
        let goal = space.placement(goal_row, &line);
        let counts = distances(&space, goal, threads, monitor)?;
        let remainders = counts
            .chunks(4)
            .map(|four| four.iter().rev().fold(0, |byte, count| (byte << 2) | (count % 3)))
            .collect();
        Ok(Table { space, goal, marked: marked.to_vec(), remainders })
    }

    /// The placements and their steps.
    #[inline(always)]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Places of the marked tiles in the line of the goal.
    pub fn marked(&self) -> &[u8] {
        &self.marked
    }

    /// The bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.remainders.len() + self.space.memory_bytes()
    }

    /// The count of a placement modulo 3.
    #[inline(always)]
    pub fn remainder(&self, at: Placement) -> u8 {
        let index = self.space.index(at);
        self.remainders[index >> 2] >> ((index & 3) * 2) & 3
    }

    /// Asks memory for the count of a placement, to be read later.
    #[inline(always)]
    pub fn prefetch(&self, at: Placement) {
        #[cfg(target_arch = "x86_64")]
        {
            let byte = self.remainders.as_ptr().wrapping_add(self.space.index(at) >> 2);
            // SAFETY: a prefetch is a hint that reads nothing and never faults, whatever the address.
            unsafe { std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(byte.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = at;
    }

    /// The count of a placement one vertical move away from one with this count.
    #[inline(always)]
    pub fn count_beside(&self, at: Placement, beside: u8) -> u8 {
        beside + rise(self.remainder(at), beside % 3) - 1
    }

    /// The count of any placement: the number of steps of a walk that goes down by one each time.
    pub fn count(&self, mut at: Placement) -> u8 {
        let mut count = 0;
        while at != self.goal {
            let next = (self.remainder(at) + 2) % 3;
            at = self
                .neighbours(at)
                .find(|&n| self.remainder(n) == next)
                .expect("a count above 0 has a smaller one beside it");
            count += 1;
        }
        count
    }

    /// All placements one vertical move away.
    pub fn neighbours(&self, at: Placement) -> impl Iterator<Item = Placement> + '_ {
        let (space, block) = (&self.space, usize::from(at.block));
        let row = space.row_of_block(block);
        (0..space.columns()).flat_map(move |column| {
            let mut order = at.order;
            space.moves(block, column).iter().enumerate().map(move |(i, &step)| {
                let before = if i == row { at.order } else { order };
                order = space.crossing(step)[usize::from(before)];
                Placement { block: step.block, order }
            })
        })
    }
}

/// The fewest vertical moves from every placement to `goal`, by breadth-first search.
///
/// Threads share the blocks of a level. They write nothing but `level + 1` over [`UNSEEN`], so the result
/// does not depend on who comes first.
fn distances(
    space: &Space,
    goal: Placement,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<u8>, StopReason> {
    let orders = space.orders();
    let counts: Vec<AtomicU8> = (0..space.len()).map(|_| AtomicU8::new(UNSEEN)).collect();
    counts[space.index(goal)].store(0, Ordering::Relaxed);
    let mut seen = 0;
    for level in 0.. {
        let (next_block, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || -> Result<(), StopReason> {
            let (mut here, mut walk) = (vec![0; orders], vec![0; orders]);
            loop {
                let block = next_block.fetch_add(1, Ordering::Relaxed);
                if block >= space.blocks() {
                    return Ok(());
                }
                let count = at_level(&counts[block * orders..(block + 1) * orders], level, &mut here);
                if count > 0 {
                    spread(space, &counts, block, &here[..count], &mut walk[..count], level + 1);
                }
                found.fetch_add(count, Ordering::Relaxed);
                if block % 64 == 0 {
                    let (done, total) = (seen as u64, space.len() as u64);
                    let progress =
                        Progress { phase: "building pattern table", done, total, ..Progress::default() };
                    if let ControlFlow::Break(why) = monitor.poll(&progress) {
                        next_block.store(space.blocks(), Ordering::Relaxed);
                        return Err(why);
                    }
                }
            }
        };
        if threads <= 1 {
            work()?;
        } else {
            std::thread::scope(|scope| {
                let helpers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                helpers.into_iter().try_for_each(|h| h.join().expect("a builder does not panic"))
            })?;
        }
        let found = found.into_inner();
        seen += found;
        if found == 0 {
            break;
        }
    }
    Ok(counts.into_iter().map(AtomicU8::into_inner).collect())
}

/// Writes down which orders of a block are at this level; how many.
fn at_level(cells: &[AtomicU8], level: u8, here: &mut [u16]) -> usize {
    let mut count = 0;
    for (order, cell) in cells.iter().enumerate() {
        here[count.min(cells.len() - 1)] = order as u16;
        count += usize::from(cell.load(Ordering::Relaxed) == level);
    }
    count
}

/// Gives everything one vertical move away from the orders `here` of a block its count, unless it has a smaller one.
///
/// No branch depends on what is found: whether a placement is new is as good as random.
fn spread(space: &Space, counts: &[AtomicU8], block: usize, here: &[u16], walk: &mut [u16], next: u8) {
    let orders = space.orders();
    let row = space.row_of_block(block);
    for column in 0..space.columns() {
        for (i, &step) in space.moves(block, column).iter().enumerate() {
            if i == 0 || i == row {
                walk.copy_from_slice(here);
            }
            let crossing = space.crossing(step);
            let to = usize::from(step.block) * orders;
            let cells = &counts[to..to + orders];
            for order in &mut *walk {
                *order = crossing[usize::from(*order)];
                let cell = &cells[usize::from(*order)];
                cell.store(cell.load(Ordering::Relaxed).min(next), Ordering::Relaxed);
            }
        }
    }
}
