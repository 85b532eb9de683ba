//! What a league writes down, and what follows from it: events, attempts with their verdicts, rankings, and the dump that
//! holds them all.
//!
//! Nothing here knows a database, a clock or a network. A service keeps these rows; anyone can read them from a dump, judge every
//! one of them again and come to the same ranking ([`rejudge`]).

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod dump;
mod event;
mod rank;
mod rows;

pub use dump::{Dump, DumpError, DumpWriter, FORMAT};
pub use event::{CLASSES, Event, EventError, SIDES};
pub use rank::{AVERAGES, Best, BestKey, Bests, NOT_SOLVED, marks, periods};
pub use rows::{AttemptRow, Cleared, DayRow, Difference, Outcome, PlayerRow, judged, rejudge, result_of};
