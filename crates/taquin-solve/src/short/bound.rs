//! What no solution can be shorter than: the Manhattan sum and the linear conflicts, on small boards walking distance,
//! raised by one where the parity of the blank's way demands it.

use taquin_core::{Cell, Shape};

use crate::heuristic::{Heuristic, LinearConflict, Walking, WalkingError};
use crate::monitor::{Monitor, StopReason};
use crate::position::{Grid, Homes};

/// Boards of up to this many cells get walking distance too: its tables are built in milliseconds there.
const WALKING_CELLS: usize = 16;

/// The bounds of one shape and one home of the blank.
pub(super) struct Bounds {
    grid: Grid,
    conflicts: LinearConflict,
    walking: Option<Walking>,
}

impl Bounds {
    pub fn new(shape: Shape, home: Cell, monitor: &dyn Monitor) -> Result<Bounds, StopReason> {
        let bounds = Bounds::quick(shape, home);
        if shape.cells() > WALKING_CELLS {
            return Ok(bounds);
        }
        match Walking::new(&bounds.grid, monitor) {
            Ok(walking) => Ok(Bounds { walking: Some(walking), ..bounds }),
            Err(WalkingError::Stopped(why)) => Err(why),
            Err(WalkingError::TooManyStates(_)) => Ok(bounds),
        }
    }

    /// Without what takes a table: for whoever has no time left.
    pub fn quick(shape: Shape, home: Cell) -> Bounds {
        let grid = Grid::new(shape, home).expect("a position has its home on its board");
        Bounds { conflicts: LinearConflict::new(&grid), walking: None, grid }
    }

    pub fn of(&self, homes: &Homes) -> u64 {
        let (blank, home) = (homes.blank().index(), self.grid.home());
        let mut bound = self.conflicts.full_bound(&self.conflicts.start(homes));
        if let Some(walking) = &self.walking {
            bound = bound.max(u64::from(walking.bound(&walking.start(homes))));
        }
        // Each slide moves the blank one step, so the length has the parity of the blank's distance from home.
        bound + (bound + u64::from(self.grid.distance(blank, home))) % 2
    }
}
