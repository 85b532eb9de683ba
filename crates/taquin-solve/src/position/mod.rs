//! What a position is, and the geometry it lives in.
//!
//! [`Homes`] is a position that has been checked; every search, bound and table takes one. [`Grid`] is the board it lives
//! on, [`State`] the forms in which searches walk and store positions, [`Ranking`] numbers them without gaps,
//! [`Quick`] does so by looking up.

mod grid;
mod homes;
mod quick;
pub(crate) mod rank;
pub(crate) mod region;
mod room;
mod state;
pub(crate) mod symmetry;

pub use grid::{Grid, Slide};
pub use homes::{Homes, NotHomes};
pub use quick::Quick;
pub use rank::{MAX_RANKED_CELLS, Ranking};
pub(crate) use room::Room;
pub use state::{Large, Medium, Position, Small, State};
