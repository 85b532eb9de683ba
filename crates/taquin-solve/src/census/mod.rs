//! The complete map of a board: how many positions there are at every distance from home, and which are the farthest.

mod layers;
mod map;
mod moves;

use taquin_core::{Cell, Metric, Shape};

pub use map::{Map, distances};

use crate::{Monitor, Progress, Ranking, StopReason};
use layers::Layers;

/// How to take a census.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What counts as one move.
    pub metric: Metric,
    /// Go no deeper than this.
    pub depth: Option<u32>,
    /// How many threads share the work.
    pub threads: usize,
    /// How many of the farthest positions to list.
    pub farthest: usize,
    /// Bytes that may be used; beyond it the census is refused before it begins.
    pub memory_bytes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { metric: Metric::Stm, depth: None, threads: 1, farthest: 1, memory_bytes: u64::MAX }
    }
}

/// How many positions there are at every distance from home.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Positions at the last depth, the first ones in the order of their numbers.
    pub farthest: Vec<Vec<u8>>,
}

impl Census {
    /// How many positions were counted.
    pub fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The last depth: if the census is complete, the distance of the farthest position.
    pub fn radius(&self) -> u32 {
        self.counts.len().saturating_sub(1) as u32
    }

    /// The mean distance from home.
    pub fn mean(&self) -> f64 {
        let sum: u128 =
            (0..).zip(&self.counts).map(|(depth, &count): (u128, _)| depth * u128::from(count)).sum();
        sum as f64 / self.positions().max(1) as f64
    }
}

/// Why there is no complete census.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The board cannot be held in memory.
    #[error("a census of {shape} needs {} of memory, {} are available; with a depth it needs less", bytes(*.needed), bytes(*.available))]
    Memory {
        /// The board.
        shape: Shape,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        available: u64,
    },
    /// Too many positions to number.
    #[error("a complete census of {shape} is out of reach; give a depth")]
    TooLarge {
        /// The board.
        shape: Shape,
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

fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut amount = bytes as f64;
    let mut unit = 0;
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    format!("{amount:.*} {}", usize::from(unit > 0 && amount < 99.95), UNITS[unit])
}

/// Counts the positions of a board by their distance from home.
pub fn census(
    shape: Shape,
    blank_home: Cell,
    options: &Options,
    monitor: &dyn Monitor,
) -> Result<Census, CensusError> {
    let ranking = Ranking::new(shape, blank_home).ok_or(CensusError::TooLarge { shape })?;
    let needed = Layers::bytes(&ranking, options.metric);
    if needed > options.memory_bytes {
        return Err(CensusError::Memory { shape, needed, available: options.memory_bytes });
    }
    walk(Layers::new(ranking, options.metric), options, monitor)
}

fn walk(mut layers: Layers, options: &Options, monitor: &dyn Monitor) -> Result<Census, CensusError> {
    let mut census = Census {
        shape: layers.ranking().shape(),
        blank_home: layers.ranking().blank_home(),
        metric: options.metric,
        counts: vec![1],
        complete: false,
        farthest: Vec::new(),
    };
    let mut nodes = 1;
    census.farthest = layers.first(options.farthest);
    while options.depth.is_none_or(|depth| layers.depth < depth) {
        let progress = Progress {
            phase: "counting positions",
            nodes,
            lower_bound: layers.depth + 1,
            ..Progress::default()
        };
        match layers.advance(options.threads, None, monitor, progress) {
            Ok(0) => {
                census.complete = true;
                return Ok(census);
            }
            Ok(found) => {
                census.counts.push(found);
                nodes += found;
                census.farthest = layers.first(options.farthest);
            }
            Err(why) => return Err(CensusError::Stopped { why, finished: Box::new(census) }),
        }
    }
    census.complete = census.positions() == layers.ranking().positions();
    Ok(census)
}
