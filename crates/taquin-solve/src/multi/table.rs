//! A table of the fewest vertical moves that bring a pattern home.

use std::sync::atomic::{AtomicU8, Ordering};

use super::build::distances;
use super::line::{LinePlacement, Space};
use crate::monitor::Pace;
use crate::prefetch::prefetch;
use crate::table::{Bits, TableKey, Words};
use crate::{Monitor, StopReason};

/// Counts packed between two looks at the monitor, four a byte: a fraction of a millisecond.
const POLL_COUNTS: usize = 1 << 16;

/// For every placement of a pattern the fewest vertical moves that bring its tiles and the blank's row home,
/// kept modulo 3 in two bits.
///
/// Moves can be undone, so the counts of two placements one vertical move apart differ by at most one: the
/// remainder and a neighbour's count give the count.
#[derive(Debug)]
pub(crate) struct MultiTable {
    space: Space,
    goal: LinePlacement,
    /// Places of the marked tiles in the line of the goal, in the order of their numbers.
    marked: Vec<u8>,
    remainders: Bits,
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

impl MultiTable {
    /// The table of a key of lines.
    pub fn build(key: &TableKey, threads: usize, monitor: &dyn Monitor) -> Result<MultiTable, StopReason> {
        let mut table = MultiTable::new(key, Bits::from(Vec::new()), monitor)?;
        let counts = distances(&table.space, table.goal, threads, monitor)?;
        let mut pace = Pace::new(monitor, "building pattern table", 1);
        let mut remainders = Words::zeroed(key.bytes() / 8).ok_or(StopReason::Memory)?;
        let bytes = remainders.as_bytes_mut().chunks_mut(POLL_COUNTS / 4);
        for (bytes, counts) in bytes.zip(counts.chunks(POLL_COUNTS)) {
            pace.step(1)?;
            for (byte, four) in bytes.iter_mut().zip(counts.chunks(4)) {
                let remainder = |count: &AtomicU8| count.load(Ordering::Relaxed) % 3;
                *byte = four.iter().rev().fold(0, |byte, count| (byte << 2) | remainder(count));
            }
        }
        table.remainders = remainders.into();
        Ok(table)
    }

    /// The table of a key, with what was built for it before.
    pub fn new(key: &TableKey, remainders: Bits, monitor: &dyn Monitor) -> Result<MultiTable, StopReason> {
        let (rows, columns) = (key.shape().rows() as usize, key.shape().columns() as usize);
        // The line leaves the blank's home out.
        let marked: Vec<u8> = key.tiles().iter().map(|&cell| cell - u8::from(cell > key.home())).collect();
        let space = Space::new(rows, columns, marked.len(), monitor)?;
        let mut line = vec![None; rows * columns - 1];
        for (number, &place) in marked.iter().enumerate() {
            line[usize::from(place)] = Some(number as u8);
        }
        let goal = space.placement(usize::from(key.home()) / columns, &line);
        Ok(MultiTable { space, goal, marked, remainders })
    }

    /// The entries, as they lie in files.
    pub fn into_entries(self) -> Bits {
        self.remainders
    }

    /// The placements and their steps.
    #[inline(always)]
    pub(super) fn space(&self) -> &Space {
        &self.space
    }

    /// Places of the marked tiles in the line of the goal.
    pub(super) fn marked(&self) -> &[u8] {
        &self.marked
    }

    /// The bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.remainders.as_bytes().len() + self.space.memory_bytes()
    }

    /// The count of a placement modulo 3.
    #[inline(always)]
    pub(super) fn remainder(&self, at: LinePlacement) -> u8 {
        let index = self.space.index(at);
        self.remainders.as_bytes()[index >> 2] >> ((index & 3) * 2) & 3
    }

    /// Asks memory for the count of a placement, to be read later.
    #[inline(always)]
    pub(super) fn prefetch(&self, at: LinePlacement) {
        prefetch(self.remainders.as_bytes().as_ptr().wrapping_add(self.space.index(at) >> 2));
    }

    /// The count of a placement one vertical move away from one with this count.
    #[inline(always)]
    pub(super) fn count_beside(&self, at: LinePlacement, beside: u8) -> u8 {
        beside + rise(self.remainder(at), beside % 3) - 1
    }

    /// The count of any placement: the number of steps of a walk that goes down by one each time.
    pub(super) fn count(&self, mut at: LinePlacement) -> u8 {
        let mut count = 0;
        while at != self.goal {
            let below = (self.remainder(at) + 2) % 3;
            // A right table always has a way down; on a wrong one nobody walks for ever.
            let next = self.neighbours(at).find(|&next| self.remainder(next) == below);
            let Some(next) = next.filter(|_| count < u8::MAX) else { break };
            at = next;
            count += 1;
        }
        count
    }

    /// All placements one vertical move away.
    pub(super) fn neighbours(&self, at: LinePlacement) -> impl Iterator<Item = LinePlacement> + '_ {
        let (space, block) = (&self.space, usize::from(at.block));
        let row = space.row_of_block(block);
        (0..space.columns()).flat_map(move |column| {
            let mut order = at.order;
            space.moves(block, column).iter().enumerate().map(move |(i, &step)| {
                let before = if i == row { at.order } else { order };
                order = space.crossing(step)[usize::from(before)];
                LinePlacement { block: step.block, order }
            })
        })
    }
}
