//! Tables that have been built or opened, kept for the next board.
//!
//! Nothing in this crate is global. Whoever solves many boards keeps one cache and hands it to every plan; then
//! the first board of each shape pays for the tables and the others find them.

use std::sync::{Arc, Mutex, PoisonError};

use taquin_core::{Cell, Metric, Shape};

use crate::census::{Census, CensusError, CensusOptions, Map};
use crate::heuristic::{Additive, Patterns, SplitError, Walking, WalkingError};
use crate::multi::MultiTables;
use crate::short::Learned;
use crate::slots::Slots;
use crate::table::FormatError;
use crate::table::cells16::{self, Tables16};
use crate::table::cells25::Tables25;
use crate::{Grid, Monitor, StopReason};

/// Tables shared between solvers, and between threads.
#[derive(Default)]
pub struct TableCache {
    walking: Row<(), Walking>,
    additive: Row<Vec<usize>, Additive>,
    patterns: Row<Vec<usize>, Patterns>,
    single: Row<(), Tables16>,
    cells25: Row<(), Tables25>,
    multi: Row<(), MultiTables>,
    maps: Slots<(Shape, usize, Metric), Map, KEPT_MAPS>,
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

    /// The name to keep the tables under that shortest solutions of such boards need and this cache lacks: symmetric
    /// homes of the blank share them. `None` for boards that need none, and where they are there.
    ///
    /// For whoever has no directory to keep tables in: a page between two visits.
    pub fn lacks(&self, shape: Shape, blank_home: Cell) -> Option<String> {
        let fits =
            !shape.is_corridor() && shape.cells() <= cells16::MAX_CELLS && blank_home.index() < shape.cells();
        let lacking = fits && self.single.known(&(shape, blank_home.index(), ())).is_none();
        lacking.then(|| Tables16::small_name(shape, blank_home))
    }

    /// The tables of such boards as bytes, to be kept under that name; `None` before they are made.
    pub fn to_bytes(&self, shape: Shape, blank_home: Cell) -> Option<Vec<u8>> {
        self.single.known(&(shape, blank_home.index(), ())).map(|tables| tables.to_bytes())
    }

    /// Takes tables that were kept. Every byte is checked; damaged ones, and those of something else, are refused.
    pub fn accept(&self, shape: Shape, blank_home: Cell, bytes: &[u8]) -> Result<(), FormatError> {
        if self.lacks(shape, blank_home).is_some() {
            let tables = Tables16::small_from_bytes(shape, blank_home, bytes)?;
            self.single.put((shape, blank_home.index(), ()), tables);
        }
        Ok(())
    }

    /// What guides the search for short solutions.
    pub(crate) fn learned(&self) -> &Learned {
        &self.learned
    }

    pub(crate) fn walking(&self, grid: &Grid, monitor: &dyn Monitor) -> Result<Arc<Walking>, WalkingError> {
        self.walking.find((grid.shape(), grid.home(), ()), monitor, || Walking::new(grid, monitor))
    }

    pub(crate) fn additive(
        &self,
        grid: &Grid,
        sizes: &[usize],
        monitor: &dyn Monitor,
    ) -> Result<Arc<Additive>, SplitError> {
        let key = (grid.shape(), grid.home(), sizes.to_vec());
        self.additive.find(key, monitor, || Additive::new(grid, sizes, monitor))
    }

    pub(crate) fn patterns(
        &self,
        grid: &Grid,
        sizes: &[usize],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Patterns>, SplitError> {
        let build = || Patterns::new(grid, sizes, threads, monitor);
        self.patterns.find((grid.shape(), grid.home(), sizes.to_vec()), monitor, build)
    }

    pub(crate) fn single(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Tables16>, StopReason> {
        let home = Cell::new(grid.home() as u32);
        let build = || match self.stored(grid.shape(), home, threads, monitor)? {
            Some(tables) => Ok(tables),
            None => Tables16::small(grid.shape(), home, threads, monitor),
        };
        self.single.find((grid.shape(), grid.home(), ()), monitor, build)
    }

    /// The big tables, if they are on disk and whole.
    #[cfg(not(target_family = "wasm"))]
    fn stored(
        &self,
        shape: Shape,
        home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Option<Tables16>, StopReason> {
        match &self.store {
            Some(store) => self.whole(Tables16::big(store, shape, home, threads, monitor)),
            None => Ok(None),
        }
    }

    /// The same for the multi-tile metric.
    #[cfg(not(target_family = "wasm"))]
    fn stored_lines(
        &self,
        shape: Shape,
        home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Option<MultiTables>, StopReason> {
        match &self.store {
            Some(store) => self.whole(MultiTables::big(store, shape, home, threads, monitor)),
            None => Ok(None),
        }
    }

    /// The big tables of a board of 17 to 25 cells, if they are on disk and whole.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn cells25(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Option<Arc<Tables25>>, StopReason> {
        let (shape, home) = (grid.shape(), Cell::new(grid.home() as u32));
        let Some(store) = self.store.as_ref().filter(|_| Tables25::are_for(shape)) else {
            return Ok(None);
        };
        let build = || {
            let read = Tables25::big(shape, home, monitor, |key, alike| {
                store.load_cells25(key, alike, threads, monitor)
            });
            self.whole(read).map_err(NotStored::Stopped)?.ok_or(NotStored::None)
        };
        match self.cells25.find((shape, grid.home(), ()), monitor, build) {
            Ok(tables) => Ok(Some(tables)),
            Err(NotStored::None) => Ok(None),
            Err(NotStored::Stopped(why)) => Err(why),
        }
    }

    #[cfg(target_family = "wasm")]
    pub(crate) fn cells25(
        &self,
        _: &Grid,
        _: usize,
        _: &dyn Monitor,
    ) -> Result<Option<Arc<Tables25>>, StopReason> {
        Ok(None)
    }

    /// The same tables, built in memory.
    pub(crate) fn cells25_built(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Tables25>, StopReason> {
        let (shape, home) = (grid.shape(), Cell::new(grid.home() as u32));
        let build = || Tables25::build_big(shape, home, threads, monitor);
        self.cells25.find((shape, grid.home(), ()), monitor, build)
    }

    /// What was read; a missing file is no news, a damaged one gives a warning.
    #[cfg(not(target_family = "wasm"))]
    fn whole<T>(&self, read: Result<T, crate::table::TableError>) -> Result<Option<T>, StopReason> {
        match read {
            Ok(tables) => Ok(Some(tables)),
            Err(crate::table::TableError::Missing { .. }) => Ok(None),
            Err(crate::table::TableError::Stopped(why)) => Err(why),
            Err(damaged) => {
                let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
                warnings.push(damaged.to_string());
                Ok(None)
            }
        }
    }

    #[cfg(target_family = "wasm")]
    fn stored(&self, _: Shape, _: Cell, _: usize, _: &dyn Monitor) -> Result<Option<Tables16>, StopReason> {
        Ok(None)
    }

    #[cfg(target_family = "wasm")]
    fn stored_lines(
        &self,
        _: Shape,
        _: Cell,
        _: usize,
        _: &dyn Monitor,
    ) -> Result<Option<MultiTables>, StopReason> {
        Ok(None)
    }

    pub(crate) fn multi(
        &self,
        grid: &Grid,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<MultiTables>, StopReason> {
        let home = Cell::new(grid.home() as u32);
        let build = || match self.stored_lines(grid.shape(), home, threads, monitor)? {
            Some(tables) => Ok(tables),
            None => MultiTables::small(grid.shape(), home, threads, monitor),
        };
        self.multi.find((grid.shape(), grid.home(), ()), monitor, build)
    }
}

impl TableCache {
    /// The complete map of a board of up to 12 cells, made once and kept.
    pub fn map(
        &self,
        shape: Shape,
        blank_home: Cell,
        options: &CensusOptions,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Map>, CensusError> {
        let key = (shape, blank_home.index(), options.metric);
        let make = || Map::new(shape, blank_home, options, monitor).map_err(Unmapped::Other);
        self.maps.find(key, monitor, make).map_err(|error| match error {
            Unmapped::Other(error) => error,
            Unmapped::Stopped(why) => CensusError::Stopped {
                why,
                finished: Box::new(Census {
                    shape,
                    blank_home,
                    metric: options.metric,
                    counts: vec![1],
                    complete: false,
                    farthest: Vec::new(),
                }),
            },
        })
    }

    /// The same, if it has been made.
    pub(crate) fn known_map(&self, shape: Shape, blank_home: Cell, metric: Metric) -> Option<Arc<Map>> {
        self.maps.known(&(shape, blank_home.index(), metric))
    }
}

/// Why there is no map.
enum Unmapped {
    Other(CensusError),
    /// While somebody else made it.
    Stopped(StopReason),
}

impl From<StopReason> for Unmapped {
    fn from(why: StopReason) -> Unmapped {
        Unmapped::Stopped(why)
    }
}

/// Why tables do not come from files.
#[cfg(not(target_family = "wasm"))]
enum NotStored {
    None,
    Stopped(StopReason),
}

#[cfg(not(target_family = "wasm"))]
impl From<StopReason> for NotStored {
    fn from(why: StopReason) -> NotStored {
        NotStored::Stopped(why)
    }
}

impl std::fmt::Debug for TableCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableCache").finish_non_exhaustive()
    }
}

/// The most tables of one kind that are kept; the oldest makes room.
const KEPT: usize = 32;

/// The same for maps, which are larger.
const KEPT_MAPS: usize = 4;

/// Tables of one kind, by shape, home of the blank, and what else tells them apart.
type Row<K, T> = Slots<(Shape, usize, K), T, KEPT>;
