//! Solving, for a worker: long, with progress, stopped by the clock or by ending the worker.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taquin_core::fault::Kind;
use taquin_core::{Board, Cell, Direction, Goal, Moves, Problem, Seed, Shape, Solvable, Tile};
use taquin_solve::along::Distances;
use taquin_solve::construct::{self, Order, Stage, StageKind, Task};
use taquin_solve::deal;
use taquin_solve::hint::{Authority, Hint};
use taquin_solve::position::Homes;
use taquin_solve::{Estimate, Monitor, Options, Progress, StopReason, TableCache, Want, plan};
use wasm_bindgen::prelude::*;

use crate::{EXACT_CELLS, Position, thrown};

/// Memory for what a search remembers: a phone has it.
const SEARCH_BYTES: u64 = 256 << 20;
/// Milliseconds between two reports.
const REPORT_MS: u64 = 100;

#[wasm_bindgen]
extern "C" {
    /// The worker's own function that hears of progress.
    #[wasm_bindgen(js_name = taquinProgress)]
    #[allow(clippy::too_many_arguments, reason = "the boundary has no structures")]
    fn report(
        phase: &str,
        nodes: f64,
        lower_bound: u32,
        next_bound: u32,
        done: f64,
        total: f64,
        left_ms: Option<f64>,
        growth: f64,
    );
}

/// Looks at the browser's clock, which is the only one here.
struct Watch {
    start_ms: f64,
    /// Milliseconds allowed; 0 for no limit.
    time_ms: f64,
    reported_ms: AtomicU64,
    estimate: Mutex<Estimate>,
}

impl Watch {
    fn new(time_ms: f64) -> Watch {
        let start_ms = js_sys::Date::now();
        Watch { start_ms, time_ms, reported_ms: AtomicU64::new(start_ms as u64), estimate: Mutex::default() }
    }
}

impl Monitor for Watch {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        let now = js_sys::Date::now();
        let elapsed = Duration::from_millis((now - self.start_ms) as u64);
        let mut estimate = self.estimate.lock().unwrap_or_else(PoisonError::into_inner);
        let Progress { phase, nodes, lower_bound, done, total, .. } = estimate.follow(progress, elapsed);
        if now as u64 >= self.reported_ms.load(Ordering::Relaxed) + REPORT_MS {
            self.reported_ms.store(now as u64, Ordering::Relaxed);
            let next_bound = estimate.next_bound().unwrap_or(lower_bound);
            let left_ms = estimate.left(elapsed).map(|left| left.as_secs_f64() * 1e3);
            let (nodes, done, total) = (nodes as f64, done as f64, total as f64);
            report(phase, nodes, lower_bound, next_bound, done, total, left_ms, estimate.growth());
        }
        if self.time_ms > 0.0 && now - self.start_ms >= self.time_ms {
            return ControlFlow::Break(StopReason::Time);
        }
        ControlFlow::Continue(())
    }

    fn spent(&self) -> f64 {
        if self.time_ms > 0.0 { ((js_sys::Date::now() - self.start_ms) / self.time_ms).min(1.0) } else { 0.0 }
    }
}

/// What a solver came back with.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// The slides as letters, replayed on the board that came in; empty when none is known.
    pub moves: String,
    /// Whether there is a solution in `moves`.
    pub found: bool,
    /// Whether no shorter one exists.
    pub optimal: bool,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Positions generated: the same number as in the native program.
    pub nodes: f64,
}

/// Solves boards and keeps the tables it made.
#[wasm_bindgen]
pub struct Solver {
    tables: Arc<TableCache>,
    distances: Distances,
}

fn within(tables: &Arc<TableCache>) -> Options {
    Options::new().memory_bytes(SEARCH_BYTES).tables(tables.clone())
}

impl Default for Solver {
    fn default() -> Solver {
        let tables = Arc::<TableCache>::default();
        Solver { distances: Distances::new(within(&tables)), tables }
    }
}

#[wasm_bindgen]
impl Solver {
    /// A solver without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Makes the tables for boards like this one, so that the first answer comes at once.
    pub fn prepare(&self, position: &Position) -> Result<(), JsValue> {
        let goal = position.problem().goal().clone();
        if self.lacks(position).is_some() {
            let solved =
                Problem::new(goal.clone(), &Goal::Board(goal)).map_err(|mismatch| thrown(mismatch.why))?;
            self.planned(&solved.decide().map_err(thrown)?, Want::Optimal, &Watch::new(0.0))?;
        }
        Ok(())
    }

    /// The name of the tables that a shortest solution of this board needs and this solver lacks.
    pub fn lacks(&self, position: &Position) -> Option<String> {
        let (shape, home) = kind(position);
        self.tables.lacks(shape, home)
    }

    /// Takes tables that were kept; damaged ones, and those of something else, are refused.
    pub fn accept(&self, position: &Position, bytes: &[u8]) -> bool {
        let (shape, home) = kind(position);
        self.lacks(position).is_some() && self.tables.accept(shape, home, bytes).is_ok()
    }

    /// The tables for boards like this one, to be kept; nothing before they are made.
    pub fn to_keep(&self, position: &Position) -> Option<Vec<u8>> {
        let (shape, home) = kind(position);
        self.tables.to_bytes(shape, home)
    }

    /// A board whose shortest solution has exactly so many slides, as text; an error when there is none, or none was found.
    pub fn deal_at(
        &self,
        rows: u32,
        columns: u32,
        goal: &str,
        seed: u64,
        distance: u32,
    ) -> Result<String, JsValue> {
        let shape = Shape::new(rows, columns).map_err(thrown)?;
        let goal = Goal::parse(goal, Some(shape)).map_err(thrown)?;
        if shape.cells() > EXACT_CELLS {
            return Err(thrown(Kind::TooLarge));
        }
        let seed = Seed::new(seed);
        let game = deal::at_distance(shape, &goal, seed, distance, &self.tables, &Watch::new(0.0));
        let game = game.map_err(thrown)?;
        Ok(game.start().to_string())
    }

    /// The exact distance of a position; nothing where it would take too long. What one answer tells of others, such as the next position of a
    /// game, is remembered.
    pub fn distance(&mut self, position: &Position) -> Option<u32> {
        let solvable = position.problem().decide().ok()?;
        self.distances.of(&solvable, None, &Watch::new(0.0))
    }

    /// Solves: `want` is `optimal`, `short` or `human` (row by row, as people do); `time_ms` 0 is no limit.
    pub fn solve(&self, position: &Position, want: &str, time_ms: f64) -> Result<Answer, JsValue> {
        let solvable = position.problem().decide().map_err(thrown)?;
        let watch = Watch::new(time_ms);
        let small = solvable.problem().goal().shape().cells() <= EXACT_CELLS;
        match want {
            "human" => by_rows(&solvable, &watch),
            "optimal" if small => self.planned(&solvable, Want::Optimal, &watch),
            _ => self.planned(&solvable, Want::Short, &watch),
        }
    }
}

impl Solver {
    fn planned(&self, solvable: &Solvable, want: Want, watch: &Watch) -> Result<Answer, JsValue> {
        let options = within(&self.tables).want(want);
        let solver = plan(solvable, &options).map_err(|_| thrown(Kind::TooLarge))?;
        let solved = solver.solve(watch).map_err(|_| thrown(Kind::Stopped))?;
        Ok(Answer {
            moves: letters(solved.solution.moves().as_slice()),
            // A proof was asked for: what only solves the board is not the answer.
            found: solved.optimal || want != Want::Optimal,
            optimal: solved.optimal,
            lower_bound: solved.lower_bound as u32,
            nodes: solved.stats.nodes as f64,
        })
    }
}

fn kind(position: &Position) -> (Shape, Cell) {
    let problem = position.problem();
    (problem.goal().shape(), problem.goal().blank())
}

/// Line by line, as people do it.
fn by_rows(solvable: &Solvable, watch: &Watch) -> Result<Answer, JsValue> {
    let mut slides = Vec::new();
    construct::solve(&Homes::from(solvable), Order::Textbook, watch, &mut |piece| {
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    })
    .map_err(|_| thrown(Kind::Stopped))?;
    let solution = solvable.solution(Moves::from(slides)).map_err(thrown)?;
    let lower_bound = taquin_solve::lower_bound(solvable) as u32;
    let moves = letters(solution.moves().as_slice());
    let optimal = moves.len() == lower_bound as usize;
    Ok(Answer { moves, found: true, optimal, lower_bound, nodes: 0.0 })
}

fn letters(slides: &[Direction]) -> String {
    slides.iter().map(|way| way.letter()).collect()
}

/// The part of the board that comes next in the method of rows and columns.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct NextStage {
    /// `row`, `column`, `block` or `corridor`.
    pub kind: String,
    /// Which row or column, counted from 1.
    pub number: u32,
    /// The cells it finishes.
    pub cells: Vec<u32>,
    /// The tiles that belong on them.
    pub tiles: Vec<u32>,
}

fn told(stage: &Stage, goal: &Board) -> NextStage {
    let (kind, number) = match stage.kind {
        StageKind::Row { row, .. } => ("row", row + 1),
        StageKind::Column { column, .. } => ("column", column + 1),
        StageKind::Corridor => ("corridor", 0),
        // The last block, and whatever else there may come to be: the cells say which.
        _ => ("block", 0),
    };
    let tiles = stage.cells().filter_map(|cell| goal.tile(cell)).map(Tile::number).collect();
    let cells = stage.cells().map(|cell| cell.index() as u32).collect();
    NextStage { kind: kind.into(), number, cells, tiles }
}

/// What to do next on a board, and why: the library's hint, for drawings and words of the page's own.
#[wasm_bindgen(getter_with_clone)]
pub struct HintParts {
    /// The part of the board that comes next.
    pub stage: NextStage,
    /// The tiles that belong there and are not at home.
    pub missing: Vec<u32>,
    /// The next slides, three at most: tiles, and their ways as letters.
    pub tiles: Vec<u32>,
    /// Their ways.
    pub ways: String,
    /// How long the whole way is.
    pub length: u32,
}

/// What the method of rows and columns does next: a tile, the last two of a line together, or the last block.
#[wasm_bindgen(getter_with_clone)]
pub struct Advice {
    /// `place`, `two`, `block` or `corridor`.
    pub kind: String,
    /// The part of the board it belongs to.
    pub stage: NextStage,
    /// The tiles it brings home.
    pub tiles: Vec<u32>,
    /// The slides that do it, as letters.
    pub moves: String,
}

#[wasm_bindgen]
impl Position {
    /// What the method does next; nothing when the board is solved or cannot be.
    pub fn advice(&self) -> Option<Advice> {
        let solvable = self.problem().decide().ok()?;
        let advice = construct::advise(&Homes::from(&solvable))?;
        let goal = solvable.problem().goal();
        let kind = match advice.task {
            Task::Place(_) => "place",
            Task::PlaceTwo(..) => "two",
            Task::LeadHome => "corridor",
            _ => "block",
        };
        Some(Advice {
            kind: kind.into(),
            tiles: advice.task.tiles().filter_map(|home| goal.tile(home)).map(Tile::number).collect(),
            moves: letters(&advice.slides),
            stage: told(&advice.stage, goal),
        })
    }

    /// Where the method ends if the board cannot be solved: the goal with two tiles exchanged. Nothing in a single line.
    pub fn other_end(&self) -> Option<String> {
        construct::other_end(self.problem().goal()).map(|board| board.to_string())
    }

    /// A hint, given a way home as letters; nothing when the board is solved or that is no way from here.
    pub fn hint(&self, way: &str, exact: bool) -> Option<HintParts> {
        let problem = self.problem();
        let moves: Moves = way.parse().ok()?;
        let authority = if exact { Authority::Exact } else { Authority::Method };
        let hint = Hint::new(&problem, &moves, authority)?;
        Some(HintParts {
            missing: hint.missing.iter().map(|tile| tile.number()).collect(),
            tiles: hint.slides.iter().map(|(tile, _)| tile.number()).collect(),
            ways: hint.slides.iter().map(|(_, way)| way.letter()).collect(),
            length: hint.length as u32,
            stage: told(&hint.stage, problem.goal()),
        })
    }

    /// No solution is shorter than this; at once, for boards of any size that can be solved.
    pub fn at_least(&self) -> u32 {
        self.problem().decide().map_or(0, |solvable| taquin_solve::lower_bound(&solvable) as u32)
    }
}
