//! Searches: how the shortest way home is found.
//!
//! A search sees a position as [`Homes`](crate::position::Homes): the goal is the identity, whatever the tiles are called.

pub(crate) mod all_shortest;
pub mod astar;
pub mod bidirectional;
pub(crate) mod cells16;
pub(crate) mod cells25;
mod frontier;
pub mod ida;
mod open;
mod pool;
pub(crate) mod prune;

use taquin_core::{Direction, Shape};

use crate::StopReason;
use crate::position::symmetry::{Standing, inverse, rename};

/// A way home.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The slides, in tile directions.
    pub slides: Vec<Direction>,
    /// Positions generated on the way; the same on every platform for one thread.
    pub nodes: u64,
}

/// A search that ended early, with what it had proven by then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Halted {
    /// What ended it.
    pub why: StopReason,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// The best solution found so far, not proven shortest.
    pub best: Option<Vec<Direction>>,
    /// Positions generated.
    pub nodes: u64,
}

/// What a search comes back with.
pub type Outcome = Result<Found, Halted>;

/// Runs a search in the smallest form of [`State`](crate::position::State) that has room for the position.
macro_rules! in_form {
    ($homes:expr, $form:ident => $run:expr) => {
        match $homes.shape().cells() {
            0..=16 => {
                type $form = crate::position::Small;
                $run
            }
            17..=64 => {
                type $form = crate::position::Medium;
                $run
            }
            _ => {
                type $form = crate::position::Large;
                $run
            }
        }
    };
}
use in_form;

/// Slides of a board turned as it stands, on the board as it was given.
fn as_given(standing: &Standing, shape: Shape, position: &[u8], way: &[u8]) -> Vec<Direction> {
    let (turned, given) = (prune::slides(standing.shape), prune::slides(shape));
    let back = inverse(&standing.map);
    let turned_position = rename(position, &standing.map);
    let mut blank = turned_position.iter().position(|&label| label == standing.home).unwrap_or(0);
    way.iter()
        .map(|&direction| {
            let from = turned[blank][direction as usize].map_or(blank, usize::from);
            let (was, tile) = (back[blank] as usize, back[from]);
            blank = from;
            Direction::ALL[given[was].iter().position(|&cell| cell == Some(tile)).unwrap_or(0)]
        })
        .collect()
}
