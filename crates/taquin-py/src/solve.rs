//! Solutions, one and many.

use std::time::{Duration, Instant};

use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin_core::notation::{Mover, read_board, read_moves};
use taquin_core::{Direction, Metric, Moves, Problem, Tile};
use taquin_solve::bulk::{self, Answer};
use taquin_solve::{
    EXACT_CELLS, Limits, Method, Monitor, Options, Progress, Solved, StopReason, Stopped, Want, plan,
};

use crate::boards::{bytes_of, checked, goal_of, metric_of, shape_of, time_of};
use crate::fault::{self, value};
use crate::run::{apart_from, tables};

/// Time for boards that are solved short, if none is given.
const SHORT_TIME: Duration = Duration::from_secs(10);

/// What is wanted, and what it may cost.
fn options(
    want: Option<&str>,
    metric: &str,
    heuristic: Option<&str>,
    search: Option<&str>,
    threads: usize,
    memory: u64,
) -> PyResult<Options> {
    Ok(Options::new()
        .metric(metric_of(metric)?)
        .want(want.map(str::parse::<Want>).transpose().map_err(value)?)
        .heuristic(heuristic.map(str::parse::<taquin_solve::Bound>).transpose().map_err(value)?)
        .search(search.map(str::parse::<Method>).transpose().map_err(value)?)
        .threads(threads.max(1))
        .memory_bytes(memory)
        .tables(tables()))
}

/// Limits of one board within what the caller's signals say.
struct Within<'a> {
    limits: Limits<'a>,
    outer: &'a dyn Monitor,
}

impl Monitor for Within<'_> {
    fn poll(&self, progress: &Progress) -> std::ops::ControlFlow<StopReason> {
        self.limits.poll(progress)?;
        self.outer.poll(progress)
    }

    fn spent(&self) -> f64 {
        self.limits.spent()
    }
}

fn told<'py>(
    py: Python<'py>,
    solved: &Solved,
    metric: Metric,
    elapsed: Duration,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = PyDict::new(py);
    answer.set_item("solvable", true)?;
    answer.set_item("moves", letters(solved.solution.moves()))?;
    answer.set_item("length", solved.solution.length(metric))?;
    answer.set_item("optimal", solved.optimal)?;
    answer.set_item("origin", solved.origin.to_string())?;
    answer.set_item("lower_bound", solved.lower_bound)?;
    answer.set_item("stopped", solved.stopped.map(|why| why.to_string()))?;
    answer.set_item("solver", &solved.stats.solver)?;
    answer.set_item("nodes", solved.stats.nodes)?;
    answer.set_item("table_bytes", solved.stats.table_bytes)?;
    answer.set_item("elapsed_ms", elapsed.as_secs_f64() * 1000.0)?;
    Ok(answer)
}

fn empty<'py>(py: Python<'py>, stopped: &Stopped, elapsed: Duration) -> PyResult<Bound<'py, PyDict>> {
    let answer = PyDict::new(py);
    answer.set_item("solvable", true)?;
    answer.set_item("moves", py.None())?;
    answer.set_item("length", py.None())?;
    answer.set_item("optimal", false)?;
    answer.set_item("origin", py.None())?;
    answer.set_item("lower_bound", stopped.lower_bound)?;
    answer.set_item("stopped", stopped.why.to_string())?;
    answer.set_item("solver", &stopped.stats.solver)?;
    answer.set_item("nodes", stopped.stats.nodes)?;
    answer.set_item("table_bytes", stopped.stats.table_bytes)?;
    answer.set_item("elapsed_ms", elapsed.as_secs_f64() * 1000.0)?;
    Ok(answer)
}

fn unsolvable<'py>(py: Python<'py>, why: &str) -> PyResult<Bound<'py, PyDict>> {
    let answer = PyDict::new(py);
    answer.set_item("solvable", false)?;
    answer.set_item("why", why)?;
    Ok(answer)
}

/// Slides as single letters, without counts: a string that can be walked through.
fn letters(moves: &Moves) -> String {
    moves.iter().map(Direction::letter).collect()
}

/// One board of any size, given as text.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn solve_one<'py>(
    py: Python<'py>,
    board: &str,
    size: Option<(u32, u32)>,
    goal: &str,
    want: Option<&str>,
    metric: &str,
    heuristic: Option<&str>,
    search: Option<&str>,
    time: Option<f64>,
    nodes: Option<u64>,
    threads: usize,
    memory: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let board = read_board(board, size.map(shape_of).transpose()?).map_err(value)?;
    let (goal, _) = goal_of(goal, board.shape())?;
    let options = options(want, metric, heuristic, search, threads, memory)?;
    let time = time_of(time)?;
    let problem = Problem::new(board, &goal).map_err(|mismatch| value(mismatch.why))?;
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(why) => return unsolvable(py, &why.to_string()),
    };
    let solver = plan(&solvable, &options).map_err(value)?;
    let usual = (solver.want() == Want::Short).then_some(SHORT_TIME);
    let start = Instant::now();
    let solved = apart_from(py, progress, |outer| {
        let mut limits = Limits::new();
        if let Some(time) = time.or(usual) {
            limits = limits.time(time);
        }
        if let Some(nodes) = nodes {
            limits = limits.nodes(nodes);
        }
        solver.solve(&Within { limits, outer })
    })?;
    match solved {
        Ok(solved) => told(py, &solved, options.metric, start.elapsed()),
        Err(stopped) if stopped.why == StopReason::Interrupted => Err(fault::solving(stopped)),
        Err(stopped) => empty(py, &stopped, start.elapsed()),
    }
}

/// Many boards of one shape.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn solve_many<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
    goal: &str,
    want: Option<&str>,
    metric: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    threads: usize,
    memory: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let shape = shape_of(size)?;
    let (goal, _) = goal_of(goal, shape)?;
    let options = options(want, metric, None, None, 1, memory)?;
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let short = want == Some("short") || (want.is_none() && shape.cells() > EXACT_CELLS);
    let time = time_of(time)?.or(short.then_some(SHORT_TIME));
    let start = Instant::now();
    let answers = apart_from(py, progress, |monitor| {
        bulk::solve_each(&boards, &goal, &options, threads, (nodes, time), monitor)
    })?;
    let elapsed = start.elapsed() / u32::try_from(boards.len()).unwrap_or(u32::MAX).max(1);
    let answers = answers.map_err(fault::bulk)?;
    answers
        .iter()
        .map(|answer| match answer {
            Answer::Solved(solved) => told(py, solved, options.metric, elapsed),
            Answer::Unsolvable(why) => unsolvable(py, &why.to_string()),
            Answer::Stopped(stopped) => empty(py, stopped, elapsed),
            _ => Err(value("an answer of a kind that is not known here")),
        })
        .collect()
}

/// What moves do to a board: the board they end at, whether that is the goal, their length; or what is wrong with them.
#[pyfunction]
pub fn verify<'py>(
    py: Python<'py>,
    board: &str,
    size: Option<(u32, u32)>,
    moves: &str,
    goal: &str,
    metric: &str,
    blank: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let board = read_board(board, size.map(shape_of).transpose()?).map_err(value)?;
    let (_, goal) = goal_of(goal, board.shape())?;
    let metric = metric_of(metric)?;
    let whose = if blank { Mover::Blank } else { Mover::Tile };
    let moves = read_moves(moves, whose).map_err(value)?;
    let answer = PyDict::new(py);
    answer.set_item("length", moves.length(metric))?;
    answer.set_item("moves", letters(&moves))?;
    match board.after(&moves) {
        Ok(end) => {
            answer.set_item("solves", end == goal)?;
            answer.set_item("end", end.iter().map(Tile::number).collect::<Vec<_>>())?;
        }
        Err(illegal) => {
            answer.set_item("solves", false)?;
            answer.set_item("error", illegal.to_string())?;
            answer.set_item("at", illegal.index)?;
        }
    }
    Ok(answer)
}
