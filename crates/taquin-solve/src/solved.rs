//! What comes back from a solver: a solution with what is proven of it, or what was proven without one.

use std::fmt;

use taquin_core::Solution;

use crate::monitor::StopReason;

/// What a solver did, for whoever compares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// The method, in words.
    pub solver: String,
    /// The bound of the start.
    pub bound: u64,
    /// Positions generated.
    pub nodes: u64,
    /// Bytes of tables.
    pub table_bytes: u64,
}

/// Where a solution comes from, and so what to think of its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// It was given, and nothing shorter was found.
    Given,
    /// It was made by construction, as it came.
    Constructed,
    /// A search for shorter ones has found it.
    Improved,
    /// It is proven that none is shorter.
    Proven,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Given => "given",
            Origin::Constructed => "constructed",
            Origin::Improved => "improved",
            Origin::Proven => "proven",
        })
    }
}

/// A solution, replayed, and what is proven about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The solution.
    pub solution: Solution,
    /// Whether no shorter one exists: its length is the lower bound.
    pub optimal: bool,
    /// Where it comes from: proven, if it is optimal.
    pub origin: Origin,
    /// No solution is shorter than this.
    pub lower_bound: u64,
    /// What ended the work before more could be proven or found; the solution is the best that was known then.
    pub stopped: Option<StopReason>,
    /// How it was found.
    pub stats: Stats,
}

impl Solved {
    /// What a search outside this crate, on a graphics card say, has found and proven shortest in slides.
    pub fn proven(solution: Solution, stats: Stats) -> Solved {
        let lower_bound = solution.moves().len() as u64;
        Solved { solution, optimal: true, origin: Origin::Proven, lower_bound, stopped: None, stats }
    }

    /// The solution, if it is proven shortest.
    pub fn shortest(self) -> Option<Solution> {
        self.optimal.then_some(self.solution)
    }
}

/// The end of the work before any solution was known, with what was proven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped by {why}: no solution shorter than {lower_bound} exists")]
#[non_exhaustive]
pub struct Stopped {
    /// What ended it.
    pub why: StopReason,
    /// No solution is shorter than this.
    pub lower_bound: u64,
    /// What was done.
    pub stats: Box<Stats>,
}

/// All shortest solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllShortest {
    /// How many there are; `u64::MAX` stands for more than can be counted.
    pub count: u64,
    /// The first of them, replayed.
    pub solutions: Vec<Solution>,
    /// Positions generated.
    pub nodes: u64,
}
