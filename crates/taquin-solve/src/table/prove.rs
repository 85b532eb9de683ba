//! Proves a table entry by entry, without the builder.
//!
//! An entry is one bit of a bound, so first the bounds are unrolled: from every placement one walks to a
//! neighbour whose entry says one less, and so on until home or a placement already known; the number of steps
//! is the bound. Then it is checked that
//! 1. home, and nothing but home, has bound 0, and every walk ended there, so no bound is below the distance;
//! 2. bounds of neighbours differ by one, so no bound is above the distance (each slide from home adds one).
//!
//! Together: every bound is the distance. One byte per entry is needed while it runs.

use super::numbering::{Layout, Numbering};
use super::{Placement, Table};
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

const NO_BOUND: u8 = u8::MAX;

/// Proves that every entry is right; the largest bound.
///
/// Where a pattern holds every tile of the board, only the half of the placements that can be reached counts.
pub fn prove<N: Numbering>(table: &Table<N>, monitor: &dyn Monitor) -> Result<u8, Flaw> {
    let layout = table.layout();
    let geometry = layout.geometry().as_ref();
    let whole = layout.tiles().len() + 1 == layout.shape().cells();
    let mut bounds = vec![NO_BOUND; geometry.ranks() * geometry.places()];
    let orders = geometry.orders();
    let total = (2 * bounds.len()) as u64;
    let mut done = 0;
    let mut largest = 0;
    let mut walk = Vec::new();
    for unroll in [true, false] {
        for set in geometry.sets() {
            done += (geometry.regions(set) * orders.len()) as u64;
            let progress = Progress { phase: "proving a table", done, total, ..Progress::default() };
            monitor.look(&progress).map_err(Flaw::Stopped)?;
            for region in 0..geometry.regions(set) {
                let free = |&cell: &u8| set >> cell & 1 == 0 && geometry.region(set, cell) == region;
                let Some(blank) = (0..layout.shape().cells() as u8).find(free) else { continue };
                for &order in &orders {
                    let start = Placement { set, order, blank };
                    if whole && !can_be_reached(layout, &start) {
                        continue;
                    }
                    if unroll {
                        unroll_from(table, start, &mut bounds, &mut walk)?;
                        largest = largest.max(bounds[number(geometry, &start)]);
                    } else {
                        let bound = bounds[number(geometry, &start)];
                        let gap = |next: &Placement| bounds[number(geometry, next)].abs_diff(bound) != 1;
                        if let Some(next) = start.neighbours(geometry).find(gap) {
                            return Err(Flaw::Gap(start, next));
                        }
                    }
                }
            }
        }
    }
    Ok(largest)
}

/// The number of a placement among all.
fn number<N: Numbering>(geometry: &N, at: &Placement) -> usize {
    geometry.rank(at.order) * geometry.places() + geometry.place(at.set) + geometry.region(at.set, at.blank)
}

/// Walks down from a placement until a known one, and writes the bounds of all on the way.
fn unroll_from<N: Numbering>(
    table: &Table<N>,
    start: Placement,
    bounds: &mut [u8],
    walk: &mut Vec<usize>,
) -> Result<(), Flaw> {
    let layout = table.layout();
    let geometry = layout.geometry().as_ref();
    walk.clear();
    let mut here = start;
    let mut residue = table.residue(&here);
    let mut bound = loop {
        let number = number(geometry, &here);
        if bounds[number] != NO_BOUND {
            break bounds[number];
        }
        if here.is_home(layout) {
            bounds[number] = 0;
            break 0;
        }
        walk.push(number);
        residue = residue.wrapping_sub(1) & 3;
        // Neighbours have the other colour: their entry alone tells one less from one more.
        let down = |next: &Placement| table.entry(next) == residue >> 1;
        let next = here.neighbours(geometry).find(down).filter(|_| walk.len() < usize::from(NO_BOUND));
        here = next.ok_or(Flaw::Stuck(here))?;
    };
    while let Some(number) = walk.pop() {
        bound = bound.checked_add(1).filter(|&bound| bound != NO_BOUND).ok_or(Flaw::Stuck(start))?;
        bounds[number] = bound;
    }
    Ok(())
}

/// Whether a placement of all tiles can be slid home: its sign is that of the blank's distance.
fn can_be_reached<N: Numbering>(layout: &Layout<N>, placement: &Placement) -> bool {
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
