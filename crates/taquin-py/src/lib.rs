//! The Taquin engine for Python: arrays in, arrays out. The package around it (`python/taquin`) has the names that people
//! use, their documentation and what boards look like; here is only what crosses the border.
//!
//! Boards come as contiguous bytes, checked again by [`Boards`](taquin_core::batch::Boards) on this side. Whatever takes
//! longer than a moment runs without Python's lock on threads of its own, while the caller's thread looks for signals
//! ([`run`]). A panic of ours becomes an exception, never the end of somebody's session.

mod arena;
mod boards;
mod data;
mod fault;
mod run;
mod solve;
mod whole;

use pyo3::prelude::*;

/// What `import taquin` finds.
#[pymodule(gil_used = false)]
mod _taquin {
    #[pymodule_export]
    use super::arena::Games;
    #[pymodule_export]
    use super::boards::{
        at_distance, bounds, label, legal, neighbors, rank, read_board, scramble, solvable, step, unrank,
    };
    #[pymodule_export]
    use super::data::{
        CensusPart, census_in_parts, label_count, label_seal, label_shard, label_shards, saved_depth,
    };
    #[pymodule_export]
    use super::run::{after_fork, panic_on_purpose, use_tables};
    #[pymodule_export]
    use super::solve::{solve_many, solve_one, verify};
    #[pymodule_export]
    use super::whole::{census, distances};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
