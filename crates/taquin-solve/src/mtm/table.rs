//! Tables of the fewest vertical moves that bring a pattern home.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::line::{Placement, Space, Way};
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

    /// The count of a placement one vertical move away from one with this count.
    #[inline(always)]
    pub fn count_beside(&self, at: Placement, beside: u8) -> u8 {
        // The difference is 0, 1 or 2 modulo 3, which stands for 0, +1 or −1.
        const CHANGE: [i8; 5] = [1, -1, 0, 1, -1];
        let difference = self.remainder(at) + 2 - beside % 3;
        beside.wrapping_add_signed(CHANGE[usize::from(difference)])
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
        let row = self.space.row_of_block(usize::from(at.block));
        (0..self.space.columns() * 2).flat_map(move |i| {
            let (column, way) = (i / 2, if i % 2 == 0 { Way::Back } else { Way::On });
            let mut here = at;
            (0..reach(self.space.rows(), row, way)).map(move |_| {
                here = self.space.step(here, column, way);
                here
            })
        })
    }
}

/// How many rows the blank can go.
#[inline(always)]
pub(super) fn reach(rows: usize, row: usize, way: Way) -> usize {
    match way {
        Way::Back => row,
        Way::On => rows - 1 - row,
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
    let mut seen = 1;
    for level in 0.. {
        let (next_block, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || -> Result<(), StopReason> {
            let mut here = Vec::with_capacity(orders);
            let mut news = 0;
            loop {
                let block = next_block.fetch_add(1, Ordering::Relaxed);
                if block >= space.blocks() {
                    found.fetch_add(news, Ordering::Relaxed);
                    return Ok(());
                }
                here.clear();
                let cells = &counts[block * orders..(block + 1) * orders];
                here.extend(
                    (0..orders as u16).filter(|&o| cells[usize::from(o)].load(Ordering::Relaxed) == level),
                );
                news += spread(space, &counts, block, &mut here, level);
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
        // Two threads may both count a placement as theirs: `seen` serves the progress report alone.
        let news = found.into_inner();
        seen += news;
        if news == 0 {
            break;
        }
        debug_assert!(level < UNSEEN - 2);
    }
    Ok(counts.into_iter().map(AtomicU8::into_inner).collect())
}

/// Marks everything one vertical move away from the placements `here` of a block, and counts what is new.
fn spread(space: &Space, counts: &[AtomicU8], block: usize, here: &mut [u16], level: u8) -> usize {
    if here.is_empty() {
        return 0;
    }
    let orders = space.orders();
    let row = space.row_of_block(block);
    let mut news = 0;
    let mut walk = here.to_vec();
    for column in 0..space.columns() {
        for way in [Way::Back, Way::On] {
            walk.copy_from_slice(here);
            let mut at = block;
            for _ in 0..reach(space.rows(), row, way) {
                let (to, crossing) = space.step_block(at, column, way);
                let cells = &counts[to * orders..(to + 1) * orders];
                for order in &mut walk {
                    *order = crossing[usize::from(*order)];
                    let cell = &cells[usize::from(*order)];
                    if cell.load(Ordering::Relaxed) == UNSEEN {
                        cell.store(level + 1, Ordering::Relaxed);
                        news += 1;
                    }
                }
                at = to;
            }
        }
    }
    news
}
