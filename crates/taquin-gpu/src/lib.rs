//! Sliding-tile puzzles on a graphics card: shortest solutions of the 24 puzzle, and exact distances of the 15 puzzle by
//! the million.
//!
//! Nothing of CUDA is needed to build this, nor to run it where there is no card: [`Device::open`] says in one line what
//! is missing. The kernels are text in this crate, compiled by NVRTC for the card that is there, and kept.
//!
//! ```no_run
//! use taquin_core::{Board, Goal, Problem};
//! use taquin_gpu::{Device, Settings};
//! use taquin_solve::Unlimited;
//!
//! let device = Device::open(&Settings::default())?;
//! let board: Board = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13".parse()?;
//! let problem = Problem::new(board, &Goal::BlankFirst)?.decide()?;
//! let answer = device.solve(&problem, &Unlimited)?;
//! assert_eq!(answer.shortest().map(|solution| solution.moves().len()), Some(95));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod automaton;
mod bulk;
mod card;
mod cuda;
mod deep;
mod device;
mod error;
mod layout;
mod nvrtc;
#[cfg(test)]
mod shim;
mod tables;

pub use bulk::{BEYOND, UNKNOWN};
pub use deep::Iteration;
pub use device::{Answer, Ask, Device, Distances, Settings};
pub use error::GpuError;
pub use taquin_solve::proof::Proof;
