//! How to solve a sliding-tile puzzle.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod census;
pub mod construct;
pub mod deal;
mod effort;
mod estimate;
pub mod heuristic;
pub mod hint;
mod monitor;
pub mod multi;
mod parallel;
pub mod position;

mod plan;
mod prefetch;
mod random;

mod cache;
pub mod search;
pub mod short;
mod slots;
mod solver;

pub mod table;

pub use cache::TableCache;
pub use effort::Effort;
pub use estimate::Estimate;
pub use monitor::{Limits, Monitor, Progress, StopReason, Unlimited};
pub use plan::{Bound, Method, Options, PlanError, UnknownName, Want, plan};
pub use position::{Grid, Slide};
pub use position::{MAX_RANKED_CELLS, Ranking};
pub use solver::{AllShortest, Solved, Solver, Stats, Stopped, lower_bound};
#[cfg(test)]
mod tests;
