//! A planned way to solve one problem, and what comes back from it.

use std::ops::ControlFlow;

use taquin_core::{Cell, Direction, Metric, Moves, Solution, Solvable};

use crate::construct::{self, Checker, Construct, Order, Sink};
use crate::effort::Effort;
use crate::heuristic::{
    Additive, Blind, Heuristic, Inversion, Larger, LinearConflict, Manhattan, SplitError, WalkingError,
};
use crate::monitor::{Monitor, StopReason, Stretch};
use crate::multi;
use crate::plan::{Bound, Method, Options, Want, Way};
use crate::position::grid::Grid;
use crate::position::state::{Large, Medium, Small, State};
use crate::search::{Found, Halted, Outcome, all_shortest, astar, bidirectional, cells16, cells25, ida};
use crate::short;
use crate::table::cells25::{Tables25, layout::MAX_CELLS};

/// What a solver did, for whoever compares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The method, in words.
    pub solver: String,
    /// The bound of the start.
    pub bound: u32,
    /// Positions generated.
    pub nodes: u64,
    /// Bytes of tables.
    pub table_bytes: u64,
}

/// A solution, replayed, and what is proven about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The solution.
    pub solution: Solution,
    /// Whether no shorter one exists.
    pub optimal: bool,
    /// No solution is shorter than this.
    pub lower_bound: u64,
    /// How it was found.
    pub stats: Stats,
}

/// The end of a search before its time, with what was proven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped by {why}: no solution shorter than {lower_bound} exists")]
pub struct Stopped {
    /// What ended it.
    pub why: StopReason,
    /// No solution is shorter than this.
    pub lower_bound: u64,
    /// The best solution known, not proven shortest.
    pub best: Option<Box<Solution>>,
    /// What was done.
    pub stats: Box<Stats>,
}

/// All shortest solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllShortest {
    /// How many there are; `u64::MAX` stands for more than can be counted.
    pub count: u64,
    /// The first of them, replayed.
    pub solutions: Vec<Solution>,
    /// Positions generated.
    pub nodes: u64,
}

/// Boards up to this many cells get a solution by construction when a search is stopped: it takes milliseconds.
const CONSTRUCT_CELLS: usize = 4096;

/// Nodes of a board that is easy enough for small bounds: less than a second.
const EASY_NODES: u64 = 1_000_000;

/// A problem with the way it will be solved; [`plan`](crate::plan()) makes one.
#[derive(Debug)]
pub struct Solver<'a> {
    problem: &'a Solvable,
    grid: Grid,
    way: Way,
    options: Options,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(problem: &'a Solvable, way: Way, options: Options) -> Solver<'a> {
        let goal = problem.problem().goal();
        Solver { problem, grid: Grid::new(goal.shape(), goal.blank()), way, options }
    }

    #[cfg(test)]
    pub(crate) fn way(&self) -> &Way {
        &self.way
    }

    /// The kind of solution this solver is after.
    pub fn want(&self) -> Want {
        let small = self.grid.cells() <= multi::MOST_CELLS;
        let named = self.options.heuristic.is_some() || self.options.search.is_some();
        let by_size = if small || named { Want::Optimal } else { Want::Short };
        self.options.want.unwrap_or(by_size)
    }

    /// Solves the problem by construction without holding the solution: slides go to `sink` in pieces as they
    /// are made, and are replayed as they pass. Returns their number.
    ///
    /// # Panics
    /// If the slides do not solve the board, which would be an error of ours.
    pub fn stream(&self, monitor: &dyn Monitor, sink: &mut Sink) -> Result<u64, Stopped> {
        let (shape, homes, home) =
            (self.grid.shape(), self.problem.homes(), Cell::new(self.grid.home() as u32));
        let mut checker = Checker::new(shape, homes, home);
        let made = Construct::new(shape, home, Order::Square).solve(homes, monitor, &mut |piece| {
            checker.slides(piece).expect("a construction makes legal slides");
            sink(piece)
        });
        match made {
            Ok(_) => Ok(checker.finish().expect("a construction ends at the goal")),
            Err(construct::Failure::Stopped(why)) => {
                let lower_bound = u64::from(self.quick_bound());
                let stats = Stats { solver: "construct".into(), ..Stats::default() };
                Err(Stopped { why, lower_bound, best: None, stats: Box::new(stats) })
            }
            Err(broken) => panic!("a solvable position has a construction: {broken}"),
        }
    }

    /// Counts all solutions as short as `shortest`, which [`solve`](Solver::solve) has proven to be so, and lists
    /// the first `most` of them.
    ///
    /// Boards of up to 16 cells only; `None` for larger ones.
    pub fn all(
        &self,
        shortest: &Solution,
        most: usize,
        monitor: &dyn Monitor,
    ) -> Option<Result<AllShortest, Stopped>> {
        let cells = self.grid.cells();
        if cells > all_shortest::MOST_CELLS {
            return None;
        }
        let metric = self.options.metric;
        if self.grid.shape().is_corridor() {
            return Some(Ok(AllShortest { count: 1, solutions: vec![shortest.clone()], nodes: 0 }));
        }
        let position: Vec<u8> = self.problem.homes().iter().map(|&home| home as u8).collect();
        let question = all_shortest::Question {
            shape: self.grid.shape(),
            blank_home: Cell::new(self.grid.home() as u32),
            position: &position,
            metric,
            distance: shortest.length(metric) as u32,
            most,
        };
        let answer = match metric {
            Metric::Mtm => self
                .options
                .tables
                .multi(&self.grid, self.options.threads, monitor)
                .map_err(|why| halted(why, question.distance))
                .and_then(|tables| all_shortest::count_and_list(&question, &*tables, monitor)),
            Metric::Stm => self
                .options
                .tables
                .patterns(&self.grid, &even_split(cells - 1), self.options.threads, monitor)
                .map_err(|error| halted(why(error), question.distance))
                .and_then(|patterns| {
                    let guide = all_shortest::SlideBound::new(&*patterns, self.grid.home());
                    all_shortest::count_and_list(&question, &guide.expect("a bound in this metric"), monitor)
                }),
        };
        let stats = Stats { solver: "all".into(), ..Stats::default() };
        Some(match answer {
            Ok(answer) => {
                let solutions = answer.solutions.into_iter().map(|slides| self.replayed(slides)).collect();
                Ok(AllShortest { count: answer.count, solutions, nodes: answer.nodes })
            }
            Err(halted) => Err(self.stopped(halted, stats)),
        })
    }

    /// Solves the problem, or stops when the monitor says so.
    pub fn solve(&self, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        let mut stats = Stats { solver: self.name(), ..Stats::default() };
        let outcome = match &self.way {
            Way::Corridor => {
                let slides = corridor(&self.grid, self.problem.homes());
                stats.bound = Moves::from(slides.clone()).length(self.options.metric) as u32;
                Ok(Found { slides, nodes: 0 })
            }
            Way::Construct => return self.constructed(stats, monitor),
            Way::Short => return self.shortened(stats, monitor),
            Way::Tables => self.tables(&mut stats, monitor),
            Way::Multi => self.multi(&mut stats, monitor),
            Way::Ladder(bound, method) => self.ladder(bound, *method, &mut stats, monitor),
            Way::Large => self.large(&mut stats, monitor),
        };
        match outcome {
            Ok(Found { slides, nodes }) => {
                stats.nodes = nodes;
                let solution = self.replayed(slides);
                let lower_bound = solution.length(self.options.metric) as u64;
                Ok(Solved { solution, optimal: true, lower_bound, stats })
            }
            Err(halted) => Err(self.stopped(halted, stats)),
        }
    }

    /// The method in words, as reports print it.
    fn name(&self) -> String {
        match &self.way {
            Way::Corridor => "corridor".into(),
            Way::Construct => "construct".into(),
            Way::Short => "short".into(),
            Way::Ladder(bound, method) => format!("{method} {bound}"),
            Way::Large => "ida linear-conflict+pattern".into(),
            Way::Tables => "tables".into(),
            Way::Multi => "multi-tile tables".into(),
        }
    }

    /// Every solution that leaves has been seen to solve the board.
    fn replayed(&self, slides: Vec<Direction>) -> Solution {
        self.problem.solution(Moves::from(slides)).expect("a search ends at the goal")
    }

    fn stopped(&self, halted: Halted, mut stats: Stats) -> Stopped {
        let Halted { why, lower_bound, best, nodes } = halted;
        stats.nodes = nodes;
        let homes = self.problem.homes();
        let by_construction = || {
            let home = Cell::new(self.grid.home() as u32);
            let few = homes.len() <= CONSTRUCT_CELLS;
            few.then(|| construct::solution(self.grid.shape(), homes, home).ok()).flatten()
        };
        let best = best.or_else(by_construction).map(|slides| Box::new(self.replayed(slides)));
        Stopped { why, lower_bound: u64::from(lower_bound.max(stats.bound)), best, stats: Box::new(stats) }
    }

    fn constructed(&self, mut stats: Stats, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        let mut slides = Vec::new();
        let home = Cell::new(self.grid.home() as u32);
        let mut construct = Construct::new(self.grid.shape(), home, Order::Square);
        stats.bound = self.quick_bound();
        let lower_bound = stats.bound;
        let built = construct.solve(self.problem.homes(), monitor, &mut |piece| {
            slides.extend_from_slice(piece);
            ControlFlow::Continue(())
        });
        match built {
            Ok(_) => {
                let solution = self.replayed(slides);
                let lower_bound = u64::from(lower_bound);
                let optimal = solution.length(self.options.metric) as u64 == lower_bound;
                Ok(Solved { solution, optimal, lower_bound, stats })
            }
            Err(construct::Failure::Stopped(why)) => {
                let stats = Box::new(stats);
                Err(Stopped { why, lower_bound: u64::from(lower_bound), best: None, stats })
            }
            Err(broken) => panic!("a solvable position has a construction: {broken}"),
        }
    }

    /// The best solution that was found when the monitor said stop: an end by the clock is no failure here.
    fn shortened(&self, mut stats: Stats, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        let home = Cell::new(self.grid.home() as u32);
        let options = Effort { threads: self.options.threads, memory_bytes: self.options.memory_bytes };
        stats.bound = self.quick_bound();
        let guide = self.options.tables.learned();
        let (shape, position) = (self.grid.shape(), self.problem.homes());
        match short::solve(guide, shape, home, position, options, monitor, &|_| ()) {
            Ok(answer) => {
                stats.nodes = answer.nodes;
                let solution = self.replayed(answer.slides);
                // The proof is about single slides; in the other metric only the quick bound holds.
                let lower_bound = match self.options.metric {
                    Metric::Stm => u64::from(answer.lower_bound),
                    Metric::Mtm => u64::from(stats.bound),
                };
                let optimal = solution.length(self.options.metric) as u64 == lower_bound;
                Ok(Solved { solution, optimal, lower_bound, stats })
            }
            Err(construct::Failure::Stopped(why)) => {
                let lower_bound = u64::from(stats.bound);
                Err(Stopped { why, lower_bound, best: None, stats: Box::new(stats) })
            }
            Err(broken) => panic!("a solvable position has a construction: {broken}"),
        }
    }

    /// A bound of the start that costs no table.
    ///
    /// A move of the multi-tile metric carries fewer tiles than the longest line has cells, so it brings the
    /// Manhattan distance down by less than that.
    fn quick_bound(&self) -> u32 {
        let state = Large::new(self.problem.homes(), self.grid.home());
        let shape = self.grid.shape();
        match self.options.metric {
            Metric::Stm => {
                let heuristic = LinearConflict::new(&self.grid);
                heuristic.bound(&heuristic.start(&state))
            }
            Metric::Mtm => {
                let heuristic = Manhattan::new(&self.grid);
                let carried = shape.rows().max(shape.columns()).max(2) - 1;
                heuristic.bound(&heuristic.start(&state)).div_ceil(carried)
            }
        }
    }

    fn tables(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let tables = self.options.tables.single(&self.grid, self.options.threads, monitor);
        let tables = tables.map_err(|why| halted(why, self.quick_bound()))?;
        let position: Vec<u8> = self.problem.homes().iter().map(|&home| home as u8).collect();
        stats.solver = format!("tables {}", tables.name());
        stats.table_bytes = tables.memory_bytes() as u64;
        stats.bound = tables.bound(&position);
        cells16::solve(&position, &tables, self.options.threads, monitor)
    }

    fn multi(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let tables = self.options.tables.multi(&self.grid, self.options.threads, monitor);
        let tables = tables.map_err(|why| halted(why, self.quick_bound()))?;
        let position: Vec<u8> = self.problem.homes().iter().map(|&home| home as u8).collect();
        stats.table_bytes = tables.memory_bytes() as u64;
        stats.bound = tables.bound(&position);
        multi::solve(&position, &tables, self.options.threads, monitor)
    }

    fn ladder(&self, bound: &Bound, method: Method, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let cache = &self.options.tables;
        match bound {
            Bound::Blind => self.with(|_| Ok(Blind), method, stats, monitor),
            Bound::Manhattan => self.with(|grid| Ok(Manhattan::new(grid)), method, stats, monitor),
            Bound::LinearConflict => self.with(|grid| Ok(LinearConflict::new(grid)), method, stats, monitor),
            Bound::Inversion => self.with(|grid| Ok(Inversion::new(grid)), method, stats, monitor),
            Bound::Walking => match cache.walking(&self.grid, monitor) {
                Ok(_) => {
                    let make = |grid: &Grid| {
                        cache.walking(grid, monitor).map_err(|error| match error {
                            WalkingError::Stopped(why) => why,
                            WalkingError::TooManyStates(_) => unreachable!("as many as forwards"),
                        })
                    };
                    self.with(make, method, stats, monitor)
                }
                Err(WalkingError::Stopped(why)) => Err(halted(why, self.quick_bound())),
                // Where no table fits, its bound is what is left of it in each direction.
                Err(WalkingError::TooManyStates(_)) => {
                    self.with(|grid| Ok(Manhattan::new(grid)), method, stats, monitor)
                }
            },
            Bound::Pattern(sizes) if self.grid.cells() <= 16 => {
                let threads = self.options.threads;
                let make = |grid: &Grid| cache.patterns(grid, sizes, threads, monitor).map_err(why);
                self.with(make, method, stats, monitor)
            }
            Bound::Pattern(sizes) => {
                let make = |grid: &Grid| cache.additive(grid, sizes, monitor).map_err(why);
                self.with(make, method, stats, monitor)
            }
        }
    }

    /// Past 16 cells: the big tables where they are on disk. Else small bounds for so long as an easy board takes; a
    /// harder one is worth the seconds that its tables take to build, up to 25 cells.
    fn large(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let Options { threads, tables: ref cache, .. } = self.options;
        let stored = cache.wide(&self.grid, threads, monitor);
        if let Some(tables) = stored.map_err(|why| halted(why, self.quick_bound()))? {
            return self.wide(&tables, stats, monitor);
        }
        if cfg!(target_family = "wasm") || self.grid.cells() > MAX_CELLS {
            return self.small_bounds(stats, monitor);
        }
        let easy = Stretch::new(monitor, 0, EASY_NODES);
        let halted_early = match self.small_bounds(stats, &easy) {
            Err(halted) if easy.is_over() => halted,
            other => return other,
        };
        let hard = Stretch::new(monitor, halted_early.nodes, u64::MAX);
        let at_least = halted_early.lower_bound.max(stats.bound);
        let tables = cache.wide_built(&self.grid, threads, &hard).map_err(|why| halted(why, at_least))?;
        match self.wide(&tables, stats, &hard) {
            Ok(found) => Ok(Found { nodes: found.nodes + halted_early.nodes, ..found }),
            Err(halted) => Err(Halted { nodes: halted.nodes + halted_early.nodes, ..halted }),
        }
    }

    fn wide(&self, tables: &Tables25, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let position: Vec<u8> = self.problem.homes().iter().map(|&home| home as u8).collect();
        stats.solver = format!("tables {}", tables.name());
        stats.table_bytes = tables.memory_bytes() as u64;
        stats.bound = tables.bound(&position);
        let Options { threads, memory_bytes, .. } = self.options;
        cells25::solve(&position, tables, Effort { threads, memory_bytes }, monitor)
    }

    /// Linear conflict, and small pattern tables where they fit.
    fn small_bounds(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let conflict = LinearConflict::new(&self.grid);
        let Some(sizes) = Additive::quick_sizes(self.grid.shape()) else {
            return self.with(|_| Ok(conflict.clone()), Method::Ida, stats, monitor);
        };
        let tables = self.options.tables.additive(&self.grid, &sizes, monitor);
        let tables = tables.map_err(|error| halted(why(error), self.quick_bound()))?;
        self.with(|_| Ok(Larger(tables.clone(), conflict.clone())), Method::Ida, stats, monitor)
    }

    /// Runs a search with the heuristic that `make` builds for a grid.
    fn with<H: Heuristic>(
        &self,
        make: impl Fn(&Grid) -> Result<H, StopReason>,
        method: Method,
        stats: &mut Stats,
        monitor: &dyn Monitor,
    ) -> Outcome {
        let heuristic = make(&self.grid).map_err(|why| halted(why, self.quick_bound()))?;
        debug_assert!(heuristic.is_admissible(Metric::Stm));
        stats.table_bytes = heuristic.memory_bytes();
        match self.grid.cells() {
            0..=16 => self.search::<Small, H>(&heuristic, make, method, stats, monitor),
            17..=64 => self.search::<Medium, H>(&heuristic, make, method, stats, monitor),
            _ => self.search::<Large, H>(&heuristic, make, method, stats, monitor),
        }
    }

    fn search<S: State, H: Heuristic>(
        &self,
        heuristic: &H,
        make: impl Fn(&Grid) -> Result<H, StopReason>,
        method: Method,
        stats: &mut Stats,
        monitor: &dyn Monitor,
    ) -> Outcome {
        let (grid, homes, memory) = (&self.grid, self.problem.homes(), self.options.memory_bytes);
        let state = S::new(homes, grid.home());
        stats.bound = heuristic.bound(&heuristic.start(&state));
        match method {
            Method::Ida => ida::solve::<S, H>(grid, homes, heuristic, monitor),
            Method::Astar => astar::solve::<S, H>(grid, homes, heuristic, memory, monitor),
            Method::Bidirectional => {
                let from_start = Grid::new(grid.shape(), Cell::new(state.blank() as u32));
                let backward = make(&from_start).map_err(|why| halted(why, stats.bound))?;
                bidirectional::solve::<S, H>(grid, homes, heuristic, &backward, memory, monitor)
            }
        }
    }
}

/// As few patterns as possible of at most six tiles, the largest first.
fn even_split(tiles: usize) -> Vec<usize> {
    let parts = tiles.div_ceil(6);
    (0..parts).map(|part| tiles / parts + usize::from(part < tiles % parts)).collect()
}

/// Nothing searched yet, only a bound known.
fn halted(why: StopReason, lower_bound: u32) -> Halted {
    Halted { why, lower_bound, best: None, nodes: 0 }
}

/// A split that was checked by the plan can only have been stopped.
fn why(error: SplitError) -> StopReason {
    match error {
        SplitError::Stopped(why) => why,
        _ => StopReason::Memory,
    }
}

/// In a single line only the blank can move, and it has one way home.
fn corridor(grid: &Grid, homes: &[u32]) -> Vec<Direction> {
    let blank = homes.iter().position(|&home| home as usize == grid.home()).unwrap_or(grid.home());
    let slide = match (grid.shape().rows() == 1, blank < grid.home()) {
        (true, true) => Direction::Left,
        (true, false) => Direction::Right,
        (false, true) => Direction::Up,
        (false, false) => Direction::Down,
    };
    vec![slide; blank.abs_diff(grid.home())]
}
