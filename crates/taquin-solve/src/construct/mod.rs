//! A solution for every board of any size, at once: line by line, tile by tile.
//!
//! First the blank sweeps the whole board until all tiles are near their homes ([`Order::Square`] only). Then they are placed:
//! the free part of the board is a rectangle around the blank's home. One of its outer lines is finished, tile by tile,
//! and taken away, until a small block is left, which a complete table solves. Slides leave as a stream: the memory
//! taken follows the board, never the solution.

mod advice;
mod check;
mod field;
mod line;
mod stage;
mod sweep;
mod table;

use std::ops::ControlFlow;
use std::rc::Rc;

use taquin_core::{Cell, Direction, Shape};

pub use advice::{Advice, Task, advise};
pub use check::{Checker, Fault};
pub use field::Sink;
pub use stage::{Order, Stage, StageKind, stages};

use crate::{Monitor, StopReason, Unlimited};
use field::{Field, Step};
use line::{Line, Work};
use table::{BlockTable, PairTable};

/// Why there is no construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The monitor or the taker of the slides ended it.
    #[error("stopped by {0}")]
    Stopped(StopReason),
    /// The position does not list every home cell once.
    #[error("the position does not list every cell of the board once")]
    NotAPosition,
    /// Everything is in place but a pair of tiles in the last block: the position cannot be solved.
    #[error("the position cannot be solved")]
    Unsolvable,
    /// A walk without a way: a broken invariant of ours.
    #[error("the construction found no way on; this is an error of the program")]
    Stuck,
}

/// Boards with fewer cells are placed at once: there sweeping costs more than it saves (at 7x7 it saves nothing).
const WORTH_SWEEPING: usize = 50;

/// Small tables shared by all boards.
#[derive(Default)]
struct StageTables {
    pairs: Vec<Rc<PairTable>>,
    block: Option<(usize, Rc<BlockTable>)>,
}

/// The constructive solver of one shape and one home of the blank.
pub struct Construct {
    shape: Shape,
    home: Cell,
    order: Order,
    tables: StageTables,
}

impl Construct {
    /// A solver for boards of this shape whose blank belongs on `home`.
    pub fn new(shape: Shape, home: Cell, order: Order) -> Construct {
        Construct { shape, home, order, tables: StageTables::default() }
    }

    /// Solves a position; the slides go to `sink` in pieces, their number comes back.
    pub fn solve(
        &mut self,
        position: &[u32],
        monitor: &dyn Monitor,
        sink: &mut Sink,
    ) -> Result<u64, Failure> {
        let mut sink = |slides: &[Direction]| sink(slides);
        let mut field = Field::new(self.shape, position, self.home.index() as u32, monitor, &mut sink)
            .ok_or(Failure::NotAPosition)?;
        if self.order == Order::Square && !self.shape.is_corridor() && self.shape.cells() >= WORTH_SWEEPING {
            let room = sweep::Room { top: 0, left: 0, bottom: field.rows, right: field.columns };
            sweep::sweep(&mut field, room, 1)?;
        }
        for stage in stages(self.shape, self.home, self.order) {
            match stage.kind {
                StageKind::Corridor => corridor(&mut field)?,
                StageKind::Block => block(&mut field, &stage, &mut self.tables)?,
                StageKind::Row { .. } | StageKind::Column { .. } => {
                    let Some(line) = Line::of(&stage, field.is_transposed()) else {
                        return Err(Failure::Stuck);
                    };
                    let mut work = Work::new(&mut field, line, self.order == Order::Square);
                    while work.place_next(&mut self.tables)?.is_some() {}
                }
            }
        }
        field.flush()?;
        Ok(field.count)
    }
}

/// Solves a position the short way round, all slides in one list.
///
/// ```
/// use taquin_core::{Cell, Shape};
/// let slides = taquin_solve::construct::solution(Shape::new(2, 2)?, &[3, 0, 2, 1], Cell::new(3))?;
/// assert_eq!(slides.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solution(shape: Shape, position: &[u32], home: Cell) -> Result<Vec<Direction>, Failure> {
    let mut slides = Vec::new();
    Construct::new(shape, home, Order::Square).solve(position, &Unlimited, &mut |piece| {
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    })?;
    Ok(slides)
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
    if field.all_home() { Ok(()) } else { Err(Failure::Unsolvable) }
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
        match table.next(&cells).ok_or(Failure::Unsolvable)? {
            None => return Ok(()),
            Some(step) => field.go(if field.is_transposed() { step.transposed() } else { step })?,
        }
    }
}

#[cfg(test)]
mod tests;
