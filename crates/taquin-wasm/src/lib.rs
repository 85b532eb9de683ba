//! The engine for the browser: each item here translates between JavaScript's values and a call of the
//! libraries, and does nothing else. Cells are indices in reading order, tiles are their numbers with the
//! blank as 0, directions are the letters `U D L R` of the way a *tile* travels, and an error is its kind with its values
//! ([`taquin_core::fault::Fault`]): the page has the sentences.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod daily;
mod evidence;
mod game;
mod greedy;
#[cfg(feature = "full")]
mod guess;
#[cfg(feature = "full")]
mod lesson;
mod position;
mod record;
#[cfg(feature = "full")]
mod solve;

pub use daily::{daily, day_at, day_counts, days_back, is_day, is_dealt, streak};
pub use evidence::Evidence;
pub use game::Game;
pub use greedy::Greedy;
#[cfg(feature = "full")]
pub use guess::{Bounds, Guesses};
#[cfg(feature = "full")]
pub use lesson::{Histogram, Refutation, Search, World, refutations};
pub use position::{Line, Position, cells_entered, colour_groups, is_exact, length, written};
pub use record::{LogEntry, Replay, Review, Summary, known_mark, met_before};
#[cfg(feature = "full")]
pub use record::{imported, paced};
#[cfg(feature = "full")]
pub use solve::{Advice, Answer, HintParts, NextStage, Solver};

use js_sys::{Array, Error};
use taquin_core::Direction;
use taquin_core::fault::{Fault, Tell, Value};
use wasm_bindgen::JsValue;

/// Boards of up to so many cells have exact distances soon. Whoever only plays has no solver to ask for that.
const EXACT_CELLS: usize = 16;
#[cfg(feature = "full")]
const _: () = assert!(EXACT_CELLS == taquin_solve::EXACT_CELLS, "the page offers what the solver has");

/// Any error of the libraries, as an exception whose `cause` is a list: the kind's name, then its values. A value that is
/// an error itself is such a list again.
#[allow(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn thrown(error: impl Tell) -> JsValue {
    let fault = error.fault();
    let exception = Error::new(fault.kind.name());
    exception.set_cause(&listed(&fault));
    exception.into()
}

fn listed(fault: &Fault) -> JsValue {
    let list = Array::of1(&fault.kind.name().into());
    for value in &fault.values {
        list.push(&match value {
            Value::Number(number) => JsValue::from(*number as f64),
            Value::Text(text) => text.into(),
            Value::Cause(cause) => listed(cause),
        });
    }
    list.into()
}

/// The names of every kind of error: the page's tests see that each has its sentence.
#[cfg(feature = "full")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn error_kinds() -> Vec<String> {
    taquin_core::fault::Kind::ALL.iter().map(|kind| kind.name().into()).collect()
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
