//! A\*: the position with the smallest length-so-far plus bound is expanded next.
//!
//! It never does work twice as [`ida`](super::ida) does, and pays with memory for every position it has seen.
//! Among equals the deepest goes first. With an inconsistent bound a position may be reached again by a shorter
//! way and is then opened again, so the solution is shortest with any admissible bound.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::open::Open;
use super::{Found, Halted, Outcome};
use crate::heuristic::Heuristic;
use crate::monitor::{Monitor, Progress, StopReason};
use crate::position::{Homes, State};
use crate::search::ida::matching;
use crate::search::in_form;

/// Expansions between two looks at the monitor and at the memory.
const POLL_EXPANSIONS: u64 = 256;

/// Finds a shortest way home; `None` if the heuristic is made for another board. It must be admissible for single slides.
///
/// Stops with [`StopReason::Memory`] before the positions seen take more than `memory_bytes`.
pub fn solve<H: Heuristic>(
    homes: &Homes,
    heuristic: &H,
    memory_bytes: u64,
    monitor: &dyn Monitor,
) -> Option<Outcome> {
    let fits = heuristic.is_for(&homes.grid());
    fits.then(|| in_form!(homes, S => run::<S, H>(homes, heuristic, memory_bytes, monitor)))
}

fn run<S: State, H: Heuristic>(
    homes: &Homes,
    heuristic: &H,
    memory_bytes: u64,
    monitor: &dyn Monitor,
) -> Outcome {
    let grid = &homes.grid();
    let root = S::new(homes).expect("a form with room for the position");
    let parity = grid.distance(root.blank(), grid.home()) % 2;
    let mut open = Open::new(&root, heuristic.bound(&heuristic.start(&root)));
    let (mut nodes, mut expansions, mut lower_bound) = (0_u64, 0_u64, 0_u32);
    while let Some(key) = open.deepest_of_least() {
        // With an inconsistent bound the smallest f may fall again; what was proven stays proven.
        lower_bound = lower_bound.max(matching(key.0, parity));
        if expansions.is_multiple_of(POLL_EXPANSIONS) {
            let progress = Progress { phase: "searching", nodes, lower_bound, ..Progress::default() };
            let halted = |why| Halted { why, lower_bound, best: None, nodes };
            if let ControlFlow::Break(why) = monitor.poll(&progress) {
                return Err(halted(why));
            }
            if open.memory_bytes(grid.cells()) > memory_bytes {
                return Err(halted(StopReason::Memory));
            }
        }
        let Some(mut state) = open.take(key, grid) else { continue };
        if state.is_goal(grid) {
            return Ok(Found { slides: open.way_to(&state, grid), nodes });
        }
        expansions += 1;
        let memo = heuristic.start(&state);
        for direction in Direction::ALL {
            let Some(slide) = state.slide(grid, direction) else { continue };
            nodes += 1;
            let bound = heuristic.bound(&heuristic.step(&memo, &state, slide));
            // A way of more slides than depths are counted is as good as endless.
            if key.1 == u16::MAX || !open.offer(&state, key.1 + 1, bound, Some(direction)) {
                return Err(Halted { why: StopReason::Memory, lower_bound, best: None, nodes });
            }
            state.slide(grid, direction.opposite());
        }
    }
    unreachable!("a position that can be solved has a way home")
}
