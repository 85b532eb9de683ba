//! Boards and moves as text: reading what people write, writing what people read.

mod board;
mod moves;

pub use board::{BoardError, BoardReader, read_board};
pub use moves::{Mover, MovesError, Notation, Style, read_moves};
