//! The bounds of the ladder for many boards.

use std::sync::Arc;

use taquin_core::batch::Boards;
use taquin_core::{Board, GoalError};

use super::{BulkError, SharedWork};
use crate::heuristic::{Additive, Blind, Heuristic, Inversion, LinearConflict, Manhattan, Patterns};
use crate::parallel::Workers;
use crate::position::{Grid, Homes};
use crate::table::cells16;
use crate::{Bound, Monitor, StopReason, TableCache};

/// Boards that a thread takes at a time.
const TOGETHER: usize = 256;

/// In a list of bounds: the board cannot be solved.
const NONE: u32 = u32::MAX;

/// What a bound says of each board, in single slides; `u32::MAX` for those that cannot be solved.
pub fn ladder(
    boards: &Boards<'_>,
    goal: &Board,
    bound: &Bound,
    threads: usize,
    tables: &Arc<TableCache>,
    monitor: &dyn Monitor,
) -> Result<Vec<u32>, BulkError> {
    let shape = boards.shape();
    if goal.shape() != shape {
        return Err(GoalError::OtherShape { goal: goal.shape(), start: shape }.into());
    }
    let grid = Grid::new(shape, goal.blank()).expect("the goal is of their shape");
    let of = |heuristic: &(dyn Fn(&Homes) -> u32 + Sync)| bounds(boards, goal, threads, monitor, heuristic);
    let bounds = match bound {
        Bound::Blind => of(&with(&Blind)),
        Bound::Manhattan => of(&with(&Manhattan::new(&grid))),
        Bound::LinearConflict => of(&with(&LinearConflict::new(&grid))),
        Bound::Inversion => of(&with(&Inversion::new(&grid))),
        Bound::Walking => of(&with(&tables.walking(&grid, monitor)?)),
        Bound::Pattern(sizes) if shape.cells() <= cells16::MAX_CELLS => {
            Patterns::check(shape, sizes)?;
            of(&with(&tables.patterns(&grid, sizes, threads, monitor)?))
        }
        Bound::Pattern(sizes) => {
            Additive::check(shape, sizes)?;
            of(&with(&tables.additive(&grid, sizes, monitor)?))
        }
    };
    Ok(bounds?)
}

fn with<H: Heuristic>(heuristic: &H) -> impl Fn(&Homes) -> u32 + Sync + '_ {
    |homes| heuristic.bound(&heuristic.start(homes))
}

fn bounds(
    boards: &Boards<'_>,
    goal: &Board,
    threads: usize,
    monitor: &dyn Monitor,
    of: &(dyn Fn(&Homes) -> u32 + Sync),
) -> Result<Vec<u32>, StopReason> {
    let (shape, cells) = (boards.shape(), boards.shape().cells());
    let mut bounds = vec![NONE; boards.len()];
    let work = SharedWork::new(boards.len(), monitor, "bounding boards");
    let pieces = bounds.chunks_mut(TOGETHER).enumerate();
    Workers::new(threads.min(boards.len().div_ceil(TOGETHER))).share(
        pieces,
        || (),
        |(), (piece, bounds)| {
            let part = boards.part(piece * TOGETHER, TOGETHER);
            let mut homes = vec![0; part.len() * cells];
            part.homes(goal, &mut homes).expect("the goal is of their shape");
            for (bound, homes) in bounds.iter_mut().zip(homes.chunks_exact(cells)) {
                let homes = Homes::new(shape, goal.blank(), homes.iter().map(|&home| u32::from(home)));
                *bound = homes.map_or(NONE, |homes| of(&homes));
            }
            work.look(part.len())
        },
    )?;
    Ok(bounds)
}
