//! Whole boards: censuses, and the map of every position.

use std::sync::Arc;

use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use taquin_solve::census::{self as whole, Census, CensusError, CensusOptions, Map};

use crate::boards::{Bytes, home_of, metric_of, shape_of};
use crate::fault;
use crate::run::{apart_from, tables};

/// Counts by depth, whether they are all, and the farthest boards found.
type Counted<'py> = (Bound<'py, PyArray1<u64>>, bool, Bytes<'py>);

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
pub fn census<'py>(
    py: Python<'py>,
    size: (u32, u32),
    goal: &str,
    metric: &str,
    depth: Option<u32>,
    farthest: usize,
    threads: usize,
    memory: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counted<'py>> {
    let shape = shape_of(size)?;
    let (goal, home) = home_of(goal, shape)?;
    let options = CensusOptions::new()
        .metric(metric_of(metric)?)
        .depth(depth)
        .threads(threads)
        .farthest(farthest)
        .memory_bytes(memory);
    let counted = apart_from(py, progress, |monitor| whole::census(shape, home, &options, monitor))?;
    let counted: Census = match counted {
        // The depths that fitted are an answer where only some were asked for; a whole census is all or nothing.
        Err(CensusError::Stopped { finished, .. }) if depth.is_some() => *finished,
        other => other.map_err(fault::counting)?,
    };
    let boards = counted
        .farthest_boards(&goal)
        .flat_map(|board| board.iter().map(|tile| tile.number() as u8).collect::<Vec<_>>());
    let boards: Vec<u8> = boards.collect();
    Ok((counted.counts.into_pyarray(py), counted.complete, boards.into_pyarray(py)))
}

/// Keeps a map alive while an array looks at it.
#[pyclass(frozen)]
struct Kept(Arc<Map>);

/// The distance of every position, by its number: the engine's own memory, read only.
#[pyfunction]
pub fn distances<'py>(
    py: Python<'py>,
    size: (u32, u32),
    goal: &str,
    metric: &str,
    threads: usize,
    memory: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bytes<'py>> {
    let shape = shape_of(size)?;
    let (_, home) = home_of(goal, shape)?;
    let options = CensusOptions::new().metric(metric_of(metric)?).threads(threads).memory_bytes(memory);
    let tables = tables();
    let map = apart_from(py, progress, |monitor| tables.map(shape, home, &options, monitor))?;
    let kept = Bound::new(py, Kept(map.map_err(fault::counting)?))?;
    let view = ArrayView1::from(kept.get().0.as_bytes());
    // SAFETY: the array's owner is `kept`, which holds the map and with it these bytes, unchanged, for as long as the array
    // lives; it is made read only before anybody sees it.
    let array = unsafe { PyArray1::borrow_from_array(&view, kept.clone().into_any()) };
    array.call_method1("setflags", (false,))?;
    Ok(array)
}
