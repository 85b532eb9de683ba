//! A solution for every board of any size, at once: line by line, tile by tile.
//!
//! A board that is nearly solved is solved by a search in the part that is disturbed (`near`). On any other
//! first the blank sweeps the whole board until all tiles are near their homes ([`Order::Square`] only). Then they are placed:
//! the free part of the board is a rectangle around the blank's home. One of its outer lines is finished, tile by tile,
//! and taken away, until a small block is left, which a complete table solves. Slides leave as a stream: the memory
//! taken follows the board, never the solution.

mod advice;
mod check;
mod field;
mod line;
#[cfg(feature = "ladder")]
mod near;
mod stage;
mod sweep;
mod table;

use std::ops::ControlFlow;
use std::rc::Rc;

use taquin_core::{Board, Direction};

pub use advice::{Advice, Task, advise};
pub use check::{Checker, Misstep};
pub use field::Sink;
pub(crate) use stage::stages;
pub use stage::{Order, Stage, StageKind};

use crate::position::Homes;
use crate::{Monitor, StopReason, Unlimited};
use field::{Field, Step};
use line::{Line, LineWork};
use table::{BlockTable, PairTable};

/// Why a construction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// The monitor or the taker of the slides ended it.
    #[error("stopped by {0}")]
    Stopped(#[from] StopReason),
    /// A walk without a way: a broken invariant of ours.
    #[error("the construction found no way on; this is an error of the program")]
    Stuck,
}

/// Boards with fewer cells are placed at once: there sweeping costs more than it saves (at 7x7 it saves nothing).
const WORTH_SWEEPING: usize = 50;

/// A board is scattered when more than one tile in so many is not at home. One that is not would only be disturbed by a
/// sweep of all of it.
const SCATTERED: usize = 4;

/// Small tables shared by all boards.
#[derive(Default)]
struct StageTables {
    pairs: Vec<Rc<PairTable>>,
    block: Option<(usize, Rc<BlockTable>)>,
}

/// Solves a position; the slides go to `sink` in pieces, their number comes back.
///
/// The monitor and the sink can end it.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin_core::{Cell, Shape};
/// use taquin_solve::construct::{self, Order};
/// use taquin_solve::{Unlimited, position::Homes};
/// let homes = Homes::new(Shape::new(2, 2)?, Cell::new(3), [3, 0, 2, 1])?;
/// let mut slides = Vec::new();
/// let count = construct::solve(&homes, Order::Square, &Unlimited, &mut |piece| {
///     slides.extend_from_slice(piece);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((count, slides.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(homes: &Homes, order: Order, monitor: &dyn Monitor, sink: &mut Sink) -> Result<u64, StopReason> {
    #[cfg(feature = "ladder")]
    if order == Order::Square
        && !homes.is_solved()
        && !homes.shape().is_corridor()
        && let Some(slides) = near::solution(homes, monitor)
    {
        return match sink(&slides) {
            ControlFlow::Continue(()) => Ok(slides.len() as u64),
            ControlFlow::Break(why) => Err(why),
        };
    }
    place(homes, order, monitor, sink).map_err(stopped)
}

/// The whole of it, where so many bytes hold it: a slide is a byte, and a list that grows is there twice.
pub(crate) fn whole(
    homes: &Homes,
    order: Order,
    memory_bytes: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<Direction>, StopReason> {
    let mut slides = Vec::new();
    solve(homes, order, monitor, &mut |piece| {
        let fits = 3 * (slides.len() + piece.len()) as u64 <= memory_bytes;
        if !fits || slides.try_reserve(piece.len()).is_err() {
            return ControlFlow::Break(StopReason::Memory);
        }
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    })?;
    Ok(slides)
}

/// The same without a search near home.
fn place(homes: &Homes, order: Order, monitor: &dyn Monitor, sink: &mut Sink) -> Result<u64, Failure> {
    if homes.is_solved() {
        return Ok(0);
    }
    let mut sink = |slides: &[Direction]| sink(slides);
    let mut field = Field::new(homes, monitor, &mut sink)?;
    if order == Order::Square && is_scattered(homes) {
        let room = field.room();
        sweep::sweep(&mut field, room, 1, &mut |_, _| Ok(()))?;
    }
    finish(homes, order, &mut field)?;
    Ok(field.count)
}

/// Where the textbook method ends on a board that cannot be solved: the goal with two tiles exchanged, those beside the
/// blank's home in the last block. In a corridor there are many such ends, and `None` is said.
///
/// ```
/// use taquin_core::{Goal, Shape};
/// use taquin_solve::construct;
/// let goal = Goal::BlankLast.board(Shape::new(3, 3)?)?;
/// assert_eq!(construct::other_end(&goal).expect("no corridor").to_string(), "1 2 3/4 5 8/7 6 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn other_end(goal: &Board) -> Option<Board> {
    let (shape, home) = (goal.shape(), goal.blank());
    let block = stages(shape, home, Order::Textbook).last().filter(|last| last.kind == StageKind::Block)?;
    let mut beside = block.cells().filter(|&cell| shape.distance(home, cell) == 1);
    goal.with_swapped(goal.tile(beside.next()?)?, goal.tile(beside.next()?)?)
}

/// Whether a sweep of the whole board is worth it.
pub(crate) fn is_scattered(homes: &Homes) -> bool {
    let shape = homes.shape();
    let astray = homes.as_slice().iter().enumerate().filter(|&(cell, &home)| cell != home as usize).count();
    astray * SCATTERED >= shape.cells() && !shape.is_corridor() && shape.cells() >= WORTH_SWEEPING
}

/// Solves a scattered position with a careful sweep for as long as `is_careful` says so, then as [`solve`] does.
pub(crate) fn with_care(
    homes: &Homes,
    seed: u64,
    is_careful: &dyn Fn() -> bool,
    monitor: &dyn Monitor,
    sink: &mut Sink,
) -> Result<u64, StopReason> {
    let mut sink = |slides: &[Direction]| sink(slides);
    let mut field = Field::new(homes, monitor, &mut sink)?;
    let room = field.room();
    let mut hurries = false;
    let swept = sweep::careful(&mut field, room, seed, &mut |_, _| {
        hurries = !is_careful();
        if hurries { Err(Failure::Stopped(StopReason::Time)) } else { Ok(()) }
    });
    if hurries {
        sweep::sweep(&mut field, room, seed, &mut |_, _| Ok(())).map_err(stopped)?;
    } else {
        swept.map_err(stopped)?;
    }
    finish(homes, Order::Square, &mut field).map_err(stopped)?;
    Ok(field.count)
}

/// Places all tiles, line by line.
fn finish(homes: &Homes, order: Order, field: &mut Field) -> Result<(), Failure> {
    let mut tables = StageTables::default();
    for stage in stages(homes.shape(), homes.blank_home(), order) {
        match stage.kind {
            StageKind::Corridor => corridor(field)?,
            StageKind::Block => block(field, &stage, &mut tables)?,
            StageKind::Row { .. } | StageKind::Column { .. } => {
                let Some(line) = Line::of(&stage, field.is_transposed()) else {
                    return Err(Failure::Stuck);
                };
                let mut work = LineWork::new(field, line, order == Order::Square);
                while work.place_next(&mut tables)?.is_some() {}
            }
        }
    }
    field.flush()
}

/// What ended a construction that has a way on.
///
/// # Panics
/// If it had none: a position that can be solved always has one.
fn stopped(failure: Failure) -> StopReason {
    match failure {
        Failure::Stopped(why) => why,
        Failure::Stuck => panic!("{failure}"),
    }
}

/// Solves a position the short way round, all slides in one list.
#[cfg(test)]
pub(crate) fn solution(homes: &Homes) -> Vec<Direction> {
    let mut slides = Vec::new();
    let sink = &mut |piece: &[Direction]| {
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    };
    solve(homes, Order::Square, &Unlimited, sink).expect("nothing stops it");
    slides
}

/// The same for whoever is late already: never a search, some milliseconds at most on a board of a thousand cells.
pub(crate) fn at_once(homes: &Homes) -> Vec<Direction> {
    at_most(homes, usize::MAX).expect("nothing stops it")
}

/// The same on a board of any size, if it takes so many slides at most.
pub(crate) fn at_most(homes: &Homes, most: usize) -> Option<Vec<Direction>> {
    let mut slides = Vec::new();
    let sink = &mut |piece: &[Direction]| {
        if piece.len() > most - slides.len() {
            return ControlFlow::Break(StopReason::Memory);
        }
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    };
    place(homes, Order::Square, &Unlimited, sink).map_err(stopped).ok()?;
    Some(slides)
}

/// Solves a position the short way round, but gives up looking for a short way from near home when `near` says so, and
/// the whole work when `monitor` does.
pub(crate) fn ending(homes: &Homes, near: &dyn Monitor, monitor: &dyn Monitor) -> Option<Vec<Direction>> {
    if homes.is_solved() {
        return Some(Vec::new());
    }
    #[cfg(feature = "ladder")]
    if let Some(slides) = near::solution(homes, near) {
        return Some(slides);
    }
    #[cfg(not(feature = "ladder"))]
    let _ = near;
    let mut slides = Vec::new();
    let sink = &mut |piece: &[Direction]| {
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    };
    let placed = place(homes, Order::Square, monitor, sink).map_err(stopped);
    placed.is_ok().then_some(slides)
}

/// A place on the way of a sweep: how many slides were made, and how far all tiles are from home together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub made: usize,
    pub astray: u64,
}

/// A sweep, with marks from the start to the end at about equal steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Approach {
    pub slides: Vec<Direction>,
    pub marks: Vec<Mark>,
}

/// Every mark has at most this many hundredths of the distance of the one before.
const MARK_HUNDREDTHS: u64 = 97;

/// Slides of a sweep between two looks at the monitor, at least: a careful one makes some million in a second.
const SWEPT: u64 = 1 << 9;

/// Sweeps a position until a sweep no longer pays; a careful sweep takes about five times as long and a twentieth fewer slides.
pub(crate) fn approach(
    homes: &Homes,
    careful: bool,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Approach, StopReason> {
    let mut slides = Vec::new();
    let mut marks = Vec::new();
    let mut sink = |piece: &[Direction]| {
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    };
    let mut field = Field::new(homes, monitor, &mut sink)?;
    let room = field.room();
    marks.push(Mark { made: 0, astray: field.astray(room) });
    let mut told = |field: &mut Field, astray: u64| {
        let next = marks.last().map_or(0, |mark| mark.astray) * MARK_HUNDREDTHS / 100;
        if astray < next {
            marks.push(Mark { made: field.made_in_all() as usize, astray });
        }
        if field.made_in_all() - field.count >= SWEPT { field.flush() } else { Ok(()) }
    };
    let worth = !homes.shape().is_corridor() && homes.shape().cells() >= WORTH_SWEEPING;
    let swept = match (worth, careful) {
        (false, _) => Ok(()),
        (true, false) => sweep::sweep(&mut field, room, seed, &mut told),
        (true, true) => sweep::careful(&mut field, room, seed, &mut told),
    };
    swept.and_then(|()| field.flush()).map_err(stopped)?;
    Ok(Approach { slides, marks })
}

/// Leads the blank home along the only line there is; the tiles keep their order, so this solves what can be solved.
fn corridor(field: &mut Field) -> Result<(), Failure> {
    while field.blank != field.home {
        let (blank, home) = (field.blank, field.home);
        let step = match (field.row(blank).cmp(&field.row(home)), field.column(blank) < field.column(home)) {
            (std::cmp::Ordering::Less, _) => Step::DOWN,
            (std::cmp::Ordering::Greater, _) => Step::UP,
            (_, true) => Step::RIGHT,
            _ => Step::LEFT,
        };
        field.go(step)?;
    }
    if field.all_home() { Ok(()) } else { Err(Failure::Stuck) }
}

/// Solves the last block by its table.
fn block(field: &mut Field, stage: &Stage, tables: &mut StageTables) -> Result<(), Failure> {
    let spots: Vec<_> = stage.cells().map(|cell| field.spot_of(cell.index() as u32)).collect();
    let index = |spot: usize| spots.iter().position(|&s| s == spot).ok_or(Failure::Stuck);
    let home = index(field.home)?;
    let (rows, columns) = ((stage.bottom - stage.top) as usize, (stage.right - stage.left) as usize);
    let table = match &tables.block {
        Some((at, table)) if (*at, table.rows, table.columns) == (home, rows, columns) => table.clone(),
        _ => Rc::new(BlockTable::new(rows, columns, home)),
    };
    tables.block = Some((home, table.clone()));
    let mut cells = vec![0; spots.len()];
    loop {
        for (label, &spot) in spots.iter().enumerate() {
            let place = if label == home { field.blank } else { field.place(spot) };
            cells[index(place)?] = label as u8;
        }
        match table.next(&cells).ok_or(Failure::Stuck)? {
            None => return Ok(()),
            Some(step) => field.go(if field.is_transposed() { step.transposed() } else { step })?,
        }
    }
}

#[cfg(test)]
mod tests;
