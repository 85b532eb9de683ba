//! Pattern tables: built, kept in files, opened, proved.

mod bits;
mod build;
pub mod cells16;
pub mod cells25;
mod entries;
pub mod format;
mod key;
pub mod numbering;
mod prove;
mod split;
#[cfg(not(target_family = "wasm"))]
mod store;
mod transpose;

pub use bits::Bits;
pub(crate) use bits::{Words, zeroed};
pub use build::build;
pub(crate) use build::build_all;
pub use entries::{Placement, Table};
pub use key::TableKey;
pub use prove::{Flaw, prove};
pub use split::{NotASplit, Split};
#[cfg(not(target_family = "wasm"))]
pub use store::{Listed, Store, TableError};
