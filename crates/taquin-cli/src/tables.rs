//! Where tables are kept.

use std::path::PathBuf;

use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};
use taquin_solve::Shelf;

/// The directory of the tables.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Where tables are kept [default: the user's cache directory]
    #[arg(long = "tables", value_name = "DIR", env = "TAQUIN_TABLES")]
    directory: Option<PathBuf>,
}

impl TablesArgs {
    /// The directory asked for, or the user's cache; `None` where the system has no such place.
    #[expect(dead_code, reason = "used once tables are kept in files")]
    pub fn directory(&self) -> Option<PathBuf> {
        let cache = || Some(choose_base_strategy().ok()?.cache_dir().join("taquin"));
        self.directory.clone().or_else(cache)
    }

    /// A shelf that finds the big tables there, if somebody has built them.
    pub fn shelf(&self) -> Shelf {
        Shelf::new()
    }
}
