//! Boards too large to begin with a narrow beam and widen it: there one beam takes most of the time there is.
//!
//! A beam needs more than a position for every region of the board, or it is lost; the whole way in a beam of that width may
//! take more time than there is. So the constructive solver's sweep goes ahead and leaves *marks*, and the beam begins
//! at the first mark from which it can be wide enough: at the start if there is time. Where that would be shortly before the
//! end, all tiles are near home, and the beam need not see the whole board at once: it works in a [room](super::rooms) that
//! moves over the board. A short trial tells how much a position costs.

use std::ops::ControlFlow;

use taquin_core::{Cell, Direction};

use super::beam::{Missed, Orders};
use super::knots;
use super::regions::Regions;
use super::rooms;
use super::run::{Run, patience};
use super::way::{Waypoint, backwards};
use crate::construct::{self, Approach, Mark};
use crate::position::Homes;
use crate::{Monitor, Progress, StopReason, Unlimited};

/// The share of the time that the trial takes.
const TRIAL_SHARE: f64 = 0.01;
/// Beams end when less than this share of the time is left for one.
const LEAST_SHARE: f64 = 0.1;
/// Positions kept in all when no deadline says how many there may be.
const QUIET_POSITIONS: f64 = 4e7;
/// A careful sweep takes about so many times as long as a quick one, and may take this share of the time.
const CAREFUL_TIMES: f64 = 5.0;
const CAREFUL_SHARE: f64 = 0.15;
/// The share of the time that looking for a short way from near home may take.
const NEAR_SHARE: f64 = 0.01;
/// The shares of the time by which beams end, and by which what they leave is untied.
pub(super) const BEAM_END: f64 = 0.76;
const KNOT_END: f64 = 0.95;
/// Slides that a beam takes for each step of all tiles' distances from home, and for each cell on top: measured from 20×20
/// to 50×50 and from 2 to 33 steps a tile.
const SLIDES_A_STEP: f64 = 1.25;
const SLIDES_A_CELL: f64 = 4.4;
/// A beam over the whole board may begin where tiles are at least so far from home on average.
const WHOLE_DISTANCE: f64 = 3.0;
/// How wide it must be there, for each region: 1 at times loses its way, 2 begins too late (50×50 in 60 s).
const WHOLE_WIDTH: f64 = 1.3;
/// Where the time is up, boards of up to this many cells are still ended by construction, which takes milliseconds.
const ENDED_CELLS: usize = 4096;

/// From where to where a thread works.
pub(super) struct Ends<'a> {
    pub from: &'a Waypoint,
    pub to: &'a Waypoint,
}

/// What a thread does next: a beam over the whole board from a mark, or one in rooms of this side.
struct BeamPlan {
    mark: Mark,
    width: usize,
    room_side: Option<usize>,
}

impl Run<'_> {
    /// The beams of one thread. Even threads go from the start home, odd ones the other way.
    pub(super) fn large_beams(&self, thread: usize) {
        let home = self.start.home();
        let forwards = thread.is_multiple_of(2);
        let ends = if forwards {
            Ends { from: &self.start, to: &home }
        } else {
            Ends { from: &home, to: &self.start }
        };
        let offer = |slides: Option<Vec<Direction>>| {
            if let Some(slides) = slides {
                self.offer(if forwards { slides } else { backwards(&slides) });
            }
        };
        let Some(approach) = self.approach(&ends, thread) else { return };
        offer(self.end_by_construction(&ends, approach.slides.clone()));
        let Some(unit) = self.unit(&ends) else { return };
        for attempt in 0.. {
            let timed = unit > 0.0;
            let share = BEAM_END - self.spent();
            let positions = if timed { share / unit } else { QUIET_POSITIONS };
            let Some(plan) = self.plan(&approach, positions) else { return };
            let orders = Orders {
                width: plan.width,
                patience: patience(self.shape()),
                until: timed.then_some(BEAM_END),
                levels: self.levels(&plan.mark),
                seed: (thread + attempt * self.threads()) as u64,
                noise: if attempt + thread < 2 { 0 } else { 15 },
                ..Orders::default()
            };
            let way = approach.slides[..plan.mark.made].to_vec();
            offer(self.whole_way(&ends, way, orders, plan.room_side));
            if self.is_over() || !timed || BEAM_END - self.spent() < LEAST_SHARE {
                return;
            }
        }
    }

    /// How the sweep goes ahead, and where it may be left.
    fn approach(&self, ends: &Ends, thread: usize) -> Option<Approach> {
        let homes = self.homes(ends.from, ends.to)?;
        let seed = 1 + thread as u64;
        let before = self.spent();
        let looks = Looks { run: self, until: f64::MAX };
        let quick = construct::approach(&homes, false, seed, &looks).ok()?;
        let careful = CAREFUL_TIMES * (self.spent() - before) <= CAREFUL_SHARE;
        if careful { construct::approach(&homes, true, seed, &looks).ok() } else { Some(quick) }
    }

    /// The share of the time that a position of a beam takes; 0 without a limit. `None` when all is over.
    fn unit(&self, ends: &Ends) -> Option<f64> {
        let before = self.spent();
        if before <= 0.0 {
            return Some(0.0);
        }
        let orders = Orders {
            width: Regions::count(self.evaluation).min(self.most()),
            below: usize::MAX,
            patience: usize::MAX,
            end: Some(before + TRIAL_SHARE),
            ..Orders::default()
        };
        let (_, kept) = self.counted_beam(ends.from, ends.to, orders, None);
        (!self.is_over()).then(|| (self.spent() - before) / kept.max(1) as f64)
    }

    /// What so many positions suffice for.
    fn plan(&self, approach: &Approach, positions: f64) -> Option<BeamPlan> {
        let least = WHOLE_WIDTH * Regions::count(self.evaluation) as f64;
        let cells = self.evaluation.cells as f64;
        let first = approach.marks.first()?;
        let width = |mark: &Mark| positions / self.levels(mark) as f64;
        let far = |mark: &&Mark| mark.astray as f64 >= WHOLE_DISTANCE * cells || *mark == first;
        let most = self.most();
        if let Some(mark) = approach.marks.iter().filter(far).find(|mark| width(mark) >= least) {
            return Some(BeamPlan { mark: *mark, width: (width(mark) as usize).min(most), room_side: None });
        }
        rooms::SIDES.iter().find_map(|&side| {
            let near = |mark: &&Mark| mark.astray as f64 <= rooms::distance(side) * cells;
            let mark = *approach.marks.iter().find(near).or(approach.marks.last())?;
            let width = (positions / (rooms::LEVELS * self.levels(&mark) as f64)) as usize;
            (width >= rooms::least_width(side) && side <= self.evaluation.rows.min(self.evaluation.columns))
                .then_some(BeamPlan { mark, width: width.min(most), room_side: Some(side) })
        })
    }

    /// A way from one end to the other that begins so, a beam from there on, over the whole board or in rooms. What a
    /// beam over the whole board has left behind is tidied up in rooms, and the rest by construction.
    fn whole_way(
        &self,
        ends: &Ends,
        mut way: Vec<Direction>,
        mut orders: Orders,
        room_side: Option<usize>,
    ) -> Option<Vec<Direction>> {
        let mut here = ends.from.clone();
        way.iter().all(|&slide| here.slide(slide)).then_some(())?;
        if room_side.is_none() {
            orders.below = self.best_length().checked_sub(way.len())?;
            match self.beam(&here, ends.to, orders) {
                Ok(rest) => return Some([way, rest].concat()),
                Err(Missed::Nothing(part) | Missed::Stopped(part)) => {
                    part.iter().all(|&slide| here.slide(slide)).then_some(())?;
                    way.extend(part);
                }
            }
            match knots::untie(self, &mut here, ends.to, self.knot_end()) {
                Ok(rest) => return Some([way, rest].concat()),
                Err(part) => way.extend(part),
            }
        }
        way.extend(rooms::tidy(self, &mut here, ends.to, orders, room_side));
        match knots::untie(self, &mut here, ends.to, self.knot_end()) {
            Ok(rest) => return Some([way, rest].concat()),
            Err(part) => way.extend(part),
        }
        self.end_by_construction(ends, way)
    }

    /// A way that begins so and ends by construction.
    fn end_by_construction(&self, ends: &Ends, way: Vec<Direction>) -> Option<Vec<Direction>> {
        let mut here = ends.from.clone();
        way.iter().all(|&slide| here.slide(slide)).then_some(())?;
        let homes = self.homes(&here, ends.to)?;
        let near = Looks { run: self, until: self.spent() + NEAR_SHARE };
        let rest = if self.evaluation.cells > ENDED_CELLS {
            construct::ending(&homes, &near, &Looks { run: self, until: f64::MAX })
        } else {
            construct::ending(&homes, &near, &Unlimited)
        };
        Some([way, rest?].concat())
    }

    /// By when knots must be untied.
    fn knot_end(&self) -> Option<f64> {
        (self.spent() > 0.0).then_some(KNOT_END)
    }

    /// How many levels a beam from a mark has, about.
    fn levels(&self, mark: &Mark) -> usize {
        (SLIDES_A_STEP * mark.astray as f64 + SLIDES_A_CELL * self.evaluation.cells as f64) as usize
    }

    /// One position with the other for a goal.
    fn homes(&self, from: &Waypoint, to: &Waypoint) -> Option<Homes> {
        let (labels, blank) = from.towards(to);
        Homes::new(self.shape(), Cell::new(u32::from(blank)), labels.into_iter().map(u32::from)).ok()
    }
}

/// Looks up as a beam does, and ends at this share of the time.
struct Looks<'a> {
    run: &'a Run<'a>,
    until: f64,
}

impl Monitor for Looks<'_> {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        let over = self.run.is_over() || self.run.look_up(0).is_break() || self.run.spent() >= self.until;
        if over { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}
