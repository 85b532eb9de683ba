//! Boards in bulk.

use std::sync::Arc;
use std::time::Duration;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use taquin_core::batch::Boards;
use taquin_core::notation::read_board as read;
use taquin_core::{Board, Cell, Goal, Metric, Scrambler, Seed, Shape, Tile};
use taquin_solve::bulk::{self, Ask, Wanted};
use taquin_solve::position::{Quick, Ranking};

use crate::fault::{self, value};
use crate::run::{apart_from, at_once, in_pieces, oracle, signals, tables};

/// Bytes of boards between two looks for signals: some hundredths of a second.
const TOGETHER: usize = 1 << 24;

/// Boards of a shape between two looks.
fn together(shape: Shape) -> usize {
    TOGETHER / shape.cells().max(1)
}

pub type Bytes<'py> = Bound<'py, PyArray1<u8>>;

/// Rows and columns as a shape.
pub fn shape_of((rows, columns): (u32, u32)) -> PyResult<Shape> {
    Shape::new(rows, columns).map_err(value)
}

/// A goal's name or board.
pub fn goal_of(text: &str, shape: Shape) -> PyResult<(Goal, Board)> {
    let goal = Goal::parse(text, Some(shape)).map_err(value)?;
    let board = goal.board(shape).map_err(value)?;
    Ok((goal, board))
}

pub fn metric_of(name: &str) -> PyResult<Metric> {
    name.parse().map_err(value)
}

pub fn time_of(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let of = |seconds: f64| {
        let refused = || value(format!("{seconds} is no time; give seconds, at least 0"));
        Duration::try_from_secs_f64(seconds).map_err(|_| refused())
    };
    seconds.map(of).transpose()
}

pub fn bytes_of<'a>(boards: &'a PyReadonlyArray2<'_, u8>) -> PyResult<&'a [u8]> {
    boards.as_slice().map_err(|_| PyTypeError::new_err("boards must be contiguous"))
}

/// Checks boards; the arrays are those of Python, looked at without its lock but for a look for signals now and then.
pub fn checked<'a>(py: Python<'_>, shape: Shape, bytes: &'a [u8]) -> PyResult<Boards<'a>> {
    at_once(py, || Boards::new_in_pieces(shape, bytes, together(shape), signals))??.map_err(value)
}

/// A board's rows, columns and tiles, read from text.
#[pyfunction]
#[pyo3(signature = (text, size=None))]
pub fn read_board(text: &str, size: Option<(u32, u32)>) -> PyResult<(u32, u32, Vec<u32>)> {
    let board = read(text, size.map(shape_of).transpose()?).map_err(value)?;
    let tiles = board.iter().map(Tile::number).collect();
    Ok((board.shape().rows(), board.shape().columns(), tiles))
}

#[pyfunction]
pub fn solvable<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
    goal: &str,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let shape = shape_of(size)?;
    let (goal, _) = goal_of(goal, shape)?;
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let mut answers = vec![false; boards.len()];
    in_pieces(py, boards.len(), together(boards.shape()), |first, next| {
        let part = boards.part(first, next - first);
        part.solvable(&goal, &mut answers[first..next]).expect("the goal fits");
    })?;
    Ok(answers.into_pyarray(py))
}

#[pyfunction]
pub fn legal<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
) -> PyResult<Bytes<'py>> {
    let boards = checked(py, shape_of(size)?, bytes_of(&boards)?)?;
    let mut masks = vec![0; boards.len()];
    in_pieces(py, boards.len(), together(boards.shape()), |first, next| {
        boards.part(first, next - first).legal(&mut masks[first..next]).expect("a mask for each");
    })?;
    Ok(masks.into_pyarray(py))
}

/// Boards after one slide each, and the first whose slide is illegal.
#[pyfunction]
pub fn step<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
    slides: PyReadonlyArray1<'py, u8>,
) -> PyResult<(Bytes<'py>, Option<usize>)> {
    let shape = shape_of(size)?;
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let slides = slides.as_slice().map_err(|_| PyTypeError::new_err("slides must be contiguous"))?;
    if slides.len() != boards.len() {
        return Err(value(format!("{} slides for {} boards", slides.len(), boards.len())));
    }
    let (mut after, mut bad) = (vec![0; boards.as_bytes().len()], None);
    let cells = shape.cells();
    in_pieces(py, boards.len(), together(boards.shape()), |first, next| {
        let room = &mut after[first * cells..next * cells];
        let refused = boards.part(first, next - first).step(&slides[first..next], room);
        let refused = refused.expect("a slide and a place for each");
        bad = bad.or(refused.map(|index| first + index));
    })?;
    Ok((after.into_pyarray(py), bad))
}

/// Four boards for each, and the masks of those that a slide leads to.
#[pyfunction]
pub fn neighbors<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let shape = shape_of(size)?;
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let (mut after, mut masks) = (vec![0; 4 * boards.as_bytes().len()], vec![0; boards.len()]);
    let cells = 4 * shape.cells();
    in_pieces(py, boards.len(), together(shape) / 4, |first, next| {
        let part = boards.part(first, next - first);
        part.neighbours(&mut after[first * cells..next * cells], &mut masks[first..next])
            .expect("room for each");
    })?;
    Ok((after.into_pyarray(py), masks.into_pyarray(py)))
}

fn ranking_of(shape: Shape, goal: &Board) -> PyResult<Ranking> {
    let most = taquin_solve::position::MAX_RANKED_CELLS;
    let refused = || {
        value(format!(
            "{shape} boards have no numbers here: they are for two rows and columns at least and {most} cells at most"
        ))
    };
    Ranking::new(shape, goal.blank()).ok_or_else(refused)
}

/// The numbers of boards; `u64::MAX` for those that cannot be solved.
#[pyfunction]
pub fn rank<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
    goal: &str,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let shape = shape_of(size)?;
    let (_, goal) = goal_of(goal, shape)?;
    let ranking = ranking_of(shape, &goal)?;
    let quick = Quick::new(&ranking, &goal);
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let mut numbers = vec![u64::MAX; boards.len()];
    in_pieces(py, boards.len(), together(shape) / 8, |first, next| {
        let part = boards.part(first, next - first);
        let numbers = &mut numbers[first..next];
        match &quick {
            Some(quick) => {
                let mut short = vec![u32::MAX; part.len()];
                quick.numbers(part.as_bytes(), &mut short);
                for (&short, number) in short.iter().zip(numbers) {
                    *number = if short == u32::MAX { u64::MAX } else { short.into() };
                }
            }
            None => {
                let mut homes = vec![0; part.as_bytes().len()];
                part.homes(&goal, &mut homes).expect("the goal fits");
                for (homes, number) in homes.chunks_exact(shape.cells()).zip(numbers) {
                    *number = ranking.number(homes).unwrap_or(u64::MAX);
                }
            }
        }
    })?;
    Ok(numbers.into_pyarray(py))
}

/// The boards of numbers.
#[pyfunction]
pub fn unrank<'py>(
    py: Python<'py>,
    numbers: PyReadonlyArray1<'py, u64>,
    size: (u32, u32),
    goal: &str,
) -> PyResult<Bytes<'py>> {
    let shape = shape_of(size)?;
    let (_, goal) = goal_of(goal, shape)?;
    let ranking = ranking_of(shape, &goal)?;
    let numbers = numbers.as_slice().map_err(|_| PyTypeError::new_err("numbers must be contiguous"))?;
    let all = ranking.positions();
    if let Some((index, number)) = numbers.iter().enumerate().find(|(_, number)| **number >= all) {
        return Err(value(format!("number {number} at {index} is not below {all}, as many as {shape} has")));
    }
    let cells = shape.cells();
    let tiles: Vec<u8> = goal.iter().map(|tile| tile.number() as u8).collect();
    let mut boards = vec![0u8; numbers.len() * cells];
    in_pieces(py, numbers.len(), together(shape) / 8, |first, next| {
        let room = boards[first * cells..next * cells].chunks_exact_mut(cells);
        for (board, &number) in room.zip(&numbers[first..next]) {
            ranking.write_position(number, board);
            board.iter_mut().for_each(|home| *home = tiles[usize::from(*home)]);
        }
    })?;
    Ok(boards.into_pyarray(py))
}

#[pyfunction]
pub fn scramble<'py>(
    py: Python<'py>,
    size: (u32, u32),
    goal: &str,
    seed: u64,
    first: u64,
    count: usize,
) -> PyResult<Bytes<'py>> {
    let shape = shape_of(size)?;
    let (goal, _) = goal_of(goal, shape)?;
    if shape.cells() > taquin_core::batch::MOST_CELLS {
        return Err(value(taquin_core::batch::BatchError::TooLarge(shape)));
    }
    let scrambler = Scrambler::new(shape, &goal, Seed::new(seed)).map_err(value)?;
    let cells = shape.cells();
    let mut boards = vec![0; room(count, cells)?];
    in_pieces(py, count, together(shape) / 32, |from, next| {
        for (board, index) in boards[from * cells..next * cells].chunks_exact_mut(cells).zip(from..next) {
            let drawn = scrambler.board(first.wrapping_add(index as u64));
            board.iter_mut().zip(drawn.iter()).for_each(|(to, tile)| *to = tile.number() as u8);
        }
    })?;
    Ok(boards.into_pyarray(py))
}

/// Bytes of so many boards, if the system has them.
fn room(count: usize, cells: usize) -> PyResult<usize> {
    let refused = || pyo3::exceptions::PyMemoryError::new_err(format!("no memory for {count} boards"));
    let bytes = count.checked_mul(cells).ok_or_else(refused)?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| refused())?;
    Ok(bytes)
}

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn at_distance<'py>(
    py: Python<'py>,
    size: (u32, u32),
    goal: &str,
    seed: u64,
    first: u64,
    distances: PyReadonlyArray1<'py, u32>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bytes<'py>> {
    let shape = shape_of(size)?;
    let (goal, _) = goal_of(goal, shape)?;
    let wanted: Vec<Wanted> = distances
        .as_array()
        .iter()
        .zip(0..)
        .map(|(&distance, index)| Wanted { index: first.wrapping_add(index), distance })
        .collect();
    let tables = tables();
    let boards = apart_from(py, progress, |monitor| {
        bulk::deal(shape, &goal, Seed::new(seed), &wanted, threads, &tables, monitor)
    })?;
    Ok(boards.map_err(fault::bulk)?.into_pyarray(py))
}

/// Distances, proven bounds, and masks of the slides that begin shortest solutions.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn label<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
    goal: &str,
    metric: &str,
    moves: bool,
    threads: usize,
    nodes: Option<u64>,
    time: Option<f64>,
    memory: u64,
    device: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bytes<'py>, Bytes<'py>, Bytes<'py>)> {
    let shape = shape_of(size)?;
    let (_, goal) = goal_of(goal, shape)?;
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let ask = Ask::new(goal)
        .metric(metric_of(metric)?)
        .threads(threads)
        .nodes(nodes)
        .time(time_of(time)?)
        .memory_bytes(memory)
        .tables(tables());
    let oracle = oracle(device)?;
    let labels = apart_from(py, progress, |monitor| oracle.label(&boards, &ask, moves, monitor))?;
    let labels = labels.map_err(fault::bulk)?;
    let [distances, bounds, moves] =
        [labels.distances, labels.bounds, labels.moves].map(|l| l.into_pyarray(py));
    Ok((distances, bounds, moves))
}

/// What a bound of the ladder says of each board.
#[pyfunction]
pub fn bounds<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (u32, u32),
    goal: &str,
    bound: &str,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let shape = shape_of(size)?;
    let (_, goal) = goal_of(goal, shape)?;
    let bound = bound.parse().map_err(value)?;
    let boards = checked(py, shape, bytes_of(&boards)?)?;
    let tables: Arc<_> = tables();
    let bounds =
        apart_from(py, progress, |monitor| bulk::ladder(&boards, &goal, &bound, threads, &tables, monitor))?;
    Ok(bounds.map_err(fault::bulk)?.into_pyarray(py))
}

/// The blank's home of a goal.
pub fn home_of(goal: &str, shape: Shape) -> PyResult<(Board, Cell)> {
    let (_, goal) = goal_of(goal, shape)?;
    let home = goal.blank();
    Ok((goal, home))
}
