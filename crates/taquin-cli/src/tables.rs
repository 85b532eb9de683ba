//! Where tables are kept.

use std::path::PathBuf;

use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};
use taquin_solve::TableCache;
use taquin_solve::table::Store;

use crate::failure::Failure;

/// The directory of the tables.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Where tables are kept [default: the user's cache directory]
    #[arg(long = "tables", value_name = "DIR", env = "TAQUIN_TABLES", global = true)]
    directory: Option<PathBuf>,
}

impl TablesArgs {
    /// The directory asked for, or the user's cache; `None` where the system has no such place.
    pub fn directory(&self) -> Option<PathBuf> {
        let cache = || Some(choose_base_strategy().ok()?.cache_dir().join("taquin"));
        self.directory.clone().or_else(cache)
    }

    /// The tables there.
    pub fn store(&self) -> Result<Store, Failure> {
        let nowhere = || Failure::Environment("this user has no cache directory; give --tables DIR".into());
        Ok(Store::at(self.directory().ok_or_else(nowhere)?))
    }

    /// A cache that finds the big tables there, if somebody has built them.
    pub fn cache(&self) -> TableCache {
        self.directory().map_or_else(TableCache::new, TableCache::with_tables_in)
    }
}
