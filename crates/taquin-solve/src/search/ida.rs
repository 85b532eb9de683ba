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
use crate::heuristic::Heuristic;
use crate::monitor::{Monitor, Progress, StopReason};
use crate::position::{Grid, Homes, State};
use crate::search::in_form;

/// Nodes between two looks at the monitor: far less than 10 ms for any heuristic of ours on boards that
/// a search could ever finish.
const POLL_NODES: u64 = 256;

/// The longest path: some hundred megabytes. No board that a search could ever finish needs a thousandth.
const LONGEST_PATH: usize = 1 << 21;

/// A position on the current path.
#[derive(Clone, Debug)]
struct Frame<M> {
    memo: M,
    arrived: Option<Direction>,
    next: usize,
}

/// What one step of the search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// It slid on.
    Entered(Direction),
    /// It looked at this slide and turned back: no solution that way is within the limit.
    Cut(Direction),
    /// Every slide from here has been tried: it took the last one back.
    Back,
    /// The round is over; the limit is now this.
    Raised(u32),
    /// It is home.
    Solved,
}

/// The search itself, one step at a time.
#[derive(Clone, Debug)]
pub struct Walk<S, H: Heuristic> {
    grid: Grid,
    heuristic: H,
    state: S,
    path: Vec<Frame<H::Memo>>,
    limit: u32,
    /// The smallest length that this round has cut.
    over: u32,
    parity: u32,
    nodes: u64,
    solved: bool,
}

impl<S: State, H: Heuristic> Walk<S, H> {
    /// A search for a shortest way home, before its first step; `None` if the position has no room in the form `S`, or the
    /// heuristic is made for another board. It must be admissible for single slides.
    pub fn new(homes: &Homes, heuristic: H) -> Option<Walk<S, H>> {
        let (grid, state) = (homes.grid(), S::new(homes)?);
        if !heuristic.is_for(&grid) {
            return None;
        }
        let parity = grid.distance(state.blank(), grid.home()) % 2;
        let root = heuristic.start(&state);
        let limit = matching(heuristic.bound(&root), parity);
        let solved = homes.is_solved();
        let path = vec![Frame { memo: root, arrived: None, next: 0 }];
        Some(Walk { grid, heuristic, state, path, limit, over: u32::MAX, parity, nodes: 0, solved })
    }

    /// No solution is shorter than this.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Whether the path may grow by as much as between two looks: the one thing here that takes memory. On a board of a
    /// hundred thousand cells a search goes straight down for ever.
    fn has_room(&mut self) -> bool {
        self.path.len() < LONGEST_PATH && self.path.try_reserve(POLL_NODES as usize + 1).is_ok()
    }

    /// Positions generated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The slides of the current path: the solution, once it is solved.
    pub fn slides(&self) -> Vec<Direction> {
        self.path.iter().filter_map(|frame| frame.arrived).collect()
    }

    /// The bound at the end of the current path.
    pub fn bound(&self) -> u32 {
        self.path.last().map_or(0, |frame| self.heuristic.bound(&frame.memo))
    }

    /// The bound after 0, 1, 2 … slides of the current path.
    pub fn bounds(&self) -> impl Iterator<Item = u32> {
        self.path.iter().map(|frame| self.heuristic.bound(&frame.memo))
    }

    /// The side branches of the current path that have been dealt with, as slides so far and bound: those whose sum is
    /// over the limit were cut, the others searched to their end.
    pub fn tried(&self) -> Vec<(u32, u32)> {
        let mut state = self.state.clone();
        let mut taken = None;
        let mut branches = Vec::new();
        for (depth, frame) in self.path.iter().enumerate().rev() {
            for &direction in &Direction::ALL[..frame.next] {
                if taken == Some(direction) || frame.arrived == Some(direction.opposite()) {
                    continue;
                }
                let Some(slide) = state.slide(&self.grid, direction) else { continue };
                let memo = self.heuristic.step(&frame.memo, &state, slide);
                branches.push((depth as u32 + 1, self.heuristic.bound(&memo)));
                state.slide(&self.grid, direction.opposite());
            }
            if let Some(direction) = frame.arrived {
                state.slide(&self.grid, direction.opposite());
            }
            taken = frame.arrived;
        }
        branches.reverse();
        branches
    }

    /// Does one step. After [`Event::Solved`] there is nothing left to do.
    #[inline]
    pub fn step(&mut self) -> Event {
        if self.solved {
            return Event::Solved;
        }
        let depth = self.path.len();
        let frame = &mut self.path[depth - 1];
        while frame.next < 4 {
            let direction = Direction::ALL[frame.next];
            frame.next += 1;
            if frame.arrived == Some(direction.opposite()) {
                continue;
            }
            let Some(slide) = self.state.slide(&self.grid, direction) else { continue };
            let memo = self.heuristic.step(&frame.memo, &self.state, slide);
            let bound = self.heuristic.bound(&memo);
            let length = bound.saturating_add(depth as u32);
            self.nodes += 1;
            if length > self.limit {
                self.over = self.over.min(length);
                self.state.slide(&self.grid, direction.opposite());
                return Event::Cut(direction);
            }
            self.path.push(Frame { memo, arrived: Some(direction), next: 0 });
            self.solved = bound == 0 && self.state.is_goal(&self.grid);
            return if self.solved { Event::Solved } else { Event::Entered(direction) };
        }
        match frame.arrived {
            Some(direction) => {
                self.state.slide(&self.grid, direction.opposite());
                self.path.pop();
                Event::Back
            }
            None => {
                frame.next = 0;
                self.limit = matching(std::mem::replace(&mut self.over, u32::MAX), self.parity);
                Event::Raised(self.limit)
            }
        }
    }
}

/// The limit itself, or one more: every solution has the blank's parity.
pub(super) fn matching(limit: u32, parity: u32) -> u32 {
    limit.saturating_add((limit ^ parity) % 2)
}

/// Finds a shortest way home; `None` if the heuristic is made for another board. It must be admissible for single slides.
pub fn solve<H: Heuristic>(homes: &Homes, heuristic: &H, monitor: &dyn Monitor) -> Option<Outcome> {
    in_form!(homes, S => Walk::<S, &H>::new(homes, heuristic).map(|walk| run(walk, monitor)))
}

fn run<S: State, H: Heuristic>(mut walk: Walk<S, H>, monitor: &dyn Monitor) -> Outcome {
    let mut polled = 0;
    while walk.step() != Event::Solved {
        let nodes = walk.nodes();
        if nodes.is_multiple_of(POLL_NODES) && nodes != polled {
            polled = nodes;
            let progress =
                Progress { phase: "searching", nodes, lower_bound: walk.limit(), ..Progress::default() };
            let why = match monitor.poll(&progress) {
                ControlFlow::Break(why) => Some(why),
                ControlFlow::Continue(()) => (!walk.has_room()).then_some(StopReason::Memory),
            };
            if let Some(why) = why {
                return Err(Halted { why, lower_bound: walk.limit(), best: None, nodes });
            }
        }
    }
    Ok(Found { slides: walk.slides(), nodes: walk.nodes() })
}
