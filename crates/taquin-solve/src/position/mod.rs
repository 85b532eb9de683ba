//! What a position is, and the geometry it lives in.

pub mod grid;
pub mod rank;
pub mod state;
pub mod symmetry;
