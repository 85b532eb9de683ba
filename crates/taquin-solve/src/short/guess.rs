//! One beam for a search that proves: it wants a way of a certain length while it excludes all shorter ones.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::beam::{self, Missed, Orders, Watch};
use super::learned::Learned;
use super::run::patience;
use super::way::{Waypoint, backwards};
use crate::position::Homes;
use crate::{Monitor, StopReason};

/// The end that a beam begins at. Beams from the two ends miss different boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Start,
    Home,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub from: End,
    /// Positions kept at each depth, if the memory allows.
    pub width: u64,
    /// Only a way of fewer slides is of use.
    pub below: usize,
    pub memory_bytes: u64,
}

/// A way of fewer slides than that, if the beam meets one; that it meets none proves nothing. `made` hears of the positions
/// generated, and may say stop. The same question gets the same answer everywhere.
pub(crate) fn guess(
    learned: &Learned,
    homes: &Homes,
    wanted: Guess,
    monitor: &dyn Monitor,
    made: &mut dyn FnMut(u64) -> ControlFlow<StopReason>,
) -> Result<Option<Vec<Direction>>, StopReason> {
    let Some(start) = Waypoint::new(homes) else { return Ok(None) };
    let shape = homes.shape();
    let evaluation = learned.evaluation(shape, monitor)?;
    let room = wanted.memory_bytes / beam::bytes_per_position(shape.cells(), wanted.below) as u64;
    let width = usize::try_from(wanted.width.min(room)).unwrap_or(usize::MAX);
    let orders = Orders { width, below: wanted.below, patience: patience(shape), ..Orders::default() };
    let home = start.home();
    let (near, far) = match wanted.from {
        End::Start => (&start, &home),
        End::Home => (&home, &start),
    };
    let (labels, blank) = near.towards(far);
    let mut watch = Steady { made, width, why: None };
    match (beam::search(&evaluation, &labels, blank, orders, None, &mut watch), watch.why) {
        (Ok(way), _) => Ok(Some(if wanted.from == End::Home { backwards(&way) } else { way })),
        (Err(Missed::Stopped(_)), Some(why)) => Err(why),
        (Err(_), _) => Ok(None),
    }
}

/// A beam that keeps its width, and ends when it is told to.
struct Steady<'a> {
    made: &'a mut dyn FnMut(u64) -> ControlFlow<StopReason>,
    width: usize,
    why: Option<StopReason>,
}

impl Watch for Steady<'_> {
    fn look_up(&mut self, nodes: u64) -> ControlFlow<()> {
        match (self.made)(nodes) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(why) => {
                self.why = Some(why);
                ControlFlow::Break(())
            }
        }
    }

    fn width(&mut self, _kept: usize, _left: usize) -> usize {
        self.width
    }
}
