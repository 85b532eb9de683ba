//! All shortest solutions of a board: how many there are, and what they are.
//!
//! Once the distance is known, a position that is reached after `g` moves lies on a shortest solution
//! exactly if it can be brought home in the `distance − g` moves that are left. How it was reached does
//! not matter. So the positions on shortest solutions form a graph in layers, and the number of ways home from
//! each is the sum over the next layer. The graph is found by a depth-first search that asks a bound, remembers every
//! position that has a way home with the number of its ways, and remembers for a while those that have none. The work follows the
//! number of positions, not of solutions: millions of solutions are counted as fast as a few.
//!
//! In the single-tile metric two solutions are different if their slides differ; in the multi-tile metric if
//! their moves (direction and number of tiles) do. A shortest solution never makes two moves in a row along one
//! line, since they would be one, so in both metrics the slides written out are different too.

mod dead_ends;
mod move_bound;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ops::ControlFlow;

use taquin_core::{Direction, Metric};

use dead_ends::DeadEnds;
pub use move_bound::{MoveBound, SlideBound};

use crate::monitor::Pace;
use crate::position::{Grid, Homes, Position, Small, State};
use crate::search::Halted;
use crate::{Monitor, Progress, StopReason};

/// The most cells of a board whose solutions are counted: a position must fit in 64 bits.
pub const COUNTED_CELLS: usize = 16;

/// Bytes that a position on a shortest solution takes, at most, in a table that grows by doubling.
const COUNTED_BYTES: u64 = 150;

/// Solutions listed between two looks at the monitor.
const POLL_SOLUTIONS: u64 = 256;

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position, of at most [`COUNTED_CELLS`] cells.
    pub homes: &'a Homes,
    /// What counts as one move.
    pub metric: Metric,
    /// The length of a shortest solution.
    pub distance: u32,
    /// The most solutions to list.
    pub most: usize,
    /// Memory for the positions on shortest solutions.
    pub memory_bytes: u64,
}

/// All shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How many there are; `u64::MAX` stands for more than can be counted. Zero if the distance was wrong.
    pub count: u64,
    /// The first of them, in the order up, down, left, right and shorter runs first; slides in tile directions.
    pub solutions: Vec<Vec<Direction>>,
    /// Positions on shortest solutions, start and goal included.
    pub positions: usize,
    /// Positions generated.
    pub nodes: u64,
}

/// Counts all solutions of the given length, which must be the distance, and lists the first of them.
///
/// The guide's bound decides how long it takes, not what comes out.
pub fn count_and_list<G: MoveBound>(
    question: &Question<'_>,
    guide: &G,
    monitor: &dyn Monitor,
) -> Result<Counted, Halted> {
    let mut board = Small::new(question.homes).expect("at most 16 cells");
    let mut counter = Counter {
        grid: question.homes.grid(),
        guide,
        monitor,
        metric: question.metric,
        distance: question.distance,
        most_positions: usize::try_from(question.memory_bytes / COUNTED_BYTES).unwrap_or(usize::MAX),
        ways: HashMap::new(),
        dead_ends: DeadEnds::new(),
        nodes: 0,
        polled: 0,
    };
    let memo = guide.start(question.homes);
    let fits = guide.fits(&memo, None, question.distance);
    let count = if fits { counter.count(&mut board, &memo, None, question.distance) } else { Ok(0) };
    let halted = |why, nodes| Halted { why, lower_bound: question.distance, best: None, nodes };
    let count = count.map_err(|why| halted(why, counter.nodes))?;
    let mut solutions = Vec::new();
    if count > 0 {
        let mut list = List {
            pace: Pace::new(monitor, "listing solutions", POLL_SOLUTIONS),
            path: Vec::new(),
            found: &mut solutions,
            most: question.most,
        };
        let listed = counter.list(&mut board, question.distance, &mut list);
        listed.map_err(|why| halted(why, counter.nodes))?;
    }
    Ok(Counted { count, solutions, positions: counter.ways.len(), nodes: counter.nodes })
}

/// The solutions written down so far, and the way to the position that is looked at.
struct List<'a> {
    pace: Pace<'a>,
    path: Vec<Direction>,
    found: &'a mut Vec<Vec<Direction>>,
    most: usize,
}

struct Counter<'a, G: MoveBound> {
    grid: Grid,
    guide: &'a G,
    monitor: &'a dyn Monitor,
    metric: Metric,
    distance: u32,
    most_positions: usize,
    /// For each position on a shortest solution the moves left there, and the number of ways home.
    ways: HashMap<u64, (u32, u64)>,
    dead_ends: DeadEnds,
    nodes: u64,
    polled: u64,
}

impl<G: MoveBound> Counter<'_, G> {
    /// The number of ways home from a board in exactly `left` moves, where fewer do not suffice if any do.
    fn count(
        &mut self,
        board: &mut Small,
        memo: &G::Memo,
        last: Option<Direction>,
        left: u32,
    ) -> Result<u64, StopReason> {
        let key = board.pack();
        if left == 0 {
            let home = board.is_goal(&self.grid);
            if home {
                self.ways.insert(key, (0, 1));
            }
            return Ok(u64::from(home));
        }
        if let Some(&(known, ways)) = self.ways.get(&key) {
            return Ok(if known == left { ways } else { 0 });
        }
        if self.dead_ends.contains(key, left) {
            return Ok(0);
        }
        self.poll()?;
        let mut ways = 0u64;
        for direction in Direction::ALL {
            if last.is_some_and(|last| self.is_never_next(last, direction)) {
                continue;
            }
            let reach = self.most_tiles(board, direction);
            let mut memo = memo.clone();
            for _ in 0..reach {
                let Some(slide) = board.slide(&self.grid, direction) else { break };
                self.nodes += 1;
                memo = self.guide.after_slide(&memo, board, slide);
                if self.guide.fits(&memo, Some(direction), left - 1) {
                    ways = ways.saturating_add(self.count(board, &memo, Some(direction), left - 1)?);
                }
            }
            self.slide_back(board, direction, reach);
        }
        if ways == 0 {
            self.dead_ends.insert(key, left);
        } else {
            if self.ways.len() >= self.most_positions || self.ways.try_reserve(1).is_err() {
                return Err(StopReason::Memory);
            }
            self.ways.insert(key, (left, ways));
        }
        Ok(ways)
    }

    /// Walks the graph and writes down its ways.
    fn list(&self, board: &mut Small, left: u32, list: &mut List<'_>) -> Result<(), StopReason> {
        if list.found.len() >= list.most {
            return Ok(());
        }
        if left == 0 {
            list.pace.step(1)?;
            list.found.push(list.path.clone());
            return Ok(());
        }
        for direction in Direction::ALL {
            let (reach, before) = (self.most_tiles(board, direction), list.path.len());
            for _ in 0..reach {
                board.slide(&self.grid, direction);
                list.path.push(direction);
                if self.ways.get(&board.pack()).is_some_and(|&(known, _)| known == left - 1) {
                    self.list(board, left - 1, list)?;
                }
            }
            self.slide_back(board, direction, reach);
            list.path.truncate(before);
        }
        Ok(())
    }

    /// How many tiles one move can push this way.
    fn most_tiles(&self, board: &Small, direction: Direction) -> usize {
        let line = std::iter::successors(Some(board.blank()), |&cell| self.grid.source(cell, direction));
        let most = if self.metric == Metric::Stm { 1 } else { usize::MAX };
        line.skip(1).take(most).count()
    }

    fn slide_back(&self, board: &mut Small, direction: Direction, tiles: usize) {
        for _ in 0..tiles {
            board.slide(&self.grid, direction.opposite());
        }
    }

    /// Whether no shortest solution has these moves one after the other.
    fn is_never_next(&self, last: Direction, next: Direction) -> bool {
        match self.metric {
            Metric::Stm => next == last.opposite(),
            Metric::Mtm => next.is_vertical() == last.is_vertical(),
        }
    }

    fn poll(&mut self) -> Result<(), StopReason> {
        if self.nodes - self.polled < 1 << 14 {
            return Ok(());
        }
        self.polled = self.nodes;
        let progress = Progress {
            phase: "counting solutions",
            nodes: self.nodes,
            lower_bound: self.distance,
            ..Progress::default()
        };
        match self.monitor.poll(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(why) => Err(why),
        }
    }
}
