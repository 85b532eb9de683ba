//! The engine for the browser: each item here translates between JavaScript's values and a call of the
//! libraries, and does nothing else. Cells are indices in reading order, tiles are their numbers with the
//! blank as 0, directions are the letters `U D L R` of the way a *tile* travels, and an error is its message.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod evidence;
mod game;
mod greedy;
#[cfg(feature = "full")]
mod guess;
#[cfg(feature = "full")]
mod lesson;
mod position;
mod record;
mod solve;

pub use evidence::Evidence;
pub use game::Game;
pub use greedy::Greedy;
#[cfg(feature = "full")]
pub use guess::{Bounds, Guesses};
#[cfg(feature = "full")]
pub use lesson::{Histogram, Search, World};
pub use position::{Line, Position, length, written};
pub use record::{LogEntry, Replay, Review, Summary};
pub use solve::{Answer, NextStage, Solver};

use taquin_core::Direction;
use wasm_bindgen::JsError;

/// Any error of the libraries, as an exception with its sentence.
fn thrown(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

fn direction(letter: &str) -> Option<Direction> {
    match letter {
        "U" => Some(Direction::Up),
        "D" => Some(Direction::Down),
        "L" => Some(Direction::Left),
        "R" => Some(Direction::Right),
        _ => None,
    }
}
