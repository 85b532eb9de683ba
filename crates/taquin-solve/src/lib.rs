//! How to solve a sliding-tile puzzle of any size.
//!
//! ```
//! let solved = taquin_solve::solve(&"8 6 7/2 5 4/3 0 1".parse()?)?;
//! assert!(solved.optimal);
//! assert_eq!(solved.solution.moves().len(), 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! That is the common case: the usual goal, the best method for the board, no limit. Everything else is said on the way
//! of a board through the crate:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//! use taquin_core::{Board, Goal, Problem};
//! use taquin_solve::{Limits, Options, Want, plan};
//!
//! let board: Board = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7".parse()?;
//! let solvable = Problem::new(board, &Goal::BlankLast)?.decide()?;        // or why there is no solution
//! let options = Options::new().want(Want::Optimal);
//! let limits = Limits::new().time(Duration::from_secs(60)).on_progress(|progress| {
//!     assert!(progress.lower_bound <= 54);                                // how far it is
//!     ControlFlow::Continue(())
//! });
//! let solved = plan(&solvable, &options)?.solve(&limits)?;                // replayed, with what is proven of it
//! assert_eq!((solved.solution.moves().len(), solved.stopped), (54, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Many boards share what was built for the first of them through [`Options::tables`]. A search that is stopped gives the
//! best solution it knows and the bound it has proven. Nothing here prints, exits or keeps anything global.
//!
//! # The rooms
//!
//! | room | what is in it |
//! |---|---|
//! | [`position`] | what a position is: [`Homes`](position::Homes), checked once and trusted by all; the board it lives on, its number |
//! | [`heuristic`] | bounds: how far a position is at least, from Manhattan distance to sums of tables; one's own go beside them |
//! | [`search`] | how the shortest way home is found: IDA\*, A\*, from both ends; inside, the searches made for the tables |
//! | [`proof`] | how far a long search has come: checkpoints, looking ahead |
//! | [`table`] | pattern tables for up to 16 and up to 25 cells: numbering, building, proving, keeping in files |
//! | `multi` | the shortest way in whole lines (the multi-tile metric) |
//! | [`census`] | every position of a board, counted by its distance; complete maps |
//! | [`construct`] | a solution for every board of any size, at once, and what to do next as a person would |
//! | `short` | short solutions of boards too large for the shortest |
//! | [`bulk`] | many boards at once: exact distances, slides that begin shortest solutions, bounds, deals |
//! | [`alike`] | goals where several tiles are alike |
//! | [`deal`], [`hint`], [`along`] | boards at an exact distance; what to do next, and why; how far each position of a game was |
//!
//! [`plan`] chooses among them; a [`Solver`] carries it out. Under them lies the machine room:
//!
//! | file | what is in it |
//! |---|---|
//! | `plan`, `solver`, `solved` | the choice, how it is carried out, and what comes back |
//! | `cache`, `slots` | tables kept for the next board; things that are made once while others wait |
//! | `monitor`, `estimate` | the hook between long work and whoever waits for it; how far a search with a rising bound is |
//! | `effort`, `parallel` | what a search may use of the machine; threads, and the one way to get them |
//! | `gather`, `prefetch` | bits brought together, and memory asked for in time |
//! | `random`, `setters` | a small generator; how options are set one after the other |
//!
//! # Features
//!
//! Both are on unless they are left out, for a page that a visitor waits for. `ladder`: every bound and search by name,
//! shortest solutions past 16 cells and in the multi-tile metric. `short`: short solutions of large boards. What is left
//! out is refused by [`plan`] with an error that says so.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(all(feature = "ladder", feature = "short")),
    allow(dead_code, reason = "a build that leaves methods out leaves their rooms empty")
)]

pub mod alike;
pub mod along;
pub mod bulk;
mod cache;
pub mod census;
pub mod construct;
pub mod deal;
mod effort;
mod estimate;
mod gather;
pub mod heuristic;
pub mod hint;
mod monitor;
mod multi;
mod parallel;
mod plan;
pub mod position;
mod prefetch;
pub mod proof;
mod random;
pub mod search;
mod setters;
mod short;
mod slots;
mod solved;
mod solver;
pub mod table;
#[cfg(test)]
mod tests;

pub use cache::TableCache;
pub(crate) use effort::Effort;
pub use estimate::Estimate;
pub use monitor::{Limits, Monitor, Progress, StopReason, Stretch, Unlimited};
pub use plan::{Bound, EXACT_CELLS, Method, Options, PlanError, UnknownName, Want, plan};
pub(crate) use position::{Grid, Ranking};
pub use solved::{AllShortest, Origin, Solved, Stats, Stopped};
pub use solver::{Solver, lower_bound};

use taquin_core::{Board, Goal, Problem, Unsolvable};

/// The examples of the front page of the repository's folder run, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

/// Why [`solve`] has no solution to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is none, and this is why.
    #[error(transparent)]
    Unsolvable(#[from] Box<Unsolvable>),
    /// The memory did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The way to it was left out of this build.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Solves a board to the usual goal (tiles in reading order, blank last): a shortest solution of boards of up to 16
/// cells, a short one of larger boards, within seconds.
///
/// For another goal, a limit, progress or many boards, see [`plan`].
///
/// # Errors
/// A board that cannot be solved comes back with the reason.
pub fn solve(board: &Board) -> Result<Solved, SolveError> {
    let problem = Problem::new(board.clone(), &Goal::BlankLast).expect("the usual goal fits every shape");
    let solvable = problem.decide().map_err(Box::new)?;
    Ok(plan(&solvable, &Options::default())?.solve(&Unlimited)?)
}
