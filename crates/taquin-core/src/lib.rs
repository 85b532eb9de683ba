//! What a sliding-tile puzzle is.

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod moves;
mod shape;

pub use moves::{Direction, Metric, Moves};
pub use shape::{Cell, MAX_CELLS, Shape, ShapeError};
