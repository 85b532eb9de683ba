//! As short as the time allows: an anytime solver for boards too big for the shortest solution.
//!
//! The constructive solver gives the first answer, which is the net under everything. Then beams (see `beam`) run with
//! growing widths, from the start towards home on one thread and from home towards the start on the next: the two find
//! different ways, and the shorter one counts. Where a beam on a large board loses its way or the time is up, the
//! constructive solver goes on from the best position it met. What time is left goes into re-solving windows: a stretch
//! of the best way is replaced by whatever shorter stretch a beam of its own finds between the same two positions.
//!
//! Boards of more than 256 cells have one long beam instead (`large`): over the whole board, or where there is less time in
//! rooms that move over it (`rooms`), after a sweep of the constructive solver; what it leaves is untied by itself (`knots`).
//! Positions of boards that do not fit a few cache lines are walked to instead of copied (`tour`). Past 65,000 cells the
//! constructive solver's sweep is made anew, with more care (`sweeps`).
//!
//! Beside the answer stands a proven [`lower_bound`]. Without a deadline the widths follow from the board and the
//! memory alone, and the answer of one thread is the same everywhere.

mod beam;
mod boards;
mod bound;
mod evaluate;
mod guess;
mod knots;
mod large;
mod learned;
mod pairs;
mod patches;
mod regions;
mod rooms;
mod run;
mod shorten;
mod sweeps;
mod tour;
#[cfg(target_arch = "x86_64")]
mod vector;
mod way;
mod weights;
mod windows;

use std::ops::ControlFlow;

use taquin_core::{Direction, Shape};

pub(crate) use guess::{End, Guess, guess};
pub use learned::Learned;
#[cfg(feature = "short")]
pub(crate) use shorten::shorten;

use crate::construct::{self, Order};
use crate::effort::Effort;
use crate::position::Homes;
use crate::{Monitor, Progress, StopReason};
use run::Run;
use way::Waypoint;

/// Boards with more cells than this have no beams, since a label would not fit two bytes: they are swept with more care.
pub const MAX_BEAM_CELLS: usize = 65_000;

/// Where the first answer of a board took more than this share of the time, divided by the board's side, what is left is too little for
/// beams: 50×50 gains more by them from a share of 0.025 on than by sweeps, 100×100 from 0.015 on.
const SWEEP_SHARE: f64 = 1.5;

/// The first answer of boards of up to this many cells takes only milliseconds: it comes in spite of the clock.
const AT_ONCE_CELLS: usize = 1024;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortAnswer {
    /// The best solution found, in tile directions.
    pub slides: Vec<Direction>,
    /// No solution is shorter than this.
    pub lower_bound: u64,
    /// Whether the solution is proven shortest.
    pub optimal: bool,
    /// Whether it is shorter than what there was to begin with.
    pub improved: bool,
    /// Positions generated.
    pub nodes: u64,
    /// What ended the work, if it did not end by itself.
    pub stopped: Option<StopReason>,
}

/// Finds a short solution, then shorter ones until the monitor says stop or nothing more is planned.
///
/// `report` hears of every better solution as it is found, from any thread. An early end is no error: the best solution
/// so far comes back. Only when not even the first one could be made is there none.
pub fn solve(
    learned: &Learned,
    homes: &Homes,
    effort: Effort,
    monitor: &dyn Monitor,
    report: &(dyn Fn(&[Direction]) + Sync),
) -> Result<ShortAnswer, StopReason> {
    let (shape, home) = (homes.shape(), homes.blank_home());
    let lower_bound = match learned.bounds(shape, home, monitor) {
        Ok(bounds) => bounds.of(homes),
        Err(_) => bound::Bounds::quick(shape, home).of(homes),
    };
    let net = Net { monitor, small: shape.cells() <= AT_ONCE_CELLS };
    let slides = construct::whole(homes, Order::Square, effort.memory_bytes, &net)?;
    report(&slides);
    let constructed = slides.len();
    let side = (shape.cells() as f64).sqrt();
    let beams = shape.cells() <= AT_ONCE_CELLS || monitor.spent() * side <= SWEEP_SHARE;
    let beams = beams && shape.cells() <= MAX_BEAM_CELLS;
    let (slides, nodes, stopped) = match Waypoint::new(homes) {
        Some(start) if beams && !shape.is_corridor() => {
            improve(learned, shape, start, slides, lower_bound, effort, monitor, report)
        }
        _ if shape.is_corridor() => (slides, 0, None),
        _ => sweeps::improve(homes, slides, effort, monitor, report),
    };
    let optimal = slides.len() as u64 == lower_bound || shape.is_corridor();
    let lower_bound = if optimal { slides.len() as u64 } else { lower_bound };
    let improved = slides.len() < constructed;
    Ok(ShortAnswer { slides, lower_bound, optimal, improved, nodes, stopped })
}

/// Lets the first answer of a board that takes only milliseconds come in spite of the clock: there is always an answer.
struct Net<'a> {
    monitor: &'a dyn Monitor,
    small: bool,
}

impl Monitor for Net<'_> {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        match self.monitor.poll(progress) {
            ControlFlow::Break(StopReason::Time | StopReason::Nodes) if self.small => {
                ControlFlow::Continue(())
            }
            answer => answer,
        }
    }
}

/// Makes the constructed way shorter: the best slides, the positions generated, and what ended it early.
#[allow(clippy::too_many_arguments)] // everything an improvement needs, each of it something else
fn improve(
    learned: &Learned,
    shape: Shape,
    start: Waypoint,
    slides: Vec<Direction>,
    lower_bound: u64,
    effort: Effort,
    monitor: &dyn Monitor,
    report: &(dyn Fn(&[Direction]) + Sync),
) -> (Vec<Direction>, u64, Option<StopReason>) {
    let evaluation = match learned.evaluation(shape, monitor) {
        Ok(evaluation) => evaluation,
        Err(why) => return (slides, 0, Some(why)),
    };
    Run::new(shape, &evaluation, start, slides, lower_bound, effort, monitor, report).improve()
}

#[cfg(test)]
mod tests;
