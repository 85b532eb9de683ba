//! The game: written once, under every front end.
//!
//! A [`Game`] takes [`Input`]s and gives [`Event`]s. It reads no clock and draws nothing at random: the time of
//! an input, in milliseconds of any steady clock, and the seed of a deal are arguments. A terminal, a page and
//! a test therefore drive the same game, and the same inputs always give the same game.
//!
//! ```
//! use taquin_core::game::{Event, Game, Input, Source};
//! use taquin_core::{Direction, Goal};
//!
//! let mut game = Game::of_board("1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
//! game.play(Input::Slide(Direction::Left), Source::Keys, 5_000); // the clock starts with the first slide
//! let events = game.play(Input::Slide(Direction::Left), Source::Keys, 5_250);
//! let Some(Event::Solved(solve)) = events.last() else { panic!() };
//! assert_eq!((solve.time_ms, solve.stm, solve.mtm), (250, 2, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What needs a solver (a deal at an exact distance, a review of a solve) takes its answers as arguments.

mod clock;
mod daily;
mod deal;
mod greedy;
mod review;
mod save;
mod standing;
mod statistics;
mod table;
mod trace;

pub use daily::{Day, DayError};
pub use deal::DealError;
pub use greedy::{GreedyPlayer, Played, Ties, Turn};
pub use review::{Review, Stretch};
pub use save::RestoreError;
pub use standing::{NoRecord, Occasion, is_typed_help, met_before};
pub(crate) use statistics::per_second;
pub use statistics::{Average, AverageRule, LogError, LogLine, Solve, Summary, kind, last_sitting, sittings};
pub use table::{Event, Game, Input, Origin, Push, Refusal, Status};
pub use trace::{Point, cells_between, cells_entered};

pub use crate::replay::Source;
