//! Proves a wide table entry by entry, without the builder, as [`crate::table::prove`] proves a small one.
//!
//! Bounds are unrolled from the entries by walking down from every placement; then home and nothing but home has
//! bound 0, every walk ended there (no bound is below the distance), and bounds of neighbours differ by one (none is
//! above it). One byte per entry is needed while it runs.

use std::ops::ControlFlow;

use super::{Placement, WideTable};
use crate::table::numbering::{Numbering, beside};
use crate::{Monitor, Progress, StopReason};

/// What is wrong with a table, or why nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// From this placement no neighbour is nearer.
    #[error("no way down from {0:?}")]
    Stuck(Placement),
    /// Two neighbours whose bounds differ by something else than one.
    #[error("{0:?} and {1:?} are neighbours, but their bounds do not differ by one")]
    Gap(Placement, Placement),
    /// The monitor said stop.
    #[error("stopped by {0}")]
    Stopped(StopReason),
}

const UNKNOWN: u8 = u8::MAX;

/// Proves that every entry is right; the largest bound. The pattern must leave another tile besides the blank.
pub fn prove(table: &WideTable, monitor: &dyn Monitor) -> Result<u8, Flaw> {
    let layout = table.layout();
    let beside = beside(layout.shape());
    let mut bounds = vec![UNKNOWN; layout.ranks() * layout.row_bits()];
    let orders = layout.orders();
    let total = 2 * (layout.ranks() * layout.places()) as u64;
    let (mut done, mut largest) = (0, 0);
    for unroll in [true, false] {
        for set in layout.sets() {
            done += (layout.regions(set) * orders.len()) as u64;
            let progress = Progress { phase: "proving a table", done, total, ..Progress::default() };
            if let ControlFlow::Break(why) = monitor.poll(&progress) {
                return Err(Flaw::Stopped(why));
            }
            for region in 0..layout.regions(set) {
                let free = |&cell: &u8| set >> cell & 1 == 0 && layout.region(set, cell) == region;
                let Some(blank) = (0..beside.len() as u8).find(free) else { continue };
                for &order in &orders {
                    let start = Placement::unpacked(set, order, blank);
                    if unroll {
                        unroll_from(table, start, &beside, &mut bounds)?;
                        continue;
                    }
                    let bound = bounds[table.index(&start)];
                    largest = largest.max(bound);
                    let gap = start.neighbours(layout, &beside, |next| {
                        (bounds[table.index(&next)].abs_diff(bound) != 1).then_some(next)
                    });
                    if let Some(next) = gap {
                        return Err(Flaw::Gap(start, next));
                    }
                }
            }
        }
    }
    Ok(largest)
}

/// Walks down from a placement until a known one, and writes the bounds of all on the way.
fn unroll_from(table: &WideTable, start: Placement, beside: &[u32], bounds: &mut [u8]) -> Result<(), Flaw> {
    let mut walk = Vec::new();
    let mut here = start;
    let mut bound = loop {
        let index = table.index(&here);
        if bounds[index] != UNKNOWN {
            break bounds[index];
        }
        if here.is_home(table.layout()) {
            bounds[index] = 0;
            break 0;
        }
        walk.push((here, index));
        let less = (table.residue(&here) + 3) & 3;
        let down = |next: Placement| (table.residue(&next) == less).then_some(next);
        let next = here.neighbours(table.layout(), beside, down);
        here = next.filter(|_| walk.len() < usize::from(UNKNOWN)).ok_or(Flaw::Stuck(here))?;
    };
    while let Some((placement, index)) = walk.pop() {
        bound = bound.checked_add(1).filter(|&bound| bound != UNKNOWN).ok_or(Flaw::Stuck(placement))?;
        bounds[index] = bound;
    }
    Ok(())
}
