//! The complete map of a board: how many positions there are at every distance from home, and which are the farthest.
//!
//! Three ways lead there. A single row or column is written down. A board of at most [`MAX_MAPPED_CELLS`] cells (and larger
//! ones where the memory allows) is searched whole, on two layers of one bit for each position; see [`Survey`], which can be put away and
//! taken up again. Of any other board the first depths are counted by a search that keeps only its last layers.

mod budget;
mod corridor;
mod file;
mod frontier;
mod graph;
mod layers;
mod map;
mod moves;
mod part;
mod published;
mod shuffle;
mod survey;

use taquin_core::{Board, Cell, Metric, Shape, Tile};

pub use file::FileError;
pub use graph::Graph;
pub use map::{Map, distances};
pub use part::{Part, PartError, Share};
pub use published::{CensusKey, CountsError};
pub use survey::Survey;

use crate::setters::setters;
use crate::{Monitor, StopReason};

/// Boards of at most this many cells are searched whole even where only the first depths are asked for.
pub const MAX_MAPPED_CELLS: usize = 12;

/// How to take a census.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CensusOptions {
    /// What counts as one move.
    pub metric: Metric,
    /// Go no deeper than this.
    pub depth: Option<u32>,
    /// How many threads share the work.
    pub threads: usize,
    /// How many of the farthest positions to list.
    pub farthest: usize,
    /// Bytes that may be used. A census of a whole board that needs more is refused before it begins; one of the first depths of a
    /// larger board ends at the depth before.
    pub memory_bytes: u64,
}

impl Default for CensusOptions {
    fn default() -> CensusOptions {
        CensusOptions { metric: Metric::Stm, depth: None, threads: 1, farthest: 1, memory_bytes: 1 << 30 }
    }
}

impl CensusOptions {
    /// A whole census in single slides, on one thread.
    pub fn new() -> CensusOptions {
        CensusOptions::default()
    }

    setters! {
        metric: Metric,
        depth: impl Into<Option<u32>>,
        threads: usize,
        farthest: usize,
        memory_bytes: u64,
    }
}

/// How many positions there are at every distance from home.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Census {
    /// The board.
    pub shape: Shape,
    /// Where the blank belongs.
    pub blank_home: Cell,
    /// What counts as one move.
    pub metric: Metric,
    /// How many positions there are at each depth, from 0.
    pub counts: Vec<u64>,
    /// Whether every position that can be reached has been.
    pub complete: bool,
    /// Positions at the last depth, the same ones every time: for each cell the home of what stands there.
    pub farthest: Vec<Vec<u32>>,
}

impl Census {
    /// Counts without a position.
    pub fn new(shape: Shape, blank_home: Cell, metric: Metric, counts: Vec<u64>, complete: bool) -> Census {
        Census { shape, blank_home, metric, counts, complete, farthest: Vec::new() }
    }

    /// How many positions were counted.
    pub fn positions(&self) -> u64 {
        self.counts.iter().fold(0, |all, &count| all.saturating_add(count))
    }

    /// The last depth: if the census is complete, the distance of the farthest position.
    pub fn radius(&self) -> u32 {
        self.counts.len().saturating_sub(1) as u32
    }

    /// The share of the positions that are nearer than this, from 0 to 1.
    pub fn share_nearer(&self, distance: u32) -> f64 {
        let nearer =
            self.counts.iter().take(distance as usize).fold(0_u64, |sum, &count| sum.saturating_add(count));
        nearer as f64 / self.positions().max(1) as f64
    }

    /// The mean distance from home.
    pub fn mean(&self) -> f64 {
        let sum: u128 =
            self.counts.iter().enumerate().map(|(depth, &count)| depth as u128 * u128::from(count)).sum();
        sum as f64 / self.positions().max(1) as f64
    }

    /// The farthest positions as boards whose tiles belong where they stand on `goal`; none for a goal of
    /// another shape.
    pub fn farthest_boards(&self, goal: &Board) -> impl Iterator<Item = Board> {
        self.farthest.iter().filter_map(|position| {
            let tile = |&home: &u32| goal.tile(Cell::new(home));
            let tiles: Option<Vec<Tile>> = position.iter().map(tile).collect();
            Board::new(self.shape, tiles?).ok()
        })
    }
}

/// Why there is no complete census.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The board cannot be held in memory.
    #[error("a census of {shape} needs {} of memory, {} can be had; its first depths need less", Bytes(*.needed), Bytes(*.available))]
    Memory {
        /// The board.
        shape: Shape,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        available: u64,
    },
    /// The system has less memory than it was thought to have.
    #[error("a census of {shape} needs {} of memory, which the system does not give", Bytes(*.needed))]
    Refused {
        /// The board.
        shape: Shape,
        /// Bytes needed.
        needed: u64,
    },
    /// Too many positions to number.
    #[error("{shape} has too many positions for a complete census; ask for its first depths")]
    TooLarge {
        /// The board.
        shape: Shape,
    },
    /// Too many cells within reach.
    #[error("depth {depth} of {shape} reaches too many cells; ask for less")]
    TooDeep {
        /// The board.
        shape: Shape,
        /// The depth asked for.
        depth: u32,
    },
    /// There are not so many blocks, or no such part.
    #[error(
        "part {index} of {parts} of a census of {shape} cannot be: it has {blocks} blocks, and parts are counted from 0"
    )]
    Parts {
        /// The board.
        shape: Shape,
        /// How many parts were asked for.
        parts: usize,
        /// Which of them.
        index: usize,
        /// How many blocks there are to share.
        blocks: usize,
    },
    /// The blank's home is not on the board.
    #[error("cell {cell} is not on a {shape} board")]
    OffBoard {
        /// The board.
        shape: Shape,
        /// Number of the cell, from 0.
        cell: usize,
    },
    /// It was stopped; the depths finished by then are given back.
    #[error("stopped by {why} after depth {}", .finished.radius())]
    Stopped {
        /// What stopped it.
        why: StopReason,
        /// The depths that were finished.
        finished: Box<Census>,
    },
}

/// An amount of memory, for people.
struct Bytes(u64);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 6] = ["bytes", "kB", "MB", "GB", "TB", "PB"];
        let mut amount = self.0 as f64;
        let mut unit = 0;
        while amount >= 999.5 && unit + 1 < UNITS.len() {
            amount /= 1000.0;
            unit += 1;
        }
        write!(f, "{amount:.*} {}", usize::from(unit > 0 && amount < 99.95), UNITS[unit])
    }
}

fn on_board(shape: Shape, cell: Cell) -> Result<(), CensusError> {
    let cell = cell.index();
    if cell < shape.cells() { Ok(()) } else { Err(CensusError::OffBoard { shape, cell }) }
}

/// Counts the positions of a board by their distance from home.
///
/// ```
/// use taquin_core::Shape;
/// use taquin_solve::Unlimited;
/// use taquin_solve::census::{CensusOptions, census};
/// let shape = Shape::new(3, 3)?;
/// let census = census(shape, shape.last_cell(), &CensusOptions::default(), &Unlimited)?;
/// assert_eq!((census.positions(), census.radius(), census.counts[31]), (181_440, 31, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn census(
    shape: Shape,
    blank_home: Cell,
    options: &CensusOptions,
    monitor: &dyn Monitor,
) -> Result<Census, CensusError> {
    on_board(shape, blank_home)?;
    if shape.is_corridor() {
        return Ok(corridor::census(shape, blank_home, options));
    }
    match options.depth {
        Some(depth) if shape.cells() > MAX_MAPPED_CELLS => {
            frontier::census(shape, blank_home, depth, options, monitor)
        }
        _ => survey(Survey::new(shape, blank_home, options)?, options, monitor),
    }
}

fn survey(mut survey: Survey, options: &CensusOptions, monitor: &dyn Monitor) -> Result<Census, CensusError> {
    loop {
        match survey.deepen(monitor) {
            Ok(true) => {}
            Ok(false) => return Ok(survey.finish(options.farthest)),
            Err(why) => return Err(CensusError::Stopped { why, finished: Box::new(survey.finish(0)) }),
        }
    }
}
