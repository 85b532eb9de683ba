//! Iterative deepening A\*: depth-first searches under a rising limit.
//!
//! Each round walks every way whose length so far plus bound stays within the limit, and notes the smallest sum
//! above it, which is the next limit. Memory is one path. A solution found is shortest, because every smaller
//! limit has been searched to its end.
//!
//! Each slide moves the blank by one cell, so the length of every solution has the parity of the blank's distance
//! from home: limits of the other parity are skipped.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::{Found, Halted, Outcome};
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::monitor::{Monitor, Progress};
use crate::state::State;

/// Nodes between two looks at the monitor: far less than 10 ms for any heuristic of ours on boards that
/// a search could ever finish.
const POLL_NODES: u64 = 256;

/// A position on the current path.
struct Frame<M> {
    memo: M,
    arrived: Option<Direction>,
    next: usize,
}

/// Finds a shortest way home for `position`; `heuristic` must be admissible for single slides.
pub fn solve<S: State, H: Heuristic>(
    grid: &Grid,
    position: &[u32],
    heuristic: &H,
    monitor: &dyn Monitor,
) -> Outcome {
    let mut state = S::new(position, grid.home());
    let parity = grid.distance(state.blank(), grid.home()) % 2;
    let matching = |limit: u32| limit + (limit ^ parity) % 2;
    let root = heuristic.start(&state);
    let mut limit = matching(heuristic.bound(&root));
    let mut nodes = 0_u64;
    if state.is_goal(grid) {
        return Ok(Found { slides: Vec::new(), nodes });
    }
    let mut path: Vec<Frame<H::Memo>> = Vec::new();
    loop {
        let mut over = u32::MAX;
        path.push(Frame { memo: root.clone(), arrived: None, next: 0 });
        while let Some(frame) = path.last_mut() {
            if frame.next == 4 {
                if let Some(direction) = frame.arrived {
                    state.slide(grid, direction.opposite());
                }
                path.pop();
                continue;
            }
            let direction = Direction::ALL[frame.next];
            frame.next += 1;
            if frame.arrived == Some(direction.opposite()) {
                continue;
            }
            let Some(slide) = state.slide(grid, direction) else { continue };
            let memo = heuristic.step(&frame.memo, &state, slide);
            let bound = heuristic.bound(&memo);
            let length = path.len() as u32 + bound;
            nodes += 1;
            if nodes.is_multiple_of(POLL_NODES) {
                let progress =
                    Progress { phase: "searching", nodes, lower_bound: limit, ..Progress::default() };
                if let ControlFlow::Break(why) = monitor.poll(&progress) {
                    return Err(Halted { why, lower_bound: limit, best: None, nodes });
                }
            }
            if length > limit {
                over = over.min(length);
                state.slide(grid, direction.opposite());
            } else if bound == 0 && state.is_goal(grid) {
                let slides = path.iter().filter_map(|frame| frame.arrived).chain([direction]).collect();
                return Ok(Found { slides, nodes });
            } else {
                path.push(Frame { memo, arrived: Some(direction), next: 0 });
            }
        }
        limit = matching(over);
    }
}
