//! How to solve a sliding-tile puzzle.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod construct;
mod monitor;
pub mod mtm;
pub mod search;

pub use monitor::{Limits, Monitor, Progress, StopReason, Unlimited};
