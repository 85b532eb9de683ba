//! What a sliding-tile puzzle is: boards of any size, moves, goals, solvability with its proof,
//! uniform scrambles.
//!
//! The straight line from text to a verdict, and from moves to a [`Solution`]:
//!
//! ```
//! use taquin_core::{Board, Goal, Metric, Moves, Problem};
//!
//! let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15".parse()?;
//! let solvable = Problem::new(board, &Goal::BlankLast)?.decide()?;   // or `Unsolvable`, with the reason
//! let moves: Moves = "L".parse()?;                                    // tile 15 travels left
//! let solution = solvable.solution(moves)?;                           // replayed: there is no other way
//! assert_eq!(solution.length(Metric::Stm), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here reads a file, a clock or a random source, and no input makes it panic.
//! Rows and columns are counted from 0 in this library and from 1 in every text a person reads or writes.

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod board;
pub mod fault;
pub mod game;
mod goal;
mod moves;
pub mod notation;
pub mod parity;
mod problem;
pub mod replay;
mod scramble;
mod shape;
mod symmetry;

pub use board::{ArrangementError, Board, Tile};
pub use goal::{Goal, GoalError};
pub use moves::{Direction, Metric, Moves};
pub use notation::{BoardError, MovesError};
pub use parity::{Parity, inversions, inversions_by_tile};
pub use problem::{
    IllegalMove, NotASolution, Obstruction, Problem, Repair, ShapeMismatch, Solution, Solvable, Unsolvable,
};
pub use scramble::{Scrambler, Seed, SeedError};
pub use shape::{Cell, MAX_CELLS, Shape, ShapeError};
pub use symmetry::Symmetry;

/// A board drawn in a test.
#[cfg(test)]
fn board(drawing: &str) -> Board {
    drawing.parse().expect("a test draws a valid board")
}
