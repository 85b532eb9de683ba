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
//! Nothing here reads a file, a clock or a random source, and no input makes it panic. It needs an allocator and nothing
//! else of the standard library.
//! Rows and columns are counted from 0 in this library and from 1 in every text a person reads or writes.

//!
//! # Features
//!
//! None is on by default.
//!
//! - `serde`: boards, moves, goals, seeds, replays … as text in formats that people read, compact in others.
//! - `import`: replays of other programs ([`replay`]`::import`).
//! - `arbitrary`: values for fuzzers.
//! - `proptest`: strategies for property tests (`strategy`).

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]
#![warn(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod batch;
mod board;
pub mod fault;
pub mod folklore;
pub mod game;
mod goal;
mod group;
pub mod judge;
mod moves;
pub mod notation;
pub mod parity;
mod permutation;
mod problem;
pub mod replay;
mod scramble;
#[cfg(feature = "serde")]
mod serialize;
mod shape;
#[cfg(feature = "proptest")]
pub mod strategy;
mod symmetry;
mod target;
#[cfg(feature = "arbitrary")]
mod unstructured;

pub use board::{ArrangementError, Board, Tile};
pub use goal::{Goal, GoalError};
pub use group::Grouping;
pub use moves::{Direction, Metric, Moves, UnknownName};
pub use notation::{BoardError, MovesError};
pub use parity::{Parity, inversions, inversions_by_tile};
pub use permutation::{NotAPermutation, Permutation};
pub use problem::{
    IllegalMove, NotASolution, Obstruction, Problem, Repair, ShapeMismatch, Solution, Solvable, Unsolvable,
};
pub use scramble::{Scrambler, Seed, SeedError};
pub use shape::{Cell, MAX_CELLS, Shape, ShapeError, Site};
pub use symmetry::Symmetry;
pub use target::Target;

/// The examples of the front page of the repository's folder run, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

/// What the prelude of the standard library has and that of `core` has not.
mod prelude {
    pub(crate) use alloc::boxed::Box;
    pub(crate) use alloc::format;
    pub(crate) use alloc::string::{String, ToString};
    pub(crate) use alloc::vec;
    pub(crate) use alloc::vec::Vec;
}

/// A board drawn in a test.
#[cfg(test)]
fn board(drawing: &str) -> Board {
    drawing.parse().expect("a test draws a valid board")
}
