//! Bidirectional search (NBS, Chen, Holte, Zilles and Sturtevant 2017): from both ends towards the middle.
//!
//! A way through `u`, seen from the start, and `v`, seen from the goal, is at least
//! `max(f(u), f(v), depth(u) + depth(v) + 1)` long. The pair with the smallest such number is expanded, both ends of
//! it, until that number reaches the length of the best way found. Of a pair with a smaller number than the length every
//! search with the same bounds must expand one position; of one with just that number only as long as it has met no way. So
//! one that has no luck with the latter expands at least half as many positions.
//!
//! The bounds of the backward side are distances to the *start*. Renaming helps here too: call each tile by the
//! cell where it stands at the start, and the start is the identity; the backward heuristic is the same one,
//! made for the blank's cell at the start as its home.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::open::Open;
use super::{Found, Halted, Outcome};
use crate::heuristic::Heuristic;
use crate::monitor::{Monitor, Progress, StopReason};
use crate::position::{Grid, Homes, Position, Slide, State};
use crate::search::ida::matching;
use crate::search::in_form;

/// Expansions between two looks at the monitor and at the memory.
const POLL_EXPANSIONS: u64 = 256;

/// A state with its labels exchanged for others.
struct Renamed<'a, S> {
    state: &'a S,
    names: &'a [usize],
}

impl<S: State> Position for Renamed<'_, S> {
    #[inline]
    fn blank(&self) -> usize {
        self.state.blank()
    }

    #[inline]
    fn at(&self, cell: usize) -> usize {
        self.names[self.state.at(cell)]
    }
}

/// One direction of the search: the names under which its target is the identity, and its memory.
struct Side<'a, S: State, H> {
    names: Vec<usize>,
    heuristic: &'a H,
    open: Open<S>,
}

/// The shortest way found so far: its length and the position where the sides met.
type Meeting<S> = Option<(u32, S)>;

impl<'a, S: State, H: Heuristic> Side<'a, S, H> {
    fn new(root: &S, names: Vec<usize>, heuristic: &'a H) -> Side<'a, S, H> {
        let memo = heuristic.start(&Renamed { state: root, names: &names });
        Side { open: Open::new(root, heuristic.bound(&memo)), names, heuristic }
    }

    /// Expands one position, and looks for its neighbours on the other side. Returns the nodes generated; `None` if
    /// there is no memory for them.
    fn expand(
        &mut self,
        key: (u32, u16),
        other: &Open<S>,
        grid: &Grid,
        best: &mut Meeting<S>,
    ) -> Option<u64> {
        let Some(mut state) = self.open.take(key, grid) else { return Some(0) };
        let depth = key.1.checked_add(1)?;
        let memo = self.heuristic.start(&Renamed { state: &state, names: &self.names });
        let mut nodes = 0;
        for direction in Direction::ALL {
            let Some(slide) = state.slide(grid, direction) else { continue };
            nodes += 1;
            let slide = Slide { tile: self.names[slide.tile], ..slide };
            let renamed = Renamed { state: &state, names: &self.names };
            let bound = self.heuristic.bound(&self.heuristic.step(&memo, &renamed, slide));
            let shortest = best.as_ref().map_or(u32::MAX, |&(length, _)| length);
            if bound.saturating_add(depth.into()) < shortest {
                if !self.open.offer(&state, depth, bound, Some(direction)) {
                    return None;
                }
                if let Some(seen) = other.seen(&state) {
                    let length = u32::from(depth) + u32::from(seen.depth);
                    if length < shortest {
                        *best = Some((length, state.clone()));
                    }
                }
            }
            state.slide(grid, direction.opposite());
        }
        Some(nodes)
    }
}

/// Finds a shortest way home.
///
/// `heuristic` bounds the distance home, `backward` the distance back to the position (it is made for a grid with the
/// blank's cell in the position as its home); both must be admissible for single slides. `None` if one is made for another
/// board. Stops with [`StopReason::Memory`] before the positions seen take more than `memory_bytes`.
pub fn solve<H: Heuristic>(
    homes: &Homes,
    heuristic: &H,
    backward: &H,
    memory_bytes: u64,
    monitor: &dyn Monitor,
) -> Option<Outcome> {
    let from_start = Grid::new(homes.shape(), homes.blank())?;
    let fit = heuristic.is_for(&homes.grid()) && backward.is_for(&from_start);
    fit.then(|| in_form!(homes, S => run::<S, H>(homes, heuristic, backward, memory_bytes, monitor)))
}

fn run<S: State, H: Heuristic>(
    homes: &Homes,
    heuristic: &H,
    backward: &H,
    memory_bytes: u64,
    monitor: &dyn Monitor,
) -> Outcome {
    let grid = &homes.grid();
    let room = "a form with room for the position";
    let start = S::new(homes).expect(room);
    let goal = S::new(&Homes::solved(homes.shape(), homes.blank_home())).expect(room);
    let parity = grid.distance(start.blank(), grid.home()) % 2;
    if start == goal {
        return Ok(Found { slides: Vec::new(), nodes: 0 });
    }
    let mut stands = vec![0; grid.cells()];
    for (cell, &label) in homes.as_slice().iter().enumerate() {
        stands[label as usize] = cell;
    }
    let mut forth = Side::new(&start, (0..grid.cells()).collect(), heuristic);
    let mut back = Side::new(&goal, stands, backward);
    let (mut nodes, mut expansions) = (0_u64, 0_u64);
    let mut best: Meeting<S> = None;
    let mut lower_bound = 0;
    loop {
        let shortest = best.as_ref().map_or(u32::MAX, |&(length, _)| length);
        let pair = next_pair(&mut forth.open, &mut back.open, &mut lower_bound, parity, shortest);
        let Some((u, v)) = pair else { break };
        if expansions.is_multiple_of(POLL_EXPANSIONS) {
            let known = best.as_ref().map(|&(length, _)| u64::from(length));
            let progress =
                Progress { phase: "searching", nodes, lower_bound, best: known, ..Progress::default() };
            let used = forth.open.memory_bytes(grid.cells()) + back.open.memory_bytes(grid.cells());
            let why = match monitor.poll(&progress) {
                ControlFlow::Break(why) => Some(why),
                ControlFlow::Continue(()) => (used > memory_bytes).then_some(StopReason::Memory),
            };
            if let Some(why) = why {
                let best = best.map(|(_, meeting)| join(&forth.open, &back.open, &meeting, grid));
                return Err(Halted { why, lower_bound, best, nodes });
            }
        }
        let made = forth.expand(u, &back.open, grid, &mut best);
        let both = made.and_then(|made| Some(made + back.expand(v, &forth.open, grid, &mut best)?));
        let Some(made) = both else {
            let best = best.map(|(_, meeting)| join(&forth.open, &back.open, &meeting, grid));
            return Err(Halted { why: StopReason::Memory, lower_bound, best, nodes });
        };
        nodes += made;
        expansions += 1;
    }
    match best {
        Some((_, meeting)) => Ok(Found { slides: join(&forth.open, &back.open, &meeting, grid), nodes }),
        // The two sides of a position that can be solved meet, unless it is farther than can be counted.
        None => {
            debug_assert_eq!(lower_bound, u32::MAX, "the sides meet");
            Err(Halted { why: StopReason::Memory, lower_bound, best: None, nodes })
        }
    }
}

/// A position's key in [`Open`].
type OpenKey = (u32, u16);

/// The pair to expand next, one from each side; raises the lower bound until there is one, and gives up when it
/// has reached the shortest way known.
fn next_pair<S: State>(
    forth: &mut Open<S>,
    back: &mut Open<S>,
    lower_bound: &mut u32,
    parity: u32,
    shortest: u32,
) -> Option<(OpenKey, OpenKey)> {
    let (f, g) = (forth.least_f()?, back.least_f()?);
    *lower_bound = (*lower_bound).max(f).max(g);
    *lower_bound = matching(*lower_bound, parity);
    while *lower_bound < shortest {
        let (u, v) = (forth.shallowest(*lower_bound)?, back.shallowest(*lower_bound)?);
        if u32::from(u.1) + u32::from(v.1) < *lower_bound {
            return Some((u, v));
        }
        *lower_bound = lower_bound.saturating_add(2);
    }
    None
}

/// The way from start to goal through a position seen from both.
fn join<S: State>(forth: &Open<S>, back: &Open<S>, meeting: &S, grid: &Grid) -> Vec<Direction> {
    let mut way = forth.way_to(meeting, grid);
    way.extend(back.way_to(meeting, grid).into_iter().rev().map(Direction::opposite));
    way
}
