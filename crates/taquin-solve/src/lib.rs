//! How to solve a sliding-tile puzzle.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod all;
pub mod atlas;
pub mod census;
pub mod construct;
pub mod deal;
mod deepening;
pub mod grid;
pub mod heuristic;
pub mod hint;
mod monitor;
pub mod mtm;
pub mod pattern;
mod plan;
mod prefetch;
mod random;
mod rank;
pub mod search;
mod shelf;
pub mod short;
mod solver;
pub mod state;
pub mod symmetry;
pub mod table;
pub mod wide;

pub use deepening::Deepening;
pub use grid::{Grid, Slide};
pub use monitor::{Limits, Monitor, Progress, StopReason, Unlimited};
pub use plan::{Bound, Method, Options, PlanError, UnknownName, Want, plan};
pub use rank::{MAX_RANKED_CELLS, Ranking};
pub use shelf::Shelf;
pub use solver::{AllShortest, Solved, Solver, Stats, Stopped};
