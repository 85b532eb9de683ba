//! Tables that have been built or opened, kept for the next board.
//!
//! Nothing in this crate is global. Whoever solves many boards keeps one cache and hands it to every plan; then
//! the first board of each shape pays for the tables and the others find them.

use std::sync::{Arc, Mutex, PoisonError};

use taquin_core::{Cell, Shape};

use crate::heuristic::{Additive, Patterns, SplitError, TooManyStates, Walking};
use crate::multi::MultiTables;
use crate::short::Learned;
use crate::table::cells16::Tables16;
use crate::table::cells25::{self, Tables25};
use crate::{Grid, Monitor, StopReason};

/// Tables shared between solvers, and between threads.
#[derive(Default)]
pub struct TableCache {
    walking: Row<(), Walking>,
    additive: Row<Vec<usize>, Additive>,
    patterns: Row<Vec<usize>, Patterns>,
    single: Row<(), Tables16>,
    wide: Row<(), Tables25>,
    multi: Row<(), MultiTables>,
    learned: Learned,
    warnings: Mutex<Vec<String>>,
    #[cfg(not(target_family = "wasm"))]
    store: Option<crate::table::Store>,
}

impl TableCache {
    /// An empty cache.
    pub fn new() -> TableCache {
        TableCache::default()
    }

    /// An empty cache that looks for big tables in a directory before it builds small ones.
    ///
    /// Every byte of a file is checked as it is read; one that is damaged gives a warning and is not used.
    #[cfg(not(target_family = "wasm"))]
    pub fn with_tables_in(directory: impl Into<std::path::PathBuf>) -> TableCache {
        TableCache { store: Some(crate::table::Store::at(directory)), ..TableCache::default() }
    }

    /// What went wrong with tables since the last call: a damaged file is passed over, not an error.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What learneds the search for short solutions.
    pub(crate) fn learned(&self) -> &Learned {
        &self.learned
    }

    pub(crate) fn walking(&self, grid: &Grid) -> Result<Arc<Walking>, TooManyStates> {
        self.walking.find(grid.shape(), grid.home(), (), || Walking::new(grid))
    }

    pub(crate) fn additive(
        &self,
        grid: &Grid,
        sizes: &[usize],
        monitor: &dyn Monitor,
    ) -> Result<Arc<Additive>, SplitError> {
        self.additive.find(grid.shape(), grid.home(), sizes.to_vec(), || Additive::new(grid, sizes, monitor))
    }

    pub(crate) fn patterns(
        &self,
        grid: &Grid,
        sizes: &[usize],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Patterns>, SplitError> {
        let build = || Patterns::new(grid, sizes, threads, monitor);
        self.patterns.find(grid.shape(), grid.home(), sizes.to_vec(), build)
    }

    pub(crate) fn single(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Tables16>, StopReason> {
        let home = Cell::new(grid.home() as u32);
        let build = || match self.stored(grid.shape(), home, threads) {
            Some(tables) => Ok(tables),
            None => Tables16::small(grid.shape(), home, threads, monitor),
        };
        self.single.find(grid.shape(), grid.home(), (), build)
    }

    /// The big tables, if they are on disk and whole.
    #[cfg(not(target_family = "wasm"))]
    fn stored(&self, shape: Shape, home: Cell, threads: usize) -> Option<Tables16> {
        self.whole(Tables16::big(self.store.as_ref()?, shape, home, threads))
    }

    /// The big tables of a board of 17 to 25 cells, if they are on disk and whole.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn wide(&self, grid: &Grid, threads: usize) -> Option<Arc<Tables25>> {
        let (shape, home) = (grid.shape(), Cell::new(grid.home() as u32));
        let store = self.store.as_ref()?;
        if shape.cells() > cells25::layout::MAX_CELLS {
            return None;
        }
        let build = || {
            let read = Tables25::big(shape, home, |key| store.load_wide(key, threads));
            self.whole(read).ok_or(())
        };
        self.wide.find(shape, grid.home(), (), build).ok()
    }

    #[cfg(target_family = "wasm")]
    pub(crate) fn wide(&self, _: &Grid, _: usize) -> Option<Arc<Tables25>> {
        None
    }

    /// The same tables, built in memory.
    pub(crate) fn wide_built(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Tables25>, StopReason> {
        let (shape, home) = (grid.shape(), Cell::new(grid.home() as u32));
        let build = || Tables25::build_big(shape, home, threads, monitor);
        self.wide.find(shape, grid.home(), (), build)
    }

    /// What was read; a missing file is no news, a damaged one gives a warning.
    #[cfg(not(target_family = "wasm"))]
    fn whole<T>(&self, read: Result<T, crate::table::TableError>) -> Option<T> {
        match read {
            Ok(tables) => Some(tables),
            Err(crate::table::TableError::Missing { .. }) => None,
            Err(damaged) => {
                let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
                warnings.push(damaged.to_string());
                None
            }
        }
    }

    #[cfg(target_family = "wasm")]
    fn stored(&self, _: Shape, _: Cell, _: usize) -> Option<Tables16> {
        None
    }

    pub(crate) fn multi(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<MultiTables>, StopReason> {
        let home = Cell::new(grid.home() as u32);
        let build = || MultiTables::small(grid.shape(), home, threads, monitor);
        self.multi.find(grid.shape(), grid.home(), (), build)
    }
}

impl std::fmt::Debug for TableCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableCache").finish_non_exhaustive()
    }
}

/// The most tables of one kind that are kept; the oldest makes room.
const KEPT: usize = 32;

type Entry<K, T> = ((Shape, usize, K), Arc<T>);

/// Tables of one kind, by shape, home of the blank, and what else tells them apart.
struct Row<K, T>(Mutex<Vec<Entry<K, T>>>);

impl<K, T> Default for Row<K, T> {
    fn default() -> Self {
        Row(Mutex::new(Vec::new()))
    }
}

impl<K: PartialEq, T> Row<K, T> {
    /// The table, built on the first call. Others who want one of the same kind wait meanwhile.
    fn find<E>(
        &self,
        shape: Shape,
        home: usize,
        more: K,
        build: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let key = (shape, home, more);
        // A thread that panicked while building has pushed nothing: the list is whole.
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, table)) = tables.iter().find(|(known, _)| *known == key) {
            return Ok(table.clone());
        }
        let table = Arc::new(build()?);
        if tables.len() == KEPT {
            tables.remove(0);
        }
        tables.push((key, table.clone()));
        Ok(table)
    }
}
