//! The search: lengths one after another, depth first, both axes' counts fixed.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::line::{Placement, Way};
use super::table::{Table, reach};
use super::{Axis, LOOKUPS, Tables};
use crate::search::{Found, Halted, Outcome};
use crate::{Monitor, Progress, StopReason};

/// What one axis knows of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// The blank's row, as the board sees it.
    pub row: usize,
    pub at: [Placement; LOOKUPS],
    pub counts: [u8; LOOKUPS],
}

impl Half {
    /// The best bound on the moves of this axis.
    pub fn most(&self) -> u8 {
        self.counts.into_iter().max().unwrap_or(0)
    }
}

/// A move of the blank: along which axis, which way, how far.
#[derive(Clone, Copy)]
struct Run {
    axis: usize,
    way: Way,
    length: usize,
}

/// The first way home of the shortest length, or how far the search came.
///
/// `position[cell]` is the home of what stands on `cell`; it must be solvable, and of the tables' shape and blank home.
/// The result is slides in tile directions; its number of runs is the length.
pub fn solve(position: &[u8], tables: &Tables, _threads: usize, monitor: &dyn Monitor) -> Outcome {
    let halves = tables.halves(position);
    let most = halves.map(|half| u32::from(half.most()));
    let mut search =
        Search { position, tables, monitor, nodes: 0, polled: 0, length: 0, path: Vec::new(), stopped: None };
    for length in super::shortest(most).. {
        search.length = length;
        for first in [0, 1] {
            let mut budget = [0; 2];
            budget[first] = length.div_ceil(2);
            budget[1 - first] = length / 2;
            if most[0] > budget[0] || most[1] > budget[1] {
                continue;
            }
            let found = if length == 0 {
                search.is_home()
            } else {
                let (me, other) = (halves[first], halves[1 - first]);
                search.descend(first, me, other, budget[first] as u8, budget[1 - first] as u8)
            };
            if found {
                return Ok(Found { slides: slides(&search.path), nodes: search.nodes });
            }
            if let Some(why) = search.stopped {
                return Err(Halted { why, lower_bound: length, best: None, nodes: search.nodes });
            }
        }
    }
    unreachable!("lengths go on until a solution is found")
}

struct Search<'a> {
    position: &'a [u8],
    tables: &'a Tables,
    monitor: &'a dyn Monitor,
    nodes: u64,
    polled: u64,
    length: u32,
    path: Vec<Run>,
    stopped: Option<StopReason>,
}

impl Search<'_> {
    /// Tries every move along `axis`; `left` of them remain for it, and `left_other` for the other axis.
    fn descend(&mut self, axis: usize, me: Half, other: Half, left: u8, left_other: u8) -> bool {
        let tables = self.tables;
        let side: &Axis = &tables.axes[axis];
        let table: &Table = &tables.tables[side.table];
        let space = table.space();
        let across = other.row;
        for way in [Way::Back, Way::On] {
            let mut child = me;
            for length in 1..=reach(side.length, me.row, way) {
                child.row = if way == Way::On { me.row + length } else { me.row - length };
                let mut over = false;
                for l in 0..LOOKUPS {
                    let view = &side.views[l];
                    child.at[l] =
                        space.step(child.at[l], view.column(across, space.columns()), view.way(way));
                    child.counts[l] = table.count_beside(child.at[l], me.counts[l]);
                    over |= child.counts[l] >= left;
                }
                self.nodes += 1;
                if over {
                    continue;
                }
                self.path.push(Run { axis, way, length });
                let found = if left_other == 0 {
                    self.is_home()
                } else {
                    self.descend(1 - axis, other, child, left_other, left - 1)
                };
                if found {
                    return true;
                }
                self.path.pop();
                if self.nodes - self.polled >= 1 << 16 {
                    self.poll();
                }
                if self.stopped.is_some() {
                    return false;
                }
            }
        }
        false
    }

    #[cold]
    fn poll(&mut self) {
        self.polled = self.nodes;
        let progress = Progress {
            phase: "searching",
            nodes: self.nodes,
            lower_bound: self.length,
            ..Progress::default()
        };
        if let ControlFlow::Break(why) = self.monitor.poll(&progress) {
            self.stopped = Some(why);
        }
    }

    /// Whether the path leads home: the tables see only their patterns, this sees the board.
    fn is_home(&self) -> bool {
        let columns = self.tables.shape.columns() as usize;
        let home = self.tables.blank_home.index();
        let mut board = self.position.to_vec();
        let mut blank =
            board.iter().position(|&tile| usize::from(tile) == home).expect("a position has a blank");
        for run in &self.path {
            let step = if run.axis == 0 { columns } else { 1 };
            for _ in 0..run.length {
                let to = if run.way == Way::On { blank + step } else { blank - step };
                board.swap(blank, to);
                blank = to;
            }
        }
        board.iter().enumerate().all(|(cell, &tile)| cell == usize::from(tile))
    }
}

/// The slides of the tiles: the blank goes on, the tiles come back.
fn slides(path: &[Run]) -> Vec<Direction> {
    let slide = |run: &Run| match (run.axis, run.way) {
        (0, Way::On) => Direction::Up,
        (0, Way::Back) => Direction::Down,
        (_, Way::On) => Direction::Left,
        (_, Way::Back) => Direction::Right,
    };
    path.iter().flat_map(|run| std::iter::repeat_n(slide(run), run.length)).collect()
}
