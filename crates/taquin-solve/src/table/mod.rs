//! Pattern tables: built, kept in files, opened, proved.

mod bits;
mod build;
pub(crate) mod cells16;
pub(crate) mod cells25;
mod entries;
pub(crate) mod format;
mod key;
pub(crate) mod numbering;
#[cfg(test)]
mod prove;
mod split;
#[cfg(not(target_family = "wasm"))]
mod store;
mod transpose;

pub(crate) use bits::{Bits, Words, zeroed};
pub(crate) use build::{build, build_all};
pub(crate) use entries::{Placement, Table};
pub use format::{FormatError, Header};
pub use key::TableKey;
#[cfg(test)]
pub(crate) use prove::{Flaw, prove};
pub(crate) use split::Split;
#[cfg(not(target_family = "wasm"))]
pub use store::{Listed, Store, TableError};
