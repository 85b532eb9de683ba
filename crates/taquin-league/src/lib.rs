//! The league: a daily board with a proven par, and records that anyone can verify.
//!
//! An attempt is stored before its board is shown ([`api`]), what comes back is judged by `taquin_core::judge`, kept in SQLite or
//! PostgreSQL ([`store`]) and ranked by `taquin_ledger`, which `taquin judge` uses as well. `docs/league.md` is for whoever runs one, and
//! for whoever reads the protocol.

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod api;
mod clock;
pub mod deal;
mod dump;
pub mod keys;
mod league;
mod limits;
pub mod names;
mod problem;
pub mod race;
pub mod store;
mod upkeep;

pub use clock::Clock;
pub use dump::{ClearFailure, DumpFailure, clear, move_to, rejudge, write_dump};
pub use league::{League, Settings};
pub use limits::Limits;
pub use problem::Problem;
