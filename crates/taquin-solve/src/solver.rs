//! A planned way to solve one problem, carried out.

use std::sync::OnceLock;

use taquin_core::{Direction, Metric, Moves, Solution, Solvable};

use crate::construct::{self, Checker, Order, Sink};
use crate::effort::Effort;
use crate::heuristic::{
    Additive, Blind, Heuristic, Inversion, Larger, LinearConflict, Manhattan, SplitError, WalkingError,
};
use crate::monitor::{Monitor, Pace, Progress, StopReason, Stretch, Unlimited};
use crate::multi;
use crate::plan::{Bound, Method, Options, Want, Way};
use crate::position::{Grid, Homes};
use crate::proof::{Keeping, Place};
use crate::search::{Found, Halted, Outcome, all_shortest, astar, bidirectional, cells16, cells25, ida};
use crate::short;
use crate::solved::{AllShortest, Origin, Solved, Stats, Stopped};
use crate::table::cells25::Tables25;

/// Boards up to this many cells get a solution by construction when a search is stopped: it takes milliseconds.
const CONSTRUCT_CELLS: usize = 1024;

/// So do larger ones of which little is astray, if it has no more slides than this.
const CONSTRUCT_SLIDES: usize = 500_000;

/// Nodes of a board that is easy enough for small bounds: less than a second.
const EASY_NODES: u64 = 1_000_000;

/// A problem with the way it will be solved; [`plan`](crate::plan()) makes one.
#[derive(Debug)]
pub struct Solver<'a> {
    problem: &'a Solvable,
    homes: Homes,
    grid: Grid,
    /// The bound that takes no search, once it was asked for: on a million cells it takes a while.
    quick_bound: OnceLock<u64>,
    want: Want,
    way: Way,
    options: Options,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(problem: &'a Solvable, want: Want, way: Way, options: Options) -> Solver<'a> {
        let homes = Homes::from(problem);
        Solver { problem, grid: homes.grid(), homes, quick_bound: OnceLock::new(), want, way, options }
    }

    #[cfg(test)]
    pub(crate) fn way(&self) -> &Way {
        &self.way
    }

    /// The kind of solution this solver is after.
    pub fn want(&self) -> Want {
        self.want
    }

    /// Solves the problem by construction without holding the solution: slides go to `sink` in pieces as they
    /// are made, and are replayed as they pass. Returns their number.
    ///
    /// # Panics
    /// If the slides do not solve the board, which would be an error of ours.
    pub fn stream(&self, monitor: &dyn Monitor, sink: &mut Sink) -> Result<u64, Stopped> {
        let mut checker = Checker::new(&self.homes);
        let made = construct::solve(&self.homes, Order::Square, monitor, &mut |piece| {
            checker.slides(piece).expect("a construction makes legal slides");
            sink(piece)
        });
        match made {
            Ok(_) => Ok(checker.finish().expect("a construction ends at the goal")),
            Err(why) => {
                let stats = Stats { solver: "construct".into(), ..Stats::default() };
                Err(self.empty_handed(why, self.quick_bound(), stats))
            }
        }
    }

    /// Counts all solutions as short as `shortest`, which [`solve`](Solver::solve) has proven to be so, and lists
    /// the first `most` of them.
    ///
    /// Boards of up to 16 cells only; `None` for larger ones, and for a solution of another problem.
    pub fn all(
        &self,
        shortest: &Solution,
        most: usize,
        monitor: &dyn Monitor,
    ) -> Option<Result<AllShortest, Stopped>> {
        let cells = self.grid.cells();
        if cells > all_shortest::COUNTED_CELLS || !self.solves(shortest) {
            return None;
        }
        let metric = self.options.metric;
        if self.grid.shape().is_corridor() {
            return Some(Ok(AllShortest { count: 1, solutions: vec![shortest.clone()], nodes: 0 }));
        }
        let distance = shortest.length(metric) as u32;
        let memory_bytes = self.options.memory_bytes;
        let question = all_shortest::Question { homes: &self.homes, metric, distance, most, memory_bytes };
        let answer = match metric {
            Metric::Mtm => self
                .options
                .tables
                .multi(&self.grid, self.options.threads, monitor)
                .map_err(|why| halted(why, u64::from(question.distance)))
                .and_then(|tables| all_shortest::count_and_list(&question, &*tables, monitor)),
            Metric::Stm => self
                .options
                .tables
                .patterns(&self.grid, &even_split(cells - 1), self.options.threads, monitor)
                .map_err(|error| halted(why(error), u64::from(question.distance)))
                .and_then(|patterns| {
                    let guide = all_shortest::SlideBound::new(&*patterns);
                    all_shortest::count_and_list(&question, &guide.expect("a bound in this metric"), monitor)
                }),
        };
        let stats = Stats { solver: "all".into(), ..Stats::default() };
        Some(match answer {
            Ok(answer) => {
                let solutions = answer.solutions.into_iter().map(|slides| self.replayed(slides)).collect();
                Ok(AllShortest { count: answer.count, solutions, nodes: answer.nodes })
            }
            Err(halted) => Err(self.empty_handed(halted.why, u64::from(halted.lower_bound), stats)),
        })
    }

    /// Solves the problem, until the monitor says stop: then with the best solution known, if there is one.
    pub fn solve(&self, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        self.solve_keeping(Keeping::default(), monitor)
    }

    /// Whether [`solve_keeping`](Solver::solve_keeping) keeps how far it has come.
    pub fn keeps(&self) -> bool {
        self.way == Way::Large && self.has_tables25()
    }

    /// The same, from where an earlier search stood, for somebody who keeps where this one stands: shortest solutions of
    /// 17 to 25 cells in slides ([`keeps`](Solver::keeps)). What is no checkpoint of this problem
    /// ([`Proof::check`](crate::proof::Proof::check)) is passed over.
    pub fn solve_keeping(&self, mut keeping: Keeping<'_>, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        keeping.from = keeping.from.filter(|proof| self.keeps() && proof.check(self.problem).is_ok());
        let kept = keeping.from.as_ref().and_then(|proof| {
            let place = Place::new(self.homes.shape(), self.homes.blank_home())?;
            Some(place.moves(proof.best.as_ref()?).into())
        });
        let mut stats = Stats { solver: self.name(), ..Stats::default() };
        let outcome = match &self.way {
            Way::Corridor => {
                let slides = corridor(&self.homes);
                stats.bound = Moves::from(slides.clone()).length(self.options.metric) as u64;
                Ok(Found { slides, nodes: 0 })
            }
            Way::Construct => return self.constructed(stats, monitor),
            #[cfg(feature = "short")]
            Way::Short => return self.shortened(stats, monitor),
            Way::Tables => self.tables(&mut stats, monitor),
            #[cfg(feature = "ladder")]
            Way::Multi => self.multi(&mut stats, monitor),
            #[cfg(feature = "ladder")]
            Way::Ladder(bound, method) => self.ladder(bound, *method, &mut stats, monitor),
            #[cfg(feature = "ladder")]
            Way::Large => self.large(keeping, &mut stats, monitor),
            #[cfg(not(all(feature = "short", feature = "ladder")))]
            _ => unreachable!("the plan refuses what this build leaves out"),
        };
        match outcome {
            Ok(Found { slides, nodes }) => {
                stats.nodes = nodes;
                let length = Moves::from(slides.clone()).length(self.options.metric) as u64;
                Ok(self.solved(slides, Origin::Proven, length, None, stats))
            }
            // What ends before the search goes on has no way of its own.
            Err(halted) => self.stopped(Halted { best: halted.best.or(kept), ..halted }, stats),
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

    /// Every solution that leaves has been seen to solve the board, and one as long as the bound is proven shortest.
    fn solved(
        &self,
        slides: Vec<Direction>,
        origin: Origin,
        lower_bound: u64,
        stopped: Option<StopReason>,
        stats: Stats,
    ) -> Solved {
        let solution = self.replayed(slides);
        let optimal = solution.length(self.options.metric) as u64 == lower_bound;
        let origin = if optimal { Origin::Proven } else { origin };
        Solved { solution, optimal, origin, lower_bound, stopped: stopped.filter(|_| !optimal), stats }
    }

    fn replayed(&self, slides: Vec<Direction>) -> Solution {
        self.problem.solution(Moves::from(slides)).expect("a search ends at the goal")
    }

    fn empty_handed(&self, why: StopReason, lower_bound: u64, stats: Stats) -> Stopped {
        Stopped { why, lower_bound, stats: Box::new(stats) }
    }

    /// A search that was stopped: with the best solution it knows, or one by construction.
    fn stopped(&self, halted: Halted, mut stats: Stats) -> Result<Solved, Stopped> {
        let Halted { why, lower_bound, best, nodes } = halted;
        stats.nodes = nodes;
        // What does not fit a search's 32 bits is worked out in full.
        let in_full = if lower_bound == u32::MAX { self.quick_bound() } else { u64::from(lower_bound) };
        let lower_bound = in_full.max(stats.bound);
        let constructed = || {
            let slides = if self.grid.cells() <= CONSTRUCT_CELLS {
                Some(construct::at_once(&self.homes))
            } else if construct::is_scattered(&self.homes) {
                None
            } else {
                construct::at_most(&self.homes, CONSTRUCT_SLIDES)
            };
            slides.map(|slides| (slides, Origin::Constructed))
        };
        match best.map(|slides| (slides, Origin::Improved)).or_else(constructed) {
            Some((slides, origin)) => Ok(self.solved(slides, origin, lower_bound, Some(why), stats)),
            None => Err(self.empty_handed(why, lower_bound, stats)),
        }
    }

    fn constructed(&self, mut stats: Stats, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        let lower_bound = match self.watched_bound(&mut stats, monitor) {
            Ok(bound) => bound,
            Err(why) => return Err(self.empty_handed(why, stats.bound, stats)),
        };
        match construct::whole(&self.homes, Order::Square, self.options.memory_bytes, monitor) {
            Ok(slides) => Ok(self.solved(slides, Origin::Constructed, lower_bound, None, stats)),
            Err(why) => Err(self.empty_handed(why, lower_bound, stats)),
        }
    }

    /// The best solution that was found when the monitor said stop: an end by the clock is no failure here.
    fn shortened(&self, mut stats: Stats, monitor: &dyn Monitor) -> Result<Solved, Stopped> {
        let Options { threads, memory_bytes, .. } = self.options;
        if let Err(why) = self.watched_bound(&mut stats, monitor) {
            return Err(self.empty_handed(why, stats.bound, stats));
        }
        let learned = self.options.tables.learned();
        match short::solve(learned, &self.homes, Effort { threads, memory_bytes }, monitor, &|_| ()) {
            Ok(answer) => {
                stats.nodes = answer.nodes;
                // The proof is about single slides; in the other metric only the quick bound holds.
                let lower_bound = match self.options.metric {
                    Metric::Stm => answer.lower_bound,
                    Metric::Mtm => stats.bound,
                };
                let origin = if answer.improved { Origin::Improved } else { Origin::Constructed };
                Ok(self.solved(answer.slides, origin, lower_bound, answer.stopped, stats))
            }
            Err(why) => Err(self.empty_handed(why, stats.bound, stats)),
        }
    }

    /// Makes a solution of this problem shorter: what goes back and forth is left out, short stretches are solved exactly,
    /// longer ones by beams, until the monitor says stop. What comes back is never longer than what was given, solves
    /// the board, and stands beside a proven lower bound. Lengths are counted in single slides. `None` for a solution of
    /// another problem.
    #[cfg(feature = "short")]
    pub fn shorten(&self, solution: &Solution, monitor: &dyn Monitor) -> Option<Solved> {
        if !self.solves(solution) {
            return None;
        }
        let Options { threads, memory_bytes, .. } = self.options;
        let mut stats = Stats { solver: "shorten".into(), ..Stats::default() };
        let slides: Vec<Direction> = solution.moves().simplified().into();
        let origin = |length| if length < solution.moves().len() { Origin::Improved } else { Origin::Given };
        if let Err(why) = self.watched_bound(&mut stats, monitor) {
            let origin = origin(slides.len());
            return Some(self.solved(slides, origin, stats.bound, Some(why), stats));
        }
        let learned = self.options.tables.learned();
        let answer = short::shorten(learned, &self.homes, slides, Effort { threads, memory_bytes }, monitor);
        stats.nodes = answer.nodes;
        let origin = origin(answer.slides.len());
        let lower_bound = answer.lower_bound.max(stats.bound);
        Some(self.solved(answer.slides, origin, lower_bound, answer.stopped, stats))
    }

    /// Whether a solution, which somebody may have from elsewhere, is one of this problem.
    fn solves(&self, solution: &Solution) -> bool {
        self.problem.solution(solution.moves().clone()).is_ok()
    }

    /// A number that no solution is shorter than in the metric asked for, at once, for a board of any size.
    pub fn lower_bound(&self) -> u64 {
        self.quick_bound()
    }

    /// A bound of the start that costs no table.
    fn quick_bound(&self) -> u64 {
        *self.quick_bound.get_or_init(|| unwatched(&self.grid, &self.homes, self.options.metric))
    }

    /// The same for somebody who waits, as what the search begins with. Where the monitor says stop, what was counted by
    /// then is a bound, too.
    fn watched_bound(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Result<u64, StopReason> {
        let counted = match self.quick_bound.get() {
            Some(&bound) => Ok(bound),
            None => quick_bound(&self.grid, &self.homes, self.options.metric, monitor),
        };
        match counted {
            Ok(bound) => {
                stats.bound = bound;
                Ok(*self.quick_bound.get_or_init(|| bound))
            }
            Err((why, bound)) => {
                stats.bound = bound;
                Err(why)
            }
        }
    }

    fn tables(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let tables = self.options.tables.single(&self.grid, self.options.threads, monitor);
        let tables = tables.map_err(|why| halted(why, self.quick_bound()))?;
        stats.solver = format!("tables {}", tables.name());
        stats.table_bytes = tables.memory_bytes() as u64;
        stats.bound = u64::from(tables.bound(&self.homes));
        cells16::solve(&self.homes, &tables, self.options.threads, monitor)
    }

    fn multi(&self, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let tables = self.options.tables.multi(&self.grid, self.options.threads, monitor);
        let tables = tables.map_err(|why| halted(why, self.quick_bound()))?;
        stats.table_bytes = tables.memory_bytes() as u64;
        stats.bound = u64::from(tables.bound(&self.homes));
        multi::solve(&self.homes, &tables, self.options.threads, monitor)
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
            Bound::Pattern(sizes) if self.grid.cells() <= crate::table::cells16::MAX_CELLS => {
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

    fn has_tables25(&self) -> bool {
        cfg!(not(target_family = "wasm")) && Tables25::are_for(self.grid.shape())
    }

    /// Past 16 cells: the big tables where they are on disk. Else small bounds for so long as an easy board takes; a
    /// harder one is worth the seconds that its tables take to build, where there are some.
    fn large(&self, keeping: Keeping<'_>, stats: &mut Stats, monitor: &dyn Monitor) -> Outcome {
        let Options { threads, tables: ref cache, .. } = self.options;
        let begun = keeping.from.as_ref().map_or(0, |proof| u64::from(proof.limit));
        let known = begun.max(self.watched_bound(stats, monitor).map_err(|why| halted(why, begun))?);
        let stored = cache.cells25(&self.grid, threads, monitor);
        if let Some(tables) = stored.map_err(|why| halted(why, known))? {
            return self.with_cells25(&tables, keeping, stats, monitor);
        }
        if !self.has_tables25() {
            return self.small_bounds(stats, monitor);
        }
        if keeping.from.is_some() {
            let tables =
                cache.cells25_built(&self.grid, threads, monitor).map_err(|why| halted(why, known))?;
            return self.with_cells25(&tables, keeping, stats, monitor);
        }
        let easy = Stretch::new(monitor, 0, EASY_NODES);
        let halted_early = match self.small_bounds(stats, &easy) {
            Err(halted) if easy.is_over() => halted,
            other => return other,
        };
        let hard = Stretch::new(monitor, halted_early.nodes, u64::MAX);
        let at_least = u64::from(halted_early.lower_bound).max(stats.bound);
        let tables = cache.cells25_built(&self.grid, threads, &hard).map_err(|why| halted(why, at_least))?;
        match self.with_cells25(&tables, keeping, stats, &hard) {
            Ok(found) => Ok(Found { nodes: found.nodes + halted_early.nodes, ..found }),
            Err(halted) => Err(Halted { nodes: halted.nodes + halted_early.nodes, ..halted }),
        }
    }

    fn with_cells25(
        &self,
        tables: &Tables25,
        keeping: Keeping<'_>,
        stats: &mut Stats,
        monitor: &dyn Monitor,
    ) -> Outcome {
        stats.solver = format!("tables {}", tables.name());
        stats.table_bytes = tables.memory_bytes() as u64;
        stats.bound = u64::from(tables.bound(&self.homes));
        let Options { threads, memory_bytes, table_bytes, .. } = self.options;
        let effort = Effort { threads, memory_bytes };
        let room = table_bytes >= tables.slopes_bytes() as u64;
        let slopes_nodes = room.then_some(cells25::SLOPES_NODES);
        let habits = cells25::Habits { slopes_nodes, ..cells25::Habits::default() };
        let learned = self.options.tables.learned();
        let outcome = cells25::solve(&self.homes, tables, learned, effort, habits, keeping, monitor);
        stats.table_bytes = tables.memory_bytes() as u64;
        outcome
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
        let lower_bound = heuristic.bound(&heuristic.start(&self.homes));
        stats.bound = u64::from(lower_bound);
        // On a million cells that took a while, and the search begins with the same.
        let judged = Progress { lower_bound, ..Progress::new("preparing the search") };
        monitor.look(&judged).map_err(|why| halted(why, stats.bound))?;
        let (homes, memory) = (&self.homes, self.options.memory_bytes);
        let found = match method {
            Method::Ida => ida::solve(homes, &heuristic, monitor),
            Method::Astar => astar::solve(homes, &heuristic, memory, monitor),
            Method::Bidirectional => {
                let from_start = Grid::new(homes.shape(), homes.blank()).expect("the blank is on its board");
                let backward = make(&from_start).map_err(|why| halted(why, stats.bound))?;
                bidirectional::solve(homes, &heuristic, &backward, memory, monitor)
            }
        };
        found.expect("bounds made for their grids")
    }
}

/// A number that no solution is shorter than, at once, for a board of any size: distances of single tiles, and tiles
/// in each other's way, in single slides.
pub fn lower_bound(problem: &Solvable) -> u64 {
    let homes = Homes::from(problem);
    unwatched(&homes.grid(), &homes, Metric::Stm)
}

/// The same in either metric.
fn unwatched(grid: &Grid, homes: &Homes, metric: Metric) -> u64 {
    quick_bound(grid, homes, metric, &Unlimited).unwrap_or_else(|(_, bound)| bound)
}

/// Cells between two looks at the monitor while a bound is counted: a millisecond's work. Smaller boards need no look.
const POLL_CELLS: u64 = 1 << 16;

/// The same under a monitor. Where that says stop, what was counted by then is a bound, too.
///
/// A move of the multi-tile metric carries fewer tiles than the longest line has cells, so it brings the Manhattan
/// distance down by less than that.
fn quick_bound(
    grid: &Grid,
    homes: &Homes,
    metric: Metric,
    monitor: &dyn Monitor,
) -> Result<u64, (StopReason, u64)> {
    let shape = grid.shape();
    match metric {
        Metric::Stm => {
            let heuristic = LinearConflict::new(grid);
            let mut pace = Pace::later(monitor, "judging the start", POLL_CELLS);
            let counted = heuristic.watched_start(homes, |cells| pace.step(cells));
            counted
                .map(|memo| heuristic.full_bound(&memo))
                .map_err(|(why, memo)| (why, heuristic.full_bound(&memo)))
        }
        Metric::Mtm => {
            let heuristic = Manhattan::new(grid);
            let carried = shape.rows().max(shape.columns()).max(2) - 1;
            Ok(heuristic.start(homes).div_ceil(u64::from(carried)))
        }
    }
}

/// As few patterns as possible of at most six tiles, the largest first.
fn even_split(tiles: usize) -> Vec<usize> {
    let parts = tiles.div_ceil(6);
    (0..parts).map(|part| tiles / parts + usize::from(part < tiles % parts)).collect()
}

/// Nothing searched yet, only a bound known.
fn halted(why: StopReason, lower_bound: u64) -> Halted {
    Halted { why, lower_bound: u32::try_from(lower_bound).unwrap_or(u32::MAX), best: None, nodes: 0 }
}

/// A split that was checked by the plan can only have been stopped.
fn why(error: SplitError) -> StopReason {
    match error {
        SplitError::Stopped(why) => why,
        _ => StopReason::Memory,
    }
}

/// In a single line only the blank can move, and it has one way home.
pub(crate) fn corridor(homes: &Homes) -> Vec<Direction> {
    let (blank, home) = (homes.blank().index(), homes.blank_home().index());
    let slide = match (homes.shape().rows() == 1, blank < home) {
        (true, true) => Direction::Left,
        (true, false) => Direction::Right,
        (false, true) => Direction::Up,
        (false, false) => Direction::Down,
    };
    vec![slide; blank.abs_diff(home)]
}
