//! Boards that are nearly solved: a search in the part of the board that is disturbed.
//!
//! Whatever stands at home around the disturbed part stays there. The part is a board of its own: a thing that is not at
//! home stands on somebody else's home, so the smallest rectangle around all that is astray, the blank and its home
//! holds the homes of everything in it. Near home the bounds are sharp: a search finds the shortest way there, or gives
//! up soon.

use taquin_core::{Cell, Direction, Shape};

use crate::heuristic::{Heuristic, LinearConflict};
use crate::monitor::{Monitor, Stretch};
use crate::position::Homes;
use crate::search::astar;

/// Boards that are farther from home than this are not near it, nor are those whose tiles are a slide away on average.
const NEAR: u32 = 150;
/// Cells of the positions that are looked at before the search gives up: a second at most.
const LOOKED_AT: u64 = 100_000_000;
/// Memory for what it remembers.
const MEMORY_BYTES: u64 = 256 << 20;

/// A way home, where one is near.
pub(super) fn solution(homes: &Homes, monitor: &dyn Monitor) -> Option<Vec<Direction>> {
    if is_far(homes) {
        return None;
    }
    let part = disturbed(homes)?;
    let heuristic = LinearConflict::new(&part.grid());
    if heuristic.bound(&heuristic.start(&part)) > most(homes.shape()) {
        return None;
    }
    let nodes = LOOKED_AT / part.shape().cells() as u64;
    let stretch = Stretch::new(monitor, 0, nodes);
    astar::solve(&part, &heuristic, MEMORY_BYTES, &stretch)?.ok().map(|found| found.slides)
}

/// The largest bound of a board that is near home.
fn most(shape: Shape) -> u32 {
    NEAR.min(shape.cells() as u32)
}

/// Whether the first tiles alone are farther from home than that: of a scattered board one need not see more.
fn is_far(homes: &Homes) -> bool {
    let (shape, mut sum) = (homes.shape(), 0);
    (0..).zip(homes.as_slice()).any(|(cell, &home)| {
        if home as usize != homes.blank_home().index() {
            sum += shape.distance(Cell::new(cell), Cell::new(home));
        }
        sum > most(shape)
    })
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
