//! Boards too big for a beam over all of it: the outer lines as constructed, what is left of the board by beams.
//!
//! The constructive solver finishes line after line, and what remains is a rectangle around the blank's home. From the
//! moment when the blank has left the finished lines for good, that rectangle is a board of its own.

use taquin_core::{Cell, Direction, Shape};

use super::run::Run;
use super::way::Spot;
use super::{Guide, Options, lower_bound};
use crate::construct::{Order, stages};
use crate::{Monitor, StopReason};

/// The longest side of a board that beams cross whole: past it, narrow ones lose their way.
pub(super) const LONGEST_SIDE: u32 = 12;
/// The longest side of the part that is left for beams.
const CORE_SIDE: u32 = 10;
/// The share of the time for the core; the rest is for windows over the whole way.
const CORE_SHARE: f64 = 0.3;

/// The rectangle left when its sides have become short enough: top, left, bottom and right (exclusive).
fn core(shape: Shape, home: Cell) -> Option<(u32, u32, u32, u32)> {
    stages(shape, home, Order::Square).find_map(|stage| {
        let cells: Vec<Cell> = stage.room().collect();
        let (first, last) = (*cells.first()?, *cells.last()?);
        let (top, left) = (shape.row(first), shape.column(first));
        let (bottom, right) = (shape.row(last) + 1, shape.column(last) + 1);
        (bottom - top <= CORE_SIDE && right - left <= CORE_SIDE).then_some((top, left, bottom, right))
    })
}

/// The constructed way with its last part, inside the core, replaced by what beams found.
pub(super) fn shorten(
    shape: Shape,
    guide: &Guide,
    start: &Spot,
    slides: Vec<Direction>,
    options: Options,
    monitor: &dyn Monitor,
) -> (Vec<Direction>, u64, Option<StopReason>) {
    let home = usize::from(start.labels[start.blank]);
    let Some((top, left, bottom, right)) = core(shape, Cell::new(home as u32)) else {
        return (slides, 0, None);
    };
    let columns = shape.columns();
    let inside = |cell: usize| {
        let (row, column) = (cell as u32 / columns, cell as u32 % columns);
        (top..bottom).contains(&row) && (left..right).contains(&column)
    };
    let mut here = start.clone();
    let mut entered = if inside(here.blank) { 0 } else { slides.len() };
    for (index, &slide) in slides.iter().enumerate() {
        let was = inside(here.blank);
        here.slide(slide);
        match (was, inside(here.blank)) {
            (false, true) => entered = index + 1,
            (true, false) => entered = slides.len(),
            _ => {}
        }
    }
    let mut spot = start.clone();
    for &slide in &slides[..entered] {
        spot.slide(slide);
    }
    let local = |cell: usize| (cell as u32 / columns - top) * (right - left) + cell as u32 % columns - left;
    let cells = (0..shape.cells()).filter(|&cell| inside(cell));
    let labels = cells.map(|cell| usize::from(spot.labels[cell]));
    let Some(position) =
        labels.map(|label| inside(label).then(|| local(label))).collect::<Option<Vec<u32>>>()
    else {
        return (slides, 0, None);
    };
    let Ok(part) = Shape::new(bottom - top, right - left) else { return (slides, 0, None) };
    let Some(begin) = Spot::new(part, &position, local(home) as usize) else { return (slides, 0, None) };
    let bound = lower_bound(part, Cell::new(local(home)), &position);
    let evaluation = guide.evaluation(part);
    let run =
        Run::new(part, &evaluation, begin, slides[entered..].to_vec(), bound, options, monitor, &|_| ());
    let (tail, nodes, stopped) = run.beams_until(CORE_SHARE);
    let mut better = slides;
    better.truncate(entered);
    better.extend(tail);
    (better, nodes, stopped)
}
