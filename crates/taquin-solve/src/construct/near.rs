//! Boards that are nearly solved: a search in the part of the board that is disturbed.
//!
//! Whatever stands at home around the disturbed part stays there. The part is a board of its own: a thing that is not at
//! home stands on somebody else's home, so the smallest rectangle around all that is astray, the blank and its home
//! holds the homes of everything in it. A best-first search that trusts its bound three times over finds a way there
//! that is not much longer than the shortest, or gives up soon.

use taquin_core::{Cell, Direction, Metric, Shape};

use crate::heuristic::{Heuristic, LinearConflict};
use crate::monitor::{Monitor, Stretch};
use crate::position::{Homes, Position, Slide};
use crate::search::astar;

/// Boards that are at least this far from home are not near it.
const NEAR: u32 = 150;
/// Cells of the positions that are looked at before the search gives up: some tenths of a second.
const LOOKED_AT: u64 = 40_000_000;
/// Memory for what it remembers.
const MEMORY_BYTES: u64 = 64 << 20;
/// How many times over the bound is trusted.
const TRUST: u32 = 3;

/// A way home, where one is near.
pub(super) fn solution(homes: &Homes, monitor: &dyn Monitor) -> Option<Vec<Direction>> {
    let part = disturbed(homes)?;
    let heuristic = Trusted(LinearConflict::new(&part.grid()));
    if heuristic.0.bound(&heuristic.0.start(&part)) >= NEAR {
        return None;
    }
    let nodes = LOOKED_AT / part.shape().cells() as u64;
    astar::solve(&part, &heuristic, MEMORY_BYTES, &Stretch::new(monitor, 0, nodes))
        .ok()
        .map(|found| found.slides)
}

/// The part of the board in which everything is that is not at home, the blank and its home.
fn disturbed(homes: &Homes) -> Option<Homes> {
    let shape = homes.shape();
    let astray =
        (0..).zip(homes.as_slice()).filter(|&(cell, &home)| cell != home).map(|(cell, _)| Cell::new(cell));
    let (mut rows, mut columns) = ((u32::MAX, 0), (u32::MAX, 0));
    for cell in astray.chain([homes.blank(), homes.blank_home()]) {
        let (row, column) = (shape.row(cell), shape.column(cell));
        rows = (rows.0.min(row), rows.1.max(row));
        columns = (columns.0.min(column), columns.1.max(column));
    }
    let (top, height) = at_least_two(rows, shape.rows());
    let (left, width) = at_least_two(columns, shape.columns());
    let part = Shape::new(height, width).ok()?;
    let inside = |cell: Cell| Cell::new((shape.row(cell) - top) * width + shape.column(cell) - left);
    let cells = (top..top + height)
        .flat_map(|row| (left..left + width).filter_map(move |column| shape.cell(row, column)));
    let labels = cells.map(|cell| inside(Cell::new(homes.as_slice()[cell.index()])).index() as u32);
    Homes::new(part, inside(homes.blank_home()), labels).ok()
}

/// The first line and the number of lines, two where the board has them: in one line nothing can pass.
fn at_least_two((first, last): (u32, u32), side: u32) -> (u32, u32) {
    let first = if first == last && last + 1 == side { first.saturating_sub(1) } else { first };
    (first, (last - first + 1).max(2).min(side - first))
}

/// A bound that is not one: the search goes where it says first, and asks no more.
struct Trusted(LinearConflict);

impl Heuristic for Trusted {
    type Memo = <LinearConflict as Heuristic>::Memo;

    fn start<P: Position>(&self, state: &P) -> Self::Memo {
        self.0.start(state)
    }

    fn step<P: Position>(&self, memo: &Self::Memo, state: &P, slide: Slide) -> Self::Memo {
        self.0.step(memo, state, slide)
    }

    fn bound(&self, memo: &Self::Memo) -> u32 {
        self.0.bound(memo).saturating_mul(TRUST)
    }

    fn is_admissible(&self, _: Metric) -> bool {
        false
    }

    fn is_consistent(&self) -> bool {
        false
    }
}
