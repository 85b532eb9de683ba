//! Proves a table entry by entry, without the builder.
//!
//! An entry is one bit of a bound, so first the bounds are unrolled: from every placement one walks to a
//! neighbour whose entry says one less, and so on until home or a placement already known; the number of steps
//! is the bound. Then it is checked that
//! 1. home, and nothing but home, has bound 0, and every walk ended there, so no bound is below the distance;
//! 2. bounds of neighbours differ by one, so no bound is above the distance (each slide from home adds one).
//!
//! Together: every bound is the distance. One byte per entry is needed while it runs.

use std::ops::ControlFlow;

use crate::pattern::{PatternTable, Placement};
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

/// Proves that every entry is right; the largest bound.
///
/// Where a pattern holds every tile of the board, only the half of the placements that can be reached counts.
pub fn prove(table: &PatternTable, monitor: &dyn Monitor) -> Result<u8, Flaw> {
    let layout = table.layout();
    let whole = layout.tiles().len() + 1 == layout.shape().cells();
    let mut bounds = vec![UNKNOWN; layout.ranks() * layout.places()];
    let at = |placement: &Placement| {
        layout.rank(placement.order) * layout.places()
            + layout.place(placement.set)
            + layout.region(placement.set, placement.blank)
    };
    let orders = layout.orders();
    let total = (2 * bounds.len()) as u64;
    let mut done = 0;
    let mut largest = 0;
    let mut walk = Vec::new();
    for unroll in [true, false] {
        for &set in layout.sets() {
            done += (layout.regions(set) * orders.len()) as u64;
            let progress = Progress { phase: "proving a table", done, total, ..Progress::default() };
            if let ControlFlow::Break(why) = monitor.poll(&progress) {
                return Err(Flaw::Stopped(why));
            }
            for region in 0..layout.regions(set) {
                let free = |&cell: &u8| set >> cell & 1 == 0 && layout.region(set, cell) == region;
                let Some(blank) = (0..layout.shape().cells() as u8).find(free) else { continue };
                for &order in &orders {
                    let start = Placement { set, order, blank };
                    if whole && !can_be_reached(layout, &start) {
                        continue;
                    }
                    if unroll {
                        unroll_from(table, start, &mut bounds, &at, &mut walk)?;
                        largest = largest.max(bounds[at(&start)]);
                    } else {
                        let bound = bounds[at(&start)];
                        for next in start.neighbours(layout) {
                            if bounds[at(&next)].abs_diff(bound) != 1 {
                                return Err(Flaw::Gap(start, next));
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(largest)
}

/// Walks down from a placement until a known one, and writes the bounds of all on the way.
fn unroll_from(
    table: &PatternTable,
    start: Placement,
    bounds: &mut [u8],
    at: &impl Fn(&Placement) -> usize,
    walk: &mut Vec<Placement>,
) -> Result<(), Flaw> {
    let layout = table.layout();
    walk.clear();
    let mut here = start;
    let mut bound = loop {
        let known = bounds[at(&here)];
        if known != UNKNOWN {
            break known;
        }
        if here.is_home(layout) {
            bounds[at(&here)] = 0;
            break 0;
        }
        let less = (table.residue(here.set, here.order, here.blank) + 3) & 3;
        walk.push(here);
        let next = here
            .neighbours(layout)
            .into_iter()
            .find(|next| table.residue(next.set, next.order, next.blank) == less)
            .filter(|_| walk.len() < usize::from(UNKNOWN));
        here = next.ok_or(Flaw::Stuck(here))?;
    };
    while let Some(placement) = walk.pop() {
        bound = bound.checked_add(1).filter(|&bound| bound != UNKNOWN).ok_or(Flaw::Stuck(placement))?;
        bounds[at(&placement)] = bound;
    }
    Ok(())
}

/// Whether a placement of all tiles can be slid home: its sign is that of the blank's distance.
fn can_be_reached(layout: &crate::pattern::layout::Layout, placement: &Placement) -> bool {
    let cells = layout.shape().cells();
    let mut labels = Vec::with_capacity(cells);
    let mut count = 0;
    for cell in 0..cells {
        if placement.set >> cell & 1 == 1 {
            labels.push(layout.tiles()[(placement.order >> (3 * count) & 7) as usize] as usize);
            count += 1;
        } else {
            labels.push(layout.home() as usize);
        }
    }
    let mut odd = false;
    for cell in 0..cells {
        while labels[cell] != cell {
            let other = labels[cell];
            labels.swap(cell, other);
            odd = !odd;
        }
    }
    let shape = layout.shape();
    let from = taquin_core::Cell::new(u32::from(placement.blank));
    let home = taquin_core::Cell::new(u32::from(layout.home()));
    odd == (shape.distance(from, home) % 2 == 1)
}
