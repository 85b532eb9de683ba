//! Many boards at once: exact distances, the slides that begin shortest solutions, bounds, solutions, deals.
//!
//! Boards come as checked bytes ([`Boards`]), answers leave as lists in the same order. Threads share the boards out, each
//! board is worked on by one, so the answers are the same for any number of threads. What was built for the first boards
//! is kept in a [`TableCache`] for the next.

mod deal;
mod each;
mod ladder;
mod search;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use taquin_core::batch::Boards;
use taquin_core::{Board, Direction, GoalError, Metric, Shape};

pub use deal::{Wanted, deal};
pub use each::{Answer, solve_each};
pub use ladder::ladder;

use crate::census::{CensusError, CensusOptions, MAX_MAPPED_CELLS, Map};
use crate::heuristic::{SplitError, WalkingError};
use crate::parallel::Workers;
use crate::position::{Grid, Quick};
use crate::setters::setters;
use crate::{EXACT_CELLS, Monitor, PlanError, Progress, StopReason, TableCache};

/// In a list of distances: the board cannot be solved.
pub const UNSOLVABLE: u8 = 254;

/// In a list of distances: a limit ended the proof. No distance of a board of up to 16 cells is as large.
pub const UNKNOWN: u8 = 255;

/// Boards of 12 cells that are looked up rather than searched: their map takes about as long as so many searches.
const WORTH_A_MAP: usize = 50_000;

/// What is asked of many boards.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ask {
    /// Where they are to be brought.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// How many threads share the boards.
    pub threads: usize,
    /// The most nodes for one board.
    pub nodes: Option<u64>,
    /// The most time for one board. With it, what is known in the end is no longer the same every time.
    pub time: Option<Duration>,
    /// Memory for a map.
    pub memory_bytes: u64,
    /// Whether boards that have a map are looked up in it; otherwise where it is there, or worth making.
    pub mapped: bool,
    /// What was built before.
    pub tables: Arc<TableCache>,
}

impl Ask {
    /// Distances from this goal in single slides, on one thread, without limits.
    pub fn new(goal: Board) -> Ask {
        Ask {
            goal,
            metric: Metric::Stm,
            threads: 1,
            nodes: None,
            time: None,
            memory_bytes: 1 << 30,
            mapped: false,
            tables: Arc::default(),
        }
    }

    setters! {
        metric: Metric,
        threads: usize,
        nodes: impl Into<Option<u64>>,
        time: impl Into<Option<Duration>>,
        memory_bytes: u64,
        mapped: bool,
        tables: Arc<TableCache>,
    }
}

/// Answers, in the order of the boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Labels {
    /// Distances, [`UNSOLVABLE`] or [`UNKNOWN`].
    pub distances: Vec<u8>,
    /// What is proven: no solution is shorter. The distance where that is known, 0 for what cannot be solved.
    pub bounds: Vec<u8>,
    /// Masks of the slides that begin a shortest solution, if they were asked for; 0 where there is none, or none is known.
    pub moves: Vec<u8>,
}

impl Labels {
    /// Answers of somebody who knows all distances: they are their own bounds.
    pub fn exact(distances: Vec<u8>, moves: Vec<u8>) -> Labels {
        let bounds = distances.iter().map(|&label| if label >= UNSOLVABLE { 0 } else { label }).collect();
        Labels { distances, bounds, moves }
    }
}

/// Why there are no answers.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BulkError {
    /// Exact distances of such boards take too long.
    #[error("exact distances in bulk are for boards of up to {EXACT_CELLS} cells, {0} has {cells}", cells = .0.cells())]
    TooLarge(Shape),
    /// The goal is of another shape.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The goal or the room for answers does not fit the boards.
    #[error(transparent)]
    Batch(#[from] taquin_core::batch::BatchError),
    /// The boards' map does not fit.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// A board cannot be solved the way it was asked for.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A pattern split that does not fit.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// A table of lines that is too large.
    #[error(transparent)]
    Walking(#[from] WalkingError),
    /// There are no boards so far away.
    #[error(transparent)]
    Deal(#[from] taquin_core::game::DealError),
    /// A search on a card, or whatever else is asked in place of the processor.
    #[error("{0}")]
    Device(String),
    /// It was stopped.
    #[error("stopped by {0}")]
    Stopped(#[from] StopReason),
}

/// The distances of boards, with the slides that begin shortest solutions if `moves` says so.
///
/// ```
/// use taquin_core::batch::Boards;
/// use taquin_core::{Goal, Shape};
/// use taquin_solve::{Unlimited, bulk};
/// let shape = Shape::new(3, 3)?;
/// let boards = Boards::new(shape, &[8, 6, 7, 2, 5, 4, 3, 0, 1, 1, 2, 3, 4, 5, 6, 8, 7, 0])?;
/// let labels = bulk::label(&boards, &bulk::Ask::new(Goal::BlankLast.board(shape)?), true, &Unlimited)?;
/// assert_eq!(labels.distances, [31, bulk::UNSOLVABLE]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn label(
    boards: &Boards<'_>,
    ask: &Ask,
    moves: bool,
    monitor: &dyn Monitor,
) -> Result<Labels, BulkError> {
    let shape = boards.shape();
    if ask.goal.shape() != shape {
        return Err(GoalError::OtherShape { goal: ask.goal.shape(), start: shape }.into());
    }
    if shape.cells() > EXACT_CELLS {
        return Err(BulkError::TooLarge(shape));
    }
    let few = shape.cells() < MAX_MAPPED_CELLS;
    let mappable = shape.cells() <= MAX_MAPPED_CELLS && !shape.is_corridor();
    let home = ask.goal.blank();
    let known = || ask.tables.known_map(shape, home, ask.metric).is_some();
    if mappable && (few || ask.mapped || boards.len() >= WORTH_A_MAP || known()) {
        let options =
            CensusOptions::new().metric(ask.metric).threads(ask.threads).memory_bytes(ask.memory_bytes);
        match ask.tables.map(shape, home, &options, monitor) {
            Ok(map) => return looked_up(boards, ask, &map, moves, monitor),
            Err(CensusError::Stopped { why, .. }) => return Err(why.into()),
            // Without the memory for a map they are searched, unless it was asked for.
            Err(error) if ask.mapped => return Err(error.into()),
            Err(_) => {}
        }
    }
    search::label(boards, ask, moves, monitor)
}

/// Boards that a thread takes at a time where each is looked up.
const LOOKED_UP: usize = 1 << 13;

fn looked_up(
    boards: &Boards<'_>,
    ask: &Ask,
    map: &Map,
    moves: bool,
    monitor: &dyn Monitor,
) -> Result<Labels, BulkError> {
    let quick = Quick::new(map.ranking(), &ask.goal).expect("a map is of up to twelve cells");
    let grid = Grid::new(boards.shape(), ask.goal.blank()).expect("the goal is of their shape");
    let cells = boards.shape().cells();
    let mut labels = Labels {
        distances: vec![UNKNOWN; boards.len()],
        bounds: vec![0; boards.len()],
        moves: vec![0; if moves { boards.len() } else { 0 }],
    };
    let work = SharedWork::new(boards.len(), monitor, "looking boards up");
    work.run(ask.threads, LOOKED_UP, boards, &mut labels, |part, distances, bounds, moves| {
        map.look_up(&quick, part.as_bytes(), UNSOLVABLE, distances);
        for (bound, &distance) in bounds.iter_mut().zip(&*distances) {
            *bound = if distance == UNSOLVABLE { 0 } else { distance };
        }
        let mut board = [0u8; MAX_MAPPED_CELLS];
        for ((given, mask), &distance) in part.iter().zip(moves).zip(&*distances) {
            if matches!(distance, 0 | UNSOLVABLE) {
                continue;
            }
            let blank = given.iter().position(|&tile| tile == 0).unwrap_or(0);
            for direction in Direction::ALL {
                let board = &mut board[..cells];
                board.copy_from_slice(given);
                let mut at = blank;
                let mut left = if ask.metric == Metric::Stm { 1 } else { cells };
                while let Some(source) = grid.source(at, direction).filter(|_| left > 0) {
                    board.swap(at, source);
                    (at, left) = (source, left - 1);
                    let there = quick.number(board).and_then(|number| map.as_bytes().get(number as usize));
                    if there == Some(&(distance - 1)) {
                        *mask |= 1 << direction as u8;
                        break;
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(labels)
}

/// Work on a list of boards that threads share.
struct SharedWork<'m> {
    total: u64,
    done: AtomicU64,
    nodes: AtomicU64,
    monitor: &'m dyn Monitor,
    phase: &'static str,
}

impl<'m> SharedWork<'m> {
    fn new(total: usize, monitor: &'m dyn Monitor, phase: &'static str) -> SharedWork<'m> {
        SharedWork { total: total as u64, done: AtomicU64::new(0), nodes: AtomicU64::new(0), monitor, phase }
    }

    fn progress(&self) -> Progress {
        Progress {
            phase: self.phase,
            nodes: self.nodes.load(Ordering::Relaxed),
            done: self.done.load(Ordering::Relaxed),
            total: self.total,
            ..Progress::default()
        }
    }

    /// Counts what is done, and asks whether to go on.
    fn look(&self, done: usize) -> Result<(), StopReason> {
        self.done.fetch_add(done as u64, Ordering::Relaxed);
        self.monitor.look(&self.progress())
    }

    /// Gives `each` some boards at a time with the room for their answers.
    fn run(
        &self,
        threads: usize,
        together: usize,
        boards: &Boards<'_>,
        labels: &mut Labels,
        each: impl Fn(Boards<'_>, &mut [u8], &mut [u8], &mut [u8]) -> Result<(), StopReason> + Sync,
    ) -> Result<(), StopReason> {
        let pieces = boards.len().div_ceil(together);
        let Labels { distances, bounds, moves } = labels;
        let mut moves = moves.chunks_mut(together);
        let rooms = distances.chunks_mut(together).zip(bounds.chunks_mut(together));
        let rooms = rooms.map(|(distances, bounds)| (distances, bounds, moves.next().unwrap_or_default()));
        let items = (0..pieces).map(|piece| boards.part(piece * together, together)).zip(rooms);
        Workers::new(threads.min(pieces)).share(
            items,
            || (),
            |(), (part, (distances, bounds, moves))| {
                let count = part.len();
                each(part, distances, bounds, moves)?;
                self.look(count)
            },
        )?;
        Ok(())
    }
}

/// The limits of one board within the work on all.
struct OneBoard<'a> {
    all: &'a SharedWork<'a>,
    begun: Instant,
    before: u64,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl<'a> OneBoard<'a> {
    fn new(all: &'a SharedWork<'a>, nodes: Option<u64>, time: Option<Duration>) -> OneBoard<'a> {
        OneBoard { all, begun: Instant::now(), before: 0, nodes, time }
    }
}

impl Monitor for OneBoard<'_> {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.nodes.is_some_and(|most| self.before + progress.nodes >= most) {
            return ControlFlow::Break(StopReason::Nodes);
        }
        if self.time.is_some_and(|most| self.begun.elapsed() >= most) {
            return ControlFlow::Break(StopReason::Time);
        }
        let all = self.all.progress();
        // While tables are built there is news of them alone.
        let told = if progress.total > 0 && all.done == 0 {
            *progress
        } else {
            Progress { nodes: all.nodes + progress.nodes, ..all }
        };
        self.all.monitor.poll(&told)
    }

    fn spent(&self) -> f64 {
        self.time.map_or(0.0, |time| (self.begun.elapsed().as_secs_f64() / time.as_secs_f64()).min(1.0))
    }
}

#[cfg(test)]
mod tests;
